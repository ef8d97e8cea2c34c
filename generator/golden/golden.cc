#include "generator/golden/golden.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "generator/golden/golden_checks.h"
#include "generator/golden/golden_state.h"
#include "generator/golden/golden_write.h"

namespace pto::gen {
namespace {

constexpr char kInstall[] = "install the modules (python3-torch) or set PTO_PYTHON to a Python that has them";

class GoldenEdge {
  public:
    GoldenEdge(const GoldenOptions& options, const std::function<std::vector<Interpreter>()>& find_interpreters,
               FileSystem& files, const std::function<void(const std::string&)>& note)
        : options_(options),
          find_interpreters_(find_interpreters),
          files_(files),
          note_(note),
          source_(ParseGoldenSource(files.Read(options.source), options.source)) {
        state_path_ = options.state;
        if (state_path_.empty()) {
            state_path_ = (std::filesystem::path(options.expected).parent_path() / "state.json").string();
        }
        state_ = LoadGoldenState(files, state_path_);
        LookAtDataOut();
    }

    void Run() {
        // In data-file mode the text has told everything; otherwise it is checked again when Python has answered.
        if (source_.outputs || source_.inputs) {
            CheckDeclared(source_, source_.outputs.value_or(std::vector<std::string>{}), source_.rtol, source_.atol);
        }
        GoldenResult result;
        if (!data_out_ || standing_.standing != Standing::kCurrent || !TakeCurrent(result)) result = ComputeOrTake();
        CheckResult(source_, result);
        RememberWhatIsKnown();
        WriteGolden(options_, source_, result, asked_python_, files_, note_);
    }

  private:
    [[noreturn]] void Fail(int line, const std::string& what, const std::string& remedy) const {
        throw Error(ErrorKind::kInput, Place{source_.file, line, 0, {}}, what, remedy);
    }

    void LookAtDataOut() {
        data_out_ = InspectDataOut(source_, files_, missing_);
        if (data_out_) standing_ = StandingOf(state_, source_.reference_hash, *data_out_);
    }

    // From now on an edit of the reference or of the inputs is noticed, whoever computed the values this time.
    void RememberWhatIsKnown() {
        if (!data_out_) return;
        if (standing_.standing != Standing::kCurrent && standing_.standing != Standing::kUnknown) return;
        const bool inputs_known = data_out_->after_inputs || standing_.standing == Standing::kCurrent;
        const GoldenState now{source_.reference_hash, data_out_->hash, inputs_known ? data_out_->inputs_hash : ""};
        if (!state_ || *state_ != now) SaveGoldenState(files_, state_path_, now);
    }

    // False where what golden.py reads besides its data may have changed since data/out was written.
    bool TakeCurrent(GoldenResult& result) {
        if (source_.inputs) {
            result = NativeResult();
        } else {
            std::optional<GoldenRun> run = RunPython(ReferenceMode::kSkip);
            if (!run) FailWithoutPython("generate_inputs has to be run (" + ObstacleText() + ")");
            result = ResultOf(*run);
            if (ReadsWhatIsNewer(result)) return false;
        }
        TakeDataOut(result);
        return true;
    }

    bool ReadsWhatIsNewer(const GoldenResult& result) const {
        return std::any_of(result.inputs.reads.begin(), result.inputs.reads.end(), [this](const std::string& path) {
            const std::optional<FileInfo> info = files_.Stat(path);
            return info && info->mtime_ns > data_out_->oldest_ns;
        });
    }

    GoldenResult ComputeOrTake() {
        std::optional<GoldenRun> run = RunPython(ReferenceMode::kRun);
        if (run && run->failure) return TakeInstead(*run);
        if (run) return ResultOf(*run);
        if (!source_.inputs) FailWithoutPython("it has to be run (" + ObstacleText() + ")");
        if (!data_out_) FailWithoutPython("compute_golden has to be run (data/out lacks an output)");
        if (standing_.standing == Standing::kStale) FailChanged();
        GoldenResult result = NativeResult();
        TakeDataOut(result);
        result.note = WhyDoubtful() + ", since no Python can run it: " + Trials();
        return result;
    }

    // compute_golden gave nothing. PyPTO's own harness does not ask it where data/out is there.
    GoldenResult TakeInstead(GoldenRun& run) {
        if (!source_.outputs) {
            source_.outputs = run.outputs;
            if (!run.data_dir.empty()) source_.data_dir = FromHere(run.data_dir);
            LookAtDataOut();
        }
        const bool placeholder = run.failure->type == "NotImplementedError";
        const bool edited = state_ && state_->reference != source_.reference_hash;
        if (!placeholder && IsOwnWork(edited)) throw ReferenceError(source_, run);
        const std::string line =
            run.failure->line > 0 ? " in line " + std::to_string(run.failure->line) : std::string();
        const std::string failure = run.failure->message + line;
        GoldenResult result = ResultOf(run);
        result.none = failure + TryDataOut(result);
        if (result.from_data_out) {
            result.none.clear();
            result.note = failure + "; " + WhyDoubtful();
        }
        return result;
    }

