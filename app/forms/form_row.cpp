#include "forms/form_row.h"

#include "forms/number_box.h"
#include "text/translated.h"
#include "theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTextLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace segplan {

namespace {

constexpr int faultDelayMs = 700; // long enough not to scold while "1024" is being typed
constexpr int stateWidth = 22;

// Crops usual in the field, height x width; a convenience of the form, not knowledge.
constexpr std::pair<int, int> usualSizes[] = {{256, 256}, {480, 480}, {512, 512}, {512, 1024}, {640, 640}, {768, 768}, {769, 769}, {1024, 1024}, {1024, 2048}};

QString messageOf(const Error &error)
{
    const QString what = translated(error.what);
    if (error.code == ErrorCode::UnknownId) // the list itself is one click away
        return FormRow::tr("%1: choose one from the list.", "1: what is wrong").arg(what);
    const QString allowed = error.allowed.empty() ? QString() : translated(error.allowed);
    return allowed.isEmpty() ? what : FormRow::tr("%1 Allowed: %2.", "1: what is wrong, 2: what is allowed").arg(what.endsWith(QLatin1Char('.')) ? what : what + QLatin1Char('.'), allowed);
}

} // namespace

FormRow::FormRow(PlanDocument &document, std::vector<const FieldSpec *> fields, QWidget *parent)
    : QWidget(parent), m_document(document), m_fields(std::move(fields)), m_label(new QLabel(this)), m_state(new QToolButton(this)),
      m_messageLayout(new QVBoxLayout), m_messages(new QWidget(this))
{
    const QString name = fieldObjectName(m_fields.front()->pointer);
    setObjectName(QStringLiteral("row") + name);
    m_label->setObjectName(QStringLiteral("label") + name);
    m_label->setWordWrap(true);

    auto *editors = new QHBoxLayout;
    editors->setContentsMargins(0, 0, 0, 0);
    editors->setSpacing(4);
    for (const FieldSpec *field : m_fields) {
        FieldEditor *editor = FieldEditor::create(*field, this);
        connect(editor, &FieldEditor::edited, this, [this, editor](const FieldValue &value) { edit(editor, value); });
        // Queued: the focus also leaves an editor while its window is being destroyed, and then nothing may be built any more.
        connect(editor, &FieldEditor::finished, this, &FormRow::showFaults, Qt::QueuedConnection);
        editor->widget()->installEventFilter(this);
        for (QObject *child : editor->widget()->findChildren<QWidget *>())
            child->installEventFilter(this);
        if (!m_editors.empty() && isSize()) {
            auto *times = new QLabel(QStringLiteral("×"), this);
            times->setProperty("muted", true);
            editors->addWidget(times);
        }
        m_editors.push_back(editor);
        editors->addWidget(editor->widget(), field->kind == FieldKind::Choice && m_fields.size() == 2 ? 0 : 1);
        if (field->kind == FieldKind::Choice && m_fields.size() == 2)
            editor->widget()->setMaximumWidth(fontMetrics().averageCharWidth() * 10);
    }
    if (isSize())
        addSizePresets(editors);
    m_label->setBuddy(m_editors.front()->widget());

    m_state->setObjectName(QStringLiteral("state") + name);
    m_state->setFixedSize(stateWidth, stateWidth);
    m_state->setIconSize(QSize(14, 14));
    connect(m_state, &QToolButton::clicked, this, &FormRow::reset);

    auto *line = new QHBoxLayout;
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(m_label);
    line->addLayout(editors, 1);
    line->addWidget(m_state);

    m_messages->setObjectName(QStringLiteral("messages") + name);
    m_messages->setLayout(m_messageLayout);
    m_messageLayout->setSpacing(1);
    m_messages->hide();

    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 2, 0, 2);
    rows->setSpacing(2);
    rows->addLayout(line);
    rows->addWidget(m_messages);

    m_faultTimer.setSingleShot(true);
    m_faultTimer.setInterval(faultDelayMs);
    connect(&m_faultTimer, &QTimer::timeout, this, &FormRow::showFaults);
}

FormRow::~FormRow()
{
    for (FieldEditor *editor : m_editors)
        editor->disconnect(this); // a dying editor that has the focus still says that it is finished
}

void FormRow::addSizePresets(QHBoxLayout *layout)
{
    m_sizes = new QToolButton(this);
    m_sizes->setObjectName(QStringLiteral("presets") + fieldObjectName(m_fields.front()->pointer));
    m_sizes->setPopupMode(QToolButton::InstantPopup);
    m_sizes->setFixedWidth(16);
    m_sizes->setIconSize(QSize(10, 10));
    auto *menu = new QMenu(m_sizes);
    for (const auto &[height, width] : usualSizes) {
        menu->addAction(QStringLiteral("%1 × %2").arg(height).arg(width), this, [this, h = height, w = width] {
            Fix both;
            both.label = Text(SP_T("core", "change of \"%1\""), {m_fields.front()->label});
            both.changes = {{m_fields[0]->pointer, FieldValue(std::int64_t(h))}, {m_fields[1]->pointer, FieldValue(std::int64_t(w))}};
            emit fixRequested(both);
        });
    }
    m_sizes->setMenu(menu);
    layout->addWidget(m_sizes);
}

