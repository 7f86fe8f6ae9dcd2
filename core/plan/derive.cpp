// What follows when one field changes.
#include "plan/choices.h"
#include "plan/fields.h"

#include <algorithm>
#include <cmath>

namespace segplan {

using namespace plan;

namespace {

bool startsWith(const std::string &text, const char *prefix) { return text.rfind(prefix, 0) == 0; }

// Drops what the new model does not have.
void settleModel(Plan &plan)
{
    Workload &w = plan.workload;
    const ModelInfo *model = zooModel(w.model);
    if (!model)
        return;
    if (!implementationOf(w) && !model->implementations.empty())
        w.implementation = model->implementations.front().id;
    const ImplementationInfo *info = implementationOf(w);
    if (!info)
        return;
    if (!w.backbone.empty() && std::find(info->backbones.begin(), info->backbones.end(), w.backbone) == info->backbones.end())
        w.backbone.clear();
    for (const FieldSpec &f : fieldTable()) {
        if (startsWith(f.pointer, "/workload/options/") && f.applies && !f.applies(plan))
            f.set(plan, {});
    }
}

// Fields whose value was the derived one before take the derived one after.
void followDerived(Plan &after, const Plan &before, const Knowledge &knowledge)
{
    for (const char *pointer : {"/workload/classes", "/workload/crop/height", "/workload/crop/width"}) {
        const FieldSpec *f = fieldSpec(pointer);
        const FieldValue was = f->derived(before, knowledge);
        const FieldValue now = f->derived(after, knowledge);
        const bool followed = f->get(before) == was || std::holds_alternative<std::monostate>(was);
        if (followed && !std::holds_alternative<std::monostate>(now))
            f->set(after, now);
    }
}

// A known data set's figures as one's own, ready to be edited.
CustomDataset copyOf(const Dataset &d)
{
    CustomDataset own;
    own.name = d.name.en;
    own.trainImages = d.trainImages.value_or(0);
    own.classes = d.classes.value_or(0);
    own.imageHeight = d.imageHeight.value_or(0);
    own.imageWidth = d.imageWidth.value_or(0);
    own.bytes = d.bytes ? d.bytes->count() : 0;
    return own;
}

// The same length of training in the other unit, where the number of images is known; else a usual one.
void convertSchedule(Plan &plan, const Plan &before, const Knowledge &knowledge)
{
    Schedule &s = plan.workload.schedule;
    if (s.unit == before.workload.schedule.unit)
        return;
    const Workload &w = before.workload;
    const Dataset *d = w.customDataset ? nullptr : knowledge.dataset(w.dataset);
    const double images = w.customDataset ? static_cast<double>(w.customDataset->trainImages) : d && d->trainImages ? static_cast<double>(*d->trainImages) : 0;
    const double batch = w.batchPerGpu ? double(*w.batchPerGpu) * w.gradientAccumulation * w.gpus.value_or(1) * w.nodes : w.globalBatch.value_or(0);
    const bool toEpochs = s.unit == Schedule::Unit::Epochs;
    double count = toEpochs ? 100 : 80000;
    if (images > 0 && batch > 0)
        count = toEpochs ? double(w.schedule.count) * batch / images : double(w.schedule.count) * std::ceil(images / batch);
    s.count = std::clamp<std::int64_t>(std::llround(count), 1, toEpochs ? 1000000 : 1000000000);
}

} // namespace

Plan withField(Plan plan, const std::string &pointer, const FieldValue &value, const Knowledge &knowledge)
{
    const FieldSpec *field = fieldSpec(pointer);
    if (!field)
        return plan;
    const Plan before = plan;
    const bool editsData = startsWith(pointer, "/workload/dataset/");
    const bool toOwn = pointer == "/workload/dataset" && value == FieldValue(std::string(ownDataset));
    if ((editsData || toOwn) && !plan.workload.customDataset) {
        const Dataset *d = knowledge.dataset(plan.workload.dataset);
        // Resetting a derived figure of a known data set changes nothing.
        if (!(editsData && std::holds_alternative<std::monostate>(value))) {
            if (d)
                plan.workload.customDataset = copyOf(*d);
            else
                plan.workload.customDataset.emplace();
            plan.workload.dataset.clear();
        }
    }
    field->set(plan, value);
    if (pointer == "/workload/model" || pointer == "/workload/implementation" || pointer == "/workload/backbone")
        settleModel(plan);
    if (pointer == "/workload/dataset")
        followDerived(plan, before, knowledge);
    if (pointer == "/workload/schedule")
        convertSchedule(plan, before, knowledge);
    if (pointer == "/workload/batch_per_gpu") {
        // Handing the batch to the planner keeps the global batch the plan had.
        const Workload &w = before.workload;
        if (!plan.workload.batchPerGpu && w.batchPerGpu && !plan.workload.globalBatch)
            plan.workload.globalBatch = *w.batchPerGpu * w.gradientAccumulation * w.gpus.value_or(1) * w.nodes;
    }
    return plan;
}

} // namespace segplan
