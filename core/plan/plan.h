// Plan: everything the user decides (interface: plan file).
#pragma once

#include "knowledge/knowledge.h"
#include "plan/workload.h"

#include <optional>
#include <string>
#include <vector>

namespace segplan {

enum class Purchase { PayAsYouGo, Spot, Subscription };
const char *purchaseName(Purchase p); // "pay-as-you-go" "spot" "subscription"
std::optional<Purchase> purchaseFromName(const std::string &name);

enum class Objective { Cheapest, Fastest, Balanced };
const char *objectiveName(Objective o); // "cheapest" "fastest" "balanced"

// What is done with the machine when a run has ended. StopCharging: the economical mode (StopInstance with StoppedMode StopCharging).
enum class StopMode { Release, StopCharging, KeepRunning };
const char *stopModeName(StopMode m); // "release" "stop-charging" "keep-running"

struct Requirements {
    std::vector<std::string> regions = {"cn-shanghai"};
    std::optional<Money> budget; // for the whole job
    std::optional<double> deadlineHours; // wall clock for the whole job
    std::vector<Purchase> purchase = {Purchase::PayAsYouGo};
    int maxGpus = 8;
    bool allowMultiNode = false;
    bool domesticSilicon = false;
    bool fp64 = false; // needs usable FP64 (A100, V100, P100, A30)
    bool oldFramework = false; // CUDA 10 / PyTorch 1.4 era: no Ampere or later
    std::vector<std::string> families; // only these ("gn7i"), empty: all
    std::vector<std::string> excludeFamilies;
    std::vector<std::string> instanceTypes; // only these ids, empty: all
    Objective objective = Objective::Cheapest;
    bool nvlink = false; // several GPUs only over NVLink
    bool bf16 = false; // needs BF16 in hardware
    std::optional<double> hostMemoryGib; // at least
    bool selfServiceOnly = true; // false: types sold by invitation or ticket are ranked as well where a price is known
    int runs = 1; // folds x seeds
    double storageMonths = 1; // how long data stays on the data disk
    friend bool operator==(const Requirements &, const Requirements &) = default;
};

// What belongs to the job beside the training steps. Absent values are computed or taken as the reference code does it.
struct Job {
    std::optional<std::int64_t> validationEvery; // iterations; 0: never
    std::optional<double> checkpointMinutes; // between two checkpoints
    std::optional<double> startupMinutes; // boot, driver, environment: until the data copy begins
    double idleHours = 0; // the machine waits for people, per run
    StopMode stopMode = StopMode::Release;
    double egressGb = 0; // GB (10^9) sent out to the internet, all runs
    std::optional<double> spotReleasesPerDay; // expected takings-back per machine and day of running; absent: as the last refresh says, else unknown
    std::optional<double> spotPriceRatio; // spot price expected, as a share of the hourly price; absent: only quoted spot prices count
    friend bool operator==(const Job &, const Job &) = default;
};

enum class Shell { Bash, PowerShell, Cmd };
const char *shellName(Shell s); // "bash" "powershell" "cmd"
std::optional<Shell> shellFromName(const std::string &name);

struct LaunchSettings {
    std::string securityGroup, vSwitch, keyPair, image, instanceName; // empty: placeholder or default
    Shell shell = Shell::Bash;
    friend bool operator==(const LaunchSettings &, const LaunchSettings &) = default;
};

// A price of a disk, a store or traffic in one region; what knowledge keeps inside StorageKind, one by one.
enum class StorageUnit { GibMonth, GibHour, Gb }; // Gb: traffic, 10^9 bytes
const char *storageUnitName(StorageUnit u); // "gib-month" "gib-hour" "gb"
std::optional<StorageUnit> storageUnitFromName(const std::string &name);
struct StorageQuote {
    std::string storage; // StorageKind::id
    std::string region; // Region::id, or "mainland" for the regions of mainland China together
    StorageUnit unit = StorageUnit::GibMonth;
    Money amount;
    bool estimate = false, weak = false;
    Source source; // source.date = as of
    friend bool operator==(const StorageQuote &, const StorageQuote &);
};

// The prices a plan was made with; kept so that an old plan reopens with its own. What it does not hold, the knowledge answers.
struct PriceBook {
    std::string asOf; // newest date in it
    std::vector<Price> entries;
    std::vector<StorageQuote> storage;
    friend bool operator==(const PriceBook &, const PriceBook &);
};

struct Plan {
    std::string title;
    std::string preset; // id of the preset it was made from; empty: none
    Workload workload;
    Requirements requirements;
    Job job;
    LaunchSettings launch;
    std::optional<PriceBook> prices;
    friend bool operator==(const Plan &, const Plan &) = default;
};

} // namespace segplan
