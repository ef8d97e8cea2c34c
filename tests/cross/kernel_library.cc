#include "tests/cross/kernel_library.h"

#include <dlfcn.h>

#include <stdexcept>
#include <vector>

#include "base/process.h"
#include "base/text.h"
#include "generator/toolchain/flag_table.h"
#include "generator/toolchain/toolchain_probe.h"

namespace pto::cross {
namespace {

gen::Toolchain ToolchainFor(const std::string& pto_isa_root, const std::string& compiler) {
    gen::GenerateOptions options;
    options.cxx = compiler;
    options.runtime = "embedded";
    options.pto_isa_root.path = pto_isa_root;
    gen::OwnFiles own;
    own.embedded_include = PTO_EMBEDDED_INCLUDE;
    own.clang_include = PTO_SOURCE_DIR "/runtime/clang_headers";
    return gen::ProbeToolchain(gen::FindPlatform("a2a3sim", "the cross check"), options,
                               gen::InspectRoots(options, own), {});
}

}  // namespace

gen::Toolchain EmbeddedToolchain(const std::string& compiler) {
    return ToolchainFor({}, compiler);
}

gen::Toolchain PtoIsaToolchain(const std::string& root) {
    return ToolchainFor(root, {});
}

std::vector<std::string> CompileWords(const gen::Toolchain& toolchain, bool cube) {
    const gen::Recipe recipe = {cube ? gen::Role::kAic : gen::Role::kAiv, {}};
    std::vector<std::string> words = {toolchain.kernel_compiler.program};
    for (const std::string& flag : gen::CompileFlags(toolchain, recipe)) words.push_back(flag);
    words.emplace_back("-w");
    if (!toolchain.kernel_compiler.clang) words.emplace_back("-fno-gnu-unique");
    if (toolchain.UsesPtoIsa()) words.emplace_back("-O0");
    return words;
}

KernelLibrary::KernelLibrary(const gen::Toolchain& toolchain, bool cube, const std::string& source,
                             const std::string& library) {
    ProcessOptions compile;
    compile.arguments = CompileWords(toolchain, cube);
    for (const std::string& word : {std::string("-o"), library, source}) compile.arguments.push_back(word);
    const ProcessResult result = RunProcess(compile);
    if (!result.Ok()) throw std::runtime_error(Join(compile.arguments, " ") + "\n" + result.err.substr(0, 6000));
    handle_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
}

void* KernelLibrary::Find(const std::string& symbol) const {
    return dlsym(handle_, symbol.c_str());
}

}  // namespace pto::cross
