// The command-line face: the same core, no window.
#pragma once

#include <QStringList>

namespace segplan {

// True when these arguments (without the program's name) ask for a command rather than for the window.
bool isCommandLine(const QStringList &arguments);
// True when the command draws (report, export of charts) and so needs a QApplication.
bool needsDrawing(const QStringList &arguments);
// Runs the command. Returns the exit status: 0 done, 1 no instance meets the requirements, 2 wrong input, 3 a file or the network failed.
int runCommandLine(const QStringList &arguments);

} // namespace segplan
