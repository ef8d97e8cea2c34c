#include <map>

#include "contract/layout.h"
#include "generator/config/run_py.h"
#include "generator/graph/plan_build.h"
#include "generator/graph/plan_parts.h"
#include "upstream/files.h"

namespace pto::gen {
namespace {

bool HasUnits(const BuildDirectory& directory) {
    for (const Program& program : directory.programs) {
        if (!program.units.empty()) return true;
    }
    return false;
}

// Times alone would miss a header tree replaced by an older one.
void PlanIdentities(const PlanInput& input, ScanPlan& plan) {
    const Toolchain& toolchain = input.toolchain;
    const Roots& roots = toolchain.roots;
    const bool strict = input.options.strict_identity;
    const auto identity = [&toolchain](const char* tool) { return IdentityOf(toolchain, tool); };
    if (!toolchain.UsesSimpler() || input.objects.hooks)
        plan.groups.push_back({identity(kEmbeddedHeaders), {roots.embedded_include}});
    if (toolchain.UsesPtoIsa()) {
        plan.trees.push_back({identity(kPtoIsaTree), roots.pto_isa.root, {kPtoIsaHeaders}, strict});
    }
    if (toolchain.UsesSimpler()) {
        plan.trees.push_back({identity(kSimplerTree), roots.simpler.root, SimplerTrees(toolchain.platform), strict});
    }
    const std::pair<const char*, std::string> programs[] = {
        {kKernelCompiler, toolchain.kernel_compiler.program},
        {kOrchestrationCompiler, toolchain.orchestration_compiler.program},
        {kDeviceCompiler, toolchain.device_compiler.program},
        {kKernelLinker, toolchain.kernel_linker},
    };
    for (const auto& [tool, program] : programs) {
        if (!program.empty()) plan.compilers.emplace_back(identity(tool), program);
    }
}

// The words that the object's edge gives the compile step.
std::string FlagsOfObject(const PlanInput& input, const std::map<Recipe, std::vector<std::string>>& words,
                          const Object& object) {
    std::vector<std::string> command = {CompilerOf(input.toolchain, object.recipe).program};
    for (const std::vector<std::string>& part : {words.at(object.recipe), IncludeWords(object)}) {
        command.insert(command.end(), part.begin(), part.end());
    }
    return FlagsIdentity(command, LinkWords(input.toolchain, object.recipe));
}

void PlanObjectChecks(const PlanInput& input, ScanPlan& plan) {
    std::map<Recipe, std::vector<std::string>> words;
    for (const Recipe& recipe : RecipesOf(input)) words.emplace(recipe, CompileWords(input, recipe));
    for (const Object& object : input.objects.objects) {
        plan.objects.push_back({object.path, object.source, FlagsOfObject(input, words, object)});
    }
}

}  // namespace

ScanPlan PlanScan(const PlanInput& input) {
    ScanPlan plan;
    PlanObjectChecks(input, plan);
    for (const Program& program : input.directory.programs) {
        for (const Unit& unit : program.units) {
            plan.groups.push_back({UnitWitness(program, unit), {unit.pto}});
            plan.units.push_back({program.name, program.directory, unit.name});
        }
        plan.config_files.push_back(program.config.file);
        if (program.meta) plan.config_files.push_back(program.meta->file);
        for (const auto& [name, value] : program.config.environment_reads) plan.environment.push_back(name);
        const auto& unset = program.config.environment_unset;
        plan.environment.insert(plan.environment.end(), unset.begin(), unset.end());
    }
    PlanIdentities(input, plan);
    // Asking for objects for a debugger has the build planned again.
    plan.config_files.emplace_back(kDebugWantedFile);
    const Roots& roots = input.toolchain.roots;
    if (!roots.pin_file.empty()) plan.config_files.push_back(roots.pin_file);
    for (const char* variable : {"PTO_SIM_CXX", "PTO_ISA_ROOT", "SIMPLER_ROOT"})
        plan.environment.emplace_back(variable);
    if (!input.toolchain.platform.simulator) plan.environment.emplace_back("ASCEND_HOME_PATH");
    if (input.directory.distributed) plan.config_files.push_back(input.directory.distributed->common.file);
    for (const Entry& entry : input.entries) {
        if (entry.IsPart()) continue;
        if (entry.has_golden) {
            plan.groups.push_back(
                {GoldenWitness(entry), {Below(entry.directory, "golden.py"), Below(entry.directory, "data")}});
        }
        if (!entry.InputsFile().empty()) {
            plan.made.push_back({entry.InputsFile()});
            if (entry.has_golden) plan.made.back().push_back(entry.GoldenDir() + "/expected.safetensors");
        }
        if (entry.run_py.makes_inputs) plan.groups.push_back({RunPyWitness(entry), {Below(entry.directory, kRunPy)}});
    }
    if (input.directory.distributed) {
        plan.groups.push_back({kPlanWitness, {kHostOrch}});
        plan.made.push_back({kPlanFile});
    }
    if (HasUnits(input.directory)) {
        plan.ptoas_witness = kPtoasIdentity;
        plan.ptoas = input.options.ptoas;
    }
    return plan;
}

}  // namespace pto::gen
