// The zoo's table and its answers to what it does not know.
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
