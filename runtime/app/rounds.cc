#include "runtime/app/rounds.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/error.h"
#include "runtime/bench/timed_program.h"
#include "runtime/record/benchmark_file.h"

namespace pto::run {
namespace {

void AddArtefacts(EntryRun& run, std::vector<std::string> written) {
    std::move(written.begin(), written.end(), std::back_inserter(run.result.artefacts));
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
    BenchmarkResult result = TimeProgram({run.manifest, run.entry, run.options.plan, run.options.runner,
                                          context.make_runner, context.clock, context.show_progress},
                                         run.inputs.arguments, std::move(runner), host);
    if (run.baseline) result.baseline = CompareWithBaseline(*run.baseline, result);
    run.result.benchmark = std::move(result);
    AddArtefacts(run, WriteBenchmark(context.files, run.manifest, run.entry, run.result, host, context.clock));
}

void CompareWithCompiled(EntryRun& run) {
    run.runner.reset();
    run.compiled = LoadManifest(run.context.files, run.manifest.directory, kCompiledManifestPath);
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
    const Judged judged = Judge(run, outputs);
    if (judged.verdict && judged.verdict->Failed()) {
        throw Error(ErrorKind::kMismatch,
                    "the code as compiled does not give what " + judged.verdict->source +
                        " asks for, so there is nothing to compare with",
                    "run 'ninja benchmark' to time the edited code alone");
    }
    const HostInfo host = ReadHostInfo();
    run.runner.reset();
    run.result.comparison = RunSideBySide(run.options.plan, loader(*run.compiled), loader(run.manifest),
                                          run.inputs.arguments, run.context.clock);
    AddArtefacts(run, WriteComparison(run.context.files, run.manifest, run.entry, run.result, host, run.context.clock));
}

}  // namespace pto::run
