// The compilers get the words that PyPTO gives them, one by one, but for the differences in a table below.
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/process.h"
#include "base/text.h"
#include "generator/graph/plan_build.h"
#include "generator/steps/compiler_command.h"
#include "tests/support/needs.h"
#include "tests/support/sample_directory.h"
#include "tests/support/shared_data.h"
#include "tests/support/simpler_checkout.h"

namespace pto::gen {
namespace {

using Commands = std::vector<std::string>;  // words separated by blanks: no path here has one

// What the graph differs in, and why. `text` is taken out of our line, or turned into `instead` in PyPTO's.
struct Difference {
    const char* reason;
    bool ours;
    const char* text;
    const char* instead;
};

const Difference kDifferences[] = {
    {"an edit of a header has to be noticed, so every compile lists what it read", true,
     R"( -MD -MF \$\{depfile\} -MT \$\{out\})", ""},
    {"PyPTO's run writes these two lines into the user's source; ours leaves it alone", true,
     R"( -include runtime\.h -include iostream)", ""},
    {"the runtime's own sources are compiled once for a directory, not into every orchestration", false,
     R"( \$\{SIMPLER_ROOT\}/\S*/([a-z_]+)\.cpp)", R"( ${objects}/\1.o)"},
    {"the recording names the toolkit's programs without their directory", true,
     R"(\$\{ASCEND_HOME_PATH\}/(?:tools/hcc/)?bin/)", ""},
    {"clang's name of a warning: g++ puts a note about it below each of its messages", false,
     R"( -Wno-macro-redefined)", ""},
};

class CommandParity : public testing::Test {
  protected:
    CommandParity() {
        test::WriteSimplerCheckout(space_);
        file_ = test::SharedRoot() + "/toolchain-commands.json";
    }

    // The value of a variable as a shell splits it.
    static std::string ShellWords(const std::string& value) {
        ProcessOptions shell;
        shell.arguments = {"sh", "-c", "printf '%s\\n' " + value};
        const ProcessResult result = RunProcess(shell);
        EXPECT_TRUE(result.Ok()) << result.err;
        std::vector<std::string> words;
        for (const std::string_view line : Lines(result.out)) {
            EXPECT_EQ(line.find(' '), std::string_view::npos) << line;
            if (!line.empty()) words.emplace_back(line);
        }
        return Join(words, " ");
    }

    std::string WithRoots(std::string text, const std::string& object) const {
        const std::pair<std::string, std::string> roots[] = {
            {space_.Path("simpler/build/pto-isa"), "${PTO_ISA_ROOT}"},
            {space_.Path("simpler"), "${SIMPLER_ROOT}"},
            {space_.Path("ascend"), "${ASCEND_HOME_PATH}"},
            {object, "${out}"},
        };
        for (const auto& [root, name] : roots) {
            for (size_t at = text.find(root); at != std::string::npos; at = text.find(root, at + name.size())) {
                text.replace(at, root.size(), name);
            }
        }
        RE2::GlobalReplace(&text, R"(\.pto-ninja/[^/ ]*/runtime/[^/ ]*/)", "${objects}/");
        return text;
    }

    // The command lines of a role as the planned graph has them.
    Commands Planned(const std::string& platform, const std::string& runtime, Role role, bool clang = false) const {
        BuildDirectory directory = SampleSingle();
        directory.programs[0].config.runtime.runtime = runtime;
        directory.programs[0].config.kernels.resize(2);
        const Sample sample(std::move(directory), {}, Choose(platform, runtime, clang));
        std::map<std::string, std::string> variables;
        for (const Binding& binding : ToolchainBindings(sample.Input())) variables[binding.name] = binding.value;
        const BuildGraph graph = PlanGraph(sample.Input());
        for (const Object& object : sample.objects.objects) {
            if (object.recipe.role == role) return LinesOf(graph, variables, object);
        }
        return {};
    }

    Toolchain Choose(const std::string& platform, const std::string& runtime, bool clang) const {
        Toolchain toolchain = CheckoutToolchain(space_, platform, runtime);
        toolchain.kernel_compiler.clang = clang || !toolchain.platform.simulator;
        toolchain.kernel_compiler.own_bfloat16 = clang;
        toolchain.orchestration_compiler.clang = clang;
        return toolchain;
    }

