// What the knowledge says about a fact that a term used: note, source, date.
#pragma once

#include "knowledge/knowledge.h"

#include <QStringList>

namespace segplan {

// Lines in the current language for a FactLink's key ("gpu/A10/usable_memory", "calibration/memory.context", ...).
// Never empty: an unknown key is told as it is.
QStringList factLines(const std::string &key, const Knowledge &knowledge);

} // namespace segplan
