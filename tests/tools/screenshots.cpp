// Pictures of the window: every tab, both languages, light and dark. `segplan_screenshots PLAN OUT_DIR [WIDTH HEIGHT]`.
// Not a test; what the pictures show is for eyes.
#include "knowledge_loader.h"
#include "shell/main_window.h"
#include "text/language.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QStandardPaths>
#include <QTabBar>
#include <QTest>
#include <cstdio>

using namespace segplan;

int main(int argc, char **argv)
{
    if (argc < 3) {
        std::fprintf(stderr, "usage: segplan_screenshots PLAN OUT_DIR [WIDTH HEIGHT]\n");
        return 2;
    }
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("SegPlan"));
    QCoreApplication::setApplicationName(QStringLiteral("segplan-screenshots"));
    Language language;
    const auto loaded = loadKnowledge();
    if (!loaded)
        return 3;
    MainWindow window(*loaded->knowledge, language);
    window.resize(argc > 3 ? std::atoi(argv[3]) : 1440, argc > 4 ? std::atoi(argv[4]) : 900);
    window.show();
    if (!window.openPlan(QString::fromLocal8Bit(argv[1])))
        return 3;
    auto *tabs = window.findChild<QTabBar *>(QStringLiteral("viewTabs"));
    const QDir out(QString::fromLocal8Bit(argv[2]));
    if (!tabs || !out.mkpath(QStringLiteral(".")))
        return 3;
    for (const char *theme : {"Light", "Dark"}) {
        for (QAction *action : window.findChildren<QAction *>()) {
            if (action->objectName().contains(QLatin1String("heme")) && action->objectName().endsWith(QLatin1String(theme)))
                action->trigger();
        }
        for (const QString &lang : {QStringLiteral("en"), QStringLiteral("zh_CN")}) {
            language.use(lang);
            for (int tab = 0; tab < tabs->count(); ++tab) {
                tabs->setCurrentIndex(tab);
                QTest::qWait(400); // the evaluator's compressor and the layout settle
                window.grab().save(out.filePath(QStringLiteral("%1-%2-%3.png").arg(tab).arg(lang, QString::fromLatin1(theme).toLower())));
            }
        }
    }
    return 0;
}
