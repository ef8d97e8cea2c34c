#include "generator/golden/golden.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "generator/golden/golden_state.h"
#include "generator/golden/settled_golden.h"
#include "generator/steps/depfile.h"
#include "tensors/safetensors.h"
#include "tests/support/golden_fixtures.h"
#include "tests/support/temp_space.h"
#include "tests/support/tensor_fixtures.h"

namespace pto::gen {
namespace {

using test::DataFileGolden;
using test::FloatTensor;
using test::Values;

constexpr int64_t kSecond = 1'000'000'000;
constexpr int64_t kPast = 1'600'000'000 * kSecond;
constexpr char kEdited[] = "tensors[\"y\"][:] = tensors[\"x\"] * 3";

// A directory with data files, and interpreters that are scripts of the test's own.
class GoldenEdge : public testing::Test {
  protected:
    GoldenEdge() : here_(space_.Root()) {
        Write("data/in/x.pt", {1, 2});
        Write("data/in/acc.pt", {10, 20});
        Write("data/out/acc.pt", {11, 22});
        Write("data/out/y.pt", {2, 4});
        WriteGolden(DataFileGolden(), 10);
    }

    void Write(const std::string& name, const std::vector<float>& values) {
        space_.Write(name, test::TorchBytes({static_cast<int64_t>(values.size())}, values));
        space_.SetTime(name, kPast);
    }
    // `seconds` after the data.
    void WriteGolden(const std::string& text, int64_t seconds) {
        space_.Write("golden.py", text);
        space_.SetTime("golden.py", kPast + seconds * kSecond);
    }
    void DataOutIsNewer() {
        for (const char* name : {"data/out/acc.pt", "data/out/y.pt"}) space_.SetTime(name, kPast + 100 * kSecond);
    }

    void AddInterpreter(const std::string& name, const std::string& script) {
        space_.WriteProgram(name, "#!/bin/sh\necho ran >> " + space_.Path("ran") + "\n" + script);
        interpreters_.push_back({space_.Path(name), false});
    }
    // Says which modules are not there; arguments of the runner: -B -c TEXT golden inputs expected report mode.
    void AddLackingInterpreter(const std::string& name) {
        AddInterpreter(name, R"(echo '{"status":"missing","modules":[{"module":"torch","reason":""}]}' > "$7")");
    }
    // Behaves like one that ran the reference: y = {7, 8}, acc = {9, 9}.
    void AddWorkingInterpreter() {
        const std::vector<Tensor> inputs = {FloatTensor("x", {2}, {1, 2}), FloatTensor("acc", {2}, {10, 20}),
                                            FloatTensor("y", {2}, {0, 0})};
        const std::vector<Tensor> expected = {FloatTensor("acc", {2}, {9, 9}), FloatTensor("y", {2}, {7, 8})};
        space_.Write("ready/inputs", SafetensorsBytes(inputs, {}));
        space_.Write("ready/expected", SafetensorsBytes(expected, {}));
        AddInterpreter("python", "cp ready/inputs \"$5\"\n[ $8 = reference ] && cp ready/expected \"$6\"\n" +
                                     std::string(R"(cat > "$7" <<END
{"status":"ok","inputs":["x","acc","y"],"scalars":[],"outputs":["acc","y"],"rtol":"0.001","atol":"1e-05",
 "reads":["$PWD/data/in/x.pt","/elsewhere/helper.py"]}
END
)"));
    }

    // One whose compute_golden fails, after it has given the inputs.
    void AddFailingReference(const std::string& message, const std::string& type, int line) {
        interpreters_.clear();
        const std::vector<Tensor> inputs = {FloatTensor("x", {2}, {1, 2}), FloatTensor("acc", {2}, {10, 20}),
                                            FloatTensor("y", {2}, {0, 0})};
        space_.Write("ready/inputs", SafetensorsBytes(inputs, {}));
        AddInterpreter("failing",
                       "[ $8 = tensors ] && echo '{\"status\":\"failed\"}' > \"$7\" && exit\ncp ready/inputs \"$5\"\n" +
                           std::string("cat > \"$7\" <<END\n") +
                           R"({"status":"ok","inputs":["x","acc","y"],"scalars":[],"outputs":["acc","y"],)" +
                           R"("rtol":"0.001","atol":"1e-05","reads":[],"failure":{"message":")" + message +
                           "\",\"type\":\"" + type + "\",\"line\":" + std::to_string(line) + "}}\nEND\n");
    }

