// The ledger: where every number comes from.
//
// An estimator cannot return a bare number. It notes a Term (title, formula with the symbols set in, inputs with links,
// source) and returns a Figure that points at it. The explanation the user reads is therefore the computation itself.
#pragma once

#include "base/text.h"
#include "units/units.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace segplan {

// A number with its unit, for terms.
struct Quantity {
    enum class Unit { Count, Ratio, Bytes, Flops, Seconds, Money, BytesPerSecond, FlopsPerSecond, Images, Hours, PerSecond };
    Unit unit = Unit::Count;
    double number = 0; // bytes and money exact to 2^53; money in currency units
    Currency currency = Currency::CNY;

    Quantity() = default;
    Quantity(Unit u, double n) : unit(u), number(n) {}
    Quantity(Bytes b) : unit(Unit::Bytes), number(static_cast<double>(b.count())) {}
    Quantity(Flops f) : unit(Unit::Flops), number(f.count()) {}
    Quantity(Seconds s) : unit(Unit::Seconds), number(s.count()) {}
    Quantity(Money m) : unit(Unit::Money), number(m.amount()), currency(m.currency()) {}
    static Quantity count(double n) { return {Unit::Count, n}; }
    static Quantity ratio(double n) { return {Unit::Ratio, n}; }
};

TextArg textArg(const Quantity &q); // for sentences
Text quantityUnitName(Quantity::Unit unit); // for screen readers and tables

using TermId = std::int32_t;
inline constexpr TermId noTerm = -1;

// Links a term's input can carry. A field is a plan field ("/workload/crop/height"); a fact is a knowledge key ("gpu/A10/usable_memory").
struct FieldLink { std::string pointer; };
struct FactLink { std::string key; };
struct TermLink { TermId term = noTerm; };
using Link = std::variant<std::monostate, FieldLink, FactLink, TermLink>;

struct TermInput {
    const char *symbol = ""; // as it stands in the formula
    Text title; // what it is
    Quantity value;
    Link link;
};

// Where a fact or rule was taken from. Empty date: undated.
struct Source {
    std::string text; // repository:path, URL, or "rule: ..."
    std::string date; // ISO
    friend bool operator==(const Source &, const Source &) = default;
};

struct Term {
    const char *key = ""; // stable name, e.g. "memory.activations"
    Text title; // "What autograd keeps at the end of the forward pass"
    const char *formula = ""; // "S = B x s": symbols of `inputs`; not translated
    std::vector<TermInput> inputs;
    Quantity result;
    Quantity low, high; // equal to result when there is no range
    std::vector<Source> sources;
    std::vector<Text> notes; // conditions; what is not counted
};

class Ledger {
public:
    // Keeps the term; its id is valid for this ledger's lifetime. low/high left at zero become the result.
    TermId note(Term term);
    const Term &term(TermId id) const { return m_terms.at(static_cast<std::size_t>(id)); }
    const std::vector<Term> &terms() const { return m_terms; }
    bool contains(TermId id) const { return id >= 0 && static_cast<std::size_t>(id) < m_terms.size(); }
    // Appends another ledger's terms and returns the offset to add to its ids (links inside are shifted).
    TermId append(Ledger other);

private:
    std::vector<Term> m_terms;
};

// A number that knows its term.
template <class T>
struct Figure {
    T value{};
    TermId term = noTerm;
};

} // namespace segplan
