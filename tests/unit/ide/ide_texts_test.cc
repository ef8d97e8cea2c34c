#include "generator/ide/ide_texts.h"

#include <gtest/gtest.h>

#include <regex>

namespace pto::gen {
namespace {

Workspace Single() {
    Workspace workspace;
    workspace.pto_replay = "/opt/pto ninja/bin/pto-replay";
    return workspace;
}

Workspace Several() {
    Workspace workspace = Single();
    workspace.directories = {"_jit_a", "deep/_jit b"};
    return workspace;
}

std::vector<std::string> Labels(const Json& list, const char* key) {
    std::vector<std::string> labels;
    for (const Json& item : list) labels.push_back(item[key]);
    return labels;
}

TEST(IdeTexts, Clangd) {
    EXPECT_EQ(ClangdBody(), R"(CompileFlags:
  CompilationDatabase: .
Diagnostics:
  UnusedIncludes: None
---
# What ptoas printed is part of kernels; by itself it does not compile.
If:
  PathMatch: (.*/)?ptoas/[^/]*\.cpp
Diagnostics:
  Suppress: '*'
)");
}

TEST(IdeTexts, ATaskOfADirectory) {
    const Json json = VsCodeTasks(Single());
    EXPECT_EQ(json["version"], "2.0.0");
    EXPECT_FALSE(json.contains("inputs"));
    EXPECT_EQ(Labels(json["tasks"], "label"),
              (std::vector<std::string>{"pto: build", "pto: replay", "pto: benchmark", "pto: compare", "pto: swimlane",
                                        "pto: build for debugging"}));
    EXPECT_EQ(JsonText(json["tasks"][1]), R"({
  "label": "pto: replay",
  "detail": "Build what changed, run, validate against golden.py",
  "type": "process",
  "command": "ninja",
  "args": [
    "replay"
  ],
  "options": {
    "cwd": "${workspaceFolder}"
  },
  "presentation": {
    "clear": true,
    "showReuseMessage": false
  },
  "problemMatcher": [
    {
      "owner": "pto-compiler",
      "source": "pto",
      "fileLocation": [
        "autoDetect",
        "${workspaceFolder}"
      ],
      "pattern": {
        "regexp": "^(?!pto-(?:ninja|replay): )(.+?):(\\d+):(\\d+):\\s+(?:fatal )?(error|warning): (.*)$",
        "severity": 4,
        "file": 1,
        "line": 2,
        "column": 3,
        "message": 5
      }
    },
    {
      "owner": "pto-ptoas",
      "source": "pto",
      "fileLocation": [
        "autoDetect",
        "${workspaceFolder}"
      ],
      "pattern": {
        "regexp": "^pto-ninja: note: \\s*(.+?):(\\d+):(\\d+): (?:fatal )?(error|warning): (.*)$",
        "severity": 4,
        "file": 1,
        "line": 2,
        "column": 3,
        "message": 5
      }
    },
    {
      "owner": "pto-ninja",
      "source": "pto",
      "fileLocation": [
        "autoDetect",
        "${workspaceFolder}"
      ],
      "pattern": {
        "regexp": "^pto-(?:ninja|replay): (error|warning): (.+?):(\\d+)(?::(\\d+))?: (.*)$",
        "severity": 1,
        "file": 2,
        "line": 3,
        "column": 4,
        "message": 5
      }
    }
  ],
  "group": "test"
}
)");
    EXPECT_EQ(json["tasks"][0]["group"], (Json{{"kind", "build"}, {"isDefault", true}}));
    Workspace device = Single();
    device.debuggable = device.default_build = false;
    EXPECT_EQ(VsCodeTasks(device)["tasks"][0]["group"], "build");
    EXPECT_EQ(Labels(VsCodeTasks(device)["tasks"], "label").back(), "pto: swimlane");
}

TEST(IdeTexts, TasksOfABuildOutputAskForTheDirectory) {
    const Json json = VsCodeTasks(Several());
    EXPECT_EQ(Labels(json["tasks"], "label"),
              (std::vector<std::string>{"pto: build", "pto: replay", "pto: benchmark", "pto: compare", "pto: swimlane",
                                        "pto: build all", "pto: replay all", "pto: benchmark all", "pto: compare all",
                                        "pto: swimlane all"}));
    const Json& one = json["tasks"][1];
    EXPECT_EQ(one["args"], Json({"${input:ptoDirectory}/replay"}));
    EXPECT_EQ(one["options"]["cwd"], "${workspaceFolder}");
    EXPECT_EQ(one["problemMatcher"][0]["fileLocation"][1], "${workspaceFolder}/${input:ptoDirectory}");
    EXPECT_EQ(json["tasks"][6]["args"], Json({"replay"}));
    EXPECT_EQ(json["tasks"][6]["problemMatcher"], Json::array());
    EXPECT_EQ(json["inputs"][0]["options"], Json({"_jit_a", "deep/_jit b"}));
}

TEST(IdeTexts, ADebuggerOfADirectory) {
    Workspace workspace = Single();
    workspace.entries = {"decode"};
    const Json json = VsCodeLaunch(workspace);
    EXPECT_EQ(JsonText(json["configurations"][0]), R"({
  "name": "pto: debug kernels",
  "type": "cppdbg",
  "request": "launch",
  "program": "/opt/pto ninja/bin/pto-replay",
  "args": [
    ".",
    "--debug",
    "--timeout",
    "0",
    "--no-build"
  ],
  "cwd": "${workspaceFolder}",
  "MIMode": "gdb",
  "setupCommands": [
    {
      "description": "breakpoints in kernels, which are loaded later",
      "text": "-gdb-set breakpoint pending on"
    },
    {
      "description": "readable containers",
      "text": "-enable-pretty-printing",
      "ignoreFailures": true
    }
  ],
  "preLaunchTask": "pto: build for debugging"
}
)");
    EXPECT_EQ(json["configurations"][1]["name"], "pto: debug kernels of decode");
    EXPECT_EQ(json["configurations"][1]["args"],
              Json({".", "--debug", "--timeout", "0", "--no-build", "--entry", "decode"}));
    // The task before it is one of tasks.json.
    const std::vector<std::string> labels = Labels(VsCodeTasks(workspace)["tasks"], "label");
    EXPECT_NE(std::find(labels.begin(), labels.end(), json["configurations"][0]["preLaunchTask"]), labels.end());
}

