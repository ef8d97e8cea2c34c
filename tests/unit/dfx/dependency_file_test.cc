#include "runtime/dfx/dependency_file.h"

#include <gmock/gmock.h>

#include "base/file_system.h"
#include "tests/support/needs.h"
#include "tests/support/shared_data.h"
#include "tests/unit/dfx/recording_fixture.h"

namespace pto::run {
namespace {

using pto_ninja::TensorAccess;
using test::DenseTensor;
using test::kRingOne;
using test::RecordingBuilder;
using test::RowsOf;

std::string TextOf(const RecordingBuilder& builder) {
    return DependencyText(builder.recording, AccountFor(builder.recording));
}

// What the simulator of the chip recorded, byte for byte: ids, hashes, edges and their order.
TEST(DependencyFileTest, IsWhatTheSimulatorWrites) {
    const std::string sample = test::SharedRoot() + "/dfx-samples/gated_residual/deps.json";
    const RealFileSystem files;
    PTO_NEEDS_DATA("dfx-samples/gated_residual/deps.json");
    RecordingBuilder builder;
    BuildGatedResidual(builder);
    EXPECT_EQ(TextOf(builder), files.Read(sample));
}

TEST(DependencyFileTest, ExplicitCreatorAndWriter) {
    RecordingBuilder builder;
    const embedded::Kernel* add = builder.AddKernel(4, "add");
    const embedded::Kernel* cube = builder.AddKernel(7, "cube");
    const auto x = DenseTensor(4096, {4, 8});
    const auto made = DenseTensor(8192, {4, 8}, kRingOne);
    builder.Submit(kRingOne, {cube, add, nullptr}, {{x, TensorAccess::kInOut}, {made, TensorAccess::kOutput}});
    embedded::Task& reader = builder.Submit(
        kRingOne + 1, {nullptr, add, nullptr},
        {{made, TensorAccess::kInput}, {RowsOf(x, 2, 1), TensorAccess::kInput}, {x, TensorAccess::kNoDep}});
    reader.block_num = 3;
    reader.allow_early_resolve = true;
    embedded::Task& last = builder.Submit(kRingOne + 2, {nullptr, nullptr, nullptr}, {});
    last.manual_scope = true;
    last.explicit_dependencies = {kRingOne + 1, kRingOne, kRingOne + 1};

    EXPECT_EQ(
        TextOf(builder),
        R"({"tasks":[{"task_id":"4294967296","scope":"auto","early_dispatch":false,"kernel_ids":[7,4,-1],"block_num":1,)"
        R"("args":[{"idx":0,"type":"INOUT","tensor_id":"5247134848181355493","dtype":"FLOAT32","shape":[4,8],)"
        R"("start_offset":"0","strides":[8,1]},{"idx":1,"type":"OUTPUT"}]},)"
        R"({"task_id":"4294967297","scope":"auto","early_dispatch":true,"kernel_ids":[-1,4,-1],"block_num":3,)"
        R"("args":[{"idx":0,"type":"INPUT","tensor_id":"7751803121509639669","dtype":"FLOAT32","shape":[4,8],)"
        R"("start_offset":"0","strides":[8,1]},{"idx":1,"type":"INPUT","tensor_id":"5247134848181355493",)"
        R"("dtype":"FLOAT32","shape":[1,8],"start_offset":"16","strides":[8,1]},{"idx":2,"type":"UNKNOWN",)"
        R"("tensor_id":"5247134848181355493","dtype":"FLOAT32","shape":[4,8],"start_offset":"0","strides":[8,1]}]},)"
        R"({"task_id":"4294967298","scope":"manual","early_dispatch":false,"kernel_ids":[-1,-1,-1],"block_num":1,)"
        R"("args":[]}],)"
        R"("tensors":[{"tensor_id":"5247134848181355493","buffer_addr":"4096","version":0,"dtype":"FLOAT32",)"
        R"("buffer_numel":"32"},{"tensor_id":"7751803121509639669","buffer_addr":"8192","version":0,)"
        R"("dtype":"FLOAT32","buffer_numel":"32"}],)"
        R"("edges":[{"pred":"4294967296","succ":"4294967297","arg":0,"source":"creator","flags":["wait","retain"],)"
        R"("tensor_id":"7751803121509639669","consumer_dtype":"FLOAT32","consumer_shape":[4,8],)"
        R"("consumer_start_offset":"0","consumer_strides":[8,1]},)"
        R"({"pred":"4294967296","succ":"4294967297","arg":1,"source":"tensormap","flags":["wait"],"overlap":"other",)"
        R"("tensor_id":"5247134848181355493","consumer_dtype":"FLOAT32","consumer_shape":[1,8],)"
        R"("consumer_start_offset":"16","consumer_strides":[8,1],"producer_shape":[4,8],)"
        R"("producer_start_offset":"0","producer_strides":[8,1]},)"
        R"({"pred":"4294967297","succ":"4294967298","arg":-1,"source":"explicit","flags":["wait","retain"]},)"
        R"({"pred":"4294967296","succ":"4294967298","arg":-1,"source":"explicit","flags":["wait","retain"]}]})"
        "\n");
}

}  // namespace
}  // namespace pto::run
