// Charts, candidate table and flowchart: they show the snapshot's figures, all of them, and nothing covers anything else.
#include "charts/candidate_model.h"
#include "charts/chart_parts.h"
#include "charts/choose_view.h"
#include "charts/cost_time_chart.h"
#include "charts/export.h"
#include "charts/labels.h"
#include "charts/memory_chart.h"
#include "charts/memory_view.h"
#include "charts/scoped_language.h"
#include "command/launch_view.h"
#include "evaluate/evaluate.h"
#include "flowchart/flow_layout.h"
#include "flowchart/flow_scene.h"
#include "flowchart/path_view.h"
#include "knowledge.h"
#include "text/translated.h"

#include <QAbstractItemModelTester>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <qcustomplot.h>

using namespace segplan;

namespace {

Plan planToChoose()
{
    Plan plan;
    plan.workload.backbone = "resnet101";
    plan.workload.batchPerGpu.reset();
    plan.workload.globalBatch = 8;
    plan.workload.gpus.reset();
    plan.workload.precision.reset();
    plan.requirements.deadlineHours = 48;
    plan.requirements.budget = Money::of(Currency::CNY, 3000);
    return plan;
}

void languageRows()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << QStringLiteral("en");
    QTest::newRow("Chinese") << QStringLiteral("zh_CN");
}

void verifyApart(const std::vector<QRectF> &rects)
{
    for (std::size_t i = 0; i < rects.size(); ++i) {
        for (std::size_t k = i + 1; k < rects.size(); ++k) {
            if (rects[i].isEmpty() || rects[k].isEmpty())
                continue;
            const QRectF common = rects[i].intersected(rects[k]);
            QVERIFY2(common.width() < 0.5 || common.height() < 0.5, qPrintable(QStringLiteral("labels %1 and %2 overlap").arg(i).arg(k)));
        }
    }
}

} // namespace

