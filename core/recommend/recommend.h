// The choice: candidates, constraints, ranking, host and storage needs, the decision path.
#pragma once

#include "estimate/cost/cost.h"
#include "estimate/job/job.h"
#include "estimate/memory/memory.h"
#include "estimate/time/time.h"
#include "plan/fields.h"
#include "recommend/options.h"

#include <optional>
#include <string>
#include <vector>

namespace segplan {

enum class CandidateStatus { Ok, Tight, Rejected };
const char *candidateStatusName(CandidateStatus s); // "ok" "tight" "rejected"

// How sure it is that the job fits the card: the 90 % range of the memory against what the card gives.
enum class Confidence {
    Surely, // the whole range fits
    Probably, // the middle fits, the high end does not; or the card's usable memory is not known
    Hardly, // only the low end fits
    No
};
const char *confidenceName(Confidence c); // "surely" "probably" "hardly" "no"

struct Reason {
    std::string code; // "memory" "deadline" "budget" "no-price" "precision" "family" "domestic" ... "cheapest" "dominated" "faster"
    Text message; // with the numbers
    TermId term = noTerm;
};

struct Candidate {
    std::string instanceType, region, gpu;
    int gpus = 1, nodes = 1; // GPUs per node
    Purchase purchase = Purchase::PayAsYouGo;
    Precision precision = Precision::Fp32;
    int batchPerGpu = 1, accumulation = 1;
    bool checkpointing = false; // as the workload says, or as the search chose it
    // A rejected candidate has figures up to the rule that it fails; those of rules before it carry terms.
    std::optional<MemoryEstimate> memory; // no timeline in candidates
    std::optional<TimeEstimate> time;
    std::optional<JobEstimate> job; // parts of the wall clock
    std::optional<Range<Seconds>> wallClock; // whole job, all runs
    TermId wallClockTerm = noTerm;
    std::optional<CostEstimate> cost;
    std::string priceAsOf;
    Confidence confidence = Confidence::No;
    Text bottleneck; // what the step waits for, in numbers; empty without a time
    std::optional<StockStatus> stock; // best zone of the region at the last refresh; absent: not asked
    std::string stockZone; // where; may be empty
    bool askFirst = false; // sold by invitation or ticket: ranked after what can be ordered at once
    bool pareto = false; // no other acceptable candidate is both cheaper and faster
    int dominatedBy = -1; // index of an acceptable candidate on the front that is no dearer and no slower; -1: none
    int rank = 0; // 1 = recommended; 0 = rejected
    CandidateStatus status = CandidateStatus::Rejected;
    std::vector<Reason> reasons; // rejected: the first rule that failed, in numbers
};

struct HostNeeds {
    int vcpu = 0; Bytes memory; // what the instance has
    Figure<double> neededVcpu; // computed for the loader
    Figure<Bytes> neededMemory;
    int ruleVcpu = 0; Bytes ruleMemory; // rule of thumb: 8 x GPUs, 2 x VRAM
    bool meetsRule = true;
    std::vector<Text> notes; // "the instance breaks the floor because ..."
};

struct StorageAdvice {
    DiskChoice systemDisk;
    std::optional<DiskChoice> dataDisk;
    Figure<double> neededMbps; // reading throughput in MB/s
    DiskChoice ruleDisk; // the rule's ESSD PL3, with
    std::optional<Money> ruleMonthly, chosenMonthly; // prices per month to compare
    std::string cache; // "" | "nas" | "oss-ossfs": from 100 GB
    Text cacheReason;
    std::vector<StorageOption> options; // the chosen one first, then other ways of keeping the data
};

struct NetworkAdvice {
    std::string kind; // "vpc" | "erdma" | "roce" | "none"
    std::optional<double> gbps;
    Text reason;
    TermId term = noTerm;
    std::vector<NetworkOption> options; // several nodes only: the chosen one first
};

// The decision flowchart of mission row 13 with the computed answers.
struct FlowNode {
    std::string id; // "scale" "vram" "class" "small" "medium" "large" "host" "storage" "network" "deploy" "rule" ...
    Text question; // "VRAM needed"
    Text answer; // "17.4 GiB (16.9 - 18.3), batch 4"
    Text reason; // opened on click
    bool taken = false; // on the chosen path
    int column = 0, row = 0; // layout hint: column 0 is the main line, negative left, positive right
    TermId term = noTerm;
};
struct FlowEdge { std::string from, to; Text label; bool taken = false; };
struct Flow { std::vector<FlowNode> nodes; std::vector<FlowEdge> edges; };

struct RuleAnswer { // what the rule-of-thumb text says for this preset, beside the computed answer
    std::string gpu; // "T4"
    Text rule;
    int candidate = -1; // best candidate with this GPU, acceptable or not; -1: none
    std::optional<Money> moreMoney; // the rule's cost less the computed answer's, same currency
    std::optional<Seconds> moreTime;
    Text difference; // "T4: 31 h and 240 CNY, 3.1 x slower and 40 CNY more", or why it cannot be taken
};

// Another acceptable candidate for the case that the recommended one has no stock.
struct Fallback {
    int candidate = -1;
    bool otherFamily = false, otherRegion = false; // what differs; stock of one family in one region tends to run out together
    std::optional<Seconds> moreTime; // less when negative
    std::optional<Money> moreMoney; // same currency only
    Text difference; // with batch, accumulation, time and money
};

// One setting of the shown candidate's machine that was weighed; numbers only.
struct Alternative {
    Precision precision = Precision::Fp32;
    bool checkpointing = false;
    int batchPerGpu = 1, accumulation = 1;
    Bytes device, low, high; // GPU memory
    Confidence confidence = Confidence::No;
    std::optional<Seconds> perIteration; // one optimizer step; absent where it cannot run
    bool chosen = false;
};

// A short answer of a search: what would be taken.
struct AnswerBrief {
    std::string instanceType, region, gpu;
    int gpus = 1, nodes = 1;
    Purchase purchase = Purchase::PayAsYouGo;
    Precision precision = Precision::Fp32;
    bool checkpointing = false;
    int batchPerGpu = 1, accumulation = 1;
    Confidence confidence = Confidence::No;
    Range<Seconds> wallClock;
    Range<Money> cost;
};

// One change of the plan, evaluated like the plan itself.
struct WhatIf {
    std::string id; // "amp" "full-precision" "checkpointing" "no-checkpointing" "half-batch" "double-batch" "smaller-crop" "larger-crop" "region"
                    // "spot" "subscription" "pay-as-you-go" "budget" "deadline" "multi-node" "dali" "frozen-backbone" "faster-disk" "more-gpus" ...
    Text name; // "Mixed precision (BF16)"
    Fix fix; // fields to set, one undo step
    std::optional<AnswerBrief> answer; // the best after the change; absent: nothing meets the requirements then
    bool otherMachine = false; // another type, region or number of machines than now
    std::optional<Seconds> moreTime; // after less before; absent without an answer before or after
    std::optional<Money> moreMoney; // same currency only
    std::optional<double> moreMemory; // bytes per GPU, after less before
    Text effect; // the change in one sentence, in numbers
    Text caution; // what it may do to the result of training; may be empty
};

// The inverse: the best that can be run within the plan's budget and deadline, everything else as planned.
struct Inverse {
    std::string id; // "crop" "global-batch" "runs" "iterations" "epochs"
    Text name; // "Largest crop"
    Text value; // "1024 x 2048"
    Fix fix; // the fields to set; empty where the plan is at the limit
    AnswerBrief answer; // what it would run on
    bool limited = true; // false: the search stopped at its own end before the limits did
};

struct Recommendation {
    int candidate = -1; // index into candidates; -1: nothing meets the requirements
    int next = -1; // next best of another instance type
    Text why; // "cheapest type that meets the deadline"
    HostNeeds host;
    StorageAdvice storage;
    NetworkAdvice network;
    StepVerdict verdict; // what the step waits for, and what would cure it
    std::vector<Text> launchNotes;
};

} // namespace segplan
