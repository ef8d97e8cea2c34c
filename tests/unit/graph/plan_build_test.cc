#include "generator/graph/plan_build.h"

#include <gtest/gtest.h>

#include "base/process.h"
#include "base/text.h"
#include "generator/graph/check_graph.h"
#include "generator/graph/layout.h"
#include "generator/graph/ninja_writer.h"
#include "tests/support/sample_directory.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

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
  description = splice $in

rule compile_aic
  command = $pto_ninja compile --name $name --source $in --object $out --depfile $out.d $tree_flags -- $kernel_cxx $aic_flags $include_flags
  depfile = $out.d
  deps = gcc
  description = compile $source

rule compile_aiv
  command = $pto_ninja compile --name $name --source $in --object $out --depfile $out.d $tree_flags -- $kernel_cxx $aiv_flags $include_flags
  depfile = $out.d
  deps = gcc
  description = compile $source

rule compile_orchestration
  command = $pto_ninja compile --name $name --source $in --object $out --depfile $out.d --include-if-missing runtime.h --include-if-missing iostream $tree_flags -- $orchestration_cxx $orchestration_flags $include_flags
  depfile = $out.d
  deps = gcc
  description = compile $source

rule golden
  command = $pto_ninja golden --source $in --inputs $golden_dir/inputs.safetensors --expected $golden_dir/expected.safetensors --depfile $golden_dir/golden.d
  depfile = $golden_depfile
  deps = gcc
  restat = 1
  description = golden $in

rule plan
  command = $pto_ninja plan --request .pto-ninja/plan_request.json --plan $out --depfile $out.d $plan_flags
  depfile = $out.d
  deps = gcc
  restat = 1
  description = plan $in

rule replay
  command = $pto_replay . --from-ninja $entry_flags $mode
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
build .pto-ninja/splice/mix.stamp: splice ptoas/mix.pto | .pto-ninja/splice/mix.witness .pto-ninja/identity/ptoas
  unit = mix
  program_flags = --program gated --program-directory ''
build .pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so: compile_aiv kernels/aiv/scale.cpp | .pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so.witness .pto-ninja/identity/kernel_compiler .pto-ninja/identity/headers
  name = scale
  source = kernels/aiv/scale.cpp
build .pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so: compile_aic kernels/aic/matmul.cpp | .pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so.witness .pto-ninja/identity/kernel_compiler .pto-ninja/identity/headers .pto-ninja/splice/mix.stamp
  name = matmul
  source = kernels/aic/matmul.cpp
build .pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so: compile_aiv kernels/aiv/bias.cpp | .pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so.witness .pto-ninja/identity/kernel_compiler .pto-ninja/identity/headers .pto-ninja/splice/mix.stamp
  name = bias
  source = kernels/aiv/bias.cpp
build .pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so: compile_aiv /ext/my$ $$kernels/scale.cpp | .pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so.witness .pto-ninja/identity/kernel_compiler .pto-ninja/identity/headers
  name = scale
  source = /ext/my $$kernels/scale.cpp
  include_flags = '-I/ext/my $$kernels/include' '-Ilocal include'
build .pto-ninja/a2a3sim-embedded/orchestration/gated.so: compile_orchestration orchestration/gated.cpp | .pto-ninja/a2a3sim-embedded/orchestration/gated.so.witness .pto-ninja/identity/orchestration_compiler .pto-ninja/identity/headers
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
build .pto-ninja/next_levels/decode/splice/add.stamp: splice next_levels/decode/ptoas/add.pto | .pto-ninja/next_levels/decode/splice/add.witness .pto-ninja/identity/ptoas
  unit = add
  program_flags = --program decode --program-directory next_levels/decode
build .pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so: compile_aiv next_levels/decode/kernels/aiv/add.cpp | .pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so.witness .pto-ninja/identity/kernel_compiler .pto-ninja/identity/headers .pto-ninja/next_levels/decode/splice/add.stamp
  name = decode/add
  source = next_levels/decode/kernels/aiv/add.cpp
