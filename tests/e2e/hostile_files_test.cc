// Something else has the name of a file of ours, each of them in turn or all at once: whatever it is, it is replaced or
// named, nobody waits for it, and what it stands for elsewhere stays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "tests/e2e/support/recorded_ptoas.h"
#include "tests/e2e/support/workspace.h"

namespace pto::test {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::HasSubstr;

// What a build, a benchmark, diagnostics, a report and files for editors leave.
class HostileFilesTest : public testing::Test {
  protected:
    void SetUp() override {
        const std::string made = work_.CopyExample("scale_shift", "made");
        sources_ = UserFiles(made);
        ASSERT_EQ(PtoNinja({made}).exit_code, 0);
        for (const std::vector<std::string>& flags :
             {std::vector<std::string>{"--swimlane", "--dep-gen"}, {"benchmark", "--rounds", "3"}}) {
            const Outcome outcome = PtoReplay(made, flags);
            ASSERT_EQ(outcome.exit_code, 0) << outcome.All();
        }
        ASSERT_EQ(PtoNinja({"ide", made}).exit_code, 0);
        ASSERT_EQ(PtoNinja({"report", made}).exit_code, 0);
        for (const auto& entry : fs::recursive_directory_iterator(made)) {
            const std::string name = fs::relative(entry.path(), made).string();
            if (entry.is_regular_file() && sources_.count(name) == 0) ours_.push_back(name);
        }
        std::sort(ours_.begin(), ours_.end());
        ASSERT_GT(ours_.size(), 30U);
        WriteFile(work_.Path("canary"), "precious\n");
    }

    Outcome PtoNinja(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), PTO_BIN_DIR "/pto-ninja");
        return work_.Tool(arguments);
    }
    Outcome PtoReplay(const std::string& directory, std::vector<std::string> flags) {
        flags.insert(flags.begin(), {PTO_BIN_DIR "/pto-replay", directory});
        return work_.Tool(flags);
    }
    std::string Copy() {
        std::string copy = work_.Path("d");
        fs::remove_all(copy);
        EXPECT_EQ(work_.Tool({"cp", "-a", work_.Path("made"), copy}).exit_code, 0);
        return copy;
    }
    // A user's, once they are there.
    static bool IsForEditors(const std::string& name) {
        return name == ".clangd" || name.starts_with(".vscode/") || name.starts_with("debug/");
    }

    // What cannot be made again: damage is refused, since sources must not pass for compiled, nor old outputs for new.
    static bool IsMemory(const std::string& name) {
        return name == ".pto-ninja/baseline/sources.tar" || name == ".pto-ninja/golden/state.json";
    }

    Workspace work_;
    std::map<std::string, std::string> sources_;
    std::vector<std::string> ours_;
};

TEST_F(HostileFilesTest, AllOfThemAtOnceAreReplaced) {
    struct Kind {
        const char* what;
        std::function<void(const std::string& path, const std::string& directory)> plant;
    };
    const Kind kinds[] = {
        {"a fifo", [](const std::string& path, const std::string&) { ASSERT_EQ(mkfifo(path.c_str(), 0600), 0); }},
        {"a second name of a file elsewhere",
         [this](const std::string& path, const std::string&) { fs::create_hard_link(work_.Path("canary"), path); }},
        {"a link to a source",
         [](const std::string& path, const std::string& directory) {
             fs::create_symlink(directory + "/golden.py", path);
         }},
    };
    for (const Kind& kind : kinds) {
        SCOPED_TRACE(kind.what);
        const std::string directory = Copy();
        for (const std::string& name : ours_) {
            if (IsForEditors(name) || IsMemory(name)) continue;
            fs::remove(directory + "/" + name);
            kind.plant(directory + "/" + name, directory);
        }
        const Outcome generated = PtoNinja({directory});
        EXPECT_EQ(generated.exit_code, 0) << generated.All();
        for (const std::vector<std::string>& flags :
             {std::vector<std::string>{"--swimlane", "--dep-gen"}, {"benchmark", "--rounds", "3"}}) {
            const Outcome outcome = PtoReplay(directory, flags);
            EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
        }
        EXPECT_EQ(PtoNinja({"report", directory}).exit_code, 0);
        EXPECT_EQ(PtoNinja({"ide", directory}).exit_code, 0);
        EXPECT_EQ(PtoNinja({"list", directory}).exit_code, 0);
        EXPECT_EQ(ReadFile(work_.Path("canary")), "precious\n");
        for (const auto& [name, text] : sources_) EXPECT_EQ(UserFiles(directory)[name], text) << name;
        for (const char* name :
             {"build.ninja", "compile_commands.json", ".pto-ninja/.ninja_log", ".pto-ninja/last_run.json",
              ".pto-ninja/report.html", "bench_outputs/latest.json", "dfx_outputs/trace.json"}) {
            struct stat info {};
            ASSERT_EQ(lstat((directory + "/" + name).c_str(), &info), 0) << name;
            EXPECT_TRUE(S_ISREG(info.st_mode) && info.st_nlink == 1) << name;
        }
    }
}

// Something may be in it, so it is not removed.
TEST_F(HostileFilesTest, ADirectoryInPlaceOfAFileIsNamed) {
    const std::string directory = Copy();
    size_t named = 0;
    for (const std::string& name : ours_) {
        if (!name.starts_with(".pto-ninja/") && name.find('/') != std::string::npos) continue;
        if (IsForEditors(name)) continue;
        SCOPED_TRACE(name);
        const std::string path = directory + "/" + name;
        fs::remove(path);
        WriteFile(path + "/inside", "precious\n");
        Outcome outcome = PtoNinja({directory});
        if (outcome.exit_code == 0) outcome = PtoReplay(directory, {});
        if (outcome.exit_code != 0) {
            EXPECT_EQ(outcome.exit_code, 2) << outcome.All();
            EXPECT_THAT(outcome.All(),
                        AnyOf(HasSubstr(name + ": a directory is in the place of a file; remove the directory\n"),
                              HasSubstr(name + ": is a directory, expected a file; move it away\n")));
            ++named;
        }
        EXPECT_EQ(ReadFile(path + "/inside"), "precious\n");
        fs::remove_all(path);
        fs::copy_file(work_.Path("made/" + name), path);
    }
    EXPECT_GT(named, 15U);
    EXPECT_EQ(PtoReplay(directory, {}).exit_code, 0);
}

}  // namespace
}  // namespace pto::test
