// The binaries of one compiled program: an orchestration and its kernels, loaded once.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/embedded/include/pto_ninja/abi.h"
#include "runtime/embedded/include/pto_ninja/orchestration_abi.h"
#include "runtime/embedded/platform.h"

namespace pto::embedded {

struct KernelFile {
    int func_id = 0;
    std::string name;
    pto_ninja::CoreKind core_kind = pto_ninja::CoreKind::kAiv;
    std::string path;  // of the shared object
};

struct ProgramFiles {
    std::string orchestration_path;
    std::string entry_symbol = "aicpu_orchestration_entry";
    std::vector<KernelFile> kernels;
    std::string platform = "a2a3sim";
};

struct Kernel {
    using EntryFunction = void (*)(int64_t* args);
    using SetCoreFunction = void (*)(const pto_ninja::CoreServices* core);

    int func_id = 0;
    std::string name;
    pto_ninja::CoreKind core_kind = pto_ninja::CoreKind::kAiv;
    EntryFunction entry = nullptr;
    SetCoreFunction set_core = nullptr;  // null for a kernel built against other headers: it runs unchecked
};

class SharedLibrary {
  public:
    // Throws a toolchain Error that names the file and what the loader says; `remedy` is the hint.
    SharedLibrary(const std::string& path, const std::string& remedy);
    ~SharedLibrary();
    SharedLibrary(const SharedLibrary&) = delete;
    SharedLibrary& operator=(const SharedLibrary&) = delete;

    // Null when there is no such symbol.
    void* Find(const char* symbol) const;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
    void* handle_ = nullptr;
};

class Program {
  public:
    // Loads everything; throws Error when a file or symbol is missing, or was built for another version of the ABI.
    static std::shared_ptr<const Program> Load(const ProgramFiles& files);

    const PlatformInfo& platform() const { return *platform_; }
    const std::string& entry_symbol() const { return entry_symbol_; }
    const std::string& orchestration_path() const { return orchestration_->path(); }
    const Kernel* FindKernel(int func_id) const;
    const std::map<int, Kernel>& kernels() const { return kernels_; }  // by func_id

    int ExpectedArgCount(const pto_ninja::EntryArguments& arguments) const;
    void CallEntry(const pto_ninja::EntryArguments& arguments) const { exports_->call_entry(entry_, &arguments); }

  private:
    Program() = default;
    void LoadOrchestration(const ProgramFiles& files);
    void LoadKernels(const ProgramFiles& files);

    const PlatformInfo* platform_ = nullptr;
    std::string entry_symbol_;
    std::unique_ptr<SharedLibrary> orchestration_;
    std::map<std::string, std::unique_ptr<SharedLibrary>> kernel_libraries_;  // by path
    std::map<int, Kernel> kernels_;
    const pto_ninja::OrchestrationExports* exports_ = nullptr;
    void* config_ = nullptr;
    void* entry_ = nullptr;
};

}  // namespace pto::embedded
