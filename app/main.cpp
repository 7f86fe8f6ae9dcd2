#include "cli/cli.h"

#include <QApplication>
#include <cstdlib>

int main(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    QCoreApplication app(argc, argv);
    return segplan::runCommandLine(arguments);
}
