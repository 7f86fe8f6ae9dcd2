// The Time and Money tabs and the price book: the figures of the snapshot, nothing over anything else, changes that can be applied.
#include "charts/chart_parts.h"
#include "charts/money_chart.h"
#include "charts/money_view.h"
#include "charts/time_chart.h"
#include "charts/time_view.h"
#include "document/plan_document.h"
#include "evaluate/evaluate.h"
#include "knowledge.h"
#include "prices/price_book_dialog.h"
#include "text/translated.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <qcustomplot.h>

using namespace segplan;
using segplan::test::testKnowledge;

namespace {

Plan planToBuy()
{
    Plan plan;
    plan.workload.backbone = "resnet101";
    plan.workload.batchPerGpu.reset();
    plan.workload.globalBatch = 8;
    plan.workload.gpus.reset();
    plan.workload.precision.reset();
    plan.requirements.deadlineHours = 48;
    plan.requirements.budget = Money::of(Currency::CNY, 30000);
    plan.requirements.purchase = {Purchase::PayAsYouGo, Purchase::Spot, Purchase::Subscription};
    plan.job.spotPriceRatio = 0.3;
    plan.job.spotReleasesPerDay = 1;
    return plan;
}

std::shared_ptr<const Evaluation> evaluated()
{
    static const auto only = std::make_shared<const Evaluation>(evaluate(planToBuy(), testKnowledge()));
    return only;
}

template <class T>
T *find(QWidget &in, const char *name)
{
    auto *found = in.findChild<T *>(QLatin1String(name));
    if (!found)
        qFatal("no %s", name);
    return found;
}

} // namespace

