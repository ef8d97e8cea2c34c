#include "runtime/app/rounds.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "contract/layout.h"
#include "runtime/app/judgement.h"
#include "runtime/bench/timed_program.h"
#include "runtime/record/benchmark_file.h"

namespace pto::run {
namespace {

constexpr char kOnlyLastFails[] =
    "the judged run was right, the last of the rounds is not: the program keeps state between runs (a static variable, "
    "memory that it does not write first), and what was timed is not what was judged";

void RequireRightCompiled(const Judged& judged, const std::string& when) {
    if (!judged.verdict || !judged.verdict->Failed()) return;
    throw Error(ErrorKind::kMismatch,
                "the code as compiled " + when + "does not give what " + judged.verdict->source +
                    " asks for, so there is nothing to compare with",
                "run 'ninja benchmark' to time the edited code alone");
}

void AddArtefacts(EntryRun& run, std::vector<std::string> written) {
    std::move(written.begin(), written.end(), std::back_inserter(run.result.artefacts));
}

// Bytes of outputs that are not those of the judged run: "1 of 64 bytes of 'out'".
std::vector<std::string> DifferentOutputs(const std::vector<Argument>& first, const std::vector<Argument>& last) {
    std::vector<std::string> texts;
    for (size_t i = 0; i < first.size(); ++i) {
        const TensorBytes& before = first[i].tensor.bytes;
        const TensorBytes& after = last[i].tensor.bytes;
        size_t different = 0;
        for (size_t byte = 0; byte < before.size(); ++byte)
            different += before.data()[byte] != after.data()[byte] ? 1 : 0;
        if (!IsOutput(first[i].direction) || different == 0) continue;
        texts.push_back(std::to_string(different) + " of " + std::to_string(before.size()) + " bytes of '" +
                        first[i].name + "'");
    }
    return texts;
}

// What was timed is worth no more than what it computed: the last round is judged as the first run was. Without a
// reference it is compared with that; the answer is then a warning, or empty.
std::string JudgeLastRound(EntryRun& run, Runner& runner) {
    std::vector<Argument> outputs = run.inputs.arguments;
    runner.Fetch(outputs);
    if (run.first_outputs.empty()) {
        JudgeOutputs(run, outputs);
        if (EntryWord(run.result) == ExitWord(1)) run.result.notes.emplace_back(kOnlyLastFails);
        return {};
    }
    const std::vector<std::string> different = DifferentOutputs(run.first_outputs, outputs);
    if (different.empty()) return {};
    return "the last round differs from the first run in " + Join(different, ", ") +
           ": the program keeps state between runs, or adds in another order each time";
}

void JudgeBothLast(EntryRun& run, Runner& compiled, Runner& edited) {
    std::vector<Argument> outputs = run.inputs.arguments;
    compiled.Fetch(outputs);
    RequireRightCompiled(Judge(run, outputs), "in its last round ");
    JudgeLastRound(run, edited);
}

}  // namespace

void ReadBaseline(EntryRun& run) {
    if (run.options.baseline.empty()) return;
    run.baseline = LoadBaseline(run.context.files, run.options.baseline);
    CheckComparable(*run.baseline, SettingsOf(run.manifest, run.entry, run.result.program, run.options.plan,
                                              DescribeArguments(run.inputs.arguments)));
}

void Time(EntryRun& run, std::unique_ptr<Runner> runner) {
    const ReplayContext& context = run.context;
    const HostInfo host = ReadHostInfo();
    std::string warning;
    BenchmarkResult result =
        TimeProgram({run.manifest, run.entry, run.options.plan, run.options.runner, context.make_runner, context.clock,
                     context.show_progress, [&](Runner& last) { warning = JudgeLastRound(run, last); },
                     [&] { PutBackProcess(run, "the program"); }},
                    run.inputs.arguments, std::move(runner), host);
    if (EntryWord(run.result) == ExitWord(1)) return;
    if (!warning.empty()) result.warnings.push_back(std::move(warning));
    if (run.baseline) result.baseline = CompareWithBaseline(*run.baseline, result);
    run.result.benchmark = std::move(result);
    AddArtefacts(run, WriteBenchmark(context.files, run.manifest, run.entry, run.result, host, context.clock));
}

void CompareWithCompiled(EntryRun& run) {
    run.runner.reset();
    run.compiled = LoadManifest(run.context.files, run.manifest.directory, kCompiledManifestFile);
    RunnerOptions options = run.options.runner;
    options.diagnostics = {};
    const auto loader = [&](const Manifest& of) {
        return [&] {
            std::unique_ptr<Runner> runner = run.context.make_runner(of, run.entry, options);
            runner->Place(run.inputs.arguments);
            return runner;
        };
    };
    run.runner = loader(*run.compiled)();
    run.runner->Execute();
    std::vector<Argument> outputs = run.inputs.arguments;
    run.runner->Fetch(outputs);
    RequireRightCompiled(Judge(run, outputs), "");
    const HostInfo host = ReadHostInfo();
    run.runner.reset();
    SideBySide comparison = RunSideBySide(
        run.options.plan, loader(*run.compiled), loader(run.manifest), run.inputs.arguments, run.context.clock,
        [&](Runner& compiled, Runner& edited) { JudgeBothLast(run, compiled, edited); });
    PutBackProcess(run, "the program");
    if (EntryWord(run.result) == ExitWord(1)) return;
    run.result.comparison = std::move(comparison);
    AddArtefacts(run, WriteComparison(run.context.files, run.manifest, run.entry, run.result, host, run.context.clock));
}

}  // namespace pto::run
