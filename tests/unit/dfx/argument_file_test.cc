#include "runtime/dfx/argument_file.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "base/file_system.h"
#include "runtime/dfx/dump_file.h"
#include "runtime/embedded/include/data_type.h"
#include "tests/support/needs.h"
#include "tests/support/shared_data.h"
#include "tests/support/temp_space.h"
#include "tests/support/tensor_values.h"
#include "tests/unit/dfx/recording_fixture.h"

namespace pto::run {
namespace {

using test::ErrorOf;
using testing::ElementsAre;

DumpedArgument TensorOf(uint64_t task_id, int func_id, uint32_t index, ArgumentRole role, uint64_t bin_offset) {
    DumpedArgument argument;
    argument.task_id = task_id;
    argument.func_ids = {func_id};
    argument.index = index;
    argument.role = role;
    argument.stage = role == ArgumentRole::kInput ? DumpStage::kBeforeDispatch : DumpStage::kAfterCompletion;
    argument.shape = {96, 64};
    argument.strides = {64, 1};
    argument.bin_offset = bin_offset;
    argument.bin_size = 24576;
    return argument;
}

DumpedArgument ScalarOf(uint64_t task_id, int func_id, uint32_t index, DataType dtype, uint64_t bits) {
    DumpedArgument argument;
    argument.task_id = task_id;
    argument.func_ids = {func_id};
    argument.index = index;
    argument.is_scalar = true;
    argument.dtype = static_cast<uint8_t>(dtype);
    argument.scalar = bits;
    return argument;
}

TEST(ArgumentFileTest, IsWhatTheSimulatorWrites) {
    const std::string sample = test::SharedRoot() + "/dfx-samples/gated_residual/args_dump/args_dump.json";
    const RealFileSystem files;
    PTO_NEEDS_DATA("dfx-samples/gated_residual/args_dump/args_dump.json");
    constexpr uint64_t kFirst = test::kRingOne + 1;
    const std::vector<DumpedArgument> arguments = {
        TensorOf(kFirst, 0, 0, ArgumentRole::kInput, 0),
        TensorOf(kFirst, 0, 1, ArgumentRole::kOutput, 24576),
        ScalarOf(kFirst, 0, 2, DataType::UINT64, 1069547520),
        TensorOf(kFirst + 1, 1, 0, ArgumentRole::kInput, 49152),
        TensorOf(kFirst + 1, 1, 1, ArgumentRole::kInput, 73728),
        TensorOf(kFirst + 1, 1, 2, ArgumentRole::kOutput, 98304),
        TensorOf(kFirst + 2, 2, 0, ArgumentRole::kInput, 122880),
        TensorOf(kFirst + 2, 2, 1, ArgumentRole::kInput, 147456),
        TensorOf(kFirst + 2, 2, 2, ArgumentRole::kOutput, 172032),
    };
    EXPECT_EQ(ArgumentsText(arguments, 2), files.Read(sample));
}

TEST(ArgumentFileTest, RolesStagesAndSeveralKernels) {
    DumpedArgument before = TensorOf(5, 1, 0, ArgumentRole::kInOut, 0);
    before.stage = DumpStage::kBeforeDispatch;
    before.func_ids = {3, 7};
    before.is_contiguous = false;
    before.start_offset = 16;
    DumpedArgument after = before;
    after.stage = DumpStage::kAfterCompletion;
    after.bin_offset = 24576;
    EXPECT_EQ(ArgumentsText({after, before}, 1), R"({
  "run_dir": "args_dump",
  "bin_format": {
    "type": "logical_contiguous",
    "byte_order": "little_endian"
  },
  "dump_args_level": 1,
  "total_args": 2,
  "before_dispatch": 1,
  "after_completion": 1,
  "input_args": 0,
  "output_args": 0,
  "inout_args": 2,
  "truncated_args": 0,
  "dropped_records": 0,
  "dropped_overwrite": 0,
  "bin_file": "args.bin",
  "args": [
    {"task_id": "0x0000000000000005", "func_id": [3, 7], "arg_index": 0, "role": "inout", "stage": "before_dispatch", "kind": "tensor", "dtype": "FLOAT32", "is_contiguous": false, "shape": [96, 64], "strides": [64, 1], "start_offset": 16, "numel": 6144, "bin_offset": 0, "bin_size": 24576, "truncated": false, "overwritten": false},
    {"task_id": "0x0000000000000005", "func_id": [3, 7], "arg_index": 0, "role": "inout", "stage": "after_completion", "kind": "tensor", "dtype": "FLOAT32", "is_contiguous": false, "shape": [96, 64], "strides": [64, 1], "start_offset": 16, "numel": 6144, "bin_offset": 24576, "bin_size": 24576, "truncated": false, "overwritten": false}
  ]
}
)");
}

TEST(ArgumentFileTest, AListingWithoutValuesHasNoFileOfThem) {
    DumpedArgument argument = TensorOf(5, 1, 0, ArgumentRole::kInput, 0);
    const auto line = [&](int level) {
        const std::string text = ArgumentsText({argument}, level);
        const size_t start = text.find("  \"bin_file\"");
        return text.substr(start, text.find('\n', start) - start);
    };
    EXPECT_EQ(line(3), "  \"bin_file\": \"args.bin\",");
    argument.bin_size = 0;
    EXPECT_EQ(line(3), "  \"bin_file\": null,");
    EXPECT_EQ(line(2), "  \"bin_file\": \"args.bin\",");
}

TEST(ArgumentFileTest, ValuesOfScalars) {
    const std::pair<DataType, std::pair<uint64_t, std::string>> cases[] = {
        {DataType::FLOAT32, {to_u64(1.5f), "1.5"}},
        {DataType::FLOAT32, {to_u64(2.0f), "2.0"}},
        {DataType::FLOAT32, {to_u64(1e30f), "1e+30"}},
        {DataType::FLOAT32, {to_u64(std::nanf("")), "null"}},
        {DataType::FLOAT32, {to_u64(-std::numeric_limits<float>::infinity()), "\"-$Inf\""}},
        {DataType::INT32, {to_u64(int32_t{-3}), "-3"}},
        {DataType::UINT32, {to_u64(uint32_t{4000000000}), "4000000000"}},
        {DataType::INT64, {to_u64(int64_t{-5}), "-5"}},
        {DataType::BOOL, {1, "true"}},
        {DataType::UINT64, {18446744073709551615u, "18446744073709551615"}},
    };
    for (const auto& [dtype, value] : cases) {
        const std::string text = ArgumentsText({ScalarOf(1, 0, 0, dtype, value.first)}, 2);
        EXPECT_THAT(text, testing::HasSubstr("\"value\": " + value.second +
                                             ", \"is_contiguous\": true, \"shape\": [], "
                                             "\"strides\": [], \"start_offset\": 0, \"numel\": 1, "));
    }
}

TEST(DumpFileTest, GathersTheElementsOfAView) {
    const std::vector<float> data = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    pto_ninja::TensorDescriptor view = test::DenseTensor(reinterpret_cast<uint64_t>(data.data()), {3, 4});
    view.shapes[1] = 2;
    view.start_offset = 1;
    const auto floats = [](const std::vector<uint8_t>& bytes) {
        std::vector<float> values(bytes.size() / 4);
        std::copy(bytes.begin(), bytes.end(), reinterpret_cast<uint8_t*>(values.data()));
        return values;
    };
    EXPECT_THAT(floats(BytesOf(view)), ElementsAre(1, 2, 5, 6, 9, 10));
    view.shapes[1] = 4;
    view.start_offset = 0;
    EXPECT_EQ(floats(BytesOf(view)), data);
    std::swap(view.strides[0], view.strides[1]);  // transposed
    std::swap(view.shapes[0], view.shapes[1]);
    EXPECT_THAT(floats(BytesOf(view)), ElementsAre(0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11));
    view.shapes[0] = 0;
    EXPECT_TRUE(BytesOf(view).empty());
}

TEST(DumpFileTest, AppearsWhenItIsComplete) {
    const test::TempSpace space;
    const RealFileSystem files;
    const std::string path = space.Path("args_dump/args.bin");
    {
        DumpFile dump(path);
        dump.Commit();
        EXPECT_FALSE(files.Stat(path).has_value());
        EXPECT_EQ(dump.Append({1, 2, 3}), 0u);
        EXPECT_EQ(dump.Append({}), 3u);
        EXPECT_EQ(dump.Append({4}), 3u);
        EXPECT_FALSE(files.Stat(path).has_value());
        dump.Commit();
        EXPECT_EQ(files.Read(path), std::string("\1\2\3\4"));
    }
    {
        DumpFile unfinished(path);
        unfinished.Append({9});
    }
    EXPECT_EQ(files.Read(path), std::string("\1\2\3\4"));
    EXPECT_THAT(files.List(space.Path("args_dump")), ElementsAre("args.bin"));
}

TEST(DumpFileTest, TellsAtTheEndWhatFailed) {
    const test::TempSpace space;
    RealFileSystem().Write(space.Path("args_dump"), "a file where the directory should be");
    DumpFile dump(space.Path("args_dump/args.bin"));
    dump.Append({1});
    dump.Append({2});
    EXPECT_EQ(ErrorOf([&] { dump.Commit(); }),
              space.Path("args_dump") + ": is no directory, expected one; move it away");
}

}  // namespace
}  // namespace pto::run
