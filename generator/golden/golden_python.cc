#include "generator/golden/golden_python.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "base/left_overs.h"
#include "base/process.h"
#include "base/text.h"
#include "generator/golden_runner_text.h"
#include "tensors/safetensors.h"

namespace pto::gen {
namespace {

constexpr unsigned kThreadCap = 16;

// Where the runner leaves its results; removed at the end whatever happened.
class Scratch {
  public:
    Scratch(const std::string& base, FileSystem& files) : files_(files) {
        const std::filesystem::path parent = std::filesystem::path(base).parent_path();
        if (!parent.empty()) MakeDirectories(parent.string());
        // Names that the next scan knows, should this process be killed.
        inputs = TemporaryName(base + ".inputs");
        expected = TemporaryName(base + ".expected");
        report = TemporaryName(base + ".report");
    }
    ~Scratch() {
        for (const std::string& path : {inputs, expected, report}) files_.Remove(path);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    std::string inputs;
    std::string expected;
    std::string report;

  private:
    FileSystem& files_;
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

[[noreturn]] void ThrowDied(const GoldenSource& source, const std::string& program, const ProcessResult& result) {
    throw Error(ErrorKind::kToolchain, Place{source.file, 0, 0, {}},
                "'" + program + "' " + HowItEnded(result) + " without a result" + LastLines(result.err),
                "run golden.py by hand or set PTO_PYTHON to another interpreter");
}

ProcessResult RunOne(const GoldenSource& source, const std::string& program, ReferenceMode mode,
                     const Scratch& scratch) {
    ProcessOptions options;
    options.arguments = {program,
                         "-B",
                         "-c",
                         std::string(GoldenRunnerText()),
                         source.file,
                         scratch.inputs,
                         scratch.expected,
                         scratch.report,
                         mode == ReferenceMode::kRun ? "reference" : "inputs"};
    options.environment = ThreadLimits();
    ProcessResult result = RunProcess(options);
    if (result.interrupted) {
        throw Error(ErrorKind::kToolchain, Place{source.file, 0, 0, {}}, "interrupted; nothing was written");
    }
    return result;
}

[[noreturn]] void ThrowFailed(const GoldenSource& source, const Json& report, const std::string& printed) {
    Place place{source.file, report.at("line").get<int>(), 0, {}};
    if (report.at("column").get<int>() > 0) {
        place.column = report.at("column").get<int>();
        place.source_line = report.at("text").get<std::string>();
    }
    throw Error(
        ErrorKind::kInput, std::move(place),
        report.at("message").get<std::string>() + (printed.empty() ? "" : " after it had printed" + LastLines(printed)),
        "correct golden.py");
}

std::vector<Tensor> InOrder(std::vector<Tensor> tensors, const std::vector<std::string>& names) {
    std::vector<Tensor> ordered;
    for (const std::string& name : names) {
        const auto it = std::find_if(tensors.begin(), tensors.end(), [&](const Tensor& t) { return t.name == name; });
        if (it != tensors.end()) ordered.push_back(std::move(*it));
    }
    return ordered;
}

GoldenRun Collect(const Json& report, const Scratch& scratch, const FileSystem& files) {
    GoldenRun run;
    run.outputs = report.at("outputs").get<std::vector<std::string>>();
    run.rtol = std::strtod(report.at("rtol").get<std::string>().c_str(), nullptr);
    run.atol = std::strtod(report.at("atol").get<std::string>().c_str(), nullptr);
    run.inputs.scalars = report.at("scalars").get<std::vector<std::string>>();
    for (const Json& path : report.at("reads")) run.inputs.reads.push_back(FromHere(path.get<std::string>()));
    run.inputs.tensors =
        InOrder(ReadSafetensors(scratch.inputs).tensors, report.at("inputs").get<std::vector<std::string>>());
    if (IsFile(files, scratch.expected)) {
        run.expected = InOrder(ReadSafetensors(scratch.expected).tensors, run.outputs);
    }
    return run;
}

// Nothing when the interpreter lacks modules. The report is our own runner's, but an interpreter can be anything.
std::optional<GoldenRun> ReadReport(const GoldenSource& source, const std::string& program, const ProcessResult& result,
                                    const Scratch& scratch, const FileSystem& files, std::vector<std::string>& trials) {
    if (!result.Ok() || !IsFile(files, scratch.report)) ThrowDied(source, program, result);
    try {
        const Json report = LoadJson(files, scratch.report, "set PTO_PYTHON to a Python interpreter");
        const auto status = report.at("status").get<std::string>();
        if (status == "failed") ThrowFailed(source, report, result.out);
        if (status == "missing") {
            trials.push_back(MissingModulesText(program, report.at("modules")));
            return std::nullopt;
        }
        GoldenRun run = Collect(report, scratch, files);
        run.printed = result.out;
        return run;
    } catch (const Json::exception& error) {
        throw Error(ErrorKind::kToolchain, Place{source.file, 0, 0, {}},
                    "'" + program + "' wrote a malformed report (" + error.what() + ")",
                    "set PTO_PYTHON to a Python interpreter");
    }
}

}  // namespace

std::optional<GoldenRun> RunGoldenPython(const GoldenSource& source, const std::vector<Interpreter>& interpreters,
                                         ReferenceMode mode, const std::string& scratch, FileSystem& files,
                                         std::vector<std::string>& trials) {
    for (const Interpreter& interpreter : interpreters) {
        const Scratch results(scratch, files);
        const ProcessResult result = RunOne(source, interpreter.program, mode, results);
        std::optional<GoldenRun> run = ReadReport(source, interpreter.program, result, results, files, trials);
        if (run) return run;
    }
    return std::nullopt;
}

std::string_view GoldenRunnerText() {
    return kGoldenRunnerTexts[0][1];
}

}  // namespace pto::gen
