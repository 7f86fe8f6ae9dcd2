// The shipped knowledge, read once per test program from resources/knowledge of the source tree.
#pragma once

#include "knowledge/knowledge.h"
#include "knowledge/reader.h"

namespace segplan::test {

// Every *.json of resources/knowledge.
KnowledgeFiles shippedKnowledgeFiles();
// Aborts the test program with the list of faults when the shipped files do not pass.
const Knowledge &testKnowledge();

} // namespace segplan::test
