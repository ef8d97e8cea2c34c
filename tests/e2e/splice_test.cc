// Edits of .pto: what is assembled, spliced and compiled, and that the result is the edited formula's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

#include "base/dtype.h"
#include "tensors/safetensors.h"
#include "tests/e2e/support/recorded_ptoas.h"
#include "tests/e2e/support/workspace.h"
#include "tests/support/needs.h"

namespace pto::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Values = std::vector<double>;
using Inputs = std::map<std::string, Values>;

Inputs LoadValues(const std::string& path) {
    Inputs inputs;
    for (const Tensor& tensor : ReadSafetensors(path).tensors) {
        const size_t step = static_cast<size_t>(tensor.dtype->bits) / 8;
        Values& values = inputs[tensor.name];
        for (size_t at = 0; at < tensor.bytes.size(); at += step) {
            values.push_back(LoadAsDouble(*tensor.dtype, tensor.bytes.data() + at));
        }
    }
    return inputs;
}

Values Map(const Values& a, const Values& b, const std::function<double(double, double)>& f) {
    Values out(a.size());
    for (size_t i = 0; i < a.size(); ++i) out[i] = f(a[i], b[i]);
    return out;
}

double Sigmoid(double g) {
    return 1 / (1 + std::exp(-g));
}

// 64 x 128 times 128 x 64, then less bias, never below zero.
Values ReluOfDifference(const Inputs& in) {
    Values out(64 * 64);
    for (size_t row = 0; row < 64; ++row) {
        for (size_t column = 0; column < 64; ++column) {
            double sum = 0;
            for (size_t k = 0; k < 128; ++k) sum += in.at("a")[row * 128 + k] * in.at("b")[k * 64 + column];
            out[row * 64 + column] = std::max(0.0, sum - in.at("bias")[row * 64 + column]);
        }
    }
    return out;
}

Values SoftmaxWithSum(const Inputs& in) {
    Values out = in.at("x");
    for (size_t row = 0; row < 128; ++row) {
        const auto begin = out.begin() + static_cast<long>(row * 128);
        const double most = *std::max_element(begin, begin + 128);
        double sum = 0;
        std::for_each(begin, begin + 128, [&](double& value) { sum += value = std::exp(value + most); });
        std::for_each(begin, begin + 128, [&](double& value) { value /= sum; });
    }
    return out;
}

struct Recording {
    const char* directory;
    const char* unit;
    const char* what;
    double tolerance;  // relative to max(1, |value|)
    bool wrong;        // the golden does not ask for this formula
    std::function<Values(const Inputs&)> formula;
};

const Recording kRecordings[] = {
    {"gated_residual", "residual", "add_instead_of_sub", 1e-5, true,
     [](const Inputs& in) {
         return Map(in.at("x"), in.at("g"), [](double x, double g) { return (x * 1.5 + 0.25) * Sigmoid(g) + x; });
     }},
    {"gated_residual", "gate", "mul_instead_of_div", 1e-5, true,
     [](const Inputs& in) {
         return Map(in.at("x"), in.at("g"),
                    [](double x, double g) { return (x * 1.5 + 0.25) * (1 + std::exp(-g)) - x; });
     }},
    {"gated_residual", "scale_shift", "shift_half", 1e-5, true,
     [](const Inputs& in) {
         return Map(in.at("x"), in.at("g"), [](double x, double g) { return (x * 1.5 + 0.5) * Sigmoid(g) - x; });
     }},
    {"accumulate_inout", "accumulate_incore_0", "sub_instead", 2e-3, true,
     [](const Inputs& in) {
         return Map(in.at("acc"), in.at("x"), [](double acc, double x) { return acc - x * 0.5; });
     }},
    {"linear_relu", "bias_relu", "no_bias_sub", 1e-4, true, ReluOfDifference},
    // Adding the maximum instead of subtracting it cancels out in a softmax.
    {"softmax_rows", "softmax_rows_incore_0", "expand_add", 1e-5, false, SoftmaxWithSum},
};

