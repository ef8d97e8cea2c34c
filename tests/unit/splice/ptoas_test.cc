#include "generator/splice/ptoas.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "base/error.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

using test::EnvironmentVariable;
using test::TempSpace;
using ::testing::ElementsAre;

constexpr char kAnswers[] = "#!/bin/sh\necho 'ptoas 0.55'\n";

// PTOAS_ROOT and PATH lead nowhere unless a test says so.
class FindPtoasTest : public ::testing::Test {
  protected:
    TempSpace space_;
    EnvironmentVariable root_{"PTOAS_ROOT", nullptr};
    EnvironmentVariable path_{"PATH", space_.Path("nowhere").c_str()};
};

TEST_F(FindPtoasTest, TakesTheFirstOfPathThatIsAProgram) {
    space_.MakeDirectory("a/ptoas");
    space_.Write("b/ptoas", kAnswers);
    space_.WriteProgram("c/ptoas", kAnswers);
    const EnvironmentVariable path("PATH",
                                   (space_.Path("a") + ":" + space_.Path("b") + ":" + space_.Path("c")).c_str());
    const PtoasLocation found = FindPtoas("");
    EXPECT_EQ(found.state, PtoasState::kFound);
    EXPECT_EQ(found.launcher, space_.Path("c/ptoas"));
    EXPECT_EQ(found.origin, "PATH");
}

TEST_F(FindPtoasTest, SaysSoWhenThereIsNone) {
    const PtoasLocation found = FindPtoas("");
    EXPECT_EQ(found.state, PtoasState::kNotOnPath);
    EXPECT_EQ(found.problem, "ptoas is not on PATH and PTOAS_ROOT is not set");
}

TEST_F(FindPtoasTest, KnowsTheFourShapesOfARelease) {
    space_.WriteProgram("launcher/ptoas", kAnswers);
    space_.WriteProgram("launcher/bin/ptoas", kAnswers);
    space_.MakeDirectory("package/ptoas");
    space_.WriteProgram("package/bin/ptoas", kAnswers);
    space_.MakeDirectory("bundled/ptoas");
    space_.WriteProgram("bundled/ptoas.sh", kAnswers);
    space_.WriteProgram("bundled/bin/ptoas", kAnswers);
    space_.WriteProgram("bare/bin/ptoas", kAnswers);
    space_.Write("bare/ptoas.sh", "not a program");
    const std::pair<const char*, const char*> expected[] = {{"launcher", "launcher/ptoas"},
                                                            {"package", "package/bin/ptoas"},
                                                            {"bundled", "bundled/ptoas.sh"},
                                                            {"bare", "bare/bin/ptoas"}};
    for (const auto& [root, launcher] : expected) {
        const EnvironmentVariable variable("PTOAS_ROOT", space_.Path(root).c_str());
        EXPECT_EQ(FindPtoas("").launcher, space_.Path(launcher)) << root;
        EXPECT_EQ(FindPtoas("").origin, "PTOAS_ROOT");
    }
}

TEST_F(FindPtoasTest, DoesNotSearchPathWhenARootIsSet) {
    space_.WriteProgram("c/ptoas", kAnswers);
    space_.MakeDirectory("empty");
    const EnvironmentVariable path("PATH", space_.Path("c").c_str());
    const EnvironmentVariable root("PTOAS_ROOT", space_.Path("empty").c_str());
    const PtoasLocation found = FindPtoas("");
    EXPECT_EQ(found.state, PtoasState::kEmptyRoot);
    EXPECT_EQ(found.launcher, "");
    EXPECT_EQ(found.problem, "PTOAS_ROOT is '" + space_.Path("empty") +
                                 "', which has no executable ptoas, ptoas.sh or bin/ptoas (PATH is not searched)");
    const EnvironmentVariable unset("PTOAS_ROOT", "");
    EXPECT_EQ(FindPtoas("").state, PtoasState::kFound);
}