class TestCharts : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_evaluation = std::make_shared<const Evaluation>(evaluate(planToChoose(), test::testKnowledge(), {"2026-11-30T12:00:00Z", {}}));
        QVERIFY(m_evaluation->recommendation.candidate >= 0);
        QVERIFY(m_evaluation->candidates.size() > 3);
    }

    void modelIsSound()
    {
        CandidateModel model;
        CandidateFilter filter;
        filter.setSourceModel(&model);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester filterTester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setEvaluation(m_evaluation);
        QCOMPARE(model.rowCount(), static_cast<int>(m_evaluation->candidates.size()));
        filter.setShowRejected(false);
        int accepted = 0;
        for (const Candidate &c : m_evaluation->candidates)
            accepted += c.status != CandidateStatus::Rejected;
        QCOMPARE(filter.rowCount(), accepted);
        model.setPalette(darkPalette());
        model.retranslate();
    }

    void unknownCostSortsLast_data()
    {
        QTest::addColumn<Qt::SortOrder>("order");
        QTest::newRow("ascending") << Qt::AscendingOrder;
        QTest::newRow("descending") << Qt::DescendingOrder;
    }

    void unknownCostSortsLast()
    {
        QFETCH(Qt::SortOrder, order);
        CandidateModel model;
        CandidateFilter filter;
        filter.setSourceModel(&model);
        model.setEvaluation(m_evaluation);
        filter.sort(CandidateModel::Cost, order);
        double before = order == Qt::AscendingOrder ? -1 : 1e300;
        bool unknownSeen = false;
        for (int row = 0; row < filter.rowCount(); ++row) {
            const QVariant cost = filter.index(row, CandidateModel::Cost).data(CandidateModel::SortRole);
            if (!cost.isValid()) {
                unknownSeen = true;
                continue;
            }
            QVERIFY2(!unknownSeen, "a known cost after an unknown one");
            QVERIFY(order == Qt::AscendingOrder ? cost.toDouble() >= before : cost.toDouble() <= before);
            before = cost.toDouble();
        }
    }

    void everyPricedCandidateIsDrawnOnce()
    {
        QCustomPlot plot;
        const CostTimeChart chart = buildCostTimeChart(plot, *m_evaluation, lightPalette());
        std::size_t expected = 0;
        for (const Candidate &c : m_evaluation->candidates)
            expected += c.cost && c.wallClock;
        QVERIFY(expected > 0);
        QCOMPARE(chart.points.size(), expected);
        int drawn = 0;
        for (int i = 0; i < plot.plottableCount(); ++i) {
            if (const auto *graph = qobject_cast<QCPGraph *>(plot.plottable(i)))
                drawn += graph->dataCount();
        }
        QCOMPARE(drawn, static_cast<int>(expected));
        for (const CostTimePoint &p : chart.points) {
            const Candidate &c = m_evaluation->candidates[static_cast<std::size_t>(p.candidate)];
            QCOMPARE(p.hours, c.wallClock->mid.hours());
            QCOMPARE(p.cost, c.cost->total.value.amount());
        }
    }

    void rebuildingLeavesNothingBehind()
    {
        QCustomPlot plot;
        buildCostTimeChart(plot, *m_evaluation, lightPalette());
        plot.toPixmap(800, 320);
        const int plottables = plot.plottableCount();
        const auto notes = plot.findChildren<ChartNotes *>().size();
        buildCostTimeChart(plot, *m_evaluation, darkPalette());
        plot.toPixmap(800, 320);
        QCOMPARE(plot.plottableCount(), plottables);
        QCOMPARE(plot.findChildren<ChartNotes *>().size(), notes);
        QCOMPARE(plot.axisRectCount(), 1);
    }

    void costTimeLabelsAreApart_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("width");
        for (int width : {620, 980, 1500}) {
            QTest::addRow("English %d", width) << QStringLiteral("en") << width;
            QTest::addRow("Chinese %d", width) << QStringLiteral("zh_CN") << width;
        }
    }

    void costTimeLabelsAreApart()
    {
        QFETCH(QString, language);
        QFETCH(int, width);
        const ScopedLanguage scope(language);
        QCustomPlot plot;
        const CostTimeChart chart = buildCostTimeChart(plot, *m_evaluation, lightPalette());
        QVERIFY(!plot.toPixmap(width, 320).isNull());
        QVERIFY(chart.labels->size() >= chart.points.size());
        verifyApart(*chart.labels);
        for (const QRectF &label : *chart.labels)
            QVERIFY(label.isEmpty() || QRectF(-1, -1, width + 2, 322).contains(label));
        for (std::size_t i = 0; i < chart.points.size(); ++i) {
            if (chart.points[i].chosen)
                QVERIFY2(!(*chart.labels)[i].isEmpty(), "the recommended type has no label");
        }
    }

    void aPixelFindsItsCandidate()
    {
        QCustomPlot plot;
        plot.resize(900, 320);
        const CostTimeChart chart = buildCostTimeChart(plot, *m_evaluation, lightPalette());
        plot.toPixmap(900, 320);
        const CostTimePoint &p = chart.points.front();
        const QPointF at(plot.axisRect(0)->axis(QCPAxis::atBottom)->coordToPixel(p.hours), plot.axisRect(0)->axis(QCPAxis::atLeft)->coordToPixel(p.cost));
        const int found = candidateAt(plot, chart, at);
        QVERIFY(found >= 0);
        QCOMPARE(m_evaluation->candidates[static_cast<std::size_t>(found)].wallClock->mid.hours(), p.hours);
        QCOMPARE(candidateAt(plot, chart, QPointF(-500, -500)), -1);
    }

    void barsSumToTheDevice()
    {
        QCustomPlot plot;
        const MemoryChart chart = buildMemoryChart(plot, *m_evaluation, lightPalette());
        QVERIFY(chart.variants > 0);
        std::vector<double> sums(static_cast<std::size_t>(chart.variants), 0.0);
        for (int i = 0; i < plot.plottableCount(); ++i) {
            const auto *bars = qobject_cast<QCPBars *>(plot.plottable(i));
            QVERIFY(bars);
            for (const QCPBarsData &bar : *bars->data())
                sums[static_cast<std::size_t>(bar.key)] += bar.value;
        }
        for (std::size_t i = 0; i < sums.size(); ++i)
            QVERIFY(std::abs(sums[i] - m_evaluation->variants[i].memory.device.value.gib()) < 1e-6);
    }

    void memoryLabelsAreApart_data() { languageRows(); }

    void memoryLabelsAreApart()
    {
        QFETCH(QString, language);
        const ScopedLanguage scope(language);
        QCustomPlot plot;
        const MemoryChart chart = buildMemoryChart(plot, *m_evaluation, lightPalette());
        plot.toPixmap(640, chart.preferredHeight);
        QCOMPARE(static_cast<int>(chart.cardLabels->size()), chart.cards);
        verifyApart(*chart.cardLabels);
        QCustomPlot timeline;
        const TimelineChart line = buildTimelineChart(timeline, *m_evaluation, lightPalette());
        timeline.toPixmap(640, 260);
        QVERIFY(line.points > 10);
        QCOMPARE(line.points, static_cast<int>(m_evaluation->memory->timeline.size()));
        verifyApart(*line.labels);
    }

    void flowchartBoxesHoldTheirText_data() { languageRows(); }

    void flowchartBoxesHoldTheirText()
    {
        QFETCH(QString, language);
        const ScopedLanguage scope(language);
        const FlowLayout layout = layoutFlow(m_evaluation->flow);
        QCOMPARE(layout.nodes.size(), m_evaluation->flow.nodes.size());
        QCOMPARE(layout.edges.size(), m_evaluation->flow.edges.size());
        std::vector<QRectF> boxes;
        for (const PlacedNode &node : layout.nodes) {
            QVERIFY(!node.question.isEmpty());
            QVERIFY2(node.box.contains(node.questionBox), qPrintable(node.question));
            QVERIFY2(node.answer.isEmpty() || node.box.contains(node.answerBox), qPrintable(node.answer));
            QVERIFY(!node.questionBox.intersects(node.answerBox));
            boxes.push_back(node.box);
        }
        for (const PlacedEdge &edge : layout.edges) {
            if (!edge.labelBox.isEmpty())
                boxes.push_back(edge.labelBox);
            for (qsizetype i = 0; i + 1 < edge.path.size(); ++i)
                QVERIFY2(std::abs(edge.path[i].x() - edge.path[i + 1].x()) < 0.01 || std::abs(edge.path[i].y() - edge.path[i + 1].y()) < 0.01, "an arrow runs aslant");
        }
        verifyApart(boxes);
    }

    void arrowsGoRoundBoxes()
    {
        // A jump over a row in the main column has to leave it.
        Flow flow;
        for (int row = 0; row < 3; ++row)
            flow.nodes.push_back({std::string(1, static_cast<char>('a' + row)), SP_T("core", "Network"), {}, {}, true, 0, row});
        flow.edges.push_back({"a", "c", {}, true});
        flow.edges.push_back({"a", "nowhere", {}, true});
        const FlowLayout layout = layoutFlow(flow);
        QCOMPARE(layout.edges.size(), std::size_t(1));
        for (qsizetype i = 0; i + 1 < layout.edges[0].path.size(); ++i) {
            const QPointF p = layout.edges[0].path[i], q = layout.edges[0].path[i + 1];
            QVERIFY(!crosses(QLineF(p, q), layout.nodes[1].box.adjusted(1, 1, -1, -1)));
        }
    }

    void labelsAreSpread_data()
    {
        QTest::addColumn<std::vector<double>>("wanted");
        QTest::addColumn<std::vector<double>>("widths");
        QTest::newRow("roomy") << std::vector<double>{50, 200, 350} << std::vector<double>{40, 40, 40};
        QTest::newRow("crowded in the middle") << std::vector<double>{180, 200, 205} << std::vector<double>{60, 60, 60};
        QTest::newRow("crowded at the end") << std::vector<double>{380, 390, 399} << std::vector<double>{50, 80, 60};
    }

    void labelsAreSpread()
    {
        QFETCH(std::vector<double>, wanted);
        QFETCH(std::vector<double>, widths);
        const std::vector<double> centres = spreadCentres(wanted, widths, 6, 0, 400);
        for (std::size_t i = 0; i < centres.size(); ++i) {
            QVERIFY(centres[i] - widths[i] / 2 >= -0.01);
            QVERIFY(centres[i] + widths[i] / 2 <= 400.01);
            if (i > 0)
                QVERIFY(centres[i] - centres[i - 1] >= (widths[i] + widths[i - 1]) / 2 + 5.99);
        }
    }

    void labelsWithoutRoomAreLeftOut()
    {
        const std::vector<LabelRequest> crowd(60, LabelRequest{QPointF(50, 50), 6, QSizeF(40, 14)});
        const std::vector<QRectF> places = placeLabels(crowd, QRectF(0, 0, 100, 100), {}, {});
        QCOMPARE(places.size(), crowd.size());
        QVERIFY(!places.front().isEmpty());
        QVERIFY(places.back().isEmpty());
        verifyApart(places);
    }

    void tableIsCopiedAsTsv()
    {
        ChooseView view;
        view.setEvaluation(m_evaluation, test::testKnowledge());
        const QStringList lines = view.tableTsv().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), static_cast<qsizetype>(m_evaluation->candidates.size() + 1));
        const auto columns = lines.front().split(QLatin1Char('\t')).size();
        for (const QString &line : lines)
            QCOMPARE(line.split(QLatin1Char('\t')).size(), columns);
        QVERIFY(view.tableTsv().contains(QString::fromStdString(m_evaluation->candidates.front().instanceType)));
    }

    void viewsTakeEverySnapshot()
    {
        // An empty evaluation, a refused one and a full one, in both palettes, one after the other.
        Plan refused = planToChoose();
        refused.requirements.budget = Money::of(Currency::CNY, 1);
        const auto none = std::make_shared<const Evaluation>(evaluate(refused, test::testKnowledge()));
        QCOMPARE(none->recommendation.candidate, -1);
        const auto empty = std::make_shared<const Evaluation>();
        ChooseView choose;
        MemoryView memory;
        PathView path;
        LaunchView launch;
        for (View *view : {static_cast<View *>(&choose), static_cast<View *>(&memory), static_cast<View *>(&path), static_cast<View *>(&launch)}) {
            view->resize(1000, 600);
            for (const auto &snapshot : {empty, none, m_evaluation, none, empty}) {
                view->applyPalette(darkPalette());
                view->setEvaluation(snapshot, test::testKnowledge());
                view->setStale(true);
                view->setStale(false);
                QVERIFY(!view->grab().isNull());
            }
        }
    }

    void launchShowsTheCommand_data()
    {
        QTest::addColumn<int>("shell");
        QTest::newRow("bash") << static_cast<int>(Shell::Bash);
        QTest::newRow("PowerShell") << static_cast<int>(Shell::PowerShell);
        QTest::newRow("cmd") << static_cast<int>(Shell::Cmd);
    }

    void launchShowsTheCommand()
    {
        QFETCH(int, shell);
        QVERIFY(m_evaluation->command);
        LaunchView view;
        view.setEvaluation(m_evaluation, test::testKnowledge());
        view.setShell(static_cast<Shell>(shell));
        const QString expected = QString::fromStdString(commandText(*m_evaluation->command, static_cast<Shell>(shell)));
        QCOMPARE(view.command(), expected);
        QCOMPARE(view.findChild<QPlainTextEdit *>(QStringLiteral("commandText"))->toPlainText(), expected);
    }

    void chosenNodeTellsItsTerm()
    {
        PathView view;
        view.setEvaluation(m_evaluation, test::testKnowledge());
        const auto &nodes = m_evaluation->flow.nodes;
        const auto node = std::find_if(nodes.begin(), nodes.end(), [](const FlowNode &n) { return n.term != noTerm; });
        QVERIFY(node != nodes.end());
        QSignalSpy spy(&view, &View::termActivated);
        view.resize(900, 600);
        view.open(static_cast<int>(node - nodes.begin()));
        for (QPushButton *button : view.findChildren<QPushButton *>()) {
            if (button->property("link").toBool())
                button->click();
        }
        QCOMPARE(spy.count(), 1);
        QCOMPARE(spy.at(0).at(0).value<TermId>(), node->term);
    }

    void exportsHoldTheFigures_data() { languageRows(); }

    void exportsHoldTheFigures()
    {
        QFETCH(QString, language);
        QTemporaryDir dir;
        QString error;
        const QString csv = dir.filePath(QStringLiteral("c.csv")), svg = dir.filePath(QStringLiteral("c.svg")), png = dir.filePath(QStringLiteral("c.png"));
        QVERIFY2(exportCandidatesCsv(*m_evaluation, language, csv, &error), qPrintable(error));
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.startsWith("\xEF\xBB\xBF"));
        QCOMPARE(bytes.count("\r\n"), static_cast<qsizetype>(m_evaluation->candidates.size() + 1));
        QVERIFY(bytes.contains(m_evaluation->candidates.front().cost->total.value.decimal().c_str()));
        for (ChartKind kind : {ChartKind::CostTime, ChartKind::Memory, ChartKind::Timeline}) {
            QVERIFY2(exportChartSvg(*m_evaluation, kind, language, svg, &error), qPrintable(error));
            QFile drawing(svg);
            QVERIFY(drawing.open(QIODevice::ReadOnly));
            QXmlStreamReader xml(&drawing);
            int texts = 0;
            while (!xml.atEnd()) {
                if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text"))
                    ++texts;
            }
            QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
            QVERIFY(texts > 4);
            QVERIFY2(exportChartPng(*m_evaluation, kind, language, png, &error), qPrintable(error));
            const QImage image(png);
            QCOMPARE(image.width(), 1920);
        }
        QVERIFY(exportFlowSvg(m_evaluation->flow, svg, &error));
        QVERIFY(exportFlowPng(m_evaluation->flow, png, &error));
        QVERIFY(!exportCandidatesCsv(*m_evaluation, language, dir.filePath(QStringLiteral("none/c.csv")), &error));
        QVERIFY(error.contains(QStringLiteral("c.csv")));
    }

    void languageComesBack()
    {
        const QLocale before;
        {
            const ScopedLanguage scope(QStringLiteral("zh_CN"));
            QCOMPARE(QLocale().language(), QLocale::Chinese);
            QCOMPARE(translated(LocalText{"Shanghai", "上海"}), QStringLiteral("上海"));
            const ScopedLanguage inner(QStringLiteral("en"));
            QCOMPARE(translated(LocalText{"Shanghai", "上海"}), QStringLiteral("Shanghai"));
            QCOMPARE(fitsWord(Fits::Tight), QStringLiteral("tight"));
        }
        QCOMPARE(QLocale(), before);
    }

private:
    std::shared_ptr<const Evaluation> m_evaluation;
};

QTEST_MAIN(TestCharts)
#include "tst_charts.moc"
