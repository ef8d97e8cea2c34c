#include "pto_ninja/replay.h"

#include <fmt/format.h>

#include "base/file_system.h"
#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "contract/targets.h"
#include "library/build_place.h"
#include "library/build_step.h"
#include "library/replay_record.h"

namespace pto {
namespace {

std::vector<std::string> Command(const lib::BuildPlace& place, const ReplayOptions& options) {
    std::vector<std::string> command = {lib::ToolPath(options.build_options.pto_ninja, "pto-replay"), place.root,
                                        "replay", "--json", "--no-build"};
    const auto add = [&](const char* flag, const std::string& value) {
        if (!value.empty()) command.insert(command.end(), {flag, value});
    };
    add("--entry", options.entry.empty() ? place.program : options.entry);
    add("--inputs", options.inputs);
    add("--expected", options.expected);
    add("--timeout", fmt::format("{}", options.timeout_seconds));
    command.insert(command.end(), options.flags.begin(), options.flags.end());
    return command;
}

// Without a record there is its last word: options that it does not understand, or a kernel that crashed.
[[noreturn]] void ThrowLastWord(const std::string& root, const ProcessResult& result) {
    constexpr std::string_view kPrefix = "pto-replay: error: ";
    const size_t at = result.err.rfind(kPrefix);
    if (at != std::string::npos) {
        const ErrorKind kind = result.exit_code == 2 ? ErrorKind::kUsage : ErrorKind::kToolchain;
        throw Error(kind, std::string(Trim(result.err.substr(at + kPrefix.size()))));
    }
    const std::string how = result.signal != 0 ? "was ended by signal " + std::to_string(result.signal)
                                               : "ended with code " + std::to_string(result.exit_code);
    throw Error(ErrorKind::kToolchain, Place{root, 0, 0, {}},
                "pto-replay " + how + " without a result: " + lib::FirstError(result.out + result.err));
}

}  // namespace

ReplayResult Replay(const std::string& directory, const ReplayOptions& options) {
    const RealFileSystem files;
    const lib::BuildPlace place = lib::FindBuildPlace(files, directory);
    BuildResult build;
    if (options.build) {
        lib::GenerateIfNeeded(files, place.root, {}, options.build_options);
        lib::RunNinja(place.root, {kReadyTarget}, options.build_options);
        build = lib::LastBuild(files, place.root);
    }
    ProcessOptions process;
    process.arguments = Command(place, options);
    const ProcessResult result = RunProcess(process);
    if (result.interrupted) {
        throw Error(ErrorKind::kToolchain, Place{place.root, 0, 0, {}}, "the replay was interrupted", "replay again");
    }
    const Json json = Json::parse(result.out, nullptr, false);
    if (!json.is_object()) ThrowLastWord(place.root, result);
    ReplayResult replayed = lib::ReadReplayRecord(json);
    replayed.build = std::move(build);
    replayed.text = result.out;
    return replayed;
}

}  // namespace pto