std::string Name(const Recording& recording, const std::string& what) {
    return std::string(recording.directory) + "__" + recording.unit + "__" + what;
}

void PutPto(const std::string& directory, const Recording& recording, const std::string& what) {
    WriteFile(directory + "/ptoas/" + recording.unit + ".pto", ReadFile(RecordedPto(Name(recording, what))));
}

class RecordingTest : public testing::TestWithParam<Recording> {};

TEST_P(RecordingTest, IsSplicedCompiledAndJudgedAndTheOriginalPassesAgain) {
    const Recording& recording = GetParam();
    PTO_NEEDS_DATA("corpus");
    Workspace work;
    const std::string directory = work.CopyReference(recording.directory);
    const std::string log = work.Path("ptoas.log");
    Environment env = WithRecordedPtoas(log);
    ASSERT_EQ(work.Replay(directory, env).exit_code, 0);
    EXPECT_EQ(PtoasCalls(log), 0U) << "an unedited .pto runs no ptoas";

    PutPto(directory, recording, recording.what);
    env.push_back("PTO_REPLAY_FLAGS=--save-outputs " + work.Path("saved.safetensors"));
    const Outcome edited = work.Ninja(directory, {"replay"}, env);
    EXPECT_EQ(edited.exit_code != 0, recording.wrong) << edited.All();
    EXPECT_THAT(edited.out, HasSubstr(recording.wrong ? "FAIL " : "PASS "));
    EXPECT_THAT(edited.out,
                HasSubstr(std::string("spliced '") + recording.unit + "', compiled '" + recording.unit + "'"));
    EXPECT_THAT(work.Compiled(directory), ElementsAre(recording.unit));
    EXPECT_EQ(PtoasCalls(log), 1U);
    const Values expected = recording.formula(LoadValues(directory + "/.pto-ninja/golden/inputs.safetensors"));
    const Values actual = LoadValues(work.Path("saved.safetensors")).begin()->second;
    ASSERT_EQ(actual.size(), expected.size());
    for (size_t i = 0; i < actual.size(); ++i) {
        ASSERT_NEAR(actual[i], expected[i], recording.tolerance * std::max(1.0, std::fabs(expected[i]))) << i;
    }

    PutPto(directory, recording, "original");
    const Outcome restored = work.Ninja(directory, {"replay"}, env);
    EXPECT_EQ(restored.exit_code, 0) << restored.All();
    EXPECT_THAT(work.Compiled(directory), ElementsAre(recording.unit));
    EXPECT_EQ(work.Ninja(directory, {"replay"}, env).exit_code, 0);
    EXPECT_THAT(work.Compiled(directory), IsEmpty());
    EXPECT_EQ(PtoasCalls(log), 2U);
}

INSTANTIATE_TEST_SUITE_P(All, RecordingTest, testing::ValuesIn(kRecordings),
                         [](const auto& tested) { return std::string(tested.param.unit) + "_" + tested.param.what; });

// gated_residual with the recorded ptoas, built once.
class SpliceTest : public testing::Test {
  protected:
    void SetUp() override {
        PTO_NEEDS_DATA("corpus");
        directory_ = work_.CopyReference("gated_residual");
        log_ = work_.Path("ptoas.log");
        env_ = WithRecordedPtoas(log_);
        ASSERT_EQ(work_.Replay(directory_, env_).exit_code, 0);
    }
    std::string Kernel() const { return directory_ + "/kernels/aiv/residual.cpp"; }
    std::string Pto() const { return directory_ + "/ptoas/residual.pto"; }
    void EditPto() const { WriteFile(Pto(), ReadFile(RecordedPto("gated_residual__residual__add_instead_of_sub"))); }

    Workspace work_;
    std::string directory_;
    std::string log_;
    Environment env_;
};

