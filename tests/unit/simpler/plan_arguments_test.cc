#include "runtime/simpler/plan_arguments.h"

#include <gmock/gmock.h>

#include <numeric>

namespace pto::run {
namespace {

using testing::Each;
using testing::ElementsAre;

TEST(CopyStrided, ThereAndBack) {
    std::vector<uint8_t> memory(24);
    std::iota(memory.begin(), memory.end(), uint8_t{0});
    const int64_t shape[] = {2, 3};
    const int64_t strides[] = {4, 1};
    std::vector<uint8_t> dense(12);
    CopyStrided(CopyWay::kToDense, shape, strides, 2, memory.data() + 2, dense.data());
    EXPECT_THAT(dense, ElementsAre(2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15));
    std::vector<uint8_t> other(24, 99);
    CopyStrided(CopyWay::kFromDense, shape, strides, 2, other.data() + 2, dense.data());
    EXPECT_THAT(std::vector<uint8_t>(other.begin() + 2, other.begin() + 16),
                ElementsAre(2, 3, 4, 5, 6, 7, 99, 99, 10, 11, 12, 13, 14, 15));
}

TEST(CopyStrided, TransposedAndRankZero) {
    uint8_t memory[] = {1, 2, 3, 4, 5, 6};
    const int64_t shape[] = {3, 2};
    const int64_t strides[] = {1, 3};
    std::vector<uint8_t> dense(6);
    CopyStrided(CopyWay::kToDense, shape, strides, 1, memory, dense.data());
    EXPECT_THAT(dense, ElementsAre(1, 4, 2, 5, 3, 6));
    CopyStrided(CopyWay::kToDense, {}, {}, 2, memory, dense.data());
    EXPECT_THAT(dense, ElementsAre(1, 2, 2, 5, 3, 6));
}

// A plan with one storage of a 4 x 4 matrix of int32 values 0 to 15.
struct MatrixPlan {
    MatrixPlan() {
        plan.storages.push_back({"m", std::nullopt, 64, {}});
        std::iota(values.begin(), values.end(), 0);
    }
    PlanTensor View(std::vector<int64_t> shape, std::vector<int64_t> strides, int64_t offset) const {
        PlanTensor tensor;
        tensor.storage = 0;
        tensor.offset = offset;
        tensor.shape = std::move(shape);
        tensor.strides = std::move(strides);
        tensor.dtype = FindDType("int32");
        return tensor;
    }
    DispatchArguments Arguments(const PlanTensor& tensor) {
        dispatch.tensors = {tensor};
        return DispatchArguments(plan, dispatch, {storages, {}});
    }

    Plan plan;
    Dispatch dispatch;
    std::vector<int32_t> values = std::vector<int32_t>(16);
    std::vector<uint8_t*> storages = {reinterpret_cast<uint8_t*>(values.data())};
};

TEST(DispatchArguments, RowsAreUsedWhereTheyLie) {
    MatrixPlan matrix;
    const DispatchArguments arguments = matrix.Arguments(matrix.View({2, 4}, {4, 1}, 4));
    EXPECT_EQ(arguments.tensors()[0].address, reinterpret_cast<uint64_t>(&matrix.values[4]));
    EXPECT_EQ(arguments.tensors()[0].bytes, 32U);
}

// The stride of a dimension of one element says nothing.
TEST(DispatchArguments, OneRowOfALargerMatrixIsDense) {
    MatrixPlan matrix;
    const DispatchArguments arguments = matrix.Arguments(matrix.View({1, 3}, {4, 1}, 5));
    EXPECT_EQ(arguments.tensors()[0].address, reinterpret_cast<uint64_t>(&matrix.values[5]));
}

TEST(DispatchArguments, ColumnsAreCopiedInAndOut) {
    MatrixPlan matrix;
    DispatchArguments arguments = matrix.Arguments(matrix.View({4, 2}, {4, 1}, 1));
    const PtoSimplerTensor& tensor = arguments.tensors()[0];
    EXPECT_EQ(tensor.strides[0], 2U);
    arguments.Gather();
    auto* dense = reinterpret_cast<int32_t*>(tensor.address);
    EXPECT_THAT(std::vector<int32_t>(dense, dense + 8), ElementsAre(1, 2, 5, 6, 9, 10, 13, 14));
    for (int i = 0; i < 8; ++i) dense[i] = 100 + i;
    arguments.Scatter();
    EXPECT_THAT(matrix.values, ElementsAre(0, 100, 101, 3, 4, 102, 103, 7, 8, 104, 105, 11, 12, 106, 107, 15));
}

TEST(DispatchArguments, WhatIsOnlyReadIsNotCopiedBack) {
    MatrixPlan matrix;
    PlanTensor view = matrix.View({4, 2}, {4, 1}, 0);
    view.writes = false;
    DispatchArguments arguments = matrix.Arguments(view);
    arguments.Gather();
    matrix.values.assign(16, 7);
    arguments.Scatter();
    EXPECT_THAT(matrix.values, Each(7));
}

}  // namespace
}  // namespace pto::run
