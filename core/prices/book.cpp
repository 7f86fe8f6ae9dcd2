#include "prices/book.h"

#include "knowledge/market.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace segplan {

namespace {

std::string keyOf(const Price &p) { return p.instanceType + '\n' + p.region + '\n' + priceModelName(p.model); }
std::string keyOf(const StorageQuote &q) { return q.storage + '\n' + q.region + '\n' + storageUnitName(q.unit); }

template <class T>
void set(std::vector<T> &all, T entry)
{
    const std::string key = keyOf(entry);
    const auto at = std::find_if(all.begin(), all.end(), [&](const T &one) { return keyOf(one) == key; });
    if (at == all.end())
        all.push_back(std::move(entry));
    else
        *at = std::move(entry);
}

// A shorter date ("2026") is not older than a day within it.
bool olderThan(const std::string &a, const std::string &b)
{
    const std::size_t n = std::min(a.size(), b.size());
    return a.compare(0, n, b, 0, n) < 0;
}

template <class T>
void merge(std::vector<T> &base, const std::vector<T> &incoming, MergeRule rule)
{
    std::map<std::string, std::size_t> position;
    for (std::size_t i = 0; i < base.size(); ++i)
        position.emplace(keyOf(base[i]), i);
    for (const T &one : incoming) {
        const auto [at, isNew] = position.emplace(keyOf(one), base.size());
        if (isNew) {
            base.push_back(one);
            continue;
        }
        T &old = base[at->second];
        const bool kept = rule == MergeRule::NewerWins && (isYours(old.source) != isYours(one.source) ? isYours(old.source) : olderThan(one.source.date, old.source.date));
        if (!kept)
            old = one;
    }
}

StorageQuote quoteOf(const StorageKind &kind, const std::string &region, StorageUnit unit, const Money &amount, const Source &source)
{
    StorageQuote q{kind.id, region, unit, amount, false, false, source};
    q.estimate = region == mainlandScope && (kind.confidence == "inferred" || kind.confidence == "estimate");
    return q;
}

PriceChange::Side sideOf(const Price &p) { return {p.amount, p.source.date, p.source.text, p.estimate, p.weak, p.promotion}; }
PriceChange::Side sideOf(const StorageQuote &q) { return {q.amount, q.source.date, q.source.text, q.estimate, q.weak, false}; }
PriceChange changeOf(const Price &p) { return {p.instanceType, p.region, priceModelName(p.model), false, {}, {}}; }
PriceChange changeOf(const StorageQuote &q) { return {q.storage, q.region, storageUnitName(q.unit), true, {}, {}}; }

template <class T>
void compare(const std::vector<T> &before, const std::vector<T> &after, std::vector<PriceChange> &out)
{
    std::map<std::string, std::pair<const T *, const T *>> pairs;
    for (const T &one : before)
        pairs[keyOf(one)].first = &one;
    for (const T &one : after)
        pairs[keyOf(one)].second = &one;
    for (const auto &[key, pair] : pairs) {
        const auto [old, now] = pair;
        if (old && now && old->amount == now->amount)
            continue;
        PriceChange change = changeOf(old ? *old : *now);
        if (old)
            change.before = sideOf(*old);
        if (now)
            change.after = sideOf(*now);
        out.push_back(std::move(change));
    }
}

std::optional<long> dayNumber(const std::string &iso)
{
    const std::size_t n = iso.size();
    if (n != 4 && n != 7 && n != 10)
        return std::nullopt;
    const auto part = [&](std::size_t at, std::size_t count) -> long {
        if (at >= n)
            return 1;
        if (at > 0 && iso[at - 1] != '-')
            return -1;
        long value = 0;
        for (std::size_t i = at; i < at + count; ++i) {
            if (iso[i] < '0' || iso[i] > '9')
                return -1;
            value = value * 10 + (iso[i] - '0');
        }
        return value;
    };
    long y = part(0, 4), m = part(5, 2), d = part(8, 2);
    if (y < 1900 || y > 2200 || m < 1 || m > 12 || d < 1 || d > 31)
        return std::nullopt;
    // Days from civil date, with the year beginning in March.
    y -= m <= 2;
    const long era = y / 400, yearOfEra = y - era * 400, dayOfYear = (153 * (m > 2 ? m - 3 : m + 9) + 2) / 5 + d - 1;
    return era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
}

struct Checker {
    const std::string &file;
    Errors faults;

