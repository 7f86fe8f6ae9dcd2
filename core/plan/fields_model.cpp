// Field table: model and data.
#include "plan/choices.h"
#include "plan/table.h"

#include <cmath>

namespace segplan::plan {

namespace {

// An option that only some implementations read.
FieldSpec option(FieldSpec f, const char *name)
{
    f.level = FieldLevel::Expert;
    f.unsetText = Text(SP_T("core", "as usual"));
    f.applies = [name](const Plan &p) { return readsOption(p.workload, name); };
    return f;
}

template <class Get>
auto ofDataset(Get get)
{
    return [get](const Plan &p, const Knowledge &k) -> FieldValue {
        const Dataset *d = p.workload.customDataset ? nullptr : k.dataset(p.workload.dataset);
        return d ? get(*d) : FieldValue();
    };
}

// A figure of the data set: set only on one's own data, derived from the catalogue otherwise. Zero is "not known".
template <class At, class Get>
FieldSpec dataFigure(const char *pointer, At at, double minimum, double maximum, Text label, Text help, Text unit, Get get)
{
    FieldSpec f = field(pointer, FieldSection::Data, FieldKind::Integer, std::move(label), std::move(help));
    f.minimum = minimum;
    f.maximum = maximum;
    f.unit = std::move(unit);
    f.optional = true;
    f.unsetText = Text(SP_T("core", "not known"));
    f.get = [at](const Plan &p) -> FieldValue {
        if (!p.workload.customDataset || at(*p.workload.customDataset) == 0)
            return {};
        return static_cast<std::int64_t>(at(*p.workload.customDataset));
    };
    f.set = [at](Plan &p, const FieldValue &value) {
        const auto *v = std::get_if<std::int64_t>(&value);
        if (!p.workload.customDataset) {
            if (!v)
                return;
            p.workload.customDataset.emplace();
            p.workload.dataset.clear();
        }
        auto &member = at(*p.workload.customDataset);
        member = v ? static_cast<std::remove_cvref_t<decltype(member)>>(*v) : 0;
    };
    f.derived = ofDataset(get);
    return f;
}

FieldValue known(const std::optional<int> &v) { return v ? FieldValue(std::int64_t{*v}) : FieldValue(); }

} // namespace

void addModelFields(std::vector<FieldSpec> &table)
{
    const auto section = FieldSection::Model;
    FieldSpec model = line("/workload/model", section, [](auto &p) -> auto & { return p.workload.model; },
                           SP_T("core", "Architecture"), SP_T("core", "The segmentation network to be trained."));
    model.kind = FieldKind::Choice;
    model.choices = modelChoices;
    table.push_back(model);

    FieldSpec implementation = line("/workload/implementation", section, [](auto &p) -> auto & { return p.workload.implementation; },
                                    SP_T("core", "Code base"),
                                    SP_T("core", "Heads, channels and losses of one architecture differ between code bases, and with them memory and time."));
    implementation.kind = FieldKind::Choice;
    implementation.choices = implementationChoices;
    implementation.derived = [](const Plan &p, const Knowledge &) -> FieldValue {
        const ModelInfo *info = zooModel(p.workload.model);
        return info && !info->implementations.empty() ? FieldValue(info->implementations.front().id) : FieldValue();
    };
    table.push_back(implementation);

    FieldSpec backbone = field("/workload/backbone", section, FieldKind::Choice, SP_T("core", "Backbone"),
                               SP_T("core", "The network that extracts the features. Left as usual, it is the one the architecture is mostly used with."));
    backbone.choices = backboneChoices;
    backbone.optional = true;
    backbone.unsetText = Text(SP_T("core", "as usual"));
    backbone.applies = [](const Plan &p) {
        const ImplementationInfo *info = implementationOf(p.workload);
        return info && info->backbones.size() > 1;
    };
    backbone.get = [](const Plan &p) { return p.workload.backbone.empty() ? FieldValue() : FieldValue(p.workload.backbone); };
    backbone.set = [](Plan &p, const FieldValue &value) {
        const auto *id = std::get_if<std::string>(&value);
        p.workload.backbone = id ? *id : std::string();
    };
    backbone.derived = [](const Plan &p, const Knowledge &) -> FieldValue {
        const ImplementationInfo *info = implementationOf(p.workload);
        return info && !info->backbones.empty() ? FieldValue(info->backbones.front()) : FieldValue();
    };
    table.push_back(backbone);

    FieldSpec stride = choice<int>("/workload/options/output_stride", section, [](auto &p) -> auto & { return p.workload.options.outputStride; },
                                   {{8, "8", "8"}, {16, "16", "16"}, {32, "32", "32"}},
                                   SP_T("core", "Output stride"),
                                   SP_T("core", "How much smaller than the crop the deepest feature map is. A smaller stride keeps detail and costs memory and time."));
    stride = option(stride, "output_stride");
    stride.level = FieldLevel::Simple;
    table.push_back(stride);
    table.push_back(option(boolean("/workload/options/auxiliary_head", section, [](auto &p) -> auto & { return p.workload.options.auxiliaryHead; },
                                   SP_T("core", "Auxiliary head"),
                                   SP_T("core", "A second head with its own loss, used in training only. It costs memory and a little time.")),
                           "auxiliary_head"));
    table.push_back(option(choice<std::string>("/workload/options/stem", section, [](auto &p) -> auto & { return p.workload.options.stem; },
                                               {{"deep", "deep", SP_T("core", "Deep: three 3x3 convolutions")},
                                                {"classic", "classic", SP_T("core", "Classic: one 7x7 convolution")}},
                                               SP_T("core", "Stem"), SP_T("core", "The first layers of a ResNet.")),
                           "stem"));
    FieldSpec grid = field("/workload/options/multi_grid", section, FieldKind::Line, SP_T("core", "Multi-grid"),
                           SP_T("core", "Dilations of the blocks in the last stage, such as 1,2,4."));
    grid.optional = true;
    grid.get = [](const Plan &p) {
        return p.workload.options.multiGrid.empty() ? FieldValue() : FieldValue(integerListText(p.workload.options.multiGrid));
    };
    grid.set = [](Plan &p, const FieldValue &value) {
        const auto *text = std::get_if<std::string>(&value);
        p.workload.options.multiGrid = text ? integerList(*text).value_or(std::vector<int>{}) : std::vector<int>{};
    };
    table.push_back(option(grid, "multi_grid"));
    table.push_back(option(integer("/workload/options/head_dilation", section, [](auto &p) -> auto & { return p.workload.options.headDilation; }, 1, 64,
                                   SP_T("core", "Head dilation"), SP_T("core", "Dilation of the convolutions in the head.")),
                           "head_dilation"));
    table.push_back(option(choice<int>("/workload/options/pretrain_window", section, [](auto &p) -> auto & { return p.workload.options.pretrainWindow; },
                                       {{7, "7", "7"}, {12, "12", "12"}}, SP_T("core", "Window"),
                                       SP_T("core", "Side of the attention window of the pretrained weights. A larger one costs memory.")),
                           "pretrain_window"));
    table.push_back(option(integer("/workload/options/segments_per_image", section, [](auto &p) -> auto & { return p.workload.options.segmentsPerImage; }, 1, 100,
                                   SP_T("core", "Segments per image"),
                                   SP_T("core", "Ground-truth segments in a crop, which the loss matches with queries: classes present in semantic, objects in panoptic segmentation. As usual: 10. Each takes several full-resolution masks.")),
                           "segments_per_image"));
    table.push_back(option(choice<std::string>("/workload/options/upsampling", section, [](auto &p) -> auto & { return p.workload.options.upsampling; },
                                               {{"transposed", "transposed", SP_T("core", "Transposed convolution")},
                                                {"bilinear", "bilinear", SP_T("core", "Bilinear")}},
                                               SP_T("core", "Upsampling"), SP_T("core", "How the decoder doubles the size of its feature maps.")),
                           "upsampling"));
}

void addDataFields(std::vector<FieldSpec> &table)
{
    const auto section = FieldSection::Data;
    FieldSpec dataset = field("/workload/dataset", section, FieldKind::Choice, SP_T("core", "Data set"),
                              SP_T("core", "The data to train on. Its number of images, image size and bytes decide the loader, the disk and what an epoch is."));
    dataset.choices = datasetChoices;
    dataset.get = [](const Plan &p) { return FieldValue(p.workload.customDataset ? std::string(ownDataset) : p.workload.dataset); };
    dataset.set = [](Plan &p, const FieldValue &value) {
        const auto *id = std::get_if<std::string>(&value);
        if (!id)
            return;
        if (*id == ownDataset) {
            if (!p.workload.customDataset)
                p.workload.customDataset.emplace();
            p.workload.dataset.clear();
        } else {
            p.workload.customDataset.reset();
            p.workload.dataset = *id;
        }
    };
    table.push_back(dataset);

    FieldSpec name = field("/workload/dataset/name", section, FieldKind::Line, SP_T("core", "Name"), SP_T("core", "A name for your own data."));
    name.applies = [](const Plan &p) { return p.workload.customDataset.has_value(); };
    name.optional = true;
    name.get = [](const Plan &p) {
        return p.workload.customDataset && !p.workload.customDataset->name.empty() ? FieldValue(p.workload.customDataset->name) : FieldValue();
    };
    name.set = [](Plan &p, const FieldValue &value) {
        const auto *text = std::get_if<std::string>(&value);
        if (p.workload.customDataset)
            p.workload.customDataset->name = text ? *text : std::string();
    };
    table.push_back(name);

    table.push_back(dataFigure("/workload/dataset/train_images", [](auto &d) -> auto & { return d.trainImages; }, 1, 1e12, SP_T("core", "Images"),
                               SP_T("core", "Number of training images: what one epoch runs through."), SP_T("core", "train"),
                               [](const Dataset &d) { return d.trainImages ? FieldValue(*d.trainImages) : FieldValue(); }));
    FieldSpec height = dataFigure("/workload/dataset/image/height", [](auto &d) -> auto & { return d.imageHeight; }, 1, 200000,
                                  SP_T("core", "Image height"), SP_T("core", "Height of a stored image: what the loader has to decode."),
                                  SP_T("core", "px"), [](const Dataset &d) { return known(d.imageHeight); });
    height.kind = FieldKind::Size;
    table.push_back(height);
    FieldSpec width = dataFigure("/workload/dataset/image/width", [](auto &d) -> auto & { return d.imageWidth; }, 1, 200000,
                                 SP_T("core", "Image width"), SP_T("core", "Width of a stored image: what the loader has to decode."),
                                 SP_T("core", "px"), [](const Dataset &d) { return known(d.imageWidth); });
    width.kind = FieldKind::Size;
    table.push_back(width);

    FieldSpec bytes = field("/workload/dataset/bytes", section, FieldKind::Number, SP_T("core", "Size on disk"),
                            SP_T("core", "What the whole data set takes on disk. From 100 GB on, shared storage is advised."));
    bytes.unit = Text(SP_T("core", "GB"));
    bytes.minimum = 0;
    bytes.maximum = 1e6;
    bytes.decimals = 2;
    bytes.optional = true;
    bytes.unsetText = Text(SP_T("core", "not known"));
    bytes.get = [](const Plan &p) {
        return p.workload.customDataset && p.workload.customDataset->bytes > 0
            ? FieldValue(static_cast<double>(p.workload.customDataset->bytes) / 1e9) : FieldValue();
    };
    bytes.set = [](Plan &p, const FieldValue &value) {
        const auto *gb = std::get_if<double>(&value);
        if (!p.workload.customDataset) {
            if (!gb)
                return;
            p.workload.customDataset.emplace();
            p.workload.dataset.clear();
        }
        p.workload.customDataset->bytes = gb ? Bytes::fromGb(*gb).count() : 0;
    };
    bytes.derived = ofDataset([](const Dataset &d) { return d.bytes ? FieldValue(d.bytes->gb()) : FieldValue(); });
    table.push_back(bytes);

    FieldSpec classes = integer("/workload/classes", section, [](auto &p) -> auto & { return p.workload.classes; }, 1, 100000,
                                SP_T("core", "Classes"), SP_T("core", "Number of classes the network tells apart. The last layer and the loss grow with it."));
    classes.derived = [](const Plan &p, const Knowledge &k) -> FieldValue {
        if (p.workload.customDataset)
            return p.workload.customDataset->classes > 0 ? FieldValue(std::int64_t{p.workload.customDataset->classes}) : FieldValue();
        const Dataset *d = k.dataset(p.workload.dataset);
        return d ? known(d->classes) : FieldValue();
    };
    table.push_back(classes);

    FieldSpec channels = integer("/workload/input_channels", section, [](auto &p) -> auto & { return p.workload.inputChannels; }, 1, 1024,
                                 SP_T("core", "Input channels"),
                                 SP_T("core", "3 for colour images; more for multi-spectral or multi-modal input such as RGB with depth."));
    channels.level = FieldLevel::Expert;
    table.push_back(channels);
}

} // namespace segplan::plan
