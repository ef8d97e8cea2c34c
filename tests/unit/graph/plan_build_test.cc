#include "generator/graph/plan_build.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "base/process.h"
#include "base/shell_words.h"
#include "base/text.h"
#include "contract/layout.h"
#include "generator/graph/check_graph.h"
#include "generator/graph/ninja_writer.h"
#include "generator/graph/plan_parts.h"
#include "generator/graph/scan_plan.h"
#include "tests/support/sample_directory.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

using testing::HasSubstr;
using testing::Not;

GenerateOptions AllOptions() {
    GenerateOptions options;
    options.platform = "a2a3sim";
    options.cxx = "my g++";
    options.ptoas = "/tools/$ptoas";
    options.ptoas_flags = {"--level=3"};
    options.ptoas_timeout = "90";
    options.rebuild_from_pto = false;
    return options;
}

// The edges alone: rules and variables are the same for every directory.
std::string EdgesText(const Sample& sample) {
    BuildGraph graph = PlanGraph(sample.Input());
    BuildGraph edges;
    edges.edges = graph.edges;
    edges.defaults = graph.defaults;
    return NinjaText(edges);
}

std::vector<std::string> ToolchainNames(const Sample& sample) {
    std::vector<std::string> names;
    for (const Binding& binding : ToolchainBindings(sample.Input())) names.push_back(binding.name);
    return names;
}

TEST(PlanBuild, WholeFileOfOneChip) {
    EXPECT_EQ(NinjaText(PlanGraph(Sample(SampleSingle()).Input())),
              R"(# Written by pto-ninja; it is written again when the directory changes, so edits here are lost.

ninja_required_version = 1.9
builddir = .pto-ninja
pto_ninja = echo '.pto-ninja/toolchain.ninja: names no programs; run pto-ninja on this directory again' >&2; exit 1;
include .pto-ninja/toolchain.ninja

rule scan
  command = $pto_ninja scan
  generator = 1
  restat = 1
  description = look for edits

rule generate
  command = $pto_ninja generate --again .
  generator = 1
  description = write build.ninja again

rule splice
  command = $pto_ninja splice $splice_flags $program_flags --unit $unit --stamp $out
  restat = 1
  description = splice $pto

rule compile_aic
  command = $pto_ninja compile --name $name --source $in --object $out --depfile $out.d $prefix_flags --identity .pto-ninja/a2a3sim-embedded/identity/kernel_compiler --identity .pto-ninja/a2a3sim-embedded/identity/headers $tree_flags -- $kernel_cxx $aic_flags $include_flags
  depfile = $out.d
  deps = gcc
  description = compile $source

rule compile_aiv
  command = $pto_ninja compile --name $name --source $in --object $out --depfile $out.d $prefix_flags --identity .pto-ninja/a2a3sim-embedded/identity/kernel_compiler --identity .pto-ninja/a2a3sim-embedded/identity/headers $tree_flags -- $kernel_cxx $aiv_flags $include_flags
  depfile = $out.d
  deps = gcc
  description = compile $source

rule compile_orchestration
  command = $pto_ninja compile --name $name --source $in --object $out --depfile $out.d --include-if-missing runtime.h --include-if-missing iostream --identity .pto-ninja/a2a3sim-embedded/identity/orchestration_compiler --identity .pto-ninja/a2a3sim-embedded/identity/headers $tree_flags -- $orchestration_cxx $orchestration_flags $include_flags
  depfile = $out.d
  deps = gcc
  description = compile $source

rule golden
  command = $pto_ninja golden --source $in --inputs $golden_dir/inputs.safetensors --expected $golden_dir/expected.safetensors --depfile $golden_dir/golden.d && touch -c $out
  depfile = $golden_depfile
  deps = gcc
  description = golden $in

rule run_py
  command = $pto_ninja run-py --source $in --inputs $out --missing $run_py_missing --depfile $out.d && touch -c $out
  depfile = $out.d
  deps = gcc
  description = inputs of $in

rule plan
  command = $pto_ninja plan --request .pto-ninja/plan_request.json --plan $out --depfile $out.d $plan_flags && touch -c $out
  depfile = $out.d
  deps = gcc
  description = plan $in

rule replay
  command = $pto_replay . --from-ninja $entry_flags $mode
  pool = console
  description = $mode

rule compare
  command = $pto_ninja prepare-compare && $pto_replay . --from-ninja $entry_flags $mode
  pool = console
  description = $mode

rule help
  command = $pto_ninja targets .
  pool = console
  description = help

build .pto-ninja/always: phony
build .pto-ninja/inputs.list: scan | .pto-ninja/always
build .pto-ninja/build.ninja.stamp: generate .pto-ninja/inputs.list
build build.ninja: phony .pto-ninja/build.ninja.stamp
build .pto-ninja/splice/mix.stamp: splice .pto-ninja/splice/mix.witness .pto-ninja/identity/ptoas || ptoas/mix.pto
  pto = ptoas/mix.pto
  unit = mix
  program_flags = --program gated --program-directory ''
build .pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so: compile_aiv kernels/aiv/scale.cpp | .pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so.witness .pto-ninja/a2a3sim-embedded/identity/kernel_compiler .pto-ninja/a2a3sim-embedded/identity/headers
  name = scale
  source = kernels/aiv/scale.cpp
build .pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so: compile_aic kernels/aic/matmul.cpp | .pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so.witness .pto-ninja/a2a3sim-embedded/identity/kernel_compiler .pto-ninja/a2a3sim-embedded/identity/headers .pto-ninja/splice/mix.stamp
  name = matmul
  source = kernels/aic/matmul.cpp
build .pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so: compile_aiv kernels/aiv/bias.cpp | .pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so.witness .pto-ninja/a2a3sim-embedded/identity/kernel_compiler .pto-ninja/a2a3sim-embedded/identity/headers .pto-ninja/splice/mix.stamp
  name = bias
  source = kernels/aiv/bias.cpp
build .pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so: compile_aiv /ext/my$ $$kernels/scale.cpp | .pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so.witness .pto-ninja/a2a3sim-embedded/identity/kernel_compiler .pto-ninja/a2a3sim-embedded/identity/headers
  name = scale
  source = /ext/my $$kernels/scale.cpp
  include_flags = '-I/ext/my $$kernels/include' '-Ilocal include'
build .pto-ninja/a2a3sim-embedded/orchestration/gated.so: compile_orchestration orchestration/gated.cpp | .pto-ninja/a2a3sim-embedded/orchestration/gated.so.witness .pto-ninja/a2a3sim-embedded/identity/orchestration_compiler .pto-ninja/a2a3sim-embedded/identity/headers
  name = gated
  source = orchestration/gated.cpp
build .pto-ninja/golden/inputs.safetensors .pto-ninja/golden/expected.safetensors: golden golden.py | .pto-ninja/golden/witness
  golden_dir = .pto-ninja/golden
  golden_depfile = .pto-ninja/golden/golden.d
build .pto-ninja/run/replay: replay | .pto-ninja/a2a3sim-embedded/orchestration/gated.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so .pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so .pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so .pto-ninja/manifest.json .pto-ninja/golden/expected.safetensors
  mode = replay
build replay: phony .pto-ninja/run/replay
build .pto-ninja/run/run: replay | .pto-ninja/a2a3sim-embedded/orchestration/gated.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so .pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so .pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so .pto-ninja/manifest.json .pto-ninja/golden/expected.safetensors
  mode = run
build run: phony .pto-ninja/run/run
build .pto-ninja/run/benchmark: replay | .pto-ninja/a2a3sim-embedded/orchestration/gated.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so .pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so .pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so .pto-ninja/manifest.json .pto-ninja/golden/expected.safetensors
  mode = benchmark
build benchmark: phony .pto-ninja/run/benchmark
build .pto-ninja/run/compare: compare | .pto-ninja/a2a3sim-embedded/orchestration/gated.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so .pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so .pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so .pto-ninja/manifest.json .pto-ninja/golden/expected.safetensors
  mode = compare
build compare: phony .pto-ninja/run/compare
build .pto-ninja/run/swimlane: replay | .pto-ninja/a2a3sim-embedded/orchestration/gated.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so .pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so .pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so .pto-ninja/manifest.json .pto-ninja/golden/expected.safetensors
  mode = replay --swimlane
build swimlane: phony .pto-ninja/run/swimlane
build .pto-ninja/run/dump: replay | .pto-ninja/a2a3sim-embedded/orchestration/gated.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so .pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so .pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so .pto-ninja/manifest.json .pto-ninja/golden/expected.safetensors
  mode = replay --dump-args 2
build dump: phony .pto-ninja/run/dump
build ready: phony .pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so .pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so .pto-ninja/a2a3sim-embedded/orchestration/gated.so .pto-ninja/golden/expected.safetensors .pto-ninja/manifest.json
build kernels: phony .pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so .pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so .pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so .pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so .pto-ninja/a2a3sim-embedded/orchestration/gated.so
build .pto-ninja/run/help: help
build help: phony .pto-ninja/run/help

default kernels
)");
}

