// The job in time: parts reckoned by hand, spot machines against published formulas and a simulation.
#include "estimate/job/job.h"
#include "knowledge.h"

#include <QtTest>

#include <cmath>
#include <random>

using namespace segplan;
using segplan::test::testKnowledge;

namespace {

// Beliefs of round figures, so that every part can be reckoned by hand.
struct Beliefs {
    Calibration startup, reboot, warmUp, copy, save, validations, overhead, protection, notice, wait, share, unknown;
    static Calibration of(const char *key, double low, double value, double high)
    {
        Calibration c;
        c.key = key;
        c.value = value;
        c.low = low;
        c.high = high;
        c.source = {"test", "2026-11-01"};
        return c;
    }
    Beliefs()
        : startup(of("job.startup", 300, 600, 1200)), reboot(of("job.reboot", 60, 120, 240)), warmUp(of("job.warm-up", 10, 30, 90)), copy(of("job.copy.speed", 50, 200, 1000)),
          save(of("job.checkpoint.speed", 100, 500, 1000)), validations(of("job.validations-per-run", 10, 10, 10)), overhead(of("job.validation.overhead", 1, 1.5, 2)),
          protection(of("spot.protection", 3600, 3600, 3600)), notice(of("spot.notice", 300, 300, 300)), wait(of("spot.wait", 60, 600, 3600)),
          share(of("spot.release-share.hours", 24, 100, 720)), unknown(of("spot.releases-per-day", 0, 0, 2.4))
    {
    }
    // No spread: what is left is chance alone.
    static Beliefs exact()
    {
        Beliefs b;
        for (Calibration *c : {&b.startup, &b.reboot, &b.warmUp, &b.copy, &b.save, &b.overhead, &b.wait})
            c->low = c->high = c->value;
        return b;
    }
    JobBeliefs all() const
    {
        JobBeliefs b;
        b.startup = &startup;
        b.reboot = &reboot;
        b.warmUp = &warmUp;
        b.copyMbps = &copy;
        b.saveMbps = &save;
        b.validations = &validations;
        b.validationOverhead = &overhead;
        b.spot = {&protection, &notice, &wait, &share, &unknown};
        return b;
    }
};

JobInput input()
{
    JobInput in;
    in.perIteration = {Seconds(0.4), Seconds(0.5), Seconds(0.7)};
    in.iterations = 80000;
    in.valImages = 500;
    in.forwardPerImage = Seconds(0.2);
    in.checkpoint = Bytes(500'000'000);
    in.diskWriteMbps = 250;
    in.dataBytes = Bytes(11'000'000'000);
    in.networkGbps = 16;
    return in;
}

JobInput spotInput(double releasesPerDay)
{
    JobInput in = input();
    in.purchase = Purchase::Spot;
    in.job.spotReleasesPerDay = releasesPerDay;
    in.spotRate = spotRate(in.job, nullptr, Beliefs().all().spot);
    return in;
}

double mid(const JobEstimate &j, JobPartId id) { return j.part(id).time.mid.count(); }

struct Simulated {
    double interruptions = 0, running = 0, wall = 0;
    std::vector<double> counts, walls;
};

// The process as a person would act it out, second by second events drawn at random.
Simulated simulate(const SpotProcess &p, int trials, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> uniform(0, 1);
    const double n = std::max(1.0, std::ceil(p.work / p.interval - 1e-9));
    const double work = p.work / n;
    Simulated s;
    for (int t = 0; t < trials; ++t) {
        double done = 0, running = 0, wall = 0, partial = 0;
        int count = 0;
        double boot = p.start;
        while (true) {
            const double life = p.protection - std::log(1 - uniform(random)) / p.rate;
            const double needed = boot + (n - done) * (work + p.checkpoint) - partial;
            if (life >= needed) {
                running += needed;
                wall += needed;
                break;
            }
            running += life;
            wall += life + p.wait;
            ++count;
            const double useful = std::max(0.0, life - boot) + partial;
            const double finished = std::floor(useful / (work + p.checkpoint) + 1e-12);
            done += finished;
            // Watched: the state at the notice is kept at the price of one checkpoint.
            partial = p.noticeWatched ? std::max(0.0, useful - finished * (work + p.checkpoint) - p.checkpoint) : 0;
            boot = p.restart;
        }
        s.interruptions += count;
        s.running += running;
        s.wall += wall;
        s.counts.push_back(count);
        s.walls.push_back(wall);
    }
    s.interruptions /= trials;
    s.running /= trials;
    s.wall /= trials;
    return s;
}

} // namespace

Q_DECLARE_METATYPE(SpotProcess)

class TestJob : public QObject {
    Q_OBJECT

private slots:
    void partsByHand();
    void partsSumToTheWallClock_data();
    void partsSumToTheWallClock();
    void validation_data();
    void validation();
    void slidingWindowsOfMmsegmentation_data();
    void slidingWindowsOfMmsegmentation();
    void forwardScalesWithPixels();
    void stopModes_data();
    void stopModes();
    void unknownIsSaid();
    void scenarios_data();
    void scenarios();
    void numbersAreTheTerms();
    void bestIntervals_data();
    void bestIntervals();
    void dalyIsNearTheExactOptimum();
    void recursionIsDalysExactCost();
    void recursionAgainstSimulation_data();
    void recursionAgainstSimulation();
    void quantiles();
    void ratesFromWhatIsKnown();
    void spotJobAgainstSimulation();
    void spotUnknownRate();
    void severalSpotMachines();
    void hopelessSpot();
    void noticeHelps();
    void shippedBeliefs();
};

void TestJob::partsByHand()
{
    const JobEstimate j = estimateJob(input(), Beliefs().all());
    QCOMPARE(mid(j, JobPartId::Startup), 600.0);
    QCOMPARE(mid(j, JobPartId::DataCopy), 55.0); // 11 GB at 200 MB/s, slower than disk 250 and network 2000
    QCOMPARE(j.part(JobPartId::DataCopy).time.low.count(), 44.0); // the disk: 250 MB/s
    QCOMPARE(j.part(JobPartId::DataCopy).time.high.count(), 220.0 + 88.0); // 50 MB/s, then 22 GB read and written
    QCOMPARE(mid(j, JobPartId::WarmUp), 30.0);
    QCOMPARE(mid(j, JobPartId::Training), 40000.0);
    QCOMPARE(j.validationRuns, std::int64_t{10});
    QCOMPARE(mid(j, JobPartId::Validation), 1500.0); // 500 x 0.2 x 1.5 x 10
    QCOMPARE(j.checkpointWrite.count(), 2.0); // 500 MB at 250 MB/s
    QCOMPARE(j.checkpoints, std::int64_t{10});
    QCOMPARE(mid(j, JobPartId::Checkpoints), 20.0);
    QCOMPARE(mid(j, JobPartId::Idle), 0.0);
    QCOMPARE(j.wallClock.mid.count(), 600.0 + 55 + 30 + 40000 + 1500 + 20);
    QCOMPARE(j.wallClock.low.count(), 300.0 + 44 + 10 + 32000 + 500 * 0.2 * 10 * 0.8 + 20);
    QCOMPARE(j.billed.mid.count(), j.wallClock.mid.count());
    QCOMPARE(j.machine.mid.count(), j.wallClock.mid.count());
    QCOMPARE(j.gaps, 0u);
}

void TestJob::partsSumToTheWallClock_data()
{
    QTest::addColumn<int>("purchase");
    QTest::addColumn<int>("runs");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<double>("idle");
    for (const int purchase : {0, 1, 2}) {
        QTest::addRow("purchase %d, one run", purchase) << purchase << 1 << 1 << 0.0;
        QTest::addRow("purchase %d, five runs and waiting", purchase) << purchase << 5 << 1 << 3.0;
        QTest::addRow("purchase %d, two machines", purchase) << purchase << 2 << 2 << 1.5;
    }
}

void TestJob::partsSumToTheWallClock()
{
    QFETCH(int, purchase);
    QFETCH(int, runs);
    QFETCH(int, nodes);
    QFETCH(double, idle);
    JobInput in = spotInput(3);
    in.purchase = static_cast<Purchase>(purchase);
    in.runs = runs;
    in.nodes = nodes;
    in.job.idleHours = idle;
    const JobEstimate j = estimateJob(in, Beliefs().all());
    double low = 0, middle = 0, high = 0;
    for (const JobPart &p : j.parts) {
        QVERIFY(p.time.low <= p.time.mid && p.time.mid <= p.time.high);
        low += p.time.low.count();
        middle += p.time.mid.count();
        high += p.time.high.count();
    }
    QCOMPARE(low, j.wallClock.low.count());
    QCOMPARE(middle, j.wallClock.mid.count());
    QCOMPARE(high, j.wallClock.high.count());
    QVERIFY(j.billed.mid <= j.machine.mid && j.machine.mid <= j.wallClock.mid);
    QCOMPARE(j.spot.has_value(), in.purchase == Purchase::Spot);
    QCOMPARE(mid(j, JobPartId::Training), 40000.0 * runs);
}

void TestJob::validation_data()
{
    QTest::addColumn<qint64>("every"); // -1: absent
    QTest::addColumn<int>("gpus");
    QTest::addColumn<double>("loader"); // s of one vCPU, 0: absent
    QTest::addColumn<qint64>("runs");
    QTest::addColumn<double>("seconds");
    QTest::newRow("ten times") << qint64(-1) << 1 << 0.0 << qint64(10) << 1500.0;
    QTest::newRow("never") << qint64(0) << 1 << 0.0 << qint64(0) << 0.0;
    QTest::newRow("every 30000: twice and at the end") << qint64(30000) << 1 << 0.0 << qint64(3) << 450.0;
    QTest::newRow("on eight GPUs: 63 images each") << qint64(-1) << 8 << 0.0 << qint64(10) << 189.0;
    QTest::newRow("slow decoding: 2 s on four workers") << qint64(-1) << 1 << 2.0 << qint64(10) << 3750.0;
    QTest::newRow("fast decoding changes nothing") << qint64(-1) << 1 << 0.1 << qint64(10) << 1500.0;
}

void TestJob::validation()
{
    QFETCH(qint64, every);
    QFETCH(int, gpus);
    QFETCH(double, loader);
    QFETCH(qint64, runs);
    QFETCH(double, seconds);
    JobInput in = input();
    if (every >= 0)
        in.job.validationEvery = every;
    in.gpusPerNode = gpus;
    if (loader > 0)
        in.loaderPerImage = Seconds(loader);
    const JobEstimate j = estimateJob(in, Beliefs().all());
    QCOMPARE(j.validationRuns, std::int64_t{runs});
    QCOMPARE(mid(j, JobPartId::Validation), seconds);
}

void TestJob::slidingWindowsOfMmsegmentation_data()
{
    QTest::addColumn<QList<int>>("sizes"); // image, window, stride, each height and width
    QTest::addColumn<qint64>("windows");
    QTest::newRow("Cityscapes, 769 by 513") << QList<int>{1024, 2048, 769, 769, 513, 513} << qint64(8); // 2 x 4
    QTest::newRow("SETR, 768 by 512") << QList<int>{1024, 2048, 768, 768, 512, 512} << qint64(8); // 2 x 4
    QTest::newRow("ADE20K, 512 by 341") << QList<int>{512, 683, 512, 512, 341, 341} << qint64(2);
    QTest::newRow("image smaller than the window") << QList<int>{300, 300, 512, 512, 341, 341} << qint64(1);
}

void TestJob::slidingWindowsOfMmsegmentation()
{
    QFETCH(QList<int>, sizes);
    QFETCH(qint64, windows);
    QCOMPARE(slidingWindows(sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5]), std::int64_t{windows});
}

