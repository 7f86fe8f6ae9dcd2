#include "command/launch_view.h"

#include "text/translated.h"

#include <QButtonGroup>
#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QFrame>
#include <QGraphicsOpacityEffect>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QTableWidget>
#include <QTimer>
#include <QToolButton>
#include <QToolTip>
#include <cmath>

namespace segplan {

namespace {

QFont monospace(int pixelSize)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setFamilies({QStringLiteral("Noto Sans Mono"), QStringLiteral("DejaVu Sans Mono"), QStringLiteral("Consolas"), QStringLiteral("Menlo"),
                      font.family(), QStringLiteral("Noto Sans Mono CJK SC")});
    font.setPixelSize(pixelSize);
    font.setStyleHint(QFont::Monospace);
    return font;
}

QString shellTitle(Shell shell)
{
    switch (shell) {
    case Shell::Bash: return QStringLiteral("bash");
    case Shell::PowerShell: return QStringLiteral("PowerShell");
    case Shell::Cmd: break;
    }
    return QStringLiteral("cmd");
}

QFrame *card(QVBoxLayout *&layout)
{
    auto *frame = new QFrame;
    frame->setProperty("card", true);
    layout = new QVBoxLayout(frame);
    layout->setContentsMargins(16, 10, 16, 14);
    layout->setSpacing(8);
    return frame;
}

QLabel *titleLabel()
{
    auto *label = new QLabel;
    label->setProperty("title", true);
    return label;
}

} // namespace

PlaceholderHighlighter::PlaceholderHighlighter(QTextDocument *document) : QSyntaxHighlighter(document) {}

void PlaceholderHighlighter::setPlaceholders(const QStringList &words, const Palette &palette)
{
    m_words = words;
    m_format.setForeground(palette.tight);
    m_format.setFontWeight(QFont::Bold);
    m_option.setForeground(palette.accent);
    rehighlight();
}

void PlaceholderHighlighter::highlightBlock(const QString &text)
{
    // Option names, so that the eye finds the arguments.
    const qsizetype option = text.indexOf(QLatin1String("--"));
    if (option >= 0 && text.left(option).trimmed().isEmpty()) {
        const qsizetype end = text.indexOf(QLatin1Char(' '), option);
        setFormat(static_cast<int>(option), static_cast<int>((end < 0 ? text.size() : end) - option), m_option);
    }
    for (const QString &word : m_words) {
        for (qsizetype at = word.isEmpty() ? -1 : text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.size()))
            setFormat(static_cast<int>(at), static_cast<int>(word.size()), m_format);
    }
}

LaunchView::LaunchView(QWidget *parent) : View(parent), m_palette(lightPalette())
{
    QVBoxLayout *commandLayout = nullptr, *argumentsLayout = nullptr, *notesLayout = nullptr;
    auto *commandCard = card(commandLayout);
    m_title = titleLabel();
    m_shells = new QButtonGroup(this);
    auto *shellBox = new QFrame;
    shellBox->setObjectName(QStringLiteral("shellSwitch"));
    m_shellBox = shellBox;
    auto *shellLayout = new QHBoxLayout(shellBox);
    shellLayout->setContentsMargins(1, 1, 1, 1);
    shellLayout->setSpacing(0);
    for (Shell shell : {Shell::Bash, Shell::PowerShell, Shell::Cmd}) {
        auto *button = new QToolButton;
        button->setText(shellTitle(shell));
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setObjectName(QStringLiteral("shell-") + QString::fromLatin1(shellName(shell)));
        m_shells->addButton(button, static_cast<int>(shell));
        shellLayout->addWidget(button);
    }
    m_copy = new QPushButton;
    m_copy->setProperty("primary", true);
    m_copy->setObjectName(QStringLiteral("copyCommandHere"));
    auto *head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(m_title);
    head->addStretch();
    head->addWidget(shellBox);
    head->addWidget(m_copy);
    commandLayout->addLayout(head);
    m_text = new QPlainTextEdit;
    m_text->setObjectName(QStringLiteral("commandText"));
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->document()->setDefaultFont(monospace(13));
    m_text->setFont(monospace(13));
    m_text->document()->setDocumentMargin(10);
    m_text->viewport()->installEventFilter(this);
    m_highlighter = new PlaceholderHighlighter(m_text->document());
    commandLayout->addWidget(m_text);
    m_state = new QLabel;
    m_state->setWordWrap(true);
    commandLayout->addWidget(m_state);

    auto *argumentsCard = card(argumentsLayout);
    m_argumentsTitle = titleLabel();
    argumentsLayout->addWidget(m_argumentsTitle);
    m_arguments = new QTableWidget(0, 3);
    m_arguments->setObjectName(QStringLiteral("argumentTable"));
    m_arguments->verticalHeader()->hide();
    m_arguments->setShowGrid(false);
    m_arguments->setFrameShape(QFrame::NoFrame);
    m_arguments->setStyleSheet(QStringLiteral("QTableWidget { border: none; } QTableWidget::item { padding-left: 4px; }"));
    m_arguments->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_arguments->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_arguments->setWordWrap(true);
    m_arguments->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_arguments->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_arguments->setTabKeyNavigation(false);
    m_arguments->viewport()->installEventFilter(this);
    m_arguments->horizontalHeader()->setStretchLastSection(true);
    m_arguments->horizontalHeader()->setHighlightSections(false);
    m_arguments->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    argumentsLayout->addWidget(m_arguments);

    auto *notesCard = card(notesLayout);
    m_notesTitle = titleLabel();
    notesLayout->addWidget(m_notesTitle);
    m_notes = notesCard;
    m_notesLayout = new QVBoxLayout;
    m_notesLayout->setSpacing(6);
    notesLayout->addLayout(m_notesLayout);

    auto *contents = new QWidget;
    auto *column = new QVBoxLayout(contents);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(16);
    column->addWidget(commandCard);
    column->addWidget(notesCard);
    column->addWidget(argumentsCard);
    column->addStretch();
    auto *scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(contents);
    contents->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);

    connect(m_shells, &QButtonGroup::idClicked, this, [this](int id) {
        m_shellChosen = true;
        setShell(static_cast<Shell>(id));
    });
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(command());
        m_copy->setText(tr("Copied"));
        QTimer::singleShot(1500, this, [this] { m_copy->setText(tr("Copy command")); });
    });
    m_shells->button(static_cast<int>(m_shell))->setChecked(true);
}

