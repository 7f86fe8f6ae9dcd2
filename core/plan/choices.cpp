#include "plan/choices.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>

namespace segplan::plan {

namespace {
LocalText same(const std::string &name) { return {name, name}; }
} // namespace

const ImplementationInfo *implementationOf(const Workload &workload)
{
    const ModelInfo *model = zooModel(workload.model);
    if (!model)
        return nullptr;
    for (const ImplementationInfo &info : model->implementations) {
        if (info.id == workload.implementation)
            return &info;
    }
    return nullptr;
}

bool readsOption(const Workload &workload, const std::string &option)
{
    const ImplementationInfo *info = implementationOf(workload);
    return info && std::find(info->options.begin(), info->options.end(), option) != info->options.end();
}

std::string effectiveBackbone(const Workload &workload)
{
    if (!workload.backbone.empty())
        return workload.backbone;
    const ImplementationInfo *info = implementationOf(workload);
    return info && !info->backbones.empty() ? info->backbones.front() : std::string();
}

std::vector<FieldChoice> modelChoices(const Plan &, const Knowledge &)
{
    std::vector<FieldChoice> out;
    for (const ModelInfo &model : zooModels())
        out.push_back({model.id, same(model.name), {}, {}});
    return out;
}

std::vector<FieldChoice> implementationChoices(const Plan &plan, const Knowledge &)
{
    std::vector<FieldChoice> out;
    const ModelInfo *model = zooModel(plan.workload.model);
    if (!model)
        return out;
    for (const ImplementationInfo &info : model->implementations) {
        FieldChoice choice{info.id, {}, {}, same(info.reference)};
        if (info.id == "mmsegmentation")
            choice.name = same("MMSegmentation");
        else if (info.id == "segmentation-models-pytorch")
            choice.name = same("Segmentation Models PyTorch");
        else if (info.id == "transformers")
            choice.name = same("Transformers");
        else if (info.id == "original")
            choice.text = Text(SP_T("core", "Authors' code"));
        else
            choice.name = same(info.id);
        out.push_back(std::move(choice));
    }
    return out;
}

std::vector<FieldChoice> backboneChoices(const Plan &plan, const Knowledge &)
{
    std::vector<FieldChoice> out;
    if (const ImplementationInfo *info = implementationOf(plan.workload)) {
        for (const std::string &id : info->backbones)
            out.push_back({id, same(backboneName(id)), {}, {}});
    }
    return out;
}

std::vector<FieldChoice> datasetChoices(const Plan &, const Knowledge &knowledge)
{
    std::vector<FieldChoice> out;
    for (const Dataset &d : knowledge.datasets)
        out.push_back({d.id, d.name, {}, {}});
    out.push_back({ownDataset, {}, Text(SP_T("core", "My own data")), {}});
    return out;
}

std::vector<FieldChoice> regionChoices(const Plan &, const Knowledge &knowledge)
{
    std::vector<FieldChoice> out;
    for (const Region &r : knowledge.regions)
        out.push_back({r.id, r.name, {}, same(r.id)});
    return out;
}

std::vector<FieldChoice> familyChoices(const Plan &, const Knowledge &knowledge)
{
    std::vector<FieldChoice> ranked, others;
    std::set<std::string> seen;
    for (const bool selfService : {true, false}) {
        for (const InstanceType &type : knowledge.instanceTypes) {
            if ((type.availability == Availability::SelfService) != selfService || !seen.insert(type.family).second)
                continue;
            const std::string bare = bareFamily(type.family);
            (selfService ? ranked : others).push_back({bare, same(bare), {}, same(type.gpu)});
        }
    }
    ranked.insert(ranked.end(), others.begin(), others.end());
    return ranked;
}

std::vector<FieldChoice> instanceTypeChoices(const Plan &, const Knowledge &knowledge)
{
    std::vector<FieldChoice> ranked, others;
    for (const InstanceType &type : knowledge.instanceTypes) {
        auto &list = type.availability == Availability::SelfService ? ranked : others;
        list.push_back({type.id, same(type.id), {}, same(std::to_string(type.gpuCount) + " x " + type.gpu)});
    }
    ranked.insert(ranked.end(), others.begin(), others.end());
    return ranked;
}

std::string bareFamily(const std::string &family)
{
    return family.rfind("ecs.", 0) == 0 ? family.substr(4) : family;
}

std::optional<Crop> usualCrop(const Dataset &dataset)
{
    const std::string &text = dataset.usualCrop;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!std::isdigit(static_cast<unsigned char>(text[at])))
            continue;
        Crop crop;
        const char *end = text.data() + text.size();
        const auto height = std::from_chars(text.data() + at, end, crop.height);
        if (height.ec == std::errc() && height.ptr != end && *height.ptr == 'x') {
            const auto width = std::from_chars(height.ptr + 1, end, crop.width);
            if (width.ec == std::errc() && crop.height >= 16 && crop.width >= 16)
                return crop;
        }
        at = static_cast<std::size_t>(height.ptr - text.data());
    }
    return std::nullopt;
}