TEST(PlanBuild, EdgesOfSeveralOrchestrations) {
    EXPECT_EQ(EdgesText(Sample(SampleMulti())), R"(
build .pto-ninja/always: phony
build .pto-ninja/inputs.list: scan | .pto-ninja/always
build .pto-ninja/build.ninja.stamp: generate .pto-ninja/inputs.list
build build.ninja: phony .pto-ninja/build.ninja.stamp
build .pto-ninja/next_levels/decode/splice/add.stamp: splice .pto-ninja/next_levels/decode/splice/add.witness .pto-ninja/identity/ptoas || next_levels/decode/ptoas/add.pto
  pto = next_levels/decode/ptoas/add.pto
  unit = add
  program_flags = --program decode --program-directory next_levels/decode
build .pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so: compile_aiv next_levels/decode/kernels/aiv/add.cpp | .pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so.witness .pto-ninja/a2a3sim-embedded/identity/kernel_compiler .pto-ninja/a2a3sim-embedded/identity/headers .pto-ninja/next_levels/decode/splice/add.stamp
  name = decode/add
  source = next_levels/decode/kernels/aiv/add.cpp
build .pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so: compile_orchestration next_levels/decode/orchestration/decode.cpp | .pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so.witness .pto-ninja/a2a3sim-embedded/identity/orchestration_compiler .pto-ninja/a2a3sim-embedded/identity/headers
  name = decode/decode
  source = next_levels/decode/orchestration/decode.cpp
build .pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so: compile_aiv next_levels/prefill/kernels/aiv/add.cpp | .pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so.witness .pto-ninja/a2a3sim-embedded/identity/kernel_compiler .pto-ninja/a2a3sim-embedded/identity/headers
  name = prefill/add
  source = next_levels/prefill/kernels/aiv/add.cpp
build .pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so: compile_orchestration next_levels/prefill/orchestration/prefill.cpp | .pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so.witness .pto-ninja/a2a3sim-embedded/identity/orchestration_compiler .pto-ninja/a2a3sim-embedded/identity/headers
  name = prefill/prefill
  source = next_levels/prefill/orchestration/prefill.cpp
build .pto-ninja/next_levels/decode/golden/inputs.safetensors .pto-ninja/next_levels/decode/golden/expected.safetensors: golden next_levels/decode/golden.py | .pto-ninja/next_levels/decode/golden/witness
  golden_dir = .pto-ninja/next_levels/decode/golden
  golden_depfile = .pto-ninja/next_levels/decode/golden/golden.d
build decode/replay: phony .pto-ninja/run/decode/replay
build .pto-ninja/run/decode/replay: replay | .pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so .pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/next_levels/decode/golden/expected.safetensors
  mode = replay
  entry_flags = --entry decode
build prefill/replay: phony .pto-ninja/run/prefill/replay
build .pto-ninja/run/prefill/replay: replay | .pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so .pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so .pto-ninja/manifest.json
  mode = replay
  entry_flags = --entry prefill
build replay: phony .pto-ninja/run/decode/replay .pto-ninja/run/prefill/replay
build decode/run: phony .pto-ninja/run/decode/run
build .pto-ninja/run/decode/run: replay | .pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so .pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/next_levels/decode/golden/expected.safetensors
  mode = run
  entry_flags = --entry decode
build prefill/run: phony .pto-ninja/run/prefill/run
build .pto-ninja/run/prefill/run: replay | .pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so .pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so .pto-ninja/manifest.json
  mode = run
  entry_flags = --entry prefill
build run: phony .pto-ninja/run/decode/run .pto-ninja/run/prefill/run
build decode/benchmark: phony .pto-ninja/run/decode/benchmark
build .pto-ninja/run/decode/benchmark: replay | .pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so .pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/next_levels/decode/golden/expected.safetensors
  mode = benchmark
  entry_flags = --entry decode
build prefill/benchmark: phony .pto-ninja/run/prefill/benchmark
build .pto-ninja/run/prefill/benchmark: replay | .pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so .pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so .pto-ninja/manifest.json
  mode = benchmark
  entry_flags = --entry prefill
build benchmark: phony .pto-ninja/run/decode/benchmark .pto-ninja/run/prefill/benchmark
build decode/compare: phony .pto-ninja/run/decode/compare
build .pto-ninja/run/decode/compare: compare | .pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so .pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/next_levels/decode/golden/expected.safetensors
  mode = compare
  entry_flags = --entry decode
build prefill/compare: phony .pto-ninja/run/prefill/compare
build .pto-ninja/run/prefill/compare: compare | .pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so .pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so .pto-ninja/manifest.json
  mode = compare
  entry_flags = --entry prefill
build compare: phony .pto-ninja/run/decode/compare .pto-ninja/run/prefill/compare
build decode/swimlane: phony .pto-ninja/run/decode/swimlane
build .pto-ninja/run/decode/swimlane: replay | .pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so .pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/next_levels/decode/golden/expected.safetensors
  mode = replay --swimlane
  entry_flags = --entry decode
build prefill/swimlane: phony .pto-ninja/run/prefill/swimlane
build .pto-ninja/run/prefill/swimlane: replay | .pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so .pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so .pto-ninja/manifest.json
  mode = replay --swimlane
  entry_flags = --entry prefill
build swimlane: phony .pto-ninja/run/decode/swimlane .pto-ninja/run/prefill/swimlane
build decode/dump: phony .pto-ninja/run/decode/dump
build .pto-ninja/run/decode/dump: replay | .pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so .pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/next_levels/decode/golden/expected.safetensors
  mode = replay --dump-args 2
  entry_flags = --entry decode
build prefill/dump: phony .pto-ninja/run/prefill/dump
build .pto-ninja/run/prefill/dump: replay | .pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so .pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so .pto-ninja/manifest.json
  mode = replay --dump-args 2
  entry_flags = --entry prefill
build dump: phony .pto-ninja/run/decode/dump .pto-ninja/run/prefill/dump
build ready: phony .pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so .pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so .pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so .pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so .pto-ninja/manifest.json .pto-ninja/next_levels/decode/golden/expected.safetensors
build kernels: phony .pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so .pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so .pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so .pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so
build .pto-ninja/run/help: help
build help: phony .pto-ninja/run/help

default kernels
)");
}

