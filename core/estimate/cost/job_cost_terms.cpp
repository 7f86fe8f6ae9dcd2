// The figures of costOfJob() as terms, with sources and notes.
#include "estimate/cost/job_cost.h"
#include "estimate/cost/storage_price.h"

#include <algorithm>

namespace segplan {

namespace {

class Explanation {
public:
    Explanation(const CostInput &input, const JobCost &cost, Ledger &ledger) : in(input), c(cost), m_ledger(ledger), m_nodes(std::max(1, input.nodes)) {}
    CostEstimate run();

private:
    bool counted(CostPartId id) const { return c.counted & (1u << static_cast<unsigned>(id)); }
    const Range<Money> &part(CostPartId id) const { return c.parts[static_cast<std::size_t>(id)]; }
    static Link link(TermId term) { return term == noTerm ? Link{} : Link{TermLink{term}}; }
    static void setResult(Term &term, const Range<Money> &cost)
    {
        term.result = Quantity(cost.mid);
        term.low = Quantity(cost.low);
        term.high = Quantity(cost.high);
    }
    void add(CostPartId id, Text name, Term term)
    {
        setResult(term, part(id));
        e.parts.push_back({costPartName(id), std::move(name), {part(id).mid, m_ledger.note(std::move(term))}});
    }
    TermInput hours(const Range<Seconds> &time, TermId term, Text title) const { return {"h", std::move(title), Quantity(Quantity::Unit::Hours, time.mid.hours()), link(term)}; }
    TermInput nodes() const { return {"n", SP_T("core", "machines"), Quantity::count(m_nodes), FieldLink{"/workload/nodes"}}; }
    std::string priceKey(PriceModel model) const { return "price/" + in.type.id + "/" + in.region + "/" + priceModelName(model); }
    void priceNotes(const PriceQuote &price, Term &term);
    void bySecond();
    void byPeriod();
    void disk(CostPartId id, const char *key, const char *title, const DiskChoice &choice, const Range<Seconds> &time, TermId timeTerm, double storageMonths);
    void shared();
    void traffic();
    void unknownStorage(const char *title, const DiskChoice &choice, const StorageKind *kind);
    void total();

