// README and docs/ say what is true: their commands run, their C++ compiles, their links and the tests they name exist.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>

#include "base/text.h"
#include "tests/e2e/support/document.h"
#include "tests/e2e/support/document_rules.h"
#include "tests/e2e/support/workspace.h"

namespace pto::test {
namespace {

namespace fs = std::filesystem;

using testing::IsEmpty;

const std::string kRoot = PTO_SOURCE_DIR;
constexpr char kChinese[] = "README.zh-CN.md";

// Relative to the checkout, sorted.
std::vector<std::string> DocumentNames() {
    std::vector<std::string> names;
    for (const char* folder : {"", "docs/"}) {
        for (const fs::directory_entry& entry : fs::directory_iterator(kRoot + "/" + folder)) {
            if (entry.path().extension() == ".md") names.push_back(folder + entry.path().filename().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

Document LoadDocument(const std::string& name) {
    return ParseDocument(ReadFile(kRoot + "/" + name));
}

std::string PlaceOf(const std::string& name, int line) {
    return name + ":" + std::to_string(line);
}

std::vector<ShellCommand> CommandsToRun(const Document& document) {
    std::vector<ShellCommand> commands = ShellCommands(document);
    std::erase_if(commands, [](const ShellCommand& command) { return FindNotRun(command.text) != nullptr; });
    return commands;
}

class DocumentTest : public testing::TestWithParam<std::string> {
  protected:
    // As a shell of a user would run it who has our programs in PATH and none of the optional roots.
    Outcome Shell(const std::string& command) {
        const std::string path = std::string(PTO_BIN_DIR) + ":" + std::getenv("PATH");
        return work_.Tool(
            {"env", "-u", "SIMPLER_ROOT", "-u", "PTO_ISA_ROOT", "-u", "ASCEND_HOME_PATH", "sh", "-c", command},
            work_.Path("."), {"PATH=" + path, "PYPTO_BENCH_ROUNDS=20", "PYPTO_BENCH_WARMUP=1"});
    }

    // What the documents take for granted: a compiled directory, and a benchmark of it from before.
    void PrepareExample() {
        work_.CopyExample("scale_shift", "build_output/_jit_xxx");
        const Outcome outcome = Shell(
            "pto-ninja build_output/_jit_xxx && ninja -C build_output/_jit_xxx benchmark && "
            "cp build_output/_jit_xxx/bench_outputs/latest.json old.json");
        ASSERT_EQ(outcome.exit_code, 0) << outcome.All();
    }

    Workspace work_;
};

TEST_P(DocumentTest, CommandsRun) {
    const std::vector<ShellCommand> commands = CommandsToRun(LoadDocument(GetParam()));
    // The translation has the same commands, by another test.
    if (commands.empty() || GetParam() == kChinese) return;
    fs::create_directories(work_.Path("build_output"));
    PrepareExample();
    if (HasFatalFailure()) return;
    for (const auto& [text, line] : commands) {
        const Outcome outcome = Shell(WithExample(text));
        EXPECT_EQ(outcome.exit_code, 0) << PlaceOf(GetParam(), line) << ": " << text << "\n" << outcome.All();
    }
}

TEST_P(DocumentTest, CodeCompiles) {
    for (const CodeBlock& block : LoadDocument(GetParam()).blocks) {
        if (block.language != "cpp" || FindFragment(block.lines.at(0)) != nullptr) continue;
        const std::string source = work_.Path("block.cc");
        WriteFile(source, block.Text());
        const Outcome outcome =
            work_.Tool({"c++", "-std=c++20", "-fsyntax-only", "-Wall", "-isystem", PTO_EMBEDDED_INCLUDE, "-I",
                        kRoot + "/library/include", "-I", kRoot, source});
        EXPECT_EQ(outcome.exit_code, 0) << PlaceOf(GetParam(), block.line) << "\n" << outcome.All();
    }
}

TEST_P(DocumentTest, LinksLeadSomewhere) {
    for (const auto& [target, line] : LoadDocument(GetParam()).links) {
        if (target.find("://") != std::string::npos) continue;
        const std::string place = PlaceOf(GetParam(), line) + ": " + target;
        const std::vector<std::string_view> parts = Split(target, '#');
        const fs::path file =
            parts[0].empty() ? fs::path(GetParam()) : fs::path(GetParam()).parent_path() / std::string(parts[0]);
        ASSERT_TRUE(fs::exists(kRoot / file)) << place;
        if (parts.size() < 2) continue;
        const std::vector<Heading> headings = LoadDocument(file.lexically_normal().string()).headings;
        EXPECT_TRUE(std::any_of(headings.begin(), headings.end(), [&](const Heading& heading) {
            return AnchorOf(heading.text) == parts[1];
        })) << place;
    }
}

INSTANTIATE_TEST_SUITE_P(All, DocumentTest, testing::ValuesIn(DocumentNames()), [](const auto& test) {
    std::string name;
    for (const char c : test.param) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    return name;
});

TEST(Documents, EveryExceptionIsNeeded) {
    std::set<std::string, std::less<>> commands;
    std::set<std::string, std::less<>> first_lines;
    for (const std::string& name : DocumentNames()) {
        const Document document = LoadDocument(name);
        for (const ShellCommand& command : ShellCommands(document)) commands.insert(command.text);
        for (const CodeBlock& block : document.blocks) first_lines.insert(block.lines.at(0));
    }
    for (const CommandNotRun& row : CommandsNotRun()) EXPECT_TRUE(commands.contains(row.command)) << row.command;
    for (const Fragment& row : Fragments()) EXPECT_TRUE(first_lines.contains(row.first_line)) << row.first_line;
}

TEST(Documents, TheTranslationOfReadmeIsOfThisOne) {
    const Document english = LoadDocument("README.md");
    const Document chinese = LoadDocument(kChinese);
    std::vector<std::string> commands[2];
    std::vector<int> levels[2];
    size_t i = 0;
    for (const Document* document : {&english, &chinese}) {
        for (const ShellCommand& command : ShellCommands(*document)) commands[i].push_back(command.text);
        for (const Heading& heading : document->headings) levels[i].push_back(heading.level);
        ++i;
    }
    EXPECT_EQ(commands[0], commands[1]);
    EXPECT_EQ(levels[0], levels[1]);
    ASSERT_EQ(english.tables.size(), chinese.tables.size());
    for (size_t table = 0; table < english.tables.size(); ++table) {
        EXPECT_EQ(english.tables[table].rows.size(), chinese.tables[table].rows.size())
            << PlaceOf(kChinese, chinese.tables[table].line);
    }
}

// "EditTest.ASyntaxErrorNamesFileAndLine": of every test in tests/.
std::set<std::string> TestNames() {
    std::set<std::string> names;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kRoot + "/tests")) {
        if (!entry.path().string().ends_with("_test.cc")) continue;
        const std::string text = ReadFile(entry.path());
        for (const std::string_view line : Lines(text)) {
            const size_t open = line.find('(');
            const size_t comma = line.find(", ");
            const size_t close = line.find(')');
            if (!line.starts_with("TEST") || comma == std::string_view::npos || close < comma) continue;
            names.insert(std::string(line.substr(open + 1, comma - open - 1)) + "." +
                         std::string(line.substr(comma + 2, close - comma - 2)));
        }
    }
    return names;
}

TEST(Documents, NameOnlyTestsThatExist) {
    static const std::regex kName("[A-Z]\\w+\\.[A-Z]\\w+");
    const std::set<std::string> tests = TestNames();
    std::vector<std::string> unknown;
    size_t named = 0;
    for (const char* document : {"docs/migrating.md", "docs/contributing.md"}) {
        for (const std::string& span : LoadDocument(document).spans) {
            if (!std::regex_match(span, kName)) continue;
            ++named;
            if (tests.count(span) == 0) unknown.push_back(std::string(document) + ": " + span);
        }
    }
    EXPECT_THAT(unknown, IsEmpty());
    EXPECT_GT(named, 100u);
}

}  // namespace
}  // namespace pto::test