TEST(PlanBuild, EdgesOfADistributedBuild) {
    EXPECT_EQ(EdgesText(Sample(SampleDistributed())), R"(
build .pto-ninja/always: phony
build .pto-ninja/inputs.list: scan | .pto-ninja/always
build .pto-ninja/build.ninja.stamp: generate .pto-ninja/inputs.list
build build.ninja: phony .pto-ninja/build.ninja.stamp
build .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so: compile_aiv next_levels/chip/kernels/aiv/add.cpp | .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so.witness .pto-ninja/a2a3sim-embedded/identity/kernel_compiler .pto-ninja/a2a3sim-embedded/identity/headers
  name = chip/add
  source = next_levels/chip/kernels/aiv/add.cpp
build .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so: compile_orchestration next_levels/chip/orchestration/chip.cpp | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so.witness .pto-ninja/a2a3sim-embedded/identity/orchestration_compiler .pto-ninja/a2a3sim-embedded/identity/headers
  name = chip/chip
  source = next_levels/chip/orchestration/chip.cpp
build .pto-ninja/golden/inputs.safetensors .pto-ninja/golden/expected.safetensors: golden golden.py | .pto-ninja/golden/witness
  golden_dir = .pto-ninja/golden
  golden_depfile = .pto-ninja/golden/golden.d
build .pto-ninja/plan.json: plan orchestration/host_orch.py | .pto-ninja/plan_request.json .pto-ninja/plan.witness .pto-ninja/golden/inputs.safetensors
  plan_flags = --inputs .pto-ninja/golden/inputs.safetensors
build .pto-ninja/run/replay: replay | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = replay
build chip/replay: phony .pto-ninja/run/chip/replay
build .pto-ninja/run/chip/replay: replay | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = replay
  entry_flags = --entry chip
build replay: phony .pto-ninja/run/replay
build .pto-ninja/run/run: replay | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = run
build chip/run: phony .pto-ninja/run/chip/run
build .pto-ninja/run/chip/run: replay | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = run
  entry_flags = --entry chip
build run: phony .pto-ninja/run/run
build .pto-ninja/run/benchmark: replay | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = benchmark
build chip/benchmark: phony .pto-ninja/run/chip/benchmark
build .pto-ninja/run/chip/benchmark: replay | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = benchmark
  entry_flags = --entry chip
build benchmark: phony .pto-ninja/run/benchmark
build .pto-ninja/run/compare: compare | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = compare
build chip/compare: phony .pto-ninja/run/chip/compare
build .pto-ninja/run/chip/compare: compare | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = compare
  entry_flags = --entry chip
build compare: phony .pto-ninja/run/compare
build .pto-ninja/run/swimlane: replay | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = replay --swimlane
build chip/swimlane: phony .pto-ninja/run/chip/swimlane
build .pto-ninja/run/chip/swimlane: replay | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = replay --swimlane
  entry_flags = --entry chip
build swimlane: phony .pto-ninja/run/swimlane
build .pto-ninja/run/dump: replay | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = replay --dump-args 2
build chip/dump: phony .pto-ninja/run/chip/dump
build .pto-ninja/run/chip/dump: replay | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = replay --dump-args 2
  entry_flags = --entry chip
build dump: phony .pto-ninja/run/dump
build ready: phony .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/golden/expected.safetensors .pto-ninja/manifest.json .pto-ninja/plan.json
build kernels: phony .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so
build .pto-ninja/run/help: help
build help: phony .pto-ninja/run/help

default kernels
)");
}