    void Run() {
        notes_.clear();
        GoldenOptions options{"golden.py", "out/inputs.safetensors", "out/expected.safetensors", "out/golden.d", ""};
        RealFileSystem files;
        RunGolden(
            options, [this] { return interpreters_; }, files,
            [this](const std::string& text) { notes_.push_back(text); });
    }
    std::string Failure() {
        return test::ErrorOf([this] { Run(); });
    }

    SafetensorsFile Inputs() const { return ReadSafetensors("out/inputs.safetensors"); }
    SafetensorsFile Expected() const { return ReadSafetensors("out/expected.safetensors"); }
    std::vector<double> ExpectedValues(const std::string& name) const {
        const SafetensorsFile file = Expected();
        return Values(*FindTensor(file.tensors, name));
    }
    std::string OlderNote() const {
        std::string note =
            "data/out is older than golden.py and taken as the expected values, since no Python can run it: ";
        if (interpreters_.empty()) note += "there is no python3";
        for (const Interpreter& interpreter : interpreters_) note += interpreter.program + " has no module 'torch'";
        return note;
    }
    bool PythonRan() const { return space_.Exists("ran"); }

    test::TempSpace space_;
    test::WorkingDirectory here_;
    std::vector<Interpreter> interpreters_;
    std::vector<std::string> notes_;
};

TEST_F(GoldenEdge, TakesNewerDataOutWithoutPython) {
    AddWorkingInterpreter();
    DataOutIsNewer();
    Run();
    EXPECT_FALSE(PythonRan());
    EXPECT_EQ(notes_, std::vector<std::string>{});
    EXPECT_EQ(Inputs().metadata, (TensorMetadata{{"order", R"(["x","acc","y"])"}, {"scalars", "[]"}}));
    EXPECT_EQ(Values(*FindTensor(Inputs().tensors, "acc")), (std::vector<double>{10, 20}));
    EXPECT_EQ(Values(*FindTensor(Inputs().tensors, "y")), (std::vector<double>{0, 0}));
    EXPECT_EQ(
        Expected().metadata,
        (TensorMetadata{{"outputs", R"(["acc","y"])"}, {"rtol", "0.001"}, {"atol", "1e-05"}, {"source", "data/out"}}));
    EXPECT_EQ(ExpectedValues("acc"), (std::vector<double>{11, 22}));
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{2, 4}));
}

TEST_F(GoldenEdge, WritesADepfileOfAllItRead) {
    DataOutIsNewer();
    Run();
    EXPECT_EQ(
        space_.Read("out/golden.d"),
        "out/inputs.safetensors: \\\n  data/in/acc.pt \\\n  data/in/x.pt \\\n  data/out/acc.pt \\\n  data/out/y.pt "
        "\\\n  golden.py\n");
}

TEST_F(GoldenEdge, LeavesUnchangedFilesAlone) {
    DataOutIsNewer();
    Run();
    for (const char* name : {"out/inputs.safetensors", "out/expected.safetensors", "out/state.json"}) {
        space_.SetTime(name, kPast);
    }
    WriteGolden(DataFileGolden() + "# a note\n", 20);
    Run();
    for (const char* name : {"out/inputs.safetensors", "out/expected.safetensors", "out/state.json"}) {
        EXPECT_EQ(space_.Time(name), kPast) << name;
    }
    EXPECT_EQ(space_.Files(), (std::vector<std::string>{"data/in/acc.pt", "data/in/x.pt", "data/out/acc.pt",
                                                        "data/out/y.pt", "golden.py", "out/expected.safetensors",
                                                        "out/golden.d", "out/inputs.safetensors", "out/state.json"}));
}

TEST_F(GoldenEdge, RunsTheReferenceWhenDataOutIsOlder) {
    AddLackingInterpreter("first");
    AddWorkingInterpreter();
    Run();
    EXPECT_EQ(Expected().metadata.at("source"), "reference");
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{7, 8}));
    EXPECT_EQ(ParseDepfile(space_.Read("out/golden.d")),
              (std::vector<std::string>{"/elsewhere/helper.py", "data/in/x.pt", "data/out/acc.pt", "data/out/y.pt",
                                        "golden.py"}));
    EXPECT_FALSE(space_.Exists("out/expected.safetensors." + std::to_string(getpid()) + ".report"));
}