TEST(IdeTexts, ADebuggerOfABuildOutputBuildsByItself) {
    const Json json = VsCodeLaunch(Several());
    ASSERT_EQ(json["configurations"].size(), 1u);
    const Json& launch = json["configurations"][0];
    EXPECT_EQ(launch["args"], Json({".", "--debug", "--timeout", "0"}));
    EXPECT_EQ(launch["cwd"], "${workspaceFolder}/${input:ptoDirectory}");
    EXPECT_FALSE(launch.contains("preLaunchTask"));
    EXPECT_EQ(json["inputs"][0]["id"], "ptoDirectory");
}

TEST(IdeTexts, TheBuildKeyOfSomebodyElseIsNotTaken) {
    EXPECT_TRUE(HasOtherDefaultBuild(
        R"({"tasks": [{"label": "mine", "group": {"kind": "build", "isDefault": true}}, // c
                   ]})"));
    for (const char* text :
         {R"({"tasks": [{"label": "pto: build", "group": {"kind": "build", "isDefault": true}}]})",
          R"({"tasks": [{"label": "mine", "group": {"kind": "test", "isDefault": true}}]})",
          R"({"tasks": [{"label": "mine", "group": "build"}, 1, {"label": 2}]})", "{", "[]", R"({"tasks": 1})"}) {
        EXPECT_FALSE(HasOtherDefaultBuild(text)) << text;
    }
}

// What each matcher makes of a line: "file line column severity message".
std::string Matched(const std::string& line) {
    std::string result;
    const Json task = VsCodeTasks(Single())["tasks"][0];
    for (const Json& matcher : task["problemMatcher"]) {
        const Json& pattern = matcher["pattern"];
        std::smatch found;
        if (!std::regex_match(line, found, std::regex(pattern["regexp"].get<std::string>()))) continue;
        for (const char* part : {"file", "line", "column", "severity", "message"}) {
            result += "[" + found[pattern[part].get<size_t>()].str() + "]";
        }
    }
    return result;
}

TEST(IdeTexts, EveryMessageIsMatchedOnce) {
    EXPECT_EQ(Matched("kernels/aiv/a b.cpp:3:14: error: 'TADDX' was not declared"),
              "[kernels/aiv/a b.cpp][3][14][error]['TADDX' was not declared]");
    EXPECT_EQ(Matched("/ext/k.cpp:3:1: fatal error: x.h: No such file"),
              "[/ext/k.cpp][3][1][error][x.h: No such file]");
    EXPECT_EQ(Matched("kernels/aiv/a.cpp:3:1: warning: unused"), "[kernels/aiv/a.cpp][3][1][warning][unused]");
    EXPECT_EQ(Matched("kernels/aiv/a.cpp:3:1: note: declared here"), "");
    EXPECT_EQ(Matched("pto-ninja: note: ptoas/gate.pto:12:7: error: unknown op"),
              "[ptoas/gate.pto][12][7][error][unknown op]");
    EXPECT_EQ(Matched("pto-ninja: error: d/kernel_config.py:14:16: found, expected; do"),
              "[d/kernel_config.py][14][16][error][found, expected; do]");
    EXPECT_EQ(Matched("pto-ninja: error: kernel_config.py:14: found"), "[kernel_config.py][14][][error][found]");
    EXPECT_EQ(Matched("pto-ninja: error: ptoas/gate.pto: ptoas 0.60 refused it"), "");
    EXPECT_EQ(Matched("FAILED: .pto-ninja/a2a3sim-embedded/kernels/aiv/gate.so"), "");
}

}  // namespace
}  // namespace pto::gen
