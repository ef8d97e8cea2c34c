#include "generator/graph/check_graph.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "base/error.h"

namespace pto::gen {
namespace {

[[noreturn]] void Refuse(std::string what) {
    throw Error(ErrorKind::kInput, Place{"build.ninja", 0, 0, {}}, std::move(what),
                "rename one of the files, or report this with the directory's kernel_config.py");
}

bool IsNameChar(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
}

void CheckRules(const BuildGraph& graph, std::set<std::string>& names) {
    names.insert("phony");
    for (const Rule& rule : graph.rules) {
        if (rule.name.empty() || !std::all_of(rule.name.begin(), rule.name.end(), IsNameChar)) {
            Refuse("illegal rule name '" + rule.name + "'");
        }
        if (!names.insert(rule.name).second) Refuse("rule '" + rule.name + "' is defined twice");
    }
}

// Names used as $name or ${name}; "$$", "$ ", "$:" are escapes.
std::set<std::string> UsedVariables(std::string_view value) {
    std::set<std::string> used;
    for (size_t i = 0; i + 1 < value.size(); ++i) {
        if (value[i] != '$') continue;
        const bool braced = value[++i] == '{';
        size_t end = braced ? i + 1 : i;
        const size_t start = end;
        // "$name" takes no dot, "${name}" does: ninja's lexer.
        while (end < value.size() && IsNameChar(value[end]) && (braced || value[end] != '.')) ++end;
        if (end > start) used.insert(std::string(value.substr(start, end - start)));
    }
    return used;
}

void CheckDefined(const Binding& binding, const std::set<std::string>& known, const std::string& where) {
    for (const std::string& name : UsedVariables(binding.value)) {
        if (known.count(name) == 0) Refuse(where + "'" + binding.name + "' uses $" + name + ", which nothing defines");
    }
}

void CheckVariables(const BuildGraph& graph, const std::vector<std::string>& included) {
    std::set<std::string> global;
    for (const Binding& binding : graph.variables) {
        CheckDefined(binding, global, "variable ");
        global.insert(binding.name);
    }
    global.insert(included.begin(), included.end());
    std::map<std::string, std::set<std::string>> needed;  // rule -> variables that its edges must define
    for (const Rule& rule : graph.rules) {
        std::set<std::string> own = {"in", "out"};
        for (const Binding& binding : rule.bindings) own.insert(binding.name);
        for (const Binding& binding : rule.bindings) {
            for (const std::string& name : UsedVariables(binding.value)) {
                if (own.count(name) == 0 && global.count(name) == 0) needed[rule.name].insert(name);
            }
        }
    }
    for (const Edge& edge : graph.edges) {
        std::set<std::string> bound;
        for (const Binding& binding : edge.bindings) {
            // ninja expands it outside the edge, where neither $in nor the edge's other variables exist.
            CheckDefined(binding, global, "'" + edge.outputs.front() + "': ");
            bound.insert(binding.name);
        }
        for (const std::string& name : needed[edge.rule]) {
            if (bound.count(name) == 0) Refuse("'" + edge.outputs.front() + "' does not define $" + name);
        }
    }
}

// ninja takes "a/../b" and "b" for one file.
std::string Canonical(const std::string& path) {
    const bool has_steps =
        path.find("./") != std::string::npos || path.find("//") != std::string::npos || path.ends_with('.');
    if (!has_steps) return path;  // nearly all
    return std::filesystem::path(path).lexically_normal().string();
}

using Producers = std::map<std::string, const Edge*>;

void CheckEdges(const BuildGraph& graph, const std::set<std::string>& rules) {
    for (const Edge& edge : graph.edges) {
        if (rules.count(edge.rule) == 0) Refuse("unknown rule '" + edge.rule + "'");
        if (edge.outputs.empty()) Refuse("an edge of rule '" + edge.rule + "' makes nothing");
    }
}

Producers CheckOutputs(const BuildGraph& graph) {
    Producers producers;
    for (const Edge& edge : graph.edges) {
        for (const auto* outputs : {&edge.outputs, &edge.implicit_outputs}) {
            for (const std::string& output : *outputs) {
                if (!producers.emplace(Canonical(output), &edge).second)
                    Refuse("'" + output + "' would be made by two edges");
            }
        }
    }
    return producers;
}

// Depth-first; `path` is the chain from the start, for the message.
void Visit(const std::string& node, const Producers& producers, std::set<std::string>& done,
           std::vector<std::string>& path) {
    if (done.count(node) != 0) return;
    for (size_t i = 0; i < path.size(); ++i) {
        if (path[i] != node) continue;
        std::string chain;
        for (size_t j = i; j < path.size(); ++j) chain += path[j] + " -> ";
        Refuse("the graph has a cycle: " + chain + node);
    }
    const auto found = producers.find(node);
    if (found == producers.end()) return;
    path.push_back(node);
    for (const auto* inputs :
         {&found->second->inputs, &found->second->implicit_inputs, &found->second->order_only_inputs}) {
        for (const std::string& input : *inputs) Visit(Canonical(input), producers, done, path);
    }
    path.pop_back();
    done.insert(node);
}

}  // namespace

void CheckGraph(const BuildGraph& graph, const std::vector<std::string>& included) {
    std::set<std::string> rules;
    CheckRules(graph, rules);
    CheckEdges(graph, rules);
    CheckVariables(graph, included);
    const Producers producers = CheckOutputs(graph);
    std::set<std::string> done;
    std::vector<std::string> path;
    for (const auto& [output, edge] : producers) Visit(output, producers, done, path);
}

}  // namespace pto::gen
