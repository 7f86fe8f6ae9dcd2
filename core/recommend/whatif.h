// What one change of the plan saves or costs, and what at most can be run for the plan's money and days. Every change is evaluated by the
// same search as the plan itself: no rule of thumb.
#pragma once

#include "recommend/search.h"

#include <functional>

namespace segplan {

struct Consequences {
    const Plan &plan;
    SearchShared &shared;
    const Search &base; // of the plan itself, finished
    const std::vector<Cure> *cures = nullptr; // of the base's bottleneck; those that are settings of the plan are evaluated as well
    std::function<bool()> cancelled; // polled between searches; may be null
};

// Changes that make a difference, those that help the plan's objective most first; changes that lead to nothing acceptable last.
std::vector<WhatIf> whatIfs(const Consequences &context);

// Largest crop, global batch, number of runs and iterations within the plan's budget and deadline, one at a time. Nothing when the plan has
// neither, or nothing meets the requirements as it stands.
std::vector<Inverse> inverses(const Consequences &context);

} // namespace segplan
