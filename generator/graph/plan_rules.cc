#include "generator/graph/plan_rules.h"

#include "generator/graph/layout.h"
#include "generator/graph/ninja_escape.h"

namespace pto::gen {
namespace {

// The compiler and its flags come from toolchain.ninja, the include directories from the edge.
Rule CompileRule(const std::string& role, const std::string& compiler, const std::string& more) {
    return {"compile_" + role,
            {{"command", "$pto_ninja compile --name $name --source $in --object $out --depfile $out.d" + more +
                             " $tree_flags -- $" + compiler + " $" + role + "_flags $include_flags"},
             {"depfile", "$out.d"},
             {"deps", "gcc"},
             {"description", "compile $source"}}};
}

}  // namespace

std::vector<Rule> PlanRules(const GenerateOptions& options) {
    const std::string flags = CommandWords(FlagsOf(options));
    return {
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
          {"description", "splice $in"}}},
        CompileRule("aic", "kernel_cxx", ""),
        CompileRule("aiv", "kernel_cxx", ""),
        // PyPTO's run writes these two includes into the source when they are missing; the source is the user's.
        CompileRule("orchestration", "orchestration_cxx",
                    " --include-if-missing runtime.h --include-if-missing iostream"),
        {"golden",
         {{"command",
           "$pto_ninja golden --source $in --inputs $golden_dir/inputs.safetensors --expected "
           "$golden_dir/expected.safetensors --depfile $golden_dir/golden.d"},
          {"depfile", "$golden_depfile"},
          {"deps", "gcc"},
          {"restat", "1"},
          {"description", "golden $in"}}},
        {"plan",
         {{"command",
           std::string("$pto_ninja plan --request ") + kPlanRequestFile + " --plan $out --depfile $out.d $plan_flags"},
          {"depfile", "$out.d"},
          {"deps", "gcc"},
          {"restat", "1"},
          {"description", "plan $in"}}},
        {"replay",
         {{"command", "$pto_replay . --from-ninja $entry_flags $mode"}, {"pool", "console"}, {"description", "$mode"}}},
        {"help", {{"command", "$pto_ninja targets ."}, {"pool", "console"}, {"description", "help"}}},
    };
}

}  // namespace pto::gen
