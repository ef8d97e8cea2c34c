#include "pto_ninja/benchmark.h"

#include <utility>

#include "library/bind_arguments.h"
#include "library/program_run.h"
#include "runtime/app/runners.h"
#include "runtime/bench/benchmark.h"
#include "runtime/bench/statistics.h"
#include "runtime/bench/timed_program.h"

namespace pto {
namespace {

run::BenchmarkPlan PlanOf(const BenchmarkOptions& options) {
    const auto refuse = [](const std::string& what) { throw Error(ErrorKind::kUsage, "BenchmarkOptions: " + what); };
    const std::string most = std::to_string(run::kMaxRounds);
    if (options.rounds < 1 || options.rounds > run::kMaxRounds) {
        refuse("rounds is " + std::to_string(options.rounds) + ", expected 1 to " + most);
    }
    if (options.warmup < 0 || options.warmup > run::kMaxRounds) {
        refuse("warmup is " + std::to_string(options.warmup) + ", expected 0 to " + most);
    }
    if (!(options.min_time_seconds >= 0)) refuse("min_time_seconds is negative");
    return {options.rounds, options.warmup, options.min_time_seconds};
}

Statistics Convert(const run::Statistics& from) {
    return {from.count, from.min, from.median, from.mean, from.max, from.stddev, from.cv, from.mad, from.outliers};
}

std::vector<BenchmarkSeries> Convert(const std::vector<run::Series>& from) {
    std::vector<BenchmarkSeries> series;
    for (const run::Series& one : from) {
        series.push_back({one.metric, one.samples_us, Convert(run::Summarize(one.samples_us))});
    }
    return series;
}

BenchmarkStats Convert(run::BenchmarkResult result) {
    BenchmarkStats stats;
    stats.metric = std::move(result.metric);
    stats.samples_us = std::move(result.samples_us);
    stats.statistics = Convert(result.statistics);
    stats.warnings = std::move(result.warnings);
    stats.others = Convert(result.others);
    for (const run::RankTimes& rank : result.ranks) stats.ranks.push_back({rank.rank, Convert(rank.series)});
    stats.fallback_flattened = result.fallback_flattened;
    stats.dropped_records = result.dropped_records;
    return stats;
}

}  // namespace

BenchmarkStats Benchmark(const Program& program, const std::vector<Argument>& arguments,
                         const BenchmarkOptions& options) {
    const run::BenchmarkPlan plan = PlanOf(options);
    const std::vector<run::Argument> inputs = lib::BindArguments(program.impl(), arguments);
    const lib::ProgramRun loaded(RealFileSystem(), program.impl(), options.call);
    run::SystemClock clock;
    const run::RunnerFactory make_runner = run::CreateRunner;
    std::unique_ptr<run::Runner> runner = loaded.Load();
    runner->Place(inputs);
    runner->Execute();
    std::vector<run::Argument> outputs = inputs;
    runner->Fetch(outputs);
    lib::StoreOutputs(outputs, arguments);
    return Convert(run::TimeProgram({loaded.manifest(), loaded.entry(), plan, loaded.options(), make_runner, clock, {}},
                                    inputs, std::move(runner), run::ReadHostInfo()));
}

BenchmarkStats Benchmark(const Program& program, const std::vector<Argument>& arguments, int rounds) {
    BenchmarkOptions options;
    options.rounds = rounds;
    return Benchmark(program, arguments, options);
}

Statistics Summarize(const std::vector<double>& samples) {
    return Convert(run::Summarize(samples));
}

}  // namespace pto
