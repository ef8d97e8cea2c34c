#include "generator/graph/ninja_writer.h"

#include "generator/graph/ninja_escape.h"

namespace pto::gen {
namespace {

void AppendBindings(std::string& text, const std::vector<Binding>& bindings, std::string_view indent) {
    for (const Binding& binding : bindings) {
        text.append(indent).append(binding.name).append(" = ").append(binding.value).append("\n");
    }
}

void AppendBanner(std::string& text, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) text += line.empty() ? "#\n" : "# " + line + "\n";
    if (!lines.empty()) text += "\n";
}

void AppendPaths(std::string& text, std::string_view separator, const std::vector<std::string>& paths) {
    if (paths.empty()) return;
    text += separator;
    for (const std::string& path : paths) (text += ' ') += EscapePath(path);
}

void AppendEdge(std::string& text, const Edge& edge) {
    text += "build";
    AppendPaths(text, "", edge.outputs);
    AppendPaths(text, " |", edge.implicit_outputs);
    text += ": " + edge.rule;
    AppendPaths(text, "", edge.inputs);
    AppendPaths(text, " |", edge.implicit_inputs);
    AppendPaths(text, " ||", edge.order_only_inputs);
    text += "\n";
    AppendBindings(text, edge.bindings, "  ");
}

}  // namespace

std::string BindingsText(const std::vector<std::string>& banner, const std::vector<Binding>& bindings) {
    std::string text;
    AppendBanner(text, banner);
    AppendBindings(text, bindings, "");
    return text;
}

std::string NinjaText(const BuildGraph& graph) {
    std::string text;
    AppendBanner(text, graph.banner);
    AppendBindings(text, graph.variables, "");
    for (const std::string& file : graph.includes) text += "include " + EscapePath(file) + "\n";
    for (const Pool& pool : graph.pools) {
        text += "\npool " + pool.name + "\n  depth = " + std::to_string(pool.depth) + "\n";
    }
    for (const Rule& rule : graph.rules) {
        text += "\nrule " + rule.name + "\n";
        AppendBindings(text, rule.bindings, "  ");
    }
    text += "\n";
    for (const Edge& edge : graph.edges) AppendEdge(text, edge);
    if (!graph.defaults.empty()) {
        text += "\ndefault";
        AppendPaths(text, "", graph.defaults);
        text += "\n";
    }
    return text;
}

}  // namespace pto::gen