void TestJob::forwardScalesWithPixels()
{
    GpuStep step;
    step.passWork = 0.4;
    step.passLatency = 0.01;
    step.passHost = 0.15;
    step.batch = 2;
    QCOMPARE(validationForward(step, 512, 1024, {false, 1024, 2048})->count(), 4 * 0.2 + 0.01); // four crops of 0.2 s
    QCOMPARE(validationForward(step, 769, 769, {true, 1024, 2048})->count(), 0.21 * 8);
    QCOMPARE(validationForward(step, 512, 1024, {false, 256, 512})->count(), 0.15); // the host's launches
    QVERIFY(!validationForward(step, 512, 512, {false, 0, 0}));
}

void TestJob::stopModes_data()
{
    QTest::addColumn<int>("asked");
    QTest::addColumn<int>("purchase");
    QTest::addColumn<bool>("localDisks");
    QTest::addColumn<double>("months");
    QTest::addColumn<int>("starts");
    QTest::addColumn<int>("copies");
    QTest::addColumn<double>("startup");
    QTest::addColumn<double>("idleBilled"); // hours of three
    QTest::addColumn<double>("idleMachine");
    const int release = static_cast<int>(StopMode::Release), stop = static_cast<int>(StopMode::StopCharging), keep = static_cast<int>(StopMode::KeepRunning);
    const int hour = static_cast<int>(Purchase::PayAsYouGo), spot = static_cast<int>(Purchase::Spot), month = static_cast<int>(Purchase::Subscription);
    QTest::newRow("released, disk kept") << release << hour << false << 1.0 << 3 << 1 << 1800.0 << 0.0 << 0.0;
    QTest::newRow("released with its disk") << release << hour << false << 0.0 << 3 << 3 << 1800.0 << 0.0 << 0.0;
    QTest::newRow("economical mode") << stop << hour << false << 1.0 << 3 << 1 << 840.0 << 0.0 << 3.0;
    QTest::newRow("economical mode, local disks") << stop << hour << true << 1.0 << 1 << 1 << 600.0 << 3.0 << 3.0;
    QTest::newRow("economical mode, spot") << stop << spot << false << 1.0 << 1 << 1 << 600.0 << 3.0 << 3.0;
    QTest::newRow("kept running") << keep << hour << false << 1.0 << 1 << 1 << 600.0 << 3.0 << 3.0;
    QTest::newRow("subscription") << release << month << false << 1.0 << 1 << 1 << 600.0 << 3.0 << 3.0;
}

