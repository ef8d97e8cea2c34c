#include "generator/graph/choose_prefixes.h"

#include <filesystem>

#include "generator/graph/prefix_header.h"

namespace pto::gen {
namespace {

// Making the header costs as much as it saves on two or three kernels.
constexpr size_t kFewestKernels = 4;

}  // namespace

Prefixes ChoosePrefixes(const FileSystem& files, const BuildDirectory& directory, const Toolchain& toolchain,
                        const GenerateOptions& options) {
    const bool wanted = options.pch.value_or(toolchain.launcher.empty());
    if (!wanted || !toolchain.platform.simulator) return {};
    std::map<Recipe, std::vector<std::string>> sources;
    for (const Program& program : directory.programs) {
        for (const KernelEntry& kernel : program.config.kernels) {
            const std::string path = (std::filesystem::path(directory.root) / kernel.source).string();
            if (!kernel.extra_include_dirs.empty() || !IsFile(files, path)) continue;
            sources[KernelRecipe(toolchain, program, kernel)].push_back(files.Read(path));
        }
    }
    Prefixes prefixes;
    for (const auto& [recipe, texts] : sources) {
        const std::string prefix = CommonPrefix(texts, options.pch.value_or(false) ? 1 : kFewestKernels);
        if (!prefix.empty()) prefixes[recipe] = prefix;
    }
    return prefixes;
}

}  // namespace pto::gen
