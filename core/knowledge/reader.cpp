#include "knowledge/reader.h"

namespace segplan {

Result<Knowledge> readKnowledge(const KnowledgeFiles &files) { return readKnowledge(files, {}); }

Result<Knowledge> readKnowledge(const KnowledgeFiles &, const KnowledgeFiles &) { return Knowledge{}; }

std::vector<Text> knowledgeRemarks(const Knowledge &, const std::string &) { return {}; }

} // namespace segplan