build .pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so: compile_orchestration next_levels/decode/orchestration/decode.cpp | .pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so.witness .pto-ninja/identity/orchestration_compiler .pto-ninja/identity/headers
  name = decode/decode
  source = next_levels/decode/orchestration/decode.cpp
build .pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so: compile_aiv next_levels/prefill/kernels/aiv/add.cpp | .pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so.witness .pto-ninja/identity/kernel_compiler .pto-ninja/identity/headers
  name = prefill/add
  source = next_levels/prefill/kernels/aiv/add.cpp
build .pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so: compile_orchestration next_levels/prefill/orchestration/prefill.cpp | .pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so.witness .pto-ninja/identity/orchestration_compiler .pto-ninja/identity/headers
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
build .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so: compile_aiv next_levels/chip/kernels/aiv/add.cpp | .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so.witness .pto-ninja/identity/kernel_compiler .pto-ninja/identity/headers
  name = chip/add
  source = next_levels/chip/kernels/aiv/add.cpp
build .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so: compile_orchestration next_levels/chip/orchestration/chip.cpp | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so.witness .pto-ninja/identity/orchestration_compiler .pto-ninja/identity/headers
  name = chip/chip
  source = next_levels/chip/orchestration/chip.cpp
build .pto-ninja/golden/inputs.safetensors .pto-ninja/golden/expected.safetensors: golden golden.py | .pto-ninja/golden/witness
  golden_dir = .pto-ninja/golden
  golden_depfile = .pto-ninja/golden/golden.d
build .pto-ninja/plan.json: plan orchestration/host_orch.py | .pto-ninja/plan_request.json .pto-ninja/plan.witness .pto-ninja/golden/inputs.safetensors
  plan_flags = --inputs .pto-ninja/golden/inputs.safetensors
build .pto-ninja/run/replay: replay | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = replay
build replay: phony .pto-ninja/run/replay
build .pto-ninja/run/run: replay | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = run
build run: phony .pto-ninja/run/run
build .pto-ninja/run/benchmark: replay | .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/manifest.json .pto-ninja/plan.json .pto-ninja/golden/expected.safetensors
  mode = benchmark
build benchmark: phony .pto-ninja/run/benchmark
build ready: phony .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so .pto-ninja/golden/expected.safetensors .pto-ninja/manifest.json .pto-ninja/plan.json
build kernels: phony .pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so .pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so
build .pto-ninja/run/help: help
build help: phony .pto-ninja/run/help

default kernels
)");
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