void LaunchView::setEvaluation(std::shared_ptr<const Evaluation> evaluation, const Knowledge &)
{
    m_evaluation = std::move(evaluation);
    if (!m_shellChosen)
        m_shell = m_evaluation->plan.launch.shell;
    rebuild();
}

void LaunchView::setStale(bool stale)
{
    auto *effect = stale ? new QGraphicsOpacityEffect(m_text) : nullptr;
    if (effect)
        effect->setOpacity(0.55);
    m_text->setGraphicsEffect(effect);
}

void LaunchView::applyPalette(const Palette &palette)
{
    m_palette = palette;
    // The segmented look of the language switch.
    m_shellBox->setStyleSheet(QStringLiteral("QFrame#shellSwitch { border: 1px solid %1; border-radius: 4px; background: %2; }"
                                             "QFrame#shellSwitch QToolButton { border: none; border-radius: 3px; padding: 2px 10px; color: %3; }"
                                             "QFrame#shellSwitch QToolButton:checked { background: %4; color: %5; }")
                                  .arg(palette.line.name(), palette.panel.name(), palette.muted.name(), palette.accentGround.name(), palette.accent.name()));
    rebuild();
}

void LaunchView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        rebuild();
    View::changeEvent(event);
}

QString LaunchView::command() const
{
    return m_evaluation && m_evaluation->command ? QString::fromStdString(commandText(*m_evaluation->command, m_shell)) : QString();
}

void LaunchView::setShell(Shell shell)
{
    m_shell = shell;
    rebuild();
}

void LaunchView::rebuild()
{
    m_title->setText(tr("Launch command"));
    m_copy->setText(tr("Copy command"));
    m_argumentsTitle->setText(tr("What each argument does"));
    m_notesTitle->setText(tr("Before and after"));
    m_text->setAccessibleName(tr("Launch command"));
    m_arguments->setAccessibleName(tr("Arguments of the command"));
    m_shells->button(static_cast<int>(m_shell))->setChecked(true);
    if (!m_evaluation)
        return;
    const QString text = command();
    m_copy->setEnabled(!text.isEmpty());
    m_text->setVisible(!text.isEmpty());
    m_text->setPlainText(text);
    QStringList placeholders, names;
    if (m_evaluation->command) {
        for (const LaunchArgument &argument : m_evaluation->command->arguments) {
            if (!argument.placeholder)
                continue;
            placeholders << QString::fromStdString(quoted(argument.value, m_shell));
            names << QString::fromStdString(argument.name);
        }
    }
    m_highlighter->setPlaceholders(placeholders, m_palette);
    const bool missing = !placeholders.isEmpty();
    m_state->setText(text.isEmpty() ? tr("No instance meets the requirements, so there is nothing to launch. The Choose tab says which rule rejected each type.")
                     : missing      ? tr("Still to fill in, marked in the command: %1").arg(names.join(QStringLiteral(", ")))
                                    : tr("Complete: nothing is left to fill in."));
    QPalette colours = m_state->palette();
    m_state->setProperty("severity", text.isEmpty() ? QVariant() : missing ? QVariant(QStringLiteral("warning")) : QVariant(QStringLiteral("hint")));
    m_state->setStyleSheet(QStringLiteral("color: %1").arg((text.isEmpty() ? m_palette.muted : missing ? m_palette.tight : m_palette.fits).name()));
    fitCommandHeight();
    fillArguments();
    fillNotes();
}

