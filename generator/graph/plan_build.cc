#include "generator/graph/plan_build.h"

#include <set>

#include "contract/layout.h"
#include "contract/targets.h"
#include "generator/config/run_py.h"
#include "generator/graph/ninja_escape.h"
#include "generator/graph/plan_parts.h"
#include "generator/graph/plan_rules.h"
#include "upstream/files.h"

namespace pto::gen {
namespace {

// A phony without inputs that names no file is always dirty.
// What every step would run if toolchain.ninja, which is included and says better, were empty or cut off.
constexpr char kNoToolchain[] =
    "echo '.pto-ninja/toolchain.ninja: names no programs; run pto-ninja on this directory again' >&2; exit 1;";

void AddRegeneration(BuildGraph& graph) {
    graph.edges.push_back({{kAlways}, {}, "phony", {}, {}, {}, {}});
    graph.edges.push_back({{kInputsFile}, {}, "scan", {}, {kAlways}, {}, {}});
    // Two statements, so that an interrupted regeneration cannot make ninja delete build.ninja itself.
    graph.edges.push_back({{kBuildStamp}, {}, "generate", {kInputsFile}, {}, {}, {}});
    graph.edges.push_back({{kBuildFile}, {}, "phony", {kBuildStamp}, {}, {}, {}});
}

void AddSplices(BuildGraph& graph, const BuildDirectory& directory) {
    for (const Program& program : directory.programs) {
        for (const Unit& unit : program.units) {
            Edge edge;
            edge.outputs = {SpliceStamp(program, unit)};
            edge.rule = "splice";
            edge.inputs = {UnitWitness(program, unit), kPtoasIdentity};
            // Its witness stands for it: with restat ninja logs the newest time of the inputs, and one in the future
            // would hide later edits.
            edge.order_only_inputs = {unit.pto};
            edge.bindings = {
                {"pto", EscapeValue(unit.pto)},
                {"unit", CommandWord(unit.name)},
                {"program_flags", CommandWords({"--program", program.name, "--program-directory", program.directory})}};
            graph.edges.push_back(std::move(edge));
        }
    }
}

void AddObjects(BuildGraph& graph, const ObjectPlan& objects, const Toolchain& toolchain) {
    for (const Object& object : objects.objects) {
        Edge edge;
        edge.outputs = {object.path};
        edge.rule = CompileRuleName(object.recipe);
        edge.inputs = {object.source};
        edge.implicit_inputs = IdentitiesOf(object.recipe, toolchain);
        edge.implicit_inputs.insert(edge.implicit_inputs.begin(), WitnessOf(object.path));
        edge.implicit_inputs.insert(edge.implicit_inputs.end(), object.splice_stamps.begin(),
                                    object.splice_stamps.end());
        edge.implicit_inputs.insert(edge.implicit_inputs.end(), object.linked.begin(), object.linked.end());
        edge.bindings = {{"name", CommandWord(object.name)}, {"source", EscapeValue(object.source)}};
        if (!object.prefix.empty()) {
            edge.implicit_inputs.push_back(object.prefix + kPrecompiledSuffix);
            edge.bindings.push_back({"prefix_flags", CommandWords({"--prefix", object.prefix}) + " $prefix_use_flags"});
        }
        if (!object.include_dirs.empty()) {
            edge.bindings.push_back({"include_flags", CommandWords(IncludeWords(object))});
        }
        graph.edges.push_back(std::move(edge));
    }
}

void AddGolden(BuildGraph& graph, const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
        if (!entry.has_golden || entry.IsPart()) continue;
        Edge edge;
        edge.outputs = {entry.InputsFile(), entry.GoldenDir() + "/expected.safetensors"};
        edge.rule = "golden";
        edge.inputs = {Below(entry.directory, "golden.py")};
        edge.implicit_inputs = {GoldenWitness(entry)};
        edge.bindings = {{"golden_dir", CommandWord(entry.GoldenDir())},
                         {"golden_depfile", EscapeValue(entry.GoldenDir() + "/golden.d")}};
        graph.edges.push_back(std::move(edge));
    }
}

// What people wrote into debug/run.py to make inputs.
void AddRunPy(BuildGraph& graph, const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
        if (!entry.run_py.makes_inputs || entry.IsPart()) continue;
        Edge edge;
        edge.outputs = {entry.InputsFile()};
        edge.rule = "run_py";
        edge.inputs = {Below(entry.directory, kRunPy)};
        edge.implicit_inputs = {RunPyWitness(entry)};
        edge.bindings = {{"run_py_missing", CommandWord(entry.RunPyDir() + "/missing")}};
        graph.edges.push_back(std::move(edge));
    }
}

// The host orchestration is Python; its effect is recorded once.
void AddPlan(BuildGraph& graph, const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
        if (!entry.planned || entry.IsPart()) continue;
        Edge edge;
        edge.outputs = {kPlanFile};
        edge.rule = "plan";
        edge.inputs = {kHostOrch};
        edge.implicit_inputs = {kPlanRequestFile, kPlanWitness};
        std::string flags;
        if (const std::string inputs = entry.InputsFile(); !inputs.empty()) {
            edge.implicit_inputs.push_back(inputs);
            flags = CommandWords({"--inputs", inputs});
        }
        edge.bindings = {{"plan_flags", flags}};
        graph.edges.push_back(std::move(edge));
    }
}

// One way to build every program, and what tells pto-replay about it.
struct BuiltPrograms {
    const std::vector<ProgramObjects>& programs;
    const char* manifest;
};

