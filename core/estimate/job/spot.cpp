#include "estimate/job/spot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace segplan {

namespace {

constexpr double hourSeconds = 3600;
constexpr double dayHours = 24;
constexpr double surelyTaken = 0.95; // a share of 100 % would be an infinite rate
constexpr int exactIntervals = 192; // longer jobs go on at the renewal rate
constexpr double hopeless = 1e5; // interruptions

// Mean time of a failure that falls into a stretch of length `exposed`.
double meanUntilFailure(double rate, double exposed)
{
    const double x = rate * exposed;
    if (x < 1e-6)
        return exposed / 2;
    return 1 / rate - exposed * std::exp(-x) / -std::expm1(-x);
}

// How one life of a machine begins: what is done safely within the protection, and the first interval that is not.
struct Life {
    double boot = 0;
    int safe = 0; // intervals finished before the protection ends
    double survive = 1; // of the next interval
    double exposed = 0; // its length after the protection
    Life(double start, double protection, double step, double rate) : boot(start)
    {
        if (protection > start)
            safe = static_cast<int>(std::min(1e9, std::floor((protection - start) / step + 1e-9)));
        exposed = std::max(0.0, start + (safe + 1) * step - protection);
        survive = std::exp(-rate * exposed);
    }
};

struct Expected {
    double count = 0, time = 0;
};

// Expected interruptions and running time with x intervals left, from a fresh machine and from an unprotected one.
class Recursion {
public:
    Recursion(double step, double rate, double protection, const Life &again) : m_step(step), m_protection(protection), m_again(again)
    {
        m_survive = std::exp(-rate * step);
        m_untilFailure = meanUntilFailure(rate, step);
        m_untilFirst = meanUntilFailure(rate, again.exposed);
    }
    void fill(int intervals)
    {
        for (int x = 1; x <= intervals; ++x) {
            m_fresh[static_cast<std::size_t>(x)] = fromStart(m_again, m_untilFirst, x);
            const Expected &before = m_exposed[static_cast<std::size_t>(x - 1)], &anew = m_fresh[static_cast<std::size_t>(x)];
            const double p = m_survive, f = 1 - m_survive;
            m_exposed[static_cast<std::size_t>(x)] = {p * before.count + f * (1 + anew.count), p * (m_step + before.time) + f * (m_untilFailure + anew.time)};
        }
    }
    Expected fromStart(const Life &life, double untilFirst, int x) const
    {
        if (x <= life.safe)
            return {0, life.boot + x * m_step};
        const int left = x - life.safe;
        const Expected &after = m_exposed[static_cast<std::size_t>(left - 1)];
        const Expected success{after.count, life.boot + (life.safe + 1) * m_step + after.time};
        const double p = life.survive, f = 1 - p;
        if (&life == &m_again && life.safe == 0) // a failure leads back to this very state
            return {success.count + f / p, success.time + f / p * (m_protection + untilFirst)};
        const Expected &anew = m_fresh[static_cast<std::size_t>(left)];
        return {p * success.count + f * (1 + anew.count), p * success.time + f * (m_protection + untilFirst + anew.time)};
    }

private:
    double m_step, m_protection;
    const Life &m_again;
    double m_survive = 1, m_untilFailure = 0, m_untilFirst = 0;
    std::array<Expected, exactIntervals + 1> m_fresh{}, m_exposed{};
};

double intervalsOf(const SpotProcess &p)
{
    return std::clamp(p.interval > 0 ? std::ceil(std::max(0.0, p.work) / p.interval - 1e-9) : 1, 1.0, 1e9);
}

double perHourOfShare(double share, double hours)
{
    return hours > 0 ? -std::log1p(-std::clamp(share, 0.0, surelyTaken)) / hours : 0;
}

} // namespace

double undisturbed(const SpotProcess &p) { return p.start + std::max(0.0, p.work) + intervalsOf(p) * p.checkpoint; }

SpotBeliefs spotBeliefs(const Knowledge &knowledge)
{
    return {knowledge.calibrated("spot.protection"), knowledge.calibrated("spot.notice"), knowledge.calibrated("spot.wait"),
            knowledge.calibrated("spot.release-share.hours"), knowledge.calibrated("spot.releases-per-day")};
}

const SpotRecord *betterRecord(const SpotRecord *a, const SpotRecord *b)
{
    if (!a || !b)
        return a ? a : b;
    if (a->median && b->median)
        return b->median->currency() == a->median->currency() && *b->median < *a->median ? b : a;
    if (a->median || b->median)
        return a->median ? a : b;
    return b->discount.value_or(0) > a->discount.value_or(0) ? b : a;
}

