// Names of the closed sets: the words of plan files, JSON results and the command line.
#include "plan/plan.h"

#include <algorithm>
#include <array>
#include <utility>

namespace segplan {

namespace {
template <class E>
using Named = std::pair<E, const char *>;

constexpr std::array precisions = {Named<Precision>{Precision::Fp32, "fp32"}, Named<Precision>{Precision::Tf32, "tf32"},
                                   Named<Precision>{Precision::AmpFp16, "amp-fp16"}, Named<Precision>{Precision::AmpBf16, "amp-bf16"}};
constexpr std::array optimizers = {Named<Optimizer>{Optimizer::Sgd, "sgd"}, Named<Optimizer>{Optimizer::SgdMomentum, "sgd-momentum"},
                                   Named<Optimizer>{Optimizer::Adam, "adam"}, Named<Optimizer>{Optimizer::AdamW, "adamw"}};
constexpr std::array eras = {Named<PytorchEra>{PytorchEra::V1_10, "1.10"}, Named<PytorchEra>{PytorchEra::V1_13, "1.13"},
                             Named<PytorchEra>{PytorchEra::V2, "2"}};
constexpr std::array validationModes = {Named<ValidationMode>{ValidationMode::Usual, "usual"}, Named<ValidationMode>{ValidationMode::Whole, "whole"},
                                        Named<ValidationMode>{ValidationMode::Slide, "slide"}, Named<ValidationMode>{ValidationMode::Off, "none"}};
constexpr std::array imageFormats = {Named<ImageFormat>{ImageFormat::Jpeg, "jpeg"}, Named<ImageFormat>{ImageFormat::Png, "png"},
                                     Named<ImageFormat>{ImageFormat::Tiff, "tiff"}};
constexpr std::array loaderLibraries = {Named<LoaderLibrary>{LoaderLibrary::OpenCv, "opencv"}, Named<LoaderLibrary>{LoaderLibrary::Pillow, "pillow"},
                                        Named<LoaderLibrary>{LoaderLibrary::Dali, "dali"}};
constexpr std::array dataLocations = {Named<DataLocation>{DataLocation::DataDisk, "data-disk"}, Named<DataLocation>{DataLocation::Nas, "nas"},
                                      Named<DataLocation>{DataLocation::Oss, "oss"}, Named<DataLocation>{DataLocation::OssCached, "oss-cached"},
                                      Named<DataLocation>{DataLocation::HostMemory, "host-memory"}};
constexpr std::array objectives = {Named<Objective>{Objective::Cheapest, "cheapest"}, Named<Objective>{Objective::Fastest, "fastest"},
                                   Named<Objective>{Objective::Balanced, "balanced"}};
constexpr std::array stopModes = {Named<StopMode>{StopMode::Release, "release"}, Named<StopMode>{StopMode::StopCharging, "stop-charging"},
                                  Named<StopMode>{StopMode::KeepRunning, "keep-running"}};
constexpr std::array purchases = {Named<Purchase>{Purchase::PayAsYouGo, "pay-as-you-go"}, Named<Purchase>{Purchase::Spot, "spot"},
                                  Named<Purchase>{Purchase::Subscription, "subscription"}};
constexpr std::array storageUnits = {Named<StorageUnit>{StorageUnit::GibMonth, "gib-month"}, Named<StorageUnit>{StorageUnit::GibHour, "gib-hour"},
                                     Named<StorageUnit>{StorageUnit::Gb, "gb"}};
constexpr std::array shells = {Named<Shell>{Shell::Bash, "bash"}, Named<Shell>{Shell::PowerShell, "powershell"},
                               Named<Shell>{Shell::Cmd, "cmd"}};

template <class E, std::size_t N>
const char *nameIn(const std::array<Named<E>, N> &table, E value)
{
    for (const auto &[e, name] : table) {
        if (e == value)
            return name;
    }
    return "";
}

template <class E, std::size_t N>
std::optional<E> valueIn(const std::array<Named<E>, N> &table, const std::string &wanted)
{
    for (const auto &[e, name] : table) {
        if (wanted == name)
            return e;
    }
    return std::nullopt;
}
} // namespace

const char *precisionName(Precision p) { return nameIn(precisions, p); }
const char *optimizerName(Optimizer o) { return nameIn(optimizers, o); }
const char *imageFormatName(ImageFormat f) { return nameIn(imageFormats, f); }
const char *loaderLibraryName(LoaderLibrary l) { return nameIn(loaderLibraries, l); }
const char *dataLocationName(DataLocation l) { return nameIn(dataLocations, l); }
const char *objectiveName(Objective o) { return nameIn(objectives, o); }
const char *stopModeName(StopMode m) { return nameIn(stopModes, m); }
const char *eraName(PytorchEra e) { return nameIn(eras, e); }
const char *validationModeName(ValidationMode m) { return nameIn(validationModes, m); }
std::optional<ValidationMode> validationModeFromName(const std::string &name) { return valueIn(validationModes, name); }
const char *purchaseName(Purchase p) { return nameIn(purchases, p); }
const char *storageUnitName(StorageUnit u) { return nameIn(storageUnits, u); }
std::optional<StorageUnit> storageUnitFromName(const std::string &name) { return valueIn(storageUnits, name); }
const char *shellName(Shell s) { return nameIn(shells, s); }
std::optional<Precision> precisionFromName(const std::string &name) { return valueIn(precisions, name); }
std::optional<Optimizer> optimizerFromName(const std::string &name) { return valueIn(optimizers, name); }
std::optional<PytorchEra> eraFromName(const std::string &name) { return valueIn(eras, name); }
std::optional<Purchase> purchaseFromName(const std::string &name) { return valueIn(purchases, name); }
std::optional<Shell> shellFromName(const std::string &name) { return valueIn(shells, name); }

bool operator==(const StorageQuote &a, const StorageQuote &b)
{
    return a.storage == b.storage && a.region == b.region && a.unit == b.unit && a.amount == b.amount && a.estimate == b.estimate && a.weak == b.weak
        && a.source == b.source;
}

bool operator==(const PriceBook &a, const PriceBook &b)
{
    const auto same = [](const Price &x, const Price &y) {
        return x.instanceType == y.instanceType && x.region == y.region && x.model == y.model && x.amount == y.amount
            && x.estimate == y.estimate && x.weak == y.weak && x.promotion == y.promotion && x.source == y.source;
    };
    return a.asOf == b.asOf && a.storage == b.storage && std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(), same);
}

} // namespace segplan
