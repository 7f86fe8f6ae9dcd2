#include "knowledge.h"

#include "csv.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace segplan::test {

KnowledgeFiles shippedKnowledgeFiles()
{
    KnowledgeFiles files;
    for (const auto &entry : std::filesystem::directory_iterator(SEGPLAN_SOURCE_DIR "/resources/knowledge")) {
        if (entry.path().extension() == ".json") {
            const std::string name = entry.path().filename().string();
            files[name] = readFile("resources/knowledge/" + name);
        }
    }
    return files;
}

const Knowledge &testKnowledge()
{
    static const Knowledge knowledge = [] {
        Result<Knowledge> read = readKnowledge(shippedKnowledgeFiles());
        if (!read) {
            for (const Error &error : read.errors())
                std::fprintf(stderr, "%s\n", error.line().c_str());
            std::abort();
        }
        return std::move(read).value();
    }();
    return knowledge;
}

} // namespace segplan::test