std::optional<std::vector<int>> integerList(const std::string &text)
{
    std::vector<int> out;
    const char *at = text.data();
    const char *const end = at + text.size();
    while (at != end) {
        while (at != end && *at == ' ')
            ++at;
        int value = 0;
        const auto read = std::from_chars(at, end, value);
        if (read.ec != std::errc())
            return std::nullopt;
        out.push_back(value);
        at = read.ptr;
        while (at != end && *at == ' ')
            ++at;
        if (at == end)
            break;
        if (*at++ != ',' || at == end)
            return std::nullopt;
    }
    return out;
}

std::string integerListText(const std::vector<int> &list)
{
    std::string out;
    for (const int value : list)
        out += (out.empty() ? "" : ",") + std::to_string(value);
    return out;
}

const NameCorrection *correctionOf(const std::string &name, const Knowledge &knowledge)
{
    for (const NameCorrection &c : knowledge.corrections) {
        if (c.wrong == name)
            return &c;
    }
    const std::string bare = bareFamily(name);
    for (const NameCorrection &c : knowledge.corrections) {
        // "gn7s=H20" corrects a belief about a name: whoever names gn7s gets to know.
        if (bareFamily(c.wrong.substr(0, c.wrong.find('='))) == bare)
            return &c;
    }
    return nullptr;
}

std::string familiesWith(const std::string &gpu, const Knowledge &knowledge)
{
    std::string out;
    std::set<std::string> seen;
    for (const InstanceType &type : knowledge.instanceTypes) {
        // "A100" names both A100-40 and A100-80.
        const bool carries = type.gpu == gpu || type.gpu.rfind(gpu + "-", 0) == 0;
        if (!gpu.empty() && carries && seen.insert(type.family).second)
            out += (out.empty() ? "" : " ") + bareFamily(type.family);
    }
    return out;
}

std::string nearestWord(const std::string &word, const std::vector<std::string> &known)
{
    std::string best;
    std::size_t bestDistance = std::max<std::size_t>(1, std::min<std::size_t>(word.size(), 64) / 3) + 1;
    if (word.size() > 64)
        return best;
    for (const std::string &candidate : known) {
        // Levenshtein over one row.
        std::vector<std::size_t> row(candidate.size() + 1);
        for (std::size_t j = 0; j < row.size(); ++j)
            row[j] = j;
        for (std::size_t i = 1; i <= word.size(); ++i) {
            std::size_t diagonal = row[0];
            row[0] = i;
            for (std::size_t j = 1; j < row.size(); ++j) {
                const std::size_t above = row[j];
                row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (word[i - 1] == candidate[j - 1] ? 0 : 1)});
                diagonal = above;
            }
        }
        if (row.back() < bestDistance) {
            bestDistance = row.back();
            best = candidate;
        }
    }
    return best;
}

} // namespace segplan::plan
