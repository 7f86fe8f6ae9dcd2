// The Launch tab: the command for the chosen plan, every argument explained.
#pragma once

#include "shell/view.h"

#include <QSyntaxHighlighter>

class QButtonGroup;
class QFrame;
class QHBoxLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTableWidget;
class QVBoxLayout;

namespace segplan {

// Colours what the user still has to fill in.
class PlaceholderHighlighter : public QSyntaxHighlighter {
    Q_OBJECT
public:
    explicit PlaceholderHighlighter(QTextDocument *document);
    void setPlaceholders(const QStringList &words, const Palette &palette);

protected:
    void highlightBlock(const QString &text) override;

private:
    QStringList m_words;
    QTextCharFormat m_format, m_option;
};

class LaunchView : public View {
    Q_OBJECT
public:
    explicit LaunchView(QWidget *parent = nullptr);

    void setEvaluation(std::shared_ptr<const Evaluation> evaluation, const Knowledge &knowledge) override;
    void setStale(bool stale) override;
    void applyPalette(const Palette &palette) override;

    QString command() const; // as shown; empty without one
    void setShell(Shell shell);

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void rebuild();
    void fillNotes();
    void fillArguments();
    void fitCommandHeight();
    void fitArgumentsHeight();
    QString argumentTip(const QPoint &position) const;

    std::shared_ptr<const Evaluation> m_evaluation;
    Palette m_palette;
    Shell m_shell = Shell::Bash;
    bool m_shellChosen = false; // by hand: the plan's shell no longer decides
    QFrame *m_shellBox = nullptr;
    QButtonGroup *m_shells = nullptr;
    QLabel *m_title = nullptr, *m_state = nullptr, *m_argumentsTitle = nullptr, *m_notesTitle = nullptr;
    QPlainTextEdit *m_text = nullptr;
    PlaceholderHighlighter *m_highlighter = nullptr;
    QPushButton *m_copy = nullptr;
    QTableWidget *m_arguments = nullptr;
    QWidget *m_notes = nullptr;
    QVBoxLayout *m_notesLayout = nullptr;
};

} // namespace segplan
