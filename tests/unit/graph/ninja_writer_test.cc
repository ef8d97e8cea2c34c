#include "generator/graph/ninja_writer.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/process.h"
#include "tests/support/needs.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

BuildGraph SampleGraph() {
    BuildGraph graph;
    graph.banner = {"Written by a test.", "", "Second part."};
    graph.variables = {{"ninja_required_version", "1.9"}, {"money", "$$5"}};
    graph.includes = {"the tools.ninja"};
    graph.pools = {{"narrow", 1}, {"wide", 20}};
    graph.rules = {{"copy", {{"command", "cp $in $out"}, {"description", "copy $what"}}},
                   {"touch.it-2", {{"command", "touch $out"}, {"pool", "narrow"}}}};
    graph.edges = {
        {{"out put"}, {}, "copy", {"in:1"}, {}, {}, {{"what", "it's $money"}}},
        {{"a", "b"}, {"c$d"}, "touch.it-2", {}, {"out put"}, {"in:1"}, {}},
        {{"e"}, {"f"}, "touch.it-2", {"a", "b"}, {"c$d", "out put"}, {"in:1", "\xc3\xa4#'&"}, {}},
        {{"all"}, {}, "phony", {"e"}, {}, {}, {}},
    };
    graph.defaults = {"all", "out put"};
    return graph;
}

TEST(NinjaWriter, PrintsAWholeGraph) {
    EXPECT_EQ(NinjaText(SampleGraph()), R"(# Written by a test.
#
# Second part.

ninja_required_version = 1.9
money = $$5
include the$ tools.ninja

pool narrow
  depth = 1

pool wide
  depth = 20

rule copy
  command = cp $in $out
  description = copy $what

rule touch.it-2
  command = touch $out
  pool = narrow

build out$ put: copy in$:1
  what = it's $money
build a b | c$$d: touch.it-2 | out$ put || in$:1
build e | f: touch.it-2 a b | c$$d out$ put || in$:1 )"
                                        "\xc3\xa4"
                                        R"(#'&
build all: phony e

default all out$ put
)");
}

TEST(NinjaWriter, EmptyGraph) {
    EXPECT_EQ(NinjaText({}), "\n");
}

TEST(NinjaWriter, OneEdgeAlone) {
    BuildGraph graph;
    graph.edges = {{{"a"}, {}, "phony", {}, {}, {}, {}}};
    EXPECT_EQ(NinjaText(graph), "\nbuild a: phony\n");
}

TEST(NinjaWriter, PathsThatNinjaCannotHoldStopTheText) {
    for (const char* path : {"a|b", "a\nb"}) {
        BuildGraph graph;
        graph.edges = {{{path}, {}, "phony", {}, {}, {}, {}}};
        EXPECT_THROW(NinjaText(graph), Error);
        graph.edges = {{{"a"}, {}, "phony", {}, {path}, {}, {}}};
        EXPECT_THROW(NinjaText(graph), Error);
        graph.edges = {};
        graph.defaults = {path};
        EXPECT_THROW(NinjaText(graph), Error);
    }
}

TEST(NinjaWriter, BindingsAlone) {
    EXPECT_EQ(BindingsText({}, {}), "");
    EXPECT_EQ(BindingsText({"Tools."}, {{"cxx", "g++"}, {"empty", ""}}), "# Tools.\n\ncxx = g++\nempty = \n");
}

TEST(NinjaWriter, NinjaTakesAndRunsIt) {
    PTO_NEEDS(test::MissingProgram("ninja"));
    const test::TempSpace space;
    space.Write("build.ninja", NinjaText(SampleGraph()));
    space.Write("the tools.ninja", BindingsText({"Tools."}, {{"cxx", "g++"}, {"empty", ""}}));
    space.Write("in:1", "content");
    space.Write("\xc3\xa4#'&", "");
    ProcessOptions options;
    options.directory = space.Root();
    options.arguments = {"ninja", "-n"};
    const ProcessResult dry = RunProcess(options);
    EXPECT_TRUE(dry.Ok()) << dry.out << dry.err;
    EXPECT_NE(dry.out.find("[1/3] copy it's $5\n"), std::string::npos) << dry.out;

    options.arguments = {"ninja"};
    EXPECT_TRUE(RunProcess(options).Ok());
    EXPECT_EQ(space.Read("out put"), "content");
    options.arguments = {"ninja", "-t", "query", "e"};
    EXPECT_EQ(RunProcess(options).out,
              "e:\n  input: touch.it-2\n    a\n    b\n    | c$d\n    | out put\n    || in:1\n    || \xc3\xa4#'&\n  "
              "outputs:\n    all\n");
}

}  // namespace
}  // namespace pto::gen
