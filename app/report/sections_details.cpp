#include "report/sections.h"

#include "charts/candidate_model.h"
#include "charts/cost_time_chart.h"
#include "text/translated.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <set>

namespace segplan {

namespace {

struct Words { Q_DECLARE_TR_FUNCTIONS(segplan::Report) };

QString diskText(const DiskChoice &disk, const Knowledge &knowledge)
{
    const StorageKind *kind = knowledge.storageKind(disk.storageKind);
    return Words::tr("%1, %2 GiB").arg(kind ? translated(kind->name) : QString::fromStdString(disk.storageKind), formatInteger(disk.gib));
}

// Terms a figure rests on, itself included.
void reach(const Ledger &ledger, TermId id, std::set<TermId> &seen)
{
    if (!ledger.contains(id) || !seen.insert(id).second)
        return;
    for (const TermInput &input : ledger.term(id).inputs) {
        if (const auto *link = std::get_if<TermLink>(&input.link))
            reach(ledger, link->term, seen);
    }
}

std::set<TermId> termsBehindTheAnswer(const ReportInput &in)
{
    const Evaluation &e = in.evaluation;
    std::set<TermId> seen;
    for (TermId id : {e.parametersTerm, e.macsTerm})
        reach(e.ledger, id, seen);
    const auto memory = [&](const MemoryEstimate &m) {
        for (TermId id : {m.saved.term, m.allocated.term, m.reserved.term, m.device.term})
            reach(e.ledger, id, seen);
        if (m.usable)
            reach(e.ledger, m.usable->term, seen);
        for (const MemoryPart &part : m.parts)
            reach(e.ledger, part.bytes.term, seen);
    };
    if (e.memory)
        memory(*e.memory);
    if (in.chosen) {
        if (in.chosen->memory)
            memory(*in.chosen->memory);
        if (in.chosen->time) {
            const TimeEstimate &t = *in.chosen->time;
            for (TermId id : {t.perIteration.term, t.compute.term, t.memoryTraffic.term, t.launch.term, t.communication.term, t.optimizer.term, t.input.term})
                reach(e.ledger, id, seen);
        }
        reach(e.ledger, in.chosen->wallClockTerm, seen);
        if (in.chosen->cost) {
            reach(e.ledger, in.chosen->cost->total.term, seen);
            for (const CostPart &part : in.chosen->cost->parts)
                reach(e.ledger, part.amount.term, seen);
        }
        for (TermId id : {e.recommendation.host.neededVcpu.term, e.recommendation.host.neededMemory.term, e.recommendation.storage.neededMbps.term, e.recommendation.network.term})
            reach(e.ledger, id, seen);
    }
    return seen;
}

} // namespace

void candidatesSection(PageWriter &page, const ReportInput &in)
{
    const Evaluation &e = in.evaluation;
    if (e.candidates.empty())
        return;
    page.section(Words::tr("All candidates"));
    int accepted = 0;
    std::set<std::string> regions;
    std::set<Purchase> purchases;
    for (const Candidate &c : e.candidates) {
        accepted += c.status != CandidateStatus::Rejected;
        regions.insert(c.region);
        purchases.insert(c.purchase);
    }
    page.paragraph(Words::tr("%1 acceptable, %2 rejected. A rejected type names the first rule that rejected it.").arg(accepted).arg(static_cast<int>(e.candidates.size()) - accepted),
                   {10.8, false, false, page.palette().muted});
    const std::vector<TableColumn> columns = {{CandidateModel::heading(CandidateModel::Type), 148}, {CandidateModel::heading(CandidateModel::Card), 76},
                                              {CandidateModel::heading(CandidateModel::FitsColumn), 42}, {CandidateModel::heading(CandidateModel::Batch), 50},
                                              {CandidateModel::heading(CandidateModel::Hours), 48, Qt::AlignRight},
                                              {CandidateModel::heading(CandidateModel::Cost), 80, Qt::AlignRight},
                                              {CandidateModel::heading(CandidateModel::PriceDate), 56},
                                              {CandidateModel::heading(CandidateModel::ReasonColumn), 0}};
    const Palette &p = page.palette();
    std::vector<std::vector<TableCell>> rows;
    for (const Candidate &c : e.candidates) {
        const bool rejected = c.status == CandidateStatus::Rejected, best = &c == in.chosen;
        const QColor text = rejected ? p.muted : p.text;
        QStringList where;
        if (regions.size() > 1)
            where << QString::fromStdString(c.region);
        if (purchases.size() > 1)
            where << purchaseWord(c.purchase);
        const auto cell = [&](int column) { return CandidateModel::cell(e, c, column); };
        const QColor fit = !c.memory ? p.muted : c.memory->fits == Fits::Yes ? p.fits : c.memory->fits == Fits::Tight ? p.tight : p.no;
        rows.push_back({{cell(CandidateModel::Type), text, best, where.join(QStringLiteral(" · "))}, {cell(CandidateModel::Card), text}, {cell(CandidateModel::FitsColumn), fit},
                        {cell(CandidateModel::Batch), text}, {cell(CandidateModel::Hours), text, best}, {cell(CandidateModel::Cost), text, best},
                        {cell(CandidateModel::PriceDate), p.muted}, {cell(CandidateModel::ReasonColumn), rejected ? p.no : p.muted}});
    }
    page.table(columns, rows);
}

void setupSection(PageWriter &page, const ReportInput &in)
{
    if (!in.chosen)
        return;
    const Recommendation &r = in.evaluation.recommendation;
    const Candidate &best = *in.chosen;
    page.section(Words::tr("CPU, memory, storage and network"));
    page.subheading(Words::tr("CPU and memory"));
    page.pairs({{Words::tr("vCPU needed by the loader"), formatNumber(r.host.neededVcpu.value, 1)},
                {Words::tr("vCPU of the instance"), formatInteger(r.host.vcpu)},
                {Words::tr("memory needed"), formatBytes(r.host.neededMemory.value)},
                {Words::tr("memory of the instance"), formatBytes(r.host.memory)},
                {Words::tr("rule of thumb: vCPU"), formatInteger(r.host.ruleVcpu)},
                {Words::tr("rule of thumb: memory"), formatBytes(r.host.ruleMemory)}});
    for (const Text &note : r.host.notes)
        page.bullet(translated(note));
    page.subheading(Words::tr("Storage"));
    std::vector<std::pair<QString, QString>> disks = {{Words::tr("system disk"), diskText(r.storage.systemDisk, in.knowledge)}};
    if (r.storage.dataDisk)
        disks.emplace_back(Words::tr("data disk"), diskText(*r.storage.dataDisk, in.knowledge));
    disks.emplace_back(Words::tr("reading throughput needed"), Words::tr("%1 MB/s").arg(formatNumber(r.storage.neededMbps.value, 0)));
    if (r.storage.chosenMonthly)
        disks.emplace_back(Words::tr("price per month"), formatMoney(*r.storage.chosenMonthly));
    if (!r.storage.ruleDisk.storageKind.empty())
        disks.emplace_back(Words::tr("rule of thumb"), diskText(r.storage.ruleDisk, in.knowledge));
    if (r.storage.ruleMonthly)
        disks.emplace_back(Words::tr("its price per month"), formatMoney(*r.storage.ruleMonthly));
    page.pairs(disks);
    page.bullet(translated(r.storage.systemDisk.reason));
    if (r.storage.dataDisk)
        page.bullet(translated(r.storage.dataDisk->reason));
    page.bullet(translated(r.storage.cacheReason));
    page.subheading(Words::tr("Network"));
    const InstanceType *type = in.knowledge.instanceType(best.instanceType);
    if (r.network.gbps)
        page.bullet(Words::tr("%1 Gbit/s").arg(formatNumber(*r.network.gbps, 0)));
    else if (type && type->networkGbps)
        page.bullet(Words::tr("%1 Gbit/s").arg(formatNumber(*type->networkGbps, 0)));
    page.bullet(translated(r.network.reason));
}

void ruleSection(PageWriter &page, const ReportInput &in)
{
    const Evaluation &e = in.evaluation;
    if (!e.rule)
        return;
    page.section(Words::tr("The rule of thumb beside the computed answer"));
    page.paragraph(translated(e.rule->rule));
    const auto row = [&](const QString &name, const Candidate *c, const QString &gpu) -> std::vector<TableCell> {
        if (!c)
            return {{name}, {gpu}, {Words::tr("no such candidate")}, {QStringLiteral("–")}, {QStringLiteral("–")}, {QString()}};
        return {{name}, {cardLabel(*c)}, {QString::fromStdString(c->instanceType)}, {CandidateModel::cell(e, *c, CandidateModel::Hours)},
                {CandidateModel::cell(e, *c, CandidateModel::Cost)},
                {c->status == CandidateStatus::Rejected ? CandidateModel::cell(e, *c, CandidateModel::ReasonColumn) : Words::tr("acceptable"),
                 c->status == CandidateStatus::Rejected ? page.palette().no : page.palette().fits}};
    };
    const Candidate *ruled = e.rule->candidate >= 0 ? &e.candidates[static_cast<std::size_t>(e.rule->candidate)] : nullptr;
    page.table({{QString(), 110}, {CandidateModel::heading(CandidateModel::Card), 90}, {CandidateModel::heading(CandidateModel::Type), 150},
                {CandidateModel::heading(CandidateModel::Hours), 60, Qt::AlignRight}, {CandidateModel::heading(CandidateModel::Cost), 90, Qt::AlignRight}, {QString(), 0}},
               {row(Words::tr("rule of thumb"), ruled, QString::fromStdString(e.rule->gpu)), row(Words::tr("computed"), in.chosen, QStringLiteral("–"))});
}

void commandSection(PageWriter &page, const ReportInput &in)
{
    const Evaluation &e = in.evaluation;
    if (!e.command)
        return;
    page.section(Words::tr("The launch command"));
    page.code(QString::fromStdString(commandText(*e.command, e.plan.launch.shell)));
    QStringList open;
    std::vector<std::vector<TableCell>> rows;
    for (const LaunchArgument &argument : e.command->arguments) {
        if (argument.placeholder)
            open << QString::fromStdString(argument.name);
        rows.push_back({{QString::fromStdString(argument.name)}, {QString::fromStdString(argument.value), argument.placeholder ? page.palette().tight : QColor()},
                        {translated(argument.reason), page.palette().muted}});
    }
    if (!open.isEmpty())
        page.paragraph(Words::tr("Still to fill in: %1").arg(open.join(QStringLiteral(", "))), {11.5, true, false, page.palette().tight});
    page.table({{Words::tr("Argument"), 190}, {Words::tr("Value"), 190}, {Words::tr("Why"), 0}}, rows);
    QStringList seen;
    std::vector<Text> notes = e.command->notes;
    notes.insert(notes.end(), e.recommendation.launchNotes.begin(), e.recommendation.launchNotes.end());
    for (const Text &note : notes) {
        const QString text = translated(note);
        if (!seen.contains(text))
            page.bullet(text);
        seen << text;
    }
}

void sourcesSection(PageWriter &page, const ReportInput &in)
{
    const Evaluation &e = in.evaluation;
    page.section(Words::tr("Assumptions and sources"));
    page.pairs({{Words::tr("knowledge of"), QString::fromStdString(e.knowledgeVersion)},
                {Words::tr("newest price"), QString::fromStdString(e.pricesAsOf)},
                {Words::tr("price used"), in.chosen && !in.chosen->priceAsOf.empty() ? QString::fromStdString(in.chosen->priceAsOf) : QStringLiteral("–")},
                {Words::tr("combinations looked at"), formatInteger(static_cast<std::int64_t>(e.combinations))}});
    const std::set<TermId> terms = termsBehindTheAnswer(in);
    std::set<std::string> calibrations;
    std::map<std::string, std::string> sources; // text -> date
    for (TermId id : terms) {
        const Term &term = e.ledger.term(id);
        for (const Source &source : term.sources)
            sources.emplace(source.text, source.date);
        for (const TermInput &input : term.inputs) {
            if (const auto *fact = std::get_if<FactLink>(&input.link))
                calibrations.insert(fact->key);
        }
    }
    std::vector<std::vector<TableCell>> beliefs;
    const Gpu *gpu = in.chosen ? in.knowledge.gpu(in.chosen->gpu) : nullptr;
    const std::string prefix = "calibration/";
    for (const std::string &key : calibrations) {
        const Calibration *used = key.starts_with(prefix) ? in.knowledge.calibrated(key.substr(prefix.size()), gpu ? gpu->id : "", gpu ? gpu->architecture : "") : nullptr;
        if (!used)
            continue;
        const Calibration &c = *used;
        const QString name = c.scope.empty() ? QString::fromStdString(c.key) : Words::tr("%1 (%2)").arg(QString::fromStdString(c.key), QString::fromStdString(c.scope));
        beliefs.push_back({{name}, {c.unit == "bytes" ? formatBytes(Bytes(static_cast<std::int64_t>(c.value))) : QLocale().toString(c.value, 'g', 5)}, {translated(c.note), page.palette().muted, false, QString::fromStdString(c.source.text)},
                           {QString::fromStdString(c.source.date), page.palette().muted}});
        sources.erase(c.source.text);
    }
    if (!beliefs.empty()) {
        page.subheading(Words::tr("Calibrated values used"));
        page.table({{Words::tr("Key"), 180}, {Words::tr("Value"), 74, Qt::AlignRight}, {Words::tr("Conditions and source"), 0}, {Words::tr("Date"), 74}}, beliefs, 10);
    }
    std::vector<std::vector<TableCell>> rows;
    for (const auto &[text, date] : sources)
        rows.push_back({{QString::fromStdString(text)}, {date.empty() ? Words::tr("undated") : QString::fromStdString(date), page.palette().muted}});
    if (!rows.empty()) {
        page.subheading(Words::tr("Sources behind the answer"));
        page.table({{Words::tr("Source"), 0}, {Words::tr("Date"), 80}}, rows, 10);
    }
}

} // namespace segplan
