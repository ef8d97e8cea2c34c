#include "tests/support/translator/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace pto::test {
namespace {

TEST(TranslatorNames, WholeWordsOnlyAndNothingTwice) {
    const Renames renames = {{"Chip", "Core"}, {"Core", "Chip"}, {"pto_a.h", "a.h"}};
    EXPECT_EQ(WithNames("Chip Core ChipCore _Chip Chip2 (Chip)", renames), "Core Chip ChipCore _Chip Chip2 (Core)");
    EXPECT_EQ(WithNames("#include \"pto_a.h\"\n#include \"my_pto_a.h\"", renames),
              "#include \"a.h\"\n#include \"my_pto_a.h\"");
    EXPECT_EQ(WithNames("", renames), "");
}

TEST(TranslatorNames, HasWord) {
    EXPECT_TRUE(HasWord("(Tensor&)", "Tensor"));
    EXPECT_TRUE(HasWord("Tensor", "Tensor"));
    EXPECT_FALSE(HasWord("GlobalTensor<Tensors>", "Tensor"));
}

TEST(TranslatorNames, EveryGenerationNamesTheDescriptorItsWay) {
    const char* const expected[] = {"TaskTensor", "Tensor", "Tensor"};
    for (size_t i = 0; i < Generations().size(); ++i) {
        EXPECT_EQ(DescriptorOf(Generations()[i]), expected[i]);
    }
    EXPECT_EQ(Newest().name, "late_september");
    EXPECT_EQ(WithNames("PTO2TaskId id; PTO2_ERROR_DEP_POOL_OVERFLOW", RenamesOf(Newest())),
              "TaskId id; SIMPLER_ERROR_FANIN_CAPACITY_EXCEEDED");
    EXPECT_THAT(NamesThatEnded(Newest()), testing::Contains("set_initial_value"));
    EXPECT_THROW(FindGeneration("spring"), std::invalid_argument);
}

}  // namespace
}  // namespace pto::test
