// The zoo's table and its answers to what it does not know.
#include "graph/tracer.h"
#include "zoo/refusals.h"
#include "zoo/zoo.h"

#include <QtTest>

#include <set>

using namespace segplan;

namespace {
std::string faultOf(const ModelSpec &spec)
{
    const Result<Graph> r = buildModel(spec, {});
    if (r.ok())
        return "built";
    return std::string(errorCodeName(r.error().code)) + " " + r.error().pointer;
}

ModelSpec spec(const char *model, const char *backbone = "", const char *implementation = "")
{
    ModelSpec s;
    s.model = model;
    s.backbone = backbone;
    s.implementation = implementation;
    s.height = s.width = 256;
    return s;
}
} // namespace

class TestZooSpec : public QObject {
    Q_OBJECT

private slots:
    void tableIsSound()
    {
        std::set<std::string> models;
        for (const ModelInfo &model : zooModels()) {
            QVERIFY2(models.insert(model.id).second, model.id.c_str());
            QVERIFY(!model.name.empty());
            QCOMPARE(zooModel(model.id)->id, model.id);
            std::set<std::string> implementations;
            for (const ImplementationInfo &i : model.implementations) {
                QVERIFY2(implementations.insert(i.id).second, (model.id + " " + i.id).c_str());
                QVERIFY(!i.reference.empty());
            }
        }
        QCOMPARE(zooModel("no-such-model"), nullptr);
        QCOMPARE(backboneName("resnet101"), std::string("ResNet-101"));
    }

