// Questions that people asked in public (tests/data/scenarios.csv), each put to the planner end to end. A row either has a check, or stands in
// the printed table with the reason why this program, or this part of it, does not answer it. A new row without either fails.
#include "evaluate/evaluate.h"
#include "evaluate/json.h"
#include "plan/file.h"
#include "recommend/search.h"

#include "csv.h"
#include "knowledge.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

using namespace segplan;
using namespace segplan::test;

namespace {

using Fault = QString; // empty: answered rightly

Fault expect(bool holds, const QString &fault) { return holds ? Fault() : fault; }

Workload workload(const char *model, const char *backbone, int height, int width, int batch, Precision precision = Precision::Fp32)
{
    Workload w;
    w.model = model;
    w.backbone = backbone;
    w.cropHeight = height;
    w.cropWidth = width;
    w.batchPerGpu = batch;
    w.precision = precision;
    return w;
}

WorkloadEstimate estimated(const Workload &w, const char *gpu, bool explain = false)
{
    auto e = estimateWorkload(w, *testKnowledge().gpu(gpu), testKnowledge(), explain);
    if (!e)
        qFatal("%s: %s", w.model.c_str(), e.error().line().c_str());
    return std::move(e).value();
}

double gib(Bytes b) { return b.gib(); }
double gb(Bytes b) { return b.gb(); }
QString number(double v) { return QString::number(v, 'f', 2); }
bool within(double value, double reference, double share) { return std::abs(value / reference - 1) <= share; }

Evaluation answered(const Plan &plan, const Knowledge &knowledge = testKnowledge(), bool consequences = false)
{
    EvaluateOptions options;
    options.nowUtc = "2026-11-30T12:00:00Z";
    options.consequences = consequences;
    return evaluate(plan, knowledge, options);
}

const Candidate *best(const Evaluation &e) { return e.recommendation.candidate < 0 ? nullptr : &e.candidates.at(static_cast<std::size_t>(e.recommendation.candidate)); }

Plan openPlan(int globalBatch = 8)
{
    Plan plan;
    plan.workload.backbone = "resnet50";
    plan.workload.batchPerGpu.reset();
    plan.workload.globalBatch = globalBatch;
    plan.workload.gpus.reset();
    plan.workload.precision.reset();
    plan.workload.schedule.count = 40000;
    return plan;
}

// A small network on large stored photographs: what the loader does all day.
Plan largePhotos()
{
    Plan plan = openPlan();
    plan.workload.model = "fcn";
    plan.workload.backbone = "resnet50";
    plan.workload.dataset.clear();
    plan.workload.customDataset = CustomDataset{"photos", 5000, 19, 3456, 5184, 40'000'000'000};
    return plan;
}

// ---- memory ----

Fault segformerReference()
{
    const double reported[] = {2.1, 2.6, 3.6, 4.8, 6.1, 7.2}; // GB, B0 to B5
    Fault faults;
    for (int b = 0; b <= 5; ++b) {
        Workload w = workload("segformer", ("mit-b" + std::to_string(b)).c_str(), 512, 512, 2);
        w.optimizer = Optimizer::AdamW;
        w.classes = 150;
        w.dataset = "ade20k";
        w.pytorch = PytorchEra::V1_10;
        const double ours = gib(estimated(w, "V100-32").memory.allocated.value);
        if (!within(ours, reported[b], 0.2))
            faults += QString("B%1: %2 against %3; ").arg(b).arg(ours).arg(reported[b]);
    }
    return faults;
}

Fault notLinearInPixels()
{
    const auto ours = [](int side, int batch, int classes) {
        Workload w = workload("segformer", "mit-b5", side, side, batch);
        w.optimizer = Optimizer::AdamW;
        w.classes = classes;
        w.pytorch = PytorchEra::V1_10;
        return gib(estimated(w, "V100-32").memory.allocated.value);
    };
    const double square = ours(1024, 1, 19) / ours(512, 2, 150), middle = ours(640, 2, 150) / ours(512, 2, 150);
    return expect(within(square, 18.0 / 7.2, 0.2) && within(middle, 11.5 / 7.2, 0.2), "growth " + number(square) + " and " + number(middle) + ", reported 2.5 and 1.6");
}

Fault originalSegformerRange()
{
    Workload w = workload("segformer", "mit-b1", 1216, 1216, 2);
    w.implementation = "original";
    w.optimizer = Optimizer::AdamW;
    const MemoryEstimate m = estimated(w, "V100-32").memory;
    return expect(gb(m.low) < gb(m.device.value) && gb(m.device.value) < gb(m.high) && gb(m.device.value) > 10 && gb(m.device.value) < 24,
                  "device " + number(gb(m.device.value)) + " GB, range " + number(gb(m.low)) + " to " + number(gb(m.high)));
}

// The workspace that a kernel may ask for widens the range and is named.
Fault workspaceMargin()
{
    const WorkloadEstimate e = estimated(workload("pspnet", "resnet50", 768, 768, 2), "A10");
    const Term &t = e.ledger.term(e.memory.device.term);
    const bool named = std::any_of(t.notes.begin(), t.notes.end(), [](const Text &note) { return english(note).find("workspace") != std::string::npos; });
    const Workload odd = workload("pspnet", "resnet50", 769, 769, 2);
    return expect(named && e.memory.high > e.memory.device.value && estimated(odd, "A10").memory.device.value.count() > 0, "no workspace margin is told");
}

Fault decoderIsAnInput()
{
    Workload uper = workload("upernet", "swin-s", 1024, 1024, 2), mask = workload("mask2former", "swin-s", 1024, 1024, 2);
    uper.optimizer = mask.optimizer = Optimizer::AdamW;
    const double a = gib(estimated(uper, "A100-80").memory.device.value), b = gib(estimated(mask, "A100-80").memory.device.value);
    return expect(std::abs(a / b - 1) > 0.05, "UPerNet " + number(a) + " GiB, Mask2Former " + number(b));
}

// The authors' 12 GB and mmsegmentation's 28 GB contradict each other. Ours agrees with the published table, which stands beside it as the
// nearest measurement; a card of 24 GB is refused, as users found.
Fault setrOnCityscapes()
{
    Workload w = workload("setr-pup", "vit-l", 768, 768, 1);
    w.pytorch = PytorchEra::V1_10;
    const WorkloadEstimate e = estimated(w, "A10");
    if (!e.nearest)
        return "no published figure stands beside it";
    return expect(within(gb(e.nearest->ours), gb(e.nearest->published), 0.15) && e.memory.fits == Fits::No,
                  number(gb(e.nearest->ours)) + " GB, published " + number(gb(e.nearest->published)) + ", " + fitsName(e.memory.fits));
}

Fault cropDoubledBothWays()
{
    Workload w = workload("upernet", "swin-t", 512, 1024, 2);
    w.optimizer = Optimizer::AdamW;
    const WorkloadEstimate small = estimated(w, "V100-16", true);
    Workload large = w;
    large.cropHeight = 1024;
    large.cropWidth = 2048;
    const WorkloadEstimate big = estimated(large, "V100-16", true);
    if (big.memory.fits != Fits::No || small.memory.fits == Fits::No)
        return "verdicts " + QString(fitsName(small.memory.fits)) + " and " + fitsName(big.memory.fits);
    if (!small.largestCrop || !big.largestCrop)
        return "no largest crop";
    const bool between = small.largestCrop->height >= 512 && small.largestCrop->height < 1024;
    return expect(between && big.largestCrop->height < 1024, QString("largest crop %1 x %2").arg(small.largestCrop->height).arg(small.largestCrop->width));
}

// What does not fit at batch 1 gets a smaller crop, a smaller batch never.
Fault neverBelowBatchOne()
{
    Plan plan = openPlan(1);
    plan.workload.model = "segformer";
    plan.workload.backbone = "mit-b5";
    plan.workload.optimizer = Optimizer::AdamW;
    plan.workload.precision = Precision::Fp32;
    plan.workload.cropHeight = plan.workload.cropWidth = 1536;
    plan.requirements.families = {"gn6i"};
    const Evaluation e = answered(plan);
    const bool sane = std::all_of(e.candidates.begin(), e.candidates.end(), [](const Candidate &c) { return c.batchPerGpu >= 1; });
    const bool crop = std::any_of(e.remedies.begin(), e.remedies.end(), [](const Remedy &r) { return r.id == "smaller-crop"; });
    return expect(!best(e) && sane && crop && e.largestCrop && e.largestCrop->height < 1536, "no refusal with a smaller crop");
}

Fault largestCropByCard()
{
    int last = 0;
    for (const char *gpu : {"T4", "A10", "V100-32", "A100-80"}) {
        const auto crop = estimated(workload("deeplabv3plus", "resnet101", 1024, 1024, 2), gpu, true).largestCrop;
        if (!crop || crop->height < last)
            return QString("%1: %2").arg(gpu).arg(crop ? crop->height : 0);
        last = crop->height;
    }
    return {};
}

Fault smallStaticEstimate()
{
    Workload w = workload("hrnet", "hrnet-w18-small", 192, 192, 64);
    const double device = gb(estimated(w, "V100-32").memory.device.value);
    return expect(device > 1.5 && device < 6, "static estimate " + number(device) + " GB, reported 3 at the start");
}

// Stored size is the loader's, the crop is the card's.
Fault imageSizeIsNotTheCrop()
{
    Plan photos = largePhotos();
    photos.workload.validation = Validation{ValidationMode::Off, 0, 0};
    Plan small = photos;
    small.workload.customDataset->imageHeight = 512;
    small.workload.customDataset->imageWidth = 1024;
    const Evaluation a = answered(photos), b = answered(small);
    if (!best(a) || !best(b))
        return "no answer";
    const auto memory = [](const Evaluation &e, const char *gpu) {
        for (const Candidate &c : e.candidates) {
            if (c.gpu == gpu && c.gpus == 1 && c.memory)
                return c.memory->device.value;
        }
        return Bytes();
    };
    if (memory(a, "A10") != memory(b, "A10") || memory(a, "A10").count() == 0)
        return "memory depends on the stored size";
    return expect(a.recommendation.host.neededVcpu.value > 4 * b.recommendation.host.neededVcpu.value,
                  "vCPU needed " + number(a.recommendation.host.neededVcpu.value) + " and " + number(b.recommendation.host.neededVcpu.value));
}

Fault frozenEncoder()
{
    Workload w = workload("upernet", "vit-b", 512, 512, 4);
    w.optimizer = Optimizer::AdamW;
    const WorkloadEstimate open = estimated(w, "V100-16");
    w.freezeBackbone = true;
    const WorkloadEstimate frozen = estimated(w, "V100-16");
    const auto part = [](const WorkloadEstimate &e, const char *id) {
        for (const MemoryPart &p : e.memory.parts) {
            if (p.id == id)
                return p.bytes.value.count();
        }
        return std::int64_t{-1};
    };
    return expect(frozen.memory.device.value < open.memory.device.value && part(frozen, "optimizer") < part(open, "optimizer") && frozen.frozenParameters > 80'000'000,
                  "freezing saves nothing");
}

Fault thinReserve()
{
    // Between "surely" and "no" the answer says how thin it is.
    for (int batch = 1; batch <= 64; ++batch) {
        Workload w = workload("deeplabv3plus", "resnet101", 512, 1024, batch + 1);
        const MemoryEstimate m = estimated(w, "A10").memory;
        if (m.fits == Fits::Tight)
            return expect(m.high > m.usable->value && m.low <= m.usable->value, "tight without a range over the border");
        if (m.fits == Fits::No)
            return "no batch is tight";
    }
    return "nothing is ever tight";
}

// ---- time and money ----

Fault fasterCardCheaperByRatio()
{
    const Evaluation e = answered(openPlan());
    const Candidate *slow = nullptr, *fast = nullptr;
    for (const Candidate &c : e.candidates) {
        if (c.rank > 0 && c.gpus == 1 && c.gpu == "T4" && !slow)
            slow = &c;
        if (c.rank > 0 && c.gpus == 1 && c.gpu == "A10" && !fast)
            fast = &c;
    }
    if (!slow || !fast)
        return "no T4 or A10";
    const auto instance = [](const Candidate &c) { return c.cost->parts.front().amount.value.amount(); };
    const auto hourly = [](const Candidate &c) { return testKnowledge().price(c.instanceType, c.region, PriceModel::Hour)->amount.amount(); };
    const double speed = slow->job->billed.mid / fast->job->billed.mid, price = hourly(*fast) / hourly(*slow);
    return expect((instance(*fast) < instance(*slow)) == (price < speed), "speed ratio " + number(speed) + ", price ratio " + number(price));
}

// The cure of a slow loader is cores or a cheaper way to decode, never a larger GPU.
Fault loaderIsTheBottleneck()
{
    Plan plan = largePhotos();
    plan.workload.model = "bisenetv2";
    plan.workload.backbone.clear();
    plan.requirements.instanceTypes = {"ecs.gn6e-c12g1.3xlarge"};
    plan.requirements.regions = {"cn-shanghai", "cn-beijing", "cn-hangzhou", "cn-shenzhen"};
    const Evaluation e = answered(plan);
    if (!best(e))
        return "no answer: " + QString::fromStdString(english(e.recommendation.why));
    const StepVerdict &v = e.recommendation.verdict;
    if (v.bottleneck != Bottleneck::InputCpu && v.bottleneck != Bottleneck::InputDisk)
        return QString("bottleneck ") + bottleneckName(v.bottleneck);
    for (const Cure &c : v.cures) {
        const InstanceType *t = c.instanceType.empty() ? nullptr : testKnowledge().instanceType(c.instanceType);
        if (t && (t->gpu != best(e)->gpu || t->gpuCount != best(e)->gpus))
            return "a cure is another GPU: " + QString::fromStdString(c.instanceType);
    }
    return expect(!v.cures.empty() && best(e)->time->boundBy == BoundBy::Input, "no cure");
}

Fault coresGrowWithChannelsAndGpus()
{
    const auto needed = [](int channels, int gpus) {
        Plan plan = openPlan();
        plan.workload.inputChannels = channels;
        plan.workload.gpus = gpus;
        plan.workload.batchPerGpu = 4;
        plan.workload.globalBatch.reset();
        plan.requirements.families = {"gn7i", "gn6v", "gn6e"};
        const Evaluation e = answered(plan);
        for (const Candidate &c : e.candidates) {
            if (c.time && c.gpus == gpus && c.gpu.rfind("V100", 0) == 0)
                return c.time->vcpuNeeded;
        }
        return 0.0;
    };
    const double one = needed(3, 1), more = needed(3, 4);
    return expect(one > 0 && more > 2 * one, "vCPU needed by 1 and 4 GPUs: " + number(one) + " and " + number(more));
}

Fault hostMemoryIsChecked()
{
    Plan plan = openPlan();
    plan.workload.input.workersPerGpu = 8;
    plan.workload.cropHeight = plan.workload.cropWidth = 1024;
    const Evaluation e = answered(plan);
    if (!best(e))
        return "no answer";
    const HostNeeds &h = e.recommendation.host;
    if (h.neededMemory.value.count() <= 0 || !e.ledger.contains(h.neededMemory.term))
        return "no host memory is worked out";
    Plan many = plan;
    many.workload.input.workersPerGpu = 64;
    const Evaluation f = answered(many);
    const bool rejected = std::any_of(f.candidates.begin(), f.candidates.end(), [](const Candidate &c) { return c.rank == 0 && c.reasons.front().code == "host-memory"; });
    const bool grows = best(f) && f.recommendation.host.neededMemory.value > h.neededMemory.value;
    return expect(rejected || grows, "64 workers need no more memory than 8");
}

Fault wholeDataSetInMemory()
{
    Plan plan = openPlan();
    plan.workload.dataset.clear();
    plan.workload.customDataset = CustomDataset{"volumes", 100000, 19, 1024, 2048, 900'000'000'000};
    plan.workload.input.location = DataLocation::HostMemory;
    const Evaluation e = answered(plan);
    // 900 GB stay in no host's memory: either nothing is recommended or the answer says that they do not.
    if (!best(e))
        return {};
    const auto says = [&](const std::vector<Text> &texts) {
        return std::any_of(texts.begin(), texts.end(), [](const Text &t) { return english(t).find("memory") != std::string::npos; });
    };
    const bool issue = std::any_of(e.issues.begin(), e.issues.end(), [](const Issue &i) { return i.pointer == "/workload/input/location"; });
    return expect(issue || says(e.recommendation.host.notes) || best(e)->time->loader.cachedShare < 1, "900 GB are taken to fit into host memory");
}

Fault twoPcieGpusBelowTwice()
{
    Workload w = workload("pspnet", "resnet50", 512, 512, 2);
    GpuStep step;
    Ledger ledger;
    const Gpu &gpu = *testKnowledge().gpu("A10");
    const auto graph = traceWorkload(w, 2, Precision::Fp32, false);
    const auto made = gpuStep(stepWork(*graph), w, Precision::Fp32, gpu, testKnowledge(), ledger);
    if (!made)
        return "no step";
    HostShape one, two;
    one.vcpu = two.vcpu = 32;
    two.gpusPerNode = 2;
    const HostRates rates = hostRates(w, gpu, testKnowledge());
    const double t1 = estimateTime(*made, w, 1, rates, one)->perIteration.value.count(), t2 = estimateTime(*made, w, 1, rates, two)->perIteration.value.count();
    const double speedup = 2 * t1 / t2;
    return expect(speedup > 1 && speedup < 1.9, "speed-up of two: " + number(speedup));
}

Fault speedAnchor()
{
    Fault faults;
    for (const auto &[model, reported] : {std::pair{"pspnet", 0.83}, std::pair{"deeplabv3plus", 0.85}}) {
        Workload w = workload(model, "resnet101", 512, 1024, 2);
        w.pytorch = PytorchEra::V1_10;
        w.gpus = 8;
        const auto e = estimated(w, "V100-32");
        const double ours = e.time ? e.time->perIteration.value.count() : 0;
        if (!within(ours, reported, 0.3))
            faults += QString("%1: %2 s against %3; ").arg(model).arg(ours).arg(reported);
    }
    return faults;
}

Fault remoteAgainstLocalData()
{
    Plan plan = openPlan();
    plan.workload.dataset.clear();
    plan.workload.customDataset = CustomDataset{"photos", 1'000'000, 19, 500, 400, 150'000'000'000};
    plan.requirements.families = {"gn6i"};
    const Evaluation e = answered(plan);
    if (!best(e))
        return "no answer";
    const auto &options = e.recommendation.storage.options;
    const auto timed = [&](DataLocation l) {
        return std::any_of(options.begin(), options.end(), [l](const StorageOption &o) { return o.location == l && o.perIteration; });
    };
    return expect(timed(DataLocation::DataDisk) && (timed(DataLocation::Oss) || timed(DataLocation::OssCached)), "disk and OSS are not both timed");
}

Fault officialDiskLevels()
{
    const std::map<std::string, double> official = {{"PL0", 10'000}, {"PL1", 50'000}, {"PL2", 100'000}, {"PL3", 1'000'000}};
    std::size_t seen = 0;
    for (const StorageKind &k : testKnowledge().storage) {
        const auto it = official.find(k.performanceLevel);
        if (k.kind != "disk" || it == official.end())
            continue;
        ++seen;
        if (!k.iopsMax || *k.iopsMax != it->second || k.source.text.empty())
            return QString::fromStdString(k.id);
    }
    return expect(seen >= 4, "levels are missing");
}

Fault regionIsAHardConstraint()
{
    Plan plan = openPlan();
    plan.requirements.regions = {"cn-shanghai"};
    const Evaluation e = answered(plan, testKnowledge(), true);
    if (std::any_of(e.candidates.begin(), e.candidates.end(), [](const Candidate &c) { return c.region != "cn-shanghai"; }))
        return "another region is ranked";
    for (const WhatIf &w : e.whatIfs) {
        if (w.id == "region")
            return expect(!english(w.caution).empty(), "another region without a word on moving the data");
    }
    plan.job.egressGb = 500; // out of the region: priced, or said not to be
    const Candidate *c = best(answered(plan));
    const bool priced = std::any_of(c->cost->parts.begin(), c->cost->parts.end(), [](const CostPart &p) { return p.id == "traffic"; });
    return expect(priced || !c->cost->notCounted.empty(), "traffic is neither priced nor named");
}

Fault exportedNumbersAreThoseShown()
{
    const Evaluation e = answered(openPlan());
    const std::string json = evaluationJson(e, testKnowledge(), [](const Text &t) { return english(t); });
    for (const Candidate &c : e.candidates) {
        if (c.cost && json.find("\"" + c.cost->total.value.decimal(2)) == std::string::npos)
            return "cost of " + QString::fromStdString(c.instanceType) + " is not in the export";
        if (json.find("\"" + c.instanceType + "\"") == std::string::npos)
            return QString::fromStdString(c.instanceType) + " is not in the export";
    }
    return {};
}

// ---- requirements, stock, launch ----

Fault bf16OnTuring()
{
    Plan plan = openPlan();
    plan.workload.precision = Precision::AmpBf16;
    plan.requirements.families = {"gn6i"};
    const Evaluation e = answered(plan);
    const Candidate *c = best(e);
    const bool told = std::any_of(e.issues.begin(), e.issues.end(), [](const Issue &i) { return i.code == "precision-substituted"; });
    return expect(c && c->precision == Precision::AmpFp16 && told, "T4 is taken to compute in BF16");
}

QString commandOf(const Evaluation &e) { return e.command ? QString::fromStdString(commandText(*e.command, Shell::Bash)).remove('\\').simplified() : QString(); }

Fault systemDiskCategory()
{
    Plan plan = openPlan();
    plan.requirements.families = {"gn7i"};
    return expect(commandOf(answered(plan)).contains("--SystemDisk.Category cloud_essd"), "the system disk is left to the default");
}

Fault outOfStock()
{
    Knowledge knowledge = testKnowledge();
    const Evaluation before = answered(openPlan());
    const Candidate first = *best(before);
    if (before.fallbacks.size() != 3)
        return "no three fallbacks";
    knowledge.stock.push_back({first.instanceType, first.region, "", false, StockStatus::None, {"DescribeAvailableResource", "2026-11-30"}});
    const Evaluation e = answered(openPlan(), knowledge);
    const bool asks = std::any_of(before.recommendation.launchNotes.begin(), before.recommendation.launchNotes.end(),
                                  [](const Text &t) { return english(t).find("DescribeAvailableResource") != std::string::npos; });
    return expect(best(e) && best(e)->instanceType != first.instanceType && asks, "a type without stock is recommended, or nobody asks for stock");
}

Fault retiredFamiliesAreHidden()
{
    const Evaluation e = answered(openPlan());
    for (const Candidate &c : e.candidates) {
        if (testKnowledge().instanceType(c.instanceType)->availability == Availability::Retired)
            return QString::fromStdString(c.instanceType);
    }
    return expect(!e.candidates.empty(), "nothing at all");
}

Fault placeholdersForTheNetwork()
{
    const QString command = commandOf(answered(openPlan()));
    return expect(command.contains("VSwitchId") && command.contains("SecurityGroupId"), command);
}

Fault quoteIsNamed()
{
    const Evaluation e = answered(openPlan());
    return expect(std::any_of(e.recommendation.launchNotes.begin(), e.recommendation.launchNotes.end(), [](const Text &t) { return english(t).find("--estimate-cost") != std::string::npos; }),
                  "no quote before buying");
}

Fault dataSurviveAReclaim()
{
    Plan plan = openPlan();
    plan.requirements.purchase = {Purchase::Spot};
    plan.job.spotPriceRatio = 0.3;
    plan.job.spotReleasesPerDay = 0.5;
    const Evaluation e = answered(plan);
    if (!best(e))
        return "no answer: " + QString::fromStdString(english(e.recommendation.why));
    return expect(commandOf(e).contains("DataDisk.1.DeleteWithInstance false") && best(e)->job->spot && best(e)->job->spot->interruptions.mid > 0, "the data disk goes with the machine");
}

Fault gpusComeFromTheCatalogue()
{
    const InstanceType *t = testKnowledge().instanceType("ecs.gn7i-c16g1.4xlarge");
    return expect(t && t->gpuCount == 1 && !t->source.text.empty(), "GPUs of ecs.gn7i-c16g1.4xlarge");
}

Fault inventedFamilies()
{
    for (const char *family : {"gn10x", "gn12", "gn13", "gn14"}) {
        const std::string text = std::string("{\"segplan\": 1, \"workload\": {\"model\": \"fcn\"}, \"requirements\": {\"families\": [\"") + family + "\"]}}";
        const auto plan = readPlan(text, "plan.segplan", testKnowledge());
        if (plan.ok())
            return QString(family) + " is accepted";
    }
    return {};
}

struct Scenario {
    std::function<Fault()> check; // null: `reason` says why not
    const char *reason = "";
};

const std::map<std::string, Scenario> &scenarios()
{
    static const std::map<std::string, Scenario> all = {
        {"S001", {segformerReference}},
        {"S003", {notLinearInPixels}},
        {"S005", {originalSegformerRange}},
        {"S007", {workspaceMargin}},
        {"S009", {nullptr, "CorrMatch trains semi-supervised, with several forward passes per step: not in the zoo"}},
        {"S011", {decoderIsAnInput, "TransNeXt is not in the zoo: the question is put with Swin-S"}},
        {"S013", {setrOnCityscapes}},
        {"S015", {cropDoubledBothWays}},
        {"S017", {neverBelowBatchOne, "HyperSeg is not in the zoo: the question is put with SegFormer-B5"}},
        {"S019", {largestCropByCard}},
        {"S021", {smallStaticEstimate}},
        {"S023", {imageSizeIsNotTheCrop}},
        {"S025", {nullptr, "SAM is not in the zoo"}},
        {"S027", {nullptr, "TS-SAM is not in the zoo"}},
        {"S029", {frozenEncoder, "SAM's encoder is not in the zoo: the question is put with UPerNet on ViT-B"}},
        {"S031", {thinReserve, "nnU-Net is 3D and not in the zoo: the verdict between yes and no is checked with DeepLabV3+"}},
        {"S033", {fasterCardCheaperByRatio, "nnU-Net is 3D: the rule of the ratios is checked with DeepLabV3+"}},
        {"S035", {loaderIsTheBottleneck, "nnU-Net is 3D: put with large photographs"}},
        {"S037", {coresGrowWithChannelsAndGpus, "3D images: put with 2D ones, by the number of GPUs"}},
        {"S039", {nullptr, "SwinUNETR is 3D and not in the zoo; the largest crop that fits is checked in S015 and S019"}},
        {"S041", {hostMemoryIsChecked}},
        {"S043", {wholeDataSetInMemory, "MONAI volumes: put with a data set of 900 GB"}},
        {"S045", {twoPcieGpusBelowTwice}},
        {"S047", {speedAnchor}},
        {"S049", {remoteAgainstLocalData}},
        {"S051", {officialDiskLevels}},
        {"S053", {bf16OnTuring}},
        {"S055", {systemDiskCategory}},
        {"S057", {outOfStock}},
        {"S059", {retiredFamiliesAreHidden}},
        {"S061", {nullptr, "image and family as a pair: the launch kit's"}},
        {"S063", {placeholdersForTheNetwork}},
        {"S065", {placeholdersForTheNetwork}},
        {"S067", {quoteIsNamed}},
        {"S069", {dataSurviveAReclaim}},
        {"S071", {gpusComeFromTheCatalogue}},
        {"S073", {inventedFamilies}},
        {"S075", {regionIsAHardConstraint}},
        {"S077", {exportedNumbersAreThoseShown}},
    };
    return all;
}

} // namespace

class TestScenarios : public QObject {
    Q_OBJECT

private slots:
    void scenario_data()
    {
        QTest::addColumn<QString>("id");
        for (const CsvRow &row : readCsv("tests/data/scenarios.csv"))
            QTest::newRow((row.at("id") + " " + row.at("question summary")).c_str()) << QString::fromStdString(row.at("id"));
    }
    void scenario()
    {
        QFETCH(QString, id);
        const auto it = scenarios().find(id.toStdString());
        QVERIFY2(it != scenarios().end(), "a row without a check and without a reason");
        if (!it->second.check)
            QSKIP(it->second.reason);
        const Fault fault = it->second.check();
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
    }

    void table()
    {
        const std::vector<CsvRow> rows = readCsv("tests/data/scenarios.csv");
        std::size_t answered = 0;
        for (const CsvRow &row : rows) {
            const auto it = scenarios().find(row.at("id"));
            QVERIFY(it != scenarios().end());
            const Scenario &s = it->second;
            answered += s.check != nullptr;
            std::printf("%s  %-8s  %-50s  %s\n", row.at("id").c_str(), s.check ? "checked" : "-", row.at("question summary").c_str(), s.reason);
            QVERIFY2(s.check || *s.reason, row.at("id").c_str());
        }
        std::printf("%zu of %zu rows checked\n", answered, rows.size());
        QVERIFY(answered >= 30);
        QCOMPARE(scenarios().size(), rows.size());
    }
};

QTEST_APPLESS_MAIN(TestScenarios)
#include "tst_scenarios.moc"