    void fault(ErrorCode code, const std::string &pointer, Text what, Text allowed = {}) { faults.push_back({code, file, pointer, std::move(what), std::move(allowed)}); }

    template <class T, class Measure>
    void common(const T &one, const std::string &at, Measure measure, std::set<std::string> &seen)
    {
        if (!seen.insert(keyOf(one)).second)
            fault(ErrorCode::Conflict, at, SP_T("core", "this price stands twice in the book"));
        if (one.amount.micros() <= 0)
            fault(ErrorCode::OutOfRange, at + "/amount", SP_T("core", "a price is above zero"));
        else if (isAbsurd(one.amount, measure))
            fault(ErrorCode::OutOfRange, at + "/amount", Text(SP_T("core", "%1 is too high for a price"), {textArg(one.amount)}));
        if (!dayNumber(one.source.date))
            fault(ErrorCode::OutOfRange, at + "/as_of", Text(SP_T("core", "“%1” is not a date."), {one.source.date}), SP_T("core", "an ISO date, to the year, month or day"));
        if (one.source.text.empty() || one.source.text == yoursMark)
            fault(ErrorCode::Missing, at + "/source", SP_T("core", "the price names no source"));
    }
};

} // namespace

bool isYours(const Source &source) { return source.text.rfind(yoursMark, 0) == 0; }

Source markedYours(Source source)
{
    if (!isYours(source))
        source.text = yoursMark + source.text;
    return source;
}

bool isAbsurd(const Money &amount, PriceModel model)
{
    constexpr std::int64_t million = 1000000;
    switch (model) {
    case PriceModel::Hour:
    case PriceModel::Spot: return amount.micros() > 10000 * million;
    case PriceModel::Month: return amount.micros() > 5 * million * million;
    case PriceModel::Year: break;
    }
    return amount.micros() > 50 * million * million;
}

bool isAbsurd(const Money &amount, StorageUnit) { return amount.micros() > std::int64_t{1000} * 1000000; }

PriceBook bookOf(const Knowledge &knowledge)
{
    PriceBook book;
    book.entries = knowledge.prices;
    for (const StorageKind &kind : knowledge.storage) {
        const auto add = [&](const std::string &region, StorageUnit unit, const std::optional<Money> &amount, const Source &source) {
            if (amount)
                book.storage.push_back(quoteOf(kind, region, unit, *amount, source));
        };
        if (kind.priceScope == mainlandScope) {
            add(mainlandScope, StorageUnit::GibMonth, kind.pricePerGibMonth, kind.source);
            add(mainlandScope, StorageUnit::GibHour, kind.pricePerGibHour, kind.source);
            add(mainlandScope, StorageUnit::Gb, kind.pricePerGb, kind.source);
        }
        for (const RegionalStoragePrice &r : kind.regionalPrices) {
            const Region *region = knowledge.region(r.region);
            const bool scoped = region && region->mainland && kind.priceScope == mainlandScope;
            // What a region of the mainland has in common with the others is told once.
            const auto tell = [&](StorageUnit unit, const std::optional<Money> &amount, const std::optional<Money> &common) {
                if (!scoped || amount != common)
                    add(r.region, unit, amount, r.source);
            };
            tell(StorageUnit::GibMonth, r.perGibMonth, kind.pricePerGibMonth);
            tell(StorageUnit::GibHour, r.perGibHour, kind.pricePerGibHour);
            tell(StorageUnit::Gb, r.perGb, kind.pricePerGb);
        }
    }
    book.asOf = newestDate(book);
    return book;
}

