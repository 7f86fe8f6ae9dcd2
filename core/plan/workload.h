// Workload: one training job as the estimators see it (interface: workload object).
#pragma once

#include "units/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace segplan {

enum class Precision { Fp32, Tf32, AmpFp16, AmpBf16 };
enum class Optimizer { Sgd, SgdMomentum, Adam, AdamW };
enum class PytorchEra { V1_10, V1_13, V2 }; // rules of retention, see graph/trace.h
const char *precisionName(Precision p); // "fp32" "tf32" "amp-fp16" "amp-bf16"
const char *optimizerName(Optimizer o); // "sgd" "sgd-momentum" "adam" "adamw"
const char *eraName(PytorchEra e); // "1.10" "1.13" "2"
std::optional<Precision> precisionFromName(const std::string &name);
std::optional<Optimizer> optimizerFromName(const std::string &name);
std::optional<PytorchEra> eraFromName(const std::string &name);

// Structural choices of a model; absent = the implementation's usual default.
struct ModelOptions {
    std::optional<int> outputStride; // 8, 16, 32
    std::optional<bool> auxiliaryHead;
    std::optional<std::string> stem; // "deep" | "classic"
    std::vector<int> multiGrid; // e.g. {1, 2, 4}
    std::optional<int> headDilation;
    std::optional<int> pretrainWindow; // Swin: 7 | 12
    std::optional<int> segmentsPerImage; // set-prediction losses: ground-truth segments in a crop
    std::optional<std::string> upsampling; // "transposed" | "bilinear"
    friend bool operator==(const ModelOptions &, const ModelOptions &) = default;
};

struct CustomDataset {
    std::string name;
    std::int64_t trainImages = 0;
    int classes = 0;
    int imageHeight = 0, imageWidth = 0; // pixels of a stored image
    std::int64_t bytes = 0; // on disk
    friend bool operator==(const CustomDataset &, const CustomDataset &) = default;
};

struct Schedule {
    enum class Unit { Iterations, Epochs };
    Unit unit = Unit::Iterations;
    std::int64_t count = 80000;
    friend bool operator==(const Schedule &, const Schedule &) = default;
};

// How the network is validated between training steps: one image at a time, forward only.
enum class ValidationMode { Usual, Whole, Slide, Off }; // Usual: as the reference configuration does, whole images or a sliding window
const char *validationModeName(ValidationMode m); // "usual" "whole" "slide" "none"
std::optional<ValidationMode> validationModeFromName(const std::string &name);
struct Validation {
    ValidationMode mode = ValidationMode::Usual;
    int height = 0, width = 0; // pixels of a validation image; 0: the data set's
    friend bool operator==(const Validation &, const Validation &) = default;
};

// How training images get to the GPU.
enum class ImageFormat { Jpeg, Png, Tiff };
const char *imageFormatName(ImageFormat f); // "jpeg" "png" "tiff"
enum class LoaderLibrary { OpenCv, Pillow, Dali }; // DALI decodes and augments on the GPU
const char *loaderLibraryName(LoaderLibrary l); // "opencv" "pillow" "dali"
enum class DataLocation { DataDisk, Nas, Oss, OssCached, HostMemory }; // OssCached: ossfs with its cache on the data disk
const char *dataLocationName(DataLocation l); // "data-disk" "nas" "oss" "oss-cached" "host-memory"
struct InputPipeline {
    std::optional<ImageFormat> format; // of the stored images; absent: the data set's where it is known
    LoaderLibrary library = LoaderLibrary::OpenCv;
    std::optional<DataLocation> location; // absent: the planner chooses
    std::optional<int> workersPerGpu; // DataLoader processes; absent: as many as the vCPUs allow
    friend bool operator==(const InputPipeline &, const InputPipeline &) = default;
};

struct Workload {
    std::string model = "deeplabv3plus";
    std::string backbone; // empty: the model's usual one
    std::string implementation = "mmsegmentation";
    ModelOptions options;
    int inputChannels = 3;
    std::string dataset = "cityscapes"; // an id, or empty with `customDataset`
    std::optional<CustomDataset> customDataset;
    int classes = 19;
    int cropHeight = 512, cropWidth = 1024;
    std::optional<int> batchPerGpu = 2; // absent: the planner chooses, keeping globalBatch
    std::optional<int> globalBatch;
    int gradientAccumulation = 1; // used with a fixed batchPerGpu
    std::optional<int> gpus = 1; // per node; absent: the planner chooses. Above 1: DistributedDataParallel
    int nodes = 1;
    std::optional<Precision> precision = Precision::Fp32; // absent: the planner chooses
    Optimizer optimizer = Optimizer::SgdMomentum;
    bool activationCheckpointing = false;
    bool checkpointingOpen = false; // the planner chooses ("activation_checkpointing": null); activationCheckpointing is then false
    bool freezeBackbone = false;
    bool syncBatchNorm = true; // counts only with DDP
    Schedule schedule;
    PytorchEra pytorch = PytorchEra::V2;
    bool cudnnBenchmark = false; // torch.backends.cudnn.benchmark: up to PyTorch 1.13 its choices keep Winograd workspaces in fp32
    std::optional<Validation> validation; // absent: a plan derives it from its data set, a single estimate leaves it out
    InputPipeline input;
    bool zeroGradInPlace = false; // "zero_grad": "zero" (gradients persist) | "none"
    friend bool operator==(const Workload &, const Workload &) = default;
};

} // namespace segplan
