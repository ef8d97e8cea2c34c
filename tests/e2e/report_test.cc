// `pto-ninja report`: from real builds and runs to a page in a real browser.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/process.h"
#include "tests/e2e/support/browser.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

constexpr char kScale[] = "/kernels/aiv/scale.cpp";

class ReportTest : public testing::Test {
  protected:
    void SetUp() override {
        directory_ = work_.CopyExample("three_steps");
        ASSERT_EQ(work_.Replay(directory_).exit_code, 0);
    }

    std::string Report() {
        const Outcome outcome = work_.Tool({PTO_BIN_DIR "/pto-ninja", "report", directory_});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
        EXPECT_EQ(outcome.out, page_file() + "\n");
        return ReadFile(page_file());
    }

    std::string page_file() const { return directory_ + "/.pto-ninja/report.html"; }

    Workspace work_;
    std::string directory_;
};

TEST_F(ReportTest, TellsWhatWasRebuiltAndWhy) {
    EditFile(directory_ + kScale, "TMULS(x_tile, x_tile, factor);", "TMULS(x_tile, x_tile, factor);  // edited");
    std::string page = Report();
    EXPECT_THAT(page, HasSubstr("<p>L2, a2a3sim, 3 kernels, 1 of 4 binaries stale (source)</p>"));
    EXPECT_THAT(page, HasSubstr("<td>compiled</td><td>scale</td><td>never built</td>"));
    EXPECT_THAT(page, HasSubstr("<li>kernels/aiv/scale.cpp: &#39;kernels/aiv/scale.cpp&#39; changed</li>"));
    EXPECT_THAT(page, HasSubstr("+    TMULS(x_tile, x_tile, factor);  // edited\n"));
    EXPECT_THAT(page, HasSubstr("/kernels/aiv/scale.so</td>"));
    ASSERT_EQ(work_.Ninja(directory_, {"replay"}).exit_code, 0);
    page = Report();
    EXPECT_THAT(page, HasSubstr("<tr><th>step</th><th>of</th><th>because</th></tr>\n<tr><td>compiled</td><td>scale</td>"
                                "<td>&#39;kernels/aiv/scale.cpp&#39; changed</td></tr>\n</table>\n"
                                "<p>3 binaries were there already.</p>"));
    EXPECT_THAT(page, Not(HasSubstr("What the next build makes again")));
    ASSERT_EQ(work_.Ninja(directory_, {"replay"}).exit_code, 0);
    EXPECT_THAT(Report(), HasSubstr("<p>Nothing; 4 binaries were there already.</p>"));
}

TEST_F(ReportTest, OtherReasonsToCompile) {
    const std::string object = directory_ + "/.pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so";
    std::filesystem::remove(object);
    ASSERT_EQ(work_.Ninja(directory_, {"replay"}).exit_code, 0);
    EXPECT_THAT(Report(), HasSubstr("<td>compiled</td><td>scale</td><td>the binary is gone</td>"));
    std::filesystem::last_write_time(directory_ + kScale, std::filesystem::file_time_type::clock::now());
    ASSERT_EQ(work_.Ninja(directory_, {"replay"}).exit_code, 0);
    EXPECT_THAT(Report(), HasSubstr("<td>compiled</td><td>scale</td><td>&#39;kernels/aiv/scale.cpp&#39; is newer, its "
                                    "content the same</td>"));
    ASSERT_EQ(work_.Ninja(directory_, {"kernels"}, {"PTO_REPLAY_FLAGS=--recompile"}).exit_code, 0);
    ASSERT_EQ(work_.Compiled(directory_).size(), 4u);
    EXPECT_THAT(
        ReadFile(directory_ + "/.pto-ninja/activity"),
        HasSubstr("compiled\tscale\t--recompile\t.pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so\trequested\n"));
}

TEST_F(ReportTest, AFailedRunIsReportedWithItsMessage) {
    EditFile(directory_ + kScale, "TMULS(x_tile, x_tile, factor)", "TADDS(x_tile, x_tile, factor)");
    ASSERT_EQ(work_.Ninja(directory_, {"replay"}).exit_code, 1);
    EXPECT_THAT(Report(), HasSubstr("<td>out</td><td><span class=\"bad\">mismatch</span></td>"));
    WriteFile(directory_ + "/.pto-ninja/golden/inputs.safetensors", "damaged");
    ASSERT_EQ(work_.Tool({PTO_BIN_DIR "/pto-replay", directory_, "--no-build"}).exit_code, 2);
    EXPECT_THAT(Report(), HasSubstr("<pre>" + directory_ + "/.pto-ninja/golden/inputs.safetensors: "));
}