    Commands LinesOf(const BuildGraph& graph, const std::map<std::string, std::string>& variables,
                     const Object& object) const {
        CompileOptions options;
        options.source = "${in}";
        options.object = object.path;
        for (const Edge& edge : graph.edges) {
            if (edge.outputs != std::vector<std::string>{object.path}) continue;
            const std::string command = RuleCommand(graph, edge.rule);
            const std::string words = command.substr(command.find(" -- ") + 4);
            for (const std::string_view word : Split(words, ' ')) {
                const std::string value = ShellWords(Value(variables, std::string(word.substr(1))));
                for (const std::string_view each : Split(value, ' ')) {
                    if (!each.empty()) options.command.emplace_back(each);
                }
            }
            if (command.find("--include-if-missing runtime.h --include-if-missing iostream") != std::string::npos) {
                options.include_if_missing = {"runtime.h", "iostream"};
            }
            const Commands compile = {
                WithRoots(Join(CompilerCommandLine(options, "", {}, object.path, "${depfile}"), " "), object.path)};
            if (command.find("$link_flags") == std::string::npos) return compile;
            std::string link = ShellWords(Value(variables, "link_flags"));
            RE2::GlobalReplace(&link, "--link=", "");
            return {compile[0], WithRoots(link + " -o ${out} ${obj}", object.path)};
        }
        return {};
    }

    static std::string Value(const std::map<std::string, std::string>& variables, const std::string& name) {
        const auto found = variables.find(name);
        EXPECT_NE(found, variables.end()) << name;
        return found == variables.end() ? "" : found->second;
    }

    static std::string RuleCommand(const BuildGraph& graph, const std::string& name) {
        for (const Rule& rule : graph.rules) {
            if (rule.name == name) return rule.bindings[0].value;
        }
        return "";
    }

    // Both lines after the table; the differences that were met are remembered.
    void ExpectSame(Commands recorded, Commands planned, const std::string& what) {
        ASSERT_EQ(recorded.size(), planned.size()) << what;
        for (size_t i = 0; i < recorded.size(); ++i) {
            for (const Difference& difference : kDifferences) {
                std::string& line = difference.ours ? planned[i] : recorded[i];
                if (RE2::GlobalReplace(&line, difference.text, difference.instead) > 0) met_.insert(difference.reason);
            }
            EXPECT_EQ(Join(Words(recorded[i]), "\n"), Join(Words(planned[i]), "\n")) << what;
        }
    }

    static std::vector<std::string> Words(const std::string& line) {
        std::vector<std::string> words;
        for (const std::string_view word : Split(line, ' ')) words.emplace_back(word);
        return words;
    }

