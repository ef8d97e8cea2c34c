#include "runtime/command_line/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <limits>
#include <system_error>

#include "base/error.h"
#include "base/shell_words.h"
#include "base/text.h"
#include "base/version.h"
#include "contract/targets.h"
#include "runtime/command_line/option_flags.h"
#include "runtime/command_line/replay_help.h"

namespace pto::run {
namespace {

constexpr std::string_view kCommands[] = {"replay", "run", "benchmark", "compare"};
constexpr double kMaxTimeoutSeconds = 1e8;

[[noreturn]] void Usage(std::string what, std::string remedy = {}) {
    throw Error(ErrorKind::kUsage, std::move(what), std::move(remedy));
}

template <typename Number>
Number ParseNumber(const std::string& origin, const std::string& text, Number low, Number high,
                   const std::string& expected) {
    Number value{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || !(value >= low && value <= high)) {
        Usage(origin + ": '" + text + "' given, expected " + expected);
    }
    return value;
}

int ParseCount(const std::string& origin, const std::string& text, int low, int high) {
    return ParseNumber(origin, text, low, high, "a number from " + std::to_string(low) + " to " + std::to_string(high));
}

// "NAME=rest"; throws when there is no name.
std::pair<std::string, std::string> SplitAssignment(const std::string& flag, const std::string& text,
                                                    const std::string& form) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) Usage(flag + ": '" + text + "' given, expected " + form);
    return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<int64_t> ParseShape(const std::string& text, const std::string& whole) {
    std::vector<int64_t> shape;
    for (const std::string_view part : Split(text, text.find(',') != std::string::npos ? ',' : 'x')) {
        shape.push_back(
            ParseNumber<int64_t>("--shape", std::string(Trim(part)), 0, INT64_MAX, "NAME=48x64 in '" + whole + "'"));
    }
    return shape;
}

// One line in our own words for what the parser found wrong.
[[noreturn]] void Explain(const CLI::App& app, const CLI::ParseError& error,
                          const std::vector<std::string>& arguments) {
    std::vector<std::string> flags;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
    }
    for (const std::string& argument : arguments) {
        const std::string flag = argument.substr(0, argument.find('='));
        const bool known = std::find(flags.begin(), flags.end(), flag) != flags.end() || flag == "-h" || flag == "-V";
        if (!flag.starts_with("-") || flag == "-" || known) continue;
        const std::string close = DidYouMean(flag, flags);
        Usage("unknown option '" + flag + "'", close.empty() ? "see pto-replay --help" : close);
    }
    std::string what = error.what();
    what = what.substr(0, what.find('\n'));
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
        what = what.substr(0, what.find(':')) + ": a value is missing";
    }
    Usage(what, "see pto-replay --help");
}

// "--expected $REFERENCE" of a variable that is not set would be judged by something else.
void RefuseEmptyValues(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options()) {
        const std::vector<std::string>& values = option->results();
        if (option->get_lnames().empty() || std::find(values.begin(), values.end(), "") == values.end()) continue;
        Usage("--" + option->get_lnames()[0] + ": an empty value", "give one, or leave the flag out");
    }
}

// Outputs are written before they are judged.
void RefuseOverwriting(const std::string& saved, const std::string& flag, const std::string& read) {
    if (saved.empty() || read.empty()) return;
    std::error_code code;
    const bool same = std::filesystem::weakly_canonical(std::filesystem::absolute(saved), code) ==
                      std::filesystem::weakly_canonical(std::filesystem::absolute(read), code);
    if (!same && !std::filesystem::equivalent(saved, read, code)) return;
    Usage("--save-outputs: '" + saved + "' is the file that " + flag + " reads", "give another name");
}