TEST_F(GoldenEdge, EqualTimesCountAsOlder) {
    AddWorkingInterpreter();
    WriteGolden(DataFileGolden(), 0);
    Run();
    EXPECT_EQ(Expected().metadata.at("source"), "reference");
}

TEST_F(GoldenEdge, AllOfDataOutHasToBeNewer) {
    AddWorkingInterpreter();
    space_.SetTime("data/out/y.pt", kPast + 100 * kSecond);
    Run();
    EXPECT_EQ(Expected().metadata.at("source"), "reference");
}

TEST_F(GoldenEdge, AsksPythonForComputedInputsOnly) {
    AddWorkingInterpreter();
    WriteGolden("__outputs__ = ['acc', 'y']\ndef generate_inputs(params):\n    return make()\n", 10);
    DataOutIsNewer();
    Run();
    EXPECT_TRUE(PythonRan());
    EXPECT_EQ(Expected().metadata.at("source"), "data/out");
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{2, 4}));
}

TEST_F(GoldenEdge, TakesOlderDataOutOnFirstSightWithoutPython) {
    AddLackingInterpreter("python");
    Run();
    EXPECT_EQ(notes_, std::vector<std::string>{OlderNote()});
    EXPECT_EQ(Expected().metadata.at("note"), OlderNote());
    EXPECT_EQ(Expected().metadata.at("source"), "data/out");
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{2, 4}));
}

TEST_F(GoldenEdge, OlderValuesAreTakenWhereThereIsNoPythonAtAll) {
    Run();
    EXPECT_EQ(notes_, std::vector<std::string>{OlderNote()});
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{2, 4}));
}

TEST_F(GoldenEdge, ToleranceMayChangeWithoutPython) {
    AddLackingInterpreter("python");
    Run();
    WriteGolden(DataFileGolden("tensors[\"y\"][:] = tensors[\"x\"] * 2", "RTOL = 0.5\n"), 20);
    Run();
    EXPECT_EQ(Expected().metadata.at("rtol"), "0.5");
    EXPECT_EQ(Expected().metadata.at("atol"), "1e-05");
    EXPECT_EQ(notes_, std::vector<std::string>{OlderNote()});
}

TEST_F(GoldenEdge, AnEditedReferenceNeedsPython) {
    AddLackingInterpreter("python");
    Run();
    WriteGolden(DataFileGolden(kEdited), 20);
    EXPECT_EQ(Failure(), "golden.py:27: golden.py has changed since data/out was written, but no Python can run it: " +
                             space_.Path("python") +
                             " has no module 'torch'; install the modules (python3-torch), set PTO_PYTHON to a Python "
                             "that has them, or restore golden.py");
    // Restored, it is good again.
    WriteGolden(DataFileGolden(), 30);
    Run();
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{2, 4}));
    // So it is when data/out was made anew for the edited text.
    WriteGolden(DataFileGolden(kEdited), 40);
    Write("data/out/y.pt", {3, 6});
    DataOutIsNewer();
    Run();
    EXPECT_EQ(notes_, std::vector<std::string>{});
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{3, 6}));
    // That text is now the one data/out belongs to, whatever a copy does to the times.
    WriteGolden(DataFileGolden(kEdited), 400);
    Run();
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{3, 6}));
}

TEST_F(GoldenEdge, AnEditIsNoticedAfterAReferenceRunToo) {
    AddWorkingInterpreter();
    Run();
    interpreters_.clear();
    WriteGolden(DataFileGolden(kEdited), 20);
    EXPECT_EQ(
        Failure(),
        "golden.py:27: golden.py has changed since data/out was written, but no Python can run it: there is no "
        "python3; install the modules (python3-torch), set PTO_PYTHON to a Python that has them, or restore golden.py");
}

