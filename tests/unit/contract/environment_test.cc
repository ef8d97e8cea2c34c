#include "contract/environment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace pto {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::Pair;

std::set<std::string> TableNames() {
    std::set<std::string> names;
    for (const EnvironmentVariable& row : kEnvironment) names.emplace(row.name);
    return names;
}

std::string TextOf(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

// The variables that head a row of the table under `heading`.
std::set<std::string> DocumentedNames(const std::string& document, const std::string& heading) {
    static const RE2 kName("`([A-Z][A-Z_]+)`");
    std::set<std::string> names;
    std::istringstream lines(TextOf(fs::path(PTO_SOURCE_DIR) / document));
    std::string line;
    while (std::getline(lines, line) && line != "## " + heading) continue;
    while (std::getline(lines, line) && !line.starts_with("## ")) {
        if (!line.starts_with("| `")) continue;
        const std::string cell = line.substr(0, line.find('|', 1));
        re2::StringPiece rest(cell);
        for (std::string name; RE2::FindAndConsume(&rest, kName, &name);) names.insert(name);
    }
    return names;
}

TEST(Environment, DocumentsHaveTheTable) {
    EXPECT_EQ(DocumentedNames("README.md", "Environment"), TableNames());
    EXPECT_EQ(DocumentedNames("README.zh-CN.md", "环境变量"), TableNames());
}

// Compilers' variables, a terminal's and those of the tests have their own places.
TEST(Environment, EveryVariableOfOursThatAProgramAsksForIsInTheTable) {
    static const RE2 kAsked(
        R"re((?:getenv|environment|variable)\("((?:PTO|PYPTO|PTOAS|SIMPLER|ASCEND|XDG)_[A-Z_]+)"\))re");
    std::set<std::string> asked;
    for (const char* room : {"base", "contract", "generator", "runtime", "library"}) {
        for (const auto& entry : fs::recursive_directory_iterator(fs::path(PTO_SOURCE_DIR) / room)) {
            if (entry.path().extension() != ".cc" && entry.path().extension() != ".h") continue;
            const std::string text = TextOf(entry.path());
            re2::StringPiece rest(text);
            for (std::string name; RE2::FindAndConsume(&rest, kAsked, &name);) asked.insert(name);
        }
    }
    EXPECT_TRUE(asked.contains("PTO_SIM_CXX"));
    asked.erase("PTO_NINJA_TEST_STOP_AT");
    const std::set<std::string> known = TableNames();
    for (const std::string& name : asked) EXPECT_TRUE(known.contains(name)) << name;
}

TEST(Environment, EachProgramListsWhatItReads) {
    EXPECT_THAT(
        EnvironmentOf(ReadBy::kPtoReplay),
        ElementsAre(Pair("PTO_REPLAY_FLAGS", "Flags of pto-replay when ninja starts it."),
                    Pair("PTO_PYTHON", "Python for golden.py, debug/run.py, host orchestrations and PyPTO."),
                    Pair("PYPTO_BENCH_ROUNDS", "Rounds of a benchmark where no flag gives them."),
                    Pair("PYPTO_BENCH_WARMUP", "Rounds before them where no flag gives them."),
                    Pair("PYPTO_RUNTIME_LOG", "Log level where no flag gives it."), Pair("NO_COLOR", "No colours.")));
    EXPECT_EQ(EnvironmentOf(ReadBy::kPtoNinja).size(), std::size(kEnvironment) - 3);
}

}  // namespace
}  // namespace pto