bool FormRow::has(const std::string &pointer) const
{
    return std::any_of(m_fields.begin(), m_fields.end(), [&](const FieldSpec *f) { return f->pointer == pointer; });
}

bool FormRow::applies() const
{
    return !m_fields.front()->applies || m_fields.front()->applies(m_document.plan());
}

bool FormRow::isExpert() const
{
    return m_fields.front()->level == FieldLevel::Expert;
}

bool FormRow::needsAttention() const
{
    if (!m_faults.empty() || !m_issues.empty())
        return true;
    return std::any_of(m_fields.begin(), m_fields.end(), [&](const FieldSpec *f) { return m_document.state(*f) == FieldState::Changed; });
}

void FormRow::focusEditor()
{
    m_editors.front()->widget()->setFocus(Qt::ShortcutFocusReason);
}

int FormRow::labelWidth() const
{
    return m_label->fontMetrics().horizontalAdvance(title());
}

void FormRow::setLabelWidth(int width)
{
    m_label->setFixedWidth(width);
}

bool FormRow::isSize() const
{
    return m_fields.size() == 2 && m_fields.front()->kind == FieldKind::Size;
}

QString FormRow::title() const
{
    if (isSize()) {
        const std::string &pointer = m_fields.front()->pointer;
        if (pointer == "/workload/crop/height")
            return tr("Crop");
        if (pointer == "/workload/dataset/image/height")
            return tr("Image size");
    }
    return translated(m_fields.front()->label);
}

void FormRow::reset()
{
    m_faults.clear();
    showFaults();
    for (const FieldSpec *field : m_fields)
        m_document.resetField(field->pointer);
    refresh();
    focusEditor(); // the mark that was clicked is gone
    emit attentionChanged();
}

void FormRow::refresh()
{
    std::vector<FieldValue> values;
    for (const FieldSpec *field : m_fields)
        values.push_back(field->get(m_document.plan()));
    if (values != m_values && !m_values.empty() && !m_faults.empty()) {
        m_faults.clear(); // undo, a preset or a fix has set another value
        showFaults();
    }
    m_values = std::move(values);
    for (FieldEditor *editor : m_editors) {
        // Text that the plan refused stays until the user mends or resets it.
        const bool wrong = std::any_of(m_faults.begin(), m_faults.end(), [&](const Error &e) { return e.pointer == editor->field().pointer; });
        if (!wrong)
            editor->show(m_document.plan(), m_document.knowledge());
        const FieldSpec &own = editor->field();
        if (editor != m_editors.front())
            editor->widget()->setVisible(!own.applies || own.applies(m_document.plan()));
        const QString name = translated(editor->field().label);
        const QString help = translated(editor->field().help), chosen = editor->summary();
        editor->widget()->setAccessibleName(name);
        editor->widget()->setAccessibleDescription(chosen.isEmpty() ? help : chosen + QLatin1Char('\n') + help);
        editor->widget()->setToolTip(editor->widget()->accessibleDescription());
    }
    const QString text = title();
    if (m_label->text() != text)
        m_label->setText(text);
    m_label->setToolTip(translated(m_fields.front()->help));
    if (m_sizes) {
        m_sizes->setToolTip(tr("Usual sizes, height × width"));
        m_sizes->setAccessibleName(tr("Usual sizes, height × width"));
    }
    refreshState();
    rebuildMessages();
}

void FormRow::refreshState()
{
    FieldState state = FieldState::Default;
    for (const FieldSpec *field : m_fields)
        state = std::max(state, m_document.state(*field));
    if (!m_faults.empty())
        state = FieldState::Changed;
    const bool changed = state == FieldState::Changed;
    m_state->setEnabled(changed);
    m_state->setFocusPolicy(changed ? Qt::TabFocus : Qt::NoFocus);
    m_state->setProperty("state", changed ? QStringLiteral("changed") : state == FieldState::Derived ? QStringLiteral("derived") : QStringLiteral("default"));
    if (changed) {
        m_state->setIcon(tintedIcon(QStringLiteral("reset"), m_accent));
        m_state->setToolTip(tr("Changed. Click to reset."));
        m_state->setAccessibleName(tr("Reset \"%1\"").arg(title()));
    } else if (state == FieldState::Derived) {
        m_state->setIcon(tintedIcon(QStringLiteral("derived"), m_muted));
        m_state->setToolTip(tr("Follows from the other fields."));
        m_state->setAccessibleName(tr("\"%1\" follows from the other fields").arg(title()));
    } else {
        m_state->setIcon(QIcon());
        m_state->setToolTip(QString());
        m_state->setAccessibleName(tr("\"%1\" has its default").arg(title()));
    }
}

