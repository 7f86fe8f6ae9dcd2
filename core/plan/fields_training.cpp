// Field table: how the network is trained.
#include "plan/choices.h"
#include "plan/table.h"

namespace segplan::plan {

namespace {

bool isDistributed(const Plan &p) { return p.workload.gpus.value_or(2) > 1 || p.workload.nodes > 1; }

template <class At>
FieldSpec cropSide(const char *pointer, At at, Text label, Text help, int Crop::*side)
{
    FieldSpec f = integer(pointer, FieldSection::Training, at, 16, 65536, std::move(label), std::move(help), SP_T("core", "px"));
    f.kind = FieldKind::Size;
    f.derived = [side](const Plan &p, const Knowledge &k) -> FieldValue {
        const Dataset *d = p.workload.customDataset ? nullptr : k.dataset(p.workload.dataset);
        const auto crop = d ? usualCrop(*d) : std::nullopt;
        return crop ? FieldValue(std::int64_t{(*crop).*side}) : FieldValue();
    };
    return f;
}

FieldSpec scheduleCount(const char *pointer, Schedule::Unit unit, double maximum, Text label, Text help, Text unitText)
{
    FieldSpec f = field(pointer, FieldSection::Training, FieldKind::Integer, std::move(label), std::move(help));
    f.minimum = 1;
    f.maximum = maximum;
    f.unit = std::move(unitText);
    f.applies = [unit](const Plan &p) { return p.workload.schedule.unit == unit; };
    f.get = [unit](const Plan &p) { return p.workload.schedule.unit == unit ? FieldValue(p.workload.schedule.count) : FieldValue(); };
    f.set = [unit](Plan &p, const FieldValue &value) {
        if (const auto *count = std::get_if<std::int64_t>(&value))
            p.workload.schedule = {unit, *count};
    };
    return f;
}

FieldSpec expert(FieldSpec f)
{
    f.level = FieldLevel::Expert;
    return f;
}

// A side of the validation images; the data set's when not set.
FieldSpec validationSide(const char *pointer, int Validation::*side, std::optional<int> Dataset::*known, int CustomDataset::*own, Text label, Text help)
{
    FieldSpec f = expert(field(pointer, FieldSection::Training, FieldKind::Size, std::move(label), std::move(help)));
    f.minimum = 16;
    f.maximum = 65536;
    f.unit = Text(SP_T("core", "px"));
    f.optional = true;
    f.unsetText = Text(SP_T("core", "not known"));
    f.applies = [](const Plan &p) { return !p.workload.validation || p.workload.validation->mode != ValidationMode::Off; };
    f.get = [side](const Plan &p) -> FieldValue {
        const auto &v = p.workload.validation;
        return v && (*v).*side > 0 ? FieldValue(std::int64_t{(*v).*side}) : FieldValue();
    };
    f.set = [side](Plan &p, const FieldValue &value) {
        const auto *pixels = std::get_if<std::int64_t>(&value);
        Validation v = p.workload.validation.value_or(Validation{});
        v.*side = pixels ? static_cast<int>(*pixels) : 0;
        p.workload.validation = v == Validation{} ? std::nullopt : std::optional(v);
    };
    f.derived = [known, own](const Plan &p, const Knowledge &k) -> FieldValue {
        if (p.workload.customDataset)
            return (*p.workload.customDataset).*own > 0 ? FieldValue(std::int64_t{(*p.workload.customDataset).*own}) : FieldValue();
        const Dataset *d = k.dataset(p.workload.dataset);
        return d && (*d).*known ? FieldValue(std::int64_t{*((*d).*known)}) : FieldValue();
    };
    return f;
}

} // namespace

void addTrainingFields(std::vector<FieldSpec> &table)
{
    const auto section = FieldSection::Training;
    const Text chosen(SP_T("core", "planner chooses"));
    table.push_back(cropSide("/workload/crop/height", [](auto &p) -> auto & { return p.workload.cropHeight; }, SP_T("core", "Crop height"),
                             SP_T("core", "Height of the piece of an image that the network trains on. Memory and time grow with the crop's area."), &Crop::height));
    table.push_back(cropSide("/workload/crop/width", [](auto &p) -> auto & { return p.workload.cropWidth; }, SP_T("core", "Crop width"),
                             SP_T("core", "Width of the piece of an image that the network trains on. Memory and time grow with the crop's area."), &Crop::width));

    FieldSpec batch = integer("/workload/batch_per_gpu", section, [](auto &p) -> auto & { return p.workload.batchPerGpu; }, 1, 4096,
                              SP_T("core", "Batch per GPU"),
                              SP_T("core", "Images that one GPU works on at once. Left to the planner, it is the largest that fits and keeps the global batch."));
    batch.unsetText = chosen;
    table.push_back(batch);
    FieldSpec global = integer("/workload/global_batch", section, [](auto &p) -> auto & { return p.workload.globalBatch; }, 1, 1048576,
                               SP_T("core", "Global batch"), SP_T("core", "Images per optimizer step over all GPUs and accumulation steps; the planner keeps it."));
    global.applies = [](const Plan &p) { return !p.workload.batchPerGpu || !p.workload.gpus; };
    global.unsetText = Text(SP_T("core", "not set"));
    table.push_back(global);
    FieldSpec accumulation = integer("/workload/gradient_accumulation", section, [](auto &p) -> auto & { return p.workload.gradientAccumulation; }, 1, 4096,
                                     SP_T("core", "Accumulation"),
                                     SP_T("core", "Batches whose gradients are summed before one optimizer step: a larger batch for the memory of a small one."));
    accumulation.applies = [](const Plan &p) { return p.workload.batchPerGpu.has_value(); };
    table.push_back(accumulation);
    FieldSpec gpus = integer("/workload/gpus", section, [](auto &p) -> auto & { return p.workload.gpus; }, 1, 64, SP_T("core", "GPUs"),
                             SP_T("core", "GPUs per machine. Above one, the job runs as DistributedDataParallel."));
    gpus.unsetText = chosen;
    table.push_back(gpus);
    table.push_back(expert(integer("/workload/nodes", section, [](auto &p) -> auto & { return p.workload.nodes; }, 1, 256, SP_T("core", "Machines"),
                                   SP_T("core", "Machines that train together over the network."))));

    FieldSpec precision = choice<Precision>("/workload/precision", section, [](auto &p) -> auto & { return p.workload.precision; },
                                            {{Precision::Fp32, "fp32", "FP32"}, {Precision::Tf32, "tf32", "TF32"},
                                             {Precision::AmpFp16, "amp-fp16", SP_T("core", "AMP FP16")},
                                             {Precision::AmpBf16, "amp-bf16", SP_T("core", "AMP BF16")}},
                                            SP_T("core", "Precision"),
                                            SP_T("core", "Mixed precision (AMP) halves most of the activations and uses tensor cores. TF32 and BF16 need an Ampere card or later."));
    precision.unsetText = chosen;
    table.push_back(precision);
    table.push_back(choice<Optimizer>("/workload/optimizer", section, [](auto &p) -> auto & { return p.workload.optimizer; },
                                      {{Optimizer::Sgd, "sgd", "SGD"}, {Optimizer::SgdMomentum, "sgd-momentum", SP_T("core", "SGD, momentum")},
                                       {Optimizer::Adam, "adam", "Adam"}, {Optimizer::AdamW, "adamw", "AdamW"}},
                                      SP_T("core", "Optimizer"), SP_T("core", "Momentum keeps one more number per parameter, Adam and AdamW two.")));

    FieldSpec schedule = choice<Schedule::Unit>("/workload/schedule", section, [](auto &p) -> auto & { return p.workload.schedule.unit; },
                                                {{Schedule::Unit::Iterations, "iterations", SP_T("core", "Iterations")},
                                                 {Schedule::Unit::Epochs, "epochs", SP_T("core", "Epochs")}},
                                                SP_T("core", "Length in"), SP_T("core", "Whether the length of the training is given in optimizer steps or in passes over the data."));
    table.push_back(schedule);
    table.push_back(scheduleCount("/workload/schedule/iterations", Schedule::Unit::Iterations, 1e9, SP_T("core", "Schedule"),
                                  SP_T("core", "Optimizer steps of one training run."), SP_T("core", "iterations")));
    table.push_back(scheduleCount("/workload/schedule/epochs", Schedule::Unit::Epochs, 1e6, SP_T("core", "Schedule"),
                                  SP_T("core", "Passes over the training images in one training run."), SP_T("core", "epochs")));

    FieldSpec checkpointing = field("/workload/activation_checkpointing", section, FieldKind::Boolean, SP_T("core", "Checkpointing"),
                                    SP_T("core", "Activation checkpointing: keeps only the borders of blocks and computes the rest again in the backward pass. Less memory, about a third more time."));
    checkpointing.optional = true;
    checkpointing.unsetText = chosen;
    checkpointing.get = [](const Plan &p) { return p.workload.checkpointingOpen ? FieldValue() : FieldValue(p.workload.activationCheckpointing); };
    checkpointing.set = [](Plan &p, const FieldValue &value) {
        const auto *on = std::get_if<bool>(&value);
        p.workload.checkpointingOpen = !on;
        p.workload.activationCheckpointing = on && *on;
    };
    table.push_back(expert(checkpointing));
    table.push_back(expert(boolean("/workload/freeze_backbone", section, [](auto &p) -> auto & { return p.workload.freezeBackbone; },
                                   SP_T("core", "Frozen backbone"), SP_T("core", "Only the head learns: no gradients and no optimizer states for the backbone."))));
    FieldSpec sync = expert(boolean("/workload/sync_batch_norm", section, [](auto &p) -> auto & { return p.workload.syncBatchNorm; },
                                    SP_T("core", "Synchronised batch norm"), SP_T("core", "Batch statistics over all GPUs instead of each on its own.")));
    sync.applies = isDistributed;
    table.push_back(sync);
    table.push_back(expert(choice<PytorchEra>("/workload/pytorch", section, [](auto &p) -> auto & { return p.workload.pytorch; },
                                              {{PytorchEra::V2, "2", SP_T("core", "2.x")}, {PytorchEra::V1_13, "1.13", SP_T("core", "1.11 to 1.13")},
                                               {PytorchEra::V1_10, "1.10", SP_T("core", "1.10 and earlier")}},
                                              SP_T("core", "PyTorch"), SP_T("core", "What is kept for the backward pass changed over the versions, and 2.x has fused attention."))));
    FieldSpec zero = expert(choice<bool>("/workload/zero_grad", section, [](auto &p) -> auto & { return p.workload.zeroGradInPlace; },
                                         {{false, "none", SP_T("core", "freed (set to none)")}, {true, "zero", SP_T("core", "filled with zeros")}},
                                         SP_T("core", "Gradients between steps"), SP_T("core", "Freed gradients leave their memory to the forward pass; zeroed ones stay.")));
    table.push_back(zero);
    table.push_back(expert(boolean("/workload/cudnn_benchmark", section, [](auto &p) -> auto & { return p.workload.cudnnBenchmark; },
                                   SP_T("core", "cuDNN benchmark"),
                                   SP_T("core", "torch.backends.cudnn.benchmark tries every algorithm in the first steps. The fastest ones of PyTorch 1.13 and earlier take more workspace; the trials fill free memory for a moment and give it back."))));

    const auto validated = [](auto &p) -> auto & { return p.workload.validation; };
    FieldSpec mode = expert(field("/workload/validation/mode", section, FieldKind::Choice, SP_T("core", "Validation"),
                                  SP_T("core", "How the network is validated between training steps, one image at a time. The full-resolution scores of a large image can take more memory than training; a sliding window bounds the network's share.")));
    mode.optional = true;
    mode.unsetText = Text(SP_T("core", "as usual"));
    mode.choices = [](const Plan &, const Knowledge &) {
        return std::vector<FieldChoice>{{"whole", {}, SP_T("core", "Whole image"), {}},
                                        {"slide", {}, SP_T("core", "Sliding window"), {}},
                                        {"none", {}, SP_T("core", "No validation"), {}}};
    };
    mode.get = [validated](const Plan &p) {
        const auto &v = validated(p);
        return v && v->mode != ValidationMode::Usual ? FieldValue(std::string(validationModeName(v->mode))) : FieldValue();
    };
    mode.set = [validated](Plan &p, const FieldValue &value) {
        const auto *id = std::get_if<std::string>(&value);
        Validation v = validated(p).value_or(Validation{});
        v.mode = id ? validationModeFromName(*id).value_or(ValidationMode::Usual) : ValidationMode::Usual;
        validated(p) = v == Validation{} ? std::nullopt : std::optional(v);
    };
    table.push_back(mode);
    table.push_back(validationSide("/workload/validation/image/height", &Validation::height, &Dataset::imageHeight, &CustomDataset::imageHeight,
                                   SP_T("core", "Validation height"), SP_T("core", "Height of a validation image as it enters the network.")));
    table.push_back(validationSide("/workload/validation/image/width", &Validation::width, &Dataset::imageWidth, &CustomDataset::imageWidth,
                                   SP_T("core", "Validation width"), SP_T("core", "Width of a validation image as it enters the network.")));
}

} // namespace segplan::plan
