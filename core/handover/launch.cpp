#include "handover/launch.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace segplan {

namespace {

constexpr double releaseFloorHours = 2; // at least this much over the upper bound
constexpr const char *driverFamily = "acs:ubuntu_24_04_x64_with_nvidia_gpu_driver_and_cuda";
// Bare metal of the eighth generation and everything of the ninth boot by UEFI and take the open kernel modules.
constexpr const char *uefiFamily = "acs:alibaba_cloud_linux_3_2104_lts_x64_with_nvidia_open_source_gpu_driver_and_cuda";
constexpr int publicBandwidth = 10; // Mbit/s

class Builder {
public:
    explicit Builder(const LaunchInput &input) : in(input) {}
    LaunchCommand build();

private:
    void add(const char *name, std::string value, Text reason, bool placeholder = false)
    {
        m_command.arguments.push_back({name, std::move(value), std::move(reason), placeholder});
    }
    void addOrPlaceholder(const char *name, const std::string &value, const char *placeholder, Text reason)
    {
        add(name, value.empty() ? placeholder : value, std::move(reason), value.empty());
    }
    void image();
    void network();
    void disks();
    void charge();
    void notes();

    const LaunchInput &in;
    LaunchCommand m_command;
    bool m_release = false;
};

bool isImageFamily(const std::string &image) { return image.rfind("acs:", 0) == 0; }

void Builder::image()
{
    const std::string &own = in.plan.launch.image;
    if (!own.empty()) {
        if (isImageFamily(own))
            add("--ImageFamily", own, SP_T("core", "The image family of the plan: its newest image is taken."));
        else
            add("--ImageId", own, SP_T("core", "The image of the plan. It must exist in this region and fit the instance type."));
        return;
    }
    if (in.type.uefiOnly)
        add("--ImageFamily", uefiFamily, SP_T("core", "This type boots by UEFI and takes NVIDIA's open kernel modules. Check BootMode with DescribeImages."));
    else
        add("--ImageFamily", driverFamily, SP_T("core", "Newest public image with NVIDIA driver and CUDA; a family stays while image ids go away."));
}

void Builder::network()
{
    const bool rdma = in.nodes > 1 && in.type.rdma == "eRDMA";
    const Text group = SP_T("core", "Opens SSH and what the nodes need among themselves. Must lie in the VPC of the vSwitch.");
    const Text vSwitch = SP_T("core", "Decides zone and VPC: choose one in a zone where the type is in stock.");
    if (rdma) {
        // A primary interface replaces the top-level network arguments.
        add("--NetworkInterface.1.InstanceType", "Primary", SP_T("core", "RDMA is switched on per network interface."));
        addOrPlaceholder("--NetworkInterface.1.SecurityGroupId", in.plan.launch.securityGroup, "<security-group-id>", group);
        addOrPlaceholder("--NetworkInterface.1.VSwitchId", in.plan.launch.vSwitch, "<vswitch-id>", vSwitch);
        add("--NetworkInterface.1.NetworkInterfaceTrafficMode", "HighPerformance", SP_T("core", "eRDMA for the exchange of gradients between nodes."));
    } else {
        addOrPlaceholder("--SecurityGroupId", in.plan.launch.securityGroup, "<security-group-id>", group);
        addOrPlaceholder("--VSwitchId", in.plan.launch.vSwitch, "<vswitch-id>", vSwitch);
    }
    addOrPlaceholder("--KeyPairName", in.plan.launch.keyPair, "<key-pair-name>", SP_T("core", "Login by SSH key; the key pair must exist in this region."));
    const std::string name = in.plan.launch.instanceName.empty() ? "segplan-" + in.modelName : in.plan.launch.instanceName;
    add("--InstanceName", instanceName(name), SP_T("core", "Shown in the console."));
    if (in.nodes > 1)
        add("--UniqueSuffix", "true", SP_T("core", "Numbers the names of several instances."));
}

void Builder::disks()
{
    add("--SystemDisk.Category", in.systemDisk.category, SP_T("core", "Always named: the default category is refused by newer families."));
    if (!in.systemDisk.performanceLevel.empty())
        add("--SystemDisk.PerformanceLevel", in.systemDisk.performanceLevel, SP_T("core", "Enough for system and environment."));
    add("--SystemDisk.Size", std::to_string(in.systemDisk.gib), SP_T("core", "GiB: holds the image, the environment and logs."));
    if (!in.dataDisk)
        return;
    add("--DataDisk.1.Category", in.dataDisk->category, SP_T("core", "Data set and checkpoints."));
    if (!in.dataDisk->performanceLevel.empty())
        add("--DataDisk.1.PerformanceLevel", in.dataDisk->performanceLevel, SP_T("core", "The cheapest level that reads as fast as training asks."));
    add("--DataDisk.1.Size", std::to_string(in.dataDisk->gib), SP_T("core", "GiB: data set, unpacked copy and checkpoints."));
    add("--DataDisk.1.DeleteWithInstance", "false", SP_T("core", "Checkpoints outlive the release of the instance. Delete the disk yourself afterwards: it goes on costing."));
}

void Builder::charge()
{
    add("--InternetChargeType", "PayByTraffic", SP_T("core", "Inbound traffic is free; outbound is paid by volume."));
    add("--InternetMaxBandwidthOut", std::to_string(publicBandwidth), SP_T("core", "Mbit/s; above 0 the instance gets a public address for SSH. Use 0 behind a bastion."));
    if (in.purchase == Purchase::Subscription) {
        const int months = subscriptionMonths(in.hours, in.monthHours);
        add("--InstanceChargeType", "PrePaid", SP_T("core", "Subscription: paid in advance."));
        add("--Period", std::to_string(months), Text(SP_T("core", "Months that cover %1 hours."), {TextArg(in.hours, 1)}));
        add("--PeriodUnit", "Month", SP_T("core", "The period counts in months."));
        add("--AutoRenew", "false", SP_T("core", "Ends by itself."));
    } else {
        add("--InstanceChargeType", "PostPaid", SP_T("core", "Pay as you go: billed by the second."));
        if (in.purchase == Purchase::Spot) {
            add("--SpotStrategy", "SpotAsPriceGo", SP_T("core", "Spot at the market price, never above pay-as-you-go."));
            add("--SpotDuration", "1", SP_T("core", "One hour without reclaim; afterwards five minutes' notice."));
            add("--SpotInterruptionBehavior", "Terminate", SP_T("core", "A reclaimed instance is released; the data disk stays."));
        }
        const double hours = std::max(in.hoursHigh * (1 + in.releaseMargin), in.hoursHigh + releaseFloorHours);
        if (const auto release = releaseTime(in.nowUtc, hours)) {
            m_release = true;
            add("--AutoReleaseTime", *release, Text(SP_T("core", "UTC. Released by itself after %1 hours: upper bound of the job plus a margin, so that nothing goes on costing."),
                                                    {TextArg(std::ceil(hours), 0)}));
        }
    }
    add("--Amount", std::to_string(std::clamp(in.nodes, 1, 100)), SP_T("core", "Number of instances, all or none."));
    add("--Tag.1.Key", "created-by", SP_T("core", "Finds the instance again in bills and lists."));
    add("--Tag.1.Value", "segplan", SP_T("core", "Finds the instance again in bills and lists."));
}

void Builder::notes()
{
    auto &notes = m_command.notes;
    const bool open = std::any_of(m_command.arguments.begin(), m_command.arguments.end(), [](const LaunchArgument &a) { return a.placeholder; });
    if (open)
        notes.push_back(SP_T("core", "Fill in the words in angle brackets. Security group and vSwitch belong to one VPC, the vSwitch to a zone with stock."));
    notes.push_back(SP_T("core", "Before: ask for stock with DescribeAvailableResource; add --DryRun true to check without creating (success reads DryRunOperation), or --estimate-cost for a quote."));
    if (!in.type.quota.empty())
        notes.push_back(Text(SP_T("core", "GPU quota %1 has to cover this type; a raise can take days."), {in.type.quota}));
    if (in.purchase == Purchase::Spot)
        notes.push_back(SP_T("core", "Spot: write checkpoints often and to the data disk; the instance can be reclaimed with five minutes' notice."));
    if (!m_release && in.purchase != Purchase::Subscription)
        notes.push_back(SP_T("core", "No release time is set: release the instance yourself when the job is done."));
    if (in.dataDisk)
        notes.push_back(SP_T("core", "After: the data disk is kept and goes on costing until it is deleted."));
    if (in.nodes > 1 && in.type.rdma == "eRDMA")
        notes.push_back(SP_T("core", "Install the eRDMA driver on every node before training; types with several network cards want one RDMA interface per card."));
    if (in.type.armHost)
        notes.push_back(SP_T("core", "This host has an Arm CPU: x86 images do not run."));
}

LaunchCommand Builder::build()
{
    add("--region", in.region, SP_T("core", "Sets the endpoint the CLI talks to."));
    add("--RegionId", in.region, SP_T("core", "The region in the request; must agree with --region."));
    add("--InstanceType", in.type.id, SP_T("core", "The recommended type."));
    image();
    network();
    disks();
    charge();
    notes();
    return std::move(m_command);
}

} // namespace