void FormRow::edit(FieldEditor *editor, const FieldValue &value)
{
    const std::string &pointer = editor->field().pointer;
    std::erase_if(m_faults, [&](const Error &e) { return e.pointer == pointer; });
    if (m_edited != editor) {
        m_edited = editor;
        m_before = editor->field().get(m_document.plan());
    }
    Errors errors = m_document.setField(pointer, value);
    // On the way to "1.5" the plan has taken the "1": a wrong value leaves the plan as it was before the typing.
    if (!errors.empty() && editor->field().get(m_document.plan()) != m_before)
        m_document.setField(pointer, m_before);
    for (Error &error : errors) {
        error.pointer = pointer;
        m_faults.push_back(std::move(error));
    }
    if (errors.empty()) {
        editor->setWrong(false);
        m_faultTimer.stop();
        m_faultsShown = m_faultsShown && !m_faults.empty();
        refresh();
    } else if (m_faultsShown || !editor->isTyped()) {
        showFaults();
    } else {
        m_faultTimer.start();
    }
    emit attentionChanged();
}

void FormRow::showFaults()
{
    m_faultTimer.stop();
    m_edited = nullptr;
    m_faultsShown = !m_faults.empty();
    for (FieldEditor *editor : m_editors)
        editor->setWrong(std::any_of(m_faults.begin(), m_faults.end(), [&](const Error &e) { return e.pointer == editor->field().pointer; }));
    refreshState();
    rebuildMessages();
}

void FormRow::setIssues(const std::vector<Issue> &issues)
{
    m_issues.clear();
    std::copy_if(issues.begin(), issues.end(), std::back_inserter(m_issues), [this](const Issue &i) { return has(i.pointer); });
    rebuildMessages();
    emit attentionChanged();
}

namespace {

// A button does not wrap its text by itself, and one long label would widen the whole form: lines of at most `width` pixels.
QString wrapped(const QString &text, const QFont &font, qreal width)
{
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    QStringList lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines << text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines.join(QLatin1Char('\n'));
}

} // namespace

void FormRow::rebuildMessages()
{
    while (QLayoutItem *item = m_messageLayout->takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    const QString name = fieldObjectName(m_fields.front()->pointer);
    m_messageLayout->setContentsMargins(m_label->width() + 8, 0, stateWidth + 8, 2);
    int fixNumber = 0;
    const auto addText = [&](const QString &text, const QString &severity) {
        auto *label = new QLabel(text, m_messages);
        label->setObjectName(QStringLiteral("reason%1").arg(name));
        label->setWordWrap(true);
        label->setProperty("small", true);
        label->setProperty("severity", severity);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_messageLayout->addWidget(label);
    };
    if (m_faultsShown) {
        for (const Error &error : m_faults)
            addText(messageOf(error), QStringLiteral("error"));
    }
    for (const Issue &issue : m_issues) {
        addText(translated(issue.message), issue.severity == Issue::Severity::Error ? QStringLiteral("error")
                                           : issue.severity == Issue::Severity::Warning ? QStringLiteral("warning")
                                                                                        : QStringLiteral("hint"));
        for (const Fix &fix : issue.fixes) {
            constexpr int characters = 24; // about the width of an editor
            auto *button = new QPushButton(wrapped(translated(fix.label), font(), fontMetrics().averageCharWidth() * characters), m_messages);
            button->setAccessibleName(translated(fix.label));
            button->setObjectName(QStringLiteral("fix%1_%2").arg(name).arg(fixNumber++));
            button->setProperty("link", true);
            button->setProperty("small", true);
            button->setCursor(Qt::PointingHandCursor);
            connect(button, &QPushButton::clicked, this, [this, fix] { emit fixRequested(fix); });
            m_messageLayout->addWidget(button, 0, Qt::AlignLeft);
        }
    }
    m_messages->setVisible(m_messageLayout->count() > 0);
}

void FormRow::applyPalette(const Palette &palette)
{
    m_accent = palette.accent;
    m_muted = blended(palette.panel, palette.muted, 0.6); // a derived value is the normal case: hardly a mark
    if (m_sizes)
        m_sizes->setIcon(tintedIcon(QStringLiteral("chevron-down"), palette.muted));
    refreshState();
}

bool FormRow::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        // Undo belongs to the plan, not to the letters of one editor.
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    } else if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape && !m_faults.empty()) {
        m_faults.clear();
        showFaults();
        refresh();
        emit attentionChanged();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace segplan