TEST_F(GoldenEdge, AnEditBeforeTheFirstRunIsNoticedWhenSeeded) {
    RealFileSystem files;
    SeedGoldenState(files, "golden.py", "out/state.json");
    WriteGolden(DataFileGolden(kEdited), 20);
    SeedGoldenState(files, "golden.py", "out/state.json");  // keeps the first
    EXPECT_NE(Failure().find("golden.py has changed since data/out was written"), std::string::npos);
    WriteGolden(DataFileGolden(), 20);
    Run();
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{2, 4}));
}

TEST_F(GoldenEdge, ChangedDataIsReadAgain) {
    AddLackingInterpreter("python");
    Run();
    Write("data/out/y.pt", {5, 5});
    Write("data/in/x.pt", {3, 3});
    Run();
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{5, 5}));
    EXPECT_EQ(Values(*FindTensor(Inputs().tensors, "x")), (std::vector<double>{3, 3}));
}

TEST_F(GoldenEdge, SaysWhenNewerDataOutIsOnlyTouched) {
    Write("data/out/y.pt", {2, 4});
    AddLackingInterpreter("python");
    Run();
    WriteGolden(DataFileGolden(kEdited), 20);
    DataOutIsNewer();
    Run();
    const std::string touched =
        "data/out is newer than golden.py and taken as the expected values, but it holds what was there before "
        "golden.py changed, since no Python can run it: " +
        space_.Path("python") + " has no module 'torch'";
    EXPECT_EQ(notes_, std::vector<std::string>{touched});
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{2, 4}));
    // It stays true, and where Python can run the reference there is no doubt.
    Run();
    EXPECT_EQ(notes_, std::vector<std::string>{touched});
    interpreters_.clear();
    AddWorkingInterpreter();
    Run();
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{7, 8}));
}

TEST_F(GoldenEdge, EditedInputsAreNotJudgedByOldOutputs) {
    AddWorkingInterpreter();
    DataOutIsNewer();
    Run();
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{2, 4}));
    // Whatever their time: contents decide.
    Write("data/in/x.pt", {3, 3});
    Run();
    EXPECT_EQ(Expected().metadata.at("source"), "reference");
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{7, 8}));
    interpreters_.clear();
    Run();
    EXPECT_EQ(notes_,
              std::vector<std::string>{"data/out is newer than data/in and taken as the expected values, but it "
                                       "holds what was there before data/in changed, since no Python can run "
                                       "it: there is no python3"});
    space_.SetTime("data/in/x.pt", kPast + 200 * kSecond);
    EXPECT_EQ(Failure(),
              "golden.py:27: data/in has changed since data/out was written, but no Python can run golden.py: there is "
              "no python3; install the modules (python3-torch), set PTO_PYTHON to a Python that has them, or restore "
              "data/in");
    // Restored, or with outputs made anew, all is well.
    Write("data/in/x.pt", {1, 2});
    Run();
    EXPECT_EQ(notes_, std::vector<std::string>{});
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{2, 4}));
    Write("data/in/x.pt", {3, 3});
    Write("data/out/y.pt", {6, 6});
    DataOutIsNewer();
    Run();
    EXPECT_EQ(notes_, std::vector<std::string>{});
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{6, 6}));
}

TEST_F(GoldenEdge, InputsNewerThanOutputsAreInDoubtAtFirstSight) {
    DataOutIsNewer();
    space_.SetTime("data/in/x.pt", kPast + 200 * kSecond);
    AddWorkingInterpreter();
    Run();
    EXPECT_EQ(Expected().metadata.at("source"), "reference");
    interpreters_.clear();
    Run();
    EXPECT_EQ(notes_, std::vector<std::string>{"data/out is older than data/in and taken as the expected values, since "
                                               "no Python can run it: there is no python3"});
    EXPECT_EQ(Expected().metadata.at("note"), notes_[0]);
    // Inputs of the same content are no edit.
    space_.SetTime("data/in/x.pt", kPast);
    Run();
    EXPECT_EQ(notes_, std::vector<std::string>{});
    space_.SetTime("data/in/x.pt", kPast + 200 * kSecond);
    Run();
    EXPECT_EQ(notes_, std::vector<std::string>{});
    EXPECT_EQ(Expected().metadata.at("source"), "data/out");
}

