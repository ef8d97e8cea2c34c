#include "generator/graph/check_graph.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/error.h"

namespace pto::gen {
namespace {

Edge Phony(std::vector<std::string> outputs, std::vector<std::string> inputs) {
    return {std::move(outputs), {}, "phony", std::move(inputs), {}, {}, {}};
}

BuildGraph GoodGraph() {
    BuildGraph graph;
    graph.variables = {{"base", "x"}, {"flags", "-I$base ${base} $$none"}};
    graph.rules = {{"compile", {{"command", "$cxx $flags $more -c $in -o $out"}, {"depfile", "$out.d"}}}};
    graph.edges = {{{"a.o"}, {"a.map"}, "compile", {"a.cc"}, {"a.h"}, {"dir"}, {{"more", "-O2 $flags"}}},
                   {{"b.o"}, {}, "compile", {"b.cc"}, {"a.map"}, {}, {{"more", ""}}},
                   Phony({"all"}, {"a.o", "b.o"})};
    return graph;
}

std::string Refusal(const std::function<void(BuildGraph&)>& spoil) {
    BuildGraph graph = GoodGraph();
    spoil(graph);
    try {
        CheckGraph(graph, {"cxx"});
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput);
        return error.what();
    }
    return "no error";
}

std::string Text(const std::string& what) {
    return "build.ninja: " + what + "; rename one of the files, or report this with the directory's kernel_config.py";
}

TEST(CheckGraph, AcceptsWhatIsSound) {
    EXPECT_EQ(Refusal([](BuildGraph&) {}), "no error");
    CheckGraph({}, {});
}

TEST(CheckGraph, RefusesRules) {
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.rules.push_back({"a+b", {}}); }), Text("illegal rule name 'a+b'"));
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.rules.push_back({"a b", {}}); }), Text("illegal rule name 'a b'"));
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.rules.push_back({"", {}}); }), Text("illegal rule name ''"));
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.rules.push_back(g.rules[0]); }), Text("rule 'compile' is defined twice"));
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.rules.push_back({"phony", {}}); }), Text("rule 'phony' is defined twice"));
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.rules.push_back({"A.b-c_9", {}}); }), "no error");
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.edges[1].rule = "compyle"; }), Text("unknown rule 'compyle'"));
}

TEST(CheckGraph, RefusesOutputs) {
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.edges[1].outputs = {"a.o"}; }), Text("'a.o' would be made by two edges"));
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.edges[1].outputs = {"a.map"}; }),
              Text("'a.map' would be made by two edges"));
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.edges[1].implicit_outputs = {"b.o"}; }),
              Text("'b.o' would be made by two edges"));
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.edges[1].outputs = {"x/../a.o"}; }),
              Text("'x/../a.o' would be made by two edges"));
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.edges[1].outputs = {"./a.o"}; }),
              Text("'./a.o' would be made by two edges"));
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.edges[2].outputs.clear(); }),
              Text("an edge of rule 'phony' makes nothing"));
}

TEST(CheckGraph, RefusesUndefinedVariables) {
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.edges[1].bindings.clear(); }), Text("'b.o' does not define $more"));
    EXPECT_EQ(Refusal([](BuildGraph& g) {
                  g.rules[0].bindings.push_back({"rspfile", "${x.y}"});
              }),
              Text("'a.o' does not define $x.y"));
    // "$out.d" is $out and ".d"; "$$more" is text.
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.rules[0].bindings = {{"command", "$out.d $$none ${in}"}}; }), "no error");
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.rules[0].bindings = {{"command", "a $"}}; }), "no error");
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.edges[0].bindings[0].value = "$nothing"; }),
              Text("'a.o': 'more' uses $nothing, which nothing defines"));
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.edges[0].bindings[0].value = "$in"; }),
              Text("'a.o': 'more' uses $in, which nothing defines"));
    EXPECT_EQ(Refusal([](BuildGraph& g) { std::swap(g.variables[0], g.variables[1]); }),
              Text("variable 'flags' uses $base, which nothing defines"));
}

TEST(CheckGraph, RefusesCycles) {
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.edges.push_back(Phony({"self"}, {"self"})); }),
              Text("the graph has a cycle: self -> self"));
    EXPECT_EQ(Refusal([](BuildGraph& g) {
                  g.edges.push_back(Phony({"x"}, {"z", "all"}));
                  g.edges.push_back(Phony({"y"}, {"x"}));
                  g.edges.push_back(Phony({"z"}, {"./y"}));
              }),
              Text("the graph has a cycle: x -> z -> y -> x"));
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.edges[0].order_only_inputs = {"all"}; }),
              Text("the graph has a cycle: all -> a.o -> all"));
    EXPECT_EQ(Refusal([](BuildGraph& g) { g.edges[0].implicit_inputs = {"b.o"}; }),
              Text("the graph has a cycle: a.map -> b.o -> a.map"));
}

// Chains and diamonds of a large directory must neither overflow the stack nor take exponential time.
TEST(CheckGraph, LargeGraphs) {
    BuildGraph graph;
    for (int i = 0; i < 2000; ++i) {
        const std::string next = std::to_string(i + 1);
        graph.edges.push_back(Phony({"l" + std::to_string(i)}, {"l" + next, "r" + next}));
        graph.edges.push_back(Phony({"r" + std::to_string(i)}, {"l" + next, "r" + next}));
    }
    CheckGraph(graph, {});
}

}  // namespace
}  // namespace pto::gen