TEST_F(SpliceTest, ACommentInAPtoRunsPtoasOnceAndNothingElse) {
    // The stand-in knows texts by their hash: one that drops comments first.
    work_.space().WriteProgram("without_comments/bin/ptoas",
                               "#!/bin/sh\n[ \"$1\" = --version ] && exec " + RecordedPtoasRoot() +
                                   "/bin/ptoas --version\nin=$1; shift\ngrep -v '^//' \"$in\" > '" +
                                   work_.Path("plain") + "'$$\n" + RecordedPtoasRoot() + "/bin/ptoas '" +
                                   work_.Path("plain") + "'$$ \"$@\"\n");
    env_[0] = "PTOAS_ROOT=" + work_.Path("without_comments");
    // It is another ptoas, which every unit is asked about once.
    ASSERT_EQ(work_.Ninja(directory_, {"replay"}, env_).exit_code, 0);
    const size_t calls = PtoasCalls(log_);
    WriteFile(Pto(), "// a remark\n" + ReadFile(Pto()));
    const std::string before = ReadFile(Kernel());
    const Outcome outcome = work_.Ninja(directory_, {"replay"}, env_);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    EXPECT_EQ(PtoasCalls(log_), calls + 1);
    EXPECT_THAT(work_.Compiled(directory_), IsEmpty());
    EXPECT_EQ(ReadFile(Kernel()), before);
    EXPECT_EQ(work_.Ninja(directory_, {"replay"}, env_).exit_code, 0);
    EXPECT_EQ(PtoasCalls(log_), calls + 1);
}

TEST_F(SpliceTest, WhereBothWereEditedThePtoDecidesTheBodyAndTheRestStays) {
    const std::string begin = "// --- ptoas-generated code ---";
    const std::string end = "// --- Kernel entry point ---";
    EditFile(Kernel(), "#include <cstdint>", "#include <cstdint>\n// my header remark");
    EditFile(Kernel(), "TSUB(", "TMAX(");
    EditFile(Kernel(), "    // Forward to ptoas-generated function", "    // my wrapper remark");
    const std::string before = ReadFile(Kernel());
    EditPto();
    EXPECT_THAT(work_.Ninja(directory_, {"replay"}, env_).out, HasSubstr("FAIL out"));
    const std::string after = ReadFile(Kernel());
    EXPECT_EQ(after.substr(0, after.find(begin)), before.substr(0, before.find(begin)));
    EXPECT_EQ(after.substr(after.find(end)), before.substr(before.find(end)));
    EXPECT_THAT(after, HasSubstr("TADD(v25, v11, v18);"));
    EXPECT_THAT(after, testing::Not(HasSubstr("TMAX(")));
    EXPECT_EQ(
        ReadFile(directory_ + "/ptoas/residual.cpp"),
        ReadFile(std::filesystem::path(RecordedPto("gated_residual__residual__add_instead_of_sub")).parent_path() /
                 "out.cpp"));
}

TEST_F(SpliceTest, ASyntaxErrorChangesNothingAndTheOthersAreBuilt) {
    WriteFile(Pto(), ReadFile(RecordedPto("gated_residual__residual__syntax_error")));
    EditFile(directory_ + "/kernels/aiv/gate.cpp", "TDIV(", "TMUL(");
    const auto before = UserFiles(directory_);
    const Outcome broken = work_.Ninja(directory_, {"-k", "0", "replay"}, env_);
    EXPECT_EQ(broken.exit_code, 1);
    EXPECT_THAT(broken.All(), testing::ContainsRegex("ptoas/residual\\.pto:[0-9]+:[0-9]+: error: "));
    EXPECT_THAT(broken.All(), HasSubstr("0.27"));
    EXPECT_EQ(UserFiles(directory_), before);
    EXPECT_THAT(work_.Compiled(directory_), ElementsAre("gate"));

    EditFile(directory_ + "/kernels/aiv/gate.cpp", "TMUL(", "TDIV(");
    WriteFile(Pto(), ReadFile(RecordedPto("gated_residual__residual__original")));
    const Outcome repaired = work_.Ninja(directory_, {"replay"}, env_);
    EXPECT_EQ(repaired.exit_code, 0) << repaired.All();
}

