#include "generator/golden/golden.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "generator/golden/golden_state.h"
#include "generator/steps/depfile.h"
#include "tensors/safetensors.h"

namespace pto::gen {
namespace {

// All that goes into the two files.
struct Result {
    GoldenInputs inputs;
    std::vector<std::string> outputs;
    double rtol = 0;
    double atol = 0;
    std::vector<Tensor> expected;
    bool from_data_out = false;
    std::string note;
};

class GoldenEdge {
  public:
    GoldenEdge(const GoldenOptions& options, const std::function<std::vector<Interpreter>()>& find_interpreters,
               FileSystem& files, const std::function<void(const std::string&)>& note)
        : options_(options),
          find_interpreters_(find_interpreters),
          files_(files),
          note_(note),
          source_(ParseGoldenSource(files.Read(options.source), options.source)),
          data_out_(InspectDataOut(source_, files)) {
        state_path_ = options.state;
        if (state_path_.empty()) {
            state_path_ = (std::filesystem::path(options.expected).parent_path() / "state.json").string();
        }
        state_ = LoadGoldenState(files, state_path_);
    }

    void Run() {
        // In data-file mode the text has told everything; otherwise it is checked again when Python has answered.
        if (source_.outputs || source_.inputs) {
            CheckDeclared(source_.outputs.value_or(std::vector<std::string>{}), source_.rtol, source_.atol);
        }
        // From now on an edit of the reference is noticed, whoever computes it this time.
        if (!state_ && data_out_) Remember();
        Result result = data_out_ && data_out_->newer ? TakeNewerDataOut() : ComputeOrTake();
        CheckOutputs(result);
        Commit(result);
    }

  private:
    [[noreturn]] void Fail(int line, const std::string& what, const std::string& remedy) const {
        throw Error(ErrorKind::kInput, Place{source_.file, line, 0, {}}, what, remedy);
    }

    void Remember() {
        state_ = GoldenState{source_.reference_hash, data_out_->hash};
        SaveGoldenState(files_, state_path_, *state_);
    }

    void CheckTolerance(const char* name, double value) const {
        if (std::isfinite(value) && value >= 0) return;
        Fail(source_.LineOf(name), fmt::format("{} is {}, expected a number from 0", name, value),
             "give a tolerance such as 1e-5");
    }
    void CheckDeclared(const std::vector<std::string>& outputs, std::optional<double> rtol,
                       std::optional<double> atol) const {
        if (rtol) CheckTolerance("RTOL", *rtol);
        if (atol) CheckTolerance("ATOL", *atol);
        if (outputs.empty()) {
            Fail(source_.LineOf("__outputs__"), "__outputs__ names no output to compare",
                 "list the names of the outputs: __outputs__ = [\"out\"]");
        }
        for (size_t i = 0; i < outputs.size(); ++i) {
            if (std::find(outputs.begin(), outputs.begin() + static_cast<std::ptrdiff_t>(i), outputs[i]) ==
                outputs.begin() + static_cast<std::ptrdiff_t>(i)) {
                continue;
            }
            Fail(source_.LineOf("__outputs__"), "__outputs__ names '" + outputs[i] + "' twice",
                 "name each output once");
        }
    }

    // Without __outputs__ the runtime would compare nothing and call it a pass.
    void CheckOutputs(const Result& result) const {
        CheckDeclared(result.outputs, result.rtol, result.atol);
        std::vector<std::string> names;
        for (const Tensor& tensor : result.inputs.tensors) {
            if (std::find(names.begin(), names.end(), tensor.name) != names.end()) {
                Fail(source_.LineOf("generate_inputs"),
                     "generate_inputs returns two values named '" + tensor.name + "'", "give each a name of its own");
            }
            names.push_back(tensor.name);
        }
        for (const std::string& output : result.outputs) CheckOutput(result, output, names);
    }
    void CheckOutput(const Result& result, const std::string& output, const std::vector<std::string>& names) const {
        const int line = source_.LineOf("__outputs__");
        const Tensor* input = FindTensor(result.inputs.tensors, output);
        if (input == nullptr) {
            const std::string hint = DidYouMean(output, names);
            Fail(line, "__outputs__ names '" + output + "', which generate_inputs does not return",
                 hint.empty() ? "name one of " + QuotedList(names) : hint);
        }
        const std::vector<std::string>& scalars = result.inputs.scalars;
        if (std::find(scalars.begin(), scalars.end(), output) != scalars.end()) {
            Fail(line, "__outputs__ names '" + output + "', which is a scalar", "outputs are tensors");
        }
        const Tensor* expected = FindTensor(result.expected, output);
        if (expected == nullptr)
            Fail(line, "the run left no value for '" + output + "'", "set PTO_PYTHON to a Python interpreter");
        if (expected->dtype == input->dtype && expected->shape == input->shape) return;
        const std::string found = TypeText(*expected->dtype, expected->shape);
        const std::string wanted = TypeText(*input->dtype, input->shape);
        if (result.from_data_out) {
            ThrowInput(source_.data_dir + "/out/" + output + ".pt",
                       "holds " + found + ", but generate_inputs gives '" + output + "' as " + wanted,
                       "compile the program again or delete the file");
        }
        Fail(source_.LineOf("compute_golden"),
             "compute_golden leaves '" + output + "' as " + found + ", but generate_inputs gives it as " + wanted,
             "write it in place: tensors[\"" + output + "\"][:] = ...");
    }