TEST_F(GoldenEdge, AnyFileOfDataInCounts) {
    space_.Write("data/in/table.bin", "1");
    space_.SetTime("data/in/table.bin", kPast);
    AddWorkingInterpreter();
    DataOutIsNewer();
    Run();
    EXPECT_EQ(Expected().metadata.at("source"), "data/out");
    space_.Write("data/in/table.bin", "2");
    space_.SetTime("data/in/table.bin", kPast);
    Run();
    EXPECT_EQ(Expected().metadata.at("source"), "reference");
}

// The helper that generate_inputs needs is newer than data/out.
TEST_F(GoldenEdge, ModulesNewerThanOutputsAreInDoubt) {
    AddWorkingInterpreter();
    WriteGolden("__outputs__ = ['acc', 'y']\ndef generate_inputs(params):\n    return make()\n", 10);
    DataOutIsNewer();
    space_.SetTime("data/in/x.pt", kPast);
    Run();
    EXPECT_EQ(Expected().metadata.at("source"), "data/out");
    space_.Write("helper.py", "");
    AddInterpreter("other", "");
    interpreters_.clear();
    AddInterpreter("reads_helper", "./python \"$@\"; sed -i \"s#/elsewhere/helper.py#$PWD/helper.py#\" \"$7\"");
    Run();
    EXPECT_EQ(Expected().metadata.at("source"), "reference");
}

TEST_F(GoldenEdge, AReferenceThatCannotComputeGivesWayToDataOut) {
    AddFailingReference("compute_golden raised NotImplementedError: extraction failed", "NotImplementedError", 20);
    Run();
    const std::string note =
        "compute_golden raised NotImplementedError: extraction failed in line 20; data/out is older than golden.py and "
        "taken as the expected values";
    EXPECT_EQ(notes_, std::vector<std::string>{note});
    EXPECT_EQ(Expected().metadata.at("note"), note);
    EXPECT_EQ(Expected().metadata.at("source"), "data/out");
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{2, 4}));
    // So it does where it only lacks a name or an operation, as PyPTO left it.
    AddFailingReference("compute_golden raised NameError: name 'np' is not defined", "NameError", 28);
    Run();
    EXPECT_EQ(notes_, std::vector<std::string>{"compute_golden raised NameError: name 'np' is not defined in line 28; "
                                               "data/out is older than golden.py and taken as the expected values"});
    // Somebody who edits the reference is told of the mistake in it.
    WriteGolden(DataFileGolden(kEdited), 20);
    EXPECT_EQ(Failure(), "golden.py:28: compute_golden raised NameError: name 'np' is not defined; correct golden.py");
}

TEST_F(GoldenEdge, WithoutUsableOutputsThePlaceholderExpectsNothing) {
    const std::string raised = "compute_golden raised NotImplementedError in line 20";
    AddFailingReference("compute_golden raised NotImplementedError", "NotImplementedError", 20);
    const auto reason = [this] {
        Run();
        EXPECT_EQ(Expected().metadata.at("outputs"), "[]");
        EXPECT_EQ(Expected().metadata.at("source"), "none");
        EXPECT_TRUE(Expected().tensors.empty());
        EXPECT_EQ(Inputs().tensors.size(), 3u);
        return Expected().metadata.at("not_validated");
    };
    space_.Remove("data/out/y.pt");
    EXPECT_EQ(reason(), raised + ", and there is no 'data/out/y.pt'");
    Write("data/out/y.pt", {1, 2, 3});
    EXPECT_EQ(reason(), raised + ", and 'data/out/y.pt' holds fp32 [3], but generate_inputs gives 'y' as fp32 [2]");
    space_.Write("data/out/y.pt", "PK cut");
    EXPECT_EQ(reason(), raised + ", and 'data/out/y.pt' is not a zip file, and no Python can read it: " +
                            space_.Path("failing") + ": no result");
    Write("data/out/y.pt", {2, 4});
    Run();
    EXPECT_EQ(Expected().metadata.at("source"), "data/out");
    Write("data/in/x.pt", {5, 5});
    EXPECT_EQ(reason(), raised + ", and data/in has changed since data/out was written");
    Write("data/in/x.pt", {1, 2});
    WriteGolden(DataFileGolden(kEdited), 20);
    EXPECT_EQ(reason(), raised + ", and golden.py has changed since data/out was written");
}

