// Spot machines: how often they are taken back, the best checkpoint interval, expected time and the chance to be done in time.
//
// Process: a machine cannot be taken back in its first protected hour, afterwards at a constant rate (exponential). What was done since the
// last checkpoint is lost; a replacement is waited for, boots, mounts the kept data disk and goes on.
// Intervals: J. W. Young, "A first order approximation to the optimum checkpoint interval", CACM 17(9), 1974; J. T. Daly, "A higher order
// estimate of the optimum checkpoint interval for restart dumps", FGCS 22(3), 2006.
#pragma once

#include "knowledge/knowledge.h"
#include "ledger/ledger.h"
#include "plan/plan.h"

#include <cstdint>
#include <optional>
#include <string>

namespace segplan {

// Takings-back per machine and hour of running, outside of the protected hour.
struct SpotRate {
    enum class From { User, Record, Unknown }; // the plan's job; the last refresh; nobody said: low and mid 0, high a stated rate
    From from = From::Unknown;
    Range<double> perHour;
    const SpotRecord *record = nullptr; // From::Record
};

struct SpotBeliefs {
    const Calibration *protection = nullptr; // s, SpotDuration 1
    const Calibration *notice = nullptr; // s
    const Calibration *wait = nullptr; // s until a replacement machine is found
    const Calibration *releaseShareHours = nullptr; // h of running that a record's share of released instances refers to
    const Calibration *unknownPerDay = nullptr; // range shown when nobody said a rate
};
SpotBeliefs spotBeliefs(const Knowledge &knowledge);

// Of two records of one type and region (either may be null) the one to reckon with: the lower median, else the larger discount.
const SpotRecord *betterRecord(const SpotRecord *a, const SpotRecord *b);
// From the plan, else from the record, else unknown (zero, with a stated high end).
SpotRate spotRate(const Job &job, const SpotRecord *record, const SpotBeliefs &beliefs);

// Young: sqrt(2 C M). M: mean time between interruptions, C: time of one checkpoint; all in seconds.
double youngInterval(double checkpoint, double meanTimeBetween);
// Daly's higher-order estimate: sqrt(2 C M) (1 + sqrt(C / 2M) / 3 + C / 18M) - C for C < 2M, else M.
double dalyInterval(double checkpoint, double meanTimeBetween);

// One job on a machine that may be taken back, in seconds.
struct SpotProcess {
    double work = 0; // seconds of work, checkpoints aside
    double interval = 0; // work between two checkpoints
    double checkpoint = 0; // writing one
    double start = 0; // boot to the first work of the first machine
    double restart = 0; // the same of a replacement; both count as running
    double wait = 0; // until a replacement is found: not running, not billed
    double protection = 0; // no taking back so long after each start
    double rate = 0; // per second of running afterwards, all machines together
    bool noticeWatched = false; // a checkpoint is written within the notice: nothing is lost
};
double undisturbed(const SpotProcess &process); // seconds without any interruption: start, work, checkpoints
struct SpotOutcome {
    double interruptions = 0; // expected
    double running = 0; // expected seconds in which machines run (billed)
    double wallClock = 0; // running + waiting
    bool finishes = true; // false: intervals are so long that the work practically never ends
};
// Exact expectations of the process by recursion over checkpoint intervals (tail beyond some hundred intervals by its renewal rate).
SpotOutcome expectedOutcome(const SpotProcess &process);

double poissonAtMost(double mean, std::int64_t n); // P(N <= n), N Poisson of this mean
// P(at most n interruptions): n + 1 lives must cover the work, each with its protected time and an exponential rest, so it is a Poisson
// tail of the unprotected time needed. `lostWork`: seconds done again per interruption.
double interruptionsAtMost(const SpotProcess &process, double lostWork, std::int64_t n);
// Smallest n with interruptionsAtMost >= probability.
std::int64_t interruptionQuantile(const SpotProcess &process, double lostWork, double probability);

struct SpotEstimate {
    SpotRate rate;
    double meanTimeBetweenHours = 0; // of running, protected hour included; infinite at rate 0
    Seconds young, daly; // best intervals; zero at rate 0
    bool intervalChosen = false; // checkpointEvery is Daly's, not the plan's
    Range<double> interruptions; // expected at the middle; 5 % quantile at the low end, 95 % at the high end of rate and work
    Seconds lostPerInterruption; // work done twice, on average
    Seconds restartTime; // boot and environment, billed
    Seconds waitTime; // for stock, not billed
    Seconds savedByNotice; // of the expected wall clock, when the script watches the notice and writes a checkpoint
    bool noticeUsable = false; // a checkpoint is written well within the notice
    bool finishes = true; // false: it practically never ends at the middle rate
    std::optional<double> deadlineChance; // probability to be done before the deadline
    TermId rateTerm = noTerm, intervalTerm = noTerm, interruptionsTerm = noTerm;
};

} // namespace segplan
