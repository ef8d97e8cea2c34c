#include "generator/golden/golden_python.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <utility>

#include "base/dtype_python.h"
#include "base/error.h"
#include "base/json.h"
#include "base/left_overs.h"
#include "base/python_call.h"
#include "base/text.h"
#include "generator/config/run_py.h"
#include "templates/golden_runner_text.h"
#include "tensors/safetensors.h"

namespace pto::gen {
namespace {

constexpr unsigned kThreadCap = 16;

// The user's file as the runner gets it and as messages call it.
struct UserFile {
    std::string file;
    std::string name;
    const char* mode;
};

// Where the runner leaves its results. Names that the next scan knows, should this process be killed.
struct Scratch {
    explicit Scratch(const std::string& base)
        : inputs(base + ".inputs"), expected(base + ".expected"), report(base + ".report") {
        MakeDirectories(std::filesystem::path(base).parent_path().string());
    }
    TemporaryFile inputs;
    TemporaryFile expected;
    TemporaryFile report;
};

// Libraries read these when they are loaded, long before torch could be asked for fewer threads.
std::vector<std::string> ThreadLimits() {
    const std::string limit = std::to_string(std::clamp(std::thread::hardware_concurrency(), 1u, kThreadCap));
    std::vector<std::string> environment;
    for (const char* name : {"OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"}) {
        if (std::getenv(name) == nullptr) environment.push_back(std::string(name) + "=" + limit);
    }
    return environment;
}

PythonCall CallOf(const UserFile& source, const Scratch& scratch, const std::vector<std::string>& extra = {}) {
    PythonCall call;
    call.words = {GoldenRunnerText(),      source.file,           scratch.inputs.path(),
                  scratch.expected.path(), scratch.report.path(), source.mode};
    call.words.insert(call.words.end(), extra.begin(), extra.end());
    call.report = scratch.report.path();
    call.place.file = source.file;
    call.remedy = "run " + source.name + " by hand or set PTO_PYTHON to another interpreter";
    call.environment = ThreadLimits();
    // A process that died in compute_golden left a report of everything before it.
    call.counts = [](const Json& report) { return report.contains("failure"); };
    return call;
}

[[noreturn]] void ThrowFailed(const UserFile& source, const Json& report, const std::string& printed) {
    Place place{source.file, report.at("line").get<int>(), 0, {}};
    if (report.at("column").get<int>() > 0) {
        place.column = report.at("column").get<int>();
        place.source_line = report.at("text").get<std::string>();
    }
    throw Error(
        ErrorKind::kInput, std::move(place),
        report.at("message").get<std::string>() + (printed.empty() ? "" : " after it had printed" + LastLines(printed)),
        "correct " + source.name);
}

std::vector<Tensor> InOrder(std::vector<Tensor> tensors, const std::vector<std::string>& names) {
    std::vector<Tensor> ordered;
    for (const std::string& name : names) {
        const auto it = std::find_if(tensors.begin(), tensors.end(), [&](const Tensor& t) { return t.name == name; });
        if (it != tensors.end()) ordered.push_back(std::move(*it));
    }
    return ordered;
}

GoldenInputs CollectInputs(const Json& report, const Scratch& scratch) {
    GoldenInputs inputs;
    inputs.scalars = report.at("scalars").get<std::vector<std::string>>();
    inputs.surroundings = ParseSurroundings(report);
    for (const Json& path : report.at("reads")) inputs.reads.push_back(FromHere(path.get<std::string>()));
    inputs.tensors =
        InOrder(ReadSafetensors(scratch.inputs.path()).tensors, report.at("inputs").get<std::vector<std::string>>());
    return inputs;
}

GoldenRun Collect(const Json& report, const Scratch& scratch, const FileSystem& files) {
    GoldenRun run;
    run.outputs = report.at("outputs").get<std::vector<std::string>>();
    run.rtol = std::strtod(report.at("rtol").get<std::string>().c_str(), nullptr);
    run.atol = std::strtod(report.at("atol").get<std::string>().c_str(), nullptr);
    run.inputs = CollectInputs(report, scratch);
    run.data_dir = report.value("data_dir", "");
    if (report.contains("failure")) {
        const Json& failure = report.at("failure");
        run.failure = ReferenceFailure{failure.at("message").get<std::string>(), failure.at("type").get<std::string>(),
                                       failure.at("line").get<int>()};
        return run;
    }
    if (IsFile(files, scratch.expected.path())) {
        run.expected = InOrder(ReadSafetensors(scratch.expected.path()).tensors, run.outputs);
    }
    return run;
}

ScriptRun CollectScript(const Json& report, const Scratch& scratch, const FileSystem&) {
    return {CollectInputs(report, scratch), report.at("inputs").get<std::vector<std::string>>(),
            report.at("open").get<std::vector<std::string>>(), ""};
}

void NoteDeath(const std::string& program, const ProcessResult& result, GoldenRun& run) {
    if (result.Ok() || !run.failure) return;
    run.failure->message = "'" + program + "' " + HowItEnded(result) + " in compute_golden";
}
void NoteDeath(const std::string&, const ProcessResult&, ScriptRun&) {}

// Nothing when the interpreter lacks modules.
template <typename Run>
std::optional<Run> RunOf(const UserFile& source, const std::string& program, const PythonAnswer& answer,
                         Run (*collect)(const Json&, const Scratch&, const FileSystem&), const Scratch& scratch,
                         const FileSystem& files, std::vector<std::string>& trials) {
    const Json& report = answer.report;
    const auto status = report.at("status").get<std::string>();
    if (status == "failed") ThrowFailed(source, report, answer.result.out);
    if (status == "missing") {
        trials.push_back(MissingModulesText(program, report.at("modules")));
        if (!report.contains("failure")) return std::nullopt;
    }
    Run run = collect(report, scratch, files);
    NoteDeath(program, answer.result, run);
    run.printed = answer.result.out;
    return run;
}

template <typename Run>
std::optional<Run> RunFirst(const UserFile& source, const std::vector<Interpreter>& interpreters,
                            Run (*collect)(const Json&, const Scratch&, const FileSystem&), const std::string& scratch,
                            FileSystem& files, std::vector<std::string>& trials) {
    std::optional<Run> partial;  // whose reference needs a module that another interpreter may have
    for (const Interpreter& interpreter : interpreters) {
        const Scratch results(scratch);
        const PythonCall call = CallOf(source, results);
        const PythonAnswer answer = CallPython(interpreter.program, call, files);
        const size_t lacking = trials.size();
        std::optional<Run> run = ReadReport(interpreter.program, call, [&] {
            return RunOf(source, interpreter.program, answer, collect, results, files, trials);
        });
        if (run && trials.size() == lacking) return run;
        if (run && !partial) partial = std::move(run);
    }
    return partial;
}

}  // namespace

std::optional<GoldenRun> RunGoldenPython(const GoldenSource& source, const std::vector<Interpreter>& interpreters,
                                         ReferenceMode mode, const std::string& scratch, FileSystem& files,
                                         std::vector<std::string>& trials) {
    const UserFile file{source.file, "golden.py", mode == ReferenceMode::kRun ? "reference" : "inputs"};
    return RunFirst(file, interpreters, Collect, scratch, files, trials);
}

std::optional<ScriptRun> RunScriptPython(const std::string& source, const std::vector<Interpreter>& interpreters,
                                         const std::string& scratch, FileSystem& files,
                                         std::vector<std::string>& trials) {
    return RunFirst({source, kRunPy, "run_py"}, interpreters, CollectScript, scratch, files, trials);
}

Error ReferenceError(const GoldenSource& source, const GoldenRun& run) {
    return Error(ErrorKind::kInput, Place{source.file, run.failure->line, 0, {}},
                 run.failure->message + (run.printed.empty() ? "" : " after it had printed" + LastLines(run.printed)),
                 "correct golden.py");
}

std::optional<std::vector<Tensor>> ReadByTorch(const std::vector<std::string>& paths,
                                               const std::vector<Interpreter>& interpreters, const std::string& scratch,
                                               FileSystem& files, std::vector<std::string>& trials) {
    const UserFile source{paths.at(0), "it", "tensors"};
    for (const Interpreter& interpreter : interpreters) {
        const Scratch results(scratch);
        const Json report = CallPython(interpreter.program, CallOf(source, results, paths), files).report;
        const std::string status = report.value("status", "");
        if (status == "ok") {
            std::vector<std::string> names;
            for (size_t i = 0; i < paths.size(); ++i) names.push_back(std::to_string(i));
            std::vector<Tensor> tensors = InOrder(ReadSafetensors(results.inputs.path()).tensors, names);
            if (tensors.size() == paths.size()) return tensors;
        }
        trials.push_back(status == "missing" ? MissingModulesText(interpreter.program, report.at("modules"))
                                             : interpreter.program + ": " + report.value("message", "no result"));
    }
    return std::nullopt;
}

std::string GoldenRunnerText() {
    std::string text = DTypesPython();
    for (const auto& part : kGoldenRunnerTexts) text += part[1];
    return text;
}

}  // namespace pto::gen