TEST_F(GoldenEdge, AnOwnReferenceThatRaisesIsAnError) {
    AddFailingReference("compute_golden raised KeyError: z", "KeyError", 3);
    space_.Remove("data/out/y.pt");
    space_.Remove("data/out/acc.pt");
    WriteGolden("__outputs__ = make()\ndef generate_inputs(params):\n    return make()\n", 10);
    space_.Remove("data/in/x.pt");
    space_.Remove("data/in/acc.pt");
    std::filesystem::remove_all(space_.Path("data"));
    EXPECT_EQ(Failure(), "golden.py:3: compute_golden raised KeyError: z; correct golden.py");
}

TEST_F(GoldenEdge, NamesWhatIsMissingWhenPythonIsTheOnlyWay) {
    AddLackingInterpreter("one");
    AddInterpreter("two",
                   R"(echo '{"status":"missing","modules":[{"module":"numpy","reason":""},)"
                   R"({"module":"scipy","reason":""},{"module":"torch","reason":"OSError: libmkl.so"}]}' > "$7")");
    const std::string tail =
        ", but no Python can: " + space_.Path("one") + " has no module 'torch'; " + space_.Path("two") +
        " has no modules 'numpy' and 'scipy' and cannot import 'torch' (OSError: libmkl.so); install "
        "the modules (python3-torch) or set PTO_PYTHON to a Python that has them";
    space_.Remove("data/out/y.pt");
    EXPECT_EQ(Failure(), "golden.py: compute_golden has to be run (data/out lacks an output)" + tail);
    WriteGolden(
        "import torch; __outputs__ = ['y']\ndef generate_inputs(params):\n    x = torch.randn(2)\n    return [('y', "
        "x)]\n",
        10);
    EXPECT_EQ(Failure(), "golden.py: it has to be run (line 3: 'torch.randn' is computed)" + tail);
    Write("data/out/y.pt", {1, 2});
    DataOutIsNewer();
    EXPECT_EQ(Failure(), "golden.py: generate_inputs has to be run (line 3: 'torch.randn' is computed)" + tail);
}

TEST_F(GoldenEdge, RefusesWrongDeclarations) {
    DataOutIsNewer();
    const std::pair<std::string, std::string> cases[] = {
        {"RTOL = -1e-3\n", "golden.py:11: RTOL is -0.001, expected a number from 0; give a tolerance such as 1e-5"},
        {"ATOL = -1\n", "golden.py:11: ATOL is -1, expected a number from 0; give a tolerance such as 1e-5"},
        {"__outputs__ = []\n",
         "golden.py:11: __outputs__ names no output to compare; list the names of the outputs: __outputs__ = "
         "[\"out\"]"},
        {"__outputs__ = ['y', 'y']\n", "golden.py:11: __outputs__ names 'y' twice; name each output once"},
        {"__outputs__ = ['y\\n', 'y\\n']\n", "golden.py:11: __outputs__ names 'y?' twice; name each output once"},
    };
    for (const auto& [line, message] : cases) {
        WriteGolden(DataFileGolden("pass", line), 10);
        EXPECT_EQ(Failure(), message);
    }
    WriteGolden("def generate_inputs(params):\n    return [('y', 1)]\n", 10);
    EXPECT_EQ(
        Failure(),
        "golden.py: __outputs__ names no output to compare; list the names of the outputs: __outputs__ = [\"out\"]");
    EXPECT_FALSE(space_.Exists("out/inputs.safetensors"));
    EXPECT_FALSE(space_.Exists("out/golden.d"));
}

// Those that only Python knows are checked as well.
TEST_F(GoldenEdge, RefusesTolerancesThatJudgeNothing) {
    AddWorkingInterpreter();
    for (const char* value : {"nan", "inf", "-inf", "-0.5"}) {
        interpreters_.clear();
        AddInterpreter("other", std::string("./python \"$@\"; sed -i 's/\"0.001\"/\"") + value + "\"/' \"$7\"");
        EXPECT_EQ(Failure(), std::string("golden.py:11: RTOL is ") + value +
                                 ", expected a number from 0; give a tolerance such as 1e-5");
    }
}