// What has to be there before `entry` can run, each once: two kernels may share a binary.
std::vector<std::string> RunInputs(const PlanInput& input, const BuiltPrograms& built, const Entry& entry) {
    std::vector<std::string> paths;
    std::set<std::string> seen;
    const auto add = [&](const std::string& path) {
        if (seen.insert(path).second) paths.push_back(path);
    };
    for (size_t i = 0; i < built.programs.size(); ++i) {
        if (entry.program >= 0 && static_cast<size_t>(entry.program) != i) continue;
        const ProgramObjects& program = built.programs[i];
        add(input.objects.objects[program.orchestration].path);
        for (const size_t kernel : program.kernels) add(input.objects.objects[kernel].path);
    }
    if (input.objects.adapter) add(input.objects.objects[*input.objects.adapter].path);
    if (input.objects.hooks) add(input.objects.objects[*input.objects.hooks].path);
    add(built.manifest);
    if (entry.planned) add(kPlanFile);
    if (entry.has_golden) add(entry.GoldenDir() + "/expected.safetensors");
    if (entry.run_py.makes_inputs) add(entry.InputsFile());
    return paths;
}

// The run's output is never created, so it runs every time; the short name people type is a phony before it.
void AddRuns(BuildGraph& graph, const PlanInput& input) {
    for (const Verb& verb : kVerbs) {
        std::vector<std::string> all;
        for (const Entry& entry : input.entries) {
            Edge edge;
            edge.outputs = {std::string(kPrivateDir) + "/run/" + entry.Target(verb.name)};
            edge.rule = verb.rule;
            edge.implicit_inputs = RunInputs(input, {input.objects.programs, kManifestFile}, entry);
            edge.bindings = {{"mode", verb.mode}};
            if (!entry.name.empty()) {
                edge.bindings.push_back({"entry_flags", CommandWords({"--entry", entry.name})});
                graph.edges.push_back({{entry.Target(verb.name)}, {}, "phony", edge.outputs, {}, {}, {}});
            }
            if (!entry.IsPart()) all.push_back(edge.outputs.front());
            graph.edges.push_back(std::move(edge));
        }
        graph.edges.push_back({{verb.name}, {}, "phony", all, {}, {}, {}});
    }
}

// What a run needs before it starts, for pto-replay when it is called by hand.
void AddReady(BuildGraph& graph, const PlanInput& input, const char* target, const BuiltPrograms& built) {
    std::set<std::string> needed;
    for (const Entry& entry : input.entries) {
        const std::vector<std::string> inputs = RunInputs(input, built, entry);
        needed.insert(inputs.begin(), inputs.end());
    }
    graph.edges.push_back({{target}, {}, "phony", {needed.begin(), needed.end()}, {}, {}, {}});
}

// What the program's own sources become. Debuggers have a target of their own.
std::vector<std::string> AllBinaries(const ObjectPlan& objects) {
    std::vector<std::string> paths;
    for (const Object& object : objects.objects) {
        const Role role = object.recipe.role;
        if (!IsForReplay(role) && !IsPrefix(role) && !object.recipe.debug) paths.push_back(object.path);
    }
    return paths;
}

}  // namespace

std::vector<TargetHelp> PlanTargets(const std::vector<Entry>& entries, DebugObjects debug) {
    std::vector<TargetHelp> targets;
    for (const Verb& verb : kVerbs) targets.push_back({verb.name, verb.meaning});
    for (const Entry& entry : entries) {
        if (entry.name.empty()) continue;
        for (const Verb& verb : kVerbs) {
            targets.push_back({entry.Target(verb.name), std::string("the same for '") + entry.name + "' alone"});
        }
    }
    targets.push_back({"kernels", "build every binary, run nothing (the default)"});
    if (debug == DebugObjects::kPlanned) {
        targets.push_back({kDebugTarget, "build every binary for a debugger; then: gdb --args pto-replay . --debug"});
    }
    targets.push_back({"help", "this list"});
    return targets;
}

BuildGraph PlanGraph(const PlanInput& input) {
    BuildGraph graph;
    graph.banner = {"Written by pto-ninja; it is written again when the directory changes, so edits here are lost."};
    graph.variables = {{"ninja_required_version", "1.9"}, {"builddir", kPrivateDir}, {"pto_ninja", kNoToolchain}};
    graph.includes = {kToolchainFile};
    graph.rules = PlanRules(input.options, input.toolchain, RecipesOf(input));
    AddRegeneration(graph);
    AddSplices(graph, input.directory);
    AddObjects(graph, input.objects, input.toolchain);
    AddGolden(graph, input.entries);
    AddRunPy(graph, input.entries);
    AddPlan(graph, input.entries);
    AddRuns(graph, input);
    AddReady(graph, input, kReadyTarget, {input.objects.programs, kManifestFile});
    if (!input.objects.debug_programs.empty()) {
        AddReady(graph, input, kDebugTarget, {input.objects.debug_programs, kDebugManifestFile});
    }
    graph.edges.push_back({{"kernels"}, {}, "phony", AllBinaries(input.objects), {}, {}, {}});
    const std::string help = Below(kRunTargets, "help");
    graph.edges.push_back({{help}, {}, "help", {}, {}, {}, {}});
    graph.edges.push_back({{"help"}, {}, "phony", {help}, {}, {}, {}});
    graph.defaults = {"kernels"};
    return graph;
}

}  // namespace pto::gen
