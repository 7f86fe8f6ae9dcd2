// The job's numbers as terms and sentences.
#include "estimate/job/job.h"

#include <algorithm>
#include <cmath>

namespace segplan {

namespace {

Link fact(const Calibration *c) { return c ? Link(FactLink{"calibration/" + c->key}) : Link(); }
Quantity perDay(double perHour) { return Quantity::count(perHour * 24); }

class Explanation {
public:
    Explanation(const JobInput &input, const JobBeliefs &beliefs, JobEstimate &job, Ledger &ledger) : in(input), know(beliefs), j(job), m_ledger(ledger) {}
    void all();

private:
    static Term begin(const char *key, Text title, const char *formula, std::vector<TermInput> inputs)
    {
        Term t;
        t.key = key;
        t.title = std::move(title);
        t.formula = formula;
        t.inputs = std::move(inputs);
        return t;
    }
    TermId finish(Term &&term, const Range<Seconds> &time)
    {
        term.result = Quantity(time.mid);
        term.low = Quantity(time.low);
        term.high = Quantity(time.high);
        return m_ledger.note(std::move(term));
    }
    void part(JobPartId id, Term &&term) { j.part(id).term = finish(std::move(term), j.part(id).time); }
    static void believe(Term &term, const Calibration *c)
    {
        if (!c)
            return;
        if (std::find(term.sources.begin(), term.sources.end(), c->source) == term.sources.end())
            term.sources.push_back(c->source);
        if (!c->note.empty())
            term.notes.push_back(Text(SP_T("core", "%1"), {TextArg(c->note)}));
    }
    TermInput runs() const { return {"r", SP_T("core", "Runs"), Quantity::count(std::max(1, in.runs)), FieldLink{"/requirements/runs"}}; }

    void starts();
    void copy();
    void work();
    void checkpoints();
    void interruptions();
    void totals();