TEST_F(GoldenEdge, KeepsWhatElseTheValuesDependOn) {
    AddWorkingInterpreter();
    interpreters_.clear();
    AddInterpreter("other",
                   "./python \"$@\"; sed -i 's#\"reads\"#\"surroundings\":{\"files\":[],\"absent\":[],"
                   "\"environment\":[\"PTO_X\"],\"untracked\":[\"starts programs\"]},&#' \"$7\"");
    Run();
    EXPECT_EQ(notes_, std::vector<std::string>{"golden.py starts programs: what decides its values there cannot be "
                                               "followed, so it is run again in every build"});
    const Json kept = Json::parse(space_.Read("out/witness.surroundings"));
    EXPECT_EQ(kept.at("environment").dump(), R"({"PTO_X":null,"PTO_PYTHON":null,"PYTHONPATH":null})");
    EXPECT_EQ(kept.at("files").dump(), R"({"/elsewhere/helper.py":"missing"})");
    EXPECT_EQ(kept.at("untracked").dump(), R"(["starts programs"])");
    // Nothing of the kind is left where Python was not asked.
    DataOutIsNewer();
    Run();
    EXPECT_FALSE(space_.Exists("out/witness.surroundings"));
}

TEST_F(GoldenEdge, OutputsHaveToBeInputsOfTheSameType) {
    Write("data/out/result.pt", {1, 2});
    WriteGolden(DataFileGolden("pass", "__outputs__ = ['result']\n"), -10);
    EXPECT_EQ(
        Failure(),
        "golden.py:11: __outputs__ names 'result', which generate_inputs does not return; name one of 'x', 'acc' and "
        "'y'");
    Write("data/out/ac.pt", {1, 2});
    WriteGolden(DataFileGolden("pass", "__outputs__ = ['ac']\n"), -10);
    EXPECT_EQ(Failure(),
              "golden.py:11: __outputs__ names 'ac', which generate_inputs does not return; did you mean 'acc'?");
    Write("data/out/y.pt", {1, 2, 3});
    WriteGolden(DataFileGolden(), -10);
    EXPECT_EQ(Failure(),
              "data/out/y.pt: holds fp32 [3], but generate_inputs gives 'y' as fp32 [2]; compile the program again or "
              "delete the file");
    WriteGolden("__outputs__ = ['y']\ndef generate_inputs(params):\n    return [('y', 1)]\n", -10);
    EXPECT_EQ(Failure(), "golden.py:1: __outputs__ names 'y', which is a scalar; outputs are tensors");
    WriteGolden("__outputs__ = ['y']\ndef generate_inputs(params):\n    return [('y', 1), ('y', 2)]\n", -10);
    EXPECT_EQ(Failure(), "golden.py:2: generate_inputs returns two values named 'y'; give each a name of its own");
}

TEST_F(GoldenEdge, NamesMissingAndDamagedFiles) {
    DataOutIsNewer();
    space_.Remove("data/in/x.pt");
    EXPECT_EQ(Failure(), "golden.py:16: 'data/in/x.pt' does not exist; restore the file or compile the program again");
    space_.Write("data/in/x.pt", "PK cut");
    EXPECT_EQ(Failure(),
              "data/in/x.pt: is not a zip file; the file is cut short or was not written by torch.save; save it again");
    space_.Write("out/state.json", "{\"schema\": 2}");
    EXPECT_EQ(
        Failure(),
        "out/state.json: 'schema' is 2, expected 1; delete the file; data/out then counts as seen for the first time");
    space_.Write("out/state.json", "{\"schema\": 1, \"reference\": 5}");
    EXPECT_EQ(Failure(),
              "out/state.json: 'reference' is 5, expected a string; delete the file; data/out then counts as "
              "seen for the first time");
    space_.Remove("golden.py");
    EXPECT_EQ(Failure(), "golden.py: cannot be read: No such file or directory");
}

