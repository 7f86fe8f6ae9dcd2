#include "estimate/job/job.h"

#include <algorithm>
#include <cmath>

namespace segplan {

namespace {

constexpr double windowStride = 2.0 / 3; // mmsegmentation: stride 513 of 769, 341 of 512

struct Sum {
    double low = 0, mid = 0, high = 0;
    void add(const Range<Seconds> &r)
    {
        low += r.low.count();
        mid += r.mid.count();
        high += r.high.count();
    }
    Range<Seconds> range() const { return {Seconds(low), Seconds(mid), Seconds(high)}; }
};

Range<Seconds> scaled(const Range<Seconds> &r, double f) { return {r.low * f, r.mid * f, r.high * f}; }
Range<Seconds> less(const Range<Seconds> &a, const Range<Seconds> &b) { return {a.low - b.low, a.mid - b.mid, a.high - b.high}; }
Range<Seconds> same(Seconds s) { return {s, s, s}; }

std::optional<Range<double>> rangeOf(const Calibration *c)
{
    if (!c)
        return std::nullopt;
    return Range<double>{c->low.value_or(c->value), c->value, c->high.value_or(c->value)};
}
Range<Seconds> secondsOf(const Range<double> &r) { return {Seconds(r.low), Seconds(r.mid), Seconds(r.high)}; }

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return b > 0 ? a / b + (a % b != 0 ? 1 : 0) : 0; }

class Calculation {
public:
    Calculation(const JobInput &input, const JobBeliefs &beliefs) : in(input), know(beliefs) {}
    JobEstimate run();

private:
    void miss(JobGap gap) { j.gaps |= 1u << static_cast<unsigned>(gap); }
    void starts();
    void copy();
    void work();
    void checkpoints();
    void interruptions();
    void totals();