    const JobInput &in;
    const JobBeliefs &know;
    JobEstimate &j;
    Ledger &m_ledger;
};

void Explanation::starts()
{
    {
        Term t = begin("job.startup", SP_T("core", "Start-up of the machine: boot, driver, environment"), j.startups > 1 ? "T = t_1 + (k - 1) x t_k" : "T = t_1", {});
        const double first = in.job.startupMinutes ? *in.job.startupMinutes * 60 : know.startup ? know.startup->value : 0;
        t.inputs.push_back({"t_1", SP_T("core", "First start"), Seconds(first), in.job.startupMinutes ? Link(FieldLink{"/job/startup_minutes"}) : fact(know.startup)});
        if (j.startups > 1) {
            const double later = (j.part(JobPartId::Startup).time.mid.count() - first) / (j.startups - 1);
            t.inputs.push_back({"k", SP_T("core", "Starts: one per run, because the machine is given back or stopped in between"), Quantity::count(j.startups), FieldLink{"/job/stop_mode"}});
            t.inputs.push_back({"t_k", SP_T("core", "Each later start"), Seconds(later), j.stopMode == StopMode::Release ? fact(know.startup) : fact(know.reboot)});
        }
        if (!in.job.startupMinutes)
            believe(t, know.startup);
        part(JobPartId::Startup, std::move(t));
    }
    if (know.warmUp) {
        Term t = begin("job.warm-up", SP_T("core", "First iterations of each run: loading libraries, starting workers, choosing algorithms"), "T = w x r",
                       {{"w", SP_T("core", "Per run"), Seconds(know.warmUp->value), fact(know.warmUp)}, runs()});
        believe(t, know.warmUp);
        part(JobPartId::WarmUp, std::move(t));
    }
    if (in.job.idleHours > 0) {
        Term t = begin("job.idle", SP_T("core", "Time in which the machine waits for people"), "T = i x r",
                       {{"i", SP_T("core", "Per run"), Seconds::hours(in.job.idleHours), FieldLink{"/job/idle_hours"}}, runs()});
        part(JobPartId::Idle, std::move(t));
    }
}

void Explanation::copy()
{
    if (!in.copiesData || !in.dataBytes || j.part(JobPartId::DataCopy).time.mid.count() <= 0)
        return;
    const double rate = static_cast<double>(in.dataBytes->count()) * j.copies / j.part(JobPartId::DataCopy).time.mid.count();
    Term t = begin("job.data-copy", SP_T("core", "Copying the data set from OSS or NAS to the data disk"), "T = d / b x k",
                   {{"d", SP_T("core", "Data set"), *in.dataBytes, FieldLink{"/workload/dataset"}},
                    {"b", SP_T("core", "Speed: the least of network, disk and what copying tools reach"), Quantity(Quantity::Unit::BytesPerSecond, rate), fact(know.copyMbps)},
                    {"k", SP_T("core", "Copies"), Quantity::count(j.copies), FieldLink{"/requirements/storage_months"}}});
    believe(t, know.copyMbps);
    t.notes.push_back(SP_T("core", "The high end counts the slowest copy and unpacking an archive on the same disk."));
    part(JobPartId::DataCopy, std::move(t));
}

void Explanation::work()
{
    {
        Term t = begin("job.training", SP_T("core", "Training steps of all runs"), "T = n x t x r",
                       {{"n", SP_T("core", "Iterations of one run"), Quantity::count(static_cast<double>(in.iterations)), FieldLink{in.scheduleInEpochs ? "/workload/schedule/epochs" : "/workload/schedule/iterations"}},
                        {"t", SP_T("core", "One iteration"), in.perIteration.mid, in.perIterationTerm == noTerm ? Link() : Link(TermLink{in.perIterationTerm})},
                        runs()});
        part(JobPartId::Training, std::move(t));
    }
    const Seconds validation = j.part(JobPartId::Validation).time.mid;
    if (validation.count() > 0) {
        const int cards = std::max(1, in.gpusPerNode) * std::max(1, in.nodes);
        const double images = std::ceil(static_cast<double>(*in.valImages) / cards);
        const double loader = in.loaderPerImage ? in.loaderPerImage->count() / std::max(1, in.loaderWorkers) : 0;
        const double perImage = std::max(in.forwardPerImage->count(), loader);
        Term t = begin("job.validation", SP_T("core", "Validation runs: the whole validation set, forward only"), "T = m x v x i x o x r",
                       {{"m", SP_T("core", "Validation images per GPU"), Quantity(Quantity::Unit::Images, images), FieldLink{"/workload/dataset"}},
                        {"v", SP_T("core", "Validations per run"), Quantity::count(static_cast<double>(j.validationRuns)),
                         in.job.validationEvery ? Link(FieldLink{"/job/validation_every"}) : fact(know.validations)},
                        {"i", loader > in.forwardPerImage->count() ? Text(SP_T("core", "One image, set by reading and decoding")) : Text(SP_T("core", "One image on the GPU")), Seconds(perImage), {}},
                        {"o", SP_T("core", "Metric and copies on top"), Quantity::ratio(know.validationOverhead ? know.validationOverhead->value : 1), fact(know.validationOverhead)},
                        runs()});
        believe(t, know.validationOverhead);
        if (!in.job.validationEvery)
            believe(t, know.validations);
        t.notes.push_back(SP_T("core", "Validated one image at a time on each GPU, and once more after the last iteration."));
        part(JobPartId::Validation, std::move(t));
    }
}

void Explanation::checkpoints()
{
    Term t = begin("job.checkpoints", SP_T("core", "Writing checkpoints"), "T = k x c x r",
                   {{"k", SP_T("core", "Checkpoints per run"), Quantity::count(static_cast<double>(j.checkpoints)),
                     in.job.checkpointMinutes ? Link(FieldLink{"/job/checkpoint_minutes"}) : Link()},
                    {"c", SP_T("core", "Writing one"), j.checkpointWrite, fact(know.saveMbps)},
                    runs()});
    t.notes.push_back(Text(SP_T("core", "One checkpoint is %1: parameters and optimizer states in FP32; one every %2 of training."), {textArg(in.checkpoint), textArg(j.checkpointEvery)}));
    believe(t, know.saveMbps);
    part(JobPartId::Checkpoints, std::move(t));
}

void Explanation::interruptions()
{
    SpotEstimate &s = *j.spot;
    {
        Term t = begin("job.spot.rate", SP_T("core", "How often a spot machine is taken back, per day of running"), "", {});
        t.result = perDay(s.rate.perHour.mid);
        t.low = perDay(s.rate.perHour.low);
        t.high = perDay(s.rate.perHour.high);
        switch (s.rate.from) {
        case SpotRate::From::User:
            t.formula = "l = e";
            t.inputs = {{"e", SP_T("core", "Your expectation"), perDay(s.rate.perHour.mid), FieldLink{"/job/spot_releases_per_day"}}};
            break;
        case SpotRate::From::Record: {
            const double low = s.rate.record->interruptionLow.value_or(0), high = s.rate.record->interruptionHigh.value_or(low);
            t.formula = "l = -ln(1 - q) / h x 24";
            t.inputs = {{"q", SP_T("core", "Share of instances taken back in the last 30 days, middle of the range"), Quantity::ratio((low + high) / 2), {}},
                        {"h", SP_T("core", "Hours of running that the share is taken to refer to"), Quantity::count(know.spot.releaseShareHours->value), fact(know.spot.releaseShareHours)}};
            t.sources.push_back(s.rate.record->source);
            believe(t, know.spot.releaseShareHours);
            break;
        }
        case SpotRate::From::Unknown:
            t.formula = "l = ?";
            t.notes.push_back(Text(SP_T("core", "Nobody said how often machines of this type are taken back. The figures hold without any interruption; the high end holds for %1 a day."),
                                   {TextArg(s.rate.perHour.high * 24, 1)}));
            believe(t, know.spot.unknownPerDay);
            break;
        }
        t.notes.push_back(SP_T("core", "Counted outside of the protected hour: a constant rate, the same at every time of day."));
        s.rateTerm = m_ledger.note(std::move(t));
    }
    if (s.daly.count() > 0) {
        const double mean = 3600 / (s.rate.perHour.mid * std::max(1, in.nodes));
        Term t = begin("job.spot.interval", SP_T("core", "Best time between two checkpoints"), "t = sqrt(2 c m) (1 + sqrt(c / 2 m) / 3 + c / 18 m) - c",
                       {{"c", SP_T("core", "Writing one"), j.checkpointWrite, TermLink{j.part(JobPartId::Checkpoints).term}},
                        {"m", SP_T("core", "Mean running time between interruptions, after the protected hour"), Seconds(mean), TermLink{s.rateTerm}}});
        t.result = Quantity(s.daly);
        t.sources = {{"J. T. Daly, Future Generation Computer Systems 22(3), 2006; first order: J. W. Young, CACM 17(9), 1974", ""}};
        t.notes.push_back(Text(SP_T("core", "Young's first-order estimate: %1."), {textArg(s.young)}));
        if (in.job.checkpointMinutes)
            t.notes.push_back(Text(SP_T("core", "The plan writes one every %1."), {textArg(j.checkpointEvery)}));
        s.intervalTerm = m_ledger.note(std::move(t));
    }
    Term t = begin("job.spot.interruptions", SP_T("core", "Spot interruptions: work done twice, restarts and waiting for stock"), "T = x x (l + b + w)",
                   {{"x", SP_T("core", "Expected interruptions"), Quantity::count(s.interruptions.mid), TermLink{s.rateTerm}},
                    {"l", SP_T("core", "Work since the last checkpoint, done again"), s.lostPerInterruption, s.intervalTerm == noTerm ? Link() : Link(TermLink{s.intervalTerm})},
                    {"b", SP_T("core", "Boot, first iterations and reading the checkpoint"), s.restartTime, fact(know.reboot)},
                    {"w", SP_T("core", "Waiting for a machine, not billed"), s.waitTime, fact(know.spot.wait)}});
    t.notes.push_back(Text(SP_T("core", "Between %1 and %2 interruptions: 5 % and 95 % quantile, over the whole range of rate and work."),
                           {TextArg(static_cast<std::int64_t>(s.interruptions.low)), TextArg(static_cast<std::int64_t>(std::min(1e15, s.interruptions.high)))}));
    if (know.spot.protection && in.nodes <= 1)
        t.notes.push_back(Text(SP_T("core", "No taking back within the first %1 of each machine."), {textArg(Seconds(know.spot.protection->value))}));
    if (!s.finishes)
        t.notes.push_back(SP_T("core", "At this rate hardly any machine lives from one checkpoint to the next: the job practically never ends."));
    if (!s.noticeUsable)
        t.notes.push_back(SP_T("core", "Writing a checkpoint takes longer than the notice before a machine is taken back."));
    else if (s.savedByNotice.count() > 0)
        t.notes.push_back(Text(SP_T("core", "A script that watches the notice and writes a checkpoint in time saves %1 on average."), {textArg(s.savedByNotice)}));
    believe(t, know.spot.wait);
    t.sources.push_back({"recursion over checkpoint intervals of a renewal process: protection, then an exponential life", ""});
    part(JobPartId::Interruptions, std::move(t));
    s.interruptionsTerm = j.part(JobPartId::Interruptions).term;
}

void Explanation::totals()
{
    {
        Term t = begin("job.wall-clock", SP_T("core", "Duration of the whole job"), "T = sum of the parts", {});
        for (int i = 0; i < jobPartCount; ++i) {
            const auto id = static_cast<JobPartId>(i);
            const JobPart &p = j.part(id);
            if (p.time.high.count() > 0)
                t.inputs.push_back({"", jobPartTitle(id), p.time.mid, p.term == noTerm ? Link() : Link(TermLink{p.term})});
        }
        t.notes = jobNotes(in, j);
        j.wallClockTerm = finish(std::move(t), j.wallClock);
    }
    const TermInput whole{"T", SP_T("core", "Duration of the whole job"), j.wallClock.mid, TermLink{j.wallClockTerm}};
    const auto without = [&](const char *key, Text title, const Range<Seconds> &time) {
        Term t = begin(key, std::move(title), "T_b = T - u", {whole, {"u", SP_T("core", "Waiting for people or for stock without a machine"), j.wallClock.mid - time.mid, FieldLink{"/job/stop_mode"}}});
        return finish(std::move(t), time);
    };
    j.billedTerm = without("job.billed", SP_T("core", "Time in which the instance is paid for"), j.billed);
    j.machineTerm = without("job.machine", SP_T("core", "Time in which a machine and its system disk exist"), j.machine);
}

void Explanation::all()
{
    starts();
    copy();
    work();
    checkpoints();
    if (j.spot)
        interruptions();
    totals();
}

} // namespace

void explainJob(const JobInput &input, const JobBeliefs &beliefs, JobEstimate &job, Ledger &ledger) { Explanation(input, beliefs, job, ledger).all(); }

std::vector<Text> jobNotes(const JobInput &in, const JobEstimate &j)
{
    std::vector<Text> notes;
    if (j.lacks(JobGap::ValImages))
        notes.push_back(SP_T("core", "How many validation images there are is not known: validation is not counted."));
    if (j.lacks(JobGap::ForwardTime))
        notes.push_back(SP_T("core", "The size of the validation images is not known: validation is not counted."));
    if (j.lacks(JobGap::DataBytes))
        notes.push_back(SP_T("core", "The size of the data set is not known: copying it is not counted."));
    if (j.lacks(JobGap::CopySpeed))
        notes.push_back(SP_T("core", "The speed of the data copy is not known: it is not counted."));
    if (j.lacks(JobGap::DiskSpeed))
        notes.push_back(SP_T("core", "The speed of the disk is not known: checkpoints are reckoned without it."));
    if (j.lacks(JobGap::Startup))
        notes.push_back(SP_T("core", "Start-up is not counted: no belief about it."));
    if (j.lacks(JobGap::WarmUp))
        notes.push_back(SP_T("core", "The first iterations are counted like any other."));
    if (j.lacks(JobGap::SpotRate))
        notes.push_back(SP_T("core", "How often spot machines are taken back is not known: the figure holds without interruptions."));
    if (in.job.stopMode == StopMode::StopCharging && j.stopMode == StopMode::KeepRunning) {
        if (in.localDisks)
            notes.push_back(SP_T("core", "Machines with local disks cannot be stopped in economical mode: waiting costs like running."));
        else if (in.purchase == Purchase::Spot)
            notes.push_back(SP_T("core", "Spot machines are not stopped in economical mode here: waiting costs like running."));
    }
    if (j.spot && in.deadlineHours && j.spot->deadlineChance)
        notes.push_back(Text(SP_T("core", "Done within %1 with a probability of %2."), {textArg(Seconds::hours(*in.deadlineHours)), TextArg::percent(*j.spot->deadlineChance, 0)}));
    return notes;
}

} // namespace segplan
