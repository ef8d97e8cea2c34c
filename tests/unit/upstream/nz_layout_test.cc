#include "upstream/nz_layout.h"

#include <gmock/gmock.h>

namespace pto {
namespace {

using Shape = std::vector<int64_t>;

std::optional<Shape> Block(const Shape& logical, std::string_view dtype) {
    return BlockNzShape(logical, *FindDType(dtype));
}

TEST(NzLayout, BlocksAreSixteenRowsOfThirtyTwoBytes) {
    EXPECT_EQ(Block({32, 64}, "fp16"), (Shape{1, 4, 2, 16, 16}));
    EXPECT_EQ(Block({32, 64}, "bfloat16"), (Shape{1, 4, 2, 16, 16}));
    EXPECT_EQ(Block({32, 64}, "fp32"), (Shape{1, 8, 2, 16, 8}));
    EXPECT_EQ(Block({256, 512}, "int8"), (Shape{1, 16, 16, 16, 32}));
    EXPECT_EQ(Block({256, 512}, "fp4"), (Shape{1, 16, 16, 16, 32})) << "carriers of two values";
    EXPECT_EQ(Block({32, 2048, 4096}, "int8"), (Shape{32, 128, 128, 16, 32}));
    EXPECT_EQ(Block({2, 3, 16, 16}, "fp16"), (Shape{6, 1, 1, 16, 16}));
    EXPECT_EQ(Block({0, 16, 16}, "fp16"), (Shape{0, 1, 1, 16, 16}));
}

TEST(NzLayout, WhatHasNoWholeBlocksIsNotBlocked) {
    EXPECT_EQ(Block({24, 64}, "fp16"), std::nullopt) << "rows";
    EXPECT_EQ(Block({32, 24}, "fp16"), std::nullopt) << "columns";
    EXPECT_NE(Block({32, 24}, "fp32"), std::nullopt);
    EXPECT_EQ(Block({64}, "fp16"), std::nullopt);
    EXPECT_EQ(Block({}, "fp16"), std::nullopt);
    EXPECT_EQ(Block({INT64_MAX, 2, 16, 16}, "fp16"), std::nullopt) << "more matrices than there are numbers";
}

TEST(NzLayout, TheLogicalShapeOfBlocks) {
    const DType& fp16 = *FindDType("fp16");
    const auto logical = [&](const Shape& blocked) { return LogicalNzShape(blocked, blocked, fp16); };
    EXPECT_EQ(logical({1, 4, 2, 16, 16}), (Shape{32, 64}));
    EXPECT_EQ(logical({3, 4, 2, 16, 16}), (Shape{3, 32, 64}));
    EXPECT_EQ(logical({-1, 4, 2, 16, 16}), (Shape{-1, 32, 64}));
    EXPECT_EQ(logical({1, -1, -1, 16, 16}), (Shape{-1, -1}));
    EXPECT_EQ(LogicalNzShape(Shape{-1, 4, 2, 16, 16}, Shape{1, 4, 2, 16, 16}, fp16), (Shape{1, 32, 64}));
    EXPECT_EQ(logical({4, 2, 16, 16}), std::nullopt);
    EXPECT_EQ(logical({1, 4, 2, 16, 8}), std::nullopt) << "blocks of fp32";
    EXPECT_EQ(logical({1, 4, 2, 8, 16}), std::nullopt);
    EXPECT_EQ(logical({1, INT64_MAX / 2, 2, 16, 16}), std::nullopt);
}

TEST(NzLayout, ACallersShapeFitsOnceItIsBlocked) {
    const DType& fp16 = *FindDType("fp16");
    const struct {
        Shape recorded, found;
        bool fits;
    } kCases[] = {
        {{1, 4, 2, 16, 16}, {32, 64}, true},
        {{1, 4, 2, 16, 16}, {1, 32, 64}, true},
        {{1, 4, 2, 16, 16}, {64, 32}, false},
        {{1, 4, 2, 16, 16}, {2, 32, 64}, false},
        {{1, 4, 2, 16, 16}, {32, 60}, false},
        {{1, 4, 2, 16, 16}, {2048}, false},
        {{1, 4, 2, 16, 16}, {1, 4, 2, 16, 16}, false},  // as a logical shape: 8 matrices of one block
        {{6, 4, 2, 16, 16}, {6, 32, 64}, true},
        {{6, 4, 2, 16, 16}, {2, 3, 32, 64}, true},
        {{-1, 4, 2, 16, 16}, {5, 32, 64}, true},
        {{-1, 4, 2, 16, 16}, {1, 32, 64}, true},
        {{-1, 4, 2, 16, 16}, {32, 64}, false},
        {{-1, 4, 2, 16, 16}, {2, 3, 32, 64}, false},
        {{-1, 4, 2, 16, 16}, {5, 32, 80}, false},
        // Not in blocks, so the sidecar is compared with the shape as it is where that has no blocks either.
        {{3, 5}, {3, 5}, true},
        {{3, 5}, {3, 6}, false},
        {{32, 64}, {32, 64}, false},
    };
    for (const auto& item : kCases) {
        EXPECT_EQ(NzShapeFits(item.recorded, item.found, fp16), item.fits)
            << testing::PrintToString(item.recorded) << " " << testing::PrintToString(item.found);
    }
}

}  // namespace
}  // namespace pto
