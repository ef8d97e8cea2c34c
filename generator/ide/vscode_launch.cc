#include "generator/ide/ide_texts.h"

namespace pto::gen {
namespace {

// Kernels are loaded when they run, so a breakpoint in one waits for its library. A time limit would end a run that
// stands at a breakpoint.
Json GdbLaunch(const Workspace& workspace, const std::string& name, const std::string& cwd,
               std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {".", "--debug", "--timeout", "0"});
    return {
        {"name", name},
        {"type", "cppdbg"},
        {"request", "launch"},
        {"program", workspace.pto_replay},
        {"args", std::move(arguments)},
        {"cwd", cwd},
        {"MIMode", "gdb"},
        {"setupCommands",
         {{{"description", "breakpoints in kernels, which are loaded later"},
           {"text", "-gdb-set breakpoint pending on"}},
          {{"description", "readable containers"}, {"text", "-enable-pretty-printing"}, {"ignoreFailures", true}}}}};
}

}  // namespace

Json VsCodeLaunch(const Workspace& workspace) {
    Json launches = Json::array();
    if (!workspace.directories.empty()) {
        // It builds by itself: a task before it would ask for the directory once more.
        launches.push_back(GdbLaunch(workspace, "pto: debug kernels", "${workspaceFolder}/${input:ptoDirectory}", {}));
    } else if (workspace.debuggable) {
        launches.push_back(GdbLaunch(workspace, "pto: debug kernels", "${workspaceFolder}", {"--no-build"}));
        for (const std::string& entry : workspace.entries) {
            launches.push_back(GdbLaunch(workspace, "pto: debug kernels of " + entry, "${workspaceFolder}",
                                         {"--no-build", "--entry", entry}));
        }
        for (Json& launch : launches) launch["preLaunchTask"] = "pto: build for debugging";
    }
    Json json = {{"version", "0.2.0"}, {"configurations", std::move(launches)}};
    if (!workspace.directories.empty()) {
        json["inputs"] = Json::array({{{"id", "ptoDirectory"},
                                       {"type", "pickString"},
                                       {"description", "Which compiled directory?"},
                                       {"options", workspace.directories}}});
    }
    return json;
}

}  // namespace pto::gen
