#include "runtime/command_line/option_flags.h"

#include "base/text.h"
#include "upstream/platforms.h"

namespace pto::run {
namespace {

// The build reads these by itself; here they are only passed on.
struct BuildFlag {
    const char* name;
    const char* help;
};
constexpr BuildFlag kBuildFlags[] = {{"--recompile", "Build everything again first"},
                                     {"--no-recompile", "Build only what changed (the default)"},
                                     {"--no-rebuild-from-pto", "Leave edited .pto files alone"}};

void AddInputFlags(CLI::App& app, Options& options, RawOptions& raw) {
    app.option_defaults()->group("Inputs and outputs");
    app.add_option("--entry", options.entry, "Only this orchestration of a directory with several")->type_name("NAME");
    app.add_option("--inputs", options.inputs.file, "Take the inputs from this .safetensors")->type_name("FILE");
    app.add_option("--save-outputs", options.save_outputs, "Write the outputs, .safetensors (.npy: a single one)")
        ->type_name("FILE");
    app.add_flag("--no-golden", raw.no_golden,
                 "Make inputs up although golden.py or debug/run.py give some; golden.py judges nothing");
    app.add_flag("--no-hooks", raw.no_hooks, "Leave debug/replay_hooks.cpp and debug/run.py out");
    app.add_option("--seed", raw.seed, "Of made-up inputs (default 0)")->type_name("N");
    app.add_option("--shape", raw.shapes, "Sizes of a tensor with dynamic dimensions: NAME=48x64")
        ->type_name("SIZES")
        ->allow_extra_args(false)
        ->take_all();
    app.add_option("--dynamic", raw.dynamic, "Size of the dynamic dimensions that --shape does not give")
        ->type_name("N");
    app.add_option("--scalar", raw.scalars, "Value of a scalar parameter: NAME=VALUE")
        ->type_name("VALUE")
        ->allow_extra_args(false)
        ->take_all();
}

void AddJudgingFlags(CLI::App& app, Options& options, RawOptions& raw) {
    app.option_defaults()->group("Judging");
    app.add_flag("--validate", raw.validate, "Judge the outputs; an error when there is nothing to judge them by");
    app.add_flag("--no-validate", raw.no_validate, "Run only");
    app.add_option("--expected", options.expected, "Judge against this .safetensors instead of the golden")
        ->type_name("FILE");
    app.add_option("--rtol", raw.rtol, "Relative tolerance instead of golden.py's")->type_name("X");
    app.add_option("--atol", raw.atol, "Absolute tolerance instead of golden.py's")->type_name("X");
    app.add_flag("--validate-ir", options.validate_ir,
                 "First let an installed PyPTO check the passes of the compile (passes_dump/)");
}

void AddBenchmarkFlags(CLI::App& app, Options& options, RawOptions& raw) {
    app.option_defaults()->group("Benchmark and compare");
    app.add_option("--rounds", raw.rounds, "Measured rounds (default $PYPTO_BENCH_ROUNDS, else 100)")->type_name("N");
    app.add_option("--warmup", raw.warmup, "Rounds before them (default $PYPTO_BENCH_WARMUP, else 5)")->type_name("N");
    app.add_option("--min-time", raw.min_time, "More rounds until they took this long together (default 0)")
        ->type_name("SECONDS");
    app.add_option("--baseline", options.baseline, "Compare with this earlier benchmark, .json")->type_name("FILE");
}

void AddBuildFlags(CLI::App& app, Options& options) {
    app.option_defaults()->group("Build");
    app.add_flag("--no-build", options.no_build, "Do not bring the directory up to date first");
    app.add_option("--platform", options.platform, "Build for this platform, from now on")
        ->type_name("NAME:" + Join(PlatformNames(), "|"));
    app.add_flag("--debug", options.debug, "Build and run binaries for a debugger (-O0 -g); simulators only");
    for (const BuildFlag& flag : kBuildFlags) {
        // In the order in which they are given, since the last of two counts.
        app.add_flag_callback(
               flag.name, [&options, flag] { options.build_flags.emplace_back(flag.name); }, flag.help)
            ->trigger_on_parse();
    }
}

void AddRunFlags(CLI::App& app, RawOptions& raw) {
    app.option_defaults()->group("Run");
    app.add_option("--device-id", raw.device, "Device of a program that is not distributed (default 0)")
        ->type_name("N");
    app.add_option("--timeout", raw.timeout, "Limit of one run, and of loading a library (default 600, 0: none)")
        ->type_name("SECONDS");
    app.add_option("--workers", raw.workers, "Host threads of the embedded runtime (default: processors)")
        ->type_name("N");
}

void AddOutputFlags(CLI::App& app, Options& options, RawOptions& raw) {
    app.option_defaults()->group("Output");
    app.add_option("--log-level", options.runner.log_level,
                   "Of the runtime's messages, else $PYPTO_RUNTIME_LOG, else warn")
        ->type_name("LEVEL:debug|info|timing|warn|error|null");
    app.add_flag("--log-sync-pypto", raw.diagnostics.log_sync_pypto,
                 "The same level for PyPTO's own logger, where it runs the program");
    app.add_flag("--json", options.json, "Print last_run.json instead of the report");
    app.add_flag("--quiet", options.quiet, "Print the last line and errors only");
    app.set_help_flag("-h,--help", "Print this and stop")->group("Output");
    app.set_version_flag("-V,--version", "pto-replay " + ReplayVersion(), "Print the version and stop")
        ->group("Output");
}

}  // namespace

void AddFlags(CLI::App& app, Options& options, RawOptions& raw) {
    // The words of PTO_REPLAY_FLAGS come after those of the build graph and win.
    app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    app.add_option("DIR COMMAND", raw.positionals)->take_all();
    AddInputFlags(app, options, raw);
    AddJudgingFlags(app, options, raw);
    AddBenchmarkFlags(app, options, raw);
    AddDiagnosticFlags(app, raw.diagnostics);
    AddBuildFlags(app, options);
    AddRunFlags(app, raw);
    AddOutputFlags(app, options, raw);
    // Called by the build graph: reads PTO_REPLAY_FLAGS.
    app.add_flag("--from-ninja", options.from_ninja)->group("");
    // What is installed beside the program.
    app.add_option("--print", raw.print)->group("");
}

}  // namespace pto::run
