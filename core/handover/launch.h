// Makes the RunInstances arguments of a chosen machine.
//
// Rules of parameters: ECS API reference, RunInstances (2014-05-26), and what aliyun CLI 3.4.11 accepts.
#pragma once

#include "handover/command.h"
#include "knowledge/knowledge.h"

#include <optional>
#include <string>

namespace segplan {

// A disk as the API names it.
struct LaunchDisk {
    std::string category; // "cloud_essd"
    std::string performanceLevel; // "PL1"; empty where the category has none
    std::int64_t gib = 0;
};

struct LaunchInput {
    const Plan &plan;
    const InstanceType &type;
    std::string region;
    Purchase purchase = Purchase::PayAsYouGo;
    int nodes = 1;
    LaunchDisk systemDisk;
    std::optional<LaunchDisk> dataDisk;
    double hours = 0, hoursHigh = 0; // the whole job and its upper bound
    double monthHours = 720; // hours a subscription month covers
    double releaseMargin = 0.25; // over the upper bound, for start-up, copying and validation
    std::string modelName; // for the default instance name: "deeplabv3plus-resnet101"
    std::string nowUtc; // "2026-11-30T12:00:00Z"; empty: no auto-release time
};

LaunchCommand makeLaunch(const LaunchInput &input);

// Whole months of a subscription that cover the hours, as Period accepts them (1-9, 12, 24, 36, 48, 60).
int subscriptionMonths(double hours, double monthHours);

// now + hours, up to the next full hour, as AutoReleaseTime wants it; nothing when `nowUtc` is no UTC time or the result would be under 30
// minutes or over 3 years ahead.
std::optional<std::string> releaseTime(const std::string &nowUtc, double hours);

// Letters, digits and -_.: of `text`, starting with a letter, 2 to 128 characters: what InstanceName takes.
std::string instanceName(const std::string &text);

} // namespace segplan
