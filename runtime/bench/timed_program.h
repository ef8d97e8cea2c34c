// The benchmark of one program whose outputs have been judged: rounds, what the runtime recorded of them, and what
// speaks against trusting them.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "runtime/bench/benchmark.h"
#include "runtime/bench/host_info.h"
#include "runtime/core/runner.h"

namespace pto::run {

struct TimedProgram {
    const Manifest& manifest;
    const Entry& entry;
    const BenchmarkPlan& plan;
    const RunnerOptions& options;
    const RunnerFactory& make_runner;
    Clock& clock;
    const std::function<void(std::string_view text)>& show_progress;  // null: there is no terminal
    // Gets the runner after the last round, with what that has computed; null: nobody looks.
    std::function<void(Runner& runner)> look_at_last{};
    // Called before each round, outside of the time taken; null: nothing is to be done.
    std::function<void()> before_round{};
};

// Whether the rounds need the program loaded again, and so all of its arguments: the judged run may have been recorded,
// which slows it down, and is not to be counted by a runtime that records runs.
bool IsLoadedAgain(const Manifest& manifest, const RunnerOptions& options);

// Brings a runner back to the start of a round: outputs, and inputs that one of the first rounds has changed.
void ResetRound(Runner& runner, const std::vector<Argument>& arguments, int rounds_before);

// "x fp32[48, 64]", one per argument.
std::vector<std::string> DescribeArguments(const std::vector<Argument>& arguments);

// `runner` is the one of the judged run, with `arguments` in place. Warnings are complete; `host` is the machine before
// the rounds.
BenchmarkResult TimeProgram(const TimedProgram& program, const std::vector<Argument>& arguments,
                            std::unique_ptr<Runner> runner, const HostInfo& host);

}  // namespace pto::run