    Result TakeNewerDataOut() {
        Result result;
        if (source_.inputs) {
            result = NativeResult();
        } else if (!RunPython(ReferenceMode::kSkip, result)) {
            FailWithoutPython("generate_inputs has to be run (" + ObstacleText() + ")");
        }
        TakeDataOut(result);
        if (state_->reference != source_.reference_hash && state_->data_out == data_out_->hash) {
            result.note =
                "data/out is newer than golden.py and taken as the expected values, but it holds what was there "
                "before golden.py changed";
        }
        Remember();
        return result;
    }

    Result ComputeOrTake() {
        Result result;
        if (RunPython(ReferenceMode::kRun, result)) return result;
        if (!source_.inputs) FailWithoutPython("it has to be run (" + ObstacleText() + ")");
        if (!data_out_) FailWithoutPython("compute_golden has to be run (data/out lacks an output)");
        if (state_->reference != source_.reference_hash) FailChanged();
        result = NativeResult();
        TakeDataOut(result);
        result.note =
            "data/out is older than golden.py and taken as the expected values, since no Python can run it: " +
            Trials();
        Remember();
        return result;
    }

    Result NativeResult() const {
        Result result;
        result.inputs = LoadDataFileInputs(source_, files_);
        result.outputs = *source_.outputs;
        result.rtol = *source_.rtol;
        result.atol = *source_.atol;
        return result;
    }
    void TakeDataOut(Result& result) const {
        result.expected = LoadDataOut(source_, files_);
        result.from_data_out = true;
    }

    // False when no interpreter has the modules.
    bool RunPython(ReferenceMode mode, Result& result) {
        std::optional<GoldenRun> run =
            RunGoldenPython(source_, find_interpreters_(), mode, options_.expected, files_, trials_);
        if (!run) return false;
        for (const std::string_view line : Lines(run->printed)) note_(source_.file + ": " + std::string(line));
        result.inputs = std::move(run->inputs);
        result.outputs = std::move(run->outputs);
        result.rtol = run->rtol;
        result.atol = run->atol;
        result.expected = std::move(run->expected);
        return true;
    }

    std::string ObstacleText() const {
        const std::string line =
            source_.obstacle_line > 0 ? "line " + std::to_string(source_.obstacle_line) + ": " : "";
        return line + source_.obstacle;
    }
    std::string Trials() const { return trials_.empty() ? "there is no python3" : Join(trials_, "; "); }

    [[noreturn]] void FailWithoutPython(const std::string& reason) const {
        Fail(0, reason + ", but no Python can: " + Trials(),
             "install the modules (python3-torch) or set PTO_PYTHON to a Python that has them");
    }
    [[noreturn]] void FailChanged() const {
        Fail(source_.LineOf("compute_golden"),
             "golden.py has changed since data/out was written, but no Python can run it: " + Trials(),
             "install the modules (python3-torch), set PTO_PYTHON to a Python that has them, or restore golden.py");
    }

    void Commit(const Result& result) {
        std::vector<std::string> names;
        for (const Tensor& tensor : result.inputs.tensors) names.push_back(tensor.name);
        WriteSafetensors(options_.inputs, result.inputs.tensors,
                         {{"order", Json(names).dump()}, {"scalars", Json(result.inputs.scalars).dump()}});
        TensorMetadata metadata = {{"outputs", Json(result.outputs).dump()},
                                   {"rtol", fmt::format("{}", result.rtol)},
                                   {"atol", fmt::format("{}", result.atol)},
                                   {"source", result.from_data_out ? "data/out" : "reference"}};
        if (!result.note.empty()) {
            metadata["note"] = result.note;
            note_(result.note);
        }
        WriteSafetensors(options_.expected, result.expected, metadata);
        if (!options_.depfile.empty())
            files_.Write(options_.depfile, DepfileText(options_.inputs, Dependencies(result)));
    }

    // data/out counts even when the reference was run: once it is newer, it is taken.
    std::vector<std::string> Dependencies(const Result& result) const {
        std::vector<std::string> paths = result.inputs.reads;
        paths.push_back(source_.file);
        for (const std::string& path : DataOutFiles(source_)) {
            if (IsFile(files_, path)) paths.push_back(path);
        }
        std::sort(paths.begin(), paths.end());
        paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
        return paths;
    }

    const GoldenOptions& options_;
    const std::function<std::vector<Interpreter>()>& find_interpreters_;
    FileSystem& files_;
    const std::function<void(const std::string&)>& note_;
    GoldenSource source_;
    std::optional<DataOut> data_out_;
    std::string state_path_;
    std::optional<GoldenState> state_;
    std::vector<std::string> trials_;
};

}  // namespace

void RunGolden(const GoldenOptions& options, const std::function<std::vector<Interpreter>()>& find_interpreters,
               FileSystem& files, const std::function<void(const std::string&)>& note) {
    GoldenEdge(options, find_interpreters, files, note).Run();
}

}  // namespace pto::gen