TEST_F(ReportTest, DamagedFilesCostOnlyWhatTheyHold) {
    ASSERT_EQ(work_.Ninja(directory_, {"benchmark"}, {"PTO_REPLAY_FLAGS=--rounds 10"}).exit_code, 0);
    for (const char* file : {"last_run.json", ".ninja_log", "scan_plan", "baseline/sources.tar"}) {
        WriteFile(directory_ + "/.pto-ninja/" + file, "damaged");
    }
    const std::string page = Report();
    EXPECT_THAT(page, HasSubstr("<p>Nothing ran yet.</p>"));
    EXPECT_THAT(page, HasSubstr("<h2>Last benchmark</h2>"));
    EXPECT_THAT(page, Not(HasSubstr("Slowest steps")));
}

TEST_F(ReportTest, BothPagesAreLaidOutByABrowser) {
    PTO_NEEDS(WhyNoBrowser());
    ASSERT_EQ(work_.Ninja(directory_, {"swimlane"}).exit_code, 0);
    ASSERT_EQ(work_.Ninja(directory_, {"benchmark"}, {"PTO_REPLAY_FLAGS=--rounds 30"}).exit_code, 0);
    EditFile(directory_ + kScale, "TMULS(x_tile, x_tile, factor);",
             "TMULS(x_tile, x_tile, factor);  // " + std::string(300, 'x'));
    Report();
    EXPECT_THAT(LaidOut(page_file(), work_.Path("report.html")),
                MatchesRegex("overflow=0 tables=[34] pictures=0 hidden=0 links=6 errors=0"));
    EXPECT_THAT(LaidOut(directory_ + "/bench_outputs/latest.html", work_.Path("bench.html")),
                MatchesRegex("overflow=0 tables=2 pictures=2 hidden=0 links=0 errors=0"));
    EXPECT_THAT(Screenshot(page_file(), work_.Path("page.png")), StartsWith("\x89PNG"));
}

TEST_F(ReportTest, OpensTheBrowserThatTheDesktopKnows) {
    WriteFile(work_.Path("bin/xdg-open"), "#!/bin/sh\necho opened \"$1\"\n");
    std::filesystem::permissions(work_.Path("bin/xdg-open"), std::filesystem::perms::owner_all);
    const std::vector<std::string> command = {PTO_BIN_DIR "/pto-ninja", "report", "--open", directory_};
    const Outcome opened = work_.Tool(command, {}, {"PATH=" + work_.Path("bin") + ":/usr/bin:/bin"});
    EXPECT_EQ(opened.out, page_file() + "\nopened " + page_file() + "\n");
    const Outcome without = work_.Tool(command, {}, {"PATH=" + work_.Path("nothing")});
    EXPECT_EQ(without.exit_code, 3);
    EXPECT_EQ(without.err, "pto-ninja: error: 'xdg-open' is not in PATH; open '" + page_file() + "' yourself\n");
}

TEST_F(ReportTest, OfADirectoryThatHasNone) {
    const std::string fresh = work_.CopyExample("scale_shift");
    const Outcome outcome = work_.Tool({PTO_BIN_DIR "/pto-ninja", "report", fresh});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.err, "pto-ninja: error: " + fresh + ": has no build yet, so there is nothing to report; run " +
                               "'pto-ninja " + fresh + "'\n");
}

TEST_F(ReportTest, OfAWholeTree) {
    work_.CopyExample("scale_shift");
    std::filesystem::create_directory(work_.Path("empty"));
    const Outcome outcome = work_.Tool({PTO_BIN_DIR "/pto-ninja", "report", work_.Path("")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    const std::string page = ReadFile(work_.Path(".pto-ninja/report.html"));
    EXPECT_THAT(page, HasSubstr("<a href=\"../three_steps/.pto-ninja/report.html\">"));
    EXPECT_THAT(page, HasSubstr("not generated"));
}

}  // namespace
}  // namespace pto::test