    const CostInput &in;
    const JobCost &c;
    Ledger &m_ledger;
    int m_nodes;
    CostEstimate e;
};

void Explanation::priceNotes(const PriceQuote &price, Term &term)
{
    const std::string &asOf = price.asOf();
    e.priceAsOf = e.priceAsOf.empty() ? asOf : std::min(e.priceAsOf, asOf);
    e.weakPrice |= price.weak();
    e.estimatedPrice |= price.estimate();
    if (price.price)
        term.sources.push_back(price.price->source);
    if (price.record)
        term.sources.push_back(price.record->source);
    if (price.weak())
        term.notes.push_back(Text(SP_T("core", "The price of %1 is one second-hand observation."), {TextArg::date(asOf)}));
    if (price.promotion())
        term.notes.push_back(Text(SP_T("core", "A promotion price of %1, not the list price."), {TextArg::date(asOf)}));
    switch (price.from) {
    case PriceQuote::From::Quoted:
        if (price.price && price.price->estimate)
            term.notes.push_back(SP_T("core", "Nobody quoted this price; it is derived from the hourly price by a rule."));
        break;
    case PriceQuote::From::Rule:
        term.notes.push_back(SP_T("core", "Nobody quoted this price; it is derived from the hourly price by a rule."));
        break;
    case PriceQuote::From::SpotRecord:
        term.notes.push_back(Text(SP_T("core", "Median of the spot prices at the last refresh; they went from %1 to %2. A price limit above the highest keeps the machine from being outbid; it can still be taken back for want of stock."),
                                  {textArg(price.low), textArg(price.high)}));
        break;
    case PriceQuote::From::SpotDiscount:
        term.notes.push_back(SP_T("core", "The hourly price less the average spot discount of the last refresh."));
        break;
    case PriceQuote::From::UserRatio:
        e.assumedPrice = true;
        term.notes.push_back(SP_T("core", "The spot price is your assumption, a share of the hourly price; nobody quoted it."));
        break;
    }
}

void Explanation::bySecond()
{
    const bool spot = in.purchase == Purchase::Spot;
    const PriceQuote &price = *in.prices.of(in.purchase);
    Term term;
    term.key = "cost.instance";
    term.title = spot ? Text(SP_T("core", "Instance, spot")) : Text(SP_T("core", "Instance, pay-as-you-go"));
    term.formula = "C = h x p x n";
    const bool ratio = price.from == PriceQuote::From::UserRatio;
    term.inputs = {hours(in.job.billed, in.job.billedTerm, SP_T("core", "time in which the instance is paid for")),
                   {"p", SP_T("core", "price per hour"), Quantity(price.amount), ratio ? Link(FieldLink{"/job/spot_price_ratio"}) : Link(FactLink{priceKey(spot ? PriceModel::Spot : PriceModel::Hour)})},
                   nodes()};
    priceNotes(price, term);
    term.notes.push_back(SP_T("core", "Billed by the second."));
    if (spot) {
        term.notes.push_back(SP_T("core", "A spot price floats with the zone, and the machine may be taken back after five minutes' notice."));
        if (in.job.spot && in.job.spot->rate.from == SpotRate::From::Unknown) {
            e.interruptionsUnknown = true;
            term.notes.push_back(SP_T("core", "How often the machine is taken back is not known: the middle holds without interruptions."));
        }
    } else if (const Calibration *plan = in.knowledge.calibrated("price.savings-plan.discount")) {
        term.notes.push_back(Text(SP_T("core", "A savings plan took %1 off on one type; the same here would leave %2. It commits to hours for a year and is not counted."),
                                  {TextArg::percent(plan->value), textArg(part(CostPartId::Instance).mid.times(1 - plan->value))}));
    }
    add(CostPartId::Instance, SP_T("core", "Instance"), std::move(term));
}

void Explanation::byPeriod()
{
    const PriceQuote &month = *in.prices.month;
    Term term;
    term.key = "cost.instance";
    term.title = SP_T("core", "Instance, subscription");
    term.formula = c.years.mid > 0 ? "C = (m x p_m + y x p_y) x n" : "C = m x p_m x n";
    term.inputs = {hours(in.job.wallClock, in.job.wallClockTerm, SP_T("core", "wall-clock time of all runs")),
                   {"m", SP_T("core", "whole months"), Quantity::count(static_cast<double>(c.months.mid)), {}},
                   {"p_m", SP_T("core", "price per month"), Quantity(month.amount), FactLink{priceKey(PriceModel::Month)}},
                   nodes()};
    if (c.months.mid > 0 || c.years.mid == 0)
        priceNotes(month, term);
    if (c.years.mid > 0) {
        term.inputs.push_back({"y", SP_T("core", "whole years"), Quantity::count(static_cast<double>(c.years.mid)), {}});
        term.inputs.push_back({"p_y", SP_T("core", "price per year"), Quantity(in.prices.year->amount), FactLink{priceKey(PriceModel::Year)}});
        priceNotes(*in.prices.year, term);
    }
    if (in.job.part(JobPartId::Idle).time.mid.count() > 0)
        term.notes.push_back(SP_T("core", "Paid for the whole period: waiting costs nothing more, and what is left over can be used."));
    add(CostPartId::Instance, SP_T("core", "Instance"), std::move(term));
}

void Explanation::unknownStorage(const char *title, const DiskChoice &choice, const StorageKind *kind)
{
    const TextArg name = kind ? TextArg(kind->name) : TextArg(choice.storageKind);
    const bool other = kind && storagePrice(*kind, in.region, c.currency, in.knowledge).otherCurrency;
    if (other)
        e.notCounted.push_back(Text(SP_T("core", "%1 of %2 GiB: the price of %3 in %4 is known in another currency than %5 only, so it is not in the total."),
                                    {TextArg(Text(title)), TextArg(choice.gib), name, TextArg(in.region), TextArg(currencyCode(c.currency))}));
    else
        e.notCounted.push_back(Text(SP_T("core", "%1 of %2 GiB: the price of %3 in %4 is not known, so it is not in the total."),
                                    {TextArg(Text(title)), TextArg(choice.gib), name, TextArg(in.region)}));
}

void Explanation::disk(CostPartId id, const char *key, const char *title, const DiskChoice &choice, const Range<Seconds> &time, TermId timeTerm, double storageMonths)
{
    const StorageKind *kind = in.knowledge.storageKind(choice.storageKind);
    if (c.lacks(id))
        return unknownStorage(title, choice, kind);
    if (!counted(id))
        return;
    const StoragePrice price = storagePrice(*kind, in.region, c.currency, in.knowledge);
    Term term;
    term.key = key;
    term.title = title;
    const std::string fact = "storage/" + choice.storageKind + "/";
    const TermInput size{"g", SP_T("core", "size in GiB"), Quantity::count(static_cast<double>(choice.gib)), link(choice.term)};
    if (in.purchase == Purchase::Subscription) {
        const std::int64_t months = std::max(c.months.mid + 12 * c.years.mid, ceilRatio(storageMonths, 1));
        term.formula = "C = g x m x p_m x n";
        term.inputs = {size,
                       {"m", SP_T("core", "whole months"), Quantity::count(static_cast<double>(months)), {}},
                       {"p_m", SP_T("core", "price per GiB and month"), Quantity(*price.perGibMonth), FactLink{fact + "price_per_gib_month"}},
                       nodes()};
    } else {
        const Seconds kept = Seconds::hours(storageMonths * monthHours(in.knowledge));
        term.formula = "C = g x h x p x n";
        TermInput length = hours(time, timeTerm, id == CostPartId::SystemDisk ? Text(SP_T("core", "time in which the machine exists")) : Text(SP_T("core", "wall-clock time of all runs")));
        if (kept > time.mid)
            length = {"h", SP_T("core", "time the data stay on the disk"), Quantity(Quantity::Unit::Hours, kept.hours()), FieldLink{"/requirements/storage_months"}};
        term.inputs = {size, length, {"p", SP_T("core", "price per GiB and hour"), Quantity(*price.perGibHour), FactLink{fact + "price_per_gib_hour"}}, nodes()};
        if (price.derivedHour)
            term.notes.push_back(SP_T("core", "The hourly price is derived from the monthly price by a rule."));
        if (kept > time.mid && price.perGibMonth)
            term.notes.push_back(Text(SP_T("core", "A whole month costs %1 when the disk is bought by the month."),
                                      {textArg(timesCount(*price.perGibMonth, saturatedProduct(choice.gib, m_nodes)))}));
    }
    term.sources.push_back(*price.source);
    if (kind->confidence == "inferred")
        term.notes.push_back(Text(SP_T("core", "The price of %1 is inferred, nobody quoted it."), {TextArg(kind->name)}));
    add(id, title, std::move(term));
}

void Explanation::shared()
{
    if (!in.shared)
        return;
    const StorageKind *kind = in.knowledge.storageKind(in.shared->storageKind);
    if (c.lacks(CostPartId::Shared))
        return unknownStorage(SP_T("core", "Shared storage"), *in.shared, kind);
    if (!counted(CostPartId::Shared))
        return;
    const StoragePrice price = storagePrice(*kind, in.region, c.currency, in.knowledge);
    Term term;
    term.key = "cost.shared-storage";
    term.title = SP_T("core", "Shared storage: NAS or OSS that holds the data");
    term.formula = "C = g x m x p_m";
    const double months = std::max(in.storageMonths, in.job.wallClock.mid.hours() / monthHours(in.knowledge));
    term.inputs = {{"g", SP_T("core", "size in GiB"), Quantity::count(static_cast<double>(in.shared->gib)), link(in.shared->term)},
                   {"m", SP_T("core", "months, by the hour"), Quantity::count(months), FieldLink{"/requirements/storage_months"}},
                   {"p_m", SP_T("core", "price per GiB and month"), Quantity(*price.perGibMonth), FactLink{"storage/" + in.shared->storageKind + "/price_per_gib_month"}}};
    term.sources.push_back(*price.source);
    term.notes.push_back(SP_T("core", "Requests are not counted; reading within the region is free of traffic charges."));
    add(CostPartId::Shared, SP_T("core", "Shared storage"), std::move(term));
}

void Explanation::traffic()
{
    if (c.lacks(CostPartId::Traffic)) {
        e.notCounted.push_back(Text(SP_T("core", "%1 GB of traffic out: the price in %2 is not known in %3, so it is not in the total."),
                                    {TextArg(in.egressGb, 0), TextArg(in.region), TextArg(currencyCode(c.currency))}));
        return;
    }
    if (!counted(CostPartId::Traffic))
        return;
    const StorageKind *kind = in.knowledge.storageKind("internet-egress");
    const StoragePrice price = storagePrice(*kind, in.region, c.currency, in.knowledge);
    Term term;
    term.key = "cost.traffic";
    term.title = SP_T("core", "Traffic out to the internet");
    term.formula = "C = v x p";
    term.inputs = {{"v", SP_T("core", "GB sent out, all runs"), Quantity::count(in.egressGb), FieldLink{"/job/egress_gb"}},
                   {"p", SP_T("core", "price per GB"), Quantity(*price.perGb), FactLink{"storage/internet-egress/price_per_gb"}}};
    term.sources.push_back(*price.source);
    term.notes.push_back(SP_T("core", "Traffic into the cloud is free. A free monthly allowance is not taken off."));
    add(CostPartId::Traffic, SP_T("core", "Traffic"), std::move(term));
}

void Explanation::total()
{
    Term term;
    term.key = "cost.total";
    term.title = SP_T("core", "Cost of the whole job");
    term.formula = "C = sum of the parts";
    for (const CostPart &p : e.parts)
        term.inputs.push_back({"", p.name, Quantity(p.amount.value), TermLink{p.amount.term}});
    term.notes = e.notCounted;
    setResult(term, c.total);
    e.low = c.total.low;
    e.high = c.total.high;
    e.total = {c.total.mid, m_ledger.note(std::move(term))};
}

CostEstimate Explanation::run()
{
    e.purchase = in.purchase;
    if (in.purchase == Purchase::Subscription)
        byPeriod();
    else
        bySecond();
    disk(CostPartId::SystemDisk, "cost.system-disk", SP_T("core", "System disk"), in.systemDisk, in.job.machine, in.job.machineTerm, 0);
    if (in.dataDisk)
        disk(CostPartId::DataDisk, "cost.data-disk", SP_T("core", "Data disk"), *in.dataDisk, in.job.wallClock, in.job.wallClockTerm, in.storageMonths);
    shared();
    traffic();
    total();
    return std::move(e);
}

} // namespace

CostEstimate explainCost(const CostInput &input, const JobCost &cost, Ledger &ledger) { return Explanation(input, cost, ledger).run(); }

} // namespace segplan
