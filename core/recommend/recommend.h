// The choice: candidates, constraints, ranking, host and storage needs, the decision path.
#pragma once

#include "estimate/cost/cost.h"
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
    std::optional<MemoryEstimate> memory; // no timeline in candidates
    std::optional<TimeEstimate> time;
    std::optional<Range<Seconds>> wallClock; // whole job, all runs
    TermId wallClockTerm = noTerm;
    std::optional<CostEstimate> cost;
    std::string priceAsOf;
    bool pareto = false; // no other acceptable candidate is both cheaper and faster
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
    int candidate = -1; // cheapest candidate with this GPU, acceptable or not; -1: none
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