// Programs of one directory may be written for different runtimes: each has its compiler, flags and sources.
Sample DeviceSample() {
    BuildDirectory directory = SampleMulti();
    directory.programs[1].config.runtime.runtime = kHostBuildGraph;
    return Sample(std::move(directory), {}, SampleDeviceToolchain());
}

TEST(PlanBuild, CompilesForADevice) {
    const Sample sample = DeviceSample();
    BuildGraph edges;
    for (const Edge& edge : PlanGraph(sample.Input()).edges) {
        if (edge.rule.starts_with("compile_")) edges.edges.push_back(edge);
    }
    EXPECT_EQ(NinjaText(edges), R"(
build .pto-ninja/a2a3-simpler/next_levels/decode/kernels/aiv/add.bin: compile_aiv_tensormap_and_ringbuffer next_levels/decode/kernels/aiv/add.cpp | .pto-ninja/a2a3-simpler/next_levels/decode/kernels/aiv/add.bin.witness .pto-ninja/a2a3-simpler/identity/kernel_compiler .pto-ninja/a2a3-simpler/identity/simpler .pto-ninja/a2a3-simpler/identity/pto_isa .pto-ninja/a2a3-simpler/identity/kernel_linker .pto-ninja/next_levels/decode/splice/add.stamp
  name = decode/add
  source = next_levels/decode/kernels/aiv/add.cpp
build .pto-ninja/a2a3-simpler/runtime/tensormap_and_ringbuffer/tensormap_and_ringbuffer.o: compile_runtime_source_tensormap_and_ringbuffer /simpler/tensormap_and_ringbuffer.cpp | .pto-ninja/a2a3-simpler/runtime/tensormap_and_ringbuffer/tensormap_and_ringbuffer.o.witness .pto-ninja/a2a3-simpler/identity/device_compiler .pto-ninja/a2a3-simpler/identity/simpler
  name = tensormap_and_ringbuffer/tensormap_and_ringbuffer
  source = /simpler/tensormap_and_ringbuffer.cpp
build .pto-ninja/a2a3-simpler/next_levels/decode/orchestration/decode.so: compile_orchestration_tensormap_and_ringbuffer next_levels/decode/orchestration/decode.cpp | .pto-ninja/a2a3-simpler/next_levels/decode/orchestration/decode.so.witness .pto-ninja/a2a3-simpler/identity/device_compiler .pto-ninja/a2a3-simpler/identity/simpler .pto-ninja/a2a3-simpler/runtime/tensormap_and_ringbuffer/tensormap_and_ringbuffer.o
  name = decode/decode
  source = next_levels/decode/orchestration/decode.cpp
build .pto-ninja/a2a3-simpler/next_levels/prefill/kernels/aiv/add.bin: compile_aiv_host_build_graph next_levels/prefill/kernels/aiv/add.cpp | .pto-ninja/a2a3-simpler/next_levels/prefill/kernels/aiv/add.bin.witness .pto-ninja/a2a3-simpler/identity/kernel_compiler .pto-ninja/a2a3-simpler/identity/simpler .pto-ninja/a2a3-simpler/identity/pto_isa .pto-ninja/a2a3-simpler/identity/kernel_linker
  name = prefill/add
  source = next_levels/prefill/kernels/aiv/add.cpp
build .pto-ninja/a2a3-simpler/runtime/host_build_graph/host_build_graph.o: compile_runtime_source_host_build_graph /simpler/host_build_graph.cpp | .pto-ninja/a2a3-simpler/runtime/host_build_graph/host_build_graph.o.witness .pto-ninja/a2a3-simpler/identity/orchestration_compiler .pto-ninja/a2a3-simpler/identity/simpler
  name = host_build_graph/host_build_graph
  source = /simpler/host_build_graph.cpp
build .pto-ninja/a2a3-simpler/next_levels/prefill/orchestration/prefill.so: compile_orchestration_host_build_graph next_levels/prefill/orchestration/prefill.cpp | .pto-ninja/a2a3-simpler/next_levels/prefill/orchestration/prefill.so.witness .pto-ninja/a2a3-simpler/identity/orchestration_compiler .pto-ninja/a2a3-simpler/identity/simpler .pto-ninja/a2a3-simpler/runtime/host_build_graph/host_build_graph.o
  name = prefill/prefill
  source = next_levels/prefill/orchestration/prefill.cpp
build .pto-ninja/a2a3-simpler/adapter.so: compile_adapter /opt/pto$ ninja/simpler/adapter.cc | .pto-ninja/a2a3-simpler/adapter.so.witness .pto-ninja/a2a3-simpler/identity/orchestration_compiler .pto-ninja/a2a3-simpler/identity/simpler
  name = adapter
  source = /opt/pto ninja/simpler/adapter.cc
)");
}

