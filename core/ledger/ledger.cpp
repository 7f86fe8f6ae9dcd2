#include "ledger/ledger.h"

namespace segplan {

TextArg textArg(const Quantity &q)
{
    switch (q.unit) {
    case Quantity::Unit::Bytes: {
        TextArg a(q.number, 1);
        a.kind = TextArg::Kind::Bytes;
        return a;
    }
    case Quantity::Unit::Seconds:
        return textArg(Seconds(q.number));
    case Quantity::Unit::Hours:
        return textArg(Seconds::hours(q.number));
    case Quantity::Unit::Money: {
        TextArg a(q.number, 2);
        a.kind = TextArg::Kind::Money;
        a.verbatim = currencyCode(q.currency);
        return a;
    }
    case Quantity::Unit::Flops:
        return Text(SP_T("core", "%1 GFLOP"), {TextArg(q.number / 1e9, 1)});
    case Quantity::Unit::FlopsPerSecond:
        return Text(SP_T("core", "%1 TFLOPS"), {TextArg(q.number / 1e12, 1)});
    case Quantity::Unit::BytesPerSecond:
        return Text(SP_T("core", "%1 GB/s"), {TextArg(q.number / 1e9, q.number < 1e10 ? 2 : 0)});
    case Quantity::Unit::Images:
        return Text(SP_T("core", "%1 images"), {TextArg(static_cast<std::int64_t>(q.number))});
    case Quantity::Unit::PerSecond:
        return Text(SP_T("core", "%1 per second"), {TextArg(q.number, 1)});
    case Quantity::Unit::Ratio:
        return TextArg(q.number, 3);
    case Quantity::Unit::Count:
        break;
    }
    const bool whole = q.number == static_cast<double>(static_cast<std::int64_t>(q.number));
    return whole ? TextArg(static_cast<std::int64_t>(q.number)) : TextArg(q.number, 2);
}

Text quantityUnitName(Quantity::Unit unit)
{
    switch (unit) {
    case Quantity::Unit::Bytes: return SP_T("core", "bytes");
    case Quantity::Unit::Flops: return SP_T("core", "floating-point operations");
    case Quantity::Unit::Seconds: return SP_T("core", "seconds");
    case Quantity::Unit::Hours: return SP_T("core", "hours");
    case Quantity::Unit::Money: return SP_T("core", "money");
    case Quantity::Unit::BytesPerSecond: return SP_T("core", "bytes per second");
    case Quantity::Unit::FlopsPerSecond: return SP_T("core", "operations per second");
    case Quantity::Unit::Images: return SP_T("core", "images");
    case Quantity::Unit::PerSecond: return SP_T("core", "per second");
    case Quantity::Unit::Ratio: return SP_T("core", "ratio");
    case Quantity::Unit::Count: break;
    }
    return SP_T("core", "count");
}

TermId Ledger::note(Term term)
{
    if (term.low.number == 0 && term.high.number == 0)
        term.low = term.high = term.result;
    m_terms.push_back(std::move(term));
    return static_cast<TermId>(m_terms.size() - 1);
}

TermId Ledger::append(Ledger other)
{
    const auto offset = static_cast<TermId>(m_terms.size());
    for (Term &term : other.m_terms) {
        for (TermInput &input : term.inputs) {
            if (auto *link = std::get_if<TermLink>(&input.link); link && link->term != noTerm)
                link->term += offset;
        }
        m_terms.push_back(std::move(term));
    }
    return offset;
}

} // namespace segplan
