// Presets: the example plans that come with the program, offered as starting points.
#pragma once

#include "plan/plan.h"

#include <QCoreApplication>
#include <QString>
#include <vector>

namespace segplan {

struct Preset {
    QString id; // file name without ".segplan"; kept in Plan::preset
    Plan plan;
};

class Presets {
    Q_DECLARE_TR_FUNCTIONS(segplan::Presets)
public:
    // Reads :/examples/*.segplan; one that does not read is left out (a test guards against that).
    explicit Presets(const Knowledge &knowledge);

    const std::vector<Preset> &all() const { return m_presets; }
    const Preset *find(const QString &id) const; // null: unknown
    static QString name(const Preset &preset); // in the current language

private:
    std::vector<Preset> m_presets;
};

} // namespace segplan
