#include "generator/graph/toolchain_probe.h"

#include <cstdlib>
#include <map>
#include <mutex>
#include <vector>

#include "base/error.h"
#include "base/process.h"
#include "base/text.h"

namespace pto::gen {
namespace {

struct Candidate {
    std::string program;
    std::string reason;
};

// Newest first, so that the first that works is the best one.
std::vector<Candidate> KernelCandidates(const GenerateOptions& options) {
    if (!options.cxx.empty()) return {{options.cxx, "--cxx"}};
    if (const char* chosen = std::getenv("PTO_SIM_CXX"); chosen != nullptr && *chosen != '\0') {
        return {{chosen, "PTO_SIM_CXX"}};
    }
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

std::vector<Candidate> OrchestrationCandidates(const GenerateOptions& options) {
    if (!options.orchestration_cxx.empty()) return {{options.orchestration_cxx, "--orchestration-cxx"}};
    return {{"g++", "default g++"}, {"clang++", "default clang++"}};
}

// Compiles an empty program with the language level that is needed; answers are kept, since one process may generate
// hundreds of directories.
bool CompilesProbe(const Compiler& compiler, const std::string& standard) {
    static std::mutex mutex;
    static std::map<std::string, bool> answers;
    const std::lock_guard lock(mutex);
    const auto found = answers.find(compiler.program + standard);
    if (found != answers.end()) return found->second;
    ProcessOptions process;
    process.arguments = {compiler.program, standard, "-fsyntax-only", "-x", "c++", "/dev/null"};
    return answers[compiler.program + standard] = RunProcess(process).Ok();
}

Compiler Choose(const std::vector<Candidate>& candidates, bool modern, const std::string& what) {
    std::vector<std::string> tried;
    for (const Candidate& candidate : candidates) {
        Compiler compiler{candidate.program, CompilerVersion(candidate.program), false, candidate.reason};
        if (compiler.version.empty()) continue;
        tried.push_back(candidate.program + " (" + compiler.version + ")");
        compiler.clang = compiler.version.find("clang") != std::string::npos;
        if (CompilesProbe(compiler, !modern ? "-std=c++17" : compiler.clang ? "-std=c++2b" : "-std=c++23"))
            return compiler;
    }
    const std::string remedy = "install g++ 12 or newer, or name a compiler with " +
                               std::string(modern ? "--cxx or PTO_SIM_CXX" : "--orchestration-cxx");
    if (candidates.size() == 1 && tried.empty()) {
        throw Error(ErrorKind::kToolchain,
                    "compiler '" + candidates[0].program + "' (" + candidates[0].reason + ") cannot be started",
                    remedy);
    }
    throw Error(ErrorKind::kToolchain,
                "no C++ compiler for " + what + ": tried " + (tried.empty() ? "g++ and clang++" : Join(tried, ", ")),
                remedy);
}

}  // namespace

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
        const ProcessResult result = RunProcess(process);
        if (result.Ok() && !result.out.empty()) version = std::string(Trim(Lines(result.out).front()));
    }
    return versions[program] = version;
}

Toolchain ProbeToolchain(const Platform& platform, const GenerateOptions& options, const Roots& roots) {
    if (!platform.simulator) {
        throw Error(ErrorKind::kToolchain, "platform '" + platform.name + "' needs the real runtime, and none is set",
                    "choose the simulator with --platform " + platform.name + "sim");
    }
    Toolchain toolchain;
    toolchain.platform = platform;
    toolchain.roots = roots;
    toolchain.kernel_compiler = Choose(KernelCandidates(options), true, "kernels");
    toolchain.orchestration_compiler = Choose(OrchestrationCandidates(options), false, "orchestrations");
    return toolchain;
}

}  // namespace pto::gen
