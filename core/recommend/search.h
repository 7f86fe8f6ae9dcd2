// The search: every instance type x nodes x (batch, accumulation) x precision x checkpointing, and what each region and way of buying makes of
// it. Thousands of ways are compared as plain numbers; terms and sentences are made of those that are shown.
//
// A machine is an instance type with a number of nodes. Its settings are timed once: time does not depend on the offer, and on one machine
// cost grows with time, so that of settings equally sure to fit the fastest is the best in every region and way of buying.
#pragma once

#include "estimate/cost/job_cost.h"
#include "recommend/hosting.h"
#include "recommend/rules.h"
#include "recommend/tracing.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace segplan {

// Images per optimizer step that every candidate keeps: batch x accumulation x GPUs when these are fixed, else global_batch.
// Nothing when neither says it.
std::optional<std::int64_t> globalBatchOf(const Workload &workload);

// The workload as the candidate runs it: batch, accumulation, GPUs, nodes, precision and checkpointing set in.
Workload workloadOf(const Workload &workload, const Candidate &candidate);

// How the workload is validated, with the data set's image size where it gives none; nothing when it is not, or the size is not known.
std::optional<Validation> validationFor(const Workload &workload, const Knowledge &knowledge);

// The precisions to try on this GPU in the order of preference. With a fixed precision that the GPU lacks: the nearest it has
// (AMP BF16 -> AMP FP16, TF32 -> FP32), and `substituted` is set.
struct PrecisionChoice {
    Precision precision = Precision::Fp32;
    bool substituted = false;
};
std::vector<PrecisionChoice> precisionsFor(const Workload &workload, const Gpu &gpu);

Confidence confidenceOf(const MemoryFigures &memory, const MemoryRates &rates);

// What several searches of one evaluation share. `book`: prices of the plan, or the knowledge's. Both must outlive it. One thread.
class SearchShared {
public:
    SearchShared(const Knowledge &knowledge, const std::vector<Price> &book);

    const Knowledge &knowledge;
    const PriceIndex prices;
    const JobBeliefs jobs;
    bool mayHavePrice(const InstanceType &type, const std::string &region) const; // false: surely not
    const MemoryRates &memory(const Gpu &gpu);
    const std::uint64_t fingerprint; // of the knowledge that steps rest on
    const StockRecord *stock(const std::string &type, const std::string &region, Purchase purchase) const; // best zone; null: not asked

private:
    std::map<std::string, std::set<std::string>> m_priced; // type -> regions with an entry
    std::map<std::tuple<std::string, std::string, bool>, const StockRecord *> m_stock; // type, region, spot
    std::map<const Gpu *, MemoryRates> m_memory;
};

struct Setting {
    Precision precision = Precision::Fp32;
    bool substituted = false, checkpointing = false;
    int batch = 1, accumulation = 1;
    bool known = false; // memory is
    MemoryFigures memory;
    Confidence confidence = Confidence::No;
    const std::optional<Text> *refusal = nullptr; // what PyTorch refuses
    const GpuStep *step = nullptr; // null: not timed
};
struct SettingList {
    std::vector<Setting> all; // by preference of precision, then larger batches first
    std::optional<Text> problem; // why there is none
};

// A setting on a machine.
struct Run {
    const Setting *setting = nullptr;
    bool timed = false;
    Range<Seconds> perIteration;
    BoundBy boundBy = BoundBy::Compute;
    double vcpuNeeded = 0; // of one node
    std::optional<Bytes> hostMemoryNeeded;
    PlacedStep placed;
    bool scheduled = false; // the number of iterations is known: there is a wall clock
};

struct Machine {
    const InstanceType *type = nullptr;
    const Gpu *gpu = nullptr;
    int nodes = 1;
    Rule failed = Rule::None; // of the machine alone
    const SettingList *settings = nullptr; // null: not looked at
    std::vector<Run> runs; // surest first; a later one is faster
    std::size_t timed = 0; // settings
    bool networkKnown = true;
};

// One machine in one region, bought one way, at the best of its runs. Money in millionths.
struct Offer {
    std::uint32_t machine = 0, run = 0;
    std::uint32_t region = 0; // index into regions()
    Purchase purchase = Purchase::PayAsYouGo;
    Rule failed = Rule::None;
    CandidateStatus status = CandidateStatus::Rejected;
    Confidence confidence = Confidence::No;
    bool askFirst = false, noStock = false, weakPrice = false, hourlyPriceKnown = false, priced = false, costed = false, timed = false;
    bool allRegions = false; // speaks for every region asked for: no price in any
    Currency currency = Currency::CNY;
    std::int64_t costLow = 0, cost = 0, costHigh = 0;
    double secondsLow = 0, seconds = 0, secondsHigh = 0; // wall clock of the job
    bool pareto = false;
    std::int32_t dominatedBy = -1; // index into offers()
    Money money() const { return Money(currency, cost); }
};