class TestTimeMoney : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(evaluated()->recommendation.candidate >= 0);
        QVERIFY(!evaluated()->breakEvens.empty());
        QVERIFY(!evaluated()->whatIfs.empty());
    }

    void barsAreTheSnapshot()
    {
        const Evaluation &e = *evaluated();
        const StackedBars cost = costBars(e, lightPalette()), job = jobBars(e, waysOfBuying(e), lightPalette()), step = timeBars(e, lightPalette());
        const std::vector<int> ways = waysOfBuying(e), timed = timedCandidates(e);
        QCOMPARE(cost.rows.size(), ways.size());
        QVERIFY(ways.size() >= 2);
        for (std::size_t i = 0; i < ways.size(); ++i) {
            const Candidate &c = e.candidates[static_cast<std::size_t>(ways[i])];
            QVERIFY(std::fabs(cost.rows[i].sum() - c.cost->total.value.amount()) < 0.005 * static_cast<double>(c.cost->parts.size()));
            QVERIFY(std::fabs(job.rows[i].sum() - c.wallClock->mid.hours()) < 1e-6 * c.wallClock->mid.hours() + 1e-9);
        }
        const double scale = step.unit == QLatin1String("ms") ? 1000 : 1;
        for (std::size_t i = 0; i < timed.size(); ++i) {
            const TimeEstimate &t = *e.candidates[static_cast<std::size_t>(timed[i])].time;
            QVERIFY(std::fabs(step.rows[i].sum() / scale - t.perIteration.value.count()) < 0.001 * t.perIteration.value.count());
        }
    }

    void pictures_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void pictures()
    {
        QFETCH(bool, dark);
        MoneyView money;
        TimeView time;
        for (View *view : {static_cast<View *>(&money), static_cast<View *>(&time)}) {
            view->resize(900, 760);
            view->applyPalette(dark ? darkPalette() : lightPalette());
            view->setEvaluation(evaluated(), testKnowledge());
            view->show();
            QVERIFY(QTest::qWaitForWindowExposed(view));
        }
        const LineChart chart = breakEvenLines(*evaluated(), lightPalette());
        QVERIFY(chart.lines.size() >= 2);
        QCustomPlot plot;
        plot.resize(640, 320);
        const auto labels = buildLineChart(plot, chart, dark ? darkPalette() : lightPalette());
        plot.toPixmap(640, 320);
        QVERIFY(!labels->empty());
        for (std::size_t i = 0; i < labels->size(); ++i) {
            for (std::size_t k = i + 1; k < labels->size(); ++k)
                QVERIFY(!(*labels)[i].intersects((*labels)[k]) || (*labels)[i].isEmpty() || (*labels)[k].isEmpty());
        }
    }

    void aChangeCanBeApplied()
    {
        MoneyView view;
        view.setEvaluation(evaluated(), testKnowledge());
        Fix taken;
        connect(&view, &View::fixRequested, &view, [&](const Fix &fix) { taken = fix; });
        const auto whatIf = std::find_if(evaluated()->whatIfs.begin(), evaluated()->whatIfs.end(), [](const WhatIf &w) { return !w.fix.changes.empty(); });
        QVERIFY(whatIf != evaluated()->whatIfs.end());
        find<QPushButton>(view, ("whatIf_" + whatIf->id).c_str())->click();
        QCOMPARE(taken.changes.size(), whatIf->fix.changes.size());
        PlanDocument document(testKnowledge());
        QVERIFY(document.applyFix(taken).empty());
    }

    void figuresOpenTheirReasons()
    {
        MoneyView view;
        view.setEvaluation(evaluated(), testKnowledge());
        QSignalSpy asked(&view, &View::termActivated);
        int links = 0;
        for (QPushButton *button : view.findChildren<QPushButton *>()) {
            if (!button->property("link").toBool())
                continue;
            ++links;
            button->click();
        }
        QVERIFY(links >= 3);
        QCOMPARE(asked.count(), links);
        for (const QList<QVariant> &one : asked)
            QVERIFY(evaluated()->ledger.contains(one.front().value<TermId>()));
    }

    void enteringAPrice()
    {
        PriceBookDialog dialog(testKnowledge());
        Plan plan = planToBuy();
        dialog.setPlan(plan);
        auto *table = find<QTableView>(dialog, "priceTable");
        const int before = table->model()->rowCount();
        QVERIFY(before > 100);
        QVERIFY(dialog.book().entries.empty());

        find<QComboBox>(dialog, "priceWhat")->setCurrentText(QStringLiteral("ecs.gn7i-c16g1.4xlarge"));
        find<QComboBox>(dialog, "priceRegion")->setCurrentText(QStringLiteral("cn-shanghai"));
        find<QComboBox>(dialog, "priceUnit")->setCurrentText(QStringLiteral("spot"));
        for (const char *wrong : {"", "abc", "-3", "0", "1e9"}) {
            find<QLineEdit>(dialog, "priceAmount")->setText(QLatin1String(wrong));
            find<QPushButton>(dialog, "priceAdd")->click();
            QVERIFY2(dialog.book().entries.empty(), wrong);
            QVERIFY(!find<QLabel>(dialog, "priceMessage")->text().isEmpty());
        }
        find<QLineEdit>(dialog, "priceAmount")->setText(QStringLiteral("2.5"));
        find<QPushButton>(dialog, "priceAdd")->click();
        QCOMPARE(dialog.book().entries.size(), std::size_t(1));
        QVERIFY(isYours(dialog.book().entries.front().source));
        QCOMPARE(QString::fromStdString(dialog.book().entries.front().amount.decimal(2)), QStringLiteral("2.50"));
        QCOMPARE(table->model()->rowCount(), before + 1);

        PriceBook chosen;
        connect(&dialog, &PriceBookDialog::bookChosen, &dialog, [&](const PriceBook &book) { chosen = book; });
        find<QPushButton>(dialog, "priceOk")->click();
        QCOMPARE(chosen.entries.size(), std::size_t(1));
        plan.prices = chosen;
        const Evaluation e = evaluate(plan, testKnowledge());
        QVERIFY(std::any_of(e.candidates.begin(), e.candidates.end(), [](const Candidate &c) {
            return c.purchase == Purchase::Spot && c.instanceType == "ecs.gn7i-c16g1.4xlarge" && c.cost && c.status != CandidateStatus::Rejected;
        }));
    }

    void filesKeepThePrices_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("CSV") << QStringLiteral("book.csv");
        QTest::newRow("JSON") << QStringLiteral("book.json");
    }
    void filesKeepThePrices()
    {
        QFETCH(QString, name);
        QTemporaryDir folder;
        const QString path = folder.filePath(name);
        PriceBookDialog dialog(testKnowledge());
        dialog.setPlan(planToBuy());
        QVERIFY(dialog.exportFile(path));
        PriceBookDialog other(testKnowledge());
        other.setPlan(planToBuy());
        QVERIFY2(other.importFile(path), qPrintable(find<QLabel>(other, "priceMessage")->text()));
        QVERIFY(compareBooks(bookOf(testKnowledge()), other.book()).empty());

        // A damaged file changes nothing and is told.
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.resize(file.size() / 2));
        file.close();
        PriceBookDialog third(testKnowledge());
        third.setPlan(planToBuy());
        if (name.endsWith(QLatin1String(".json"))) {
            QVERIFY(!third.importFile(path));
            QVERIFY(third.book().entries.empty());
            QVERIFY(!find<QLabel>(third, "priceMessage")->text().isEmpty());
        }
    }

    void repricingShowsTheDifferences()
    {
        Plan plan = planToBuy();
        const Price *known = testKnowledge().price("ecs.gn7i-c16g1.4xlarge", "cn-shanghai", PriceModel::Hour);
        QVERIFY(known);
        Price old = *known;
        old.amount = Money::of(Currency::CNY, 5);
        old.source = {"an old list", "2023-01-01"};
        plan.prices = PriceBook{};
        setEntry(*plan.prices, old);
        PriceBookDialog dialog(testKnowledge());
        dialog.setPlan(plan);
        auto *changes = find<QTableWidget>(dialog, "priceChanges");
        QVERIFY(changes->rowCount() >= 1);
        QCOMPARE(changes->item(0, 0)->text(), QStringLiteral("ecs.gn7i-c16g1.4xlarge"));
        QVERIFY(changes->item(0, 5)->text().startsWith(QLatin1Char('+')));
        QSignalSpy asked(&dialog, &PriceBookDialog::repriceChosen);
        find<QPushButton>(dialog, "priceReprice")->click();
        QCOMPARE(asked.count(), 1);
    }
};

QTEST_MAIN(TestTimeMoney)
#include "tst_time_money.moc"
