#include "library/program_run.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/error.h"
#include "base/printer.h"
#include "base/text.h"
#include "library/build_step.h"
#include "runtime/app/runners.h"

namespace pto::lib {
namespace {

std::mutex& Turns() {
    static std::mutex mutex;
    return mutex;
}

std::string BuildByHand(const std::string& root) {
    return "call Build() on the program, or run 'ninja -C " + root + " kernels'";
}

run::Manifest LoadBuilt(const FileSystem& files, const ProgramImpl& program) {
    const std::string& root = program.place.root;
    if (!IsGenerated(files, root)) {
        ThrowInput(root, "was never built", "call Build() on the program, or run 'pto-ninja " + root + "' and ninja");
    }
    run::Manifest manifest = run::LoadManifest(files, root);
    if (IsBuiltFor(files, root, {program.platform, program.device_ids})) return manifest;
    const std::string built = manifest.platform == program.platform
                                  ? "other devices"
                                  : "'" + manifest.platform + "', not for '" + program.platform + "'";
    ThrowInput(root, "was built for " + built, "call Build() on the program");
}

const run::Entry& EntryOf(const run::Manifest& manifest, const std::string& name) {
    return *run::SelectEntries(manifest, name).front();
}

void RequireBinary(const FileSystem& files, const run::Manifest& manifest, const std::string& binary,
                   const std::string& what) {
    const std::string path = manifest.Resolve(binary);
    if (!IsFile(files, path)) ThrowInput(path, what + " is not built", BuildByHand(manifest.directory));
}

void RequireBinaries(const FileSystem& files, const run::Manifest& manifest, const run::Entry& entry) {
    for (const run::Program& program : manifest.programs) {
        if (!entry.program.empty() && entry.program != program.name) continue;
        for (const run::Kernel& kernel : program.kernels) {
            RequireBinary(files, manifest, kernel.binary, "kernel '" + kernel.name + "'");
        }
        RequireBinary(files, manifest, program.orchestration.binary, "orchestration '" + program.name + "'");
    }
    if (!entry.plan.empty()) RequireBinary(files, manifest, entry.plan, "the plan of the host orchestration");
}

run::RunnerOptions OptionsFor(const CallOptions& options) {
    static const std::vector<std::string> kLevels = {"", "debug", "info", "timing", "warn", "error", "null"};
    if (std::find(kLevels.begin(), kLevels.end(), options.log_level) == kLevels.end()) {
        throw Error(ErrorKind::kUsage,
                    "CallOptions: log_level is '" + options.log_level + "', expected one of " +
                        QuotedList({kLevels.begin() + 1, kLevels.end()}),
                    DidYouMean(options.log_level, kLevels));
    }
    if (!(options.timeout_seconds >= 0)) throw Error(ErrorKind::kUsage, "CallOptions: timeout_seconds is negative");
    run::RunnerOptions result;
    result.workers = options.workers;
    result.device = options.device;
    result.log_level = options.log_level;
    result.timeout_seconds = options.timeout_seconds;
    result.log = options.log;
    result.names = {"CallOptions::timeout_seconds", "BenchmarkOptions::min_time_seconds",
                    "CallOptions::log_level \"info\""};
    result.on_hang = options.on_hang;
    if (!result.on_hang) {
        result.on_hang = [](const Error& error) {
            Print("pto-ninja", Severity::kError, error.what());
            std::_Exit(ExitCode(error.kind()));
        };
    }
    return result;
}

}  // namespace

ProgramRun::ProgramRun(const FileSystem& files, const ProgramImpl& program, const CallOptions& options)
    : turn_(Turns()),
      manifest_(LoadBuilt(files, program)),
      entry_(&EntryOf(manifest_, program.place.program)),
      options_(OptionsFor(options)) {
    RequireBinaries(files, manifest_, *entry_);
    const run::Program* chip = run::FindProgram(manifest_, entry_->program);
    if (chip != nullptr) environment_.emplace(chip->runtime_env);
}

std::unique_ptr<run::Runner> ProgramRun::Load() const {
    return run::CreateRunner(manifest_, *entry_, options_);
}

}  // namespace pto::lib
