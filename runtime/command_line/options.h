// The command line of pto-replay: parsed and checked as a whole before anything is read or run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/bench/benchmark.h"
#include "runtime/core/runner.h"
#include "runtime/inputs/inputs.h"

namespace pto::run {

enum class Command { kReplay, kRun, kBenchmark, kCompare };

std::string_view CommandName(Command command);

struct Options {
    std::string directory = ".";
    Command command = Command::kReplay;
    bool from_ninja = false;
    bool no_build = false;
    bool debug = false;                    // run the binaries that were built for a debugger
    std::string platform;                  // the build is made for it first; empty: as it is
    std::vector<std::string> build_flags;  // --recompile and others that concern the build before the run
    std::string entry;                     // empty: all
    InputOptions inputs;
    bool hooks = true;             // not --no-hooks
    std::string expected;          // --expected: judge against this file instead of the golden
    std::string save_outputs;      // .safetensors, or .npy for a single output
    std::optional<bool> validate;  // --validate, --no-validate; none: as the command and the directory suggest
    bool validate_ir = false;      // PyPTO's own check of passes_dump/ first
    std::optional<double> rtol;
    std::optional<double> atol;
    BenchmarkPlan plan;
    std::string baseline;  // file of an earlier benchmark to compare with
    RunnerOptions runner;
    bool json = false;
    bool quiet = false;
    std::string text;  // --help or --version: print this and stop
};

inline constexpr double kDefaultTimeoutSeconds = 600;

// Null when the variable is not set.
using Environment = std::function<const char*(const char* name)>;

// `arguments` without the program's name. With --from-ninja the words of PTO_REPLAY_FLAGS are appended. Throws a usage
// Error.
Options ParseOptions(std::vector<std::string> arguments, const Environment& environment);

std::string ReplayVersion();

// The directory of a command line that may be wrong otherwise, so that its failure can be recorded there.
std::string GuessDirectory(const std::vector<std::string>& arguments);

}  // namespace pto::run
