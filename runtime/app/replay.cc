#include "runtime/app/replay.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "runtime/app/entry_run.h"
#include "runtime/app/judgement.h"
#include "runtime/app/rounds.h"
#include "runtime/app/save_outputs.h"
#include "runtime/app/stopwatch.h"
#include "runtime/core/changed_inputs.h"
#include "runtime/core/runnable.h"
#include "runtime/core/scoped_environment.h"
#include "runtime/dfx/diagnosed_entry.h"
#include "runtime/dfx/graph_pass.h"
#include "runtime/distributed/own_plan.h"
#include "runtime/pypto/pypto_runner.h"

namespace pto::run {
namespace {

// Inputs beyond this are not looked at after a run without rounds.
constexpr uint64_t kMostBytesKept = uint64_t{256} << 20;

constexpr char kNoPyPtoLogger[] = "--log-sync-pypto has no effect: the run does not go through PyPTO";

std::string EntryTitle(const Entry& entry) {
    if (!entry.name.empty()) return entry.name;
    return entry.program.empty() ? "program" : entry.program;
}

bool HasRounds(const Options& options) {
    return options.command == Command::kBenchmark || options.command == Command::kCompare;
}

void SaveOutputs(EntryRun& run, const std::vector<Argument>& outputs) {
    if (run.options.save_outputs.empty()) return;
    WriteOutputs(run.context.files, run.options.save_outputs, outputs);
    run.result.artefacts.push_back(run.options.save_outputs);
}

uint64_t InputBytes(const std::vector<Argument>& arguments) {
    uint64_t bytes = 0;
    for (const Argument& argument : arguments) {
        if (!IsOutput(argument.direction)) bytes += argument.tensor.bytes.size();
    }
    return bytes;
}

// The program has its own copy, and inputs are read again only to see whether it has changed them: large ones need not
// be held twice.
void DropInputs(std::vector<Argument>& arguments) {
    for (Argument& argument : arguments) {
        if (!IsOutput(argument.direction)) argument.tensor.bytes = {};
    }
}

// What was read or made up is kept as it is when rounds follow; otherwise the outputs may take its place.
void JudgeRun(EntryRun& run, Runner& runner) {
    std::vector<Argument> outputs;
    if (HasRounds(run.options)) outputs = run.inputs.arguments;
    std::vector<Argument>& fetched = outputs.empty() ? run.inputs.arguments : outputs;
    runner.Fetch(fetched);
    SaveOutputs(run, fetched);
    JudgeOutputs(run, fetched);
    if (HasRounds(run.options) && !run.result.verdict && !run.result.user_verdict) run.first_outputs = fetched;
}

void NameChangedInputs(EntryRun& run, Runner& runner) {
    const std::vector<size_t> changed = runner.FindChangedInputs(run.inputs.arguments);
    if (!changed.empty()) run.result.notes.push_back(ChangedInputsNote(run.inputs.arguments, changed));
}

void CheckPasses(const EntryRun& run) {
    if (!run.judgement.expected) {
        ThrowInput(run.manifest.directory, "--validate-ir: " + run.judgement.reason,
                   "give the expected values with --expected FILE.safetensors");
    }
    ValidateIr(run.manifest, run.inputs, run.judgement.expected->file, {run.options.rtol, run.options.atol},
               run.options.runner);
}

void ExecuteRecorded(EntryRun& run, const DiagnosedEntry& diagnosed, Runner& runner) {
    try {
        runner.Execute();
    } catch (const Error&) {
        for (std::string& note : diagnosed.Remains()) run.result.notes.push_back(std::move(note));
        throw;
    }
}

// Leaves to `options` what the second pass records.
void RecordGraph(EntryRun& run, RunnerOptions& options) {
    RunnerOptions first = options;
    first.diagnostics = GraphPass(options.diagnostics);
    first.on_hang = EndGraphPass;
    options.diagnostics = TimingPass(options.diagnostics);
    std::string note =
        CaptureGraph([&] { return run.context.make_runner(run.manifest, run.entry, first); }, run.inputs.arguments);
    if (!note.empty()) run.result.notes.push_back(std::move(note));
}

void ListDiagnostics(EntryRun& run, DiagnosedEntry& diagnosed) {
    DiagnosticFiles files = diagnosed.Finish();
    run.result.trace = std::move(files.trace);
    std::move(files.written.begin(), files.written.end(), std::back_inserter(run.result.artefacts));
    std::move(files.notes.begin(), files.notes.end(), std::back_inserter(run.result.notes));
}

// `entry` is the one of `run`, and `plan` what it may have to be run by instead of its own.
void RunEntry(EntryRun& run, Entry& entry, OwnPlan& plan) {
    const Program* program = FindProgram(run.manifest, run.entry.program);
    run.environment.emplace(program == nullptr ? std::map<std::string, std::string>() : program->runtime_env);
    Stopwatch watch(run.context.clock);
    Timings& timings = run.result.timings;
    run.result.name = run.entry.name;
    run.result.program = EntryTitle(run.entry);
    run.inputs = LoadInputs(run.manifest, run.entry, run.options.inputs);
    run.alone = PreparePart(run.context.files, run.manifest, run.entry, run.options.expected, run.inputs);
    run.process.emplace();
    run.user.MakeInputs(run.entry, run.inputs);
    run.result.input_source = run.inputs.source;
    run.result.notes = run.inputs.notes;
    AddNote(run, run.loading);
    PutBackProcess(run, "MakeInputs");
    if (std::string note = OtherModeNote(run.manifest, run.entry); !note.empty())
        run.result.notes.push_back(std::move(note));
    if (run.options.runner.log_sync_pypto && run.manifest.runtime != "pypto")
        run.result.notes.emplace_back(kNoPyPtoLogger);
    plan.Prepare(run.manifest, entry, run.inputs.arguments, run.result.notes);
    ReadBaseline(run);
    timings.inputs_ms = watch.Lap();
    if (run.options.validate_ir) CheckPasses(run);
    DiagnosedEntry diagnosed(run.context.files, run.manifest, run.entry, run.options.runner.diagnostics);
    RunnerOptions options = run.options.runner;
    options.diagnostics = diagnosed.diagnostics();
    if (TakesTwoPasses(run.manifest, options.diagnostics)) RecordGraph(run, options);
    run.runner = run.context.make_runner(run.manifest, run.entry, options);
    PutBackProcess(run, "loading the program");
    timings.load_ms = watch.Lap();
    run.runner->Place(run.inputs.arguments);
    const bool compares = run.options.command == Command::kCompare;
    const bool large = InputBytes(run.inputs.arguments) > kMostBytesKept;
    if (large && !HasRounds(run.options) && !run.user.Compares(run.entry)) DropInputs(run.inputs.arguments);
    watch.Lap();
    ExecuteRecorded(run, diagnosed, *run.runner);
    timings.run_ms = watch.Lap();
    PutBackProcess(run, "the program");
    for (std::string& note : run.runner->Notes()) AddNote(run, std::move(note));
    NameChangedInputs(run, *run.runner);
    JudgeRun(run, *run.runner);
    ListDiagnostics(run, diagnosed);
    if (EntryWord(run.result) == ExitWord(1)) return;  // wrong results are not timed
    if (run.options.command == Command::kBenchmark) Time(run, std::move(run.runner));
    if (compares) CompareWithCompiled(run);
}

// A program often fails because of what was assumed about its inputs, and the report with the notes is not reached
// then.
Error WithNotes(const Error& error, const std::vector<std::string>& notes) {
    std::vector<std::string> remedies;
    if (!error.remedy().empty()) remedies.push_back(error.remedy());
    for (const std::string& note : notes) remedies.push_back("note: " + note);
    return Error(error.kind(), error.place(), error.message(), Join(remedies, "; "));
}

}  // namespace

void Replay(const Manifest& manifest, const Options& options, const ReplayContext& context, RunRecord& record) {
    if (HasRounds(options) && manifest.runtime == "pypto") {
        throw Error(ErrorKind::kUsage, "runtime 'pypto' starts a Python for each run, which is nothing to be timed",
                    "choose another one: pto-ninja " + manifest.directory + " --runtime simpler");
    }
    const std::vector<const Entry*> entries = SelectEntries(manifest, options.entry);
    CheckInputOptions(manifest, entries, options.inputs);
    CheckDiagnostics(manifest, options.runner.diagnostics);
    const bool one_file = !options.inputs.file.empty() || !options.expected.empty() || !options.save_outputs.empty() ||
                          !options.baseline.empty();
    if (entries.size() > 1 && one_file) {
        std::vector<std::string> names;
        for (const Entry* entry : entries) names.push_back(EntryTitle(*entry));
        throw Error(ErrorKind::kUsage,
                    "--inputs, --expected, --save-outputs and --baseline are for one program, this directory has " +
                        QuotedList(names),
                    "choose one with --entry NAME");
    }
    const ProcessState process;
    const UserFunctions user(manifest, options);
    const std::string loading = PutBackNote("loading debug/replay_hooks.cpp", process.PutBack());
    std::vector<Judgement> judgements;
    for (const Entry* entry : entries) {
        judgements.push_back(PlanJudgement(manifest, *entry, options, user));
        RequireJudgement(manifest, judgements.back(), options, user.Compares(*entry));
    }
    for (size_t i = 0; i < entries.size(); ++i) {
        Entry entry = *entries[i];
        OwnPlan plan(context.files);
        EntryRun run{manifest, entry, options, context, judgements[i], user};
        run.loading = loading;
        try {
            RunEntry(run, entry, plan);
        } catch (const Error& error) {
            record.error = WithNotes(error, run.result.notes);
        }
        if (!record.error) record.entries.push_back(std::move(run.result));
        if (context.pass_on) context.pass_on(record, record.error || i + 1 == entries.size());
        if (record.error) throw Error(*record.error);
    }
}

}  // namespace pto::run
