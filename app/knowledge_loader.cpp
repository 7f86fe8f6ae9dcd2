#include "knowledge_loader.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace segplan {

Result<KnowledgeFiles> knowledgeFilesIn(const QString &folder)
{
    const QDir dir(folder);
    if (!dir.exists())
        return Error{ErrorCode::Io, folder.toStdString(), {}, Text(SP_T("core", "there is no such folder")), {}};
    KnowledgeFiles files;
    Errors faults;
    constexpr qint64 largest = 64 * 1024 * 1024;
    for (const QFileInfo &info : dir.entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        QFile file(info.filePath());
        if (info.size() > largest || !file.open(QIODevice::ReadOnly)) {
            faults.push_back({ErrorCode::Io, info.filePath().toStdString(), {},
                              Text(SP_T("core", "cannot read the file: %1"), {file.errorString().toStdString()}), {}});
            continue;
        }
        files[info.fileName().toStdString()] = file.readAll().toStdString();
    }
    if (!faults.empty())
        return faults;
    return files;
}

KnowledgeFiles builtInKnowledgeFiles()
{
    const auto files = knowledgeFilesIn(QStringLiteral(":/knowledge"));
    return files ? *files : KnowledgeFiles{};
}

QString userKnowledgeFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/knowledge");
}

Result<LoadedKnowledge> loadKnowledge() { return loadKnowledge(userKnowledgeFolder()); }

Result<LoadedKnowledge> loadKnowledge(const QString &overridesFolder)
{
    const KnowledgeFiles builtIn = builtInKnowledgeFiles();
    LoadedKnowledge loaded;
    if (!overridesFolder.isEmpty() && QFileInfo(overridesFolder).isDir()) {
        const auto overrides = knowledgeFilesIn(overridesFolder);
        if (!overrides) {
            loaded.faults = overrides.errors();
        } else if (!overrides->empty()) {
            auto both = readKnowledge(builtIn, *overrides);
            if (both) {
                loaded.knowledge = std::make_shared<const Knowledge>(std::move(both).value());
                loaded.overridden = true;
                return loaded;
            }
            loaded.faults = both.errors();
        }
    }
    auto alone = readKnowledge(builtIn);
    if (!alone)
        return alone.errors();
    loaded.knowledge = std::make_shared<const Knowledge>(std::move(alone).value());
    return loaded;
}

} // namespace segplan
