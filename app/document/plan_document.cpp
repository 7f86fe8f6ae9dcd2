#include "document/plan_document.h"

#include "document/plan_command.h"
#include "plan/file.h"
#include "prices/book.h"
#include "text/translated.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace segplan {

PlanDocument::PlanDocument(const Knowledge &knowledge, QObject *parent) : QObject(parent), m_knowledge(knowledge), m_presets(knowledge)
{
    connect(&m_undo, &QUndoStack::cleanChanged, this, &PlanDocument::fileChanged);
}

const Plan &PlanDocument::baseline() const
{
    const Preset *preset = m_plan.preset.empty() ? nullptr : m_presets.find(QString::fromStdString(m_plan.preset));
    return preset ? preset->plan : m_default;
}

void PlanDocument::replacePlan(const Plan &plan)
{
    m_plan = plan;
    emit planChanged();
}

void PlanDocument::push(const std::string &mergeKey, const Text &label, Plan next)
{
    if (samePlan(next, m_plan))
        return;
    m_undo.push(new PlanCommand(*this, mergeKey, label, m_plan, std::move(next)));
}

Errors PlanDocument::setField(const std::string &pointer, const FieldValue &value)
{
    const FieldSpec *field = fieldSpec(pointer);
    if (!field)
        return {Error{ErrorCode::UnknownKey, {}, pointer, SP_T("core", "there is no such field"), {}}};
    Errors errors = checkField(*field, value, m_plan, m_knowledge);
    if (errors.empty())
        push(pointer, Text(SP_T("core", "change of \"%1\""), {field->label}), withField(m_plan, pointer, value, m_knowledge));
    return errors;
}

FieldValue PlanDocument::valueWithoutUser(const FieldSpec &field) const
{
    if (field.derived) {
        FieldValue derived = field.derived(m_plan, m_knowledge);
        if (!std::holds_alternative<std::monostate>(derived))
            return derived;
    }
    return field.get(baseline());
}

FieldState PlanDocument::state(const FieldSpec &field) const
{
    const FieldValue value = field.get(m_plan);
    if (field.derived) {
        const FieldValue derived = field.derived(m_plan, m_knowledge);
        const bool known = !std::holds_alternative<std::monostate>(derived);
        if (known && (value == derived || std::holds_alternative<std::monostate>(value)))
            return FieldState::Derived;
    }
    return value == field.get(baseline()) ? FieldState::Default : FieldState::Changed;
}

void PlanDocument::resetField(const std::string &pointer)
{
    if (const FieldSpec *field = fieldSpec(pointer)) {
        push(pointer, Text(SP_T("core", "reset of \"%1\""), {field->label}),
             withField(m_plan, pointer, valueWithoutUser(*field), m_knowledge));
    }
}

Errors PlanDocument::applyFix(const Fix &fix)
{
    Plan next = m_plan;
    Errors errors;
    for (const auto &[pointer, value] : fix.changes) {
        const FieldSpec *field = fieldSpec(pointer);
        if (!field) {
            errors.push_back(Error{ErrorCode::UnknownKey, {}, pointer, SP_T("core", "there is no such field"), {}});
            continue;
        }
        const Errors wrong = checkField(*field, value, next, m_knowledge);
        errors.insert(errors.end(), wrong.begin(), wrong.end());
        if (wrong.empty())
            next = withField(std::move(next), pointer, value, m_knowledge);
    }
    if (errors.empty())
        push({}, fix.label, std::move(next));
    return errors;
}

void PlanDocument::applyPreset(const Preset &preset)
{
    Plan next = preset.plan;
    next.launch = m_plan.launch;
    next.prices = m_plan.prices;
    push({}, SP_T("core", "preset"), std::move(next));
}

void PlanDocument::useCurrentPrices()
{
    push({}, SP_T("core", "use of today's prices"), reprice(m_plan, m_knowledge).plan);
}

void PlanDocument::setPrices(PriceBook book)
{
    Plan next = m_plan;
    if (book.entries.empty() && book.storage.empty())
        next.prices.reset();
    else
        next.prices = std::move(book);
    if (next.prices != m_plan.prices)
        push({}, SP_T("core", "change of prices"), std::move(next));
}

QString PlanDocument::undoLabel() const
{
    const auto *command = m_undo.canUndo() ? dynamic_cast<const PlanCommand *>(m_undo.command(m_undo.index() - 1)) : nullptr;
    return command ? translated(command->label()) : QString();
}

QString PlanDocument::redoLabel() const
{
    const auto *command = m_undo.canRedo() ? dynamic_cast<const PlanCommand *>(m_undo.command(m_undo.index())) : nullptr;
    return command ? translated(command->label()) : QString();
}

QString PlanDocument::displayName() const
{
    if (!m_path.isEmpty())
        return QFileInfo(m_path).fileName();
    return m_plan.title.empty() ? tr("Untitled plan") : QString::fromStdString(m_plan.title);
}

void PlanDocument::newPlan()
{
    m_undo.clear();
    m_path.clear();
    replacePlan(m_default);
    emit fileChanged();
}

Errors PlanDocument::open(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {Error{ErrorCode::Io, path.toStdString(), {}, Text(SP_T("core", "the file cannot be read: %1"), {file.errorString().toStdString()}), {}}};
    }
    Result<Plan> plan = readPlan(file.read(64 * 1024 * 1024 + 1).toStdString(), path.toStdString(), m_knowledge);
    if (!plan.ok())
        return plan.errors();
    Plan opened = std::move(plan).value();
    // Kept prices that are ours: nothing to hold on to.
    if (opened.prices && compareBooks(*opened.prices, bookOf(m_knowledge)).empty())
        opened.prices.reset();
    m_undo.clear();
    m_path = QFileInfo(path).absoluteFilePath();
    replacePlan(opened);
    emit fileChanged();
    return {};
}

Errors PlanDocument::save(const QString &path)
{
    Plan kept = m_plan;
    if (!kept.prices)
        kept.prices = bookOf(m_knowledge);
    const QByteArray bytes = QByteArray::fromStdString(writePlan(kept));
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        return {Error{ErrorCode::Io, path.toStdString(), {}, Text(SP_T("core", "the file cannot be written: %1"), {file.errorString().toStdString()}), {}}};
    }
    m_path = QFileInfo(path).absoluteFilePath();
    m_undo.setClean();
    emit fileChanged();
    return {};
}

} // namespace segplan