TEST_F(GoldenEdge, ReportsInterpretersThatDie) {
    AddInterpreter("python", "echo boom >&2; exit 3");
    EXPECT_EQ(Failure(),
              "golden.py: '" + space_.Path("python") +
                  "' ended with code 3 without a result\n    boom; run golden.py by hand or set PTO_PYTHON to "
                  "another interpreter");
    interpreters_.clear();
    AddInterpreter("killed", "kill -9 $$");
    EXPECT_EQ(Failure(),
              "golden.py: '" + space_.Path("killed") +
                  "' was ended by signal 9 without a result; run golden.py by hand or set PTO_PYTHON to another "
                  "interpreter");
    interpreters_.clear();
    AddInterpreter("liar", "echo '{}' > \"$7\"");
    EXPECT_NE(Failure().find("' wrote a malformed report ("), std::string::npos) << Failure();
}

TEST_F(GoldenEdge, ShowsWhereTheReferenceRaised) {
    AddInterpreter("python", R"(echo '{"status":"failed","line":28,"column":0,"text":"","message":)"
                             R"("compute_golden raised KeyError: z"}' > "$7")");
    EXPECT_EQ(Failure(), "golden.py:28: compute_golden raised KeyError: z; correct golden.py");
}

TEST_F(GoldenEdge, ACrashOfTheReferenceIsOneOfTheReference) {
    AddFailingReference("compute_golden ended the interpreter", "", 0);
    space_.WriteProgram("dies", "#!/bin/sh\n./failing \"$@\"; kill -11 $$\n");
    interpreters_ = {{space_.Path("dies"), false}};
    Run();
    EXPECT_EQ(notes_, std::vector<std::string>{"'" + space_.Path("dies") +
                                               "' was ended by signal 11 in compute_golden; data/out is older than "
                                               "golden.py and taken as the expected values"});
}

TEST(GoldenInterpreters, ComeFromTheEnvironment) {
    const test::TempSpace space;
    space.WriteProgram("python3", "#!/bin/sh\n");
    {
        const test::EnvironmentVariable chosen("PTO_PYTHON", space.Path("python3").c_str());
        const std::vector<Interpreter> found = FindInterpreters();
        ASSERT_EQ(found.size(), 1u);
        EXPECT_EQ(found[0].program, space.Path("python3"));
    }
    {
        const test::EnvironmentVariable chosen("PTO_PYTHON", "/no/such/python");
        EXPECT_EQ(
            test::ErrorOf([] { FindInterpreters(); }),
            "PTO_PYTHON is '/no/such/python', which is not a program; set it to a Python interpreter or unset it");
    }
    const test::EnvironmentVariable unset("PTO_PYTHON", nullptr);
    const test::EnvironmentVariable path("PATH", (space.Root() + ":/usr/bin").c_str());
    EXPECT_EQ(FindInterpreters()[0].program, space.Path("python3"));
    const test::EnvironmentVariable usual("PATH", "/usr/bin");
    EXPECT_LE(FindInterpreters().size(), 1u);
}

// golden.py that was another one only while Python read it.
TEST_F(GoldenEdge, ReferenceThatChangesWhileItIsRunIsRunAgain) {
    AddWorkingInterpreter();
    const std::string there_and_back =
        "cp -p golden.py kept; echo other > golden.py; cat kept > golden.py; touch -r kept golden.py\n";
    const std::string script = space_.Read("python").substr(std::string("#!/bin/sh\n").size());
    const auto run = [this] {
        const GoldenOptions options{"golden.py", "out/inputs.safetensors", "out/expected.safetensors", "out/golden.d",
                                    ""};
        RealFileSystem files;
        RunSettledGolden(
            options, [this] { return interpreters_; }, files,
            [this](const std::string& text) { notes_.push_back(text); });
    };
    WriteGolden(DataFileGolden(kEdited), 10);
    space_.WriteProgram("python", "#!/bin/sh\n[ -e seen ] || { touch seen; " +
                                      there_and_back.substr(0, there_and_back.size() - 1) + "; }\n" + script);
    run();
    EXPECT_EQ(space_.Read("ran"), "ran\nran\n");
    EXPECT_EQ(ExpectedValues("y"), (std::vector<double>{7, 8}));
    EXPECT_TRUE(space_.Exists("out/inputs.safetensors.made"));
    space_.WriteProgram("python", "#!/bin/sh\n" + there_and_back + script);
    EXPECT_EQ(test::ErrorOf(run), "golden.py: it kept changing while it was run; run ninja again");
    EXPECT_FALSE(space_.Exists("out/expected.safetensors"));
}

}  // namespace
}  // namespace pto::gen