LaunchCommand makeLaunch(const LaunchInput &input) { return Builder(input).build(); }

int subscriptionMonths(double hours, double monthHours)
{
    constexpr std::array allowed = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 24, 36, 48, 60};
    const double months = std::ceil(hours / monthHours - 1e-9);
    for (const int m : allowed) {
        if (months <= m)
            return m;
    }
    return allowed.back();
}

std::optional<std::string> releaseTime(const std::string &nowUtc, double hours)
{
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, length = 0;
    if (std::sscanf(nowUtc.c_str(), "%4d-%2d-%2dT%2d:%2d:%2dZ%n", &year, &month, &day, &hour, &minute, &second, &length) != 6
        || length != static_cast<int>(nowUtc.size()) || length == 0)
        return std::nullopt;
    using namespace std::chrono;
    const year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)), std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok() || hour > 23 || minute > 59 || second > 60 || hour < 0 || minute < 0 || second < 0)
        return std::nullopt;
    if (!(hours >= 0.5) || hours > 3 * 365 * 24 - 1)
        return std::nullopt;
    const auto now = sys_days(date) + std::chrono::hours(hour) + minutes(minute) + seconds(second);
    const auto exact = now + seconds(static_cast<std::int64_t>(std::ceil(hours * 3600)));
    const auto release = ceil<std::chrono::hours>(exact);
    const auto releaseDay = floor<days>(release);
    const year_month_day ymd(releaseDay);
    char text[32];
    std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:00:00Z", static_cast<int>(ymd.year()), static_cast<unsigned>(ymd.month()),
                  static_cast<unsigned>(ymd.day()), static_cast<int>((release - releaseDay).count()));
    return std::string(text);
}

std::string instanceName(const std::string &text)
{
    std::string out;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == ':';
        const bool unicode = static_cast<unsigned char>(c) >= 0x80; // Chinese names are allowed
        out += plain || unicode ? c : '-';
    }
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80; };
    if (out.empty() || !letter(out.front()) || out.rfind("http://", 0) == 0 || out.rfind("https://", 0) == 0)
        out = "segplan-" + out;
    // At most 128 characters: cut at a character border of UTF-8.
    std::size_t characters = 0, at = 0;
    for (; at < out.size(); ++at) {
        if ((static_cast<unsigned char>(out[at]) & 0xC0U) != 0x80U && ++characters > 128)
            break;
    }
    out.resize(at);
    return out;
}

} // namespace segplan
