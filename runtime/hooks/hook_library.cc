#include "runtime/hooks/hook_library.h"

#include <dlfcn.h>

#include <array>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "runtime/embedded/activity.h"
#include "runtime/embedded/fault_guard.h"
#include "runtime/embedded/include/pto_ninja/replay_hooks.h"

namespace pto::run {
namespace {

constexpr int32_t kMakeInputs = 1;
constexpr int32_t kUserCompare = 2;
constexpr size_t kLongestText = 4096;

template <typename Function>
Function* FindFunction(void* handle, const char* name) {
    return reinterpret_cast<Function*>(dlsym(handle, name));
}

// Views of the arguments; `shapes` keeps nothing: the arguments have theirs.
std::vector<PtoHookArgument> ViewsOf(std::vector<Argument>& arguments) {
    std::vector<PtoHookArgument> views;
    for (Argument& argument : arguments) {
        PtoHookArgument& view = views.emplace_back();
        view.name = argument.name.c_str();
        view.dtype = argument.dtype == nullptr ? "" : argument.dtype->name.data();
        view.is_output = IsOutput(argument.direction) ? 1 : 0;
        view.is_scalar = argument.is_scalar ? 1 : 0;
        if (argument.is_scalar) {
            view.data = &argument.scalar;
            view.count = 1;
            view.bytes = sizeof argument.scalar;
            continue;
        }
        view.shape = argument.tensor.shape.data();
        view.rank = static_cast<int32_t>(argument.tensor.shape.size());
        view.data = argument.tensor.bytes.data();
        view.count = ElementCount(argument.tensor.shape);
        view.bytes = static_cast<int64_t>(argument.tensor.bytes.size());
    }
    return views;
}

}  // namespace

struct HookLibrary::Functions {
    using Call = int32_t(const PtoHookArguments*, char*, int64_t);
    Call* make_inputs = nullptr;
    Call* user_compare = nullptr;
};

HookLibrary::HookLibrary(const Manifest& manifest)
    : source_(manifest.hooks->source),
      binary_(std::filesystem::absolute(manifest.Resolve(manifest.hooks->binary)).string()) {
    {
        const embedded::ActivityScope activity(embedded::Phase::kLoading, binary_);
        handle_ = dlopen(binary_.c_str(), RTLD_NOW | RTLD_LOCAL);
    }
    if (handle_ == nullptr) {
        throw Error(ErrorKind::kToolchain, Place{manifest.Resolve(source_), 0, 0, {}},
                    std::string("its binary does not load: ") + dlerror(),
                    "run 'ninja -C " + manifest.directory + " ready'");
    }
    auto* version = FindFunction<int32_t()>(handle_, "pto_ninja_hooks_version");
    auto* defined = FindFunction<int32_t()>(handle_, "pto_ninja_hooks_defined");
    functions_ = std::make_unique<Functions>();
    functions_->make_inputs = FindFunction<Functions::Call>(handle_, "pto_ninja_make_inputs");
    functions_->user_compare = FindFunction<Functions::Call>(handle_, "pto_ninja_user_compare");
    if (version == nullptr || defined == nullptr || version() != pto_ninja::kHooksVersion) {
        dlclose(handle_);
        throw Error(ErrorKind::kToolchain, Place{manifest.Resolve(source_), 0, 0, {}},
                    "its binary is not one for this pto-replay",
                    "include <pto_ninja/replay_hooks.h> in it, and run 'pto-ninja " + manifest.directory + "'");
    }
    makes_inputs_ = (defined() & kMakeInputs) != 0;
    compares_ = (defined() & kUserCompare) != 0;
    if (!makes_inputs_ && !compares_) {
        dlclose(handle_);
        ThrowInput(manifest.Resolve(source_), "has neither of the functions that are called",
                   "define void MakeInputs(pto_ninja::Arguments& args), or void UserCompare(const "
                   "pto_ninja::Arguments& args), or pass --no-hooks");
    }
}

HookLibrary::~HookLibrary() {
    const embedded::ActivityScope activity(embedded::Phase::kUnloading, binary_);
    dlclose(handle_);
}

std::string HookLibrary::Call(bool compare, const std::string& program, std::vector<Argument>& arguments) const {
    std::vector<PtoHookArgument> views = ViewsOf(arguments);
    const PtoHookArguments raw{program.c_str(), views.data(), static_cast<int64_t>(views.size())};
    std::array<char, kLongestText> text{};
    const embedded::SignalStack stack;  // a hook that never stops calling itself is named too
    const char* const name = compare ? "UserCompare of debug/replay_hooks.cpp" : "MakeInputs of debug/replay_hooks.cpp";
    const embedded::FaultContext context(name);
    const embedded::ActivityScope activity(embedded::Phase::kCalling, name);
    Functions::Call* function = compare ? functions_->user_compare : functions_->make_inputs;
    if (function(&raw, text.data(), static_cast<int64_t>(text.size())) == 0) return {};
    return text[0] == '\0' ? "threw an exception without a text" : text.data();
}

void HookLibrary::MakeInputs(const std::string& program, std::vector<Argument>& arguments) const {
    const std::string failure = Call(false, program, arguments);
    if (!failure.empty()) ThrowInput(source_, "MakeInputs: " + failure, "mend it, or pass --no-hooks");
}

UserVerdict HookLibrary::Compare(const std::string& program, std::vector<Argument> arguments) const {
    return {"UserCompare", source_, Call(true, program, arguments)};
}

}  // namespace pto::run
