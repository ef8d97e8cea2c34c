#include "tests/e2e/support/document_rules.h"

#include <cctype>
#include <utility>

namespace pto::test {
namespace {

constexpr std::string_view kInstalls = "installs packages";
constexpr std::string_view kBuilds = "builds the project, which the test is part of";
constexpr std::string_view kRunsTests = "runs tests, which the test is part of";
constexpr std::string_view kRealRuntime = "needs a checkout of the runtime, and minutes to build it";
constexpr std::string_view kDevice = "needs the compilers of a device";

// In this order: what is optional goes first.
constexpr std::pair<std::string_view, std::string_view> kPlaceholders[] = {
    {"[FILE...]", ""},
    {"[--yes]", "--yes"},
    {"DIR", "build_output/_jit_xxx"},
};

template <typename Row>
const Row* Find(const std::vector<Row>& rows, std::string_view Row::*key, std::string_view wanted) {
    for (const Row& row : rows) {
        if (row.*key == wanted) return &row;
    }
    return nullptr;
}

bool IsWordAt(const std::string& text, size_t at, size_t size) {
    const auto part_of_word = [&](size_t i) {
        return i < text.size() && (std::isalnum(text[i]) != 0 || text[i] == '_');
    };
    return !(at > 0 && part_of_word(at - 1)) && !part_of_word(at + size);
}

}  // namespace

const std::vector<CommandNotRun>& CommandsNotRun() {
    static const std::vector<CommandNotRun> rows = {
        {"tools/quickstart", kInstalls},
        {"tools/check", kInstalls},
        {"tools/install-packages check", kInstalls},
        {"cmake --preset release", kBuilds},
        {"cmake --build build", kBuilds},
        {"build/bin/walk --walks 2000 --seed 7", "takes half an hour"},
        {"build/bin/faults", "takes a quarter of an hour"},
        {"build/bin/perf_build", "takes minutes, and its figures mean nothing beside other work"},
        {"ctest --test-dir build --output-on-failure", kRunsTests},
        {"ctest --test-dir build -L embedded", kRunsTests},
        {"build/bin/unit_tests --gtest_filter='SpliceUnit*'", kRunsTests},
        {"build/bin/e2e_tests --gtest_filter='EditTest.*'", kRunsTests},
        {"PTO_ISA_ROOT=... build/bin/cross_tests", kRunsTests},
        {"SIMPLER_ROOT=~/simpler pto-ninja DIR", kRealRuntime},
        {"SIMPLER_ROOT=... PTO_ISA_ROOT=... pto-ninja build_output", kRealRuntime},
        {"cd \"$SIMPLER_ROOT\" && python3 simpler_setup/build_runtimes.py --platforms a2a3sim a5sim", kRealRuntime},
        {"git -C PTO-ISA worktree add --detach \"$PTO_ISA_ROOT\" \"$(cat \"$SIMPLER_ROOT/pto_isa.pin\")\"",
         kRealRuntime},
        {"pto-ninja DIR --platform a2a3", kDevice},
        {"cmake --install build --prefix /opt/pto-ninja", "installs the project; LibraryTest does that"},
        {"gdb --args pto-replay DIR --debug --no-build --timeout 0", "waits at a prompt; IdeTest does that"},
    };
    return rows;
}

const CommandNotRun* FindNotRun(std::string_view command) {
    return Find(CommandsNotRun(), &CommandNotRun::command, command);
}

const std::vector<Fragment>& Fragments() {
    static const std::vector<Fragment> rows = {
        {"const auto program = pto::CompiledProgram::FromDir(\"build_output/_jit_xxx\");",
         "an extract of the program in docs/library.md, which is compiled"},
    };
    return rows;
}

const Fragment* FindFragment(std::string_view first_line) {
    return Find(Fragments(), &Fragment::first_line, first_line);
}

std::string WithExample(const std::string& command) {
    std::string text = command;
    for (const auto& [placeholder, value] : kPlaceholders) {
        size_t at = text.find(placeholder);
        while (at != std::string::npos) {
            const bool word = IsWordAt(text, at, placeholder.size());
            if (word) text.replace(at, placeholder.size(), value);
            at = text.find(placeholder, at + (word ? value.size() : placeholder.size()));
        }
    }
    return text;
}

}  // namespace pto::test
