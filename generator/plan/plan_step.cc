#include "generator/plan/plan_step.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "base/dtype_python.h"
#include "base/error.h"
#include "base/json.h"
#include "base/left_overs.h"
#include "base/python_call.h"
#include "base/text.h"
#include "generator/steps/depfile.h"
#include "templates/plan_recorder_texts.h"
#include "tensors/safetensors.h"

namespace pto::gen {
namespace {

// Before the parts that are files, of which each imports only those before it.
constexpr char kDTypesPart[] = "dtypes";

// What the recorder reads and leaves.
struct PlanScratch {
    PlanScratch(const PlanOptions& options, FileSystem& files)
        : request(options.scratch + ".request"), plan(options.scratch + ".plan"), report(options.scratch + ".report") {
        files.Write(request.path(), options.request);
    }
    TemporaryFile request;
    TemporaryFile plan;
    TemporaryFile report;
};

PythonCall RecorderCall(const PlanOptions& options, const PlanScratch& scratch) {
    PythonCall call;
    call.words = {kPlanRecorderTexts[0][1], kDTypesPart, DTypesPython()};
    for (size_t i = 1; i < std::size(kPlanRecorderTexts); ++i) {
        call.words.insert(call.words.end(), {kPlanRecorderTexts[i][0], kPlanRecorderTexts[i][1]});
    }
    call.words.insert(call.words.end(), {"--", options.root, scratch.request.path(), options.inputs,
                                         scratch.plan.path(), scratch.report.path()});
    call.report = scratch.report.path();
    call.place.file = options.source;
    call.remedy = "set PTO_PYTHON to a Python interpreter";
    call.timeout_seconds = options.timeout_seconds;
    call.late = fmt::format("not recorded within {} s, the time limit", options.timeout_seconds);
    call.late_remedy = "look for a loop that does not end, or set PTO_PLAN_TIMEOUT to more seconds, 0 for no limit";
    return call;
}

// Where the report says; the source keeps the name that the caller gave it.
Place PlaceOf(const PlanOptions& options, const Json& report) {
    const auto file = report.at("file").get<std::string>();
    std::error_code code;
    const bool is_source = std::filesystem::equivalent(file, options.source, code);
    Place place{is_source ? options.source : FromHere(file), report.at("line").get<int>(), 0, {}};
    if (report.at("column").get<int>() > 0) {
        place.column = report.at("column").get<int>();
        place.source_line = report.at("text").get<std::string>();
    }
    return place;
}

std::string Word(const Json& report, const char* key) {
    return report.at(key).get<std::string>();
}

// Interpreters that lack a module the source imports: one phrase each, and where the import stands.
struct Trials {
    std::vector<std::string> phrases;
    std::optional<Place> place;
    std::string module;
};

[[noreturn]] void ThrowNoInterpreter(const PlanOptions& options, const Trials& trials) {
    if (!trials.place) {
        throw Error(ErrorKind::kToolchain, Place{options.source, 0, 0, {}},
                    "has to be run by Python once, but there is no python3", "install python3 or set PTO_PYTHON");
    }
    throw Error(ErrorKind::kToolchain, *trials.place,
                "imports '" + trials.module + "', which no Python has: " + Join(trials.phrases, "; "),
                "install the module or set PTO_PYTHON to a Python that has it");
}

// Nothing when the interpreter lacks a module.
std::optional<RecordedPlan> ReadRecording(const PlanOptions& options, const std::string& program, const Json& report,
                                          const PlanScratch& scratch, const FileSystem& files, Trials& trials) {
    const std::string status = Word(report, "status");
    if (status == "failed") {
        throw Error(ErrorKind::kInput, PlaceOf(options, report), Word(report, "message"), Word(report, "remedy"));
    }
    if (status == "missing") {
        trials.phrases.push_back(MissingModulesText(program, report.at("modules")));
        trials.place = PlaceOf(options, report);
        trials.module = Word(report.at("modules").at(0), "module");
        return std::nullopt;
    }
    RecordedPlan recorded;
    recorded.text = files.Read(scratch.plan.path());
    recorded.surroundings = ParseSurroundings(report);
    for (const Json& path : report.at("reads")) recorded.reads.push_back(FromHere(path.get<std::string>()));
    return recorded;
}

}  // namespace

RecordedPlan RecordPlan(const PlanOptions& options, const std::vector<Interpreter>& interpreters, FileSystem& files,
                        const std::function<void(const std::string&)>& note) {
    if (!options.inputs.empty()) ReadSafetensorsHeader(options.inputs);  // refuses a damaged file by its name
    Trials trials;
    for (const Interpreter& interpreter : interpreters) {
        const PlanScratch scratch(options, files);
        const PythonCall call = RecorderCall(options, scratch);
        const PythonAnswer answer = CallPython(interpreter.program, call, files);
        std::optional<RecordedPlan> recorded = ReadReport(interpreter.program, call, [&] {
            return ReadRecording(options, interpreter.program, answer.report, scratch, files, trials);
        });
        if (!recorded) continue;
        for (const std::string_view line : Lines(answer.result.out)) note(options.source + ": " + std::string(line));
        return std::move(*recorded);
    }
    ThrowNoInterpreter(options, trials);
}

void WriteRecordedPlan(const PlanOptions& options, const RecordedPlan& recorded, const std::string& plan,
                       const std::string& depfile, const std::string& witness, FileSystem& files) {
    WriteIfChanged(files, plan, recorded.text);
    if (!witness.empty()) SaveSurroundings(files, SurroundingsOf(witness), recorded.surroundings, ReadEnvironment);
    std::vector<std::string> read = {options.source};
    read.insert(read.end(), recorded.reads.begin(), recorded.reads.end());
    files.Write(depfile, DepfileText(plan, read));
}

std::string_view PlanRecorderText(std::string_view name) {
    for (const auto& [part, text] : kPlanRecorderTexts) {
        if (name == part) return text;
    }
    return {};
}

}  // namespace pto::gen
