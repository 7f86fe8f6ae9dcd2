// One program: a window without a command, the command line with one.
#include "base/heap.h"
#include "cli/cli.h"
#include "knowledge_loader.h"
#include "shell/main_window.h"
#include "text/language.h"
#include "text/translated.h"

#include <QApplication>
#include <QIcon>
#include <QMessageBox>
#include <cstdio>

namespace {

using namespace segplan;

// Settings and the user's knowledge folder hang on these names.
void nameProgram()
{
    QCoreApplication::setOrganizationName(QStringLiteral("SegPlan"));
    QCoreApplication::setApplicationName(QStringLiteral("segplan"));
    QCoreApplication::setApplicationVersion(QStringLiteral(SEGPLAN_VERSION));
}

bool hasDisplay()
{
#ifdef Q_OS_UNIX
#ifndef Q_OS_MACOS
    return qEnvironmentVariableIsSet("QT_QPA_PLATFORM") || !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
#endif
#endif
    return true;
}

QString faultText(const Errors &faults)
{
    QStringList lines;
    for (const Error &e : faults)
        lines << QString::fromStdString(e.line());
    constexpr qsizetype most = 12;
    if (lines.size() > most) {
        lines = lines.mid(0, most);
        lines << QStringLiteral("...");
    }
    return lines.join(QLatin1Char('\n'));
}

int runWindow(QApplication &app)
{
    QGuiApplication::setApplicationDisplayName(QStringLiteral("SegPlan"));
    QGuiApplication::setDesktopFileName(QStringLiteral("segplan"));
    // The arguments Qt left over: --lang and files.
    QStringList files;
    QString wanted;
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == QLatin1String("--lang"))
            wanted = arguments.value(++i);
        else if (arguments[i].startsWith(QLatin1String("--lang=")))
            wanted = arguments[i].mid(7);
        else
            files << arguments[i];
    }
    Language language;
    if (Language::isKnown(wanted))
        language.use(wanted);
    const auto loaded = loadKnowledge();
    if (!loaded) {
        QMessageBox::critical(nullptr, QStringLiteral("SegPlan"), faultText(loaded.errors()));
        return 3;
    }
    MainWindow window(*loaded->knowledge, language);
    window.show();
    if (!loaded->faults.empty()) {
        QMessageBox box(QMessageBox::Warning, QStringLiteral("SegPlan"),
                        QCoreApplication::translate("segplan::Main", "Your own knowledge files have faults and are left out; the built-in ones are used."), QMessageBox::Ok, &window);
        box.setDetailedText(faultText(loaded->faults));
        box.exec();
    }
    if (!files.isEmpty())
        window.openPlan(files.first());
    return app.exec();
}

} // namespace

int main(int argc, char **argv)
{
    keepFreedMemory();
    nameProgram();
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    const bool commandLine = isCommandLine(arguments);
    if (commandLine && !needsDrawing(arguments)) {
        // Texts only: no window system is touched.
        QCoreApplication app(argc, argv);
        return runCommandLine(QCoreApplication::arguments().mid(1));
    }
    if (!hasDisplay()) {
        if (!commandLine) {
            std::fputs("segplan: there is no display for the window; segplan --help lists what works without one\n", stderr);
            return 3;
        }
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication app(argc, argv);
    return commandLine ? runCommandLine(QCoreApplication::arguments().mid(1)) : runWindow(app);
}