void TestJob::stopModes()
{
    QFETCH(int, asked);
    QFETCH(int, purchase);
    QFETCH(bool, localDisks);
    QFETCH(double, months);
    QFETCH(int, starts);
    QFETCH(int, copies);
    QFETCH(double, startup);
    QFETCH(double, idleBilled);
    QFETCH(double, idleMachine);
    JobInput in = spotInput(0);
    in.purchase = static_cast<Purchase>(purchase);
    in.job.stopMode = static_cast<StopMode>(asked);
    in.job.idleHours = 1;
    in.runs = 3;
    in.localDisks = localDisks;
    in.storageMonths = months;
    const JobEstimate j = estimateJob(in, Beliefs().all());
    QCOMPARE(j.startups, starts);
    QCOMPARE(j.copies, copies);
    QCOMPARE(mid(j, JobPartId::Startup), startup);
    QCOMPARE(mid(j, JobPartId::DataCopy), 55.0 * copies);
    QCOMPARE(mid(j, JobPartId::Idle), 3 * 3600.0);
    const double busy = j.wallClock.mid.count() - 3 * 3600.0;
    QCOMPARE(j.billed.mid.count(), busy + idleBilled * 3600);
    QCOMPARE(j.machine.mid.count(), busy + idleMachine * 3600);
}

