// Precompiled headers and launchers: faster builds that are the same builds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/hash.h"
#include "base/process.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kObjects[] = "/.pto-ninja/a2a3sim-embedded/";

class LauncherTest : public testing::Test {
  protected:
    std::string Built(const std::string& as, const std::vector<std::string>& flags, const Environment& env = {}) {
        const std::string directory = work_.CopyExample("three_steps", as);
        EXPECT_EQ(work_.Generate(directory, flags).exit_code, 0);
        const Outcome replay = work_.Ninja(directory, {"replay"}, env);
        EXPECT_EQ(replay.exit_code, 0) << replay.All();
        return directory;
    }

    // Names and hashes of contents.
    std::map<std::string, std::string> Kernels(const std::string& directory) {
        std::map<std::string, std::string> kernels;
        for (const auto& file : std::filesystem::recursive_directory_iterator(directory + kObjects + "kernels")) {
            if (file.path().extension() == ".so") kernels[file.path().filename()] = ContentHash(ReadFile(file.path()));
        }
        return kernels;
    }

    // A header of the kernels that lies in the directory, so that an edit of it has to be noticed.
    void ExpectHeaderEditNoticed(const std::string& directory, const Environment& env) {
        const std::string kernel = FirstKernel(directory);
        EditFile(kernel, "#include \"tensor.h\"", "#include \"tensor.h\"\n#include \"mine.h\"");
        WriteFile(std::filesystem::path(kernel).parent_path().string() + "/mine.h", "#define MINE 1\n");
        EXPECT_EQ(work_.Ninja(directory, {"kernels"}, env).exit_code, 0);
        EXPECT_EQ(work_.Ninja(directory, {"kernels"}, env).exit_code, 0);
        EXPECT_THAT(work_.Compiled(directory), IsEmpty());
        WriteFile(std::filesystem::path(kernel).parent_path().string() + "/mine.h", "#define MINE 2\n");
        const Outcome edited = work_.Ninja(directory, {"replay"}, env);
        EXPECT_EQ(edited.exit_code, 0) << edited.All();
        EXPECT_EQ(work_.Compiled(directory).size(), 1U);
    }

    std::string FirstKernel(const std::string& directory) {
        std::vector<std::string> sources;
        for (const auto& file : std::filesystem::recursive_directory_iterator(directory + "/kernels")) {
            if (file.path().extension() == ".cpp") sources.push_back(file.path());
        }
        std::sort(sources.begin(), sources.end());
        return sources.front();
    }

    Workspace work_;
};

TEST_F(LauncherTest, ObjectsAreTheSameBytesWithAndWithoutAPrecompiledHeader) {
    const std::string with = Built("with", {"--pch"});
    const std::string without = Built("without", {"--no-pch"});
    ASSERT_TRUE(std::filesystem::exists(with + kObjects + "prefix/aiv.hpp.gch"));
    ASSERT_FALSE(std::filesystem::exists(without + kObjects + "prefix"));
    EXPECT_EQ(Kernels(with), Kernels(without));
}

TEST_F(LauncherTest, AKernelThatStartsDifferentlyIsCompiledWithoutIt) {
    const std::string directory = Built("differs", {"--pch"});
    EditFile(FirstKernel(directory), "#include <pto/pto-inst.hpp>", "#define MINE 1\n#include <pto/pto-inst.hpp>");
    const Outcome replay = work_.Ninja(directory, {"replay"});
    EXPECT_EQ(replay.exit_code, 0) << replay.All();
    EXPECT_EQ(work_.Compiled(directory).size(), 1U);
    ExpectHeaderEditNoticed(directory, {});
}

TEST_F(LauncherTest, ADirectoryThatWasMovedStillBuilds) {
    const std::string directory = Built("here", {"--pch"});
    const std::string there = work_.Path("there");
    std::filesystem::rename(directory, there);
    const Outcome moved = work_.Ninja(there, {"replay"});
    EXPECT_EQ(moved.exit_code, 0) << moved.All();
    EXPECT_THAT(work_.Compiled(there), IsEmpty());
    EditFile(FirstKernel(there), "#include \"tensor.h\"", "#include \"tensor.h\"\n");
    EXPECT_EQ(work_.Ninja(there, {"replay"}).exit_code, 0);
    EXPECT_EQ(work_.Compiled(there).size(), 1U);
}

TEST_F(LauncherTest, CcacheHitsKeepTheHeaders) {
    PTO_NEEDS(MissingProgram("ccache"));
    const Environment env = {"CCACHE_DIR=" + work_.Path("cache"), "CCACHE_NOHASHDIR=1"};
    const std::string first = Built("first", {"--launcher", "ccache"}, env);
    const std::string second = Built("second", {"--launcher", "ccache"}, env);
    EXPECT_FALSE(std::filesystem::exists(second + kObjects + "prefix")) << "it would keep ccache from caching";
    const Outcome statistics = work_.Tool({"ccache", "--print-stats"}, {}, env);
    EXPECT_THAT(statistics.out, HasSubstr("direct_cache_hit\t4"));
    EXPECT_EQ(Kernels(first), Kernels(second));
    EXPECT_EQ(Kernels(first), Kernels(Built("plain", {"--no-pch"})));
    const Outcome deps = work_.Ninja(second, {"-t", "deps"});
    EXPECT_THAT(deps.out, Not(HasSubstr("#deps 0")));
    ExpectHeaderEditNoticed(second, env);
}

// A daemon on this machine compiles what is sent to it.
TEST_F(LauncherTest, DistccCompilesElsewhereAndHeaderEditsAreNoticed) {
    PTO_NEEDS(MissingProgram("distcc"));
    PTO_NEEDS(MissingProgram("distccd"));
    const std::string port = std::to_string(20000 + getpid() % 20000);
    const std::string log = work_.Path("distccd.log");
    const std::string pid = work_.Path("distccd.pid");
    WriteFile(log, "");
    std::filesystem::create_directory(work_.Path("state"));
    std::filesystem::permissions(log, std::filesystem::perms::all);
    std::filesystem::permissions(work_.Path(""), std::filesystem::perms::all);
    const Outcome daemon = work_.Tool({"distccd", "--daemon", "--port", port, "--listen", "127.0.0.1", "--allow",
                                       "127.0.0.1", "--log-file", log, "--pid-file", pid, "--enable-tcp-insecure"});
    ASSERT_EQ(daemon.exit_code, 0) << daemon.All();
    const Environment env = {"DISTCC_HOSTS=127.0.0.1:" + port, "DISTCC_FALLBACK=0", "DISTCC_DIR=" + work_.Path("state"),
                             "DISTCC_SKIP_LOCAL_RETRY=1"};
    const std::string directory = Built("sent", {"--launcher", "distcc"}, env);
    EXPECT_THAT(ReadFile(log), HasSubstr("COMPILE_OK"));
    EXPECT_EQ(Kernels(directory), Kernels(Built("plain", {"--no-pch"})));
    ExpectHeaderEditNoticed(directory, env);
    work_.Tool({"sh", "-c", "kill $(cat " + pid + ")"});
}

TEST_F(LauncherTest, ALauncherThatIsNotThereIsNamed) {
    const std::string directory = work_.CopyExample("three_steps");
    const Outcome refused = work_.Generate(directory, {"--launcher", "no-such-launcher"});
    EXPECT_EQ(refused.err,
              "pto-ninja: error: launcher 'no-such-launcher' (--launcher) cannot be started; install it, or leave "
              "--launcher out\n");
    EXPECT_EQ(refused.exit_code, 3);
}

}  // namespace
}  // namespace pto::test
