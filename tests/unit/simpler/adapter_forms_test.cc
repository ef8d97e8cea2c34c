// What the adapter passes on to a runtime of each month, over the stubs of tests/support: where the months' forms
// differ, and where one has no form for what is asked of it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/simpler/adapter_library.h"
#include "tests/support/stub_runtime.h"

namespace pto::run {
namespace {

using test::Generation;

// One run of a program on an adapter, without pto-replay's plans around it.
class AdapterForms : public testing::Test {
  protected:
    // Records of a run with a tensor, or the error's text.
    static std::string RunWith(test::StubRuntime& stub, const PtoSimplerTensor& tensor, PtoSimplerRun run = {}) {
        const PtoSimplerAdapter& adapter = LoadAdapter(stub.manifest.simpler->adapter, "build it");
        PtoSimplerSession* session = Open(stub, adapter, 30);
        if (session == nullptr) return adapter.last_error();
        PtoSimplerCallable callable{};
        callable.entry = "nothing";
        callable.binary = "B";
        callable.binary_bytes = 1;
        EXPECT_EQ(adapter.add_callable(session, 0, &callable), 0) << adapter.last_error();
        run.tensors = &tensor;
        run.tensor_count = 1;
        run.output_prefix = "";
        const int status = adapter.run(session, &run);
        const std::string text = status == 0 ? stub.TakeRecord().back() : adapter.last_error();
        adapter.close(session);
        return text;
    }

    static PtoSimplerSession* Open(const test::StubRuntime& stub, const PtoSimplerAdapter& adapter, int threshold) {
        PtoSimplerOpenOptions open{};
        open.libraries = FindSimplerLibraries(stub.manifest, "tensormap_and_ringbuffer");
        open.log_threshold = threshold;
        return adapter.open(&open);
    }

    // A runtime whose headers are those of a generation with a text replaced.
    void Change(test::StubRuntime& stub, Generation generation, const std::string& header, const std::string& before,
                const std::string& after) {
        const test::TempSpace headers;
        test::CopyStubHeaders(generation, headers);
        test::ReplaceInFile(headers, header, before, after);
        // A name of its own: what is loaded once stays.
        const std::string adapter = stub.Path("changed" + std::to_string(++changes_) + ".so");
        stub.manifest.simpler->adapter = adapter;
        const ProcessResult result = test::CompileAdapter({headers.Root()}, adapter);
        ASSERT_EQ(result.exit_code, 0) << result.err;
    }

    static PtoSimplerTensor Matrix(int32_t dtype, uint32_t row_stride) {
        PtoSimplerTensor tensor{};
        tensor.address = 4096;
        tensor.bytes = 64;
        tensor.dtype = dtype;
        tensor.rank = 2;
        tensor.shape[0] = 2;
        tensor.shape[1] = 3;
        tensor.strides[0] = row_stride;
        tensor.strides[1] = 1;
        return tensor;
    }

