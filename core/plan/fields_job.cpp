// Field table: how images are fed, and what the job is beside its training steps.
#include "plan/table.h"

namespace segplan::plan {

namespace {

FieldSpec expert(FieldSpec f)
{
    f.level = FieldLevel::Expert;
    return f;
}

FieldSpec unset(FieldSpec f, const char *text)
{
    f.unsetText = Text(text);
    return f;
}

bool spotAsked(const Plan &p)
{
    for (const Purchase way : p.requirements.purchase) {
        if (way == Purchase::Spot)
            return true;
    }
    return false;
}

} // namespace

void addInputFields(std::vector<FieldSpec> &table)
{
    const auto section = FieldSection::Data;
    const char *chosen = SP_T("core", "planner chooses");
    table.push_back(expert(unset(choice<ImageFormat>("/workload/input/format", section, [](auto &p) -> auto & { return p.workload.input.format; },
                                                     {{ImageFormat::Jpeg, "jpeg", "JPEG"}, {ImageFormat::Png, "png", "PNG"}, {ImageFormat::Tiff, "tiff", SP_T("core", "TIFF, not compressed")}},
                                                     SP_T("core", "Image format"), SP_T("core", "How the training images are stored: decoding is most of the loader's work.")),
                                 SP_T("core", "as the data set has it"))));
    table.push_back(expert(choice<LoaderLibrary>("/workload/input/library", section, [](auto &p) -> auto & { return p.workload.input.library; },
                                                 {{LoaderLibrary::OpenCv, "opencv", "OpenCV"}, {LoaderLibrary::Pillow, "pillow", "Pillow"},
                                                  {LoaderLibrary::Dali, "dali", SP_T("core", "NVIDIA DALI, on the GPU")}},
                                                 SP_T("core", "Decoding with"), SP_T("core", "The library that decodes and augments. DALI does it on the GPU and spares vCPUs."))));
    table.push_back(expert(unset(choice<DataLocation>("/workload/input/location", section, [](auto &p) -> auto & { return p.workload.input.location; },
                                                      {{DataLocation::DataDisk, "data-disk", SP_T("core", "Data disk")}, {DataLocation::Nas, "nas", SP_T("core", "NAS")},
                                                       {DataLocation::Oss, "oss", SP_T("core", "OSS through ossfs")},
                                                       {DataLocation::OssCached, "oss-cached", SP_T("core", "OSS, cached on the data disk")},
                                                       {DataLocation::HostMemory, "host-memory", SP_T("core", "Host memory")}},
                                                      SP_T("core", "Data read from"), SP_T("core", "Where the images lie while the training runs.")),
                                 chosen)));
    table.push_back(expert(unset(integer("/workload/input/workers_per_gpu", section, [](auto &p) -> auto & { return p.workload.input.workersPerGpu; }, 0, 128,
                                         SP_T("core", "Loader workers per GPU"), SP_T("core", "DataLoader processes per GPU. With 0 the training process loads the images itself.")),
                                 SP_T("core", "as many as the vCPUs allow"))));
}

void addJobFields(std::vector<FieldSpec> &table)
{
    const auto section = FieldSection::Job;
    table.push_back(integer("/requirements/runs", section, [](auto &p) -> auto & { return p.requirements.runs; }, 1, 10000, SP_T("core", "Runs"),
                                   SP_T("core", "How often the training is run: folds times seeds.")));
    table.push_back(expert(number("/requirements/storage_months", section, [](auto &p) -> auto & { return p.requirements.storageMonths; }, 0, 120, 1,
                                  SP_T("core", "Data kept"), SP_T("core", "How long the data stays on the data disk."), SP_T("core", "months"))));
    table.push_back(unset(integer("/job/validation_every", section, [](auto &p) -> auto & { return p.job.validationEvery; }, 0, 1000000000,
                                  SP_T("core", "Validation every"), SP_T("core", "Iterations between two validation runs; 0 means none."), SP_T("core", "iterations")),
                          SP_T("core", "ten times per run")));
    table.push_back(expert(unset(number("/job/checkpoint_minutes", section, [](auto &p) -> auto & { return p.job.checkpointMinutes; }, 0.1, 100000, 1,
                                        SP_T("core", "Checkpoint every"), SP_T("core", "Time between two checkpoints: what a taken-back spot machine loses at most."), SP_T("core", "min")),
                                 SP_T("core", "the best interval"))));
    table.push_back(expert(unset(number("/job/startup_minutes", section, [](auto &p) -> auto & { return p.job.startupMinutes; }, 0, 100000, 1, SP_T("core", "Start-up"),
                                        SP_T("core", "From the order to the start of the data copy: boot, driver, environment."), SP_T("core", "min")),
                                 SP_T("core", "as usual"))));
    table.push_back(expert(number("/job/idle_hours", section, [](auto &p) -> auto & { return p.job.idleHours; }, 0, 100000, 1, SP_T("core", "Idle time"),
                                  SP_T("core", "Hours per run in which the machine waits for people, before or after the training."), SP_T("core", "h"))));
    table.push_back(expert(choice<StopMode>("/job/stop_mode", section, [](auto &p) -> auto & { return p.job.stopMode; },
                                            {{StopMode::Release, "release", SP_T("core", "Release")}, {StopMode::StopCharging, "stop-charging", SP_T("core", "Stop in economical mode")},
                                             {StopMode::KeepRunning, "keep-running", SP_T("core", "Keep running")}},
                                            SP_T("core", "While idle"), SP_T("core", "What is done with the machine while it waits. In economical mode only its disks cost; spot machines and local-disk families cannot."))));
    table.push_back(expert(number("/job/egress_gb", section, [](auto &p) -> auto & { return p.job.egressGb; }, 0, 1000000, 1, SP_T("core", "Traffic out"),
                                  SP_T("core", "What is downloaded to your own computer over the internet, all runs. Traffic into the cloud is free."), SP_T("core", "GB"))));
    FieldSpec releases = unset(number("/job/spot_releases_per_day", section, [](auto &p) -> auto & { return p.job.spotReleasesPerDay; }, 0, 1000, 2,
                                      SP_T("core", "Spot: taken back per day"), SP_T("core", "How often a spot machine is expected to be taken back per day of running.")),
                               SP_T("core", "as the last refresh says"));
    releases.applies = spotAsked;
    table.push_back(expert(releases));
    FieldSpec ratio = unset(number("/job/spot_price_ratio", section, [](auto &p) -> auto & { return p.job.spotPriceRatio; }, 0.01, 1, 2, SP_T("core", "Spot: share of the list price"),
                                   SP_T("core", "The spot price you expect as a share of the hourly price. Without it only quoted spot prices count.")),
                            SP_T("core", "quoted prices only"));
    ratio.applies = spotAsked;
    table.push_back(expert(ratio));
}

} // namespace segplan::plan
