#include "runtime/dfx/program_probe.h"

#include <utility>

#include "runtime/dfx/argument_file.h"
#include "runtime/dfx/core_layout.h"
#include "runtime/dfx/dependency_file.h"
#include "runtime/dfx/places.h"
#include "runtime/dfx/program_rules.h"
#include "runtime/dfx/scope_file.h"
#include "runtime/dfx/swimlane_file.h"

namespace pto::run {
namespace {

KernelSignatures SignaturesOf(const Program& program) {
    KernelSignatures signatures;
    for (const Kernel& kernel : program.kernels) signatures[static_cast<int>(kernel.func_id)] = kernel.signature;
    return signatures;
}

}  // namespace

ProgramProbe::ProgramProbe(const Diagnostics& diagnostics, const Program& program, std::string directory)
    : diagnostics_(diagnostics), directory_(std::move(directory)) {
    if (!diagnostics_.Any()) return;
    recorder_ = std::make_shared<Recorder>(diagnostics_, SignaturesOf(program),
                                           directory_ + "/" + std::string(kArgumentBytesFile));
}

void ProgramProbe::Write(FileSystem& files, const embedded::Engine& engine, bool failed) {
    if (recorder_ == nullptr) return;
    // Threads that hang still call it.
    if (engine.abandoned()) new std::shared_ptr<Recorder>(recorder_);
    RunRecording recording = recorder_->Take();
    const embedded::PlatformInfo& platform = engine.program().platform();
    recording.clusters = platform.clusters;
    recording.lanes = platform.lanes;
    recording.workers = engine.worker_count();
    recording.failed = failed;
    WriteFiles(files, recording);
}

void ProgramProbe::WriteFiles(FileSystem& files, const RunRecording& recording) const {
    const auto write = [&](std::string_view name, const std::string& text) {
        files.Write(directory_ + "/" + std::string(name), text);
    };
    const int level = diagnostics_.swimlane_level;
    if (level > 0) write(kSwimlaneFile, SwimlaneText(recording, PlaceOnCores(recording), level));
    if (!recording.arguments.empty()) write(kArgumentFile, ArgumentsText(recording.arguments, diagnostics_.dump_args));
    if (!diagnostics_.dep_gen && !diagnostics_.scope_stats) return;
    const ProgramAccount account = AccountFor(recording);
    if (diagnostics_.dep_gen) write(kDependencyFile, DependencyText(recording, account));
    if (diagnostics_.scope_stats) write(kScopeFile, ScopeStatsText(account, recording.failed));
}

void WriteRemains(ProgramProbe& probe, const embedded::Engine& engine) {
    RealFileSystem files;
    try {
        probe.Write(files, engine, true);
    } catch (const Error&) {
    }
}

}  // namespace pto::run