TEST(PlanBuild, ToolchainFile) {
    EXPECT_EQ(BindingsText({}, ToolchainBindings(Sample(SampleSingle()).Input())),
              R"(pto_ninja = '/opt/pto ninja/bin/pto-ninja'
pto_replay = '/opt/pto ninja/bin/pto-replay'
kernel_cxx = g++-15
orchestration_cxx = g++
aic_flags = -shared -O2 -fPIC -std=c++23 -fpermissive -Wno-ignored-attributes -D__CPU_SIM -DPTO_CPU_MAX_THREADS=1 -DNDEBUG -D__DAV_CUBE__ -Wno-attributes -Wno-aggressive-loop-optimizations '-isystem/opt/pto ninja/include' '-isystem/opt/pto ninja/include/pto'
aiv_flags = -shared -O2 -fPIC -std=c++23 -fpermissive -Wno-ignored-attributes -D__CPU_SIM -DPTO_CPU_MAX_THREADS=1 -DNDEBUG -D__DAV_VEC__ -Wno-attributes -Wno-aggressive-loop-optimizations '-isystem/opt/pto ninja/include' '-isystem/opt/pto ninja/include/pto'
orchestration_flags = -shared -fPIC -O3 -g -std=c++17 -fno-gnu-unique -Wl,--build-id=sha1 -pthread '-isystem/opt/pto ninja/include'
tree_flags = --tree '/opt/pto ninja/include'
include_flags = 
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

TEST(PlanBuild, ScanPlans) {
    EXPECT_EQ(ScanPlanText(PlanScan(Sample(SampleSingle(), AllOptions()).Input())), R"(pto-ninja scan plan 2
object	.pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so	kernels/aiv/scale.cpp
object	.pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so	kernels/aic/matmul.cpp
object	.pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so	kernels/aiv/bias.cpp
object	.pto-ninja/a2a3sim-embedded/kernels/aiv/scale-0d4bd243.so	/ext/my $kernels/scale.cpp
object	.pto-ninja/a2a3sim-embedded/orchestration/gated.so	orchestration/gated.cpp
group	.pto-ninja/splice/mix.witness	ptoas/mix.pto
group	.pto-ninja/identity/headers	/opt/pto ninja/include
group	.pto-ninja/golden/witness	golden.py	data
config	kernel_config.py
config	compiled_meta.json
environment	BLOCK_DIM
environment	PTO_SIM_CXX
environment	PTO_ISA_ROOT
environment	SIMPLER_ROOT
compiler	.pto-ninja/identity/kernel_compiler	g++-15
compiler	.pto-ninja/identity/orchestration_compiler	g++
ptoas	.pto-ninja/identity/ptoas	/tools/$ptoas
)");
    EXPECT_EQ(ScanPlanText(PlanScan(Sample(SampleMulti()).Input())), R"(pto-ninja scan plan 2
object	.pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so	next_levels/decode/kernels/aiv/add.cpp
object	.pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so	next_levels/decode/orchestration/decode.cpp
object	.pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so	next_levels/prefill/kernels/aiv/add.cpp
object	.pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so	next_levels/prefill/orchestration/prefill.cpp
group	.pto-ninja/next_levels/decode/splice/add.witness	next_levels/decode/ptoas/add.pto
group	.pto-ninja/identity/headers	/opt/pto ninja/include
group	.pto-ninja/next_levels/decode/golden/witness	next_levels/decode/golden.py	next_levels/decode/data
config	next_levels/decode/kernel_config.py
config	next_levels/decode/compiled_meta.json
config	next_levels/prefill/kernel_config.py
environment	PTO_SIM_CXX
environment	PTO_ISA_ROOT
environment	SIMPLER_ROOT
compiler	.pto-ninja/identity/kernel_compiler	g++-15
compiler	.pto-ninja/identity/orchestration_compiler	g++
ptoas	.pto-ninja/identity/ptoas	
)");
    EXPECT_EQ(ScanPlanText(PlanScan(Sample(SampleDistributed()).Input())), R"(pto-ninja scan plan 2
object	.pto-ninja/a2a3sim-embedded/next_levels/chip/kernels/aiv/add.so	next_levels/chip/kernels/aiv/add.cpp
object	.pto-ninja/a2a3sim-embedded/next_levels/chip/orchestration/chip.so	next_levels/chip/orchestration/chip.cpp
group	.pto-ninja/identity/headers	/opt/pto ninja/include
group	.pto-ninja/golden/witness	golden.py	data
group	.pto-ninja/plan.witness	orchestration/host_orch.py
config	next_levels/chip/kernel_config.py
config	distributed_meta.json
environment	PTO_SIM_CXX
environment	PTO_ISA_ROOT
environment	SIMPLER_ROOT
compiler	.pto-ninja/identity/kernel_compiler	g++-15
compiler	.pto-ninja/identity/orchestration_compiler	g++
)");
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

TEST(PlanBuild, Targets) {
    std::string text;
    for (const TargetHelp& help : PlanTargets(Sample(SampleMulti()).entries))
        text += help.target + ": " + help.meaning + "\n";
    EXPECT_EQ(text, R"(replay: build what changed, run, validate against golden.py
run: build what changed and run, without judging the result
benchmark: build what changed, validate once, then time it
decode/replay: the same for 'decode' alone
decode/run: the same for 'decode' alone
decode/benchmark: the same for 'decode' alone
prefill/replay: the same for 'prefill' alone
prefill/run: the same for 'prefill' alone
prefill/benchmark: the same for 'prefill' alone
kernels: build every binary, run nothing (the default)
help: this list
)");
    EXPECT_EQ(PlanTargets(Sample(SampleSingle()).entries).size(), 5u);
}

}  // namespace
}  // namespace pto::gen
