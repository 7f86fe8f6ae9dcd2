#include "forms/field_editor.h"

#include "forms/choice_box.h"
#include "forms/number_box.h"
#include "text/translated.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QStyle>
#include <cmath>

namespace segplan {

QString fieldObjectName(const std::string &pointer)
{
    return QString::fromStdString(pointer).replace(QLatin1Char('/'), QLatin1Char('_'));
}

namespace {

std::optional<double> numberOf(const FieldValue &value)
{
    if (const auto *integer = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*integer);
    if (const auto *number = std::get_if<double>(&value))
        return *number;
    if (const auto *text = std::get_if<std::string>(&value)) {
        if (const std::optional<Money> money = Money::parse(*text, Currency::CNY)) // the currency is a field of its own
            return money->amount();
    }
    return std::nullopt;
}

// What the field shows: the plan's value, or what follows from other fields where the plan has none.
FieldValue shownValue(const FieldSpec &field, const Plan &plan, const Knowledge &knowledge)
{
    FieldValue value = field.get(plan);
    if (std::holds_alternative<std::monostate>(value) && field.derived)
        value = field.derived(plan, knowledge);
    return value;
}

QVector<ChoiceItem> itemsOf(const FieldSpec &field, const Plan &plan, const Knowledge &knowledge)
{
    QVector<ChoiceItem> items;
    if (!field.choices)
        return items;
    for (const FieldChoice &choice : field.choices(plan, knowledge)) {
        QString name = choice.name.empty() ? translated(choice.text) : translated(choice.name);
        if (name.isEmpty())
            name = QString::fromStdString(choice.id);
        items.push_back({QString::fromStdString(choice.id), name, choice.detail.empty() ? QString() : translated(choice.detail)});
    }
    return items;
}

class BooleanEditor : public FieldEditor {
public:
    BooleanEditor(const FieldSpec &spec, QWidget *parent) : FieldEditor(spec, new QCheckBox(parent))
    {
        connect(box(), &QCheckBox::clicked, this, [this](bool on) { emit edited(on); });
    }
    QCheckBox *box() const { return static_cast<QCheckBox *>(m_widget); }
    void show(const Plan &plan, const Knowledge &knowledge) override
    {
        const FieldValue value = shownValue(field(), plan, knowledge);
        const bool *on = std::get_if<bool>(&value);
        box()->setChecked(on && *on);
    }
};

// Yes, no, or as the implementation usually has it.
class OptionalBooleanEditor : public FieldEditor {
public:
    OptionalBooleanEditor(const FieldSpec &spec, QWidget *parent) : FieldEditor(spec, new ChoiceBox(parent))
    {
        connect(box(), &ChoiceBox::chosen, this, [this](const std::optional<QString> &id) {
            emit edited(id ? FieldValue(*id == QLatin1String("yes")) : FieldValue());
        });
    }
    ChoiceBox *box() const { return static_cast<ChoiceBox *>(m_widget); }
    void show(const Plan &plan, const Knowledge &knowledge) override
    {
        box()->setItems({{QStringLiteral("yes"), FieldEditor::tr("yes"), {}}, {QStringLiteral("no"), FieldEditor::tr("no"), {}}},
                        translated(field().unsetText));
        const FieldValue value = shownValue(field(), plan, knowledge);
        const bool *on = std::get_if<bool>(&value);
        box()->setCurrentId(on ? std::optional<QString>(*on ? QStringLiteral("yes") : QStringLiteral("no")) : std::nullopt);
    }
};

class NumberEditor : public FieldEditor {
public:
    NumberEditor(const FieldSpec &spec, QWidget *parent) : FieldEditor(spec, new NumberBox(parent))
    {
        box()->setLimits(spec.minimum, spec.maximum, spec.kind == FieldKind::Integer || spec.kind == FieldKind::Size ? 0 : spec.decimals);
        box()->setGrouped(spec.kind != FieldKind::Size); // "1024 x 2048" is how sizes are written
        connect(box(), &NumberBox::edited, this, [this] { emit edited(typed()); });
        connect(box(), &NumberBox::finished, this, &FieldEditor::finished);
    }
    NumberBox *box() const { return static_cast<NumberBox *>(m_widget); }
    bool isTyped() const override { return true; }
    void show(const Plan &plan, const Knowledge &knowledge) override
    {
        const FieldValue value = shownValue(field(), plan, knowledge);
        if (field().kind == FieldKind::Money) {
            box()->setUnit({}); // the currency stands beside it as a field of its own
        } else {
            // Of "height x width px" the unit stands at the end only.
            const bool first = field().kind == FieldKind::Size && QString::fromStdString(field().pointer).endsWith(QLatin1String("/height"));
            box()->setUnit(first || field().unit.empty() ? QString() : translated(field().unit));
        }
        box()->setPlaceholder(translated(field().unsetText));
        box()->setValue(numberOf(value));
    }

private:
    FieldValue typed() const
    {
        bool ok = false;
        const std::optional<double> number = box()->value(&ok);
        const std::string text = box()->text().trimmed().toStdString();
        if (!ok)
            return text; // not a number: the checks say so
        if (!number)
            return std::monostate();
        switch (field().kind) {
        case FieldKind::Integer:
        case FieldKind::Size:
            if (std::abs(*number) < 9e15 && *number == std::floor(*number))
                return static_cast<std::int64_t>(*number);
            return *number;
        case FieldKind::Money:
            return shortDecimal(Money::of(Currency::CNY, *number));
        default:
            return *number;
        }
    }
};

class ChoiceEditor : public FieldEditor {
public:
    ChoiceEditor(const FieldSpec &spec, QWidget *parent) : FieldEditor(spec, new ChoiceBox(parent))
    {
        connect(box(), &ChoiceBox::chosen, this, [this](const std::optional<QString> &id) {
            emit edited(id ? FieldValue(id->toStdString()) : FieldValue());
            emit finished();
        });
    }
    ChoiceBox *box() const { return static_cast<ChoiceBox *>(m_widget); }
    QString summary() const override { return box()->currentText().size() > 18 ? box()->currentText() : QString(); }
    void show(const Plan &plan, const Knowledge &knowledge) override
    {
        box()->setItems(itemsOf(field(), plan, knowledge), field().optional ? std::optional<QString>(translated(field().unsetText)) : std::nullopt);
        const FieldValue value = shownValue(field(), plan, knowledge);
        std::optional<QString> id;
        if (const auto *text = std::get_if<std::string>(&value))
            id = QString::fromStdString(*text);
        box()->setCurrentId(id);
    }
};

class MultiChoiceEditor : public FieldEditor {
public:
    MultiChoiceEditor(const FieldSpec &spec, QWidget *parent) : FieldEditor(spec, new MultiChoiceBox(parent))
    {
        connect(box(), &MultiChoiceBox::chosen, this, [this](const QStringList &ids) {
            std::vector<std::string> values;
            for (const QString &id : ids)
                values.push_back(id.toStdString());
            emit edited(values);
            emit finished();
        });
    }
    MultiChoiceBox *box() const { return static_cast<MultiChoiceBox *>(m_widget); }
    QString summary() const override { return box()->summary(); }
    void show(const Plan &plan, const Knowledge &knowledge) override
    {
        box()->setItems(itemsOf(field(), plan, knowledge), field().unsetText.empty() ? FieldEditor::tr("none chosen") : translated(field().unsetText));
        const FieldValue value = field().get(plan);
        QStringList ids;
        if (const auto *values = std::get_if<std::vector<std::string>>(&value)) {
            for (const std::string &id : *values)
                ids << QString::fromStdString(id);
        }
        box()->setCurrentIds(ids);
    }
};

class LineEditor : public FieldEditor {
public:
    LineEditor(const FieldSpec &spec, QWidget *parent) : FieldEditor(spec, new QLineEdit(parent))
    {
        connect(line(), &QLineEdit::textEdited, this, [this](const QString &text) { emit edited(text.trimmed().toStdString()); });
        connect(line(), &QLineEdit::editingFinished, this, &FieldEditor::finished);
    }
    QLineEdit *line() const { return static_cast<QLineEdit *>(m_widget); }
    bool isTyped() const override { return true; }
    void show(const Plan &plan, const Knowledge &) override
    {
        line()->setPlaceholderText(translated(field().unsetText));
        const FieldValue value = field().get(plan);
        const auto *text = std::get_if<std::string>(&value);
        const QString shown = text ? QString::fromStdString(*text) : QString();
        if (line()->text().trimmed() != shown)
            line()->setText(shown);
    }
};

} // namespace

FieldEditor::FieldEditor(const FieldSpec &spec, QWidget *editorWidget) : QObject(editorWidget), m_widget(editorWidget), m_field(spec)
{
    editorWidget->setObjectName(fieldObjectName(spec.pointer));
}

FieldEditor *FieldEditor::create(const FieldSpec &field, QWidget *parent)
{
    switch (field.kind) {
    case FieldKind::Boolean:
        if (field.optional)
            return new OptionalBooleanEditor(field, parent);
        return new BooleanEditor(field, parent);
    case FieldKind::Integer:
    case FieldKind::Number:
    case FieldKind::Size:
    case FieldKind::Money: return new NumberEditor(field, parent);
    case FieldKind::Choice: return new ChoiceEditor(field, parent);
    case FieldKind::MultiChoice: return new MultiChoiceEditor(field, parent);
    case FieldKind::Line: break;
    }
    return new LineEditor(field, parent);
}

void FieldEditor::setWrong(bool wrong)
{
    if (m_widget->property("wrong").toBool() == wrong)
        return;
    m_widget->setProperty("wrong", wrong);
    m_widget->style()->unpolish(m_widget);
    m_widget->style()->polish(m_widget);
}

} // namespace segplan
