// The readable answers of `segplan plan` and `segplan estimate`: aligned, in the current language.
#include "cli/commands.h"
#include "cli/plan_text.h"
#include "plan/presets.h"
#include "text/translated.h"
#include "zoo/zoo.h"

#include <algorithm>
#include <cmath>

namespace segplan::cli {

namespace {

const QString newLine = QStringLiteral("\n");

QString plain(const std::string &text) { return QString::fromStdString(text); }

QString precisionText(Precision p)
{
    switch (p) {
    case Precision::Fp32: return QStringLiteral("FP32");
    case Precision::Tf32: return QStringLiteral("TF32");
    case Precision::AmpFp16: return QStringLiteral("AMP FP16");
    case Precision::AmpBf16: return QStringLiteral("AMP BF16");
    }
    return {};
}

QString purchaseText(Purchase p)
{
    switch (p) {
    case Purchase::PayAsYouGo: return Cli::tr("pay-as-you-go");
    case Purchase::Spot: return Cli::tr("spot");
    case Purchase::Subscription: return Cli::tr("subscription");
    }
    return {};
}

QString fitsText(Fits f)
{
    switch (f) {
    case Fits::Yes: return Cli::tr("fits");
    case Fits::Tight: return Cli::tr("tight");
    case Fits::No: return Cli::tr("does not fit");
    }
    return {};
}

QString boundText(BoundBy b)
{
    switch (b) {
    case BoundBy::Compute: return Cli::tr("limited by arithmetic");
    case BoundBy::Memory: return Cli::tr("limited by memory traffic");
    case BoundBy::Launch: return Cli::tr("limited by kernel launches");
    case BoundBy::Input: return Cli::tr("limited by data loading");
    case BoundBy::Network: return Cli::tr("limited by communication");
    }
    return {};
}

QString memoryText(const MemoryEstimate &m)
{
    const QString range = Cli::tr("%1 to %2").arg(formatBytes(m.low), formatBytes(m.high));
    if (!m.usable)
        return Cli::tr("%1: %2 (%3); what the card gives is not known").arg(fitsText(m.fits), formatBytes(m.device.value), range);
    return Cli::tr("%1: %2 (%3) of %4").arg(fitsText(m.fits), formatBytes(m.device.value), range, formatBytes(m.usable->value));
}

QString validationText(const ValidationMemory &v)
{
    return Cli::tr("%1: %2 (%3 to %4), image of %5 x %6")
        .arg(fitsText(v.fits), formatBytes(v.device.value), formatBytes(v.low), formatBytes(v.high)).arg(v.replay.height).arg(v.replay.width);
}

// "3.20 GiB less, time +12 %, fits"
QString remedyText(const Remedy &r)
{
    const QString saved = r.saved.value.count() >= 0 ? Cli::tr("%1 less").arg(formatBytes(r.saved.value)) : Cli::tr("%1 more").arg(formatBytes(Bytes(0) - r.saved.value));
    if (!r.timeRatio)
        return Cli::tr("%1, %2").arg(saved, fitsText(r.fits));
    const double percent = std::round(100 * (*r.timeRatio - 1)) + 0.0; // no "-0"
    return Cli::tr("%1, time %2 %, %3").arg(saved, (percent > 0 ? QStringLiteral("+") : QString()) + formatNumber(percent, 0), fitsText(r.fits));
}

QString hoursRange(const Range<Seconds> &r)
{
    return Cli::tr("%1 (%2 to %3)").arg(formatHours(r.mid.hours()), formatHours(r.low.hours()), formatHours(r.high.hours()));
}

QString costText(const CostEstimate &c)
{
    return Cli::tr("%1 (%2 to %3)").arg(formatMoney(c.total.value), formatMoney(c.low), formatMoney(c.high));
}

QString workloadText(const Workload &w, const Knowledge *k)
{
    QStringList parts;
    const ModelInfo *model = zooModel(w.model);
    parts << (model ? plain(model->name) : plain(w.model));
    if (!w.backbone.empty())
        parts << plain(backboneName(w.backbone));
    const Dataset *d = k && !w.customDataset ? k->dataset(w.dataset) : nullptr;
    if (d)
        parts << translated(d->name);
    else if (w.customDataset && !w.customDataset->name.empty())
        parts << plain(w.customDataset->name);
    parts << Cli::tr("%1 classes").arg(formatInteger(w.classes));
    parts << Cli::tr("crop %1 x %2 (height x width)").arg(w.cropHeight).arg(w.cropWidth);
    parts << (w.schedule.unit == Schedule::Unit::Epochs ? Cli::tr("%1 epochs") : Cli::tr("%1 iterations")).arg(formatInteger(w.schedule.count));
    return parts.join(QStringLiteral(", "));
}

QString diskText(const DiskChoice &d, const Knowledge &k)
{
    const StorageKind *kind = k.storageKind(d.storageKind);
    return QStringLiteral("%1, %2\u00a0GiB").arg(kind ? translated(kind->name) : plain(d.storageKind), formatInteger(d.gib));
}

QString reasons(const Candidate &c)
{
    QStringList out;
    for (const Reason &r : c.reasons)
        out << translated(r.message);
    return out.join(QStringLiteral("; "));
}

QString cards(const Candidate &c)
{
    const QString one = QStringLiteral("%1 x %2").arg(c.gpus).arg(plain(c.gpu));
    return c.nodes > 1 ? Cli::tr("%1 machines of %2").arg(c.nodes).arg(one) : one;
}

void recommendation(Sheet &sheet, const Evaluation &e, const Knowledge &k)
{
    const Recommendation &r = e.recommendation;
    const Candidate &c = e.candidates[static_cast<std::size_t>(r.candidate)];
    sheet.heading(Cli::tr("Recommendation"));
    const Region *region = k.region(c.region);
    sheet.row(Cli::tr("instance"), plain(c.instanceType));
    sheet.row(QString(), Cli::tr("%1, %2, %3").arg(cards(c), region ? QStringLiteral("%1 (%2)").arg(translated(region->name), plain(c.region)) : plain(c.region), purchaseText(c.purchase)));
    sheet.row(Cli::tr("why"), translated(r.why));
    for (const Reason &reason : c.reasons) {
        if (const QString text = translated(reason.message); text != translated(r.why))
            sheet.note(text);
    }
    sheet.row(Cli::tr("setting"), Cli::tr("%1, batch per GPU %2, accumulation %3").arg(precisionText(c.precision)).arg(c.batchPerGpu).arg(c.accumulation));
    if (c.checkpointing)
        sheet.note(Cli::tr("with activation checkpointing"));
    if (c.memory) {
        sheet.row(Cli::tr("memory"), memoryText(*c.memory));
        if (c.memory->validation)
            sheet.row(Cli::tr("validation"), validationText(*c.memory->validation));
    }
    if (c.wallClock)
        sheet.row(Cli::tr("time"), hoursRange(*c.wallClock));
    if (c.time)
        sheet.note(Cli::tr("%1 per iteration, %2").arg(formatSeconds(c.time->perIteration.value), boundText(c.time->boundBy)));
    if (c.job)
        jobText(sheet, *c.job);
    if (c.cost) {
        sheet.row(Cli::tr("cost"), costText(*c.cost));
        for (const CostPart &part : c.cost->parts)
            sheet.note(QStringLiteral("%1: %2").arg(translated(part.name), formatMoney(part.amount.value)));
        for (const Text &missing : c.cost->notCounted)
            sheet.note(translated(missing));
    }
    if (!c.priceAsOf.empty())
        sheet.row(Cli::tr("price of"), formatDate(c.priceAsOf));
    if (r.next >= 0) {
        const Candidate &n = e.candidates[static_cast<std::size_t>(r.next)];
        sheet.row(Cli::tr("next best"), QStringLiteral("%1, %2%3").arg(plain(n.instanceType), n.wallClock ? formatHours(n.wallClock->mid.hours()) : QStringLiteral("-"),
                                                                    n.cost ? QStringLiteral(", ") + formatMoney(n.cost->total.value) : QString()));
    }

    sheet.heading(Cli::tr("Host"));
    sheet.row(QStringLiteral("vCPU"), Cli::tr("%1; needed %2, rule of thumb %3").arg(r.host.vcpu).arg(formatNumber(r.host.neededVcpu.value, 1)).arg(r.host.ruleVcpu));
    sheet.row(Cli::tr("host memory"), Cli::tr("%1; needed %2, rule of thumb %3").arg(formatBytes(r.host.memory), formatBytes(r.host.neededMemory.value), formatBytes(r.host.ruleMemory)));
    for (const Text &note : r.host.notes)
        sheet.note(translated(note));

    sheet.heading(Cli::tr("Storage"));
    sheet.row(Cli::tr("system disk"), diskText(r.storage.systemDisk, k));
    if (r.storage.dataDisk) {
        sheet.row(Cli::tr("data disk"), diskText(*r.storage.dataDisk, k));
        if (!r.storage.dataDisk->reason.empty())
            sheet.note(translated(r.storage.dataDisk->reason));
    }
    sheet.row(Cli::tr("reading"), Cli::tr("%1 MB/s needed").arg(formatNumber(r.storage.neededMbps.value, 1)));
    if (!r.storage.ruleDisk.storageKind.empty())
        sheet.row(Cli::tr("rule of thumb"), r.storage.ruleMonthly && r.storage.chosenMonthly
                      ? Cli::tr("%1: %2 a month instead of %3").arg(diskText(r.storage.ruleDisk, k), formatMoney(*r.storage.ruleMonthly), formatMoney(*r.storage.chosenMonthly))
                      : diskText(r.storage.ruleDisk, k));
    if (!r.storage.cacheReason.empty())
        sheet.row(Cli::tr("shared"), translated(r.storage.cacheReason));

    sheet.heading(Cli::tr("Network"));
    if (r.network.gbps)
        sheet.row(QStringLiteral("%1 Gbit/s").arg(formatNumber(*r.network.gbps, 0)), translated(r.network.reason));
    else
        sheet.note(translated(r.network.reason));
}

void candidates(Sheet &sheet, const Evaluation &e, int top)
{
    Table table({Cli::tr("rank"), Cli::tr("instance type"), Cli::tr("region"), QStringLiteral("GPU"), Cli::tr("buying"), Cli::tr("precision"), Cli::tr("batch"), Cli::tr("memory"),
                 Cli::tr("hours"), Cli::tr("cost"), Cli::tr("price of"), Cli::tr("why")},
                {0, 7, 8, 9});
    Table refused({Cli::tr("instance type"), Cli::tr("region"), QStringLiteral("GPU"), Cli::tr("buying"), Cli::tr("the first rule it breaks")});
    int shown = 0, accepted = 0, rejected = 0, shownRejected = 0;
    for (const Candidate &c : e.candidates) {
        if (c.status == CandidateStatus::Rejected) {
            ++rejected;
            if (shownRejected < top) {
                ++shownRejected;
                refused.add({plain(c.instanceType), plain(c.region), cards(c), purchaseText(c.purchase), reasons(c)});
            }
            continue;
        }
        ++accepted;
        if (shown == top)
            continue;
        ++shown;
        table.add({QString::number(c.rank), plain(c.instanceType), plain(c.region), cards(c), purchaseText(c.purchase), precisionText(c.precision),
                   QStringLiteral("%1 x %2").arg(c.batchPerGpu).arg(c.accumulation), c.memory ? formatBytes(c.memory->device.value) : QStringLiteral("-"),
                   c.wallClock ? formatNumber(c.wallClock->mid.hours(), 1) : QStringLiteral("-"), c.cost ? formatMoney(c.cost->total.value) : QStringLiteral("-"),
                   c.priceAsOf.empty() ? QStringLiteral("-") : formatDate(c.priceAsOf), reasons(c)});
    }
    if (!table.empty()) {
        sheet.heading(Cli::tr("Candidates (%1 of %2)").arg(shown).arg(accepted));
        sheet.raw(table.text(QStringLiteral("  ")));
    }
    if (!refused.empty()) {
        sheet.heading(Cli::tr("Rejected (%1 of %2)").arg(shownRejected).arg(rejected));
        sheet.raw(refused.text(QStringLiteral("  ")));
    }
}

} // namespace

QString planText(const Evaluated &evaluated, int top)
{
    const Evaluation &e = evaluated.evaluation;
    const Knowledge &k = *evaluated.knowledge;
    Sheet sheet;
    if (!e.plan.title.empty())
        sheet.heading(plain(e.plan.title));
    sheet.row(Cli::tr("workload"), workloadText(e.plan.workload, &k));
    sheet.row(Cli::tr("network"), Cli::tr("%1 million parameters, %2 GMAC per image").arg(formatNumber(static_cast<double>(e.parameters) / 1e6, 1), formatNumber(e.macsPerImage / 1e9, 1)));
    if (const PresetInfo *preset = presetInfo(e.plan.preset))
        sheet.row(Cli::tr("preset"), translated(preset->name));
    if (e.recommendation.candidate >= 0) {
        recommendation(sheet, e, k);
    } else {
        sheet.heading(Cli::tr("No instance meets the requirements"));
        if (!e.recommendation.why.empty())
            sheet.note(translated(e.recommendation.why));
    }
    if (e.recommendation.candidate >= 0)
        consequencesText(sheet, e);
    if (e.rule) {
        sheet.heading(Cli::tr("The rule of thumb"));
        sheet.note(translated(e.rule->rule));
        if (!e.rule->difference.empty()) {
            sheet.note(translated(e.rule->difference));
        } else if (e.rule->candidate >= 0) {
            const Candidate &c = e.candidates[static_cast<std::size_t>(e.rule->candidate)];
            sheet.note(QStringLiteral("%1 (%2): %3, %4").arg(plain(c.instanceType), plain(c.gpu), c.wallClock ? formatHours(c.wallClock->mid.hours()) : QStringLiteral("-"),
                                                           c.cost ? formatMoney(c.cost->total.value) : QStringLiteral("-")));
        }
    }
    bool first = true;
    for (const Issue &issue : e.issues) {
        if (first)
            sheet.heading(Cli::tr("Remarks"));
        first = false;
        sheet.row(issue.severity == Issue::Severity::Hint ? Cli::tr("hint") : Cli::tr("warning"), translated(issue.message));
    }
    candidates(sheet, e, top);
    sheet.note(Cli::tr("%1 ways to run and buy the job were compared").arg(formatInteger(static_cast<std::int64_t>(e.combinations))));
    if (e.nearest) {
        sheet.heading(Cli::tr("Nearest published measurement"));
        sheet.note(Cli::tr("%1: published %2, computed %3").arg(plain(e.nearest->label), formatBytes(e.nearest->published), formatBytes(e.nearest->ours)));
    }
    if (e.command && e.recommendation.candidate >= 0) {
        sheet.heading(Cli::tr("Command"));
        sheet.raw(plain(commandText(*e.command, e.plan.launch.shell)) + newLine);
    }
    sheet.heading(Cli::tr("Prices of %1, knowledge of %2. A price is not stock: ask before you count on a type.").arg(formatDate(e.pricesAsOf), formatDate(e.knowledgeVersion)));
    return sheet.done();
}

QString estimateText(const Workload &workload, const Gpu &gpu, const WorkloadEstimate &estimate)
{
    Sheet sheet;
    sheet.row(Cli::tr("workload"), workloadText(workload, nullptr));
    sheet.row(Cli::tr("setting"), Cli::tr("%1, batch per GPU %2, accumulation %3")
                                      .arg(precisionText(workload.precision.value_or(Precision::Fp32))).arg(workload.batchPerGpu.value_or(1)).arg(workload.gradientAccumulation));
    sheet.row(QStringLiteral("GPU"), plain(gpu.id));
    sheet.row(Cli::tr("network"), Cli::tr("%1 million parameters, %2 GMAC per image").arg(formatNumber(static_cast<double>(estimate.parameters) / 1e6, 1), formatNumber(estimate.macsPerImage / 1e9, 1)));
    const MemoryEstimate &m = estimate.memory;
    sheet.row(Cli::tr("memory"), memoryText(m));
    for (const MemoryPart &part : m.parts) {
        if (part.bytes.value.count() != 0)
            sheet.note(QStringLiteral("%1: %2").arg(translated(part.name), formatBytes(part.bytes.value)));
    }
    sheet.row(Cli::tr("allocated"), Cli::tr("%1 by tensors at the peak, %2 kept by the allocator").arg(formatBytes(m.allocated.value), formatBytes(m.reserved.value)));
    sheet.row(Cli::tr("peak at"), QStringLiteral("%1 (%2)").arg(plain(m.peakLayer), QString::fromLatin1(phaseName(m.peakPhase))));
    if (m.validation)
        sheet.row(Cli::tr("validation"), validationText(*m.validation));
    if (estimate.maxBatchPerGpu > 0)
        sheet.row(Cli::tr("largest batch"), formatInteger(estimate.maxBatchPerGpu));
    if (estimate.time)
        sheet.row(Cli::tr("time"), Cli::tr("%1 per iteration (%2 to %3), %4").arg(formatSeconds(estimate.time->perIteration.value), formatSeconds(estimate.time->low),
                                                                                 formatSeconds(estimate.time->high), boundText(estimate.time->boundBy)));
    else
        sheet.row(Cli::tr("time"), Cli::tr("not known: the card's speed at this precision is not known"));
    if (estimate.nearest)
        sheet.row(Cli::tr("nearest measurement"), Cli::tr("%1: published %2, computed %3").arg(plain(estimate.nearest->label), formatBytes(estimate.nearest->published), formatBytes(estimate.nearest->ours)));
    if (estimate.largestCrop)
        sheet.row(Cli::tr("largest crop"), Cli::tr("%1 x %2 (height x width) at this batch").arg(estimate.largestCrop->height).arg(estimate.largestCrop->width));
    for (const Remedy &r : estimate.remedies)
        sheet.row(translated(r.name), remedyText(r));
    std::vector<StepReplay::Layer> layers = m.layers;
    std::stable_sort(layers.begin(), layers.end(), [](const auto &a, const auto &b) { return a.saved > b.saved; });
    if (layers.empty())
        return sheet.done();
    QString text = sheet.done();
    Table table({Cli::tr("layer"), Cli::tr("kept for backward"), Cli::tr("parameters"), QStringLiteral("GMAC")}, {1, 2, 3});
    for (const StepReplay::Layer &layer : layers) {
        if (layer.saved.count() > 0 || layer.parameters > 0 || layer.macs > 0)
            table.add({plain(layer.path), formatBytes(layer.saved), formatInteger(layer.parameters), formatNumber(layer.macs / 1e9, 2)});
    }
    return text + newLine + table.text();
}

} // namespace segplan::cli