void LaunchView::fitCommandHeight()
{
    const int lines = m_text->document()->blockCount();
    const double line = QFontMetricsF(m_text->document()->defaultFont()).lineSpacing();
    // Room for a sideways scroll bar under long values.
    const int height = static_cast<int>(std::ceil(lines * line)) + 2 * 10 + 24;
    // A style sheet's own minimum would win over setFixedHeight().
    m_text->setStyleSheet(QStringLiteral("QPlainTextEdit { min-height: %1px; max-height: %1px; }").arg(height));
}

void LaunchView::fillArguments()
{
    m_arguments->clear();
    m_arguments->setHorizontalHeaderLabels({tr("Argument"), tr("Value"), tr("Why")});
    const bool some = m_evaluation->command.has_value();
    m_arguments->parentWidget()->setVisible(some);
    if (!some)
        return;
    const auto &arguments = m_evaluation->command->arguments;
    m_arguments->setRowCount(static_cast<int>(arguments.size()));
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const LaunchArgument &argument = arguments[i];
        const QString value = QString::fromStdString(argument.value), reason = translated(argument.reason);
        const int row = static_cast<int>(i);
        auto *name = new QTableWidgetItem(QString::fromStdString(argument.name));
        name->setFont(monospace(12));
        auto *shown = new QTableWidgetItem(argument.placeholder ? tr("%1 (to fill in)").arg(value) : value);
        shown->setFont(monospace(12));
        shown->setForeground(argument.placeholder ? m_palette.tight : m_palette.text);
        auto *why = new QTableWidgetItem(reason);
        why->setForeground(m_palette.muted);
        for (QTableWidgetItem *item : {name, shown, why}) {
            item->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
            item->setToolTip(reason);
        }
        m_arguments->setItem(row, 0, name);
        m_arguments->setItem(row, 1, shown);
        m_arguments->setItem(row, 2, why);
    }
    m_arguments->resizeColumnToContents(0);
    m_arguments->resizeColumnToContents(1);
    m_arguments->setColumnWidth(0, m_arguments->columnWidth(0) + 12);
    m_arguments->setColumnWidth(1, std::min(m_arguments->columnWidth(1) + 12, 420));
    fitArgumentsHeight();
}

void LaunchView::fitArgumentsHeight()
{
    m_arguments->resizeRowsToContents();
    int height = m_arguments->horizontalHeader()->sizeHint().height() + 4;
    for (int row = 0; row < m_arguments->rowCount(); ++row) {
        const int contents = m_arguments->rowHeight(row);
        m_arguments->setRowHeight(row, contents > 34 ? contents + 8 : 30);
        height += m_arguments->rowHeight(row);
    }
    if (m_arguments->height() != height)
        m_arguments->setFixedHeight(height);
}

void LaunchView::fillNotes()
{
    while (QLayoutItem *item = m_notesLayout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    std::vector<Text> notes;
    if (m_evaluation->command)
        notes = m_evaluation->command->notes;
    notes.insert(notes.end(), m_evaluation->recommendation.launchNotes.begin(), m_evaluation->recommendation.launchNotes.end());
    QStringList seen;
    for (const Text &note : notes) {
        const QString text = translated(note);
        if (text.isEmpty() || seen.contains(text))
            continue;
        seen << text;
        auto *label = new QLabel(QStringLiteral("• %1").arg(text));
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_notesLayout->addWidget(label);
    }
    m_notes->setVisible(!seen.isEmpty());
}

QString LaunchView::argumentTip(const QPoint &position) const
{
    if (!m_evaluation || !m_evaluation->command)
        return {};
    const QString line = m_text->cursorForPosition(position).block().text();
    for (const LaunchArgument &argument : m_evaluation->command->arguments) {
        const QString name = QString::fromStdString(argument.name);
        const qsizetype at = line.indexOf(name);
        // The whole name: "--Amount" is not "--AmountX".
        if (at >= 0 && (at + name.size() == line.size() || line.at(at + name.size()) == QLatin1Char(' ')))
            return translated(argument.reason);
    }
    return {};
}

bool LaunchView::eventFilter(QObject *watched, QEvent *event)
{
    if (!m_arguments) // a stylesheet sends events while the constructor is still at work
        return View::eventFilter(watched, event);
    if (watched == m_text->viewport() && event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), argumentTip(help->pos()), m_text);
        return true;
    }
    // Sentences wrap anew when the width changes; after the header has taken its own share of it.
    if (watched == m_arguments->viewport() && event->type() == QEvent::Resize
        && static_cast<QResizeEvent *>(event)->size().width() != static_cast<QResizeEvent *>(event)->oldSize().width())
        QMetaObject::invokeMethod(this, &LaunchView::fitArgumentsHeight, Qt::QueuedConnection);
    return View::eventFilter(watched, event);
}

} // namespace segplan
