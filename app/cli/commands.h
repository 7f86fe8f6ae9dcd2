// The commands of the program. Each gets its arguments after the command's name and returns the exit status.
#pragma once

#include "cli/console.h"

#include <QCommandLineParser>

namespace segplan::cli {

int planCommand(const QStringList &arguments);
int launchCommandCommand(const QStringList &arguments);
int reportCommand(const QStringList &arguments);
int exportCommand(const QStringList &arguments);
int estimateCommand(const QStringList &arguments);
int modelsCommand(const QStringList &arguments);
int gpusCommand(const QStringList &arguments);
int instancesCommand(const QStringList &arguments);
int datasetsCommand(const QStringList &arguments);
int knowledgeCommand(const QStringList &arguments);
int refreshCommand(const QStringList &arguments); // knowledge refresh

// One command's options. --lang and --help are added to every command; the language is installed while parsing.
class Arguments {
public:
    Arguments(const QString &command, const QString &synopsis, const QString &description);
    void add(const QString &name, const QString &description, const QString &value = {});
    void addShort(const QString &shortName, const QString &name, const QString &description, const QString &value);
    // False when the command ends here: status() then says how (help shown, or wrong arguments).
    bool parse(const QStringList &arguments, int leastFiles, int mostFiles);
    int status() const { return m_status; }
    bool has(const QString &name) const { return m_parser.isSet(name); }
    QString value(const QString &name) const { return m_parser.value(name); }
    QStringList files() const { return m_parser.positionalArguments(); }
    QString language() const { return m_language; } // "en" | "zh_CN"
    int wrong(const QString &line) const; // complains, names --help, gives WrongInput

private:
    QCommandLineParser m_parser;
    QString m_command, m_synopsis, m_description, m_language;
    int m_status = Done;
};

// Installs the language for this run: the one named, else the system's. False: not a language we have.
bool chooseLanguage(const QString &id);
QString currentLanguage();

// A plan file read and evaluated. Nothing (with the status, complaints made) when it cannot be.
struct Evaluated {
    std::shared_ptr<const Knowledge> knowledge;
    Evaluation evaluation;
    bool meets() const { return evaluation.recommendation.candidate >= 0; }
};
std::optional<Evaluated> evaluateFile(const QString &path, int *status);

// The readable answer of `segplan plan`.
QString planText(const Evaluated &evaluated, int top);
QString estimateText(const Workload &workload, const Gpu &gpu, const WorkloadEstimate &estimate);

} // namespace segplan::cli