TEST_F(SpliceTest, MissingOrSwappedSentinelsChangeNothing) {
    const std::string good = ReadFile(Kernel());
    for (const bool swapped : {false, true}) {
        WriteFile(Kernel(), good);
        EditFile(Kernel(), "// --- ptoas-generated code ---", swapped ? "// --- Kernel entry point ---" : "// gone");
        EditPto();
        const auto before = UserFiles(directory_);
        const Outcome outcome = work_.Ninja(directory_, {"replay"}, env_);
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.All(), HasSubstr("kernels/aiv/residual.cpp"));
        EXPECT_THAT(outcome.All(), HasSubstr("ir.compile()"));
        EXPECT_EQ(UserFiles(directory_), before);
    }
}

// PyPTO renders some kernels from templates: no sentinels, no unit, an ordinary source.
TEST_F(SpliceTest, AKernelWithoutSentinelsAndUnitIsAPlainSource) {
    const std::string kernel = directory_ + "/kernels/aiv/gate.cpp";
    EditFile(kernel, "// Kernel Function: gate", "// Generated from pypto.templates.gate.");
    EditFile(kernel, "// --- ptoas-generated code ---\n", "");
    EditFile(kernel, "// --- Kernel entry point ---\n", "");
    for (const char* suffix : {".pto", ".cpp"}) std::filesystem::remove(directory_ + "/ptoas/gate" + suffix);
    std::filesystem::remove_all(directory_ + "/.pto-ninja");
    std::filesystem::remove(directory_ + "/build.ninja");
    const std::string program = std::string(PTO_BIN_DIR) + "/pto-ninja";
    const Outcome generated = work_.Generate(directory_, {}, env_);
    EXPECT_EQ(generated.exit_code, 0);
    EXPECT_EQ(generated.err, "");
    const Outcome replayed = work_.Ninja(directory_, {"replay"}, env_);
    EXPECT_EQ(replayed.exit_code, 0) << replayed.All();
    EXPECT_THAT(replayed.All(), testing::Not(HasSubstr("note:")));

    EditFile(kernel, "TDIV(", "TMUL(");
    EXPECT_THAT(work_.Tool({program, "diff", directory_}, {}, env_).out,
                testing::AllOf(HasSubstr("kernels/aiv/gate.cpp"), HasSubstr("TMUL(")));
    EXPECT_THAT(work_.Tool({program, "list", directory_}, {}, env_).out, HasSubstr("1 of 4 binaries stale (source)"));
    EXPECT_THAT(work_.Ninja(directory_, {"replay"}, env_).out, HasSubstr("FAIL out"));
    EXPECT_THAT(work_.Compiled(directory_), ElementsAre("gate"));
    EXPECT_EQ(PtoasCalls(log_), 0U);
}

// A copy of the raw text from before the last edit of the .pto comes back with its time, and then the log is lost.
TEST_F(SpliceTest, AHandEditSurvivesAnOlderRawTextAndALostLog) {
    const std::string raw = directory_ + "/ptoas/residual.cpp";
    const std::string compiled = ReadFile(raw);
    const int64_t time = work_.space().Time(raw);
    EditPto();
    work_.Ninja(directory_, {"replay"}, env_);
    WriteFile(raw, compiled);
    work_.space().SetTime(raw, time);
    EditFile(Kernel(), "TADD(", "/* mine */ TADD(");
    const std::string edited = ReadFile(Kernel());
    std::filesystem::remove(directory_ + "/.pto-ninja/.ninja_log");
    const Outcome outcome = work_.Ninja(directory_, {"replay"}, env_);
    EXPECT_EQ(ReadFile(Kernel()), edited);
    EXPECT_THAT(outcome.All(), HasSubstr("kernels/aiv/residual.cpp: hand-edited body kept; ptoas/residual.cpp changed, "
                                         "ptoas/residual.pto did not"));
    EXPECT_THAT(outcome.out, HasSubstr("FAIL out"));
}