void TestJob::unknownIsSaid()
{
    JobInput in = input();
    in.valImages.reset();
    in.dataBytes.reset();
    in.diskWriteMbps.reset();
    const JobEstimate j = estimateJob(in, JobBeliefs{});
    QVERIFY(j.lacks(JobGap::DataBytes) && j.lacks(JobGap::DiskSpeed) && j.lacks(JobGap::Startup) && j.lacks(JobGap::WarmUp));
    QVERIFY(!j.lacks(JobGap::ValImages)); // nobody knows how often, either
    QCOMPARE(j.wallClock.mid.count(), 40000.0);
    in.job.validationEvery = 8000;
    const JobEstimate k = estimateJob(in, JobBeliefs{});
    QVERIFY(k.lacks(JobGap::ValImages));
    QCOMPARE(jobNotes(in, k).size(), std::size_t{5});
}

void TestJob::scenarios_data()
{
    QTest::addColumn<double>("secondsPerIteration");
    QTest::addColumn<qint64>("iterations");
    QTest::addColumn<double>("hoursLow");
    QTest::addColumn<double>("hoursHigh");
    // S027: 100 epochs reported at 16 to 18 h; 17 h over 100 x 1000 steps
    QTest::newRow("S027: 17 h of training stay 17 h") << 0.612 << qint64(100000) << 16.0 << 18.0;
    // S033: 30 min per epoch of 250 steps, 1000 epochs = 500 h
    QTest::newRow("S033: 1000 epochs of 30 min are 500 h") << 7.2 << qint64(250000) << 500.0 << 500.0;
}

