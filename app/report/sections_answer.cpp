#include "report/sections.h"

#include "charts/candidate_model.h"
#include "charts/cost_time_chart.h"
#include "plan/fields.h"
#include "text/translated.h"

#include <QCoreApplication>
#include <QDate>
#include <algorithm>
#include <cmath>

namespace segplan {

namespace {

struct Words { Q_DECLARE_TR_FUNCTIONS(segplan::Report) };

QString choiceName(const FieldSpec &field, const std::string &id, const ReportInput &in)
{
    if (field.choices) {
        for (const FieldChoice &choice : field.choices(in.evaluation.plan, in.knowledge)) {
            if (choice.id == id)
                return choice.name.empty() ? (choice.text.empty() ? QString::fromStdString(id) : translated(choice.text)) : translated(choice.name);
        }
    }
    return QString::fromStdString(id);
}

QString valueText(const FieldSpec &field, const ReportInput &in)
{
    FieldValue value = field.get(in.evaluation.plan);
    if (std::holds_alternative<std::monostate>(value) && field.derived)
        value = field.derived(in.evaluation.plan, in.knowledge);
    const QString unit = translated(field.unit);
    const auto withUnit = [&unit](const QString &number) { return unit.isEmpty() ? number : QStringLiteral("%1 %2").arg(number, unit); };
    if (const bool *b = std::get_if<bool>(&value))
        return *b ? Words::tr("yes") : Words::tr("no");
    if (const auto *n = std::get_if<std::int64_t>(&value))
        return field.choices ? choiceName(field, std::to_string(*n), in) : withUnit(formatInteger(*n));
    if (const double *d = std::get_if<double>(&value))
        return withUnit(formatNumber(*d, field.decimals));
    if (const auto *s = std::get_if<std::string>(&value))
        return s->empty() ? QString() : choiceName(field, *s, in);
    if (const auto *list = std::get_if<std::vector<std::string>>(&value)) {
        QStringList names;
        for (const std::string &id : *list)
            names << choiceName(field, id, in);
        return names.join(QLocale().language() == QLocale::Chinese ? QStringLiteral("、") : QStringLiteral(", "));
    }
    return field.unsetText.empty() ? QString() : translated(field.unsetText);
}

QString fieldText(const char *pointer, const ReportInput &in)
{
    const FieldSpec *field = fieldSpec(pointer);
    return field ? valueText(*field, in) : QString();
}

// Bar of used against usable memory with its range, as in the window.
void fitBar(PageWriter &page, const QRectF &bar, const MemoryEstimate &memory)
{
    QCPPainter &p = page.painter();
    const Palette &c = page.palette();
    if (!memory.usable || memory.usable->value.count() <= 0)
        return;
    const double full = std::max({memory.usable->value.gib(), memory.high.gib(), memory.device.value.gib()}) * 1.04;
    const auto at = [&](Bytes b) { return bar.left() + bar.width() * b.gib() / full; };
    const QColor colour = memory.fits == Fits::Yes ? c.fits : memory.fits == Fits::Tight ? c.tight : c.no;
    QColor pale = colour;
    pale.setAlpha(110);
    p.fillRect(bar, c.grid);
    p.fillRect(QRectF(bar.topLeft(), QPointF(at(memory.device.value), bar.bottom())), colour);
    p.fillRect(QRectF(QPointF(at(memory.device.value), bar.top()), QPointF(at(memory.high), bar.bottom())), pale);
    p.setPen(QPen(c.text, 1.4));
    p.drawLine(QLineF(at(memory.usable->value), bar.top() - 3, at(memory.usable->value), bar.bottom() + 3));
}

// A disk's price per hour is a fraction of a fen: small amounts keep their digits.
QString quantityText(const Quantity &q)
{
    if (q.unit == Quantity::Unit::Money && q.number != 0 && std::abs(q.number) < 0.1)
        return QStringLiteral("%1 %2").arg(QString::fromLatin1(currencyCode(q.currency)), QLocale().toString(q.number, 'g', 3));
    return formatQuantity(q);
}

void termLines(PageWriter &page, const ReportInput &in, TermId id, std::vector<TermId> &done)
{
    if (!in.evaluation.ledger.contains(id) || std::find(done.begin(), done.end(), id) != done.end())
        return;
    done.push_back(id);
    const Term &term = in.evaluation.ledger.term(id);
    page.subheading(Words::tr("%1: %2").arg(translated(term.title), formatQuantity(term.result)));
    if (*term.formula)
        page.paragraph(QString::fromUtf8(term.formula), {10.6, false, true}, 0, 3);
    QStringList inputs;
    for (const TermInput &input : term.inputs)
        inputs << (*input.symbol ? Words::tr("%1 = %2 (%3)").arg(QString::fromUtf8(input.symbol), quantityText(input.value), translated(input.title))
                                 : Words::tr("%1 (%2)").arg(quantityText(input.value), translated(input.title)));
    page.paragraph(inputs.join(QStringLiteral("; ")), {10.5, false, false, page.palette().muted}, 0, 3);
    for (const Text &note : term.notes)
        page.paragraph(translated(note), {10.5, false, false, page.palette().muted}, 0, 3);
}

} // namespace

void coverSection(PageWriter &page, const ReportInput &in)
{
    const Plan &plan = in.evaluation.plan;
    const Palette &c = page.palette();
    QRectF mark = page.block(20);
    page.drawText(mark.topLeft(), page.width(), Words::tr("SegPlan · which GPU instance to rent"), {11, true, false, c.accent});
    page.drawText(mark.topLeft(), page.width(), formatDate(QDate::currentDate().toString(Qt::ISODate).toStdString()), {11, false, false, c.muted, Qt::AlignRight});
    const QString model = fieldText("/workload/model", in), backbone = fieldText("/workload/backbone", in);
    const QString dataset = plan.workload.customDataset ? QString::fromStdString(plan.workload.customDataset->name) : fieldText("/workload/dataset", in);
    const QString title = plan.title.empty() ? (backbone.isEmpty() ? model : Words::tr("%1 with %2", "model with backbone").arg(model, backbone)) : QString::fromStdString(plan.title);
    page.gap(6);
    page.paragraph(title, {25, true}, 0, 4);
    const QString size = QStringLiteral("%1 × %2").arg(plan.workload.cropWidth).arg(plan.workload.cropHeight);
    page.paragraph(backbone.isEmpty() ? Words::tr("Which Alibaba Cloud GPU instance should be rented to train %1 on %2 at %3 pixels, how long will it take, and what will it cost?").arg(model, dataset, size)
                                      : Words::tr("Which Alibaba Cloud GPU instance should be rented to train %1 with %2 on %3 at %4 pixels, how long will it take, and what will it cost?").arg(model, backbone, dataset, size),
                   {13, false, false, c.muted}, 0, 12);
}

void answerSection(PageWriter &page, const ReportInput &in)
{
    const Evaluation &e = in.evaluation;
    const Palette &c = page.palette();
    if (!in.chosen) {
        page.section(Words::tr("The answer"));
        bool broken = false;
        for (const Issue &issue : e.issues)
            broken = broken || issue.severity == Issue::Severity::Error;
        const QString why = translated(e.recommendation.why);
        page.paragraph(broken ? Words::tr("The plan contains an error and could not be evaluated.") : why.isEmpty() ? Words::tr("No instance type meets the requirements.") : why,
                       {15, true, false, c.no}, 0, 6);
    } else {
        const Candidate &best = *in.chosen;
        page.section(Words::tr("The answer"), 170);
        const QRectF card = page.block(122);
        page.painter().setPen(QPen(c.line, 1));
        page.painter().setBrush(Qt::NoBrush);
        page.painter().drawRoundedRect(card, 6, 6);
        const double x = card.left() + 16, third = (card.width() - 32) / 3;
        double y = card.top() + 12;
        y += page.drawText({x, y}, card.width() - 32, QString::fromStdString(best.instanceType), {19, true});
        const Region *region = in.knowledge.region(best.region);
        const QString where = region ? translated(region->name) : QString::fromStdString(best.region);
        y += page.drawText({x, y}, card.width() - 32, QStringLiteral("%1 · %2 · %3 · %4").arg(CandidateModel::cell(e, best, CandidateModel::Card), where, purchaseWord(best.purchase),
                           Words::tr("batch %1 per GPU × %2 accumulated, %3").arg(best.batchPerGpu).arg(best.accumulation).arg(precisionWord(best.precision))), {11, false, false, c.muted});
        y += 8;
        const TextStyle small{10.5, false, false, c.muted}, figure{17, true};
        if (best.memory) {
            const MemoryEstimate &m = *best.memory;
            const QColor colour = m.fits == Fits::Yes ? c.fits : m.fits == Fits::Tight ? c.tight : c.no;
            const QString verdict = m.fits == Fits::Yes ? Words::tr("Fits: %1 of %2") : m.fits == Fits::Tight ? Words::tr("Tight: %1 of %2") : Words::tr("Does not fit: %1 of %2");
            page.drawText({x, y}, third - 8, verdict.arg(formatNumber(m.device.value.gib(), 1), m.usable ? formatBytes(m.usable->value) : Words::tr("unknown")), {11.5, true, false, colour});
            fitBar(page, QRectF(x, y + 21, third - 30, 9), m);
            page.drawText({x, y + 36}, third - 8, QStringLiteral("%1 – %2").arg(formatNumber(m.low.gib(), 1), formatBytes(m.high)), small);
        }
        if (best.wallClock) {
            page.drawText({x + third, y}, third - 8, Words::tr("Time"), small);
            page.drawText({x + third, y + 14}, third - 8, formatHours(best.wallClock->mid.hours()), figure);
            page.drawText({x + third, y + 38}, third - 8, QStringLiteral("%1 – %2").arg(formatNumber(best.wallClock->low.hours(), 1), formatHours(best.wallClock->high.hours())), small);
        }
        if (best.cost) {
            page.drawText({x + 2 * third, y}, third, Words::tr("Cost of the job"), small);
            page.drawText({x + 2 * third, y + 14}, third, formatMoney(best.cost->total.value), figure);
            page.drawText({x + 2 * third, y + 38}, third, QStringLiteral("%1 – %2").arg(formatMoney(best.cost->low), formatMoney(best.cost->high)), small);
        }
        page.gap(10);
        page.paragraph(translated(e.recommendation.why), {13});
        if (e.recommendation.next >= 0) {
            const Candidate &next = e.candidates[static_cast<std::size_t>(e.recommendation.next)];
            QStringList figures;
            if (next.wallClock)
                figures << formatHours(next.wallClock->mid.hours());
            if (next.cost)
                figures << formatMoney(next.cost->total.value);
            page.paragraph(Words::tr("Next best: %1 (%2), %3").arg(QString::fromStdString(next.instanceType), cardLabel(next), figures.join(QStringLiteral(", "))));
        }
        if (!best.priceAsOf.empty()) {
            QString age = Words::tr("Price of %1.").arg(formatDate(best.priceAsOf));
            if (best.cost && best.cost->estimatedPrice)
                age = Words::tr("Price of %1, estimated by a rule and not quoted.").arg(formatDate(best.priceAsOf));
            else if (best.cost && best.cost->weakPrice)
                age = Words::tr("Price of %1, from one second-hand observation: check it before renting.").arg(formatDate(best.priceAsOf));
            page.paragraph(age, {11, false, false, c.muted});
        }
    }
    for (const Issue &issue : e.issues) {
        const bool error = issue.severity == Issue::Severity::Error, warning = issue.severity == Issue::Severity::Warning;
        const QString word = error ? Words::tr("Error: %1") : warning ? Words::tr("Warning: %1") : Words::tr("Hint: %1");
        page.bullet(word.arg(translated(issue.message)), {11, false, false, error ? c.no : warning ? c.tight : c.muted});
    }
}

void questionSection(PageWriter &page, const ReportInput &in)
{
    page.section(Words::tr("The question"));
    const std::pair<FieldSection, QString> parts[] = {{FieldSection::Model, Words::tr("Model")}, {FieldSection::Data, Words::tr("Data")},
                                                      {FieldSection::Training, Words::tr("Training")}, {FieldSection::Limits, Words::tr("Limits")},
                                                      {FieldSection::Job, Words::tr("Job")}};
    for (const auto &[section, title] : parts) {
        std::vector<std::pair<QString, QString>> values;
        for (const FieldSpec &field : fieldTable()) {
            if (field.section != section || !field.get || (field.applies && !field.applies(in.evaluation.plan)))
                continue;
            const QString value = valueText(field, in);
            if (!value.isEmpty())
                values.emplace_back(translated(field.label), value);
        }
        if (!values.empty()) {
            page.subheading(title);
            page.pairs(values);
        }
    }
}

void reasonsSection(PageWriter &page, const ReportInput &in)
{
    const Evaluation &e = in.evaluation;
    page.section(Words::tr("Why"));
    QStringList said{translated(e.recommendation.why)};
    page.bullet(said.front());
    if (in.chosen) {
        for (const Reason &reason : in.chosen->reasons) {
            const QString text = translated(reason.message);
            if (!said.contains(text))
                page.bullet(text);
            said << text;
        }
        if (in.chosen->cost) {
            page.subheading(Words::tr("Parts of the cost"));
            std::vector<std::pair<QString, QString>> parts;
            for (const CostPart &part : in.chosen->cost->parts)
                parts.emplace_back(translated(part.name), formatMoney(part.amount.value));
            parts.emplace_back(Words::tr("whole job"), formatMoney(in.chosen->cost->total.value));
            page.pairs(parts);
            for (const Text &missing : in.chosen->cost->notCounted)
                page.bullet(Words::tr("Not counted: %1").arg(translated(missing)), {11, false, false, page.palette().tight});
        }
        if (in.chosen->time) {
            const TimeEstimate &t = *in.chosen->time;
            page.subheading(Words::tr("Where an iteration's time goes: %1").arg(formatSeconds(t.perIteration.value)));
            page.pairs({{Words::tr("arithmetic"), formatSeconds(t.compute.value)},
                        {Words::tr("memory traffic"), formatSeconds(t.memoryTraffic.value)},
                        {Words::tr("kernel launches"), formatSeconds(t.launch.value)},
                        {Words::tr("communication"), formatSeconds(t.communication.value)},
                        {Words::tr("optimizer"), formatSeconds(t.optimizer.value)},
                        {Words::tr("input pipeline (beside the GPU)"), formatSeconds(t.input.value)}});
        }
    }
    if (e.nearest)
        page.bullet(Words::tr("Nearest published measurement: %1, %2 published, %3 computed here (%4).")
                        .arg(QString::fromStdString(e.nearest->label), formatBytes(e.nearest->published), formatBytes(e.nearest->ours), QString::fromStdString(e.nearest->source.text)));
}

void computationSection(PageWriter &page, const ReportInput &in)
{
    if (!in.chosen)
        return;
    page.section(Words::tr("How the figures were computed"));
    std::vector<TermId> done;
    const Evaluation &e = in.evaluation;
    for (TermId id : {e.parametersTerm, e.macsTerm})
        termLines(page, in, id, done);
    const std::optional<MemoryEstimate> &memory = e.memory ? e.memory : in.chosen->memory;
    if (memory) {
        termLines(page, in, memory->device.term, done);
        for (const MemoryPart &part : memory->parts) {
            if (part.bytes.value.count() > 0)
                termLines(page, in, part.bytes.term, done);
        }
    }
    if (in.chosen->time)
        termLines(page, in, in.chosen->time->perIteration.term, done);
    termLines(page, in, in.chosen->wallClockTerm, done);
    if (in.chosen->cost) {
        termLines(page, in, in.chosen->cost->total.term, done);
        for (const CostPart &part : in.chosen->cost->parts)
            termLines(page, in, part.amount.term, done);
    }
}

} // namespace segplan
