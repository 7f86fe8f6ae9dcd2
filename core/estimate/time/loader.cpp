// The input pipeline: decoding and augmenting on the host's CPUs.
#include "estimate/time/rates.h"

namespace segplan {

using namespace timing;

std::optional<Figure<Seconds>> loaderSecondsPerImage(const Workload &workload, const Knowledge &knowledge, Ledger &ledger)
{
    std::optional<double> pixels;
    Link origin = FieldLink{"/workload/dataset"};
    if (workload.customDataset) {
        if (workload.customDataset->imageHeight > 0 && workload.customDataset->imageWidth > 0)
            pixels = static_cast<double>(workload.customDataset->imageHeight) * workload.customDataset->imageWidth;
    } else if (const Dataset *d = knowledge.dataset(workload.dataset)) {
        if (d->imageHeight && d->imageWidth) {
            pixels = static_cast<double>(*d->imageHeight) * *d->imageWidth;
            origin = FactLink{"dataset/" + d->id + "/image"};
        }
    }
    Entries entry(knowledge);
    const double decode = entry("time.loader.decode"), augment = entry("time.loader.augment"), fixed = entry("time.loader.per-image");
    if (!pixels || !entry.complete())
        return std::nullopt;
    const double crop = static_cast<double>(workload.cropHeight) * workload.cropWidth;
    Term t;
    t.key = "time.loader-image";
    t.title = SP_T("core", "One training image on one vCPU");
    t.formula = "s = d x P + a x c + f";
    t.inputs.push_back({"P", SP_T("core", "pixels of a stored image"), Quantity::count(*pixels), origin});
    t.inputs.push_back(calibrationInput("d", SP_T("core", "reading, decoding and resizing a pixel, with its label"), Seconds(decode), "time.loader.decode"));
    t.inputs.push_back({"c", SP_T("core", "pixels of the crop"), Quantity::count(crop), FieldLink{"/workload/crop/height"}});
    t.inputs.push_back(calibrationInput("a", SP_T("core", "augmenting, normalising and batching a pixel"), Seconds(augment), "time.loader.augment"));
    t.inputs.push_back(calibrationInput("f", SP_T("core", "fixed time per image"), Seconds(fixed), "time.loader.per-image"));
    const double s = decode * *pixels + augment * crop + fixed;
    t.result = Seconds(s);
    t.notes.push_back(SP_T("core", "all images on local or cached storage; the first epoch from a network file system may be slower"));
    return Figure<Seconds>{Seconds(s), ledger.note(std::move(t))};
}

} // namespace segplan
