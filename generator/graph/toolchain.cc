#include "generator/graph/toolchain.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace pto::gen {
namespace {

const Platform kPlatforms[] = {
    {"a2a3sim", "Ascend910B", "a2a3", "a3", true},
    {"a2a3", "Ascend910B", "a2a3", "a3", false},
    {"a5sim", "Ascend950", "a5", "a5", true},
    {"a5", "Ascend950", "a5", "a5", false},
};

enum class Role { kAic, kAiv, kOrchestration };

// Flags as PyPTO's toolchain issues them. ${std} differs between compilers; ${embedded} is the header directory.
struct FlagSet {
    RuntimeKind runtime;
    Role role;
    std::vector<std::string> flags;
};

const std::vector<std::string> kSimKernelFlags = {"-shared",
                                                  "-O2",
                                                  "-fPIC",
                                                  "${std}",
                                                  "-fpermissive",
                                                  "-Wno-macro-redefined",
                                                  "-Wno-ignored-attributes",
                                                  "-D__CPU_SIM",
                                                  "-DPTO_CPU_MAX_THREADS=1",
                                                  "-DNDEBUG"};
const std::vector<std::string> kSimOrchestrationFlags = {
    "-shared", "-fPIC", "-O3", "-g", "-std=c++17", "-fno-gnu-unique", "-Wl,--build-id=sha1", "-pthread"};

std::vector<std::string> Plus(std::vector<std::string> flags, const std::vector<std::string>& more) {
    flags.insert(flags.end(), more.begin(), more.end());
    return flags;
}

const std::vector<FlagSet>& FlagTable() {
    static const std::vector<FlagSet> table = {
        {RuntimeKind::kEmbedded, Role::kAic,
         Plus(kSimKernelFlags, {"-D__DAV_CUBE__", "-Wno-attributes", "-Wno-aggressive-loop-optimizations",
                                "-isystem${embedded}", "-isystem${embedded}/pto"})},
        {RuntimeKind::kEmbedded, Role::kAiv,
         Plus(kSimKernelFlags, {"-D__DAV_VEC__", "-Wno-attributes", "-Wno-aggressive-loop-optimizations",
                                "-isystem${embedded}", "-isystem${embedded}/pto"})},
        {RuntimeKind::kEmbedded, Role::kOrchestration, Plus(kSimOrchestrationFlags, {"-isystem${embedded}"})},
    };
    return table;
}

std::string Expand(std::string word, const std::string& name, const std::string& value) {
    const std::string placeholder = "${" + name + "}";
    for (size_t at = word.find(placeholder); at != std::string::npos; at = word.find(placeholder, at + value.size())) {
        word.replace(at, placeholder.size(), value);
    }
    return word;
}

// Options that only one compiler family knows and the other warns or stops about.
bool Understands(const Compiler& compiler, const std::string& flag) {
    static const std::vector<std::string> kOnlyGcc = {"-fno-gnu-unique", "-fpermissive",
                                                      "-Wno-aggressive-loop-optimizations"};
    if (std::find(kOnlyGcc.begin(), kOnlyGcc.end(), flag) != kOnlyGcc.end()) return !compiler.clang;
    if (flag == "-Wno-macro-redefined") return compiler.clang;
    return true;
}

std::vector<std::string> Flags(const Toolchain& toolchain, Role role, const Compiler& compiler) {
    std::vector<std::string> words;
    for (const FlagSet& set : FlagTable()) {
        if (set.runtime != toolchain.runtime || set.role != role) continue;
        for (const std::string& flag : set.flags) {
            if (!Understands(compiler, flag)) continue;
            // "c++23" is spelt c++2b by clang before 17; every later one still takes the old spelling.
            std::string word = Expand(flag, "std", compiler.clang ? "-std=c++2b" : "-std=c++23");
            words.push_back(Expand(std::move(word), "embedded", toolchain.roots.embedded_include));
        }
    }
    return words;
}

}  // namespace

const char* RuntimeName(RuntimeKind runtime) {
    switch (runtime) {
        case RuntimeKind::kEmbedded:
            return "embedded";
    }
    return "embedded";
}

const Platform& FindPlatform(const std::string& name, const std::string& place) {
    std::vector<std::string> names;
    for (const Platform& platform : kPlatforms) {
        if (platform.name == name) return platform;
        names.push_back(platform.name);
    }
    const std::string suggestion = DidYouMean(name, names);
    throw Error(ErrorKind::kInput, Place{place, 0, 0, {}},
                "unknown platform '" + name + "', expected one of " + QuotedList(names),
                suggestion.empty() ? "choose one with --platform" : suggestion);
}

const Platform& DefaultPlatform(const std::string& backend) {
    for (const Platform& platform : kPlatforms) {
        if (platform.backend == backend && platform.simulator) return platform;
    }
    return kPlatforms[0];
}

std::vector<std::string> KernelFlags(const Toolchain& toolchain, CoreType core) {
    return Flags(toolchain, core == CoreType::kAic ? Role::kAic : Role::kAiv, toolchain.kernel_compiler);
}

std::vector<std::string> OrchestrationFlags(const Toolchain& toolchain) {
    return Flags(toolchain, Role::kOrchestration, toolchain.orchestration_compiler);
}

}  // namespace pto::gen