    const JobInput &in;
    const JobBeliefs &know;
    JobEstimate j;
    int m_runs = 1, m_nodes = 1;
    Range<Seconds> m_reboot{}, m_unbilled{};
};

void Calculation::starts()
{
    j.stopMode = in.job.stopMode;
    const bool cannotStop = in.purchase != Purchase::PayAsYouGo || in.localDisks;
    if (j.stopMode == StopMode::StopCharging && cannotStop)
        j.stopMode = StopMode::KeepRunning;
    if (in.purchase == Purchase::Subscription)
        j.stopMode = StopMode::KeepRunning;
    const bool pauses = in.job.idleHours > 0 && j.stopMode != StopMode::KeepRunning; // a pause between two runs ends with a start
    j.startups = pauses ? m_runs : 1;
    j.copies = pauses && j.stopMode == StopMode::Release && !(in.storageMonths > 0) ? m_runs : 1;

    Range<Seconds> startup{};
    if (in.job.startupMinutes)
        startup = same(Seconds(*in.job.startupMinutes * 60));
    else if (const auto belief = rangeOf(know.startup))
        startup = secondsOf(*belief);
    else
        miss(JobGap::Startup);
    if (const auto belief = rangeOf(know.reboot))
        m_reboot = {std::min(Seconds(belief->low), startup.low), std::min(Seconds(belief->mid), startup.mid), std::min(Seconds(belief->high), startup.high)};
    const Range<Seconds> later = j.stopMode == StopMode::Release ? startup : m_reboot;
    Sum sum;
    sum.add(startup);
    sum.add(scaled(later, j.startups - 1));
    j.part(JobPartId::Startup).time = sum.range();

    if (const auto belief = rangeOf(know.warmUp))
        j.part(JobPartId::WarmUp).time = scaled(secondsOf(*belief), m_runs);
    else
        miss(JobGap::WarmUp);
    j.part(JobPartId::Idle).time = same(Seconds::hours(std::max(0.0, in.job.idleHours) * m_runs));
}

// low and mid: files copied as they are, at the fastest and the usual speed; high: at the slowest, and an archive unpacked on the disk.
void Calculation::copy()
{
    if (!in.copiesData)
        return;
    if (!in.dataBytes)
        return miss(JobGap::DataBytes);
    const auto belief = rangeOf(know.copyMbps);
    double limit = 0; // bytes/s of network and disk; 0: unknown
    for (const double rate : {in.networkGbps.value_or(0) * 1e9 / 8, in.diskWriteMbps.value_or(0) * 1e6}) {
        if (rate > 0 && (limit == 0 || rate < limit))
            limit = rate;
    }
    if (!belief && limit == 0)
        return miss(JobGap::CopySpeed);
    const double bytes = static_cast<double>(in.dataBytes->count()) * j.copies;
    const auto time = [&](double mbps) {
        double rate = belief ? mbps * 1e6 : limit;
        if (limit > 0)
            rate = std::min(rate, limit);
        return rate > 0 ? bytes / rate : 0;
    };
    double slow = time(belief ? belief->low : 0);
    if (in.diskWriteMbps.value_or(0) > 0)
        slow += 2 * bytes / (*in.diskWriteMbps * 1e6); // read and written once more
    j.part(JobPartId::DataCopy).time = {Seconds(time(belief ? belief->high : 0)), Seconds(time(belief ? belief->mid : 0)), Seconds(slow)};
}

void Calculation::work()
{
    const double iterations = static_cast<double>(std::max<std::int64_t>(0, in.iterations));
    j.part(JobPartId::Training).time = scaled(in.perIteration, iterations * m_runs);
    if (!in.validates || in.iterations <= 0)
        return;
    std::int64_t every = 0;
    if (in.job.validationEvery)
        every = *in.job.validationEvery;
    else if (know.validations && know.validations->value > 0)
        every = std::max<std::int64_t>(1, static_cast<std::int64_t>(iterations / know.validations->value));
    if (every <= 0)
        return;
    j.validationRuns = ceilDiv(in.iterations, every); // mmengine validates after the last iteration as well
    if (!in.valImages)
        return miss(JobGap::ValImages);
    if (!in.forwardPerImage)
        return miss(JobGap::ForwardTime);
    const double images = static_cast<double>(ceilDiv(*in.valImages, static_cast<std::int64_t>(std::max(1, in.gpusPerNode)) * m_nodes));
    const double loader = in.loaderPerImage ? in.loaderPerImage->count() / std::max(1, in.loaderWorkers) : 0;
    const double perImage = std::max(in.forwardPerImage->count(), loader);
    const auto belief = rangeOf(know.validationOverhead).value_or(Range<double>{1, 1, 1});
    const double spread = in.perIteration.mid.count() > 0 ? in.perIteration.low / in.perIteration.mid : 1;
    const double wide = in.perIteration.mid.count() > 0 ? in.perIteration.high / in.perIteration.mid : 1;
    const double all = perImage * images * static_cast<double>(j.validationRuns) * m_runs;
    j.part(JobPartId::Validation).time = {Seconds(all * belief.low * spread), Seconds(all * belief.mid), Seconds(all * belief.high * wide)};
}

void Calculation::checkpoints()
{
    Sum perRun;
    perRun.add(j.part(JobPartId::Training).time);
    perRun.add(j.part(JobPartId::Validation).time);
    const double seconds = perRun.mid / m_runs;
    const auto save = rangeOf(know.saveMbps);
    const double disk = in.diskWriteMbps.value_or(0) * 1e6;
    if (disk <= 0)
        miss(JobGap::DiskSpeed);
    const auto writing = [&](double mbps) {
        const double rate = disk > 0 && (!save || disk < mbps * 1e6) ? disk : mbps * 1e6;
        return rate > 0 ? static_cast<double>(in.checkpoint.count()) / rate : 0;
    };
    j.checkpointWrite = Seconds(writing(save ? save->mid : 0));

    if (in.job.checkpointMinutes) {
        j.checkpointEvery = Seconds(*in.job.checkpointMinutes * 60);
    } else if (in.purchase == Purchase::Spot) {
        const SpotRate rateOf = in.spotRate.value_or(SpotRate{});
        const double perHour = rateOf.perHour.mid > 0 ? rateOf.perHour.mid : rateOf.perHour.high;
        if (perHour > 0)
            j.checkpointEvery = Seconds(std::max(dalyInterval(j.checkpointWrite.count(), 3600 / (perHour * m_nodes)), in.perIteration.mid.count()));
    }
    if (j.checkpointEvery.count() <= 0) // as the reference does it: with every validation
        j.checkpointEvery = Seconds(seconds / std::max(1.0, know.validations ? know.validations->value : 1.0));
    j.checkpoints = 1;
    if (j.checkpointEvery.count() > 0)
        j.checkpoints = static_cast<std::int64_t>(std::clamp(std::ceil(seconds / j.checkpointEvery.count() - 1e-9), 1.0, 1e12));
    const double count = static_cast<double>(j.checkpoints) * m_runs;
    j.part(JobPartId::Checkpoints).time = {Seconds(count * writing(save ? save->high : 0)), j.checkpointWrite * count, Seconds(count * writing(save ? save->low : 0))};
    perRun.add(j.part(JobPartId::Checkpoints).time);
    j.perRun = {Seconds(perRun.low / m_runs), Seconds(perRun.mid / m_runs), Seconds(perRun.high / m_runs)};
}

void Calculation::interruptions()
{
    SpotEstimate spot;
    spot.rate = in.spotRate.value_or(SpotRate{});
    if (spot.rate.from == SpotRate::From::Unknown)
        miss(JobGap::SpotRate);
    const auto sumOf = [&](auto end) {
        double s = 0;
        for (const JobPartId id : {JobPartId::WarmUp, JobPartId::Training, JobPartId::Validation})
            s += end(j.part(id).time);
        return s;
    };
    const auto waits = rangeOf(know.spot.wait).value_or(Range<double>{});
    const double warmUp = know.warmUp ? know.warmUp->value : 0;
    const double count = static_cast<double>(j.checkpoints) * m_runs;
    const double write = j.checkpointWrite.count();
    const auto process = [&](auto end, double perHour, double wait) {
        SpotProcess p;
        p.work = sumOf(end);
        p.interval = p.work / std::max(1.0, count);
        p.checkpoint = end(j.part(JobPartId::Checkpoints).time) / std::max(1.0, count);
        p.start = end(j.part(JobPartId::Startup).time) + end(j.part(JobPartId::DataCopy).time);
        p.restart = end(m_reboot) + warmUp + write; // the checkpoint is read back
        p.wait = wait;
        p.protection = know.spot.protection && m_nodes == 1 ? know.spot.protection->value : 0; // of several machines one is always older
        p.rate = perHour * m_nodes / 3600;
        return p;
    };
    const auto low = [](const Range<Seconds> &r) { return r.low.count(); };
    const auto mid = [](const Range<Seconds> &r) { return r.mid.count(); };
    const auto high = [](const Range<Seconds> &r) { return r.high.count(); };
    struct Ends {
        double interruptions = 0, running = 0, wall = 0; // beyond the undisturbed job
        double lostWork = 0; // per interruption
        bool finishes = true;
    };
    const auto beyond = [&](const SpotProcess &p) {
        const SpotOutcome o = expectedOutcome(p);
        const double base = undisturbed(p);
        Ends e{o.interruptions, std::max(0.0, o.running - base), std::max(0.0, o.wallClock - base), 0, o.finishes};
        e.lostWork = e.interruptions > 0 ? std::max(0.0, e.running / e.interruptions - p.restart) : 0;
        return e;
    };
    const SpotProcess middle = process(mid, spot.rate.perHour.mid, waits.mid);
    const Ends atMid = beyond(middle);
    const SpotProcess good = process(low, spot.rate.perHour.low, waits.low), bad = process(high, spot.rate.perHour.high, waits.high);
    const Ends atLow = beyond(good), atHigh = beyond(bad);
    const auto quantile = [](const SpotProcess &p, const Ends &e, double q) {
        return e.interruptions > 0 && e.finishes ? static_cast<double>(interruptionQuantile(p, e.lostWork, q)) : e.interruptions;
    };
    const auto share = [](const Ends &e, double n, double all) { return e.interruptions > 0 ? n * all / e.interruptions : 0; };
    const double fewest = std::min(quantile(good, atLow, 0.05), atMid.interruptions), most = std::max(quantile(bad, atHigh, 0.95), atMid.interruptions);
    spot.interruptions = {fewest, atMid.interruptions, most};
    const double wallLow = std::min(share(atLow, fewest, atLow.wall), atMid.wall), wallHigh = std::max(share(atHigh, most, atHigh.wall), atMid.wall);
    const double runLow = std::min(share(atLow, fewest, atLow.running), wallLow), runHigh = share(atHigh, most, atHigh.running);
    j.part(JobPartId::Interruptions).time = {Seconds(wallLow), Seconds(atMid.wall), Seconds(wallHigh)};
    m_unbilled = {Seconds(wallLow - runLow), Seconds(atMid.wall - atMid.running), Seconds(std::max(0.0, wallHigh - runHigh))};
    if (m_nodes > 1) // the other machines wait and cost
        m_unbilled = scaled(m_unbilled, 1.0 / m_nodes);
    spot.finishes = atMid.finishes;

    if (spot.rate.perHour.mid > 0) {
        const double mean = 1 / (spot.rate.perHour.mid * m_nodes);
        spot.meanTimeBetweenHours = mean + middle.protection / 3600;
        spot.young = Seconds(youngInterval(write, mean * 3600));
        spot.daly = Seconds(dalyInterval(write, mean * 3600));
    }
    spot.intervalChosen = !in.job.checkpointMinutes && (spot.rate.perHour.mid > 0 || spot.rate.perHour.high > 0);
    spot.restartTime = Seconds(middle.restart);
    spot.waitTime = Seconds(middle.wait);
    spot.lostPerInterruption = Seconds(atMid.lostWork);
    spot.noticeUsable = know.spot.notice && write < know.spot.notice->value;
    if (spot.noticeUsable && atMid.interruptions > 0) {
        SpotProcess watched = middle;
        watched.noticeWatched = true;
        spot.savedByNotice = Seconds(std::max(0.0, atMid.wall - beyond(watched).wall));
    }
    if (in.deadlineHours && spot.rate.from != SpotRate::From::Unknown && atMid.finishes) {
        // Three points for the 5 %, 50 % and 95 % fractiles of the work (Keefer and Bodily 1983), the count's own law at each.
        const double deadline = *in.deadlineHours * 3600 - j.part(JobPartId::Idle).time.mid.count();
        const double loss = share(atMid, 1, atMid.wall);
        double chance = 0;
        const auto point = [&](auto end, double weight) {
            const SpotProcess p = process(end, spot.rate.perHour.mid, waits.mid);
            const double left = deadline - undisturbed(p);
            if (left >= 0)
                chance += weight * (loss > 0 ? interruptionsAtMost(p, atMid.lostWork, static_cast<std::int64_t>(std::min(1e9, left / loss))) : 1);
        };
        point(low, 0.185);
        point(mid, 0.63);
        point(high, 0.185);
        spot.deadlineChance = std::clamp(chance, 0.0, 1.0);
    }
    j.spot = spot;
}

void Calculation::totals()
{
    Sum wall;
    for (const JobPart &part : j.parts)
        wall.add(part.time);
    j.wallClock = wall.range();
    j.billed = less(j.wallClock, m_unbilled);
    j.machine = j.billed;
    if (j.stopMode != StopMode::KeepRunning)
        j.billed = less(j.billed, j.part(JobPartId::Idle).time);
    if (j.stopMode == StopMode::Release)
        j.machine = j.billed;
}

JobEstimate Calculation::run()
{
    m_runs = std::max(1, in.runs);
    m_nodes = std::max(1, in.nodes);
    starts();
    copy();
    work();
    checkpoints();
    if (in.purchase == Purchase::Spot)
        interruptions();
    totals();
    return j;
}

} // namespace

