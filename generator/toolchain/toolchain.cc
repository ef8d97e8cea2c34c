#include "generator/toolchain/toolchain.h"

#include <algorithm>
#include <string_view>
#include <utility>

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
// Whose tile instructions a kernel is compiled against.
enum class Headers { kEmbedded, kPtoIsa, kAny };

// Flags as PyPTO's toolchain issues them. ${std} differs between compilers; ${embedded} and ${pto_isa} are directories
// of headers.
struct FlagSet {
    RuntimeKind runtime;
    Headers headers;
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

const std::vector<std::string> kEmbeddedHeaders = {"-Wno-attributes", "-Wno-aggressive-loop-optimizations",
                                                   "-isystem${embedded}", "-isystem${embedded}/pto"};
// The tile instructions are PTO-ISA's, all else that a kernel includes is ours.
const std::vector<std::string> kPtoIsaHeaderFlags = {"-Wno-attributes", "-Wno-pass-failed", "-isystem${pto_isa}",
                                                     "-isystem${pto_isa}/pto", "-isystem${embedded}"};

const std::vector<FlagSet>& FlagTable() {
    static const auto kernel = [](const char* core, const std::vector<std::string>& headers) {
        return Plus(Plus(kSimKernelFlags, {core}), headers);
    };
    static const std::vector<FlagSet> table = {
        {RuntimeKind::kEmbedded, Headers::kEmbedded, Role::kAic, kernel("-D__DAV_CUBE__", kEmbeddedHeaders)},
        {RuntimeKind::kEmbedded, Headers::kEmbedded, Role::kAiv, kernel("-D__DAV_VEC__", kEmbeddedHeaders)},
        {RuntimeKind::kEmbedded, Headers::kPtoIsa, Role::kAic, kernel("-D__DAV_CUBE__", kPtoIsaHeaderFlags)},
        {RuntimeKind::kEmbedded, Headers::kPtoIsa, Role::kAiv, kernel("-D__DAV_VEC__", kPtoIsaHeaderFlags)},
        {RuntimeKind::kEmbedded, Headers::kAny, Role::kOrchestration,
         Plus(kSimOrchestrationFlags, {"-isystem${embedded}"})},
    };
    return table;
}

// Replaces the placeholder that a flag may hold; a value that looks like one stays as it is.
std::string Expand(const std::string& flag, const Toolchain& toolchain, const Compiler& compiler) {
    const std::pair<std::string_view, std::string> values[] = {
        // "c++23" is spelt c++2b by clang before 17; every later one still takes the old spelling.
        {"${std}", compiler.clang ? "-std=c++2b" : "-std=c++23"},
        {"${embedded}", toolchain.roots.embedded_include},
        {"${pto_isa}", toolchain.roots.pto_isa.root + "/" + kPtoIsaHeaders},
    };
    for (const auto& [placeholder, value] : values) {
        const size_t at = flag.find(placeholder);
        if (at != std::string::npos) return std::string(flag).replace(at, placeholder.size(), value);
    }
    return flag;
}

// Options that only one compiler family knows and the other warns or stops about.
bool Understands(const Compiler& compiler, const std::string& flag) {
    static const std::vector<std::string> kOnlyGcc = {"-fno-gnu-unique", "-fpermissive",
                                                      "-Wno-aggressive-loop-optimizations"};
    if (std::find(kOnlyGcc.begin(), kOnlyGcc.end(), flag) != kOnlyGcc.end()) return !compiler.clang;
    if (flag == "-Wno-macro-redefined" || flag == "-Wno-pass-failed") return compiler.clang;
    return true;
}

std::vector<std::string> Flags(const Toolchain& toolchain, Role role, const Compiler& compiler) {
    const Headers headers = toolchain.UsesPtoIsa() ? Headers::kPtoIsa : Headers::kEmbedded;
    std::vector<std::string> words;
    for (const FlagSet& set : FlagTable()) {
        if (set.runtime != toolchain.runtime || set.role != role) continue;
        if (set.headers != headers && set.headers != Headers::kAny) continue;
        for (const std::string& flag : set.flags) {
            if (Understands(compiler, flag)) words.push_back(Expand(flag, toolchain, compiler));
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

std::string RecordedPlatform(const BuildDirectory& directory, std::string& file) {
    const CompiledMeta* meta = nullptr;
    if (directory.distributed) meta = &directory.distributed->common;
    for (const Program& program : directory.programs) {
        if (meta == nullptr && program.meta) meta = &*program.meta;
    }
    if (meta == nullptr) return {};
    file = directory.root + "/" + meta->file;
    return meta->platform.empty() ? DefaultPlatform(meta->backend).name : meta->platform;
}

std::vector<std::string> KernelFlags(const Toolchain& toolchain, CoreType core) {
    return Flags(toolchain, core == CoreType::kAic ? Role::kAic : Role::kAiv, toolchain.kernel_compiler);
}

std::vector<std::string> OrchestrationFlags(const Toolchain& toolchain) {
    return Flags(toolchain, Role::kOrchestration, toolchain.orchestration_compiler);
}

}  // namespace pto::gen
