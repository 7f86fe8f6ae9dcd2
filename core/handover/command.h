// The launch as data: RunInstances arguments with their reasons, and their text per shell.
#pragma once

#include "base/text.h"
#include "plan/plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace segplan {

struct LaunchArgument {
    std::string name; // "--InstanceType"
    std::string value; // unquoted
    Text reason;
    bool placeholder = false; // the user has to fill it in
};

struct LaunchCommand {
    std::vector<std::string> program = {"aliyun", "ecs", "RunInstances"};
    std::vector<LaunchArgument> arguments;
    std::vector<Text> notes; // what to do before and after
};

// One word quoted so that the shell passes exactly these bytes. Bash: single quotes unless the word is plain [A-Za-z0-9_./:@%+=,-].
// PowerShell: single quotes doubled; cmd: double quotes with ^ and % guarded. Control characters other than newline are refused upstream.
std::string quoted(std::string_view word, Shell shell);

// The command over several lines with the shell's continuation character; no trailing newline.
std::string commandText(const LaunchCommand &command, Shell shell);

} // namespace segplan