Knowledge withBook(Knowledge knowledge, const PriceBook &book)
{
    PriceBook own;
    own.entries = std::move(knowledge.prices);
    merge(own.entries, book.entries, MergeRule::IncomingWins);
    knowledge.prices = std::move(own.entries);
    for (const StorageQuote &q : book.storage) {
        const auto kind = std::find_if(knowledge.storage.begin(), knowledge.storage.end(), [&](const StorageKind &one) { return one.id == q.storage; });
        if (kind == knowledge.storage.end())
            continue;
        const auto into = [&](auto &month, auto &hour, auto &gb) { (q.unit == StorageUnit::GibMonth ? month : q.unit == StorageUnit::GibHour ? hour : gb) = q.amount; };
        if (q.region != mainlandScope) {
            RegionalStoragePrice price;
            price.region = q.region;
            price.source = q.source;
            into(price.perGibMonth, price.perGibHour, price.perGb);
            const Region *region = knowledge.region(q.region);
            setRegionalPrice(*kind, price, region && region->mainland);
            continue;
        }
        // One currency per scope: prices in another one would never be added up with these.
        for (auto *old : {&kind->pricePerGibMonth, &kind->pricePerGibHour, &kind->pricePerGb}) {
            if (*old && (*old)->currency() != q.amount.currency())
                old->reset();
        }
        kind->priceScope = mainlandScope;
        into(kind->pricePerGibMonth, kind->pricePerGibHour, kind->pricePerGb);
        kind->source = q.source;
    }
    for (const Price &p : book.entries)
        knowledge.pricesAsOf = std::max(knowledge.pricesAsOf, p.source.date);
    knowledge.reindex();
    return knowledge;
}

bool changesStorage(const PriceBook &book, const Knowledge &knowledge)
{
    return std::any_of(book.storage.begin(), book.storage.end(), [&](const StorageQuote &q) {
        const StorageKind *kind = knowledge.storageKind(q.storage);
        if (!kind)
            return false;
        const auto of = [&](const auto &month, const auto &hour, const auto &gb) { return q.unit == StorageUnit::GibMonth ? month : q.unit == StorageUnit::GibHour ? hour : gb; };
        if (q.region == mainlandScope)
            return kind->priceScope != mainlandScope || of(kind->pricePerGibMonth, kind->pricePerGibHour, kind->pricePerGb) != q.amount;
        const auto at = std::find_if(kind->regionalPrices.begin(), kind->regionalPrices.end(), [&](const RegionalStoragePrice &r) { return r.region == q.region; });
        return at == kind->regionalPrices.end() || of(at->perGibMonth, at->perGibHour, at->perGb) != q.amount;
    });
}

const Price *findEntry(const PriceBook &book, const std::string &instanceType, const std::string &region, PriceModel model)
{
    const auto at = std::find_if(book.entries.begin(), book.entries.end(), [&](const Price &p) { return p.model == model && p.instanceType == instanceType && p.region == region; });
    return at == book.entries.end() ? nullptr : &*at;
}

void setEntry(PriceBook &book, Price entry)
{
    set(book.entries, std::move(entry));
    book.asOf = newestDate(book);
}

void setEntry(PriceBook &book, StorageQuote quote)
{
    set(book.storage, std::move(quote));
    book.asOf = newestDate(book);
}

bool removeEntry(PriceBook &book, const std::string &instanceType, const std::string &region, PriceModel model)
{
    const bool found = std::erase_if(book.entries, [&](const Price &p) { return p.model == model && p.instanceType == instanceType && p.region == region; }) > 0;
    book.asOf = newestDate(book);
    return found;
}

bool removeQuote(PriceBook &book, const std::string &storage, const std::string &region, StorageUnit unit)
{
    const bool found = std::erase_if(book.storage, [&](const StorageQuote &q) { return q.unit == unit && q.storage == storage && q.region == region; }) > 0;
    book.asOf = newestDate(book);
    return found;
}

