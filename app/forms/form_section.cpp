#include "forms/form_section.h"

#include "theme/theme.h"

#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

namespace segplan {

QString FormSection::title(FieldSection section)
{
    switch (section) {
    case FieldSection::Model: return tr("Model");
    case FieldSection::Data: return tr("Data");
    case FieldSection::Training: return tr("Training");
    case FieldSection::Limits: return tr("Limits");
    case FieldSection::Job: return tr("Job");
    case FieldSection::Launch: break;
    }
    return tr("Launch");
}

QString FormSection::id(FieldSection section)
{
    switch (section) {
    case FieldSection::Model: return QStringLiteral("model");
    case FieldSection::Data: return QStringLiteral("data");
    case FieldSection::Training: return QStringLiteral("training");
    case FieldSection::Limits: return QStringLiteral("limits");
    case FieldSection::Job: return QStringLiteral("job");
    case FieldSection::Launch: break;
    }
    return QStringLiteral("launch");
}

FormSection::FormSection(FieldSection section, QWidget *parent)
    : QWidget(parent), m_section(section), m_header(new QPushButton(this)), m_more(new QPushButton(this)), m_body(new QWidget(this))
{
    setObjectName(QStringLiteral("section_") + id(section));
    m_header->setObjectName(QStringLiteral("header_") + id(section));
    m_header->setProperty("section", true);
    m_header->setIconSize(QSize(10, 10));
    m_header->setLayoutDirection(Qt::RightToLeft); // the mark follows the words, which stand in line with the labels
    m_header->setCursor(Qt::PointingHandCursor);
    m_more->setObjectName(QStringLiteral("more_") + id(section));
    m_more->setProperty("link", true);
    m_more->setProperty("severity", QStringLiteral("hint")); // muted: it is not an action on the plan
    m_more->setCursor(Qt::PointingHandCursor);

    m_layout = new QVBoxLayout(m_body);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_layout->addWidget(m_more, 0, Qt::AlignLeft);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(0, 10, 0, 0);
    all->setSpacing(2);
    all->addWidget(m_header, 0, Qt::AlignLeft | Qt::AlignAbsolute);
    all->addWidget(m_body);

    m_open = QSettings().value(QStringLiteral("form/open_") + id(section), true).toBool();
    m_all = QSettings().value(QStringLiteral("form/all_") + id(section), false).toBool();
    connect(m_header, &QPushButton::clicked, this, [this] { setOpen(!m_open); });
    connect(m_more, &QPushButton::clicked, this, [this] {
        m_all = !m_all;
        QSettings().setValue(QStringLiteral("form/all_") + id(m_section), m_all);
        refresh();
    });
}

void FormSection::addRow(FormRow *row)
{
    m_layout->insertWidget(static_cast<int>(m_rows.size()), row);
    setTabOrder(row, m_more);
    m_rows.push_back(row);
}

void FormSection::setOpen(bool open)
{
    m_open = open;
    QSettings().setValue(QStringLiteral("form/open_") + id(m_section), open);
    refresh();
}

void FormSection::reveal(FormRow *row)
{
    m_open = true;
    m_all = m_all || row->isExpert();
    refresh();
}

void FormSection::refresh()
{
    int hidden = 0, expert = 0;
    for (FormRow *row : m_rows) {
        const bool applies = row->applies();
        const bool shown = applies && (m_all || !row->isExpert() || row->needsAttention());
        row->setVisible(shown);
        hidden += applies && !shown;
        expert += applies && row->isExpert() && !row->needsAttention();
    }
    m_body->setVisible(m_open);
    m_header->setText(title(m_section));
    m_header->setIcon(tintedIcon(m_open ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), m_muted));
    m_header->setAccessibleDescription(m_open ? tr("Open; press to fold") : tr("Folded; press to open"));
    m_more->setVisible(hidden > 0 || (m_all && expert > 0));
    m_more->setText(m_all ? tr("Fewer options") : tr("%n more option(s)", nullptr, hidden));
}

void FormSection::applyPalette(const Palette &palette)
{
    m_muted = palette.muted;
    for (FormRow *row : m_rows)
        row->applyPalette(palette);
    refresh();
}

} // namespace segplan