TEST(PlanBuild, RulesForADevice) {
    const Sample sample = DeviceSample();
    const std::string start = "$pto_ninja compile --name $name --source $in --object $out --depfile $out.d";
    const std::string includes = " --include-if-missing runtime.h --include-if-missing iostream";
    std::vector<std::string> commands;
    for (const Rule& rule : PlanGraph(sample.Input()).rules) {
        if (rule.name.starts_with("compile_")) commands.push_back(rule.name + ": " + rule.bindings[0].value);
    }
    const auto line = [&](const std::string& name, const std::string& more, const std::string& compiler) {
        // What each compiler's use is made with beside the compiler itself.
        const std::map<std::string, std::vector<std::string>> identities = {
            {"kernel_cxx", {"kernel_compiler", "simpler", "pto_isa", "kernel_linker"}},
            {"orchestration_cxx", {"orchestration_compiler", "simpler"}},
            {"device_cxx", {"device_compiler", "simpler"}}};
        std::string flags;
        for (const std::string& identity : identities.at(compiler)) {
            flags += " --identity .pto-ninja/a2a3-simpler/identity/" + identity;
        }
        return "compile_" + name + ": " + start + more + flags + " $tree_flags -- $" + compiler + " $" + name +
               "_flags $include_flags";
    };
    EXPECT_EQ(commands, (std::vector<std::string>{
                            line("aiv_host_build_graph", " $link_flags", "kernel_cxx"),
                            line("aiv_tensormap_and_ringbuffer", " $link_flags", "kernel_cxx"),
                            line("orchestration_host_build_graph", includes, "orchestration_cxx"),
                            line("orchestration_tensormap_and_ringbuffer", includes, "device_cxx"),
                            line("runtime_source_host_build_graph", " --shared", "orchestration_cxx"),
                            line("runtime_source_tensormap_and_ringbuffer", " --shared", "device_cxx"),
                            line("adapter", " --shared", "orchestration_cxx"),
                        }));
    CheckGraph(PlanGraph(sample.Input()), ToolchainNames(sample));
}

// A run needs the adapter; who builds the kernels alone does not.
TEST(PlanBuild, RunsNeedTheAdapter) {
    const Sample sample = DeviceSample();
    const std::string adapter = ".pto-ninja/a2a3-simpler/adapter.so";
    size_t runs = 0;
    for (const Edge& edge : PlanGraph(sample.Input()).edges) {
        const auto has = [&](const std::vector<std::string>& paths) {
            return std::find(paths.begin(), paths.end(), adapter) != paths.end();
        };
        const bool run = edge.rule == "replay" || edge.rule == "compare";
        const bool ready = edge.outputs[0] == "ready";
        EXPECT_EQ(has(edge.implicit_inputs), run) << edge.outputs[0];
        EXPECT_EQ(has(edge.inputs), ready) << edge.outputs[0];
        runs += run ? 1 : 0;
    }
    EXPECT_EQ(runs, 12u) << "six of each of two entries";
    // PyPTO brings its own.
    Toolchain pypto = SampleDeviceToolchain();
    pypto.runtime = RuntimeKind::kPyPto;
    EXPECT_FALSE(PlanObjects(SampleMulti(), pypto).adapter);
}

TEST(PlanBuild, ScanLooksAtTheDevicesToolsAndRoots) {
    const Sample sample = DeviceSample();
    const std::string text = ScanPlanText(PlanScan(sample.Input()));
    EXPECT_EQ(text.substr(text.find("tree\t"), text.find("unit\t") - text.find("tree\t")),
              "tree\t.pto-ninja/a2a3-simpler/identity/pto_isa\tdigest\t/isa\tinclude\n"
              "tree\t.pto-ninja/a2a3-simpler/identity/simpler\tdigest\t/simpler\tsrc/common\tsimpler_setup/incore\t"
              "src/a2a3/platform/include\tsrc/a2a3/runtime\n");
    EXPECT_EQ(
        text.substr(text.find("environment\tPTO_SIM_CXX"), text.find("made\t") - text.find("environment\tPTO_SIM_CXX")),
        "environment\tPTO_SIM_CXX\nenvironment\tPTO_ISA_ROOT\nenvironment\tSIMPLER_ROOT\n"
        "environment\tASCEND_HOME_PATH\ncompiler\t.pto-ninja/a2a3-simpler/identity/kernel_compiler\t/ascend/ccec\n"
        "compiler\t.pto-ninja/a2a3-simpler/identity/orchestration_compiler\tg++\n"
        "compiler\t.pto-ninja/a2a3-simpler/identity/device_compiler\t/ascend/aarch64-g++\n"
        "compiler\t.pto-ninja/a2a3-simpler/identity/kernel_linker\t/ascend/ld.lld\n"
        "ptoas\t.pto-ninja/identity/ptoas\t\n");
    EXPECT_EQ(text.find("identity/headers"), std::string::npos) << "the embedded headers are not used";
}

TEST(PlanBuild, VariablesForADevice) {
    const Sample sample = DeviceSample();
    std::vector<std::string> names;
    for (const Binding& binding : ToolchainBindings(sample.Input())) {
        names.push_back(binding.name);
        if (binding.name == "link_flags") {
            EXPECT_EQ(binding.value, "--link=/ascend/ld.lld --link=-e --link=kernel_entry");
        }
        if (binding.name == "tree_flags") {
            EXPECT_EQ(binding.value,
                      "--tree /isa/include --tree /simpler/src/common --tree /simpler/simpler_setup/incore --tree "
                      "/simpler/src/a2a3/platform/include --tree /simpler/src/a2a3/runtime --pto-isa /isa");
        }
        if (binding.name == "adapter_flags") {
            EXPECT_EQ(binding.value,
                      "-std=c++17 -O2 -fPIC -shared -pthread -fvisibility=hidden -fno-gnu-unique -w '-I/opt/pto "
                      "ninja/simpler' -I/simpler/src/common/worker -I/simpler/src/common/task_interface "
                      "-I/simpler/src/common/hierarchical -I/simpler/src/common/platform/include "
                      "-I/simpler/src/common/log/include -I/simpler/src/common -I/simpler/src/common/log -include "
                      "adapter_sources.h -ldl");
        }
    }
    EXPECT_EQ(names, (std::vector<std::string>{
                         "pto_ninja", "pto_replay", "kernel_cxx", "orchestration_cxx", "device_cxx",
                         "aiv_host_build_graph_flags", "aiv_tensormap_and_ringbuffer_flags",
                         "orchestration_host_build_graph_flags", "orchestration_tensormap_and_ringbuffer_flags",
                         "runtime_source_host_build_graph_flags", "runtime_source_tensormap_and_ringbuffer_flags",
                         "adapter_flags", "link_flags", "tree_flags", "include_flags", "entry_flags", "splice_flags"}));
}

TEST(PlanBuild, AGoldenGivesThePlanItsInputs) {
    BuildDirectory directory = SampleDistributed();
    directory.has_golden = false;
    const std::string text = EdgesText(Sample(directory));
    EXPECT_NE(text.find("build .pto-ninja/plan.json: plan orchestration/host_orch.py | .pto-ninja/plan_request.json "
                        ".pto-ninja/plan.witness\n  plan_flags = \n"),
              std::string::npos)
        << text;
}

