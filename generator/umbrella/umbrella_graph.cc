#include "generator/umbrella/umbrella_graph.h"

#include "contract/layout.h"
#include "contract/targets.h"
#include "generator/graph/ninja_escape.h"

namespace pto::gen {
namespace {

std::vector<Rule> UmbrellaRules(const GenerateOptions& options) {
    const std::string flags = CommandWords(FlagsOf(options));
    return {
        {"tree",
         {{"command", "$pto_ninja tree ."},
          {"generator", "1"},
          {"restat", "1"},
          {"description", "look for directories"}}},
        {"generate",
         {{"command", "$pto_ninja generate --again" + (flags.empty() ? "" : " " + flags) + " ."},
          {"generator", "1"},
          {"description", "write build.ninja again"}}},
        // One command goes through all of them, since ninja would stop at the first that fails.
        {"each",
         {{"command", "$pto_ninja each --target $target $directory"}, {"pool", "console"}, {"description", "$target"}}},
        {"list", {{"command", "$pto_ninja list ."}, {"pool", "console"}, {"description", "list"}}},
    };
}

std::vector<std::string> Targets() {
    std::vector<std::string> targets;
    for (const Verb& verb : kVerbs) targets.emplace_back(verb.name);
    targets.emplace_back(kKernelsTarget);
    return targets;
}

void AddTarget(BuildGraph& graph, const std::string& name, const std::string& rule, std::vector<Binding> bindings) {
    const std::string output = Below(kRunTargets, name);
    graph.edges.push_back({{output}, {}, rule, {}, {}, {}, std::move(bindings)});
    graph.edges.push_back({{name}, {}, "phony", {output}, {}, {}, {}});
}

}  // namespace

BuildGraph PlanUmbrella(const std::vector<std::string>& directories, const GenerateOptions& options,
                        const Programs& programs) {
    BuildGraph graph;
    graph.banner = {"Written by pto-ninja; it is written again when directories appear or vanish."};
    graph.variables = {
        {"ninja_required_version", "1.9"}, {"builddir", kPrivateDir}, {"pto_ninja", CommandWord(programs.pto_ninja)}};
    graph.rules = UmbrellaRules(options);
    graph.edges.push_back({{kAlways}, {}, "phony", {}, {}, {}, {}});
    graph.edges.push_back({{kTreeFile}, {}, "tree", {}, {kAlways}, {}, {}});
    // Two statements, so that an interrupted regeneration cannot make ninja delete build.ninja itself.
    graph.edges.push_back({{kBuildStamp}, {}, "generate", {kTreeFile}, {}, {}, {}});
    graph.edges.push_back({{kBuildFile}, {}, "phony", {kBuildStamp}, {}, {}, {}});
    for (const std::string& target : Targets()) {
        AddTarget(graph, target, "each", {{"target", target}, {"directory", "."}});
        for (const std::string& directory : directories) {
            AddTarget(graph, directory + "/" + target, "each",
                      {{"target", target}, {"directory", CommandWord(directory)}});
        }
    }
    AddTarget(graph, "list", "list", {});
    graph.defaults = {"list"};
    return graph;
}

std::string TreeText(const std::vector<std::string>& directories, const std::string& generator_identity) {
    std::string text = "generator " + generator_identity + "\n";
    for (const std::string& directory : directories) text += "directory " + directory + "\n";
    return text;
}

BuildGraph PlanLevelDelegate(const std::string& name) {
    BuildGraph graph;
    graph.banner = {"Written by pto-ninja: the build is that of the directory two levels up."};
    // Beside the log of that build, so that this directory gets nothing but this file.
    graph.variables = {{"ninja_required_version", "1.9"},
                       {"builddir", "../../" + std::string(kPrivateDir) + "/" + LevelOf(EscapeValue(name))}};
    graph.rules = {
        {"delegate", {{"command", "ninja -C ../.. $target"}, {"pool", "console"}, {"description", "$target"}}}};
    for (const std::string& target : Targets()) {
        const std::string of_the_whole = target == kKernelsTarget ? target : name + "/" + target;
        graph.edges.push_back({{target}, {}, "delegate", {}, {}, {}, {{"target", CommandWord(of_the_whole)}}});
    }
    graph.defaults = {kKernelsTarget};
    return graph;
}

}  // namespace pto::gen