void TestJob::scenarios()
{
    QFETCH(double, secondsPerIteration);
    QFETCH(qint64, iterations);
    QFETCH(double, hoursLow);
    QFETCH(double, hoursHigh);
    JobInput in = input();
    in.perIteration = {Seconds(secondsPerIteration), Seconds(secondsPerIteration), Seconds(secondsPerIteration)};
    in.iterations = iterations;
    const JobEstimate j = estimateJob(in, Beliefs().all());
    const double training = mid(j, JobPartId::Training) / 3600;
    QVERIFY(training >= hoursLow - 1e-9 && training <= hoursHigh + 1e-9);
    QVERIFY(j.wallClock.mid.hours() > training && j.wallClock.mid.hours() < training * 1.1 + 1);
}

void TestJob::numbersAreTheTerms()
{
    const Beliefs beliefs;
    for (const bool spot : {false, true}) {
        JobInput in = spot ? spotInput(4) : input();
        in.runs = 3;
        in.job.idleHours = 2;
        in.job.stopMode = StopMode::StopCharging;
        in.deadlineHours = 60;
        const JobEstimate plain = estimateJob(in, beliefs.all());
        JobEstimate told = plain;
        Ledger ledger;
        explainJob(in, beliefs.all(), told, ledger);
        QCOMPARE(told.wallClock.mid.count(), plain.wallClock.mid.count());
        QCOMPARE(ledger.term(told.wallClockTerm).result.number, plain.wallClock.mid.count());
        QCOMPARE(ledger.term(told.billedTerm).result.number, plain.billed.mid.count());
        QCOMPARE(ledger.term(told.machineTerm).high.number, plain.machine.high.count());
        for (int i = 0; i < jobPartCount; ++i) {
            const JobPart &p = told.parts[static_cast<std::size_t>(i)];
            if (p.time.mid.count() <= 0)
                continue;
            QVERIFY2(ledger.contains(p.term), jobPartName(static_cast<JobPartId>(i)));
            const Term &t = ledger.term(p.term);
            QCOMPARE(t.result.number, p.time.mid.count());
            QCOMPARE(t.low.number, p.time.low.count());
            QCOMPARE(t.high.number, p.time.high.count());
        }
        // The formula is the computation.
        const auto value = [&](JobPartId id, int input) { return ledger.term(told.part(id).term).inputs[static_cast<std::size_t>(input)].value.number; };
        QCOMPARE(value(JobPartId::Training, 0) * value(JobPartId::Training, 1) * value(JobPartId::Training, 2), mid(told, JobPartId::Training));
        QCOMPARE(value(JobPartId::Checkpoints, 0) * value(JobPartId::Checkpoints, 1) * value(JobPartId::Checkpoints, 2), mid(told, JobPartId::Checkpoints));
        QCOMPARE(value(JobPartId::DataCopy, 0) / value(JobPartId::DataCopy, 1) * value(JobPartId::DataCopy, 2), mid(told, JobPartId::DataCopy));
        double validation = 1;
        for (int i = 0; i < 5; ++i)
            validation *= value(JobPartId::Validation, i);
        QCOMPARE(validation, mid(told, JobPartId::Validation));
        if (spot) {
            const double loss = value(JobPartId::Interruptions, 1) + value(JobPartId::Interruptions, 2) + value(JobPartId::Interruptions, 3);
            QVERIFY(std::abs(value(JobPartId::Interruptions, 0) * loss - mid(told, JobPartId::Interruptions)) < 1e-6 * mid(told, JobPartId::Interruptions));
            QVERIFY(ledger.contains(told.spot->rateTerm) && ledger.contains(told.spot->intervalTerm) && ledger.contains(told.spot->interruptionsTerm));
        }
        for (const Term &t : ledger.terms())
            QVERIFY(!t.title.empty() && *t.formula);
    }
}

void TestJob::bestIntervals_data()
{
    QTest::addColumn<double>("checkpoint"); // minutes
    QTest::addColumn<double>("between");
    QTest::addColumn<double>("young");
    QTest::addColumn<double>("daly");
    // By the published formulas with a pocket calculator.
    QTest::newRow("5 min, one day") << 5.0 << 1440.0 << 120.0 << 116.68981;
    QTest::newRow("5 min, 6 h") << 5.0 << 360.0 << 60.0 << 56.71296; // 60 (1 + 0.0833333 / 3 + 0.00694444 / 9) - 5
    QTest::newRow("half a minute, 12 h") << 0.5 << 720.0 << 26.832816 << 26.500546; // sqrt(720) (1 + 0.0186339 / 3 + 0.000347222 / 9) - 0.5
    QTest::newRow("writing takes longer than two lives") << 30.0 << 10.0 << 24.494897 << 10.0;
    QTest::newRow("no cost, no interval") << 0.0 << 600.0 << 0.0 << 0.0;
}

