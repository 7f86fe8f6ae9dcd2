// Internal to plan/: makes rows of the field table. `at` gives the member of a Plan: [](auto &p) -> auto & { return p.workload.classes; }.
#pragma once

#include "plan/fields.h"

#include <limits>
#include <type_traits>
#include <utility>

namespace segplan::plan {

void addModelFields(std::vector<FieldSpec> &table);
void addDataFields(std::vector<FieldSpec> &table);
void addTrainingFields(std::vector<FieldSpec> &table);
void addInputFields(std::vector<FieldSpec> &table);
void addLimitFields(std::vector<FieldSpec> &table);
void addJobFields(std::vector<FieldSpec> &table);
void addLaunchFields(std::vector<FieldSpec> &table);

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

inline FieldSpec field(const char *pointer, FieldSection section, FieldKind kind, Text label, Text help)
{
    FieldSpec f;
    f.pointer = pointer;
    f.section = section;
    f.kind = kind;
    f.label = std::move(label);
    f.help = std::move(help);
    return f;
}

// A member of type bool, int, int64, double, string or vector<string>, or an optional of one: read and written as it is.
template <class At>
void bindTo(FieldSpec &f, At at)
{
    using Member = std::remove_cvref_t<decltype(at(std::declval<Plan &>()))>;
    const auto toValue = [](const auto &member) -> FieldValue {
        using T = std::remove_cvref_t<decltype(member)>;
        if constexpr (std::is_same_v<T, int>)
            return static_cast<std::int64_t>(member);
        else
            return member;
    };
    const auto store = [](auto &member, const FieldValue &value) {
        using T = std::remove_cvref_t<decltype(member)>;
        if constexpr (std::is_same_v<T, int>) {
            if (const auto *v = std::get_if<std::int64_t>(&value))
                member = static_cast<int>(*v);
        } else if constexpr (std::is_same_v<T, double>) {
            if (const auto *v = std::get_if<double>(&value))
                member = *v;
            else if (const auto *i = std::get_if<std::int64_t>(&value))
                member = static_cast<double>(*i);
        } else if (const auto *v = std::get_if<T>(&value)) {
            member = *v;
        }
    };
    if constexpr (IsOptional<Member>::value) {
        f.optional = true;
        f.get = [at, toValue](const Plan &p) { return at(p) ? toValue(*at(p)) : FieldValue(); };
        f.set = [at, store](Plan &p, const FieldValue &value) {
            if (std::holds_alternative<std::monostate>(value)) {
                at(p).reset();
                return;
            }
            typename Member::value_type v{};
            store(v, value);
            at(p) = std::move(v);
        };
    } else {
        f.get = [at, toValue](const Plan &p) { return toValue(at(p)); };
        f.set = [at, store](Plan &p, const FieldValue &value) { store(at(p), value); };
    }
}

template <class At>
FieldSpec boolean(const char *pointer, FieldSection section, At at, Text label, Text help)
{
    FieldSpec f = field(pointer, section, FieldKind::Boolean, std::move(label), std::move(help));
    bindTo(f, at);
    return f;
}

template <class At>
FieldSpec integer(const char *pointer, FieldSection section, At at, double minimum, double maximum, Text label, Text help, Text unit = {})
{
    FieldSpec f = field(pointer, section, FieldKind::Integer, std::move(label), std::move(help));
    f.minimum = minimum;
    f.maximum = maximum;
    f.unit = std::move(unit);
    bindTo(f, at);
    return f;
}

template <class At>
FieldSpec number(const char *pointer, FieldSection section, At at, double minimum, double maximum, int decimals, Text label, Text help,
                 Text unit = {})
{
    FieldSpec f = integer(pointer, section, at, minimum, maximum, std::move(label), std::move(help), std::move(unit));
    f.kind = FieldKind::Number;
    f.decimals = decimals;
    return f;
}

template <class At>
FieldSpec line(const char *pointer, FieldSection section, At at, Text label, Text help)
{
    FieldSpec f = field(pointer, section, FieldKind::Line, std::move(label), std::move(help));
    bindTo(f, at);
    return f;
}

// A closed set with names for its members.
template <class E>
struct Named {
    E value;
    const char *id;
    Text text;
};

template <class E, class At>
FieldSpec choice(const char *pointer, FieldSection section, At at, std::vector<Named<E>> members, Text label, Text help)
{
    FieldSpec f = field(pointer, section, FieldKind::Choice, std::move(label), std::move(help));
    f.choices = [members](const Plan &, const Knowledge &) {
        std::vector<FieldChoice> out;
        for (const auto &m : members)
            out.push_back({m.id, {}, m.text, {}});
        return out;
    };
    using Member = std::remove_cvref_t<decltype(at(std::declval<Plan &>()))>;
    constexpr bool optional = IsOptional<Member>::value;
    f.optional = optional;
    f.get = [at, members](const Plan &p) -> FieldValue {
        if constexpr (optional) {
            if (!at(p))
                return {};
        }
        for (const auto &m : members) {
            if (at(p) == m.value)
                return std::string(m.id);
        }
        return {};
    };
    f.set = [at, members](Plan &p, const FieldValue &value) {
        const auto *id = std::get_if<std::string>(&value);
        if constexpr (optional) {
            if (!id)
                at(p).reset();
        }
        for (const auto &m : members) {
            if (id && *id == m.id)
                at(p) = m.value;
        }
    };
    return f;
}

} // namespace segplan::plan
