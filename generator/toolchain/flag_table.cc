#include "generator/toolchain/flag_table.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace pto::gen {
namespace {

using Words = std::vector<std::string>;

// Clang compares the times of the headers with those it has seen, and stops when they differ; then their contents.
constexpr char kByContent[] = "-fpch-validate-input-files-content";

// Whose tile instructions and runtime a program is compiled against.
enum class Headers { kEmbedded, kPtoIsa, kSimpler };

// A row gives its words to every compile that it matches; the rows that match follow each other in the order of the
// table. An empty field matches everything.
struct FlagRow {
    std::vector<Headers> headers;
    std::vector<Role> roles;
    std::optional<CompilerUse> compiler;
    std::optional<bool> simulator;
    std::string arch;
    Words words;
};

const std::vector<Role> kKernels = {Role::kAic, Role::kAiv};
const std::vector<Role> kOrchestrations = {Role::kOrchestration, Role::kRuntimeSource};

// A word with a placeholder of several values is repeated for each. ${std} differs between compilers.
const std::vector<FlagRow>& FlagTable() {
    static const std::vector<FlagRow> table = {
        // Kernels of a simulator: shared objects that the host runs.
        {{},
         kKernels,
         {},
         true,
         "",
         {"-shared", "-O2", "-fPIC", "${std}", "-fpermissive", "-Wno-macro-redefined", "-Wno-ignored-attributes",
          "-D__CPU_SIM", "-DPTO_CPU_MAX_THREADS=1", "-DNDEBUG"}},
        {{}, {Role::kAic}, {}, true, "", {"-D__DAV_CUBE__"}},
        {{}, {Role::kAiv}, {}, true, "", {"-D__DAV_VEC__"}},
        // Kernels of a device: an object, which is linked afterwards.
        {{}, kKernels, {}, false, "", {"-c", "-O3", "-g", "-x", "cce", "-Wall", "-std=c++17", "--cce-aicore-only"}},
        {{}, {Role::kAic}, {}, false, "", {"--cce-aicore-arch=${core_arch}-cube"}},
        {{}, {Role::kAiv}, {}, false, "", {"--cce-aicore-arch=${core_arch}-vec"}},
        {{},
         kKernels,
         {},
         false,
         "",
         {"-mllvm", "-cce-aicore-stack-size=0x8000", "-mllvm", "-cce-aicore-function-stack-size=0x8000", "-mllvm",
          "-cce-aicore-record-overflow=false", "-mllvm", "-cce-aicore-addr-transform", "-mllvm",
          "-cce-aicore-dcci-insert-for-scalar=false", "-DMEMORY_BASE"}},
        {{}, kKernels, {}, false, "a5", {"-mllvm", "-cce-vf-aa-between-iters=true"}},
        {{Headers::kPtoIsa, Headers::kSimpler}, kKernels, {}, true, "", {"${bfloat16}"}},
        // A process that loads a kernel again after a rebuild is to get the new one.
        {{Headers::kEmbedded, Headers::kPtoIsa}, kKernels, {}, {}, "", {"-fno-gnu-unique"}},
        // What kernels include.
        {{Headers::kEmbedded},
         kKernels,
         {},
         {},
         "",
         {"-Wno-attributes", "-Wno-aggressive-loop-optimizations", "-isystem${embedded}", "-isystem${embedded}/pto"}},
        // The tile instructions are PTO-ISA's, all else that a kernel includes is ours.
        {{Headers::kPtoIsa},
         kKernels,
         {},
         {},
         "",
         {"-Wno-attributes", "-Wno-pass-failed", "-isystem${pto_isa}", "-isystem${pto_isa}/pto",
          "-isystem${embedded}"}},
        {{Headers::kSimpler}, kKernels, {}, true, "", {"--system-header-prefix=pto/"}},
        {{Headers::kSimpler},
         kKernels,
         {},
         {},
         "",
         {"-I${pto_isa}", "-I${pto_isa}/pto", "-I${simpler}/simpler_setup/incore",
          "-I${simpler}/src/common/platform/include", "-I${kernel_dirs}", "-I${simpler}/src/common",
          "-I${simpler}/src/common/task_interface"}},
        // Orchestrations, and the sources of the runtime that are linked into each.
        {{}, {Role::kOrchestration}, {}, {}, "", {"-shared"}},
        {{}, {Role::kRuntimeSource}, {}, {}, "", {"-c"}},
        {{}, kOrchestrations, {}, {}, "", {"-fPIC", "-O3", "-g", "-std=c++17", "-fno-gnu-unique"}},
        {{}, {Role::kOrchestration}, {}, {}, "", {"-Wl,--build-id=sha1"}},
        {{}, kOrchestrations, CompilerUse::kHost, {}, "", {"-pthread"}},
        {{}, {Role::kOrchestration}, {}, {}, "", {"${objects}"}},
        {{Headers::kEmbedded, Headers::kPtoIsa}, kOrchestrations, {}, {}, "", {"-isystem${embedded}"}},
        {{Headers::kSimpler},
         kOrchestrations,
         {},
         {},
         "",
         {"-I${runtime}/runtime", "-I${runtime}/common", "-I${simpler}/src/common/task_interface",
          "-I${simpler}/src/common", "-I${simpler}/src/${arch}/platform/include",
          "-I${simpler}/src/common/platform/include"}},
        {{Headers::kSimpler}, kOrchestrations, CompilerUse::kHost, {}, "", {"-I${simpler}/src/common/log/include"}},
        {{Headers::kSimpler}, kOrchestrations, {}, {}, "", {"-I${orchestration_dirs}"}},
        // What drives the runtime: our source and some of the runtime's, which are found in these directories.
        {{},
         {Role::kAdapter},
         {},
         {},
         "",
         {"-std=c++17", "-O2", "-fPIC", "-shared", "-pthread", "-fvisibility=hidden", "-fno-gnu-unique", "-w",
          "-I${adapter}", "-I${simpler}/src/common/worker", "-I${simpler}/src/common/task_interface",
          "-I${simpler}/src/common/hierarchical", "-I${simpler}/src/common/platform/include",
          "-I${simpler}/src/common/log/include", "-I${simpler}/src/common", "-I${simpler}/src/common/log", "-include",
          "adapter_sources.h", "-ldl"}},
        {{},
         {Role::kHooks},
         {},
         {},
         "",
         {"-std=c++20", "-O2", "-g", "-fPIC", "-shared", "-Wall", "-Wno-address", "-fvisibility=hidden",
          "-fno-gnu-unique", "-DPTO_NINJA_COMPILES_HOOKS", "-isystem${embedded}"}},
    };
    return table;
}

Headers HeadersOf(const Toolchain& toolchain) {
    if (toolchain.UsesSimpler()) return Headers::kSimpler;
    return toolchain.UsesPtoIsa() ? Headers::kPtoIsa : Headers::kEmbedded;
}

template <typename T>
bool AnyOrHas(const std::vector<T>& values, T value) {
    return values.empty() || std::find(values.begin(), values.end(), value) != values.end();
}

bool Matches(const FlagRow& row, const Toolchain& toolchain, const Recipe& recipe) {
    return AnyOrHas(row.headers, HeadersOf(toolchain)) && AnyOrHas(row.roles, recipe.role) &&
           row.compiler.value_or(UseOf(toolchain, recipe)) == UseOf(toolchain, recipe) &&
           row.simulator.value_or(toolchain.platform.simulator) == toolchain.platform.simulator &&
           (row.arch.empty() || row.arch == toolchain.platform.arch);
}

std::map<std::string, Words> Placeholders(const Toolchain& toolchain, const Recipe& recipe, const Words& objects) {
    const Platform& platform = toolchain.platform;
    const std::string& simpler = toolchain.roots.simpler.root;
    Words bfloat16;
    if (CompilerOf(toolchain, recipe).own_bfloat16) {
        bfloat16 = {"-D__STDCPP_BFLOAT16_T__=1", "-isystem" + toolchain.roots.clang_include};
    }
    std::map<std::string, Words> values = {
        // "c++23" is spelt c++2b by clang before 17; every later one still takes the old spelling.
        {"std", {CompilerOf(toolchain, recipe).clang ? "-std=c++2b" : "-std=c++23"}},
        {"embedded", {toolchain.roots.embedded_include}},
        {"pto_isa", {toolchain.roots.pto_isa.root + "/" + kPtoIsaHeaders}},
        {"simpler", {simpler}},
        {"arch", {platform.arch}},
        {"core_arch", {platform.core_arch}},
        {"runtime", {simpler + "/src/" + platform.arch + "/runtime/" + recipe.runtime}},
        {"adapter", {std::filesystem::path(toolchain.roots.adapter_source).parent_path().string()}},
        {"bfloat16", bfloat16},
        {"objects", objects},
        {"kernel_dirs", {}},
        {"orchestration_dirs", {}},
    };
    for (const RuntimeLayout& layout : toolchain.runtimes) {
        if (layout.name != recipe.runtime) continue;
        values["kernel_dirs"] = layout.kernel_include_dirs;
        values["orchestration_dirs"] = layout.orchestration_include_dirs;
    }
    return values;
}

// What stands before `pattern` is done.
void Expand(std::string_view pattern, const std::map<std::string, Words>& values, const std::string& done,
            Words& words) {
    const size_t start = pattern.find("${");
    if (start == std::string_view::npos) {
        words.push_back(done + std::string(pattern));
        return;
    }
    const size_t end = pattern.find('}', start);
    const auto found = values.find(std::string(pattern.substr(start + 2, end - start - 2)));
    if (end == std::string_view::npos || found == values.end()) {
        throw std::logic_error("the table of flags has a placeholder without a value: " + done + std::string(pattern));
    }
    for (const std::string& value : found->second) {
        Expand(pattern.substr(end + 1), values, done + std::string(pattern.substr(0, start)) + value, words);
    }
}

// Options that only one compiler family knows and the other warns or stops about.
bool OnlyGcc(const std::string& flag) {
    static const Words kFlags = {"-fno-gnu-unique", "-fpermissive", "-Wno-aggressive-loop-optimizations"};
    return std::find(kFlags.begin(), kFlags.end(), flag) != kFlags.end();
}

bool OnlyClang(const std::string& flag) {
    static const Words kFlags = {"-Wno-macro-redefined", "-Wno-pass-failed", "--system-header-prefix=pto/"};
    return std::find(kFlags.begin(), kFlags.end(), flag) != kFlags.end();
}

bool Understands(const Compiler& compiler, const std::string& flag) {
    return compiler.clang ? !OnlyGcc(flag) : !OnlyClang(flag);
}

// A compiler takes a precompiled header only for a compile with the same flags.
Words PrefixFlags(const Toolchain& toolchain, Recipe recipe) {
    recipe.role = recipe.role == Role::kAicPrefix ? Role::kAic : Role::kAiv;
    Words words = CompileFlags(toolchain, recipe, {});
    std::erase(words, "-shared");
    words.insert(words.end(), {"-x", "c++-header"});
    if (CompilerOf(toolchain, recipe).clang) words.emplace_back(kByContent);
    return words;
}

}  // namespace

