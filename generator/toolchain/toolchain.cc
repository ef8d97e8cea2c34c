#include "generator/toolchain/toolchain.h"

namespace pto::gen {
namespace {

const char* RoleName(Role role) {
    switch (role) {
        case Role::kAic:
            return "aic";
        case Role::kAiv:
            return "aiv";
        case Role::kAicPrefix:
            return "aic_prefix";
        case Role::kAivPrefix:
            return "aiv_prefix";
        case Role::kOrchestration:
            return "orchestration";
        case Role::kRuntimeSource:
            return "runtime_source";
        case Role::kAdapter:
            return "adapter";
        case Role::kHooks:
            return "hooks";
    }
    return "";
}

bool IsKernel(Role role) {
    return role == Role::kAic || role == Role::kAiv || IsPrefix(role);
}

}  // namespace

bool IsPrefix(Role role) {
    return role == Role::kAicPrefix || role == Role::kAivPrefix;
}

bool IsForReplay(Role role) {
    return role == Role::kAdapter || role == Role::kHooks;
}

std::string RecipeName(const Recipe& recipe) {
    std::string name = RoleName(recipe.role);
    if (!recipe.runtime.empty()) name += "_" + recipe.runtime;
    return recipe.debug ? name + "_debug" : name;
}

std::string Toolchain::Variant() const {
    if (UsesSimpler()) return platform.name + "-" + RuntimeName(RuntimeKind::kSimpler);
    return platform.name + "-" + RuntimeName(runtime) + (UsesPtoIsa() ? "-pto-isa" : "");
}

CompilerUse UseOf(const Toolchain& toolchain, const Recipe& recipe) {
    if (IsKernel(recipe.role)) return CompilerUse::kKernel;
    const bool host = IsForReplay(recipe.role) || OrchestratesOnHost(toolchain.platform, recipe.runtime);
    return host ? CompilerUse::kHost : CompilerUse::kDevice;
}

const Compiler& CompilerOf(const Toolchain& toolchain, const Recipe& recipe) {
    switch (UseOf(toolchain, recipe)) {
        case CompilerUse::kKernel:
            return toolchain.kernel_compiler;
        case CompilerUse::kDevice:
            return toolchain.device_compiler;
        case CompilerUse::kHost:
            break;
    }
    return toolchain.orchestration_compiler;
}

const Compiler& MainOrchestrationCompiler(const Toolchain& toolchain) {
    return toolchain.device_compiler.program.empty() ? toolchain.orchestration_compiler : toolchain.device_compiler;
}

}  // namespace pto::gen
