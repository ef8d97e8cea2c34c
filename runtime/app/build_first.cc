#include "runtime/app/build_first.h"

#include <cstdlib>
#include <string>

#include "base/error.h"
#include "base/process.h"
#include "contract/compiled_files.h"
#include "contract/layout.h"
#include "contract/targets.h"
#include "runtime/core/manifest.h"
#include "runtime/core/pto_ninja_program.h"
#include "runtime/record/run_record.h"

namespace pto::run {
namespace {

std::string In(const Options& options, std::string_view name) {
    return options.directory + "/" + std::string(name);
}

// Runs to the end, its output on stderr: stdout belongs to the report.
ProcessResult RunShown(std::vector<std::string> words, const std::vector<std::string>& environment = {}) {
    ProcessOptions process;
    process.arguments = {"/bin/sh", "-c", "exec \"$0\" \"$@\" >&2"};
    process.arguments.insert(process.arguments.end(), words.begin(), words.end());
    process.capture_output = false;
    process.own_group = false;
    process.environment = environment;
    ProcessResult result = RunProcess(process);
    if (result.interrupted) std::_Exit(130);
    return result;
}

// Empty when the directory was not generated.
std::string BuiltPlatform(const FileSystem& files, const Options& options) {
    if (!IsFile(files, In(options, kManifestFile))) return {};
    return LoadManifest(files, options.directory).platform;
}

[[noreturn]] void ThrowNotCompiled(const Options& options) {
    ThrowInput(options.directory, "not a compiled directory itself",
               "give one of those below it, or generate and replay all: pto-ninja " + options.directory +
                   " && ninja -C " + options.directory + " replay");
}

void Generate(const Options& options, bool anew) {
    std::vector<std::string> words = {FindPtoNinja(), "generate", options.directory, "--quiet"};
    if (!anew) words.emplace_back("--keep-flags");
    if (!options.platform.empty()) words.insert(words.end(), {"--platform", options.platform});
    const ProcessResult result = RunShown(std::move(words));
    if (result.Ok()) return;
    throw Error(result.exit_code == ExitCode(ErrorKind::kToolchain) ? ErrorKind::kToolchain : ErrorKind::kInput,
                Place{options.directory, 0, 0, {}}, "pto-ninja could not plan its build",
                "mend what is reported above");
}

void RefuseDebuggingDevices(const Options& options, const std::string& platform) {
    if (!options.debug || platform.ends_with("sim")) return;
    throw Error(ErrorKind::kUsage, "--debug is for simulators, and the platform is '" + platform + "'",
                "add --platform " + platform + "sim");
}

void Build(const FileSystem& files, const Options& options, const Environment& environment) {
    const char* given = environment(kRunFlagsVariable);
    std::string flags = given == nullptr ? "" : given;
    for (const std::string& flag : options.build_flags) flags += " " + flag;
    const ProcessResult result =
        RunShown({"ninja", "-C", options.directory, options.debug ? kDebugTarget : kReadyTarget},
                 {std::string(kRunFlagsVariable) + "=" + flags});
    if (result.exit_code == 127) {
        throw Error(ErrorKind::kToolchain, "'ninja' is not in PATH", "install ninja-build, or pass --no-build");
    }
    if (!result.Ok()) {
        const bool refused = BuildWasRefused(files, options.directory);
        throw Error(refused ? ErrorKind::kInput : ErrorKind::kToolchain, Place{options.directory, 0, 0, {}},
                    "the build failed", "mend what is reported above, or pass --no-build to run what was built last");
    }
}

}  // namespace

void BuildFirst(FileSystem& files, const Options& options, const Environment& environment) {
    if (!IsDirectory(files, options.directory)) {
        ThrowInput(options.directory, "no such directory", "give the path of a build_output/<jit_dir>");
    }
    // For a folder of compiled directories a generation would write into all of them.
    if (!LooksCompiled(files, options.directory)) ThrowNotCompiled(options);
    const bool anew = !IsFile(files, In(options, kBuildFile)) || !IsFile(files, In(options, kManifestFile));
    // Ninja cannot make again what it reads first.
    const std::optional<FileInfo> toolchain = files.Stat(In(options, kToolchainFile));
    const bool damaged = !toolchain || toolchain->type != FileType::kRegular || toolchain->size == 0;
    if (anew || damaged || (!options.platform.empty() && options.platform != BuiltPlatform(files, options))) {
        Generate(options, anew);
    }
    const std::string platform = BuiltPlatform(files, options);
    if (platform.empty()) ThrowNotCompiled(options);
    RefuseDebuggingDevices(options, platform);
    // The build plans these objects when it finds this file.
    if (options.debug) WriteIfChanged(files, In(options, kDebugWantedFile), "");
    Build(files, options, environment);
}

void CheckBuilt(const FileSystem& files, const Options& options) {
    if (options.platform.empty() && !options.debug) return;
    const std::string platform = BuiltPlatform(files, options);
    if (platform.empty()) return;  // which loading the manifest reports
    if (!options.platform.empty() && options.platform != platform) {
        throw Error(ErrorKind::kUsage,
                    "--platform " + options.platform + ": the directory is built for '" + platform +
                        "', and this run does not build",
                    "run 'pto-ninja " + options.directory + " --platform " + options.platform + "' first");
    }
    RefuseDebuggingDevices(options, platform);
    if (options.debug && !IsFile(files, In(options, kDebugManifestFile))) {
        throw Error(ErrorKind::kUsage, "--debug: no binaries for a debugger were built, and this run does not build",
                    "run 'pto-replay " + options.directory + " --debug' first");
    }
}

}  // namespace pto::run