    const test::TempSpace space_;
    std::string file_;
    std::set<std::string> met_;
};

Role RoleOf(const std::string& name) {
    return name == "aic" ? Role::kAic : name == "aiv" ? Role::kAiv : Role::kOrchestration;
}

TEST_F(CommandParity, EveryRecordedCommand) {
    PTO_NEEDS_DATA("toolchain-commands.json");
    std::ifstream file(file_);
    const nlohmann::json recorded = nlohmann::json::parse(file).at("commands");
    EXPECT_EQ(recorded.size(), 4 * 2 * 3u);
    for (const auto& [key, commands] : recorded.items()) {
        const std::vector<std::string_view> parts = Split(key, '/');
        Commands lines;
        for (const auto& words : commands.get<std::vector<std::vector<std::string>>>())
            lines.push_back(Join(words, " "));
        ExpectSame(lines, Planned(std::string(parts[0]), std::string(parts[1]), RoleOf(std::string(parts[2]))), key);
    }
    EXPECT_EQ(met_.size(), std::size(kDifferences)) << "a difference that no longer is one";
}

// The recording of one simulator and one device, for where the others are not there.
TEST_F(CommandParity, OneSimulatorAndOneDevice) {
    const std::string incore =
        " -I${PTO_ISA_ROOT}/include -I${PTO_ISA_ROOT}/include/pto -I${SIMPLER_ROOT}/simpler_setup/incore "
        "-I${SIMPLER_ROOT}/src/common/platform/include "
        "-I${SIMPLER_ROOT}/src/ARCH/runtime/tensormap_and_ringbuffer/runtime "
        "-I${SIMPLER_ROOT}/src/ARCH/runtime/tensormap_and_ringbuffer/common -I${SIMPLER_ROOT}/src/ARCH/runtime "
        "-I${SIMPLER_ROOT}/src/common -I${SIMPLER_ROOT}/src/common/task_interface -o ${out} ${in}";
    const std::string sim =
        "g++-15 -shared -O2 -fPIC -std=c++23 -fpermissive -Wno-macro-redefined -Wno-ignored-attributes -D__CPU_SIM "
        "-DPTO_CPU_MAX_THREADS=1 -DNDEBUG ";
    const std::string device =
        "ccec -c -O3 -g -x cce -Wall -std=c++17 --cce-aicore-only --cce-aicore-arch=dav-c310-vec -mllvm "
        "-cce-aicore-stack-size=0x8000 -mllvm -cce-aicore-function-stack-size=0x8000 -mllvm "
        "-cce-aicore-record-overflow=false -mllvm -cce-aicore-addr-transform -mllvm "
        "-cce-aicore-dcci-insert-for-scalar=false -DMEMORY_BASE -mllvm -cce-vf-aa-between-iters=true";
    const std::string orchestration =
        "g++ -shared -fPIC -O3 -g -std=c++17 -fno-gnu-unique -Wl,--build-id=sha1 -pthread "
        "${SIMPLER_ROOT}/src/a2a3/runtime/tensormap_and_ringbuffer/orchestration/common.cpp "
        "${SIMPLER_ROOT}/src/common/platform/sim/aicpu/cache_ops.cpp "
        "${SIMPLER_ROOT}/src/common/platform/sim/aicpu/device_time.cpp ${SIMPLER_ROOT}/src/common/log/host_log.cpp "
        "${SIMPLER_ROOT}/src/common/log/unified_log_host.cpp "
        "-I${SIMPLER_ROOT}/src/a2a3/runtime/tensormap_and_ringbuffer/runtime "
        "-I${SIMPLER_ROOT}/src/a2a3/runtime/tensormap_and_ringbuffer/common "
        "-I${SIMPLER_ROOT}/src/common/task_interface -I${SIMPLER_ROOT}/src/common "
        "-I${SIMPLER_ROOT}/src/a2a3/platform/include -I${SIMPLER_ROOT}/src/common/platform/include "
        "-I${SIMPLER_ROOT}/src/common/log/include "
        "-I${SIMPLER_ROOT}/src/a2a3/runtime/tensormap_and_ringbuffer/runtime "
        "-I${SIMPLER_ROOT}/src/a2a3/runtime/tensormap_and_ringbuffer/orchestration "
        "-I${SIMPLER_ROOT}/src/a2a3/runtime/tensormap_and_ringbuffer/common -I${SIMPLER_ROOT}/src/a2a3/runtime -o "
        "${out} ${in}";
    const auto of = [&incore](const std::string& start, const char* arch) {
        std::string line = start + incore;
        RE2::GlobalReplace(&line, "ARCH", arch);
        return line;
    };
    ExpectSame({of(sim + "-D__DAV_CUBE__", "a2a3")}, Planned("a2a3sim", kTensormap, Role::kAic), "aic");
    ExpectSame({of(sim + "-D__DAV_VEC__", "a2a3")}, Planned("a2a3sim", kTensormap, Role::kAiv), "aiv");
    ExpectSame({orchestration}, Planned("a2a3sim", kTensormap, Role::kOrchestration), "orchestration");
    ExpectSame({of(device, "a5"), "ld.lld -e kernel_entry -o ${out} ${obj}"}, Planned("a5", kTensormap, Role::kAiv),
               "device");
    EXPECT_EQ(met_.size(), std::size(kDifferences));
}

// The sources that are objects of their own are compiled as PyPTO compiles them, without what only a link needs.
TEST_F(CommandParity, SourcesOfTheRuntime) {
    for (const char* platform : {"a2a3sim", "a2a3", "a5sim", "a5"}) {
        for (const char* runtime : {kTensormap, kHostBuildGraph}) {
            std::string orchestration = Planned(platform, runtime, Role::kOrchestration)[0];
            for (const char* link : {R"( -Wl,--build-id=sha1)", R"( \$\{objects\}/\S*\.o)", R"( -include \S+)"}) {
                EXPECT_GT(RE2::GlobalReplace(&orchestration, link, ""), 0) << link;
            }
            EXPECT_TRUE(RE2::Replace(&orchestration, " -shared ", " -c "));
            EXPECT_EQ(Planned(platform, runtime, Role::kRuntimeSource), Commands{orchestration});
        }
    }
}

// What another compiler family spells differently or does not have.
TEST_F(CommandParity, ClangInPlaceOfGcc) {
    std::string kernel = Planned("a2a3sim", kTensormap, Role::kAiv)[0];
    EXPECT_TRUE(RE2::Replace(&kernel, "-std=c\\+\\+23", "-std=c++2b"));
    EXPECT_TRUE(RE2::Replace(&kernel, " -fpermissive", " -Wno-macro-redefined"));
    // Its warnings about PTO-ISA's headers are not the user's, and its library may have no bfloat16.
    EXPECT_TRUE(RE2::Replace(&kernel, "-D__DAV_VEC__",
                             "-D__DAV_VEC__ -D__STDCPP_BFLOAT16_T__=1 -isystem/opt/pto-ninja/clang_headers "
                             "--system-header-prefix=pto/"));
    EXPECT_EQ(Planned("a2a3sim", kTensormap, Role::kAiv, true), Commands{kernel});
    std::string orchestration = Planned("a2a3sim", kTensormap, Role::kOrchestration)[0];
    EXPECT_TRUE(RE2::Replace(&orchestration, " -fno-gnu-unique", ""));
    EXPECT_EQ(Planned("a2a3sim", kTensormap, Role::kOrchestration, true), Commands{orchestration});
}

}  // namespace
}  // namespace pto::gen
