// The files that editors read, as texts: for a compiled directory, or for a build_output/ with several. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace pto::gen {

inline constexpr char kClangdFile[] = ".clangd";
inline constexpr char kTasksFile[] = ".vscode/tasks.json";
inline constexpr char kLaunchFile[] = ".vscode/launch.json";

// What is opened as a folder.
struct Workspace {
    std::string pto_replay;                // absolute
    std::vector<std::string> entries;      // orchestrations that can be run alone, of a directory with several
    std::vector<std::string> directories;  // of a build_output/; none: the folder is a compiled directory
    bool debuggable = true;                // false: built for a device
    bool default_build = true;             // false: another task is what the editor's build key starts
};

// The body of .clangd.
std::string ClangdBody();

// .vscode/tasks.json. Labels start with "pto: ".
Json VsCodeTasks(const Workspace& workspace);

// .vscode/launch.json, for gdb.
Json VsCodeLaunch(const Workspace& workspace);

// Whether a tasks.json has a task of somebody else's for the editor's build key.
bool HasOtherDefaultBuild(std::string_view tasks_text);

}  // namespace pto::gen