TEST(PlanBuild, APrecompiledHeaderIsAnEdgeOfItsOwn) {
    Sample sample(SampleSingle());
    sample.objects = PlanObjects(sample.directory, sample.toolchain, {{{Role::kAiv, {}}, "#include <a>\n"}});
    const std::string text = EdgesText(sample);
    EXPECT_THAT(text, HasSubstr("build .pto-ninja/a2a3sim-embedded/prefix/aiv.hpp.gch: compile_aiv_prefix "
                                ".pto-ninja/a2a3sim-embedded/prefix/aiv.hpp | "));
    EXPECT_THAT(text, HasSubstr(" .pto-ninja/a2a3sim-embedded/prefix/aiv.hpp.gch\n  name = scale\n  source = "
                                "kernels/aiv/scale.cpp\n  prefix_flags = --prefix "
                                ".pto-ninja/a2a3sim-embedded/prefix/aiv.hpp $prefix_use_flags\n"));
    EXPECT_THAT(text, Not(HasSubstr("matmul.cpp\n  prefix_flags"))) << "of the other core";
    EXPECT_THAT(text, Not(HasSubstr("aiv.hpp.gch\n  name = scale\n  source = /ext")))
        << "it has directories of its own";
}

TEST(PlanBuild, ToolchainFile) {
    EXPECT_EQ(BindingsText({}, ToolchainBindings(Sample(SampleSingle()).Input())),
              R"(pto_ninja = '/opt/pto ninja/bin/pto-ninja'
pto_replay = '/opt/pto ninja/bin/pto-replay'
kernel_cxx = g++-15
orchestration_cxx = g++
aic_flags = -shared -O2 -fPIC -std=c++23 -fpermissive -Wno-ignored-attributes -D__CPU_SIM -DPTO_CPU_MAX_THREADS=1 -DNDEBUG -D__DAV_CUBE__ -fno-gnu-unique -Wno-attributes -Wno-aggressive-loop-optimizations '-isystem/opt/pto ninja/include' '-isystem/opt/pto ninja/include/pto'
aiv_flags = -shared -O2 -fPIC -std=c++23 -fpermissive -Wno-ignored-attributes -D__CPU_SIM -DPTO_CPU_MAX_THREADS=1 -DNDEBUG -D__DAV_VEC__ -fno-gnu-unique -Wno-attributes -Wno-aggressive-loop-optimizations '-isystem/opt/pto ninja/include' '-isystem/opt/pto ninja/include/pto'
orchestration_flags = -shared -fPIC -O3 -g -std=c++17 -fno-gnu-unique -Wl,--build-id=sha1 -pthread '-isystem/opt/pto ninja/include'
tree_flags = --tree '/opt/pto ninja/include'
include_flags = 
prefix_flags = 
prefix_use_flags = 
entry_flags = 
splice_flags = --arch a3
)");
}

TEST(PlanBuild, OptionsReachTheRegenerationAndTheSplice) {
    const Sample sample(SampleSingle(), AllOptions());
    std::string generate;
    for (const Rule& rule : PlanGraph(sample.Input()).rules) {
        if (rule.name == "generate") generate = rule.bindings[0].value;
    }
    EXPECT_EQ(generate,
              "$pto_ninja generate --again --platform a2a3sim --cxx 'my g++' --ptoas '/tools/$$ptoas' "
              "--ptoas-flag=--level=3 --ptoas-timeout 90 --no-rebuild-from-pto .");
    EXPECT_EQ(ToolchainBindings(sample.Input()).back().value,
              "--arch a3 --ptoas-flag=--level=3 --no-rebuild-from-pto --ptoas '/tools/$$ptoas' --ptoas-timeout 90");
}

// A second set of binaries beside the first, by rules of its own; a target of its own leads to it.
TEST(PlanBuild, ForADebugger) {
    Sample sample(SampleMulti());
    sample.objects = PlanObjects(sample.directory, sample.toolchain, {}, DebugObjects::kPlanned);
    const std::string text = EdgesText(sample);
    EXPECT_THAT(text, HasSubstr("build .pto-ninja/a2a3sim-embedded-debug/next_levels/prefill/kernels/aiv/add.so: "
                                "compile_aiv_debug next_levels/prefill/kernels/aiv/add.cpp | "
                                ".pto-ninja/a2a3sim-embedded-debug/next_levels/prefill/kernels/aiv/add.so.witness "
                                ".pto-ninja/a2a3sim-embedded/identity/kernel_compiler "
                                ".pto-ninja/a2a3sim-embedded/identity/headers\n"));
    EXPECT_THAT(text, HasSubstr("build debug: phony "
                                ".pto-ninja/a2a3sim-embedded-debug/next_levels/decode/kernels/aiv/add.so "
                                ".pto-ninja/a2a3sim-embedded-debug/next_levels/decode/orchestration/decode.so "
                                ".pto-ninja/a2a3sim-embedded-debug/next_levels/prefill/kernels/aiv/add.so "
                                ".pto-ninja/a2a3sim-embedded-debug/next_levels/prefill/orchestration/prefill.so "
                                ".pto-ninja/debug_manifest.json "
                                ".pto-ninja/next_levels/decode/golden/expected.safetensors\n"));
    const size_t kernels = text.find("build kernels:");
    EXPECT_EQ(text.substr(kernels, text.find('\n', kernels) - kernels).find("-debug"), std::string::npos);
    EXPECT_THAT(ToolchainNames(sample), testing::IsSupersetOf({"aiv_flags", "aiv_debug_flags"}));
    CheckGraph(PlanGraph(sample.Input()), ToolchainNames(sample));
    EXPECT_THAT(PlanTargets(sample.entries, DebugObjects::kPlanned).at(sample.entries.size() * 6 + 7).target, "debug");
}

// Without the hashes, which have tests of their own.
std::string ScanPlanOf(const Sample& sample) {
    ScanPlan plan = PlanScan(sample.Input());
    for (ScanObject& object : plan.objects) object.flags.clear();
    const std::string text = ScanPlanText(plan);
    return text.substr(0, text.rfind("end\t"));
}

