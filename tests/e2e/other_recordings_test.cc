// Edited .pto texts of directories without a golden and of programs below next_levels: the result is the edited
// formula's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "tensors/safetensors.h"
#include "tests/e2e/support/recorded_ptoas.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Floats = std::vector<float>;

struct Parameter {
    const char* name;
    std::vector<int64_t> shape;
};

struct OtherRecording {
    const char* directory;
    const char* program;                            // below next_levels; "" at the top
    const char* unit;                               // of the .pto, and name of its kernel
    const char* what;                               // was edited
    const char* target;                             // that runs it
    const char* compiled;                           // as the summary names it
    std::vector<Parameter> parameters;              // the first is the input
    std::function<Floats(const Floats&)> original;  // of the last parameter
    std::function<Floats(const Floats&)> edited;
};

Floats Each(const Floats& in, float (*f)(float)) {
    Floats out;
    for (const float x : in) out.push_back(f(x));
    return out;
}

// The sum (or what `join` makes) of the two ranks' f(x) + rank.
Floats Joined(const Floats& in, float (*f)(float), float (*join)(float, float)) {
    Floats out;
    for (size_t i = 0; i < in.size() / 2; ++i) out.push_back(join(f(in[i]), f(in[in.size() / 2 + i]) + 1));
    return out;
}

float Square(float x) {
    return x * x;
}
float Double(float x) {
    return x + x;
}
float Sum(float a, float b) {
    return a + b;
}
float Larger(float a, float b) {
    return std::max(a, b);
}

const OtherRecording kOthers[] = {
    {"clamp_scale_a5",
     "",
     "clamp_scale_incore_0",
     "times_eight",
     "replay",
     "clamp_scale_incore_0",
     {{"x", {64, 64}}, {"y", {64, 64}}},
     [](const Floats& in) { return Each(in, [](float x) { return std::max(4 * x, x); }); },
     [](const Floats& in) { return Each(in, [](float x) { return std::max(8 * x, x); }); }},
    {"two_orchs",
     "decode",
     "tile_triple",
     "five_times",
     "decode/replay",
     "decode/tile_triple",
     {{"a", {32, 64}}, {"f", {32, 64}}},
     [](const Floats& in) { return Each(in, [](float x) { return 3 * x; }); },
     [](const Floats& in) { return Each(in, [](float x) { return 5 * x; }); }},
    {"map_reduce_l3",
     "per_rank",
     "square_add",
     "double_add",
     "replay",
     "per_rank/square_add",
     {{"x__ssa_v0", {2, 16, 32}}, {"y__ssa_v0", {2, 16, 32}}, {"z__ssa_v0", {16, 32}}},
     [](const Floats& in) { return Joined(in, Square, Sum); },
     [](const Floats& in) { return Joined(in, Double, Sum); }},
    {"map_reduce_l3",
     "combine",
     "sum_two",
     "max_two",
     "replay",
     "combine/sum_two",
     {{"x__ssa_v0", {2, 16, 32}}, {"y__ssa_v0", {2, 16, 32}}, {"z__ssa_v0", {16, 32}}},
     [](const Floats& in) { return Joined(in, Square, Sum); },
     [](const Floats& in) { return Joined(in, Square, Larger); }},
};

class OtherRecordingTest : public testing::TestWithParam<OtherRecording> {
  protected:
    void SetUp() override {
        PTO_NEEDS_DATA("corpus");
        PTO_NEEDS(MissingPython());
        directory_ = work_.CopyReference(GetParam().directory);
    }

    // Halves from -8 to 8, so that every formula here is exact.
    Floats WriteInputs() {
        std::vector<Tensor> tensors;
        Floats values;
        std::string order;
        for (const Parameter& parameter : GetParam().parameters) {
            Tensor tensor = MakeTensor(parameter.name, *FindDType("fp32"), parameter.shape);
            for (size_t i = 0; tensors.empty() && i < tensor.bytes.size() / sizeof(float); ++i) {
                values.push_back(static_cast<float>(i % 33) / 2 - 8);
                std::memcpy(tensor.bytes.data() + i * sizeof(float), &values.back(), sizeof(float));
            }
            order += (order.empty() ? "[\"" : ", \"") + tensor.name + "\"";
            tensors.push_back(std::move(tensor));
        }
        WriteSafetensors(work_.Path("in.safetensors"), tensors, {{"order", order + "]"}});
        return values;
    }

    Floats Run() {
        Environment env = WithRecordedPtoas(work_.Path("ptoas.log"));
        env.push_back("PTO_REPLAY_FLAGS=--inputs " + work_.Path("in.safetensors") + " --save-outputs " +
                      work_.Path("out.safetensors"));
        const Outcome outcome = work_.Ninja(directory_, {GetParam().target}, env);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
        const Tensor last = ReadSafetensors(work_.Path("out.safetensors")).tensors.back();
        Floats values(last.bytes.size() / sizeof(float));
        std::memcpy(values.data(), last.bytes.data(), last.bytes.size());
        return values;
    }

    void PutPto(const std::string& what) {
        const std::string below =
            *GetParam().program != 0 ? std::string("next_levels/") + GetParam().program + "/" : "";
        const std::string owner = *GetParam().program != 0 ? std::string(GetParam().program) + "__" : "";
        WriteFile(
            directory_ + "/" + below + "ptoas/" + GetParam().unit + ".pto",
            ReadFile(RecordedPto(std::string(GetParam().directory) + "__" + owner + GetParam().unit + "__" + what)));
    }

    Workspace work_;
    std::string directory_;
};

TEST_P(OtherRecordingTest, GivesTheEditedFormulaAndTheOriginalItsOwn) {
    const Floats inputs = WriteInputs();
    ASSERT_EQ(work_.Generate(directory_, {}, WithRecordedPtoas(work_.Path("ptoas.log"))).exit_code, 0);
    EXPECT_EQ(Run(), GetParam().original(inputs));
    EXPECT_EQ(PtoasCalls(work_.Path("ptoas.log")), 0U);
    PutPto(GetParam().what);
    EXPECT_EQ(Run(), GetParam().edited(inputs));
    EXPECT_THAT(work_.Compiled(directory_), ElementsAre(GetParam().compiled));
    EXPECT_EQ(PtoasCalls(work_.Path("ptoas.log")), 1U);
    PutPto("original");
    EXPECT_EQ(Run(), GetParam().original(inputs));
    EXPECT_THAT(work_.Compiled(directory_), ElementsAre(GetParam().compiled));
    Run();
    EXPECT_THAT(work_.Compiled(directory_), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, OtherRecordingTest, testing::ValuesIn(kOthers),
                         [](const auto& tested) { return std::string(tested.param.unit) + "_" + tested.param.what; });

}  // namespace
}  // namespace pto::test