TEST_F(SpliceTest, AHangingPtoasIsStoppedAtItsLimitAndChangesNothing) {
    EditPto();
    const auto before = UserFiles(directory_);
    env_.push_back("RECORDED_PTOAS_SLEEP=61.25");
    env_.push_back("PYPTO_PTOAS_TIMEOUT=1");
    const Outcome outcome = work_.Ninja(directory_, {"replay"}, env_);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.All(), HasSubstr("residual"));
    EXPECT_EQ(UserFiles(directory_), before);
    EXPECT_EQ(work_.Tool({"pgrep", "-f", "sleep 61.25"}).exit_code, 1) << "a process of ptoas is left";
}

TEST_F(SpliceTest, CtrlCLeavesNoProcessAndNoChange) {
    EditPto();
    const auto before = UserFiles(directory_);
    const std::string script = "RECORDED_PTOAS_SLEEP=62.25 setsid ninja -C '" + directory_ +
                               "' replay > log.txt 2>&1 & sleep 2; kill -INT -- -$!; wait $!; cat log.txt; exit 0";
    const Outcome outcome = work_.Tool({"bash", "-c", script}, work_.Path("."), env_);
    EXPECT_EQ(UserFiles(directory_), before) << outcome.All();
    EXPECT_EQ(work_.Tool({"pgrep", "-f", "sleep 62.25"}).exit_code, 1) << "a process of ptoas is left";
    EXPECT_THAT(work_.Ninja(directory_, {"replay"}, env_).out, HasSubstr("FAIL out"));
    EXPECT_THAT(work_.Compiled(directory_), ElementsAre("residual"));
}

TEST_F(SpliceTest, WithoutPtoasTheUnitStaysPendingUntilOneAppears) {
    EditPto();
    const auto before = UserFiles(directory_);
    const Outcome pending = work_.Ninja(directory_, {"replay"}, {"PTOAS_ROOT="});
    EXPECT_EQ(pending.exit_code, 0) << pending.All();
    EXPECT_THAT(pending.All(), HasSubstr("ptoas is not on PATH and PTOAS_ROOT is not set"));
    EXPECT_EQ(UserFiles(directory_), before);
    EXPECT_THAT(work_.Ninja(directory_, {"replay"}, env_).out, HasSubstr("FAIL out"));
    EXPECT_THAT(work_.Compiled(directory_), ElementsAre("residual"));
}

TEST_F(SpliceTest, AnotherPtoasCompilesNothingUnlessItsTextDiffers) {
    work_.space().WriteProgram("other/bin/ptoas",
                               "#!/bin/sh\n# another one\nexec " + RecordedPtoasRoot() + "/bin/ptoas \"$@\"\n");
    env_[0] = "PTOAS_ROOT=" + work_.Path("other");
    const Outcome outcome = work_.Ninja(directory_, {"replay"}, env_);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.All();
    EXPECT_THAT(work_.Compiled(directory_), IsEmpty());
}

TEST_F(SpliceTest, AHolderOfPyPTOsLockIsNamedAndWaitedFor) {
    EditPto();
    const std::string lock = directory_ + "/cache/.binary_context.lock";
    WriteFile(lock, "");
    const std::string script = "flock '" + lock + "' sleep 15 & sleep 0.3; ninja -C '" + directory_ + "' replay; wait";
    const Outcome outcome = work_.Tool({"bash", "-c", script}, {}, env_);
    EXPECT_THAT(outcome.All(), HasSubstr("waiting for process "));
    EXPECT_THAT(outcome.out, HasSubstr("FAIL out"));
    EXPECT_THAT(work_.Compiled(directory_), ElementsAre("residual"));
}

}  // namespace
}  // namespace pto::test
