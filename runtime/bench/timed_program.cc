#include "runtime/bench/timed_program.h"

#include <utility>

#include "base/text.h"
#include "runtime/bench/device_times.h"
#include "runtime/bench/machine_warnings.h"
#include "runtime/bench/progress.h"
#include "runtime/bench/span_log.h"

namespace pto::run {
namespace {

// A program that changes an input does so soon. To look for it reads all inputs, which leaves the caches otherwise than
// a program finds them that nobody looks at.
constexpr int kRoundsLookedAt = 3;

// The runtime that tells how long the device worked.
bool RecordsSpans(const Manifest& manifest) {
    return manifest.runtime == "simpler";
}

std::unique_ptr<Runner> LoadAgain(const TimedProgram& program, const std::vector<Argument>& arguments, SpanLog& spans) {
    RunnerOptions options = program.options;
    options.diagnostics = {};
    if (RecordsSpans(program.manifest)) {
        options.log_level = LevelWithSpans(options.log_level);
        options.take_line = [&spans](std::string_view line) { return spans.Take(line); };
    }
    std::unique_ptr<Runner> runner = program.make_runner(program.manifest, program.entry, options);
    runner->Place(arguments);
    return runner;
}

}  // namespace

void ResetRound(Runner& runner, const std::vector<Argument>& arguments, int rounds_before) {
    if (rounds_before <= kRoundsLookedAt) runner.FindChangedInputs(arguments);
    runner.Reset(arguments);
}

bool IsLoadedAgain(const Manifest& manifest, const RunnerOptions& options) {
    return options.diagnostics.Any() || RecordsSpans(manifest);
}

std::vector<std::string> DescribeArguments(const std::vector<Argument>& arguments) {
    std::vector<std::string> texts;
    for (const Argument& argument : arguments) {
        std::vector<std::string> sizes;
        for (const int64_t size : argument.tensor.shape) sizes.push_back(std::to_string(size));
        const std::string type = argument.dtype == nullptr ? "" : " " + std::string(argument.dtype->name);
        texts.push_back(argument.name + type + (argument.is_scalar ? "" : "[" + Join(sizes, ", ") + "]"));
    }
    return texts;
}

BenchmarkResult TimeProgram(const TimedProgram& program, const std::vector<Argument>& arguments,
                            std::unique_ptr<Runner> runner, const HostInfo& host) {
    SpanLog spans(program.options.log_level);
    if (IsLoadedAgain(program.manifest, program.options)) {
        runner.reset();
        runner = LoadAgain(program, arguments, spans);
    }
    BenchmarkResult result;
    std::vector<DispatchRun> dispatches;
    const auto note_dispatches = [&] {
        for (DispatchRun& run : runner->Dispatches()) dispatches.push_back(std::move(run));
    };
    {
        int rounds = 0;
        Progress progress(program.plan, program.clock, program.show_progress);
        result = RunBenchmark(
            program.plan,
            [&] {
                ResetRound(*runner, arguments, rounds++);
                if (program.before_round) program.before_round();
            },
            [&] { runner->Execute(); }, program.clock,
            [&](const RoundsDone& done) {
                // Between rounds, and so of the one before.
                if (done.warmup + done.rounds > 0) note_dispatches();
                progress.Show(done);
            });
    }
    note_dispatches();
    if (program.look_at_last) program.look_at_last(*runner);
    runner.reset();  // the last records are there when it is gone
    result.arguments = DescribeArguments(arguments);
    if (RecordsSpans(program.manifest)) AddDeviceTimes(spans.Read(), result);
    if (!dispatches.empty()) AddDispatchTimes(dispatches, result);
    for (std::string& warning : MachineWarnings(host, result.samples_us, program.options.names))
        result.warnings.push_back(std::move(warning));
    return result;
}

}  // namespace pto::run
