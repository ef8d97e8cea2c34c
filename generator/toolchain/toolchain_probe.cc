#include "generator/toolchain/toolchain_probe.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/file_system.h"
#include "base/process.h"
#include "base/text.h"

namespace pto::gen {
namespace {

struct Candidate {
    std::string program;
    std::string reason;
};

// Newest first, so that the first that works is the best one.
std::vector<Candidate> KernelCandidates() {
    std::vector<Candidate> candidates = {{"g++-15", "preferred compiler of the simulator"}};
    for (int version = 20; version >= 12; --version) {
        if (version != 15) candidates.push_back({"g++-" + std::to_string(version), "newest g++ that compiles a probe"});
    }
    candidates.push_back({"g++", "default g++"});
    for (int version = 22; version >= 14; --version) {
        candidates.push_back({"clang++-" + std::to_string(version), "newest clang++ that compiles a probe"});
    }
    candidates.push_back({"clang++", "default clang++"});
    return candidates;
}

// A compiler that the user named is taken as it is: only what it cannot compile is refused.
std::optional<Candidate> NamedKernelCompiler(const GenerateOptions& options) {
    if (!options.cxx.empty()) return Candidate{options.cxx, "--cxx"};
    const char* chosen = std::getenv("PTO_SIM_CXX");
    if (chosen != nullptr && *chosen != '\0') return Candidate{chosen, "PTO_SIM_CXX"};
    return std::nullopt;
}

const std::vector<Candidate> kOrchestrationCandidates = {{"g++", "default g++"}, {"clang++", "default clang++"}};

// What a compiler has to be for a role.
struct Need {
    std::string what;    // "kernels"
    std::string remedy;  // how a person installs or names one
    bool modern = true;  // C++23
    int gcc = 0;         // oldest major version
    int clang = 0;
    std::string clang_include;  // our headers, with which a clang has a real bfloat16; empty: it needs none
};

Need KernelNeed(const Toolchain& toolchain) {
    // PTO-ISA's CPU headers use library features of these versions.
    if (toolchain.UsesPtoIsa()) {
        return {"kernels against PTO-ISA",
                "install g++ 13 or clang++ 17 or newer, or name a compiler with --cxx or PTO_SIM_CXX",
                true,
                13,
                17,
                toolchain.roots.clang_include};
    }
    return {"kernels", "install g++ 12 or newer, or name a compiler with --cxx or PTO_SIM_CXX", true, 0, 0, {}};
}

// Compiles `source` with the flags that are needed; answers are kept, since one process may generate hundreds of
// directories.
bool CompilesProbe(const Compiler& compiler, const std::vector<std::string>& flags, const std::string& source) {
    static std::mutex mutex;
    static std::map<std::string, bool> answers;
    const std::lock_guard lock(mutex);
    const std::string key = compiler.program + "\n" + Join(flags, "\n") + "\n" + source;
    const auto found = answers.find(key);
    if (found != answers.end()) return found->second;
    ProcessOptions process;
    process.arguments = {compiler.program};
    process.arguments.insert(process.arguments.end(), flags.begin(), flags.end());
    process.arguments.insert(process.arguments.end(), {"-fsyntax-only", "-x", "c++", source});
    return answers[key] = RunProcess(process).Ok();
}

// A clang that has no bfloat16 of its own gets ours; false when it does not take that either.
bool HasBfloat16(Compiler& compiler, const Need& need) {
    if (!compiler.clang || need.clang_include.empty()) return true;
    const std::string probe = need.clang_include + "/bfloat16_probe.cc";
    if (CompilesProbe(compiler, {"-std=c++2b"}, probe)) return true;
    compiler.own_bfloat16 =
        CompilesProbe(compiler, {"-std=c++2b", "-D__STDCPP_BFLOAT16_T__=1", "-isystem" + need.clang_include}, probe);
    return compiler.own_bfloat16;
}

bool Satisfies(Compiler& compiler, const Need& need) {
    if (CompilerMajor(compiler.version) < (compiler.clang ? need.clang : need.gcc)) return false;
    const std::string standard = !need.modern ? "-std=c++17" : compiler.clang ? "-std=c++2b" : "-std=c++23";
    return CompilesProbe(compiler, {standard}, "/dev/null") && HasBfloat16(compiler, need);
}

Compiler Choose(const std::vector<Candidate>& candidates, const Need& need) {
    std::vector<std::string> tried;
    for (const Candidate& candidate : candidates) {
        Compiler compiler{candidate.program, CompilerVersion(candidate.program), false, candidate.reason};
        if (compiler.version.empty()) continue;
        tried.push_back(candidate.program + " (" + compiler.version + ")");
        compiler.clang = compiler.version.find("clang") != std::string::npos;
        if (Satisfies(compiler, need)) return compiler;
    }
    if (candidates.size() == 1 && tried.empty()) {
        throw Error(ErrorKind::kToolchain,
                    "compiler '" + candidates[0].program + "' (" + candidates[0].reason + ") cannot be started",
                    need.remedy);
    }
    throw Error(
        ErrorKind::kToolchain,
        "no C++ compiler for " + need.what + ": tried " + (tried.empty() ? "g++ and clang++" : Join(tried, ", ")),
        need.remedy);
}

Compiler ChooseHost(const std::string& named) {
    const std::vector<Candidate> candidates =
        named.empty() ? kOrchestrationCandidates : std::vector<Candidate>{{named, "--orchestration-cxx"}};
    return Choose(
        candidates,
        {"orchestrations", "install g++ 12 or newer, or name a compiler with --orchestration-cxx", false, 0, 0, {}});
}

void ProbeSimulator(const GenerateOptions& options, Toolchain& toolchain) {
    Need need = KernelNeed(toolchain);
    if (const std::optional<Candidate> named = NamedKernelCompiler(options)) {
        need.gcc = need.clang = 0;
        toolchain.kernel_compiler = Choose({*named}, need);
    } else {
        toolchain.kernel_compiler = Choose(KernelCandidates(), need);
    }
    toolchain.orchestration_compiler = ChooseHost(options.orchestration_cxx);
}

// A program of the Ascend toolkit.
std::string AscendProgram(const Roots& roots, const std::string& platform, const std::string& below) {
    if (roots.ascend_home.empty()) {
        throw Error(ErrorKind::kToolchain,
                    "platform '" + platform + "' needs the compilers of the Ascend toolkit, and none is set",
                    "set ASCEND_HOME_PATH, or choose the simulator with --platform " + platform + "sim");
    }
    const std::string program = roots.ascend_home + "/" + below;
    if (!IsFile(RealFileSystem(), program)) {
        throw Error(ErrorKind::kToolchain, Place{program, 0, 0, {}},
                    "not found, and platform '" + platform + "' needs it",
                    "correct " + roots.ascend_origin + ", or choose the simulator with --platform " + platform + "sim");
    }
    return program;
}

Compiler DeviceCompiler(const std::string& named, const char* option, const Toolchain& toolchain,
                        const std::string& below) {
    Compiler compiler;
    compiler.program = named.empty() ? AscendProgram(toolchain.roots, toolchain.platform.name, below) : named;
    compiler.reason = named.empty() ? toolchain.roots.ascend_origin : option;
    compiler.version = CompilerVersion(compiler.program);
    if (compiler.version.empty()) {
        throw Error(ErrorKind::kToolchain,
                    "compiler '" + compiler.program + "' (" + compiler.reason + ") cannot be started",
                    "install the Ascend toolkit again, or correct " + compiler.reason);
    }
    compiler.clang = compiler.version.find("clang") != std::string::npos;
    return compiler;
}

void ProbeDevice(const GenerateOptions& options, Toolchain& toolchain) {
    if (!toolchain.UsesSimpler()) {
        const std::string& platform = toolchain.platform.name;
        throw Error(
            ErrorKind::kToolchain, "platform '" + platform + "' needs the real runtime, and none is set",
            "set SIMPLER_ROOT to a checkout of it, or choose the simulator with --platform " + platform + "sim");
    }
    const auto on_device = [&toolchain](const RuntimeLayout& layout) {
        return !OrchestratesOnHost(toolchain.platform, layout.name);
    };
    const bool device = std::any_of(toolchain.runtimes.begin(), toolchain.runtimes.end(), on_device);
    toolchain.kernel_compiler = DeviceCompiler(options.cxx, "--cxx", toolchain, "bin/ccec");
    toolchain.kernel_linker = AscendProgram(toolchain.roots, toolchain.platform.name, "bin/ld.lld");
    if (device) {
        toolchain.device_compiler = DeviceCompiler(options.orchestration_cxx, "--orchestration-cxx", toolchain,
                                                   "tools/hcc/bin/aarch64-target-linux-gnu-g++");
    }
    toolchain.orchestration_compiler = ChooseHost(device ? std::string() : options.orchestration_cxx);
}

std::vector<std::string> Launcher(const GenerateOptions& options) {
    std::vector<std::string> words;
    for (const std::string_view word : Split(options.launcher, ' ')) {
        if (!word.empty()) words.emplace_back(word);
    }
    if (!words.empty() && FindProgram(words.front()).empty()) {
        throw Error(ErrorKind::kToolchain, "launcher '" + words.front() + "' (--launcher) cannot be started",
                    "install it, or leave --launcher out");
    }
    return words;
}

}  // namespace

int CompilerMajor(const std::string& version) {
    // "g++ (Debian 12.2.0-14) 12.2.0", "Debian clang version 19.1.7 (3+b1)": the last number with dots outside
    // brackets.
    static const RE2 number(R"((?:^|\s)(\d+)\.\d+[.\d]*(?:[-+~][^\s()]*)?(?:\s|$))");
    std::string outside = version;
    RE2::GlobalReplace(&outside, R"(\([^)]*\))", " ");
    re2::StringPiece rest(outside);
    int major = 0;
    while (RE2::FindAndConsume(&rest, number, &major)) {
    }
    return major;
}

std::string CompilerVersion(const std::string& program) {
    static std::mutex mutex;
    static std::map<std::string, std::string> versions;
    const std::lock_guard lock(mutex);
    const auto found = versions.find(program);
    if (found != versions.end()) return found->second;
    std::string version;
    if (!FindProgram(program).empty()) {
        ProcessOptions process;
        process.arguments = {program, "--version"};
        process.english = true;
        const ProcessResult result = RunProcess(process);
        if (result.Ok() && !result.out.empty()) version = std::string(Trim(Lines(result.out).front()));
    }
    return versions[program] = version;
}

Toolchain ProbeToolchain(const Platform& platform, const GenerateOptions& options, const Roots& roots,
                         const std::vector<UsedRuntime>& used) {
    Toolchain toolchain;
    toolchain.platform = platform;
    toolchain.runtime = ChosenRuntime(options);
    toolchain.roots = roots;
    if (toolchain.UsesSimpler()) {
        for (const UsedRuntime& runtime : used) {
            toolchain.runtimes.push_back(
                LoadRuntimeLayout(RealFileSystem(), roots.simpler.root, platform, runtime.name, runtime.config_file));
        }
    }
    if (toolchain.runtime == RuntimeKind::kSimpler) {
        toolchain.libraries = FindSimplerLibraries(RealFileSystem(), roots.simpler.root, platform, toolchain.runtimes);
    }
    platform.simulator ? ProbeSimulator(options, toolchain) : ProbeDevice(options, toolchain);
    toolchain.launcher = Launcher(options);
    return toolchain;
}

}  // namespace pto::gen