const char *jobPartName(JobPartId id)
{
    switch (id) {
    case JobPartId::Startup: return "startup";
    case JobPartId::DataCopy: return "data-copy";
    case JobPartId::WarmUp: return "warm-up";
    case JobPartId::Training: return "training";
    case JobPartId::Validation: return "validation";
    case JobPartId::Checkpoints: return "checkpoints";
    case JobPartId::Interruptions: return "interruptions";
    case JobPartId::Idle: break;
    }
    return "idle";
}

Text jobPartTitle(JobPartId id)
{
    switch (id) {
    case JobPartId::Startup: return SP_T("core", "Start-up");
    case JobPartId::DataCopy: return SP_T("core", "Copying the data");
    case JobPartId::WarmUp: return SP_T("core", "First iterations");
    case JobPartId::Training: return SP_T("core", "Training");
    case JobPartId::Validation: return SP_T("core", "Validation");
    case JobPartId::Checkpoints: return SP_T("core", "Checkpoints");
    case JobPartId::Interruptions: return SP_T("core", "Spot interruptions");
    case JobPartId::Idle: break;
    }
    return SP_T("core", "Waiting for people");
}

JobBeliefs jobBeliefs(const Knowledge &k)
{
    JobBeliefs b;
    b.startup = k.calibrated("job.startup");
    b.reboot = k.calibrated("job.reboot");
    b.warmUp = k.calibrated("job.warm-up");
    b.copyMbps = k.calibrated("job.copy.speed");
    b.saveMbps = k.calibrated("job.checkpoint.speed");
    b.validations = k.calibrated("job.validations-per-run");
    b.validationOverhead = k.calibrated("job.validation.overhead");
    b.spot = spotBeliefs(k);
    return b;
}

