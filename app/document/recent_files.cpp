#include "document/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace segplan {

static const QString key = QStringLiteral("recentFiles");

QStringList RecentFiles::list()
{
    QStringList files = QSettings().value(key).toStringList();
    files.removeIf([](const QString &path) { return !QFileInfo::exists(path); });
    return files;
}

void RecentFiles::add(const QString &path)
{
    QStringList files = list();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    files.removeAll(absolute);
    files.prepend(absolute);
    while (files.size() > maximum)
        files.removeLast();
    QSettings().setValue(key, files);
}

void RecentFiles::clear()
{
    QSettings().remove(key);
}

} // namespace segplan