TEST_F(FindPtoasTest, TakesAGivenLauncherOrRoot) {
    space_.WriteProgram("root/bin/ptoas", kAnswers);
    space_.WriteProgram("other name", kAnswers);
    EXPECT_EQ(FindPtoas(space_.Path("root")).launcher, space_.Path("root/bin/ptoas"));
    EXPECT_EQ(FindPtoas(space_.Path("other name")).launcher, space_.Path("other name"));
    EXPECT_EQ(FindPtoas(space_.Path("other name")).origin, "--ptoas");
    try {
        FindPtoas("no/such");
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "no/such: neither an executable file nor a directory with ptoas, ptoas.sh or bin/ptoas; correct "
                     "--ptoas, or leave it out to use PTOAS_ROOT or PATH");
    }
}

TEST(PtoasVersion, ReadsWhatTheLauncherSays) {
    const TempSpace space;
    space.WriteProgram("a", kAnswers);
    space.WriteProgram("b", "#!/bin/sh\necho 'PTO assembler, build 7'\n");
    space.WriteProgram("c", "#!/bin/sh\nexit 3\n");
    space.WriteProgram("d", "#!/bin/sh\necho v0.60.1-rc2 >&2\n");
    EXPECT_EQ(PtoasVersion(space.Path("a")), "0.55");
    EXPECT_EQ(PtoasVersion(space.Path("b")), "PTO assembler, build 7");
    EXPECT_EQ(PtoasVersion(space.Path("c")), "of unknown version");
    EXPECT_EQ(PtoasVersion(space.Path("d")), "0.60.1-rc2");
    space.WriteProgram("a", "#!/bin/sh\necho 9.9\n");
    EXPECT_EQ(PtoasVersion(space.Path("a")), "0.55");
}

TEST(PtoasIdentity, ChangesWithTheProgramAndNotWithItsPlace) {
    const TempSpace space;
    space.WriteProgram("a/ptoas", kAnswers);
    space.WriteProgram("a/bin/ptoas", "binary");
    std::filesystem::copy(space.Path("a"), space.Path("b"), std::filesystem::copy_options::recursive);
    for (const char* name : {"/ptoas", "/bin/ptoas"})
        space.SetTime("b" + std::string(name), space.Time("a" + std::string(name)));
    const std::string identity = PtoasIdentity(space.Path("a/ptoas"));
    EXPECT_EQ(PtoasIdentity(space.Path("b/ptoas")), identity);
    space.WriteProgram("b/bin/ptoas", "another");
    EXPECT_NE(PtoasIdentity(space.Path("b/ptoas")), identity);
    std::filesystem::create_symlink(space.Path("a/ptoas"), space.Path("link"));
    EXPECT_EQ(PtoasIdentity(space.Path("link")), identity);
}

TEST(PtoasArch, FollowsTheBackend) {
    EXPECT_EQ(PtoasArch("Ascend910B"), "a3");
    EXPECT_EQ(PtoasArch("Ascend950"), "a5");
    EXPECT_EQ(PtoasArch("Ascend310P"), "");
    EXPECT_EQ(PtoasArch(""), "");
}

TEST(PtoasLevel, IsThreeWhenAnOperationPlacesATile) {
    EXPECT_EQ(PtoasLevel("  %t = pto.alloc_tile addr = %c0 valid_row = %r : !pto.tile_buf<loc=vec>\n"), "level3");
    EXPECT_EQ(PtoasLevel("x\r\n%t__0=pto.alloc_tile  addr=%c0 : !t\r\n"), "level3");
    EXPECT_EQ(PtoasLevel("  %t = pto.alloc_tile valid_row = %r : !t\n  %u = pto.alloc_tile addr = %c : !t"), "level3");
}