TEST(PlanBuild, ScanPlans) {
    EXPECT_EQ(ScanPlanOf(Sample(SampleSingle(), AllOptions())), R"(pto-ninja scan plan 4
object	.pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so	kernels/aiv/scale.cpp
object	.pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so	kernels/aic/matmul.cpp
object	.pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so	kernels/aiv/bias.cpp
object	.pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so	/ext/my $kernels/scale.cpp
object	.pto-ninja/a2a3sim-embedded/orchestration/gated.so	orchestration/gated.cpp
group	.pto-ninja/splice/mix.witness	ptoas/mix.pto
group	.pto-ninja/a2a3sim-embedded/identity/headers	/opt/pto ninja/include
group	.pto-ninja/golden/witness	golden.py	data
unit	gated		mix
config	kernel_config.py
config	compiled_meta.json
config	.pto-ninja/debug_wanted
environment	BLOCK_DIM
environment	PTO_SIM_CXX
environment	PTO_ISA_ROOT
environment	SIMPLER_ROOT
compiler	.pto-ninja/a2a3sim-embedded/identity/kernel_compiler	g++-15
compiler	.pto-ninja/a2a3sim-embedded/identity/orchestration_compiler	g++
ptoas	.pto-ninja/identity/ptoas	/tools/$ptoas
made	.pto-ninja/golden/inputs.safetensors	.pto-ninja/golden/expected.safetensors
)");
    EXPECT_EQ(ScanPlanOf(Sample(SampleMulti())), R"(pto-ninja scan plan 4
object	.pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so	next_levels/decode/kernels/aiv/add.cpp
object	.pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so	next_levels/decode/orchestration/decode.cpp
object	.pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so	next_levels/prefill/kernels/aiv/add.cpp
object	.pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so	next_levels/prefill/orchestration/prefill.cpp
group	.pto-ninja/next_levels/decode/splice/add.witness	next_levels/decode/ptoas/add.pto
group	.pto-ninja/a2a3sim-embedded/identity/headers	/opt/pto ninja/include
group	.pto-ninja/next_levels/decode/golden/witness	next_levels/decode/golden.py	next_levels/decode/data
unit	decode	next_levels/decode	add
config	next_levels/decode/kernel_config.py
config	next_levels/decode/compiled_meta.json
config	next_levels/prefill/kernel_config.py
config	.pto-ninja/debug_wanted
environment	PTO_SIM_CXX
environment	PTO_ISA_ROOT
environment	SIMPLER_ROOT
compiler	.pto-ninja/a2a3sim-embedded/identity/kernel_compiler	g++-15
compiler	.pto-ninja/a2a3sim-embedded/identity/orchestration_compiler	g++
ptoas	.pto-ninja/identity/ptoas	
made	.pto-ninja/next_levels/decode/golden/inputs.safetensors	.pto-ninja/next_levels/decode/golden/expected.safetensors
)");
    EXPECT_EQ(ScanPlanOf(Sample(SampleDistributed())), R"(pto-ninja scan plan 4
object	.pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so	next_levels/chip/kernels/aiv/add.cpp
object	.pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so	next_levels/chip/orchestration/chip.cpp
group	.pto-ninja/a2a3sim-embedded/identity/headers	/opt/pto ninja/include
group	.pto-ninja/golden/witness	golden.py	data
group	.pto-ninja/plan.witness	orchestration/host_orch.py
config	next_levels/chip/kernel_config.py
config	.pto-ninja/debug_wanted
config	distributed_meta.json
environment	PTO_SIM_CXX
environment	PTO_ISA_ROOT
environment	SIMPLER_ROOT
compiler	.pto-ninja/a2a3sim-embedded/identity/kernel_compiler	g++-15
compiler	.pto-ninja/a2a3sim-embedded/identity/orchestration_compiler	g++
made	.pto-ninja/golden/inputs.safetensors	.pto-ninja/golden/expected.safetensors
made	.pto-ninja/plan.json
)");
}

// As ninja expands a value, without the quotes that the shell takes off.
std::string Expanded(const std::string& value, const std::map<std::string, std::string>& variables) {
    std::string text;
    for (size_t i = 0; i < value.size(); ++i) {
        if (value[i] != '$') {
            text += value[i];
            continue;
        }
        size_t end = i + 1;
        while (end < value.size() && (std::isalnum(value[end]) != 0 || value[end] == '_')) ++end;
        if (end == i + 1) {
            text += value[++i];
            continue;
        }
        text += Expanded(variables.at(value.substr(i + 1, end - i - 1)), variables);
        i = end - 1;
    }
    return text;
}

std::map<std::string, std::string> Variables(const std::vector<Binding>& bindings,
                                             std::map<std::string, std::string> outer = {}) {
    for (const Binding& binding : bindings) outer[binding.name] = binding.value;
    return outer;
}

// What the compile step will record, worked out of what ninja is told.
std::string FlagsThatAStepGets(const Rule& rule, const std::map<std::string, std::string>& variables) {
    const std::string command = rule.bindings[0].value;
    const size_t separator = command.find(" -- ") + 4;
    std::vector<std::string> link;
    if (command.find("$link_flags") != std::string::npos) {
        for (const std::string& word : SplitShellWords(Expanded("$link_flags", variables), "test")) {
            link.push_back(word.substr(std::string("--link=").size()));
        }
    }
    return FlagsIdentity(SplitShellWords(Expanded(command.substr(separator), variables), "test"), link);
}

