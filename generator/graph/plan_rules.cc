#include "generator/graph/plan_rules.h"

#include "contract/layout.h"
#include "generator/graph/ninja_escape.h"
#include "generator/graph/plan_parts.h"

namespace pto::gen {
namespace {

// What a role's compile is told beside its command.
std::string StepFlags(const Toolchain& toolchain, Role role) {
    const std::string launcher = toolchain.launcher.empty() ? "" : " $launcher_flags";
    switch (role) {
        case Role::kOrchestration:
            // PyPTO's run writes these two includes into the source when they are missing; the source is the user's.
            return " --include-if-missing runtime.h --include-if-missing iostream" + launcher;
        case Role::kAic:
        case Role::kAiv:
            return toolchain.platform.simulator ? " $prefix_flags" + launcher : " $link_flags";
        case Role::kRuntimeSource:
        case Role::kAdapter:
            return " --shared" + launcher;
        case Role::kHooks:
            return launcher;
        case Role::kAicPrefix:
        case Role::kAivPrefix:
            // Clang's say in which directory they lie.
            return toolchain.kernel_compiler.clang ? "" : " --shared";
    }
    return "";
}

// The compiler and its flags come from toolchain.ninja, the include directories from the edge.
Rule CompileRule(const Toolchain& toolchain, const Recipe& recipe) {
    std::vector<std::string> identities;
    for (const std::string& identity : IdentitiesOf(recipe, toolchain)) {
        identities.insert(identities.end(), {"--identity", identity});
    }
    return {
        CompileRuleName(recipe),
        {{"command", "$pto_ninja compile --name $name --source $in --object $out --depfile $out.d" +
                         StepFlags(toolchain, recipe.role) + " " + CommandWords(identities) + " $tree_flags -- $" +
                         CompilerVariable(UseOf(toolchain, recipe)) + " $" + FlagsVariable(recipe) + " $include_flags"},
         {"depfile", "$out.d"},
         {"deps", "gcc"},
         {"description", "compile $source"}}};
}

}  // namespace

std::string CompileRuleName(const Recipe& recipe) {
    return "compile_" + RecipeName(recipe);
}

std::string CompilerVariable(CompilerUse use) {
    switch (use) {
        case CompilerUse::kKernel:
            return "kernel_cxx";
        case CompilerUse::kHost:
            return "orchestration_cxx";
        case CompilerUse::kDevice:
            break;
    }
    return "device_cxx";
}

std::string FlagsVariable(const Recipe& recipe) {
    return RecipeName(recipe) + "_flags";
}

std::vector<Rule> PlanRules(const GenerateOptions& options, const Toolchain& toolchain,
                            const std::vector<Recipe>& recipes) {
    const std::string flags = CommandWords(FlagsOf(options));
    std::vector<Rule> rules = {
        // The scan and the regeneration are generator rules: a clean keeps their outputs, and a change of their command
        // alone runs nothing.
        {"scan",
         {{"command", "$pto_ninja scan"}, {"generator", "1"}, {"restat", "1"}, {"description", "look for edits"}}},
        {"generate",
         {{"command", "$pto_ninja generate --again" + (flags.empty() ? "" : " " + flags) + " ."},
          {"generator", "1"},
          {"description", "write build.ninja again"}}},
        {"splice",
         {{"command", "$pto_ninja splice $splice_flags $program_flags --unit $unit --stamp $out"},
          {"restat", "1"},
          {"description", "splice $pto"}}},
    };
    for (const Recipe& recipe : recipes) rules.push_back(CompileRule(toolchain, recipe));
    // These have no restat: ninja would log the newest time of what they read, and one in the future would hide later
    // edits. They touch what they make instead, and only a run comes after them.
    const std::vector<Rule> others = {
        {"golden",
         {{"command",
           "$pto_ninja golden --source $in --inputs $golden_dir/inputs.safetensors --expected "
           "$golden_dir/expected.safetensors --depfile $golden_dir/golden.d && touch -c $out"},
          {"depfile", "$golden_depfile"},
          {"deps", "gcc"},
          {"description", "golden $in"}}},
        // Where no Python can run the file there is no output: the run says so, and the next build tries again.
        {"run_py",
         {{"command",
           "$pto_ninja run-py --source $in --inputs $out --missing $run_py_missing --depfile $out.d && "
           "touch -c $out"},
          {"depfile", "$out.d"},
          {"deps", "gcc"},
          {"description", "inputs of $in"}}},
        {"plan",
         {{"command", std::string("$pto_ninja plan --request ") + kPlanRequestFile +
                          " --plan $out --depfile $out.d $plan_flags && touch -c $out"},
          {"depfile", "$out.d"},
          {"deps", "gcc"},
          {"description", "plan $in"}}},
        {"replay",
         {{"command", "$pto_replay . --from-ninja $entry_flags $mode"}, {"pool", "console"}, {"description", "$mode"}}},
        {"compare",
         {{"command", "$pto_ninja prepare-compare" + (flags.empty() ? "" : " " + flags) +
                          " && $pto_replay . --from-ninja $entry_flags $mode"},
          {"pool", "console"},
          {"description", "$mode"}}},
        {"help", {{"command", "$pto_ninja targets ."}, {"pool", "console"}, {"description", "help"}}},
    };
    rules.insert(rules.end(), others.begin(), others.end());
    return rules;
}

}  // namespace pto::gen
