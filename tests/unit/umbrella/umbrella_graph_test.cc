#include "generator/umbrella/umbrella_graph.h"

#include <gtest/gtest.h>

#include "generator/graph/check_graph.h"
#include "generator/graph/ninja_writer.h"
#include "generator/umbrella/directory_state.h"
#include "generator/umbrella/each.h"

namespace pto::gen {
namespace {

TEST(PlanUmbrella, WholeTextOfOneDirectory) {
    GenerateOptions options;
    options.platform = "a5sim";
    const BuildGraph graph = PlanUmbrella({"x y"}, options, {"/opt/pto ninja/pto-ninja", "/opt/pto-replay"});
    CheckGraph(graph, {});
    const std::string text = NinjaText(graph);
    EXPECT_EQ(text.substr(0, text.find("\nbuild run:")),
              R"(# Written by pto-ninja; it is written again when directories appear or vanish.

ninja_required_version = 1.9
builddir = .pto-ninja
pto_ninja = '/opt/pto ninja/pto-ninja'

rule tree
  command = $pto_ninja tree .
  generator = 1
  restat = 1
  description = look for directories

rule generate
  command = $pto_ninja generate --again --platform a5sim .
  generator = 1
  description = write build.ninja again

rule each
  command = $pto_ninja each --target $target $directory
  pool = console
  description = $target

rule list
  command = $pto_ninja list .
  pool = console
  description = list

build .pto-ninja/always: phony
build .pto-ninja/tree.list: tree | .pto-ninja/always
build .pto-ninja/build.ninja.stamp: generate .pto-ninja/tree.list
build build.ninja: phony .pto-ninja/build.ninja.stamp
build .pto-ninja/run/replay: each
  target = replay
  directory = .
build replay: phony .pto-ninja/run/replay
build .pto-ninja/run/x$ y/replay: each
  target = replay
  directory = 'x y'
build x$ y/replay: phony .pto-ninja/run/x$ y/replay
build .pto-ninja/run/run: each
  target = run
  directory = .)");
    for (const char* target : {"build x$ y/benchmark:", "build x$ y/kernels:", "build list:", "default list"}) {
        EXPECT_NE(text.find(std::string("\n") + target), std::string::npos) << target;
    }
}

TEST(PlanUmbrella, TreeTextTellsDirectoriesAndGenerator) {
    EXPECT_EQ(TreeText({"a", "b c"}, "0.1.0 id"), "generator 0.1.0 id\ndirectory a\ndirectory b c\n");
}

TEST(PlanLevelDelegate, WholeText) {
    const BuildGraph graph = PlanLevelDelegate("decode");
    CheckGraph(graph, {});
    EXPECT_EQ(NinjaText(graph), R"(# Written by pto-ninja: the build is that of the directory two levels up.

ninja_required_version = 1.9
builddir = ../../.pto-ninja/next_levels/decode

rule delegate
  command = ninja -C ../.. $target
  pool = console
  description = $target

build replay: delegate
  target = decode/replay
build run: delegate
  target = decode/run
build benchmark: delegate
  target = decode/benchmark
build compare: delegate
  target = decode/compare
build swimlane: delegate
  target = decode/swimlane
build dump: delegate
  target = decode/dump
build kernels: delegate
  target = kernels

default kernels
)");
}

TEST(TableText, ColumnsAreAsWideAsTheirLongestEntry) {
    EXPECT_EQ(TableText({{"a", "L2", "a2a3sim", "40", "passed", "up to date"},
                         {"longer/name", "broken", "-", "-", "-", "longer/name/kernel_config.py:1: bad"}}),
              "directory    kind    platform  kernels  last result  state\n"
              "a            L2      a2a3sim   40       passed       up to date\n"
              "longer/name  broken  -         -        -            longer/name/kernel_config.py:1: bad\n");
}

TEST(EachSummary, NamesWhatFailedAndHow) {
    EXPECT_EQ(EachSummary("replay", {{"a", 0, "passed"}, {"b", 1, "mismatch"}, {"c", 2, ""}}),
              "replay: 1 of 3 directories done; failed: b (mismatch), c (no run)");
    EXPECT_EQ(EachSummary("replay", {{"a", 0, "passed"}}), "replay: 1 of 1 directory done");
}

}  // namespace
}  // namespace pto::gen