// Otherwise every binary would be made again in every build.
TEST(PlanBuild, ScanKnowsTheFlagsThatEachStepRecords) {
    size_t objects = 0;
    for (const Sample& sample : {Sample(SampleSingle(), AllOptions()), Sample(SampleMulti()), DeviceSample()}) {
        const BuildGraph graph = PlanGraph(sample.Input());
        std::map<std::string, std::string> expected;
        for (const Edge& edge : graph.edges) {
            const auto rule = std::find_if(graph.rules.begin(), graph.rules.end(),
                                           [&](const Rule& candidate) { return candidate.name == edge.rule; });
            if (rule == graph.rules.end() || !edge.rule.starts_with("compile_")) continue;
            const auto variables = Variables(edge.bindings, Variables(ToolchainBindings(sample.Input())));
            expected[edge.outputs[0]] = FlagsThatAStepGets(*rule, variables);
        }
        for (const ScanObject& object : PlanScan(sample.Input()).objects) {
            EXPECT_EQ(object.flags, expected.at(object.object)) << object.object;
            ++objects;
        }
    }
    EXPECT_GT(objects, 10u);
}

// What a user edits is never an output: ninja removes outputs on a clean or an interruption.
TEST(PlanBuild, NoSourceIsAnOutput) {
    for (const auto& directory : {SampleSingle(), SampleMulti(), SampleDistributed()}) {
        for (const Edge& edge : PlanGraph(Sample(directory).Input()).edges) {
            for (const std::string& output : edge.outputs) {
                const bool ours =
                    output.rfind(".pto-ninja/", 0) == 0 || output == "build.ninja" || edge.rule == "phony";
                EXPECT_TRUE(ours) << output;
            }
            EXPECT_TRUE(edge.implicit_outputs.empty());
        }
    }
}

TEST(PlanBuild, PathsInsideTheDirectoryAreRelative) {
    for (const auto& directory : {SampleMulti(), SampleDistributed()}) {
        EXPECT_EQ(EdgesText(Sample(directory)).find(" /"), std::string::npos)
            << "a moved directory must stay up to date";
    }
}

TEST(PlanBuild, GraphsAreSoundAndNinjaTakesThem) {
    const BuildDirectory directories[] = {SampleSingle(), SampleMulti(), SampleDistributed()};
    for (const BuildDirectory& directory : directories) {
        for (const GenerateOptions& options : {GenerateOptions{}, AllOptions()}) {
            const Sample sample(directory, options);
            const BuildGraph graph = PlanGraph(sample.Input());
            CheckGraph(graph, ToolchainNames(sample));
            if (FindProgram("ninja").empty()) continue;
            const test::TempSpace space;
            space.Write("build.ninja", NinjaText(graph));
            space.Write(kToolchainFile, BindingsText({}, ToolchainBindings(sample.Input())));
            ProcessOptions ninja;
            ninja.arguments = {"ninja", "-t", "targets", "all"};
            ninja.directory = space.Root();
            const ProcessResult result = RunProcess(ninja);
            EXPECT_TRUE(result.Ok()) << result.out << result.err;
            EXPECT_NE(result.out.find("replay: phony\n"), std::string::npos);
        }
    }
}

TEST(PlanBuild, AnEditedRunPyMakesTheInputs) {
    BuildDirectory several = SampleMulti();
    several.programs[1].run_py = {true, false};
    const Sample sample(std::move(several));
    EXPECT_THAT(EdgesText(sample), HasSubstr(R"(
build .pto-ninja/next_levels/prefill/run_py/inputs.safetensors: run_py next_levels/prefill/debug/run.py | .pto-ninja/next_levels/prefill/run_py/witness
  run_py_missing = .pto-ninja/next_levels/prefill/run_py/missing
)"));
    EXPECT_THAT(EdgesText(sample), HasSubstr("next_levels/prefill/kernels/aiv/add.so .pto-ninja/manifest.json "
                                             ".pto-ninja/next_levels/prefill/run_py/inputs.safetensors\n"));
    EXPECT_THAT(ScanPlanText(PlanScan(sample.Input())),
                HasSubstr("group\t.pto-ninja/next_levels/prefill/run_py/witness\tnext_levels/prefill/debug/run.py\n"));
    BuildDirectory compares = SampleMulti();
    compares.programs[1].run_py = {false, true};
    EXPECT_EQ(EdgesText(Sample(std::move(compares))), EdgesText(Sample(SampleMulti()))) << "that is the run's";
}

// The plan holds for the shapes and scalars of its inputs; a part has no edge of its own.
TEST(PlanBuild, AnEditedRunPyOfADistributedBuild) {
    BuildDirectory directory = SampleDistributed();
    directory.has_golden = false;
    directory.run_py = {true, true};
    const std::string text = EdgesText(Sample(std::move(directory)));
    EXPECT_THAT(text, HasSubstr(R"(
build .pto-ninja/run_py/inputs.safetensors: run_py debug/run.py | .pto-ninja/run_py/witness
  run_py_missing = .pto-ninja/run_py/missing
build .pto-ninja/plan.json: plan orchestration/host_orch.py | .pto-ninja/plan_request.json .pto-ninja/plan.witness .pto-ninja/run_py/inputs.safetensors
  plan_flags = --inputs .pto-ninja/run_py/inputs.safetensors
)"));
    EXPECT_EQ(text.find(": run_py"), text.rfind(": run_py"));
}

TEST(PlanBuild, Targets) {
    std::string text;
    for (const TargetHelp& help : PlanTargets(Sample(SampleMulti()).entries))
        text += help.target + ": " + help.meaning + "\n";
    EXPECT_EQ(text, R"(replay: build what changed, run, validate against golden.py
run: build what changed and run, without judging the result
benchmark: build what changed, validate once, then time it
compare: time your edit against the code as compiled, in turn in one run
swimlane: the same as replay, and record a timeline of the cores
dump: the same as replay, and dump the arguments of every task
decode/replay: the same for 'decode' alone
decode/run: the same for 'decode' alone
decode/benchmark: the same for 'decode' alone
decode/compare: the same for 'decode' alone
decode/swimlane: the same for 'decode' alone
decode/dump: the same for 'decode' alone
prefill/replay: the same for 'prefill' alone
prefill/run: the same for 'prefill' alone
prefill/benchmark: the same for 'prefill' alone
prefill/compare: the same for 'prefill' alone
prefill/swimlane: the same for 'prefill' alone
prefill/dump: the same for 'prefill' alone
kernels: build every binary, run nothing (the default)
help: this list
)");
    EXPECT_EQ(PlanTargets(Sample(SampleSingle()).entries).size(), 8u);
}

}  // namespace
}  // namespace pto::gen
