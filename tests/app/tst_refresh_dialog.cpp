// The dialog that fetches prices: what it asks for, shows and gives out.
#include "knowledge_loader.h"
#include "price_server.h"
#include "prices/refresh_dialog.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QtTest>

using namespace segplan;
using namespace segplan::test;

class TestRefreshDialog : public QObject {
    Q_OBJECT

    std::shared_ptr<const Knowledge> m_knowledge;
    PriceServer m_server;

    RefreshOptions options(const QTemporaryDir &dir) const
    {
        RefreshOptions o;
        o.page = QUrl(m_server.url(QStringLiteral("/page")));
        o.listBase = m_server.url(QStringLiteral("/list"));
        o.folder = dir.path() + QStringLiteral("/knowledge");
        o.aliyun.program = QStringLiteral(SEGPLAN_SOURCE_DIR "/tests/tools/aliyun_stand_in.sh");
        return o;
    }
    template <class T>
    static T *part(RefreshDialog &dialog, const char *name)
    {
        return dialog.findChild<T *>(QLatin1String(name));
    }

private slots:
    void initTestCase()
    {
        auto loaded = loadKnowledge(QString());
        QVERIFY(loaded);
        m_knowledge = loaded->knowledge;
    }
    void init()
    {
        m_server.paths[PriceServer::listPath] = [](QTcpSocket *s) { PriceServer::send(s, httpReply(priceList())); };
    }

    void everyControlHasAName()
    {
        QTemporaryDir dir;
        RefreshDialog dialog(*m_knowledge, {"cn-shanghai"}, options(dir));
        for (const QWidget *w : dialog.findChildren<QWidget *>()) {
            if (qobject_cast<const QPushButton *>(w) || qobject_cast<const QCheckBox *>(w) || qobject_cast<const QTableWidget *>(w) || qobject_cast<const QPlainTextEdit *>(w))
                QVERIFY(!w->objectName().isEmpty());
        }
        QCOMPARE(part<QLineEdit>(dialog, "refreshRegions")->text(), QStringLiteral("cn-shanghai"));
        QVERIFY(!dialog.isModal());
    }

    void fetchesAndGivesOut()
    {
        QTemporaryDir dir;
        RefreshDialog dialog(*m_knowledge, {"cn-shanghai"}, options(dir));
        dialog.show();
        QSignalSpy refreshed(&dialog, &RefreshDialog::refreshed), chosen(&dialog, &RefreshDialog::pricesChosen);
        QVERIFY(!part<QPushButton>(dialog, "refreshTake")->isEnabled());
        part<QPushButton>(dialog, "refreshStart")->click();
        QVERIFY(dialog.running() && part<QPushButton>(dialog, "refreshCancel")->isEnabled() && !part<QPushButton>(dialog, "refreshStart")->isEnabled());
        QTRY_COMPARE_WITH_TIMEOUT(refreshed.count(), 1, 60000);
        QVERIFY(!dialog.running());
        QCOMPARE(part<QTableWidget>(dialog, "refreshChanges")->rowCount(), 1);
        QVERIFY(part<QLabel>(dialog, "refreshStatus")->text().contains(QLatin1Char('1')));
        part<QPushButton>(dialog, "refreshTake")->click();
        QCOMPARE(chosen.count(), 1);
        const auto book = chosen.first().first().value<PriceBook>();
        QCOMPARE(findEntry(book, a10, "cn-shanghai", PriceModel::Hour)->amount.decimal(0), std::string("10"));
    }

    void failureInWords()
    {
        QTemporaryDir dir;
        m_server.paths[PriceServer::listPath] = [](QTcpSocket *s) { PriceServer::send(s, httpReply("<html>maintenance</html>")); };
        RefreshDialog dialog(*m_knowledge, {}, options(dir));
        dialog.show();
        QSignalSpy refreshed(&dialog, &RefreshDialog::refreshed);
        dialog.start();
        QTRY_COMPARE_WITH_TIMEOUT(refreshed.count(), 1, 60000);
        QVERIFY(part<QPlainTextEdit>(dialog, "refreshNotes")->toPlainText().contains(QLatin1String("web page")));
        QVERIFY(!part<QPushButton>(dialog, "refreshTake")->isEnabled());
        QVERIFY(part<QPushButton>(dialog, "refreshStart")->isEnabled());
    }

    void cancelAndClose()
    {
        QTemporaryDir dir;
        bool asked = false;
        m_server.paths[PriceServer::listPath] = [&](QTcpSocket *) { asked = true; };
        RefreshDialog dialog(*m_knowledge, {}, options(dir));
        dialog.show();
        QSignalSpy refreshed(&dialog, &RefreshDialog::refreshed);
        dialog.start();
        QTRY_VERIFY_WITH_TIMEOUT(asked, 60000);
        part<QPushButton>(dialog, "refreshCancel")->click();
        QTRY_COMPARE_WITH_TIMEOUT(refreshed.count(), 1, 60000);
        asked = false;
        dialog.start(); // and again
        QTRY_VERIFY_WITH_TIMEOUT(asked, 60000);
        dialog.close();
        QTRY_COMPARE_WITH_TIMEOUT(refreshed.count(), 2, 60000);
        QVERIFY(QDir(dir.path() + QStringLiteral("/knowledge")).entryList({QStringLiteral("*.json")}).isEmpty());
    }

    void wrongRegionIsTold()
    {
        QTemporaryDir dir;
        RefreshDialog dialog(*m_knowledge, {"moon"}, options(dir));
        part<QCheckBox>(dialog, "refreshCli")->setChecked(true);
        dialog.start();
        QVERIFY(!dialog.running());
        QVERIFY(part<QLabel>(dialog, "refreshStatus")->text().contains(QLatin1String("moon")));
    }
};

QTEST_MAIN(TestRefreshDialog)
#include "tst_refresh_dialog.moc"
