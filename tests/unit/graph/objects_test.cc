#include "generator/graph/objects.h"

#include <gtest/gtest.h>

#include <set>

#include "base/text.h"
#include "contract/layout.h"
#include "tests/support/sample_directory.h"

namespace pto::gen {
namespace {

std::string Shown(const ObjectPlan& plan) {
    std::string text;
    for (const Object& object : plan.objects) {
        text += RecipeName(object.recipe) + " '" + object.name + "' " + object.source + " -> " + object.path + " (" +
                Join(object.include_dirs, ", ") + ") [" + Join(object.splice_stamps, ", ") + "]\n";
    }
    for (const ProgramObjects& program : plan.programs) {
        text += "program " + std::to_string(program.orchestration) + ":";
        for (const size_t kernel : program.kernels) text += " " + std::to_string(kernel);
        text += "\n";
    }
    return text;
}

std::string Hidden(std::string text) {
    const size_t dash = text.find("scale-");
    return dash == std::string::npos ? text : text.replace(dash + 6, 8, "HASH");
}

TEST(Objects, SharedSourceOnceExternalApartUnitIntoBoth) {
    EXPECT_EQ(Hidden(Shown(PlanObjects(SampleSingle(), SampleToolchain()))),
              R"(aiv 'scale' kernels/aiv/scale.cpp -> .pto-ninja/a2a3sim-embedded/kernels/aiv/scale.so () []
aic 'matmul' kernels/aic/matmul.cpp -> .pto-ninja/a2a3sim-embedded/kernels/aic/matmul.so () [.pto-ninja/splice/mix.stamp]
aiv 'bias' kernels/aiv/bias.cpp -> .pto-ninja/a2a3sim-embedded/kernels/aiv/bias.so () [.pto-ninja/splice/mix.stamp]
aiv 'scale' /ext/my $kernels/scale.cpp -> .pto-ninja/a2a3sim-embedded/kernels/aiv/scale-HASH.so (/ext/my $kernels/include, local include) []
orchestration 'gated' orchestration/gated.cpp -> .pto-ninja/a2a3sim-embedded/orchestration/gated.so () []
program 4: 0 1 0 2 3
)");
}

TEST(Objects, ProgramsBelowNextLevels) {
    EXPECT_EQ(
        Shown(PlanObjects(SampleMulti(), SampleToolchain())),
        R"(aiv 'decode/add' next_levels/decode/kernels/aiv/add.cpp -> .pto-ninja/a2a3sim-embedded/next_levels/decode/kernels/aiv/add.so () [.pto-ninja/next_levels/decode/splice/add.stamp]
orchestration 'decode/decode' next_levels/decode/orchestration/decode.cpp -> .pto-ninja/a2a3sim-embedded/next_levels/decode/orchestration/decode.so () []
aiv 'prefill/add' next_levels/prefill/kernels/aiv/add.cpp -> .pto-ninja/a2a3sim-embedded/next_levels/prefill/kernels/aiv/add.so () []
orchestration 'prefill/prefill' next_levels/prefill/orchestration/prefill.cpp -> .pto-ninja/a2a3sim-embedded/next_levels/prefill/orchestration/prefill.so () []
program 1: 0
program 3: 2
)");
}

TEST(Objects, OneSourceForTwoCoresOrTwoIncludeListsIsTwoObjects) {
    BuildDirectory directory = SampleSingle();
    std::vector<KernelEntry>& kernels = directory.programs[0].config.kernels;
    kernels[1].source = kernels[0].source;
    kernels[2].extra_include_dirs = {"other"};
    const ObjectPlan plan = PlanObjects(directory, SampleToolchain());
    EXPECT_EQ(plan.objects.size(), 6u);
    std::set<std::string> paths;
    for (const Object& object : plan.objects) paths.insert(object.path);
    EXPECT_EQ(paths.size(), 6u) << "no two objects in one file";
    EXPECT_EQ(plan.objects[1].path, ".pto-ninja/a2a3sim-embedded/kernels/aic/scale.so");
}

// The name of an object must not depend on what stands beside it beyond the first of its name, nor on the run.
TEST(Objects, PathsAreTheSameEveryTime) {
    EXPECT_EQ(Shown(PlanObjects(SampleSingle(), SampleToolchain())),
              Shown(PlanObjects(SampleSingle(), SampleToolchain())));
    BuildDirectory moved = SampleSingle();
    moved.root = "/somewhere/else";
    EXPECT_EQ(Shown(PlanObjects(moved, SampleToolchain())), Shown(PlanObjects(SampleSingle(), SampleToolchain())));
}

// The same sources and stamps, in a folder beside the others, without precompiled headers.
TEST(Objects, ForADebugger) {
    const Prefixes prefixes = {{{Role::kAiv, {}}, "#include <x>\n"}};
    const ObjectPlan plain = PlanObjects(SampleMulti(), SampleToolchain(), prefixes);
    const ObjectPlan both = PlanObjects(SampleMulti(), SampleToolchain(), prefixes, DebugObjects::kPlanned);
    EXPECT_TRUE(plain.debug_programs.empty());
    ASSERT_EQ(both.debug_programs.size(), 2u);
    EXPECT_EQ(both.objects.size(), plain.objects.size() + 4);
    const Object& ordinary = both.objects[both.programs[0].kernels[0]];
    const Object& debugged = both.objects[both.debug_programs[0].kernels[0]];
    EXPECT_EQ(debugged.path, ".pto-ninja/a2a3sim-embedded-debug/next_levels/decode/kernels/aiv/add.so");
    EXPECT_TRUE(IsForDebugger(debugged.path));
    EXPECT_FALSE(IsForDebugger(ordinary.path));
    EXPECT_EQ(debugged.source, ordinary.source);
    EXPECT_EQ(debugged.splice_stamps, ordinary.splice_stamps);
    EXPECT_EQ(RecipeName(debugged.recipe), "aiv_debug");
    EXPECT_NE(ordinary.prefix, "");
    EXPECT_EQ(debugged.prefix, "");
    EXPECT_TRUE(PlanObjects(SampleMulti(), SampleDeviceToolchain(), {}, DebugObjects::kPlanned).debug_programs.empty());
}

TEST(Objects, UnitOfAnotherProgramDoesNotFeedThisOne) {
    BuildDirectory directory = SampleMulti();
    // A kernel of "prefill" with the file name that the unit of "decode" writes in its own directory.
    EXPECT_EQ(PlanObjects(directory, SampleToolchain()).objects[2].splice_stamps, std::vector<std::string>{});
    directory.programs[1].units = directory.programs[0].units;
    EXPECT_EQ(PlanObjects(directory, SampleToolchain()).objects[2].splice_stamps,
              std::vector<std::string>{".pto-ninja/next_levels/prefill/splice/add.stamp"});
}

}  // namespace
}  // namespace pto::gen