class Search {
public:
    // `cancelled` is polled between types; may be null.
    Search(const Plan &plan, SearchShared &shared, TraceCache &cache, std::function<bool()> cancelled = {});

    bool run(); // false: cancelled
    const Plan &plan() const { return m_plan; }
    const std::vector<Machine> &machines() const { return m_machines; }
    const std::vector<std::string> &regions() const { return m_plan.requirements.regions; }
    // By objective: what can be ordered first, surest first; rejected ones last, those that failed the latest rule first.
    const std::vector<Offer> &offers() const { return m_offers; }
    const Offer *best() const; // null: none meets the requirements
    std::size_t combinations() const { return m_combinations; }
    std::size_t settingsTimed() const { return m_settingsTimed; }
    std::size_t offersPriced() const { return m_offersPriced; }

    AnswerBrief brief(const Offer &offer) const;
    // The offer with terms and sentences; what it shares with others (memory, time, job) is noted once.
    Candidate candidate(const Offer &offer, Ledger &ledger);
    // Settings of a machine, fastest first.
    std::vector<Alternative> alternatives(const Offer &offer) const;
    // The card's own step at an offer's setting, noted in the ledger that candidate() writes to; null: not timed.
    const GpuStep *step(const Offer &offer, Ledger &ledger);

private:
    const SettingList *settings(const Gpu &gpu, int gpus);
    void addSettings(SettingList &list, const Gpu &gpu, int gpus, PrecisionChoice precision, bool checkpointing);
    Setting settingAt(const Gpu &gpu, int gpus, PrecisionChoice precision, bool checkpointing, int batch, int accumulation, bool certain);
    std::vector<int> nodeCounts(const InstanceType &type) const;
    void addMachine(const InstanceType &type, const Gpu &gpu, int nodes);
    Run timedRun(Machine &machine, const Setting &setting); // with data in memory
    void place(const Machine &machine, Run &run);
    const GpuStep *stepAt(const Gpu &gpu, Precision precision, bool checkpointing, int batch); // null: not known
    void addOffers(std::uint32_t machine);
    using Jobs = std::map<std::tuple<std::uint32_t, Purchase, const SpotRecord *>, JobEstimate>; // of one machine: run, way of buying
    Offer offerOf(std::uint32_t machine, std::uint32_t region, Purchase purchase, const PriceSet &prices, Jobs &jobs);
    std::optional<JobCost> costOf(const Machine &machine, const Run &run, const JobEstimate &job, const std::string &region, Purchase purchase, const PriceSet &prices) const;
    JobInput jobInput(const Machine &machine, const Run &run, const std::string &region, Purchase purchase);
    const HostRates &rates(const Gpu &gpu);
    std::optional<Seconds> validationSeconds(const Gpu &gpu); // of one image
    const Workload &with(const Setting &setting, const InstanceType &type, int nodes); // m_workload with the setting set in
    void rank();
    Text bottleneckOf(const Machine &machine, const Run &run, const Candidate &candidate) const;

    const Plan &m_plan;
    SearchShared &m_shared;
    TraceCache &m_cache;
    std::function<bool()> m_cancelled;
    std::optional<std::int64_t> m_global;
    std::optional<std::int64_t> m_iterations;
    std::vector<Purchase> m_purchases;
    Workload m_workload; // scratch: the plan's with a setting set in
    DatasetFacts m_data;
    std::optional<Validation> m_validation;
    std::map<std::tuple<const Gpu *, int>, SettingList> m_settings;
    std::map<const Gpu *, HostRates> m_hostRates;
    std::map<const Gpu *, std::optional<Seconds>> m_validationSeconds;
    std::vector<Machine> m_machines;
    std::vector<Offer> m_offers;
    std::size_t m_combinations = 0, m_settingsTimed = 0, m_offersPriced = 0;
    // Noted once and shared by candidates; all of one ledger.
    std::map<std::tuple<const Gpu *, Precision, bool, int>, std::optional<GpuStep>> m_stepNoted;
    std::map<const Setting *, MemoryEstimate> m_memoryNoted;
    std::map<const Run *, TimeEstimate> m_timeNoted;
    std::map<std::tuple<const Run *, Purchase, const SpotRecord *>, JobEstimate> m_jobNoted;
};

} // namespace segplan
