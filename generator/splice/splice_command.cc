#include "generator/splice/splice_command.h"

#include <memory>

#include "base/file_lock.h"
#include "base/file_system.h"
#include "contract/layout.h"
#include "generator/config/build_directory_loader.h"
#include "generator/splice/ptoas.h"
#include "generator/splice/ptoas_run.h"
#include "generator/steps/fault_point.h"

namespace pto::gen {
namespace {

// Splices of other units hold the lock for a moment only; they are not worth a line.
bool IsOurs(const std::string& holder) {
    return holder.find("(pto-ninja)") != std::string::npos;
}

std::shared_ptr<void> TakeLock(const SpliceOptions& options) {
    const auto on_wait = [&options](const std::string& holder) {
        if (IsOurs(holder)) return;
        options.print("waiting for " + holder + ", which holds cache/.binary_context.lock");
    };
    return std::make_shared<FileLock>(BinaryContextLock(options.directory), options.lock_timeout_seconds, on_wait);
}

std::string WhyUnavailable(const SpliceOptions& options, const PtoasLocation& location) {
    if (!options.rebuild_from_pto) return "switched off by --no-rebuild-from-pto";
    if (RebuildDisabledByEnvironment()) return "switched off by PYPTO_REBUILD_FROM_PTO";
    return location.problem;
}

PtoasRun RunFor(const SpliceOptions& options, const UnitPaths& paths, const std::string& launcher) {
    PtoasRun run;
    run.directory = options.directory;
    run.pto = paths.pto;
    run.launcher = launcher;
    run.timeout_seconds = PtoasTimeout(options.timeout);
    run.scratch = std::string(kPrivateDir) + "/scratch/" + options.program;
    run.unit = options.unit;
    run.print = options.print;
    return run;
}

// What kernel_config.py names, whether it is there or not.
std::vector<std::string> ListedKernels(const FileSystem& files, const SpliceOptions& options) {
    std::vector<std::string> kernels;
    const BuildDirectory directory = LoadBuildDirectory({files, options.directory}, MissingSources::kNote);
    for (const Program& program : directory.programs) {
        if (program.directory != options.program_directory) continue;
        for (const KernelEntry& kernel : program.config.kernels) kernels.push_back(kernel.source);
    }
    return kernels;
}

}  // namespace

UnitResult SpliceWithPtoas(const SpliceOptions& options) {
    RealFileSystem files;
    const bool wanted = options.rebuild_from_pto && !RebuildDisabledByEnvironment();
    const PtoasLocation location = wanted ? FindPtoas(options.ptoas) : PtoasLocation{};
    UnitJob job;
    job.files = &files;
    job.paths = PathsOf(options.directory, options.program, options.program_directory, options.unit, options.stamp);
    job.unavailable = WhyUnavailable(options, location);
    job.identity = [&] { return PtoasIdentity(location.launcher); };
    job.flags = [&](std::string_view text) { return PtoasFlags(text, options.arch, options.extra_flags); };
    job.assemble = [&](const std::vector<std::string>& flags) {
        PtoasRun run = RunFor(options, job.paths, location.launcher);
        run.flags = flags;
        return RunPtoas(run);
    };
    job.listed = [&] { return ListedKernels(files, options); };
    job.lock = [&] { return TakeLock(options); };
    job.print = options.print;
    job.on_step = FaultPoint;
    return SpliceUnit(job);
}

}  // namespace pto::gen
