// The files used last, newest first, kept in the settings.
#pragma once

#include <QStringList>

namespace segplan {

class RecentFiles {
public:
    static constexpr int maximum = 10;
    static QStringList list(); // only those that still exist
    static void add(const QString &path);
    static void clear();
};

} // namespace segplan