SpotRate spotRate(const Job &job, const SpotRecord *record, const SpotBeliefs &beliefs)
{
    SpotRate rate;
    if (job.spotReleasesPerDay) {
        const double perHour = std::max(0.0, *job.spotReleasesPerDay) / dayHours;
        rate.from = SpotRate::From::User;
        rate.perHour = {perHour, perHour, perHour};
        return rate;
    }
    const Calibration *hours = beliefs.releaseShareHours;
    if (record && hours && (record->interruptionLow || record->interruptionHigh)) {
        const double low = record->interruptionLow.value_or(0), high = record->interruptionHigh.value_or(low);
        rate.from = SpotRate::From::Record;
        rate.record = record;
        rate.perHour = {perHourOfShare(low, hours->high.value_or(hours->value)), perHourOfShare((low + high) / 2, hours->value),
                        perHourOfShare(high, hours->low.value_or(hours->value))};
        return rate;
    }
    if (beliefs.unknownPerDay)
        rate.perHour.high = beliefs.unknownPerDay->high.value_or(beliefs.unknownPerDay->value) / dayHours;
    return rate;
}

double youngInterval(double checkpoint, double meanTimeBetween) { return std::sqrt(2 * std::max(0.0, checkpoint) * std::max(0.0, meanTimeBetween)); }

double dalyInterval(double checkpoint, double meanTimeBetween)
{
    const double c = std::max(0.0, checkpoint), m = std::max(0.0, meanTimeBetween);
    if (!(c < 2 * m))
        return m;
    const double ratio = c / (2 * m);
    return std::sqrt(2 * c * m) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - c;
}

SpotOutcome expectedOutcome(const SpotProcess &p)
{
    double intervals = intervalsOf(p);
    double step = std::max(0.0, p.work) / intervals + p.checkpoint;
    SpotOutcome out;
    if (!(p.rate > 0) || !(step > 0)) {
        out.running = out.wallClock = undisturbed(p);
        return out;
    }
    // Very short intervals go in groups: the recursion stays short, and what a failure loses is set right below.
    const double loss = meanUntilFailure(p.rate, step), each = step;
    const double group = std::max(1.0, std::ceil(4 * std::floor(std::max(0.0, p.protection) / step) / exactIntervals));
    if (group > 1) {
        const double groups = std::max(1.0, std::ceil(intervals / group));
        step *= intervals / groups;
        intervals = groups;
    }
    // With the notice watched only its checkpoint is lost: many short steps without one of their own stand for continuous progress.
    if (p.noticeWatched && intervals < exactIntervals) {
        step *= intervals / exactIntervals;
        intervals = exactIntervals;
    }
    const Life first(p.start, p.protection, step, p.rate), again(p.restart, p.protection, step, p.rate);
    const double perLife = again.safe + again.survive / -std::expm1(-p.rate * step);
    if (!(perLife > 0) || intervals / perLife > hopeless) {
        out.finishes = false;
        out.interruptions = hopeless;
        out.running = p.start + intervals * step + hopeless * (p.protection + 1 / p.rate);
        out.wallClock = out.running + hopeless * p.wait;
        return out;
    }
    const int exact = static_cast<int>(std::min<double>(intervals, exactIntervals));
    Recursion recursion(step, p.rate, p.protection, again);
    recursion.fill(exact);
    Expected e = recursion.fromStart(first, meanUntilFailure(p.rate, first.exposed), exact);
    const double beyond = intervals - exact;
    e.count += beyond / perLife;
    e.time += beyond * (p.protection + 1 / p.rate) / perLife;
    const double counted = meanUntilFailure(p.rate, step);
    if (p.noticeWatched) { // what the steps lost in the recursion was no exposure, either
        e.count *= 1 - std::clamp((counted - p.checkpoint) / (p.protection + 1 / p.rate), 0.0, 0.9);
        e.time = undisturbed(p) + e.count * (p.restart + p.checkpoint);
    } else if (step > each)
        e.time += e.count * (loss - counted);
    out.interruptions = e.count;
    out.running = e.time;
    out.wallClock = e.time + e.count * p.wait;
    return out;
}

double poissonAtMost(double mean, std::int64_t n)
{
    if (n < 0)
        return 0;
    if (!(mean > 0))
        return 1;
    if (mean > 500) { // normal with continuity correction
        const double z = (static_cast<double>(n) + 0.5 - mean) / std::sqrt(mean);
        return 0.5 * std::erfc(-z / std::sqrt(2.0));
    }
    double term = std::exp(-mean), sum = term;
    for (std::int64_t k = 1; k <= n && k < 5000; ++k) {
        term *= mean / static_cast<double>(k);
        sum += term;
    }
    return std::min(1.0, sum);
}

double interruptionsAtMost(const SpotProcess &p, double lostWork, std::int64_t n)
{
    if (n < 0)
        return 0;
    const double lives = static_cast<double>(n);
    const double needed = undisturbed(p) + lives * (p.restart + lostWork) - (lives + 1) * p.protection;
    return poissonAtMost(p.rate * std::max(0.0, needed), n);
}

std::int64_t interruptionQuantile(const SpotProcess &p, double lostWork, double probability)
{
    std::int64_t low = -1, high = 0;
    while (interruptionsAtMost(p, lostWork, high) < probability && static_cast<double>(high) < hopeless) {
        low = high;
        high = high < 8 ? high + 1 : high + high / 2;
    }
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (interruptionsAtMost(p, lostWork, middle) >= probability ? high : low) = middle;
    }
    return high;
}

} // namespace segplan