    // A mistake in a reference that somebody writes at this moment is theirs to mend.
    bool IsOwnWork(bool edited) const {
        if (data_out_) return edited && standing_.standing == Standing::kStale;
        return edited || (!source_.inputs && missing_.empty()) || !IsDirectory(files_, source_.data_dir);
    }

    // Empty when data/out gives the expected values, else why it does not.
    std::string TryDataOut(GoldenResult& result) {
        if (!data_out_) return missing_.empty() ? ", and there is no data/out" : ", and there is no '" + missing_ + "'";
        if (standing_.standing == Standing::kStale) {
            return ", and " + standing_.changed + " has changed since data/out was written";
        }
        try {
            TakeDataOut(result);
            CheckResult(source_, result);
            return "";
        } catch (const Error& error) {
            if (error.place().file == source_.file || error.kind() != ErrorKind::kInput) throw;
            result.expected.clear();
            result.from_data_out = false;
            return ", and '" + error.place().file + "' " + error.message();
        }
    }

    std::string WhyDoubtful() const {
        if (standing_.standing == Standing::kTouched) {
            return "data/out is newer than " + standing_.changed +
                   " and taken as the expected values, but it holds what was there before " + standing_.changed +
                   " changed";
        }
        if (standing_.standing == Standing::kCurrent) return "data/out is taken as the expected values";
        return std::string("data/out is older than ") + (data_out_->newer ? "data/in" : "golden.py") +
               " and taken as the expected values";
    }

    GoldenResult NativeResult() {
        GoldenResult result;
        result.inputs = LoadDataFileInputs(source_, files_, Foreign());
        result.outputs = *source_.outputs;
        result.rtol = *source_.rtol;
        result.atol = *source_.atol;
        return result;
    }
    static GoldenResult ResultOf(GoldenRun& run) {
        GoldenResult result;
        result.inputs = std::move(run.inputs);
        result.outputs = run.outputs;
        result.rtol = run.rtol;
        result.atol = run.atol;
        result.expected = std::move(run.expected);
        return result;
    }
    void TakeDataOut(GoldenResult& result) {
        result.expected = LoadDataOut(source_, files_, Foreign());
        result.from_data_out = true;
    }

    // Files that only torch can read, where it is there.
    ForeignReader Foreign() {
        return [this](const std::vector<std::string>& paths, const Error& error) {
            std::vector<std::string> trials;
            std::optional<std::vector<Tensor>> read =
                ReadByTorch(paths, find_interpreters_(), options_.expected, files_, trials);
            if (read) return std::move(*read);
            if (trials.empty()) throw error;
            throw Error(error.kind(), error.place(),
                        error.message() + ", and no Python can read it: " + Join(trials, "; "), error.remedy());
        };
    }

    // Nothing when no interpreter has the modules.
    std::optional<GoldenRun> RunPython(ReferenceMode mode) {
        trials_.clear();
        asked_python_ = true;
        std::optional<GoldenRun> run =
            RunGoldenPython(source_, find_interpreters_(), mode, options_.expected, files_, trials_);
        if (!run) return run;
        for (const std::string_view line : Lines(run->printed)) note_(source_.file + ": " + std::string(line));
        return run;
    }

    std::string ObstacleText() const {
        const std::string line =
            source_.obstacle_line > 0 ? "line " + std::to_string(source_.obstacle_line) + ": " : "";
        return line + source_.obstacle;
    }
    std::string Trials() const { return trials_.empty() ? "there is no python3" : Join(trials_, "; "); }

    [[noreturn]] void FailWithoutPython(const std::string& reason) const {
        Fail(0, reason + ", but no Python can: " + Trials(), kInstall);
    }
    [[noreturn]] void FailChanged() const {
        const bool source = standing_.changed == "golden.py";
        Fail(source_.LineOf("compute_golden"),
             standing_.changed + " has changed since data/out was written, but no Python can run " +
                 (source ? "it: " : "golden.py: ") + Trials(),
             "install the modules (python3-torch), set PTO_PYTHON to a Python that has them, or restore " +
                 standing_.changed);
    }

    const GoldenOptions& options_;
    const std::function<std::vector<Interpreter>()>& find_interpreters_;
    FileSystem& files_;
    const std::function<void(const std::string&)>& note_;
    GoldenSource source_;
    std::optional<DataOut> data_out_;
    std::string missing_;  // of data/out
    DataOutStanding standing_;
    std::string state_path_;
    std::optional<GoldenState> state_;
    std::vector<std::string> trials_;
    bool asked_python_ = false;
};

}  // namespace

void RunGolden(const GoldenOptions& options, const std::function<std::vector<Interpreter>()>& find_interpreters,
               FileSystem& files, const std::function<void(const std::string&)>& note) {
    GoldenEdge(options, find_interpreters, files, note).Run();
}

}  // namespace pto::gen
