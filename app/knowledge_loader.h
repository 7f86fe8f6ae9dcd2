// Brings the knowledge files to the core's reader: those built into the program, and the user's own.
#pragma once

#include "base/result.h"
#include "knowledge/reader.h"

#include <QString>
#include <memory>
#include <vector>

namespace segplan {

struct LoadedKnowledge {
    std::shared_ptr<const Knowledge> knowledge; // never null
    bool overridden = false; // the user's folder changed something
    Errors faults; // why the user's folder was left out (the built-in files stand alone then); normally empty
};

// The built-in set with the user's overrides over it. Faults of the built-in set are a defect of the program: returned as errors.
Result<LoadedKnowledge> loadKnowledge();
// The same with another folder of overrides (tests); empty: none.
Result<LoadedKnowledge> loadKnowledge(const QString &overridesFolder);

// Where the user's own entries live: AppDataLocation/knowledge. Need not exist.
QString userKnowledgeFolder();

KnowledgeFiles builtInKnowledgeFiles();
// Every *.json of a folder, by file name. Io errors for what cannot be read.
Result<KnowledgeFiles> knowledgeFilesIn(const QString &folder);

} // namespace segplan