void TestJob::bestIntervals()
{
    QFETCH(double, checkpoint);
    QFETCH(double, between);
    QFETCH(double, young);
    QFETCH(double, daly);
    QVERIFY(std::abs(youngInterval(checkpoint * 60, between * 60) - young * 60) < 0.01);
    QVERIFY(std::abs(dalyInterval(checkpoint * 60, between * 60) - daly * 60) < 0.01);
}

// Daly's own exact cost, M exp(R / M) (exp((t + c) / M) - 1) W / t: his interval is within a thousandth of the best there is.
void TestJob::dalyIsNearTheExactOptimum()
{
    for (const double write : {1.0, 10.0, 60.0, 300.0, 1200.0}) {
        for (const double mean : {1800.0, 7200.0, 36000.0, 360000.0}) {
            if (write > mean / 2)
                continue;
            const auto cost = [&](double t) { return mean * std::expm1((t + write) / mean) / t; };
            double best = INFINITY;
            for (double t = 1; t < 10 * mean; t *= 1.01)
                best = std::min(best, cost(t));
            QVERIFY2(cost(dalyInterval(write, mean)) <= best * 1.001, qPrintable(QString("%1 %2").arg(write).arg(mean)));
        }
    }
}

void TestJob::recursionIsDalysExactCost()
{
    for (const double rate : {1.0 / 1800, 1.0 / 7200, 1.0 / 50000}) {
        for (const double restart : {0.0, 300.0}) {
            for (const int n : {1, 7, 150, 5000}) {
                SpotProcess p;
                p.interval = 900;
                p.work = n * p.interval;
                p.checkpoint = 20;
                p.restart = restart;
                p.rate = rate;
                const double exact = std::exp(rate * restart) * std::expm1(rate * 920) / rate * n;
                const SpotOutcome o = expectedOutcome(p);
                QVERIFY(std::abs(o.running / exact - 1) < 1e-9);
            }
        }
    }
}

void TestJob::recursionAgainstSimulation_data()
{
    QTest::addColumn<SpotProcess>("process");
    const auto row = [](const char *name, double hours, double interval, double perDay, double protection, bool watched = false) {
        SpotProcess p;
        p.work = hours * 3600;
        p.interval = interval;
        p.checkpoint = 20;
        p.start = 900;
        p.restart = 400;
        p.wait = 1200;
        p.protection = protection;
        p.rate = perDay / 86400;
        p.noticeWatched = watched;
        QTest::newRow(name) << p;
    };
    row("within the protected hour", 0.5, 600, 24, 3600);
    row("just beyond it", 1.2, 600, 24, 3600);
    row("half a day, twice a day", 12, 900, 2, 3600);
    row("half a day, every hour", 12, 900, 24, 3600);
    row("without protection", 12, 900, 24, 0);
    row("very short lives", 24, 300, 200, 3600);
    row("a week", 168, 1800, 6, 3600);
    row("a week, tiny intervals", 168, 30, 6, 3600);
    row("a day, notice watched", 24, 1800, 12, 3600, true);
    row("one long interval", 2, 7200, 6, 3600);
}

void TestJob::recursionAgainstSimulation()
{
    QFETCH(SpotProcess, process);
    const SpotOutcome expected = expectedOutcome(process);
    const int trials = 20000;
    const Simulated seen = simulate(process, trials, 20261201);
    double variance = 0;
    for (const double c : seen.counts)
        variance += (c - seen.interruptions) * (c - seen.interruptions);
    const double error = std::sqrt(variance / trials / trials);
    qInfo("interruptions %.4f simulated %.4f +- %.4f; running h %.4f simulated %.4f; wall h %.4f simulated %.4f", expected.interruptions, seen.interruptions, error,
          expected.running / 3600, seen.running / 3600, expected.wallClock / 3600, seen.wall / 3600);
    QVERIFY(expected.finishes);
    QVERIFY(std::abs(expected.interruptions - seen.interruptions) <= 4 * error + 0.01 * seen.interruptions);
    QVERIFY(std::abs(expected.running / seen.running - 1) < 0.01);
    QVERIFY(std::abs(expected.wallClock / seen.wall - 1) < 0.01);
}

