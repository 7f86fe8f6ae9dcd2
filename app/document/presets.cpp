#include "document/presets.h"

#include "plan/file.h"

#include <QDir>
#include <QFile>
#include <algorithm>

namespace segplan {

namespace {

// Order and names of the presets the program knows by id; any other example shows its own title.
struct Named {
    const char *id;
    const char *name;
};
constexpr Named named[] = {
    {"small-experiment", QT_TRANSLATE_NOOP("segplan::Presets", "Small experiment")},
    {"industrial", QT_TRANSLATE_NOOP("segplan::Presets", "Industrial training")},
    {"large-high-resolution", QT_TRANSLATE_NOOP("segplan::Presets", "Large, high resolution")},
    {"domestic-requirement", QT_TRANSLATE_NOOP("segplan::Presets", "Domestic requirement")},
};

std::ptrdiff_t order(const QString &id)
{
    const auto *found = std::find_if(std::begin(named), std::end(named), [&](const Named &n) { return id == QLatin1String(n.id); });
    return found - std::begin(named);
}

} // namespace

Presets::Presets(const Knowledge &knowledge)
{
    const QDir dir(QStringLiteral(":/examples"));
    const QStringList names = dir.entryList({QStringLiteral("*.segplan")}, QDir::Files, QDir::Name);
    for (const QString &fileName : names) {
        QFile file(dir.filePath(fileName));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        Result<Plan> plan = readPlan(file.readAll().toStdString(), fileName.toStdString(), knowledge);
        if (!plan.ok())
            continue;
        Preset preset;
        preset.id = fileName.chopped(static_cast<qsizetype>(sizeof(".segplan") - 1));
        preset.plan = std::move(plan).value();
        preset.plan.preset = preset.id.toStdString();
        m_presets.push_back(std::move(preset));
    }
    std::stable_sort(m_presets.begin(), m_presets.end(), [](const Preset &a, const Preset &b) { return order(a.id) < order(b.id); });
}

const Preset *Presets::find(const QString &id) const
{
    const auto found = std::find_if(m_presets.begin(), m_presets.end(), [&](const Preset &p) { return p.id == id; });
    return found == m_presets.end() ? nullptr : &*found;
}

QString Presets::name(const Preset &preset)
{
    const auto at = order(preset.id);
    if (at < static_cast<std::ptrdiff_t>(std::size(named)))
        return tr(named[at].name);
    return preset.plan.title.empty() ? preset.id : QString::fromStdString(preset.plan.title);
}

} // namespace segplan