Words ExpandFlag(const std::string& pattern, const std::map<std::string, Words>& values) {
    Words words;
    Expand(pattern, values, {}, words);
    return words;
}

Words PrefixUseFlags(const Toolchain& toolchain) {
    if (toolchain.kernel_compiler.clang) return {kByContent};
    return {};
}

Words CompileFlags(const Toolchain& toolchain, const Recipe& recipe, const Words& objects) {
    if (IsPrefix(recipe.role)) return PrefixFlags(toolchain, recipe);
    const std::map<std::string, Words> values = Placeholders(toolchain, recipe, objects);
    Words words;
    for (const FlagRow& row : FlagTable()) {
        if (!Matches(row, toolchain, recipe)) continue;
        for (const std::string& word : row.words) {
            if (!Understands(CompilerOf(toolchain, recipe), word)) continue;
            const Words expanded = ExpandFlag(word, values);
            words.insert(words.end(), expanded.begin(), expanded.end());
        }
    }
    // The last word on optimisation counts.
    if (recipe.debug) words.insert(words.end(), {"-O0", "-g"});
    return words;
}

Words EditorCommand(Toolchain toolchain, const Recipe& recipe) {
    if (!toolchain.platform.simulator) {
        toolchain.platform.simulator = true;
        toolchain.kernel_compiler = toolchain.orchestration_compiler;
    }
    for (Compiler* compiler :
         {&toolchain.kernel_compiler, &toolchain.orchestration_compiler, &toolchain.device_compiler}) {
        compiler->clang = true;
    }
    // No clang has the library's bfloat16 type that these headers look for.
    toolchain.kernel_compiler.own_bfloat16 = toolchain.UsesPtoIsa();
    Words words = CompileFlags(toolchain, recipe);
    std::erase_if(words, OnlyClang);
    words.insert(words.begin(), CompilerOf(toolchain, recipe).program);
    return words;
}

Words KernelLinkWords(const Toolchain& toolchain) {
    if (toolchain.platform.simulator) return {};
    return {toolchain.kernel_linker, "-e", "kernel_entry"};
}

}  // namespace pto::gen
