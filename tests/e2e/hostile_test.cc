// A directory that somebody else made: whatever links and names it holds, nothing outside of it is written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/e2e/support/recorded_ptoas.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class HostileTest : public testing::Test {
  protected:
    HostileTest() : directory_(work_.CopyExample("scale_shift")) {
        WriteFile(work_.Path("canary"), "precious\n");
        WriteFile(work_.Path("elsewhere/file"), "theirs\n");
    }

    Outcome PtoNinja(const std::vector<std::string>& arguments) {
        std::vector<std::string> command = {std::string(PTO_BIN_DIR) + "/pto-ninja"};
        command.insert(command.end(), arguments.begin(), arguments.end());
        return work_.Tool(command);
    }
    // In place of what is there.
    void Link(const std::string& name, const std::string& target) {
        fs::remove_all(directory_ + "/" + name);
        fs::create_directories(fs::path(directory_ + "/" + name).parent_path());
        fs::create_symlink(work_.Path(target), directory_ + "/" + name);
    }
    void ExpectUntouched() {
        EXPECT_EQ(ReadFile(work_.Path("canary")), "precious\n");
        EXPECT_EQ(UserFiles(work_.Path("elsewhere")), (std::map<std::string, std::string>{{"file", "theirs\n"}}));
        EXPECT_FALSE(fs::exists(work_.Path("nothing")));
    }

    Workspace work_;
    std::string directory_;
};

TEST_F(HostileTest, OwnFilesTakeThePlaceOfLinks) {
    for (const char* target : {"canary", "nothing"}) {
        for (const char* name : {"build.ninja", "compile_commands.json", "debug/run", "debug/replay_hooks.cpp"}) {
            Link(name, target);
        }
        const Outcome outcome = PtoNinja({directory_});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
        for (const char* name : {"build.ninja", "compile_commands.json"}) {
            EXPECT_FALSE(fs::is_symlink(directory_ + "/" + name)) << name;
        }
        EXPECT_TRUE(fs::is_symlink(directory_ + "/debug/run")) << "one of the user's";
        ExpectUntouched();
    }
}

TEST_F(HostileTest, FoldersThatLeadOutStopEveryCommandBeforeItWrites) {
    ASSERT_EQ(PtoNinja({directory_}).exit_code, 0);
    for (const char* name : {".pto-ninja", "bench_outputs", "dfx_outputs", "cache"}) {
        const std::string kept = work_.Path("kept");
        const bool there = fs::exists(directory_ + "/" + name);
        if (there) fs::rename(directory_ + "/" + name, kept);
        Link(name, "elsewhere");
        const std::string refused = "error: " + directory_ + "/" + name +
                                    ": is a link that leads out of the directory, where nothing of ours is written; "
                                    "remove the link; what it leads to stays as it is\n";
        for (const std::vector<std::string>& command : {std::vector<std::string>{directory_},
                                                        {"restore", directory_, "--yes"},
                                                        {"report", directory_},
                                                        {"ide", directory_}}) {
            const Outcome outcome = PtoNinja(command);
            EXPECT_EQ(outcome.exit_code, 2) << command[0];
            EXPECT_EQ(outcome.err, "pto-ninja: " + refused) << command[0];
        }
        const Outcome replay = work_.Tool({PTO_BIN_DIR "/pto-replay", directory_});
        EXPECT_EQ(replay.exit_code, 2);
        EXPECT_THAT(replay.err, HasSubstr("pto-replay: " + refused));
        ExpectUntouched();
        fs::remove(directory_ + "/" + name);
        if (there) fs::rename(kept, directory_ + "/" + name);
    }
}

TEST_F(HostileTest, ASourceThatIsKeptUnderANameElsewhereIsDamage) {
    PTO_NEEDS(MissingProgram("tar"));
    ASSERT_EQ(PtoNinja({directory_}).exit_code, 0);
    const std::string archive = directory_ + "/.pto-ninja/baseline/sources.tar";
    const std::string before = ReadFile(archive);
    for (const char* name : {"../canary", "a/../../canary", "/canary"}) {
        const Outcome made = work_.Tool(
            {"tar", "--format=ustar", "-P", "-cf", archive, "--transform", "s,.*," + std::string(name) + ",", "file"},
            work_.Path("elsewhere"));
        ASSERT_EQ(made.exit_code, 0) << made.All();
        const std::string damage = std::string(".pto-ninja/baseline/sources.tar: is damaged: the name '") + name +
                                   "' leads out of the directory; delete it; the sources as they are then count as the "
                                   "code as compiled from the next generation on\n";
        for (const std::vector<std::string>& command :
             {std::vector<std::string>{"restore", directory_, "--yes"}, {"diff", directory_}}) {
            const Outcome outcome = PtoNinja(command);
            EXPECT_EQ(outcome.exit_code, 2) << command[0];
            EXPECT_EQ(outcome.err, "pto-ninja: error: " + directory_ + "/" + damage) << command[0];
        }
        const Outcome generated = PtoNinja({directory_});
        EXPECT_EQ(generated.exit_code, 2);
        EXPECT_EQ(generated.err, "pto-ninja: error: " + damage);
        const Outcome report = PtoNinja({"report", directory_});
        EXPECT_EQ(report.exit_code, 0);
        EXPECT_EQ(report.err, "pto-ninja: warning: " + directory_ + "/" + damage);
        ExpectUntouched();
    }
    WriteFile(archive, before);
    EXPECT_EQ(PtoNinja({"restore", directory_, "--yes"}).exit_code, 0);
}

}  // namespace
}  // namespace pto::test
