#include "forms/plan_form.h"

#include "forms/choice_box.h"
#include "forms/form_section.h"
#include "text/translated.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

namespace segplan {

namespace {

constexpr FieldSection order[] = {FieldSection::Model, FieldSection::Data, FieldSection::Training, FieldSection::Limits, FieldSection::Job, FieldSection::Launch};

// "/a/height" and "/a/width", "/a/amount" and "/a/currency" stand in one row.
bool pairs(const FieldSpec &first, const FieldSpec &second)
{
    const auto parent = [](const std::string &pointer) { return pointer.substr(0, pointer.rfind('/')); };
    const bool size = first.kind == FieldKind::Size && second.kind == FieldKind::Size;
    const bool money = first.kind == FieldKind::Money && second.kind == FieldKind::Choice; // the currency
    return (size || money) && parent(first.pointer) == parent(second.pointer);
}

} // namespace

PlanForm::PlanForm(PlanDocument &document, QWidget *parent)
    : QScrollArea(parent), m_document(document), m_presetLabel(new QLabel), m_preset(new ChoiceBox)
{
    setObjectName(QStringLiteral("formPanel"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto *contents = new QWidget;
    contents->setObjectName(QStringLiteral("formContents"));
    auto *layout = new QVBoxLayout(contents);
    layout->setContentsMargins(16, 12, 8, 16);
    layout->setSpacing(0);

    m_preset->setObjectName(QStringLiteral("preset"));
    m_presetLabel->setBuddy(m_preset);
    auto *top = new QHBoxLayout;
    top->setContentsMargins(0, 2, 30, 2);
    top->setSpacing(8);
    top->addWidget(m_presetLabel);
    top->addWidget(m_preset, 1);
    layout->addLayout(top);
    connect(m_preset, &ChoiceBox::chosen, this, [this](const std::optional<QString> &id) {
        if (const Preset *preset = id ? m_document.presets().find(*id) : nullptr)
            m_document.applyPreset(*preset);
    });

    const std::vector<FieldSpec> &table = fieldTable();
    for (FieldSection part : order) {
        auto *section = new FormSection(part, contents);
        std::vector<const FieldSpec *> fields;
        for (const FieldSpec &field : table) {
            if (field.section == part)
                fields.push_back(&field);
        }
        for (std::size_t i = 0; i < fields.size(); ++i) {
            std::vector<const FieldSpec *> group{fields[i]};
            if (i + 1 < fields.size() && pairs(*fields[i], *fields[i + 1]))
                group.push_back(fields[++i]);
            auto *row = new FormRow(m_document, std::move(group), section);
            connect(row, &FormRow::attentionChanged, section, &FormSection::refresh);
            connect(row, &FormRow::fixRequested, this, [this](const Fix &fix) {
                const Errors errors = m_document.applyFix(fix);
                if (!errors.empty())
                    QMessageBox::warning(this, tr("The change was not made"), translated(errors.front().what));
            });
            section->addRow(row);
        }
        section->setVisible(!section->rows().empty());
        layout->addWidget(section);
        m_sections.push_back(section);
    }
    layout->addStretch(1);
    setWidget(contents);

    connect(&m_document, &PlanDocument::planChanged, this, &PlanForm::refresh);
    refresh();
    alignLabels();
}

FormRow *PlanForm::rowOf(const std::string &pointer) const
{
    for (const FormSection *section : m_sections) {
        for (FormRow *row : section->rows()) {
            if (row->has(pointer))
                return row;
        }
    }
    return nullptr;
}

void PlanForm::refresh()
{
    m_presetLabel->setText(tr("Preset"));
    m_preset->setAccessibleName(tr("Preset"));
    QVector<ChoiceItem> items;
    for (const Preset &preset : m_document.presets().all())
        items.push_back({preset.id, Presets::name(preset), {}});
    m_preset->setItems(items, tr("Own plan"));
    const std::string &current = m_document.plan().preset;
    m_preset->setCurrentId(current.empty() ? std::nullopt : std::optional<QString>(QString::fromStdString(current)));
    for (FormSection *section : m_sections) {
        for (FormRow *row : section->rows())
            row->refresh();
        section->refresh();
    }
}

void PlanForm::setIssues(const std::vector<Issue> &issues)
{
    for (FormSection *section : m_sections) {
        for (FormRow *row : section->rows())
            row->setIssues(issues);
    }
}

void PlanForm::showField(const std::string &pointer)
{
    for (FormSection *section : m_sections) {
        for (FormRow *row : section->rows()) {
            if (!row->has(pointer))
                continue;
            section->reveal(row);
            row->focusEditor();
            QTimer::singleShot(0, row, [this, row] { ensureWidgetVisible(row, 0, 40); }); // after the layout has made room
            return;
        }
    }
}

void PlanForm::applyPalette(const Palette &palette)
{
    for (FormSection *section : m_sections)
        section->applyPalette(palette);
}

void PlanForm::alignLabels()
{
    const int em = fontMetrics().averageCharWidth();
    int width = 12 * em;
    for (const FormSection *section : m_sections) {
        for (const FormRow *row : section->rows())
            width = std::max(width, std::min(row->labelWidth() + 4, 14 * em));
    }
    m_presetLabel->setFixedWidth(width);
    for (const FormSection *section : m_sections) {
        for (FormRow *row : section->rows()) {
            row->setLabelWidth(width);
            row->refresh();
        }
    }
}

QSize PlanForm::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 42 + 12, 600}; // 348 px at the drawing's font size
}

void PlanForm::changeEvent(QEvent *event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        refresh();
        alignLabels();
    }
}

} // namespace segplan