TEST(PtoasLevel, IsTwoWhenTheWordsStandElsewhere) {
    const char* texts[] = {
        "",
        "  %t = pto.alloc_tile valid_row = %r : !t\n",
        "  // %t = pto.alloc_tile addr = %c0 : !t\n",
        "  %t = pto.alloc_tile valid_row = %r : !t // was addr = %c0\n",
        "  %t = pto.alloc_tile valid_row = %r {note = \"addr = 1\"} : !t\n",
        "  %t = pto.alloc_tile valid_row = %r {addr = 1} : !t\n",
        "  %t = pto.alloc_tile valid_row = %r : !t loc(\"addr = 1\")\n",
        "  %t = pto.alloc_tile valid_row = %r : !pto.tile<addr = 3>\n",
        "  %t = pto.alloc_tile_more addr = %c0 : !t\n",
        "  %t = pto.make_view addr = %c0 : !t\n  %addr = pto.alloc_tile valid_row = %r : !t\n",
        "  %t = pto.alloc_tile valid_row = %r : !t\n  addr = %c0\n",
        "  %t = pto.alloc_tile my_addr2 = %r : !t\n",
    };
    for (const char* text : texts) EXPECT_EQ(PtoasLevel(text), "level2") << text;
}

TEST(PtoasFlags, AddArchAndExtras) {
    EXPECT_THAT(PtoasFlags("", "", {}), ElementsAre("--enable-insert-sync", "--pto-level=level2"));
    EXPECT_THAT(PtoasFlags("%t = pto.alloc_tile addr = %c : !t", "a5", {"--x", "y z"}),
                ElementsAre("--enable-insert-sync", "--pto-level=level3", "--pto-arch=a5", "--x", "y z"));
}

TEST(PtoasTimeout, PrefersTheOption) {
    {
        const EnvironmentVariable unset("PYPTO_PTOAS_TIMEOUT", nullptr);
        EXPECT_EQ(PtoasTimeout(""), 60);
        EXPECT_EQ(PtoasTimeout("0"), 0);
    }
    const EnvironmentVariable variable("PYPTO_PTOAS_TIMEOUT", " 480 ");
    EXPECT_EQ(PtoasTimeout(""), 480);
    EXPECT_EQ(PtoasTimeout("2.5"), 2.5);
}

std::string TimeoutError(const char* option, const char* variable) {
    const EnvironmentVariable setting("PYPTO_PTOAS_TIMEOUT", variable);
    try {
        PtoasTimeout(option);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kUsage);
        return error.what();
    }
    return "no error";
}

TEST(PtoasTimeout, NamesWhatIsNoNumberOfSeconds) {
    EXPECT_EQ(TimeoutError("60s", nullptr), "--ptoas-timeout is '60s', expected a number of seconds; 0 means no limit");
    EXPECT_EQ(TimeoutError("-1", "5"), "--ptoas-timeout is '-1', expected a number of seconds; 0 means no limit");
    EXPECT_EQ(TimeoutError("", "soon"),
              "PYPTO_PTOAS_TIMEOUT is 'soon', expected a number of seconds; 0 means no limit");
    EXPECT_EQ(TimeoutError("nan", nullptr), "--ptoas-timeout is 'nan', expected a number of seconds; 0 means no limit");
}

TEST(RebuildDisabledByEnvironment, KnowsPyPtosWords) {
    for (const char* word : {"0", "false", "no", "FALSE", " No "}) {
        const EnvironmentVariable variable("PYPTO_REBUILD_FROM_PTO", word);
        EXPECT_TRUE(RebuildDisabledByEnvironment()) << word;
    }
    for (const char* word : {"1", "", "off", "true"}) {
        const EnvironmentVariable variable("PYPTO_REBUILD_FROM_PTO", word);
        EXPECT_FALSE(RebuildDisabledByEnvironment()) << word;
    }
    const EnvironmentVariable unset("PYPTO_REBUILD_FROM_PTO", nullptr);
    EXPECT_FALSE(RebuildDisabledByEnvironment());
}

}  // namespace
}  // namespace pto::gen
