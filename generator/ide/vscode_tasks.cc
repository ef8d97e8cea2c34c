#include "generator/ide/ide_texts.h"
#include "generator/ide/jsonc.h"

namespace pto::gen {
namespace {

constexpr char kLabelStart[] = "pto: ";
constexpr char kFolder[] = "${workspaceFolder}";
constexpr char kPickedDirectory[] = "${input:ptoDirectory}";

struct TaskRow {
    const char* name;
    const char* target;
    const char* detail;
    const char* group;
};
constexpr TaskRow kTaskRows[] = {
    {"build", "kernels", "Build what changed", "build"},
    {"replay", "replay", "Build what changed, run, validate against golden.py", "test"},
    {"benchmark", "benchmark", "Build what changed, validate once, then time it", "none"},
    {"compare", "compare", "Time your edit against the code as compiled", "none"},
    {"swimlane", "swimlane", "Replay, and record a timeline of the cores", "none"},
};

// Messages name files relative to the compiled directory, where compilers and ptoas run. `first` is the number of the
// group with the file; severity and file stand in two orders.
Json Matcher(const std::string& owner, const std::string& folder, const std::string& regexp, bool severity_first) {
    const int file = severity_first ? 2 : 1;
    return {{"owner", owner},
            {"source", "pto"},
            {"fileLocation", {"autoDetect", folder}},
            {"pattern",
             {{"regexp", regexp},
              {"severity", severity_first ? 1 : 4},
              {"file", file},
              {"line", file + 1},
              {"column", file + 2},
              {"message", 5}}}};
}

Json Matchers(const std::string& folder) {
    return {
        // The compilers.
        Matcher("pto-compiler", folder,
                R"(^(?!pto-(?:ninja|replay): )(.+?):(\d+):(\d+):\s+(?:fatal )?(error|warning): (.*)$)", false),
        // ptoas, whose places are put in front.
        Matcher("pto-ptoas", folder, R"(^pto-ninja: note: \s*(.+?):(\d+):(\d+): (?:fatal )?(error|warning): (.*)$)",
                false),
        // What we say ourselves.
        Matcher("pto-ninja", folder, R"(^pto-(?:ninja|replay): (error|warning): (.+?):(\d+)(?::(\d+))?: (.*)$)", true),
    };
}

Json NinjaTask(const TaskRow& row, const std::string& name, const std::string& target, Json matchers) {
    Json task = {{"label", kLabelStart + name},
                 {"detail", row.detail},
                 {"type", "process"},
                 {"command", "ninja"},
                 {"args", {target}},
                 {"options", {{"cwd", kFolder}}},
                 {"presentation", {{"clear", true}, {"showReuseMessage", false}}},
                 {"problemMatcher", std::move(matchers)}};
    if (row.group != std::string_view("none")) task["group"] = row.group;
    return task;
}

}  // namespace

Json VsCodeTasks(const Workspace& workspace) {
    const bool several = !workspace.directories.empty();
    const std::string picked = several ? std::string(kPickedDirectory) + "/" : "";
    const std::string folder = several ? std::string(kFolder) + "/" + kPickedDirectory : kFolder;
    Json tasks = Json::array();
    for (const TaskRow& row : kTaskRows) {
        tasks.push_back(NinjaTask(row, row.name, picked + row.target, Matchers(folder)));
        if (tasks.size() == 1 && workspace.default_build) {
            tasks.back()["group"] = {{"kind", "build"}, {"isDefault", true}};
        }
    }
    if (several) {
        // Messages of all of them: in which directory a file lies is not known.
        for (const TaskRow& row : kTaskRows) {
            tasks.push_back(NinjaTask(row, std::string(row.name) + " all", row.target, Json::array()));
            tasks.back().erase("group");
        }
    } else if (workspace.debuggable) {
        const TaskRow row = {"build for debugging", "debug", "Build every binary without optimisation, with symbols",
                             "none"};
        tasks.push_back(NinjaTask(row, row.name, row.target, Matchers(folder)));
    }
    Json json = {{"version", "2.0.0"}, {"tasks", std::move(tasks)}};
    if (several) {
        json["inputs"] = Json::array({{{"id", "ptoDirectory"},
                                       {"type", "pickString"},
                                       {"description", "Which compiled directory?"},
                                       {"options", workspace.directories}}});
    }
    return json;
}

bool HasOtherDefaultBuild(std::string_view tasks_text) {
    const std::optional<JsoncNode> root = ParseJsonc(tasks_text);
    const JsoncNode* tasks = root ? root->Find("tasks") : nullptr;
    if (tasks == nullptr) return false;
    for (const JsoncNode& child : tasks->children) {
        const Json task = JsoncValue(child, tasks_text);
        if (!task.is_object() || !task.contains("group") || !task["group"].is_object()) continue;
        const bool ours = task.contains("label") && task["label"].is_string() &&
                          task["label"].get<std::string>().starts_with(kLabelStart);
        const Json& group = task["group"];
        if (!ours && group.value("kind", Json()) == "build" && group.value("isDefault", Json()) == true) return true;
    }
    return false;
}

}  // namespace pto::gen