JobEstimate estimateJob(const JobInput &input, const JobBeliefs &beliefs) { return Calculation(input, beliefs).run(); }

bool hasLocalDisks(const InstanceType &type) { return type.family == "ecs.gn5"; }

Bytes checkpointBytes(std::int64_t parameters, Optimizer optimizer)
{
    int states = 0;
    switch (optimizer) {
    case Optimizer::Sgd: break;
    case Optimizer::SgdMomentum: states = 1; break;
    case Optimizer::Adam:
    case Optimizer::AdamW: states = 2; break;
    }
    return Bytes(saturatedProduct(parameters, 4 * (1 + states)));
}

std::int64_t slidingWindows(int height, int width, int windowHeight, int windowWidth, int strideHeight, int strideWidth)
{
    if (windowHeight <= 0 || windowWidth <= 0 || strideHeight <= 0 || strideWidth <= 0)
        return 0;
    const auto along = [](int size, int window, int stride) { return ceilDiv(std::max(0, size - window), stride) + 1; };
    return saturatedProduct(along(height, windowHeight, strideHeight), along(width, windowWidth, strideWidth));
}

std::optional<Seconds> validationForward(const GpuStep &step, int cropHeight, int cropWidth, const ValidationImage &image)
{
    if (cropHeight <= 0 || cropWidth <= 0 || image.height <= 0 || image.width <= 0 || step.batch <= 0)
        return std::nullopt;
    const int windowHeight = image.slide ? std::min(cropHeight, image.height) : image.height, windowWidth = image.slide ? std::min(cropWidth, image.width) : image.width;
    const double share = (static_cast<double>(windowHeight) * windowWidth) / (static_cast<double>(cropHeight) * cropWidth) / step.batch;
    const double pass = std::max(step.passWork * share + step.passLatency, step.passHost); // kernels as many for any size
    const auto stride = [](int window) { return std::max(1, static_cast<int>(window * windowStride)); };
    const std::int64_t windows = image.slide ? slidingWindows(image.height, image.width, windowHeight, windowWidth, stride(windowHeight), stride(windowWidth)) : 1;
    return Seconds(pass * static_cast<double>(windows));
}

} // namespace segplan