std::string newestDate(const PriceBook &book)
{
    std::string newest;
    for (const Price &p : book.entries)
        newest = std::max(newest, p.source.date);
    for (const StorageQuote &q : book.storage)
        newest = std::max(newest, q.source.date);
    return newest;
}

PriceBook merged(PriceBook base, const PriceBook &incoming, MergeRule rule)
{
    merge(base.entries, incoming.entries, rule);
    merge(base.storage, incoming.storage, rule);
    base.asOf = newestDate(base);
    return base;
}

Errors checkBook(const PriceBook &book, const Knowledge &knowledge, const std::string &file)
{
    Checker c{file, {}};
    std::set<std::string> entries, quotes;
    for (std::size_t i = 0; i < book.entries.size(); ++i) {
        const Price &p = book.entries[i];
        const std::string at = "/entries/" + std::to_string(i);
        if (!knowledge.instanceType(p.instanceType))
            c.fault(ErrorCode::UnknownId, at + "/instance_type", Text(SP_T("core", "The instance type “%1” is not known."), {p.instanceType}));
        if (!knowledge.region(p.region))
            c.fault(ErrorCode::UnknownId, at + "/region", Text(SP_T("core", "The region “%1” is not known."), {p.region}));
        c.common(p, at, p.model, entries);
    }
    for (std::size_t i = 0; i < book.storage.size(); ++i) {
        const StorageQuote &q = book.storage[i];
        const std::string at = "/storage/" + std::to_string(i);
        const StorageKind *kind = knowledge.storageKind(q.storage);
        if (!kind)
            c.fault(ErrorCode::UnknownId, at + "/storage", Text(SP_T("core", "The disk or store “%1” is not known."), {q.storage}));
        else if ((kind->kind == "traffic") != (q.unit == StorageUnit::Gb))
            c.fault(ErrorCode::Conflict, at + "/unit", Text(SP_T("core", "“%1” is not priced by this unit"), {q.storage}), Text(SP_T("core", "%1"), {kind->kind == "traffic" ? "gb" : "gib-month gib-hour"}));
        if (q.region != mainlandScope && !knowledge.region(q.region))
            c.fault(ErrorCode::UnknownId, at + "/region", Text(SP_T("core", "The region “%1” is not known."), {q.region}));
        c.common(q, at, q.unit, quotes);
    }
    return std::move(c.faults);
}

std::optional<double> PriceChange::ratio() const
{
    if (!before || !after || before->amount.currency() != after->amount.currency() || before->amount.micros() <= 0)
        return std::nullopt;
    return static_cast<double>(after->amount.micros()) / static_cast<double>(before->amount.micros());
}

std::vector<PriceChange> compareBooks(const PriceBook &before, const PriceBook &after)
{
    std::vector<PriceChange> changes;
    compare(before.entries, after.entries, changes);
    compare(before.storage, after.storage, changes);
    return changes;
}

Repricing reprice(const Plan &plan, const Knowledge &knowledge)
{
    Repricing out;
    out.plan = plan;
    const PriceBook now = bookOf(knowledge);
    const PriceBook old = plan.prices ? *plan.prices : now;
    PriceBook own;
    for (const Price &p : old.entries) {
        if (isYours(p.source))
            own.entries.push_back(p);
    }
    for (const StorageQuote &q : old.storage) {
        if (isYours(q.source))
            own.storage.push_back(q);
    }
    const PriceBook next = merged(now, own, MergeRule::NewerWins);
    out.before = old.asOf;
    out.after = next.asOf;
    // What the book does not hold was taken from the knowledge all along.
    out.changes = compareBooks(bookOf(withBook(knowledge, old)), next);
    if (next == now)
        out.plan.prices.reset();
    else
        out.plan.prices = next;
    return out;
}

std::optional<int> daysBetween(const std::string &earlier, const std::string &later)
{
    const auto a = dayNumber(earlier), b = dayNumber(later);
    return a && b ? std::optional(static_cast<int>(*b - *a)) : std::nullopt;
}

} // namespace segplan
