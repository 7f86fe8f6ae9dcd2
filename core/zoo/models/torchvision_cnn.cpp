#include "zoo/models/torchvision_cnn.h"

#include "zoo/backbones/mobilenet.h"
#include "zoo/backbones/resnet.h"
#include "zoo/heads/deeplab.h"
#include "zoo/heads/loss.h"
#include "zoo/layers.h"

namespace segplan::zoo {

namespace {

struct Features {
    Tensor out, auxiliary;
};

// IntermediateLayerGetter keeps only what it returns.
Features features(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const auto scope = t.scope("backbone");
    const auto frozen = t.backbone();
    Features f;
    if (spec.backbone.rfind("mobilenetv3", 0) == 0) {
        FeatureMaps maps = mobileNetV3(t, spec.backbone == "mobilenetv3-large", image);
        f.auxiliary = std::move(maps[0]);
        f.out = std::move(maps[1]);
        return f;
    }
    ResNetSpec r;
    resNetDepth(spec.backbone, r);
    setOutputStride(r, 8);
    r.deepStem = false;
    r.contractDilation = true;
    r.returned = {false, false, true, true};
    FeatureMaps maps = resNet(t, r, image);
    f.auxiliary = std::move(maps[0]);
    f.out = std::move(maps[1]);
    return f;
}

// FCNHead: 3x3 to a quarter of the width, dropout, classifier.
Tensor fcnClassifier(Tracer &t, const Tensor &input, int classes)
{
    Tensor x = convNorm(t, "0", "1", input, {.out = input.size(1) / 4, .kernel = 3, .padding = 1}, Act::ReluOutOfPlace);
    x = t.dropout(x, 0.1);
    x = t.conv(x, {.out = classes, .bias = true, .name = "4"});
    return x;
}

// DeepLabHead.
Tensor deepLabClassifier(Tracer &t, const Tensor &input, int classes)
{
    Tensor x = asppProject(t, "0", input, {12, 24, 36}, false);
    x = convNorm(t, "1", "2", x, {.out = 256, .kernel = 3, .padding = 1}, Act::ReluOutOfPlace);
    x = t.conv(x, {.out = classes, .bias = true, .name = "4"});
    return x;
}

template <class Head>
void simpleSegmentation(Tracer &t, const ModelSpec &spec, const Tensor &image, Head &&head)
{
    const bool auxiliary = spec.auxiliaryHead.value_or(true);
    Tensor out, aux;
    {
        Features f = features(t, spec, image);
        if (!auxiliary)
            f.auxiliary.reset();
        Tensor x = f.out;
        {
            const auto scope = t.scope("classifier");
            x = head(x);
        }
        x = t.interpolate(x, spec.height, spec.width);
        out = x;
        if (auxiliary) {
            x = f.auxiliary;
            {
                const auto scope = t.scope("aux_classifier");
                x = fcnClassifier(t, x, spec.classes);
            }
            x = t.interpolate(x, spec.height, spec.width);
            aux = x;
        }
    }
    if (auxiliary)
        crossEntropyWithAuxiliary(t, spec, out, aux);
    else
        plainCrossEntropy(t, spec, out);
}

} // namespace

void torchvisionFcn(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    simpleSegmentation(t, spec, image, [&](const Tensor &x) { return fcnClassifier(t, x, spec.classes); });
}

void torchvisionDeepLabV3(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    simpleSegmentation(t, spec, image, [&](const Tensor &x) { return deepLabClassifier(t, x, spec.classes); });
}

void torchvisionLraspp(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    Tensor out;
    {
        const Features f = features(t, spec, image);
        {
            const auto scope = t.scope("classifier");
            Tensor x = [&] {
                const auto cbr = t.scope("cbr");
                return convNorm(t, "0", "1", f.out, {.out = 128});
            }();
            const Tensor s = [&] {
                const auto scale = t.scope("scale");
                Tensor y = t.adaptiveAvgPool(f.out, 1, 1);
                y = t.conv(y, {.out = 128, .name = "1"});
                y = t.sigmoid(y);
                return y;
            }();
            x = t.mul(x, s);
            x = resizeLike(t, x, f.auxiliary);
            const Tensor low = t.conv(f.auxiliary, {.out = spec.classes, .bias = true, .name = "low_classifier"});
            out = t.add(low, t.conv(x, {.out = spec.classes, .bias = true, .name = "high_classifier"}));
        }
        out = t.interpolate(out, spec.height, spec.width);
    }
    plainCrossEntropy(t, spec, out);
}

} // namespace segplan::zoo