void TestJob::quantiles()
{
    QVERIFY(std::abs(poissonAtMost(3, 6) - 0.96649) < 1e-5); // tables
    QVERIFY(std::abs(poissonAtMost(2, 0) - std::exp(-2.0)) < 1e-12);
    QCOMPARE(poissonAtMost(2, -1), 0.0);
    QCOMPARE(poissonAtMost(0, 0), 1.0);
    QVERIFY(std::abs(poissonAtMost(1e4, 10164) - 0.95) < 0.002); // 10000 + 1.645 x 100
    // Nothing lost, no protection: the count is a Poisson number. Mean 3: tables give 1 and 6.
    SpotProcess p;
    p.work = p.interval = 3 * 3600;
    p.rate = 1.0 / 3600;
    QCOMPARE(interruptionQuantile(p, 0, 0.05), std::int64_t{1});
    QCOMPARE(interruptionQuantile(p, 0, 0.95), std::int64_t{6});
    // With an hour's protection the first hour is safe, and so is the hour after each interruption.
    p.protection = 3600;
    QVERIFY(std::abs(interruptionsAtMost(p, 0, 0) - std::exp(-2.0)) < 1e-12);
    QVERIFY(std::abs(interruptionsAtMost(p, 0, 1) - poissonAtMost(1, 1)) < 1e-12);
    QCOMPARE(interruptionsAtMost(p, 0, 2), 1.0);
    p.rate = 10;
    QVERIFY(interruptionQuantile(p, 3600, 0.95) > 1000); // ends all the same
}

void TestJob::ratesFromWhatIsKnown()
{
    const Beliefs beliefs;
    const SpotBeliefs spot = beliefs.all().spot;
    Job job;
    const SpotRate unknown = spotRate(job, nullptr, spot);
    QVERIFY(unknown.from == SpotRate::From::Unknown);
    QCOMPARE(unknown.perHour.mid, 0.0);
    QCOMPARE(unknown.perHour.high, 0.1); // 2.4 a day
    SpotRecord record;
    record.interruptionLow = 0.05;
    record.interruptionHigh = 0.10;
    const SpotRate refreshed = spotRate(job, &record, spot);
    QVERIFY(refreshed.from == SpotRate::From::Record);
    QCOMPARE(refreshed.perHour.low, -std::log(0.95) / 720);
    QCOMPARE(refreshed.perHour.mid, -std::log(0.925) / 100);
    QCOMPARE(refreshed.perHour.high, -std::log(0.90) / 24);
    record.interruptionHigh = 1; // "10-100%"
    QVERIFY(std::isfinite(spotRate(job, &record, spot).perHour.high));
    job.spotReleasesPerDay = 2;
    const SpotRate user = spotRate(job, &record, spot);
    QVERIFY(user.from == SpotRate::From::User);
    QCOMPARE(user.perHour.mid, 2.0 / 24);
    // Of two zones the cheaper one.
    SpotRecord cheap = record, dear = record;
    cheap.median = Money::of(Currency::CNY, 2);
    dear.median = Money::of(Currency::CNY, 3);
    QCOMPARE(betterRecord(&dear, &cheap), &cheap);
    QCOMPARE(betterRecord(&cheap, &dear), &cheap);
    QCOMPARE(betterRecord(&record, &dear), &dear);
    QCOMPARE(betterRecord(nullptr, &record), &record);
}

