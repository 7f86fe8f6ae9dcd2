// Every network of the zoo against reference implementations: parameters to the unit, multiply-accumulates within 0.1 %.
#include "oracle_rows.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

using namespace segplan;
using namespace segplan::test;

namespace {
// Rows of tests/data/oracle.csv that the zoo has to build; raise it with every family added.
constexpr int expectedRows = 480;
constexpr double macTolerance = 1e-3;

struct Family {
    int rows = 0, equalParameters = 0;
    double worstMacError = 0;
};
} // namespace

class TestZooOracle : public QObject {
    Q_OBJECT

private:
    std::vector<CsvRow> m_rows = oracleRows();
    std::map<std::string, Family> m_families;

private slots:
    void parametersAndMacs_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if (const auto c = oracleCase(m_rows[i]))
                QTest::addRow("%d %s", static_cast<int>(i + 2), c->label.c_str()) << static_cast<int>(i);
        }
    }

    void parametersAndMacs()
    {
        QFETCH(int, index);
        const CsvRow &row = m_rows[static_cast<std::size_t>(index)];
        const auto c = oracleCase(row);
        QVERIFY(c.has_value());
        const Result<Graph> graph = buildModel(c->spec, c->settings);
        QVERIFY2(graph.ok(), graph.ok() ? "" : graph.error().line().c_str());
        const double macs = graph->macsPerImage(), wantedMacs = static_cast<double>(integerCell(row, "macs"));
        const double error = std::abs(macs / wantedMacs - 1);
        const std::int64_t parameters = graph->parameterCount() + graph->frozenParameterCount(), wanted = integerCell(row, "params");
        Family &family = m_families[c->family];
        ++family.rows;
        family.equalParameters += parameters == wanted;
        family.worstMacError = std::max(family.worstMacError, error);
        QCOMPARE(parameters, wanted);
        QCOMPARE(graph->parameterCount(), noteValue(row, "trainable").value_or(wanted));
        QVERIFY2(error <= macTolerance, qPrintable(QStringLiteral("%1 MACs, %2 wanted").arg(macs, 0, 'f', 0).arg(wantedMacs, 0, 'f', 0)));
    }

    void coverage()
    {
        int mapped = 0;
        for (const CsvRow &row : m_rows)
            mapped += oracleCase(row).has_value();
        QVERIFY2(mapped >= expectedRows, qPrintable(QStringLiteral("%1 rows mapped, %2 expected").arg(mapped).arg(expectedRows)));
    }

    void cleanupTestCase()
    {
        std::printf("%-46s %5s %8s %12s\n", "family", "rows", "params=", "worst MACs");
        int rows = 0;
        for (const auto &[name, f] : m_families) {
            std::printf("%-46s %5d %8d %11.5f%%\n", name.c_str(), f.rows, f.equalParameters, 100 * f.worstMacError);
            rows += f.rows;
        }
        std::printf("%d of %d rows of the oracle built\n", rows, static_cast<int>(m_rows.size()));
        std::fflush(stdout);
    }
};

QTEST_APPLESS_MAIN(TestZooOracle)
#include "tst_zoo_oracle.moc"
