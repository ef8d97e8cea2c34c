#include "base/python_call.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_of.h"
#include "tests/support/temp_space.h"

namespace pto {
namespace {

using testing::ElementsAre;

// Programs that take the words of an interpreter: -B -c TEXT and arguments.
class CallingPython : public testing::Test {
  protected:
    CallingPython() {
        call_.report = space_.Path("report");
        call_.words = {"text", call_.report};
        call_.remedy = "set PTO_PYTHON";
    }

    PythonAnswer Call(const std::string& body) {
        space_.WriteProgram("python", "#!/bin/sh\n" + body);
        return CallPython(space_.Path("python"), call_, files_);
    }

    std::string Refusal(const std::string& body) {
        const std::string program = "'" + space_.Path("python") + "'";
        std::string message = test::ErrorOf([&] { Call(body); });
        const size_t at = message.find(program);
        return at == std::string::npos ? message : message.replace(at, program.size(), "PYTHON");
    }

    test::TempSpace space_;
    RealFileSystem files_;
    PythonCall call_;
};

TEST_F(CallingPython, GivesTheReportAndWhatWasPrinted) {
    std::vector<std::string> lines;
    call_.log = [&](std::string_view line) { lines.emplace_back(line); };
    const PythonAnswer answer = Call("echo \"$1 $2 $3\"; echo b >&2; echo '{\"status\": \"ok\"}' > \"$4\"\n");
    EXPECT_EQ(answer.report.at("status"), "ok");
    EXPECT_THAT(lines, ElementsAre("-B -c text", "b"));
}

TEST_F(CallingPython, SaysHowItEndedWithoutAReport) {
    EXPECT_EQ(Refusal("exit 3\n"), "PYTHON ended with code 3 without a result; set PTO_PYTHON");
    EXPECT_EQ(Refusal("exit 0\n"), "PYTHON ended with code 0 without a result; set PTO_PYTHON");
    EXPECT_EQ(Refusal("echo '{\"status\": \"ok\"}' > \"$4\"; exit 3\n"),
              "PYTHON ended with code 3 without a result; set PTO_PYTHON");
    call_.what = "PyPTO";
    EXPECT_EQ(Refusal("kill -9 $$\n"), "PYTHON was ended by signal 9 while PyPTO was running; set PTO_PYTHON");
}

TEST_F(CallingPython, TakesTheReportOfADeathThatCounts) {
    call_.counts = [](const Json& report) { return report.contains("failure"); };
    EXPECT_EQ(Call("echo '{\"status\": \"ok\", \"failure\": 1}' > \"$4\"; exit 3\n").result.exit_code, 3);
    EXPECT_EQ(Refusal("echo '{\"status\": \"ok\"}' > \"$4\"; exit 3\n"),
              "PYTHON ended with code 3 without a result; set PTO_PYTHON");
}

TEST_F(CallingPython, RefusesWhatIsNoReport) {
    EXPECT_EQ(Refusal("echo no > \"$4\"\n"), "PYTHON wrote a malformed report (no JSON); set PTO_PYTHON");
    EXPECT_EQ(Refusal("echo '[]' > \"$4\"\n"), "PYTHON wrote a malformed report (without a status); set PTO_PYTHON");
    EXPECT_EQ(Refusal("truncate -s 67108865 \"$4\"\n"),
              "PYTHON wrote a malformed report (67108865 bytes); set PTO_PYTHON");
}

TEST_F(CallingPython, WordsTheTimeLimitAsItIsTold) {
    call_.timeout_seconds = 0.05;
    call_.late = "not done";
    call_.late_remedy = "wait";
    EXPECT_EQ(Refusal("exec tail -f /dev/null\n"), "not done; wait");
}

}  // namespace
}  // namespace pto
