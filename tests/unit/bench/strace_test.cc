#include "runtime/bench/strace.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "base/file_system.h"
#include "tests/support/needs.h"
#include "tests/support/shared_data.h"

namespace pto::run {
namespace {

constexpr char kRecord[] = "[STRACE] v=1 pid=7 tid=8 inv=3 hid=e7a4 depth=1 name=chip.run.bind ts=10 dur=2500 ";

TEST(StraceTest, ReadsEveryFieldOfARecordAnywhereOnALine) {
    const Strace strace = ParseStrace(std::string("[mono_ns=5][T0x7f][TIMING] emit_host_span: ") + kRecord + "\n");
    ASSERT_EQ(strace.spans.size(), 1U);
    const Span& span = strace.spans[0];
    EXPECT_EQ(span.pid, 7);
    EXPECT_EQ(span.invocation, 3U);
    EXPECT_EQ(span.callable, "e7a4");
    EXPECT_EQ(span.depth, 1);
    EXPECT_EQ(span.name, "chip.run.bind");
    EXPECT_EQ(span.start_ns, 10);
    EXPECT_EQ(span.duration_ns, 2500);
    EXPECT_FALSE(span.device_clock);
    EXPECT_EQ(strace.dropped, 0U);
}

struct StraceCase {
    const char* name;
    std::string text;
    std::vector<std::string> names;  // of the spans read
    size_t dropped;
};

class StraceTable : public testing::TestWithParam<StraceCase> {};

TEST_P(StraceTable, IsReadOrCounted) {
    const Strace strace = ParseStrace(GetParam().text);
    std::vector<std::string> names;
    for (const Span& span : strace.spans) names.push_back(span.name);
    EXPECT_EQ(names, GetParam().names);
    EXPECT_EQ(strace.dropped, GetParam().dropped);
}

const std::string kHead = "[STRACE] v=1 pid=7 tid=8 inv=3 hid=e7a4 depth=0 ";
const std::string kPrefix = "[mono_ns=5][T0x7f][TIMING] emit_host_span: ";

INSTANTIATE_TEST_SUITE_P(
    Cases, StraceTable,
    testing::Values(
        StraceCase{"Nothing", "", {}, 0}, StraceCase{"OtherMessages", "a\n[WARN] x: STRACE\nb", {}, 0},
        StraceCase{"WithoutLastLineEnd", kHead + "name=chip.run ts=0 dur=1 ", {"chip.run"}, 0},
        StraceCase{"WithCarriageReturn", kHead + "name=chip.run ts=0 dur=1\r\n", {"chip.run"}, 0},
        StraceCase{"TwoOnOneLine",
                   kPrefix + kHead + "name=chip.run ts=0 dur=1 " + kPrefix + kHead + "name=chip.run.bind ts=0 dur=1 \n",
                   {"chip.run", "chip.run.bind"},
                   0},
        StraceCase{"TwoOnOneLineWithoutPrefix",
                   kHead + "name=a ts=0 dur=1 clk=dev" + kHead + "name=b ts=0 dur=1 \n",
                   {"a", "b"},
                   0},
        StraceCase{"CutInTheNameByAnother",
                   kPrefix + kHead + "name=chip.r" + kPrefix + kHead + "name=b ts=0 dur=1 \nun ts=0 dur=1 \n",
                   {"b"},
                   1},
        StraceCase{"CutInTheLastNumberByAnother", kHead + "name=a ts=0 dur=12" + kPrefix + "x\n", {}, 1},
        StraceCase{"CutInTheLastNumberByTheEnd", kHead + "name=a ts=0 dur=12", {}, 1},
        StraceCase{"CutInTheHead", "[STRACE] v=1 pid=7 ti\n[STRACE]", {}, 2},
        StraceCase{"OtherVersion", "[STRACE] v=2 pid=7 tid=8 inv=3 hid=1 depth=0 name=a ts=0 dur=1 \n", {}, 1},
        StraceCase{"NoNumber", kHead + "name=a ts=zero dur=1 \n", {}, 1},
        StraceCase{"NegativeDuration", kHead + "name=a ts=0 dur=-1 \n", {}, 1},
        StraceCase{"NumberTooLarge", kHead + "name=a ts=0 dur=99999999999999999999 \n", {}, 1},
        StraceCase{"UnknownFields", kHead + "name=a ts=0 dur=1 clk=dev colour=red tag=%5Bx%5D~\n", {"a"}, 0},
        StraceCase{
            "FieldsInAnotherOrder", "[STRACE] v=1 name=a dur=1 ts=0 depth=0 hid=f inv=3 tid=8 pid=7 \n", {"a"}, 0},
        StraceCase{"OldNames",
                   kHead + "name=run_prepared ts=0 dur=1 \n" + kHead +
                       "name=simpler_run.runner_run.device_wall ts=0 dur=1 clk=dev\n" + kHead +
                       "name=simpler_runner ts=0 dur=1 \n",
                   {"chip.run", "chip.run.runner_run.device_wall", "simpler_runner"},
                   0}),
    [](const auto& made) { return std::string(made.param.name); });

TEST(StraceTest, TellsTheClocksApart) {
    const Strace strace = ParseStrace(kHead + "name=a ts=0 dur=1 clk=dev\n" + kHead + "name=b ts=0 dur=1 clk=host\n");
    ASSERT_EQ(strace.spans.size(), 2U);
    EXPECT_TRUE(strace.spans[0].device_clock);
    EXPECT_FALSE(strace.spans[1].device_clock);
}

TEST(StraceTest, ReadsWhatTheRealRuntimeWrote) {
    const std::string folder = test::SharedRoot() + "/dfx-samples/logs/";
    PTO_NEEDS_DATA("dfx-samples/logs");
    const Strace one = ParseStrace(RealFileSystem().Read(folder + "strace_l2.log"));
    EXPECT_EQ(one.spans.size(), 14U);
    EXPECT_EQ(one.dropped, 0U);
    const Strace two = ParseStrace(RealFileSystem().Read(folder + "strace_l3_two_ranks.log"));
    EXPECT_EQ(two.dropped, 0U);
    size_t on_device = 0;
    for (const Span& span : two.spans) on_device += span.device_clock ? 1 : 0;
    EXPECT_EQ(on_device, 21U);  // three dispatches, seven spans each
}

}  // namespace
}  // namespace pto::run
