#include "generator/splice/unit_state.h"

#include <gmock/gmock.h>

#include "base/hash.h"
#include "generator/splice/splice.h"
#include "tests/support/memory_file_system.h"

namespace pto::gen {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

std::string Kernel(const std::string& body) {
    return "head\n" + std::string(kBodyBegin) + "\n" + body + "\n" + std::string(kBodyEnd) + "\ntail\n";
}

class UnitStateTest : public ::testing::Test {
  protected:
    MemoryFileSystem files_;
    UnitPaths paths_ = PathsOf("d", "prog", "", "f", ".pto-ninja/splice/f.stamp");
};

TEST_F(UnitStateTest, PathsFollowTheProgram) {
    EXPECT_EQ(paths_.pto, "ptoas/f.pto");
    EXPECT_EQ(paths_.state, ".pto-ninja/state/prog/f.json");
    const UnitPaths below = PathsOf(".", "decode", "next_levels/decode", "f", "s");
    EXPECT_EQ(below.raw, "next_levels/decode/ptoas/f.cpp");
    EXPECT_EQ(below.kernels, "next_levels/decode/kernels");
    EXPECT_EQ(below.OnDisk(below.pto), "next_levels/decode/ptoas/f.pto");
}

TEST_F(UnitStateTest, IsReadAsItWasWritten) {
    const UnitState state{"p", "r", "tool", {"--a", "b c"}, "spliced 1\n", {{"kernels/aiv/f.cpp", "h"}}};
    files_.Add("d/.pto-ninja/state/prog/f.json", UnitStateText(state));
    EXPECT_EQ(LoadUnitState(files_, paths_), state);
    EXPECT_EQ(UnitStateText(state),
              "{\n"
              "  \"schema\": 1,\n"
              "  \"pto\": \"p\",\n"
              "  \"raw\": \"r\",\n"
              "  \"ptoas\": \"tool\",\n"
              "  \"flags\": [\n"
              "    \"--a\",\n"
              "    \"b c\"\n"
              "  ],\n"
              "  \"splice_id\": \"spliced 1\\n\",\n"
              "  \"bodies\": {\n"
              "    \"kernels/aiv/f.cpp\": \"h\"\n"
              "  }\n"
              "}\n");
}

TEST_F(UnitStateTest, WhatCannotBeReadCountsAsLost) {
    EXPECT_FALSE(LoadUnitState(files_, paths_));
    for (const char* text : {"", "{", "[]", "{}", "{\"schema\": 2}", "{\"schema\": 1, \"pto\": 3}"}) {
        files_.Add("d/.pto-ninja/state/prog/f.json", text);
        EXPECT_FALSE(LoadUnitState(files_, paths_)) << text;
    }
}

TEST_F(UnitStateTest, OneThatNamesKernelsElsewhereIsDamaged) {
    for (const char* kernel : {"../k.cpp", "/etc/k.cpp", "a/../../k.cpp", "", "a\\k.cpp"}) {
        UnitState state;
        state.bodies = {{kernel, "h"}};
        files_.Add("d/.pto-ninja/state/prog/f.json", UnitStateText(state));
        EXPECT_EQ(LoadUnitState(files_, paths_), std::nullopt) << kernel;
        std::swap(state.bodies, state.writing);
        files_.Add("d/.pto-ninja/state/prog/f.json", UnitStateText(state));
        EXPECT_EQ(LoadUnitState(files_, paths_), std::nullopt) << kernel;
    }
}

TEST_F(UnitStateTest, APtoThatIsNotNewerCountsAsHandled) {
    files_.Add("d/ptoas/f.pto", "pto").Add("d/ptoas/f.cpp", "raw");
    EXPECT_EQ(SeededState(files_, paths_, {}).pto, ContentHash("pto"));
    files_.Tick();
    files_.Add("d/ptoas/f.cpp", "raw");
    EXPECT_EQ(SeededState(files_, paths_, {}).pto, ContentHash("pto"));
    EXPECT_EQ(SeededState(files_, paths_, {}).raw, ContentHash("raw"));
    files_.Tick();
    files_.Add("d/ptoas/f.pto", "pto");
    EXPECT_EQ(SeededState(files_, paths_, {}).pto, "");
    EXPECT_EQ(SeededState(files_, paths_, {}).raw, ContentHash("raw"));
}

TEST_F(UnitStateTest, APtoThatOnlyTheOrderOfACopyMadeNewerCountsAsHandled) {
    const auto handled = [this] { return SeededState(files_, paths_, {}).pto == ContentHash("pto"); };
    files_.Add("d/ptoas/f.cpp", "raw");
    files_.Tick();
    files_.Add("d/ptoas/f.pto", "pto");
    files_.Add("d/ptoas/g.cpp", "raw").Add("d/ptoas/g.pto", "pto").Add("d/compiled_meta.json", "{}");
    EXPECT_FALSE(handled()) << "nothing is newer";
    files_.Tick();
    files_.Add("d/ptoas/g.pto", "pto").Add("d/kernels/aiv/f.cpp", Kernel("body")).Add("d/kernel_config.py", "");
    EXPECT_FALSE(handled()) << "people edit these too";
    files_.Add("d/ptoas/g.cpp", "raw");
    EXPECT_TRUE(handled());
    files_.Remove("d/ptoas/g.cpp");
    EXPECT_FALSE(handled());
    files_.Add("d/compiled_meta.json", "{}");
    EXPECT_TRUE(handled());
    files_.Add("d/ptoas/f.cpp", "raw");
    files_.Tick();
    files_.Add("d/ptoas/f.pto", "pto");
    EXPECT_FALSE(handled()) << "edited after the copy";
}

TEST_F(UnitStateTest, APtoThatIsMuchNewerWasEditedWhateverCameAfterIt) {
    files_.Add("d/ptoas/f.cpp", "raw");
    for (int i = 0; i < 100; ++i) files_.Tick();
    files_.Add("d/ptoas/f.pto", "pto");
    files_.Tick();
    files_.Add("d/ptoas/g.cpp", "raw");
    ASSERT_GT(files_.Stat("d/ptoas/f.pto")->mtime_ns - files_.Stat("d/ptoas/f.cpp")->mtime_ns, 2'000'000'000);
    EXPECT_EQ(SeededState(files_, paths_, {}).pto, "");
}

TEST_F(UnitStateTest, WithoutARawTextTheUnitIsPending) {
    files_.Add("d/ptoas/f.pto", "pto");
    const UnitState state = SeededState(files_, paths_, {});
    EXPECT_EQ(state.pto, "");
    EXPECT_EQ(state.raw, "");
    EXPECT_EQ(state.splice_id, kNothingSpliced);
}

TEST_F(UnitStateTest, SeedsOnceAndRemembersBodies) {
    files_.Add("d/ptoas/f.pto", "pto").Add("d/ptoas/f.cpp", "raw").Add("d/kernels/aiv/f.cpp", Kernel("body"));
    files_.Add("d/.pto-ninja/splice/f.stamp", "spliced 7\n");
    SeedUnitState(files_, paths_, {"f", "helper"});
    EXPECT_THAT(files_.writes(), ElementsAre("d/.pto-ninja/state/prog/f.json"));
    const UnitState state = *LoadUnitState(files_, paths_);
    EXPECT_EQ(state.splice_id, "spliced 7\n");
    EXPECT_THAT(state.bodies, ElementsAre(Pair("kernels/aiv/f.cpp", ContentHash("\nbody\n"))));
    files_.Add("d/kernels/aiv/f.cpp", Kernel("edited"));
    SeedUnitState(files_, paths_, {"f"});
    EXPECT_EQ(LoadUnitState(files_, paths_), state);
}

TEST_F(UnitStateTest, AFunctionMayHaveAKernelOnBothCores) {
    files_.Add("d/kernels/aiv/f.cpp", Kernel(""));
    EXPECT_THAT(KernelsOf(files_, paths_, "f"), ElementsAre("kernels/aiv/f.cpp"));
    files_.Add("d/kernels/aic/f.cpp", "no sentinels: refused later");
    EXPECT_THAT(KernelsOf(files_, paths_, "f"), ElementsAre("kernels/aic/f.cpp", "kernels/aiv/f.cpp"));
    files_.Add("d/kernels/aiv/f.cpp", "written by hand");
    EXPECT_THAT(KernelsOf(files_, paths_, "f"), ElementsAre("kernels/aic/f.cpp"));
    EXPECT_THAT(KernelsOf(files_, paths_, "g"), IsEmpty());
}

TEST_F(UnitStateTest, BodyHashIgnoresLineEndsHeaderAndWrapper) {
    EXPECT_EQ(BodyHash(Kernel("a\nb")), BodyHash("x" + Kernel("a\r\nb") + "y"));
    EXPECT_NE(BodyHash(Kernel("a\nb")), BodyHash(Kernel("a\nc")));
    EXPECT_FALSE(BodyHash("no kernel"));
}

}  // namespace
}  // namespace pto::gen
