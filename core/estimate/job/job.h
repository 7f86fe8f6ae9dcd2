// The whole job in time: start-up, data copy, warm-up, training, validation, checkpoints, waiting for people, N runs, and on spot machines
// what interruptions cost. One calculation with plain numbers (no allocation, a microsecond); explainJob() notes the same numbers as terms.
#pragma once

#include "estimate/job/spot.h"
#include "estimate/time/time.h"
#include "knowledge/knowledge.h"
#include "ledger/ledger.h"
#include "plan/plan.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace segplan {

// What the job is made of. Everything of one node; nodes work at the same time.
struct JobInput {
    Purchase purchase = Purchase::PayAsYouGo;
    Job job; // the plan's section
    int nodes = 1, gpusPerNode = 1;
    int runs = 1;
    double storageMonths = 1; // above 0 the data disk outlives a released machine: the data are copied once
    bool localDisks = false; // families with local disks (gn5): no economical stop

    Range<Seconds> perIteration; // one optimizer step
    std::int64_t iterations = 0; // of one run
    bool scheduleInEpochs = false; // for the link of the term
    TermId perIterationTerm = noTerm;

    bool validates = true; // false: the workload switches validation off
    std::optional<std::int64_t> valImages; // absent: unknown, and validation is not counted (JobGap::ValImages)
    std::optional<Seconds> forwardPerImage; // one validation image on one card, all its windows: validationForward()
    std::optional<Seconds> loaderPerImage; // one vCPU's time to read and decode one validation image; absent: not the bottleneck
    int loaderWorkers = 4; // per GPU during validation (mmsegmentation: num_workers=4)

    Bytes checkpoint; // one checkpoint: checkpointBytes()
    std::optional<double> diskWriteMbps; // MB/s of the disk that takes checkpoints and data: the smaller of the disk's and the instance's limit

    std::optional<Bytes> dataBytes; // absent: unknown, and the copy is not counted (JobGap::DataBytes)
    bool copiesData = true; // false: training reads NAS or OSS in place
    std::optional<double> networkGbps; // of the instance

    std::optional<SpotRate> spotRate; // purchase Spot: spotRate(); absent: unknown
    std::optional<double> deadlineHours; // for SpotEstimate::finishes
};

// Parts of the wall clock, in their order. Interruptions: spot only, work done twice, restarts and waiting for stock.
enum class JobPartId : std::uint8_t { Startup, DataCopy, WarmUp, Training, Validation, Checkpoints, Interruptions, Idle };
inline constexpr int jobPartCount = 8;
const char *jobPartName(JobPartId id); // "startup" "data-copy" "warm-up" "training" "validation" "checkpoints" "interruptions" "idle"
Text jobPartTitle(JobPartId id);

// What could not be counted because a figure is not known.
enum class JobGap : std::uint8_t { ValImages, ForwardTime, DataBytes, CopySpeed, DiskSpeed, SpotRate, Startup, WarmUp };

struct JobPart {
    Range<Seconds> time; // of all runs
    TermId term = noTerm; // set by explainJob
};

struct JobEstimate {
    std::array<JobPart, jobPartCount> parts; // low, mid and high sum to those of wallClock
    const JobPart &part(JobPartId id) const { return parts[static_cast<std::size_t>(id)]; }
    JobPart &part(JobPartId id) { return parts[static_cast<std::size_t>(id)]; }

    Range<Seconds> wallClock; // from the order to the end of the last run, waiting for people included; 90 % range
    Range<Seconds> billed; // of wallClock, the time in which instances are paid by the second (one node's clock)
    Range<Seconds> machine; // of wallClock, the time in which a machine and its system disk exist
    Range<Seconds> perRun; // training, validation, checkpoints of one run
    TermId wallClockTerm = noTerm, billedTerm = noTerm, machineTerm = noTerm; // set by explainJob

    std::int64_t validationRuns = 0; // of one run
    std::int64_t checkpoints = 0; // of one run
    Seconds checkpointEvery; // of training time
    Seconds checkpointWrite; // one checkpoint
    int startups = 1, copies = 1; // machine starts (boot) and data copies, interruptions aside
    StopMode stopMode = StopMode::Release; // as it is possible: spot, subscription and local-disk machines keep running where a stop was asked for
    std::optional<SpotEstimate> spot; // purchase Spot
    std::uint32_t gaps = 0; // bits of JobGap
    bool lacks(JobGap gap) const { return gaps & (1u << static_cast<unsigned>(gap)); }
};

// Beliefs of the job, looked up once per knowledge: "job.*" and "spot.*" calibration entries.
struct JobBeliefs {
    const Calibration *startup = nullptr; // s: order to a usable environment
    const Calibration *reboot = nullptr; // s: start of a stopped or replacement machine, environment kept
    const Calibration *warmUp = nullptr; // s per run: first iteration, cuDNN's choice of algorithms, workers
    const Calibration *copyMbps = nullptr; // MB/s that a copy from OSS or NAS reaches at most
    const Calibration *saveMbps = nullptr; // MB/s of torch.save, disk aside
    const Calibration *validations = nullptr; // per run, when the plan does not say
    const Calibration *validationOverhead = nullptr; // of a validation image's time, on top of the forward pass: metric, copies
    SpotBeliefs spot;
};
JobBeliefs jobBeliefs(const Knowledge &knowledge);

// Plain numbers. Deterministic; no allocation. Unknown parts are zero and marked in `gaps`.
JobEstimate estimateJob(const JobInput &input, const JobBeliefs &beliefs);
// Notes a term for every part, the wall clock, the billed time and (spot) rate, interval and interruptions, and links them in `job`.
// The numbers are not touched.
void explainJob(const JobInput &input, const JobBeliefs &beliefs, JobEstimate &job, Ledger &ledger);
// The gaps and conditions as sentences.
std::vector<Text> jobNotes(const JobInput &input, const JobEstimate &job);

// gn5: disks of the host itself; no stop in economical mode.
bool hasLocalDisks(const InstanceType &type);

// Bytes of one checkpoint as frameworks write it: parameters and optimizer states in FP32.
Bytes checkpointBytes(std::int64_t parameters, Optimizer optimizer);

// Forward seconds of one validation image on one card: the kernel work of a training step's forward pass (losses left out) scaled by pixels,
// or the host's launches where they take longer; every window of a sliding window counts (stride two thirds of the window, as
// mmsegmentation's slide configurations have it). `step`: best the card's FP32 step, for validation runs in FP32. Nothing when the
// image's size is not known.
struct ValidationImage {
    bool slide = false;
    int height = 0, width = 0; // pixels
};
std::optional<Seconds> validationForward(const GpuStep &step, int cropHeight, int cropWidth, const ValidationImage &image);
// Windows of a sliding window over an image (mmsegmentation slide_inference).
std::int64_t slidingWindows(int height, int width, int windowHeight, int windowWidth, int strideHeight, int strideWidth);

} // namespace segplan
