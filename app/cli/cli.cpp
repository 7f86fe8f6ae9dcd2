#include "cli/cli.h"

#include "cli/commands.h"
#include "text/language.h"

#include <QFileInfo>

namespace segplan {

namespace cli {

namespace {

struct Command {
    const char *name;
    int (*run)(const QStringList &);
    const char *does;
};

constexpr Command commands[] = {
    {"plan", planCommand, QT_TRANSLATE_NOOP("segplan::Cli", "the recommendation for a plan, with its reasons")},
    {"estimate", estimateCommand, QT_TRANSLATE_NOOP("segplan::Cli", "memory and time of one workload on one GPU; JSON Lines with -")},
    {"command", launchCommandCommand, QT_TRANSLATE_NOOP("segplan::Cli", "the aliyun ecs RunInstances command")},
    {"report", reportCommand, QT_TRANSLATE_NOOP("segplan::Cli", "the PDF report")},
    {"export", exportCommand, QT_TRANSLATE_NOOP("segplan::Cli", "the candidate table, the result or the charts as a file")},
    {"models", modelsCommand, QT_TRANSLATE_NOOP("segplan::Cli", "the models known, their backbones and options")},
    {"gpus", gpusCommand, QT_TRANSLATE_NOOP("segplan::Cli", "the GPUs known, with sources")},
    {"instances", instancesCommand, QT_TRANSLATE_NOOP("segplan::Cli", "the instance types known, with prices and their dates")},
    {"datasets", datasetsCommand, QT_TRANSLATE_NOOP("segplan::Cli", "the data sets known")},
    {"knowledge", knowledgeCommand, QT_TRANSLATE_NOOP("segplan::Cli", "check: the data behind it all; refresh: prices and stock")},
};

const Command *commandNamed(const QString &name)
{
    for (const Command &c : commands) {
        if (name == QLatin1String(c.name))
            return &c;
    }
    return nullptr;
}

int showHelp()
{
    QString text = Cli::tr("segplan: which Alibaba Cloud GPU instance to rent for training a segmentation model, and what it takes and costs.") + QStringLiteral("\n\n");
    text += Cli::tr("Usage:") + QStringLiteral("\n  segplan [FILE.segplan]            ") + Cli::tr("opens the window") + QLatin1Char('\n');
    text += QStringLiteral("  segplan COMMAND [...]             ") + Cli::tr("runs without a window; segplan COMMAND --help tells more") + QStringLiteral("\n\n");
    text += Cli::tr("Commands:") + QLatin1Char('\n');
    for (const Command &c : commands)
        text += QStringLiteral("  ") + padded(QLatin1String(c.name), 12) + Cli::tr(c.does) + QLatin1Char('\n');
    text += QLatin1Char('\n') + Cli::tr("Options:") + QLatin1Char('\n');
    text += QStringLiteral("  --lang en|zh_CN  ") + Cli::tr("language of the answers; the system's when left out") + QLatin1Char('\n');
    text += QStringLiteral("  --version        ") + Cli::tr("the program's version") + QLatin1Char('\n');
    text += QStringLiteral("  --help           ") + Cli::tr("this text") + QStringLiteral("\n\n");
    text += Cli::tr("Exit status: 0 done; 1 answered, but no instance meets the requirements; 2 the input is wrong; 3 a file or the network failed.") + QLatin1Char('\n');
    print(text);
    return Done;
}

QString languageAskedFor(const QStringList &arguments)
{
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == QLatin1String("--lang"))
            return arguments.value(i + 1);
        if (arguments[i].startsWith(QLatin1String("--lang=")))
            return arguments[i].mid(7);
    }
    return {};
}

// Languages stay installed until the program ends.
Language &language()
{
    static Language only;
    return only;
}

} // namespace

bool chooseLanguage(const QString &id)
{
    if (!id.isEmpty() && !Language::isKnown(id))
        return false;
    language().use(id.isEmpty() ? Language::nearest() : id);
    return true;
}

QString currentLanguage() { return language().current(); }

Arguments::Arguments(const QString &command, const QString &synopsis, const QString &description)
    : m_command(command), m_synopsis(synopsis), m_description(description)
{
    add(QStringLiteral("lang"), Cli::tr("language of the answer: en or zh_CN"), QStringLiteral("LANGUAGE"));
    m_parser.addOption(QCommandLineOption({QStringLiteral("h"), QStringLiteral("help")}, Cli::tr("this text")));
}

