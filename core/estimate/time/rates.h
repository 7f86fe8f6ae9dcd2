// Calibration look-ups of the time estimator. Internal to estimate/time/.
#pragma once

#include "estimate/time/time.h"

#include <string>

namespace segplan::timing {

// Reads entries for one card and remembers whether one was missing: estimators then answer "unknown".
class Entries {
public:
    Entries(const Knowledge &knowledge, const Gpu &gpu) : m_knowledge(knowledge), m_id(gpu.id), m_architecture(gpu.architecture) {}
    explicit Entries(const Knowledge &knowledge) : m_knowledge(knowledge) {}
    double operator()(const std::string &key);
    bool complete() const { return m_complete; }

private:
    const Knowledge &m_knowledge;
    std::string m_id, m_architecture;
    bool m_complete = true;
};

// A term's input taken from a calibration entry.
TermInput calibrationInput(const char *symbol, Text title, Quantity value, const std::string &key);
TermInput gpuInput(const char *symbol, Text title, Quantity value, const Gpu &gpu, const char *fact);
TermInput termInput(const char *symbol, Text title, Quantity value, TermId term);
TermInput plainInput(const char *symbol, Text title, Quantity value);

} // namespace segplan::timing