    // Every backbone of every implementation builds and passes a gradient to its loss.
    void everythingBuilds_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("backbone");
        QTest::addColumn<QString>("implementation");
        for (const ModelInfo &model : zooModels()) {
            for (const ImplementationInfo &i : model.implementations) {
                std::vector<std::string> backbones = i.backbones;
                if (backbones.empty())
                    backbones.emplace_back();
                for (const std::string &b : backbones)
                    QTest::addRow("%s %s %s", model.id.c_str(), b.c_str(), i.id.c_str())
                        << QString::fromStdString(model.id) << QString::fromStdString(b) << QString::fromStdString(i.id);
            }
        }
    }

    void everythingBuilds()
    {
        QFETCH(QString, model);
        QFETCH(QString, backbone);
        QFETCH(QString, implementation);
        ModelSpec s = spec(qPrintable(model), qPrintable(backbone), qPrintable(implementation));
        // The first size that the network takes.
        for (const int side : {512, 473, 224, 640, 1024}) {
            s.height = s.width = side;
            if (buildModel(s, {}).ok())
                break;
        }
        for (const bool autocast : {false, true}) {
            TraceSettings settings;
            settings.autocast = autocast;
            const Result<Graph> graph = buildModel(s, settings);
            QVERIFY2(graph.ok(), graph.ok() ? "" : graph.error().line().c_str());
            QVERIFY(graph->parameterCount() > 0);
            QVERIFY(graph->macsPerImage() > 0);
            QVERIFY(!graph->lossTerms.empty());
            for (const ValueId v : graph->lossTerms)
                QVERIFY(graph->value(v).requiresGrad);
            QCOMPARE(graph->value(graph->parameters.front()).dtype, DType::Float);
        }
        TraceSettings frozen;
        frozen.freezeBackbone = true;
        const Result<Graph> graph = buildModel(s, frozen);
        QVERIFY(graph.ok());
        TraceSettings checkpointing;
        checkpointing.checkpointing = true;
        const Result<Graph> recomputed = buildModel(s, checkpointing);
        QVERIFY(recomputed.ok());
        QCOMPARE(recomputed->parameterCount(), buildModel(s, {})->parameterCount());
    }

    void frozenBackboneMovesParameters()
    {
        const ModelSpec s = spec("deeplabv3plus", "resnet50");
        TraceSettings frozen;
        frozen.freezeBackbone = true;
        const auto all = buildModel(s, {}), head = buildModel(s, frozen);
        QCOMPARE(head->parameterCount() + head->frozenParameterCount(), all->parameterCount());
        // ResNet-50-V1c without its classifier: the stem's three 3x3 replace one 7x7 (torchvision's 23,508,032 - 9,536 + 28,768).
        QCOMPARE(head->frozenParameterCount(), std::int64_t{23508032} - 9536 + 28768);
    }

    void options()
    {
        ModelSpec s = spec("fcn", "resnet50");
        const auto base = buildModel(s, {});
        s.outputStride = 32;
        const auto coarse = buildModel(s, {});
        QCOMPARE(coarse->parameterCount(), base->parameterCount());
        QVERIFY(coarse->macsPerImage() < 0.5 * base->macsPerImage());
        s.outputStride = 16;
        s.auxiliaryHead = false;
        QVERIFY(buildModel(s, {})->parameterCount() < base->parameterCount());
        s.auxiliaryHead.reset();
        s.stem = "classic";
        QVERIFY(buildModel(s, {})->parameterCount() < base->parameterCount());
        s.multiGrid = {1, 2, 4};
        QVERIFY(buildModel(s, {}).ok());
        s.inputChannels = 5;
        s.stem.reset();
        QCOMPARE(buildModel(s, {})->parameterCount(), base->parameterCount() + 2 * 32 * 9);
    }

    // Multi-spectral images: only the layers that read the image grow.
    void inputChannels()
    {
        for (const ModelInfo &model : zooModels()) {
            for (const ImplementationInfo &i : model.implementations) {
                ModelSpec s = spec(model.id.c_str(), i.backbones.empty() ? "" : i.backbones.front().c_str(), i.id.c_str());
                for (const int side : {512, 473, 224, 640, 1024}) {
                    s.height = s.width = side;
                    if (buildModel(s, {}).ok())
                        break;
                }
                const auto three = buildModel(s, {});
                s.inputChannels = 5;
                const auto five = buildModel(s, {});
                s.inputChannels = 7;
                const auto seven = buildModel(s, {});
                QVERIFY2(three.ok() && five.ok() && seven.ok(), (model.id + " " + i.id).c_str());
                QVERIFY(five->parameterCount() > three->parameterCount());
                QCOMPARE(seven->parameterCount() - five->parameterCount(), five->parameterCount() - three->parameterCount());
            }
        }
    }

    void faults()
    {
        QCOMPARE(faultOf(spec("fnc")), std::string("unknown-id /model"));
        QCOMPARE(faultOf(spec("fcn", "resnet51")), std::string("unknown-id /backbone"));
        QCOMPARE(faultOf(spec("fcn", "resnet50", "keras")), std::string("unknown-id /implementation"));
        ModelSpec s = spec("unet", "unet-s5-d16");
        s.width = 250;
        QCOMPARE(faultOf(s), std::string("out-of-range /crop/width"));
        s = spec("fcn");
        s.classes = 0;
        QCOMPARE(faultOf(s), std::string("out-of-range /classes"));
        s = spec("fcn");
        s.batch = 0;
        QCOMPARE(faultOf(s), std::string("out-of-range /batch_per_gpu"));
        s = spec("fcn");
        s.outputStride = 4;
        QCOMPARE(faultOf(s), std::string("out-of-range /options/output_stride"));
        s = spec("fcn");
        s.upsampling = "bilinear";
        QCOMPARE(faultOf(s), std::string("unsupported /options/upsampling"));
        s = spec("lraspp"); // its head pools 49 pixels at stride 8
        s.height = 384;
        s.width = 512;
        QCOMPARE(faultOf(s), std::string("out-of-range /crop/height"));
        s.height = 385;
        QCOMPARE(faultOf(s), std::string("built"));
        s = spec("ddrnet"); // adds maps of stride 8
        s.width = 260;
        QCOMPARE(faultOf(s), std::string("out-of-range /crop/width"));
        s = spec("deeplabv3", "vgg16", "segmentation-models-pytorch"); // cannot be dilated
        QCOMPARE(faultOf(s), std::string("unknown-id /backbone"));
        s = spec("fcn", "mobilenetv2");
        s.stem = "classic";
        QCOMPARE(faultOf(s), std::string("out-of-range /options/stem"));
        s = spec("fcn");
        s.height = s.width = 65536;
        s.batch = 65536;
        QCOMPARE(faultOf(s), std::string("overflow /crop"));
    }

    // Sides below what a network's strides need.
    void smallCrops_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("implementation");
        QTest::addColumn<int>("side");
        const auto row = [](const char *model, const char *implementation, int side) {
            QTest::addRow("%s %s %d", model, implementation, side) << model << implementation << side;
        };
        row("unet", "mmsegmentation", 200);
        row("unet", "segmentation-models-pytorch", 100);
        row("linknet", "segmentation-models-pytorch", 250);
        row("pspnet", "original", 512);
        row("swin-unet", "original", 512);
        row("segformer", "mmsegmentation", 4);
        row("upernet", "mmsegmentation", 4);
        row("deeplabv3plus", "mmsegmentation", 2);
    }

    void smallCrops()
    {
        QFETCH(QString, model);
        QFETCH(QString, implementation);
        QFETCH(int, side);
        ModelSpec s = spec(qPrintable(model), "", qPrintable(implementation));
        s.height = s.width = side;
        const Result<Graph> r = buildModel(s, {});
        QVERIFY(!r.ok());
        QVERIFY2(r.error().pointer.rfind("/crop", 0) == 0, r.error().line().c_str());
        QVERIFY2(!r.error().allowed.empty(), r.error().line().c_str());
    }

    // The trace names a fault as PyTorch would.
    void faultsInPyTorchsWords()
    {
        const auto said = [](auto &&use) {
            Tracer t({}, 1);
            use(t, t.input({1, 8, 4, 4}));
            return t.failure();
        };
        const auto holds = [](const std::string &text, const char *words) {
            if (text.find(words) == std::string::npos)
                qWarning("%s", text.c_str());
            return text.find(words) != std::string::npos;
        };
        QVERIFY(holds(said([](Tracer &t, const Tensor &x) { (void)t.conv(x, {.out = 8, .kernel = 7, .padding = 1}); }),
                      "Calculated padded input size per channel: (6 x 6). Kernel size: (7 x 7). Kernel size can't be greater than actual input size"));
        QVERIFY(holds(said([](Tracer &t, const Tensor &x) { (void)t.avgPool(x, 6, 2); }),
                      "Given input size: (8x4x4). Calculated output size: (8x0x0). Output size is too small"));
        QVERIFY(holds(said([](Tracer &t, const Tensor &x) { (void)t.cat({x, t.slice(x, 2, 0, 3)}, 1); }),
                      "Sizes of tensors must match except in dimension 1. Expected size 4 but got size 3 for tensor number 1 in the list."));
        QVERIFY(holds(said([](Tracer &t, const Tensor &x) { (void)t.add(x, t.slice(x, 3, 0, 3)); }),
                      "The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 3"));
        QVERIFY(holds(said([](Tracer &t, const Tensor &x) { (void)t.view(x, {1, 8, 15}); }), "shape '[1, 8, 15]' is invalid for input of size 128"));
    }

    void oneImageOnAPooledNorm()
    {
        ModelSpec s = spec("deeplabv3plus", "resnet50");
        s.batch = 1;
        const std::optional<Text> refusal = singleValueNorm(*buildModel(s, {}));
        QVERIFY(refusal);
        QVERIFY(english(*refusal).find("Expected more than 1 value per channel when training, got input size torch.Size([1, 512, 1, 1])")
                != std::string::npos);
        s.batch = 2;
        QVERIFY(!singleValueNorm(*buildModel(s, {})));
        s = spec("fcn", "resnet50");
        s.batch = 1;
        QVERIFY(!singleValueNorm(*buildModel(s, {})));
    }

    void faultSaysWhatIsAllowed()
    {
        const Result<Graph> r = buildModel(spec("fcn", "resnet51"), {});
        QVERIFY(!r.ok());
        const std::string line = r.error().line();
        QVERIFY2(line.find("resnet51") != std::string::npos && line.find("resnet101") != std::string::npos, line.c_str());
    }
};

QTEST_APPLESS_MAIN(TestZooSpec)
#include "tst_zoo_spec.moc"
