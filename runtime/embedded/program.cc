#include "runtime/embedded/program.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.h"
#include "runtime/embedded/activity.h"
#include "runtime/embedded/loaded_file.h"
#include "runtime/embedded/orchestration.h"
#include "runtime/embedded/pipe_state.h"

namespace pto::embedded {
namespace {

constexpr char kRebuild[] = "build it again with ninja";

Place WholeFile(const std::string& path) {
    return {path, 0, 0, ""};
}

}  // namespace

SharedLibrary::SharedLibrary(const std::string& path, const std::string& remedy) : path_(path) {
    if (access(path.c_str(), F_OK) != 0) {
        if (errno != ENOENT && errno != ENOTDIR) {
            ThrowSystem(ErrorKind::kToolchain, path, "cannot be looked at", errno, remedy);
        }
        throw Error(ErrorKind::kToolchain, WholeFile(path), "no such file", remedy);
    }
    // A name without a slash would be searched for in the library path.
    const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
    std::string reason;
    const ActivityScope activity(Phase::kLoading, path);
    handle_ = LoadCurrentFile(file, reason);
    if (handle_ == nullptr) throw Error(ErrorKind::kToolchain, WholeFile(path), "cannot be loaded: " + reason, remedy);
}

SharedLibrary::~SharedLibrary() {
    if (handle_ == nullptr) return;
    const ActivityScope activity(Phase::kUnloading, path_);
    dlclose(handle_);
}

void* SharedLibrary::Find(const char* symbol) const {
    return dlsym(handle_, symbol);
}

std::shared_ptr<const Program> Program::Load(const ProgramFiles& files) {
    std::shared_ptr<Program> program(new Program);
    program->platform_ = &FindPlatform(files.platform);
    program->entry_symbol_ = files.entry_symbol;
    program->LoadOrchestration(files);
    program->LoadKernels(files);
    return program;
}

void Program::LoadOrchestration(const ProgramFiles& files) {
    orchestration_ = std::make_unique<SharedLibrary>(files.orchestration_path, kRebuild);
    const auto require = [&](const char* symbol, const std::string& remedy) {
        void* address = orchestration_->Find(symbol);
        if (address != nullptr) return address;
        throw Error(ErrorKind::kToolchain, WholeFile(files.orchestration_path),
                    "the orchestration does not export '" + std::string(symbol) + "'", remedy);
    };
    const std::string other_headers =
        "it was built against other headers than those of the embedded runtime; " + std::string(kRebuild);
    using Bind = const pto_ninja::OrchestrationExports* (*)(const pto_ninja::OrchestrationServices*);
    const auto bind = reinterpret_cast<Bind>(require("pto_ninja_bind_orchestration", other_headers));
    exports_ = bind(&OrchestrationServiceTable());
    if (exports_->abi_version != pto_ninja::kOrchestrationAbiVersion) {
        throw Error(ErrorKind::kToolchain, WholeFile(files.orchestration_path),
                    "built for version " + std::to_string(exports_->abi_version) +
                        " of the orchestration interface, version " +
                        std::to_string(pto_ninja::kOrchestrationAbiVersion) + " expected",
                    kRebuild);
    }
    const std::string check = "check the function names in the source and in kernel_config.py";
    config_ = require("aicpu_orchestration_config", check);
    entry_ = require(files.entry_symbol.c_str(), check);
}

void Program::LoadKernels(const ProgramFiles& files) {
    for (const KernelFile& file : files.kernels) {
        std::unique_ptr<SharedLibrary>& library = kernel_libraries_[file.path];
        const bool is_new = library == nullptr;
        if (is_new) library = std::make_unique<SharedLibrary>(file.path, kRebuild);
        Kernel kernel;
        kernel.func_id = file.func_id;
        kernel.name = file.name;
        kernel.core_kind = file.core_kind;
        kernel.entry = reinterpret_cast<Kernel::EntryFunction>(library->Find("kernel_entry"));
        kernel.set_core = reinterpret_cast<Kernel::SetCoreFunction>(library->Find("pto_ninja_set_core"));
        if (kernel.entry == nullptr) {
            throw Error(ErrorKind::kToolchain, WholeFile(file.path),
                        "kernel '" + file.name + "' does not export 'kernel_entry'",
                        "its source needs the extern \"C\" function kernel_entry(int64_t* args)");
        }
        if (is_new) InstallPipeHooks(*library);
        if (!kernels_.emplace(file.func_id, kernel).second) {
            throw Error(ErrorKind::kInput,
                        "func_id " + std::to_string(file.func_id) + " names two kernels, '" +
                            kernels_.at(file.func_id).name + "' and '" + file.name + "'",
                        "give each kernel an id of its own in kernel_config.py");
        }
    }
}

const Kernel* Program::FindKernel(int func_id) const {
    const auto it = kernels_.find(func_id);
    return it == kernels_.end() ? nullptr : &it->second;
}

int Program::ExpectedArgCount(const pto_ninja::EntryArguments& arguments) const {
    return exports_->expected_arg_count(config_, &arguments);
}

}  // namespace pto::embedded
