#include "cli/cli.h"
namespace segplan {
bool isCommandLine(const QStringList &) { return false; }
bool needsDrawing(const QStringList &) { return false; }
int runCommandLine(const QStringList &) { return 2; }
}
