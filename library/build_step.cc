#include "library/build_step.h"

#include <algorithm>
#include <cstdlib>

#include "base/error.h"
#include "base/own_places.h"
#include "base/process.h"
#include "base/text.h"
#include "contract/layout.h"
#include "contract/targets.h"
#include "runtime/core/manifest.h"
#include "runtime/record/run_record.h"

namespace pto::lib {
namespace {

constexpr std::string_view kErrorPrefix = "pto-ninja: error: ";
constexpr int kCannotStart = 127;

// "0,1".
std::string DeviceText(const std::vector<int64_t>& devices) {
    std::vector<std::string> words;
    for (const int64_t device : devices) words.push_back(std::to_string(device));
    return Join(words, ",");
}

void Tell(const BuildOptions& options, const ProcessResult& result) {
    const std::string text = result.out + result.err;
    if (options.print && !text.empty()) options.print(text);
}

void RequireUninterrupted(const std::string& root, const ProcessResult& result) {
    if (!result.interrupted) return;
    throw Error(ErrorKind::kToolchain, Place{root, 0, 0, {}}, "the build was interrupted", "build again");
}

void RunPtoNinja(const std::string& root, const std::vector<std::string>& flags, const BuildOptions& options) {
    ProcessOptions process;
    process.arguments = {ToolPath(options.pto_ninja, "pto-ninja"), "generate", "--quiet"};
    process.arguments.insert(process.arguments.end(), flags.begin(), flags.end());
    process.arguments.push_back(root);
    const ProcessResult result = RunProcess(process);
    Tell(options, result);
    RequireUninterrupted(root, result);
    if (result.Ok()) return;
    // Its own words, which already name the file and the remedy.
    const size_t at = result.err.find(kErrorPrefix);
    const ErrorKind kind = result.exit_code == 2 ? ErrorKind::kInput : ErrorKind::kToolchain;
    if (at != std::string::npos) throw Error(kind, std::string(Trim(result.err.substr(at + kErrorPrefix.size()))));
    throw Error(ErrorKind::kToolchain, Place{root, 0, 0, {}}, "'" + process.arguments[0] + "' did not finish");
}

}  // namespace

std::string ToolPath(const std::string& pto_ninja, const std::string& name) {
    const RealFileSystem files;
    if (!pto_ninja.empty() && IsFile(files, pto_ninja)) {
        const size_t slash = pto_ninja.rfind('/');
        const std::string beside = slash == std::string::npos ? name : pto_ninja.substr(0, slash + 1) + name;
        if (name == "pto-ninja") return pto_ninja;
        if (IsFile(files, beside)) return beside;
    }
    const std::string found = FindProgram(name);
    if (!found.empty()) return found;
    throw Error(ErrorKind::kToolchain, "'" + name + "' is not in PATH",
                "install pto-ninja, or name it with BuildOptions::pto_ninja");
}

bool IsBuiltFor(const FileSystem& files, const std::string& root, const BuildTarget& target) {
    const run::Manifest manifest = run::LoadManifest(files, root);
    const bool platform = target.platform.empty() || target.platform == manifest.platform;
    const bool devices =
        target.device_ids.empty() || !manifest.distributed || target.device_ids == manifest.distributed->device_ids;
    return platform && devices;
}

void GenerateIfNeeded(const FileSystem& files, const std::string& root, const BuildTarget& target,
                      const BuildOptions& options) {
    const bool there = IsFile(files, root + "/" + kBuildFile) && IsFile(files, root + "/" + kManifestFile);
    if (there && options.flags.empty() && IsBuiltFor(files, root, target)) return;
    std::vector<std::string> flags = options.flags;
    if (flags.empty()) flags.emplace_back("--keep-flags");
    const bool chosen = std::find(flags.begin(), flags.end(), "--platform") != flags.end();
    if (!target.platform.empty() && !chosen) flags.insert(flags.end(), {"--platform", target.platform});
    if (!target.device_ids.empty()) flags.insert(flags.end(), {"--device-ids", DeviceText(target.device_ids)});
    RunPtoNinja(root, flags, options);
}

void RunNinja(const std::string& root, const std::vector<std::string>& targets, const BuildOptions& options) {
    RefuseLinksOut(root);
    ProcessOptions process;
    process.arguments = {"ninja", "-C", root};
    process.arguments.insert(process.arguments.end(), targets.begin(), targets.end());
    const char* given = std::getenv(kRunFlagsVariable);
    const std::string flags = given == nullptr ? "" : given;
    process.environment = {std::string(kRunFlagsVariable) + "=" + flags + (options.recompile ? " --recompile" : "")};
    const ProcessResult result = RunProcess(process);
    Tell(options, result);
    RequireUninterrupted(root, result);
    if (result.exit_code == kCannotStart) {
        throw Error(ErrorKind::kToolchain, "'ninja' is not in PATH", "install ninja-build");
    }
    if (result.Ok()) return;
    throw Error(run::BuildWasRefused(RealFileSystem(), root) ? ErrorKind::kInput : ErrorKind::kToolchain,
                Place{root, 0, 0, {}}, "the build failed: " + FirstError(result.out + result.err),
                "mend it and build again; BuildOptions::print gets everything that the build said");
}

BuildResult BuildFor(const FileSystem& files, const std::string& root, const BuildTarget& target,
                     const BuildOptions& options) {
    GenerateIfNeeded(files, root, target, options);
    const run::Manifest manifest = run::LoadManifest(files, root);
    std::vector<std::string> targets = {"kernels"};
    if (manifest.kind == "l3") targets.emplace_back(kPlanFile);
    if (manifest.runtime == "simpler") targets.push_back(manifest.simpler->adapter);
    RunNinja(root, targets, options);
    return LastBuild(files, root);
}

BuildResult LastBuild(const FileSystem& files, const std::string& root) {
    const std::optional<run::BuildSummary> summary = run::LoadBuildSummary(files, run::LoadManifest(files, root));
    if (!summary) return {};
    return {summary->compiled, summary->spliced, summary->assembled, summary->reused};
}

std::string FirstError(const std::string& output) {
    std::string_view last;
    for (const std::string_view line : Lines(output)) {
        if (line.starts_with(kErrorPrefix)) return std::string(line.substr(kErrorPrefix.size()));
        if (line.find("error: ") != std::string_view::npos) return std::string(Trim(line));
        if (!Trim(line).empty()) last = Trim(line);
    }
    return last.empty() ? "it printed nothing" : std::string(last);
}

}  // namespace pto::lib
