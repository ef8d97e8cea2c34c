#include "pto_ninja/program.h"

#include "library/bind_arguments.h"
#include "library/build_step.h"
#include "library/program_run.h"
#include "library/program_source.h"
#include "library/stale_report.h"

namespace pto {

const std::string& Program::directory() const {
    return impl_->directory;
}
const std::string& Program::platform() const {
    return impl_->platform;
}
const std::string& Program::backend() const {
    return impl_->backend;
}
const std::vector<Param>& Program::params() const {
    return impl_->params;
}
const std::vector<int64_t>& Program::device_ids() const {
    return impl_->device_ids;
}

const std::vector<std::string>& Program::notes() const {
    return impl_->notes;
}

std::vector<StaleItem> Program::Stale() const {
    RealFileSystem files;
    return lib::FindStale(files, *impl_);
}

BuildResult Program::Build(const BuildOptions& options) const {
    return lib::BuildFor(RealFileSystem(), impl_->place.root, {impl_->platform, impl_->device_ids}, options);
}

void Program::Call(const std::vector<Argument>& arguments, const CallOptions& options) const {
    std::vector<run::Argument> bound = lib::BindArguments(*impl_, arguments);
    const lib::ProgramRun loaded(RealFileSystem(), *impl_, options);
    const std::unique_ptr<run::Runner> runner = loaded.Load();
    runner->Place(bound);
    runner->Execute();
    runner->Fetch(bound);
    lib::StoreOutputs(bound, arguments);
}

CompiledProgram CompiledProgram::FromDir(const std::string& directory, const FromDirOptions& options) {
    return CompiledProgram(
        std::make_shared<const lib::ProgramImpl>(lib::LoadOneChip(RealFileSystem(), directory, options)));
}

DistributedCompiledProgram DistributedCompiledProgram::FromDir(const std::string& directory,
                                                               const DistributedFromDirOptions& options) {
    return DistributedCompiledProgram(
        std::make_shared<const lib::ProgramImpl>(lib::LoadDistributed(RealFileSystem(), directory, options)));
}

}  // namespace pto