void ReadPositionals(const std::vector<std::string>& words, Options& options) {
    std::vector<std::string> names(std::begin(kCommands), std::end(kCommands));
    const auto command_of = [&](const std::string& word) { return std::find(names.begin(), names.end(), word); };
    std::vector<std::string> rest = words;
    if (rest.size() == 1 && command_of(rest[0]) != names.end()) rest.insert(rest.begin(), ".");
    // "benchmark DIR" is as clear as "DIR benchmark".
    if (rest.size() == 2 && command_of(rest[1]) == names.end() && command_of(rest[0]) != names.end())
        std::swap(rest[0], rest[1]);
    if (rest.size() > 2) Usage("'" + rest[2] + "' after the command, expected at most a directory and a command");
    if (!rest.empty()) options.directory = rest[0];
    if (rest.size() < 2) return;
    const auto command = command_of(rest[1]);
    if (command == names.end())
        Usage("unknown command '" + rest[1] + "', expected one of " + QuotedList(names), DidYouMean(rest[1], names));
    options.command = static_cast<Command>(command - names.begin());
}

// The flag decides, then the variable, then the default.
int CountSetting(const std::string& flag, const std::string& text, const char* variable, const Environment& environment,
                 int fallback, int low) {
    if (!text.empty()) return ParseCount(flag, text, low, kMaxRounds);
    const char* value = environment(variable);
    if (value == nullptr || *value == '\0') return fallback;
    return ParseCount(variable, value, low, kMaxRounds);
}

std::string ResolveLogLevel(const std::string& flag, const Environment& environment) {
    static const std::vector<std::string> kLevels = {"debug", "info", "timing", "warn", "error", "null"};
    const char* variable = environment("PYPTO_RUNTIME_LOG");
    const std::string level = !flag.empty() ? flag : variable != nullptr ? variable : "";
    if (level.empty() || std::find(kLevels.begin(), kLevels.end(), level) != kLevels.end()) return level;
    Usage(std::string(flag.empty() ? "PYPTO_RUNTIME_LOG" : "--log-level") + ": '" + level +
              "' given, expected one of " + QuotedList(kLevels),
          DidYouMean(level, kLevels));
}

void ReadInputs(const RawOptions& raw, InputOptions& inputs) {
    inputs.use_golden = !raw.no_golden;
    if (!raw.seed.empty()) {
        inputs.seed = ParseNumber<uint64_t>("--seed", raw.seed, 0, UINT64_MAX, "a number of 0 or more");
    }
    if (!raw.dynamic.empty()) {
        inputs.dynamic_size = ParseNumber<int64_t>("--dynamic", raw.dynamic, 1, INT64_MAX, "a number of 1 or more");
    }
    for (const std::string& text : raw.shapes) {
        const auto [name, sizes] = SplitAssignment("--shape", text, "NAME=48x64");
        inputs.shapes[name] = ParseShape(sizes, text);
    }
    for (const std::string& text : raw.scalars) {
        const auto [name, value] = SplitAssignment("--scalar", text, "NAME=VALUE");
        inputs.scalars[name] = value;
    }
}

void ReadPlan(const RawOptions& raw, const Environment& environment, Options& options) {
    options.plan.rounds = CountSetting("--rounds", raw.rounds, "PYPTO_BENCH_ROUNDS", environment, 100, 1);
    options.plan.warmup = CountSetting("--warmup", raw.warmup, "PYPTO_BENCH_WARMUP", environment, 5, 0);
    if (!raw.min_time.empty()) {
        options.plan.min_time_seconds =
            ParseNumber<double>("--min-time", raw.min_time, 0, kMaxTimeoutSeconds, "a number of seconds");
    }
    if (options.command == Command::kBenchmark) return;
    const std::string remedy = "pto-replay DIR benchmark";
    if (!raw.min_time.empty()) Usage("--min-time is for benchmark", remedy);
    if (!options.baseline.empty()) Usage("--baseline is for benchmark", remedy);
}

std::optional<double> ReadTolerance(const std::string& flag, const std::string& text) {
    if (text.empty()) return std::nullopt;
    return ParseNumber<double>(flag, text, 0, std::numeric_limits<double>::max(), "a number of 0 or more");
}