// The whole job against the simulation: expectation, range and the chance to meet a deadline.
void TestJob::spotJobAgainstSimulation()
{
    for (const double perDay : {1.0, 4.0, 12.0}) {
        for (const double deadline : {12.5, 13.5, 16.0}) {
            JobInput in = spotInput(perDay);
            in.perIteration = {Seconds(0.5), Seconds(0.5), Seconds(0.5)}; // the process alone
            in.deadlineHours = deadline;
            in.dataBytes = Bytes(0); // its range holds the unpacking as well
            const Beliefs beliefs = Beliefs::exact();
            const JobEstimate j = estimateJob(in, beliefs.all());
            SpotProcess p;
            p.work = mid(j, JobPartId::WarmUp) + mid(j, JobPartId::Training) + mid(j, JobPartId::Validation);
            p.interval = p.work / static_cast<double>(j.checkpoints);
            p.checkpoint = j.checkpointWrite.count();
            p.start = mid(j, JobPartId::Startup) + mid(j, JobPartId::DataCopy);
            p.restart = 120 + 30 + p.checkpoint;
            p.wait = 600;
            p.protection = 3600;
            p.rate = perDay / 86400;
            const Simulated seen = simulate(p, 20000, 4711);
            double inTime = 0, inside = 0;
            for (std::size_t i = 0; i < seen.walls.size(); ++i) {
                inTime += seen.walls[i] <= deadline * 3600;
                inside += seen.counts[i] >= j.spot->interruptions.low && seen.counts[i] <= j.spot->interruptions.high;
            }
            inTime /= static_cast<double>(seen.walls.size());
            inside /= static_cast<double>(seen.walls.size());
            qInfo("%g a day, deadline %g h: wall %.2f h (simulated %.2f), chance %.3f (simulated %.3f), %.3f of the counts in the range", perDay, deadline,
                  j.wallClock.mid.hours(), seen.wall / 3600, *j.spot->deadlineChance, inTime, inside);
            QVERIFY(std::abs(j.wallClock.mid.count() / seen.wall - 1) < 0.01);
            QVERIFY(std::abs(*j.spot->deadlineChance - inTime) < 0.05);
            QVERIFY(inside >= 0.9);
            QVERIFY(j.billed.mid < j.wallClock.mid); // waiting for stock is not billed
        }
    }
}

void TestJob::spotUnknownRate()
{
    JobInput in = input();
    in.purchase = Purchase::Spot;
    in.spotRate = spotRate(in.job, nullptr, Beliefs().all().spot);
    in.deadlineHours = 20;
    const JobEstimate j = estimateJob(in, Beliefs().all());
    QVERIFY(j.lacks(JobGap::SpotRate));
    QCOMPARE(mid(j, JobPartId::Interruptions), 0.0);
    QVERIFY(j.part(JobPartId::Interruptions).time.high.count() > 0);
    QVERIFY(!j.spot->deadlineChance); // nobody knows
    QVERIFY(!jobNotes(in, j).empty());
}

void TestJob::severalSpotMachines()
{
    JobInput one = spotInput(2), two = spotInput(2);
    two.nodes = 2;
    const JobEstimate a = estimateJob(one, Beliefs().all()), b = estimateJob(two, Beliefs().all());
    QVERIFY(b.spot->interruptions.mid > 2 * a.spot->interruptions.mid); // either machine stops the job, and no protected hour is counted on
    QVERIFY(b.checkpointEvery < a.checkpointEvery);
}

void TestJob::hopelessSpot()
{
    JobInput in = spotInput(500);
    in.job.checkpointMinutes = 10000;
    const JobEstimate j = estimateJob(in, Beliefs().all());
    QVERIFY(!j.spot->finishes);
    QVERIFY(std::isfinite(j.wallClock.high.count()));
}

void TestJob::noticeHelps()
{
    const JobEstimate j = estimateJob(spotInput(12), Beliefs().all());
    QVERIFY(j.spot->noticeUsable && j.spot->savedByNotice.count() > 0);
    QVERIFY(j.spot->savedByNotice < j.part(JobPartId::Interruptions).time.mid);
    JobInput big = spotInput(12);
    big.checkpoint = Bytes(100'000'000'000); // 400 s at 250 MB/s
    QVERIFY(!estimateJob(big, Beliefs().all()).spot->noticeUsable);
}

void TestJob::shippedBeliefs()
{
    const JobBeliefs b = jobBeliefs(testKnowledge());
    for (const Calibration *c : {b.startup, b.reboot, b.warmUp, b.copyMbps, b.saveMbps, b.validations, b.validationOverhead, b.spot.protection, b.spot.notice, b.spot.wait,
                                 b.spot.releaseShareHours, b.spot.unknownPerDay}) {
        QVERIFY(c);
        QVERIFY(c->low.value_or(c->value) <= c->value && c->value <= c->high.value_or(c->value));
        QVERIFY(!c->note.en.empty() && !c->source.text.empty());
    }
}

QTEST_GUILESS_MAIN(TestJob)
#include "tst_job.moc"