    int changes_ = 0;
};

constexpr int kFp32 = 0, kBool = 11, kFp8 = 12;

TEST_F(AdapterForms, RowsWithGaps) {
    test::StubRuntime june({"nothing"}, Generation::k2026June);
    EXPECT_EQ(RunWith(june, Matrix(kFp32, 4)),
              "a tensor with gaps between its rows, which this runtime has no form for");
    test::StubRuntime july({"nothing"}, Generation::k2026July);
    EXPECT_EQ(RunWith(july, Matrix(kFp32, 4)),
              "run 0 host 0 [2:4, 3:1]+0 of 64 with gaps, extent 7 config 0 0 0 0 0 0 ''");
    EXPECT_EQ(RunWith(july, Matrix(kFp32, 3)), "run 0 host 0 [2:3, 3:1]+0 of 64 config 0 0 0 0 0 0 ''");
    test::StubRuntime august({"nothing"}, Generation::k2026August);
    EXPECT_EQ(RunWith(august, Matrix(kFp32, 4)), "run 0 host 0 [2:4, 3:1]+0 of 64 config 0 0 0 0 0 0 ''");
}

// Where a tensor is no more than an address, an offset is part of that.
TEST_F(AdapterForms, OffsetsOfJune) {
    test::StubRuntime june({"counts"}, Generation::k2026June);
    const PtoSimplerAdapter& adapter = LoadAdapter(june.manifest.simpler->adapter, "build it");
    PtoSimplerSession* session = Open(june, adapter, 30);
    ASSERT_NE(session, nullptr) << adapter.last_error();
    PtoSimplerCallable callable{};
    callable.entry = "counts";
    callable.binary = "B";
    callable.binary_bytes = 1;
    ASSERT_EQ(adapter.add_callable(session, 0, &callable), 0);
    std::vector<float> values = {10, 20, 30};
    PtoSimplerTensor tensor{};
    tensor.address = reinterpret_cast<uint64_t>(values.data());
    tensor.bytes = 12;
    tensor.rank = tensor.shape[0] = tensor.strides[0] = 1;
    tensor.start_offset = 2;
    PtoSimplerRun run{};
    run.tensors = &tensor;
    run.tensor_count = 1;
    run.output_prefix = "";
    EXPECT_EQ(adapter.run(session, &run), 0) << adapter.last_error();
    adapter.close(session);
    EXPECT_EQ(values, (std::vector<float>{10, 20, 31}));
}

// The runtime counts bytes; what it has no name for is as many of them.
TEST_F(AdapterForms, TypesWithoutAName) {
    const auto type = [](test::StubRuntime& stub, int32_t dtype) {
        return RunWith(stub, Matrix(dtype, 3)).substr(0, 15);
    };
    test::StubRuntime july({"nothing"}, Generation::k2026July);
    EXPECT_EQ(type(july, kBool), "run 0 host 5 [2");
    EXPECT_EQ(type(july, kFp8), "run 0 host 5 [2");
    test::StubRuntime august({"nothing"}, Generation::k2026August);
    EXPECT_EQ(type(august, kBool), "run 0 host 11 [");
    EXPECT_EQ(type(august, kFp8), "run 0 host 12 [");
    Change(august, Generation::k2026August, "data_type.h", "    BOOL,\n", "");
    EXPECT_EQ(type(august, kBool), "run 0 host 5 [2");
    EXPECT_EQ(type(august, kFp8), "run 0 host 11 [") << "the number of the name, not ours";
}

TEST_F(AdapterForms, NumbersThatAreNotGivenKeepTheRuntimesDefault) {
    test::StubRuntime june({"nothing"}, Generation::k2026June);
    Change(june, Generation::k2026June, "call_config.h", "aicpu_thread_num = 0", "aicpu_thread_num = 3");
    PtoSimplerRun run{};
    run.swimlane_level = 4;
    run.dump_args = 2;
    EXPECT_EQ(RunWith(june, Matrix(kFp32, 3), run), "run 0 host 0 [2:3, 3:1]+0 of 24 config 3 4 2 0 0 0 ''");
    run.aicpu_thread_num = 5;
    EXPECT_EQ(RunWith(june, Matrix(kFp32, 3), run), "run 0 host 0 [2:3, 3:1]+0 of 24 config 5 4 2 0 0 0 ''");
    // The stub tells of one number there, whichever it is.
    Change(june, Generation::k2026June, "call_config.h", "{config.aicpu_thread_num,", "{config.block_dim,");
    run.block_dim = 24;
    EXPECT_EQ(RunWith(june, Matrix(kFp32, 3), run), "run 0 host 0 [2:3, 3:1]+0 of 24 config 24 4 2 0 0 0 ''");
}

TEST_F(AdapterForms, StatisticsThatARuntimeDoesNotHave) {
    test::StubRuntime june({"nothing"}, Generation::k2026June);
    Change(june, Generation::k2026June, "call_config.h", "    int32_t enable_scope_stats = 0;\n",
           "    static constexpr int32_t enable_scope_stats = 0;\n");
    PtoSimplerRun run{};
    EXPECT_EQ(RunWith(june, Matrix(kFp32, 3), run), "run 0 host 0 [2:3, 3:1]+0 of 24 config 0 0 0 0 0 0 ''");
    run.scope_stats = 1;
    EXPECT_EQ(RunWith(june, Matrix(kFp32, 3), run), "statistics of scopes are of a later runtime than this one");
}

TEST_F(AdapterForms, KernelsThatSayWhichArgumentIsWhich) {
    test::StubRuntime june({"nothing"}, Generation::k2026June);
    Change(
        june, Generation::k2026June, "callable.h",
        "std::vector<uint8_t> make_callable(const ArgDirection* signature, int32_t count, const void* binary, uint32_t "
        "size) {",
        "std::vector<uint8_t> make_callable(const ArgDirection* signature, const uint32_t* positions, int32_t count, "
        "const void* binary, uint32_t size) {\n"
        "    if (count == 2) return CallableText(std::to_string(positions[0]) + std::to_string(positions[1]));");
    const PtoSimplerAdapter& adapter = LoadAdapter(june.manifest.simpler->adapter, "build it");
    PtoSimplerSession* session = Open(june, adapter, 30);
    ASSERT_NE(session, nullptr) << adapter.last_error();
    const int32_t signature[] = {kPtoSimplerIn, kPtoSimplerOut};
    const PtoSimplerKernel kernel{7, "K", 1, signature, 2};
    PtoSimplerCallable callable{};
    callable.entry = "nothing";
    callable.binary = "B";
    callable.binary_bytes = 1;
    callable.kernels = &kernel;
    callable.kernel_count = 1;
    EXPECT_EQ(adapter.add_callable(session, 0, &callable), 0) << adapter.last_error();
    EXPECT_EQ(june.TakeRecord().back(), "register 0 nothing B() 7:01");
    adapter.close(session);
}

struct LevelRow {
    int threshold;
    const char* steps;
};

// A level of ours on a log that has five of its own, and steps of one of them; its library gets the same.
TEST_F(AdapterForms, LevelsOfALogWithSteps) {
    for (const LevelRow& row : {LevelRow{10, "0 step 0"}, LevelRow{20, "1 step 5"}, LevelRow{25, "2 step 0"},
                                LevelRow{30, "2 step 0"}, LevelRow{40, "3 step 0"}, LevelRow{60, "4 step 0"}}) {
        test::StubRuntime july({"nothing"}, Generation::k2026July);
        const PtoSimplerAdapter& adapter = LoadAdapter(july.manifest.simpler->adapter, "build it");
        PtoSimplerSession* session = Open(july, adapter, row.threshold);
        ASSERT_NE(session, nullptr) << adapter.last_error();
        adapter.close(session);
        const std::vector<std::string> record = july.TakeRecord();
        EXPECT_EQ(record.at(0), std::string("log ") + row.steps);
        EXPECT_EQ(record.at(1), std::string("log library ") + row.steps);
    }
}

TEST_F(AdapterForms, ALibraryThatCannotBeLoaded) {
    test::StubRuntime june({"nothing"}, Generation::k2026June);
    june.manifest.simpler->log = june.Path("host.so");  // empty
    EXPECT_EQ(RunWith(june, Matrix(kFp32, 3)), june.Path("host.so") + ": file too short");
    june.manifest.simpler->log = june.manifest.simpler->sim_context;
    EXPECT_EQ(RunWith(june, Matrix(kFp32, 3)), june.Path("context.so") + ": has no simpler_log_init");
}

}  // namespace
}  // namespace pto::run
