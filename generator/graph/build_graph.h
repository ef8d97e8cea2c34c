// The build as plain records; the writer prints them in this order, the planner decides everything in them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace pto::gen {

// A variable of the manifest, a rule or an edge. `value` is ninja text: the planner has already escaped what is data.
struct Binding {
    std::string name;
    std::string value;
};

struct Rule {
    std::string name;  // letters, digits, '_', '.', '-'
    std::vector<Binding> bindings;
};

// Paths are raw: the writer escapes them.
struct Edge {
    std::vector<std::string> outputs;
    std::vector<std::string> implicit_outputs;
    std::string rule;
    std::vector<std::string> inputs;
    std::vector<std::string> implicit_inputs;
    std::vector<std::string> order_only_inputs;
    std::vector<Binding> bindings;
};

struct Pool {
    std::string name;
    int depth = 1;
};

struct BuildGraph {
    std::vector<std::string> banner;  // comment lines
    std::vector<Binding> variables;
    std::vector<std::string> includes;  // other ninja files, after the variables
    std::vector<Pool> pools;
    std::vector<Rule> rules;
    std::vector<Edge> edges;
    std::vector<std::string> defaults;
};

}  // namespace pto::gen
