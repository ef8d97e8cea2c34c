#include "generator/graph/prefix_header.h"

#include <gmock/gmock.h>

namespace pto::gen {
namespace {

using testing::ElementsAre;

constexpr char kKernel[] = R"(// Kernel Function: gate
// Generated

#include <cstdint>
#ifndef __gm__
  # define __gm__ \
    /* nothing */
#endif
#include <pto/pto-inst.hpp>
    #  include "tensor.h"

#define LATE 1
using namespace pto;
#include "after_code.h"
)";

constexpr char kPrefix[] = R"(#include <cstdint>
#ifndef __gm__
  # define __gm__ \
    /* nothing */
#endif
#include <pto/pto-inst.hpp>
    #  include "tensor.h"
)";

TEST(PrefixOf, DirectivesUpToTheLastInclude) {
    EXPECT_EQ(PrefixOf(kKernel), kPrefix);
    EXPECT_EQ(PrefixOf(PrefixOf(kKernel)), kPrefix);
}

TEST(PrefixOf, NothingWithoutTheTileInstructionsAtTheStart) {
    EXPECT_EQ(PrefixOf(""), "");
    EXPECT_EQ(PrefixOf("#include <cstdint>\nint a;\n#include <pto/pto-inst.hpp>\n"), "");
    EXPECT_EQ(PrefixOf("/* a block comment may hide anything */\n#include <pto/pto-inst.hpp>\n"), "");
}

TEST(PrefixOf, AnIncludeUnderAConditionIsNoEnd) {
    EXPECT_EQ(PrefixOf("#include <pto/pto-inst.hpp>\n#if A\n#include \"a.h\"\n#endif\nint a;\n"),
              "#include <pto/pto-inst.hpp>\n");
    EXPECT_EQ(PrefixOf("#if A\n#include <pto/pto-inst.hpp>\nint a;\n#endif\n"), "");
}

TEST(PrefixOf, ADefinitionBeforeAnIncludeBelongsToIt) {
    EXPECT_EQ(PrefixOf("#define X 1\n#include <pto/pto-inst.hpp>\n"), "#define X 1\n#include <pto/pto-inst.hpp>\n");
}

TEST(QuotedIncludes, OnlyThose) {
    EXPECT_THAT(QuotedIncludes(kPrefix), ElementsAre("tensor.h"));
    EXPECT_THAT(QuotedIncludes("#include \"a/b.h\" // \n#define A \"x\"\n#include \"unfinished\n"),
                ElementsAre("a/b.h"));
}

TEST(CommonPrefix, OfMostSourcesAndOfEnough) {
    const std::string one = "#include <pto/pto-inst.hpp>\n";
    const std::string two = "#include <cstdint>\n#include <pto/pto-inst.hpp>\n";
    EXPECT_EQ(CommonPrefix({one + "int a;", two, one + "int b;", "int c;"}, 2), one);
    EXPECT_EQ(CommonPrefix({one, two}, 1), two) << "the smaller text, so that the choice does not depend on the order";
    EXPECT_EQ(CommonPrefix({two, one}, 1), two);
    EXPECT_EQ(CommonPrefix({one, one}, 3), "");
    EXPECT_EQ(CommonPrefix({}, 1), "");
}

}  // namespace
}  // namespace pto::gen
