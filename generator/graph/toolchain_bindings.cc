#include "contract/layout.h"
#include "generator/graph/ninja_escape.h"
#include "generator/graph/plan_build.h"
#include "generator/graph/plan_parts.h"
#include "generator/graph/plan_rules.h"
#include "generator/toolchain/flag_table.h"

namespace pto::gen {
namespace {

// Headers that identities cover.
std::vector<std::string> TreeFlags(const Toolchain& toolchain) {
    const Roots& roots = toolchain.roots;
    std::vector<std::string> trees;
    if (!toolchain.UsesSimpler()) trees.push_back(roots.embedded_include);
    if (toolchain.UsesPtoIsa()) trees.push_back(roots.pto_isa.root + "/" + kPtoIsaHeaders);
    if (toolchain.UsesSimpler()) {
        for (const std::string& tree : SimplerTrees(toolchain.platform))
            trees.push_back(roots.simpler.root + "/" + tree);
    }
    std::vector<std::string> flags;
    for (const std::string& tree : trees) flags.insert(flags.end(), {"--tree", tree});
    if (toolchain.UsesPtoIsa()) flags.insert(flags.end(), {"--pto-isa", roots.pto_isa.root});
    return flags;
}

// With '=', since the words may begin with '-' themselves.
std::vector<std::string> EachAfter(const std::string& flag, std::vector<std::string> words) {
    for (std::string& word : words) word.insert(0, flag);
    return words;
}

std::vector<Binding> CompilerBindings(const PlanInput& input) {
    const Toolchain& toolchain = input.toolchain;
    std::vector<Binding> bindings = {{"kernel_cxx", CommandWord(toolchain.kernel_compiler.program)},
                                     {"orchestration_cxx", CommandWord(toolchain.orchestration_compiler.program)}};
    if (!toolchain.device_compiler.program.empty()) {
        bindings.push_back({"device_cxx", CommandWord(toolchain.device_compiler.program)});
    }
    for (const Recipe& recipe : RecipesOf(input)) {
        bindings.push_back({FlagsVariable(recipe), CommandWords(CompileWords(input, recipe))});
    }
    if (!toolchain.platform.simulator) {
        bindings.push_back({"link_flags", CommandWords(EachAfter("--link=", KernelLinkWords(toolchain)))});
    }
    return bindings;
}

}  // namespace

std::vector<Binding> ToolchainBindings(const PlanInput& input) {
    const Toolchain& toolchain = input.toolchain;
    std::vector<std::string> splice = {"--arch", toolchain.platform.ptoas_arch};
    for (const std::string& flag : FlagsOf(input.options)) {
        const bool for_ptoas = flag.rfind("--ptoas-flag=", 0) == 0 || flag == "--no-rebuild-from-pto";
        if (for_ptoas) splice.push_back(flag);
    }
    if (!input.options.ptoas.empty()) splice.insert(splice.end(), {"--ptoas", input.options.ptoas});
    if (!input.options.ptoas_timeout.empty())
        splice.insert(splice.end(), {"--ptoas-timeout", input.options.ptoas_timeout});
    std::vector<Binding> bindings = {{"pto_ninja", CommandWord(input.programs.pto_ninja)},
                                     {"pto_replay", CommandWord(input.programs.pto_replay)}};
    for (Binding& binding : CompilerBindings(input)) bindings.push_back(std::move(binding));
    bindings.push_back({"tree_flags", CommandWords(TreeFlags(toolchain))});
    bindings.push_back({"include_flags", ""});
    if (toolchain.platform.simulator) {
        bindings.push_back({"prefix_flags", ""});
        bindings.push_back({"prefix_use_flags", CommandWords(EachAfter("--prefix-flag=", PrefixUseFlags(toolchain)))});
    }
    if (!toolchain.launcher.empty()) {
        bindings.push_back({"launcher_flags", CommandWords(EachAfter("--launcher=", toolchain.launcher))});
    }
    bindings.push_back({"entry_flags", ""});
    bindings.push_back({"splice_flags", CommandWords(splice)});
    return bindings;
}

}  // namespace pto::gen