void Arguments::add(const QString &name, const QString &description, const QString &value)
{
    m_parser.addOption(QCommandLineOption(name, description, value));
}

void Arguments::addShort(const QString &shortName, const QString &name, const QString &description, const QString &value)
{
    m_parser.addOption(QCommandLineOption({shortName, name}, description, value));
}

int Arguments::wrong(const QString &line) const
{
    complain(QStringLiteral("segplan %1: %2").arg(m_command, line));
    complain(Cli::tr("segplan %1 --help tells what is allowed").arg(m_command));
    return WrongInput;
}

bool Arguments::parse(const QStringList &arguments, int leastFiles, int mostFiles)
{
    const bool sound = m_parser.parse(QStringList{QStringLiteral("segplan")} + arguments);
    if (!chooseLanguage(m_parser.value(QStringLiteral("lang")))) {
        chooseLanguage({});
        m_status = wrong(Cli::tr("--lang %1: allowed are en and zh_CN").arg(m_parser.value(QStringLiteral("lang"))));
        return false;
    }
    m_language = currentLanguage();
    if (m_parser.isSet(QStringLiteral("help"))) {
        m_parser.setApplicationDescription(m_description);
        // Qt's text begins with a usage line of its own that names no command.
        QString text = m_parser.helpText();
        text.remove(0, text.indexOf(QLatin1Char('\n')) + 1);
        print(Cli::tr("Usage: segplan %1 %2").arg(m_command, m_synopsis) + QLatin1Char('\n') + text);
        m_status = Done;
        return false;
    }
    if (!sound) {
        m_status = wrong(m_parser.errorText());
        return false;
    }
    const qsizetype given = files().size();
    if (given < leastFiles || given > mostFiles) {
        m_status = wrong(given < leastFiles ? Cli::tr("a file is missing") : Cli::tr("too many files: %1").arg(files().mid(mostFiles).join(QLatin1Char(' '))));
        return false;
    }
    return true;
}

} // namespace cli

using namespace cli;

bool isCommandLine(const QStringList &arguments)
{
    for (const QString &a : arguments) {
        if (a == QLatin1String("--help") || a == QLatin1String("-h") || a == QLatin1String("--version") || a == QLatin1String("-v"))
            return true;
        if (!a.startsWith(QLatin1Char('-')))
            break;
    }
    if (arguments.isEmpty() || arguments.first().startsWith(QLatin1Char('-')))
        return false;
    // A word that is neither a command nor a file is a mistyped command: say so instead of opening an empty window.
    const QString &word = arguments.first();
    return commandNamed(word) || !(word.endsWith(QLatin1String(".segplan")) || QFileInfo::exists(word));
}

bool needsDrawing(const QStringList &arguments)
{
    if (arguments.isEmpty() || arguments.contains(QStringLiteral("--help")) || arguments.contains(QStringLiteral("-h")))
        return false;
    if (arguments.first() == QLatin1String("report"))
        return true;
    const auto names = [&arguments](const char *format) {
        return arguments.contains(QLatin1String(format)) || arguments.contains(QStringLiteral("--format=") + QLatin1String(format));
    };
    return arguments.first() == QLatin1String("export") && (names("svg") || names("png"));
}

int runCommandLine(const QStringList &arguments)
{
    const Command *command = arguments.isEmpty() ? nullptr : commandNamed(arguments.first());
    int status = Done;
    // Before anything else, so that descriptions of options come in the language asked for; Arguments checks the name.
    if (!chooseLanguage(languageAskedFor(arguments)))
        chooseLanguage({});
    if (command) {
        status = command->run(arguments.mid(1));
    } else {
        if (arguments.contains(QStringLiteral("--version")) || arguments.contains(QStringLiteral("-v"))) {
            print(QStringLiteral("segplan " SEGPLAN_VERSION "\n"));
        } else if (arguments.contains(QStringLiteral("--help")) || arguments.contains(QStringLiteral("-h"))) {
            status = showHelp();
        } else {
            complain(Cli::tr("segplan: there is no command and no file %1").arg(arguments.value(0)));
            complain(Cli::tr("segplan --help lists the commands"));
            status = WrongInput;
        }
    }
    flushOutput();
    if (outputFailed()) {
        complain(Cli::tr("segplan: the output could not be written"));
        return IoFailed;
    }
    return status;
}

} // namespace segplan