void ReadRest(const RawOptions& raw, const Environment& environment, Options& options) {
    if (raw.validate && raw.no_validate) Usage("--validate and --no-validate exclude each other");
    if (raw.validate || raw.no_validate) options.validate = raw.validate;
    if (raw.validate && raw.no_golden && options.expected.empty())
        Usage("--validate and --no-golden exclude each other");
    options.hooks = !raw.no_hooks;
    if (options.debug && (options.command == Command::kBenchmark || options.command == Command::kCompare)) {
        Usage("--debug is for replay and run, not for measuring");
    }
    if (options.debug && options.from_ninja) {
        Usage("--debug in PTO_REPLAY_FLAGS: ninja has built the other binaries", "pto-replay DIR --debug");
    }
    options.inputs.use_run_py = !raw.no_hooks && !raw.no_golden;
    options.rtol = ReadTolerance("--rtol", raw.rtol);
    options.atol = ReadTolerance("--atol", raw.atol);
    options.runner.timeout_seconds = kDefaultTimeoutSeconds;
    if (!raw.timeout.empty()) {
        options.runner.timeout_seconds =
            ParseNumber<double>("--timeout", raw.timeout, 0, kMaxTimeoutSeconds, "seconds, or 0 for no limit");
    }
    if (!raw.device.empty()) options.runner.device = ParseCount("--device-id", raw.device, 0, INT32_MAX);
    if (!raw.workers.empty()) options.runner.workers = ParseCount("--workers", raw.workers, 1, 4096);
    options.runner.log_level = ResolveLogLevel(options.runner.log_level, environment);
    RefuseOverwriting(options.save_outputs, "--expected", options.expected);
    RefuseOverwriting(options.save_outputs, "--inputs", options.inputs.file);
    const std::string& file = options.save_outputs;
    if (!file.empty() && !file.ends_with(".safetensors") && !file.ends_with(".npy")) {
        Usage("--save-outputs: '" + file + "' given, expected a name that ends in .safetensors or .npy");
    }
}

void AppendFlagsFromEnvironment(std::vector<std::string>& arguments, const Environment& environment) {
    if (std::find(arguments.begin(), arguments.end(), "--from-ninja") == arguments.end()) return;
    const char* flags = environment(kRunFlagsVariable);
    if (flags == nullptr) return;
    for (std::string& word : SplitShellWords(flags, kRunFlagsVariable)) arguments.push_back(std::move(word));
}

}  // namespace

std::string_view CommandName(Command command) {
    return kCommands[static_cast<size_t>(command)];
}

Options ParseOptions(std::vector<std::string> arguments, const Environment& environment) {
    AppendFlagsFromEnvironment(arguments, environment);
    GiveDumpLevels(arguments);
    Options options;
    RawOptions raw;
    CLI::App app("Runs a compiled directory, judges its outputs and times it.", "pto-replay");
    AddFlags(app, options, raw);
    try {
        // The parser takes its words from the back.
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp&) {
        options.text = ReplayHelpText(app);
        return options;
    } catch (const CLI::CallForVersion& version) {
        options.text = std::string(version.what()) + "\n";
        return options;
    } catch (const CLI::ParseError& error) {
        Explain(app, error, arguments);
    }
    RefuseEmptyValues(app);
    if (!raw.print.empty()) {
        options.text = ReplayPrintedText(app, raw.print);
        return options;
    }
    ReadPositionals(raw.positionals, options);
    ReadInputs(raw, options.inputs);
    options.runner.diagnostics = ReadDiagnostics(raw.diagnostics, ParseCount);
    options.runner.log_sync_pypto = raw.diagnostics.log_sync_pypto;
    ReadPlan(raw, environment, options);
    ReadRest(raw, environment, options);
    return options;
}

std::string ReplayVersion() {
    return kVersion;
}

std::string GuessDirectory(const std::vector<std::string>& arguments) {
    if (arguments.empty() || arguments[0].starts_with("-")) return ".";
    const bool is_command = std::find(std::begin(kCommands), std::end(kCommands), arguments[0]) != std::end(kCommands);
    return is_command ? "." : arguments[0];
}

}  // namespace pto::run
