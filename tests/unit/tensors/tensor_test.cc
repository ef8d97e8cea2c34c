#include "tensors/tensor.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/support/tensor_fixtures.h"

namespace pto {
namespace {

TEST(TensorBytes, StartsZeroedAndAligned) {
    for (const size_t size : {size_t{1}, size_t{63}, size_t{4096}}) {
        const TensorBytes bytes(size);
        EXPECT_EQ(reinterpret_cast<uintptr_t>(bytes.data()) % 64, 0u);
        EXPECT_EQ(bytes.view(), std::string(size, '\0'));
    }
}

TEST(TensorBytes, MoveKeepsTheAddressAndEmptiesTheSource) {
    TensorBytes first = TensorBytes::CopyOf("abc");
    const uint8_t* address = first.data();
    TensorBytes second = std::move(first);
    EXPECT_EQ(second.data(), address);
    EXPECT_EQ(second.view(), "abc");
    EXPECT_TRUE(first.empty());  // NOLINT(bugprone-use-after-move)
}

TEST(TensorBytes, CopyIsIndependent) {
    TensorBytes first = TensorBytes::CopyOf("abc");
    TensorBytes second = first;
    second.data()[0] = 'x';
    EXPECT_EQ(first.view(), "abc");
    EXPECT_EQ(second.view(), "xbc");
    const TensorBytes& alias = second;
    second = alias;
    EXPECT_EQ(second.view(), "xbc");
    first = second;
    EXPECT_EQ(first, second);
}

TEST(Tensor, NamesItsType) {
    const Tensor tensor = MakeTensor("x", *FindDType("bfloat16"), {96, 64});
    EXPECT_EQ(tensor.bytes.size(), 96u * 64u * 2u);
    EXPECT_EQ(TypeText(*tensor.dtype, tensor.shape), "bfloat16 [96, 64]");
    EXPECT_EQ(ShapeText({}), "[]");
    EXPECT_EQ(MakeTensor("s", *FindDType("fp32"), {}).bytes.size(), 4u);
    EXPECT_EQ(MakeTensor("e", *FindDType("fp32"), {3, 0}).bytes.size(), 0u);
}

TEST(Tensor, RefusesImpossibleShapes) {
    EXPECT_EQ(test::ErrorOf([] { MakeTensor("x", *FindDType("fp32"), {-1}); }),
              "a tensor shape is negative or larger than 2^63 elements");
}

TEST(Tensor, IsFoundByName) {
    const std::vector<Tensor> tensors = {test::FloatTensor("a", {1}, {1}), test::FloatTensor("b", {1}, {2})};
    EXPECT_EQ(FindTensor(tensors, "b"), &tensors[1]);
    EXPECT_EQ(FindTensor(tensors, "c"), nullptr);
}

}  // namespace
}  // namespace pto
