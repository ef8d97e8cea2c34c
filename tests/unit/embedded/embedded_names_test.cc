// Names of several generations of PyPTO in one program, and kernels that ptoas 0.61 and later print.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "embedded_test_support.h"

namespace pto::embedded::test {
namespace {

// y = x + number. The body's own word `Tensor` is a template parameter and no descriptor.
constexpr char kBody[] = R"(

using namespace pto;
template <typename Tensor>
static AICORE inline auto PTOAS__GLOBAL_TENSOR_DATA(Tensor &tensor)
    -> decltype(tensor.data()) {
  return tensor.data();
}
template <typename Ptr>
static AICORE inline void PTOAS__DCCI_SINGLE_CACHE_LINE(Ptr ptr) {
  dcci((__gm__ void*)ptr, cache_line_t::SINGLE_CACHE_LINE);
}
static __aicore__ void add_number(__gm__ float* v1, __gm__ float* v2, int64_t v3, uint64_t l2_offset) {
  const int64_t one = 1;
  const int64_t cols = 16;
  using T = float;
  set_mask_norm();
  set_vector_mask(-1, -1);
  set_ffts_base_addr((uint64_t)v1);
  // pto: %x_view
  pto::Shape<1, 1, 1, -1, -1> shape = pto::Shape<1, 1, 1, -1, -1>(one, one, one, one, cols);
  pto::Stride<-1, -1, -1, -1, -1> stride = pto::Stride<-1, -1, -1, -1, -1>(cols, cols, cols, cols, one);
  GlobalTensor<float, pto::Shape<1, 1, 1, -1, -1>, pto::Stride<-1, -1, -1, -1, -1>, pto::Layout::ND> whole = GlobalTensor<float, pto::Shape<1, 1, 1, -1, -1>, pto::Stride<-1, -1, -1, -1, -1>, pto::Layout::ND>(v1, shape, stride);
  __gm__ float* from = PTOAS__GLOBAL_TENSOR_DATA(whole);
  GlobalTensor<float, pto::Shape<1, 1, 1, 1, 16>, pto::Stride<16, 16, 16, 16, 1>, pto::Layout::ND> in(from + l2_offset / sizeof(float));
  GlobalTensor<float, pto::Shape<1, 1, 1, 1, 16>, pto::Stride<16, 16, 16, 16, 1>, pto::Layout::ND> out(v2);
  Tile<TileType::Vec, float, 1, 16, BLayout::RowMajor, -1, -1, SLayout::NoneBox, 512, PadValue::Null, CompactMode::Null> tile = Tile<TileType::Vec, float, 1, 16, BLayout::RowMajor, -1, -1, SLayout::NoneBox, 512, PadValue::Null, CompactMode::Null>(one, cols);
  TASSIGN(tile, (uint64_t)0);
  TLOAD<pto::TLoadL2Hint::NotAllocKeep>(tile, in);
  set_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
  wait_flag(PIPE_MTE2, PIPE_V, EVENT_ID0);
  TADDS(tile, tile, (float)v3);
  TSTORE(out, tile);
  PTOAS__DCCI_SINGLE_CACHE_LINE(v2);
  dcci((__gm__ void*)0, cache_line_t::ENTIRE_DATA_CACHE, cache_line_t::CACHELINE_OUT);
  dsb(DSB_DDR);
}
)";

// What every simulator kernel of August 2026 defined between its includes and its body.
constexpr char kOwnCacheLines[] = R"(
#if defined(__CPU_SIM)
#include <atomic>
namespace pypto_sim_detail {
template <typename... Args>
static inline void sim_dcci(Args...);
static inline void sim_dsb(int kind);
}
#undef ENTIRE_DATA_CACHE
#undef SINGLE_CACHE_LINE
#undef DSB_DDR
#undef dcci
#undef dsb
#undef CACHELINE_OUT
namespace cache_line_t {
constexpr int ENTIRE_DATA_CACHE = 0;
constexpr int SINGLE_CACHE_LINE = 0;
constexpr int CACHELINE_OUT = 0;
}
typedef int mem_dsb_t;
#define DSB_DDR 0
static inline void dcci(...) { std::atomic_thread_fence(std::memory_order_seq_cst); }
static inline void dsb(mem_dsb_t) { std::atomic_thread_fence(std::memory_order_seq_cst); }
#endif
)";

constexpr char kKernelIncludes[] = R"(
#include <pto/pto-inst.hpp>
#include "tensor.h"
#include "intrinsic.h"
)";

const std::vector<std::string>& DescriptorNames() {
    static const std::vector<std::string> names = {"Tensor", "ChipTensor", "TaskTensor", "simpler::tmr::Tensor",
                                                   "simpler::hbg::Tensor"};
    return names;
}

// One wrapper for each name, as PyPTO writes it; the second scalar says which is called.
std::string NamesKernel(const std::string& definitions) {
    std::string source = kKernelIncludes + definitions + kBody, calls;
    int number = 0;
    for (const std::string& name : DescriptorNames()) {
        const std::string index = std::to_string(number++);
        std::string wrapper = R"(
static __aicore__ void wrapper_$(__gm__ int64_t* args) {
    __gm__ NAME* x_tensor = reinterpret_cast<__gm__ NAME*>(args[0]);
    __gm__ float* x = reinterpret_cast<__gm__ float*>(x_tensor->buffer.addr) + x_tensor->start_offset;
    __gm__ NAME* y_tensor = reinterpret_cast<__gm__ NAME*>(args[1]);
    __gm__ float* y = reinterpret_cast<__gm__ float*>(y_tensor->buffer.addr) + y_tensor->start_offset;
    union { int64_t u; int64_t value; } number;
    number.u = args[2];
    add_number(x, y, number.value, get_l2_cache_offset(args));
}
)";
        for (const auto& [mark, text] : {std::pair<std::string, std::string>{"$", index}, {"NAME", name}}) {
            for (size_t at = 0; (at = wrapper.find(mark, at)) != std::string::npos; at += text.size()) {
                wrapper.replace(at, mark.size(), text);
            }
        }
        source += wrapper;
        calls += "    if (args[3] == " + index + ") wrapper_" + index + "(args);\n";
    }
    source += "extern \"C\" __aicore__ void kernel_entry(__gm__ int64_t* args) {\n" + calls + "}\n";
    return Compile("names_kernel", source,
                   "-std=c++2b -fpermissive -w -O1 -D__CPU_SIM -D__DAV_VEC__ -I'" PTO_EMBEDDED_INCLUDE "/pto'");
}

// Row i of y = row i of x + 10 * (i + 1), by wrapper i. Older and newer names in turn, from both headers.
constexpr char kMixed[] = R"(
#include "runtime.h"
#include "pto_orchestration_api.h"
#include "orchestration_api.h"
extern "C" {
PTO2OrchestrationConfig aicpu_orchestration_config(const L2TaskArgs& args) {
    return OrchestrationConfig{
        .expected_arg_count = 2,
    };
}
void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
    const ChipTensor& x = orch_args.tensor(0).ref();
    const TaskTensor& y = orch_args.tensor(1).ref();
    uint32_t shape[2] = {1, 16};
    TaskId previous = PTO2TaskId::invalid();
    PTO2_SCOPE() {
        SIMPLER_SCOPE_GUARD();
        for (uint32_t i = 0; i < 5; i++) SIMPLER_SCOPE(PTO2ScopeMode::MANUAL) {
            uint32_t offsets[2] = {i, 0};
            Tensor from = x.view(shape, offsets);
            simpler::hbg::Tensor to = y.view(shape, offsets);
            CoreTaskArgsWithDeps<2> task;
            task.add_input(from);
            task.add_output(to);
            task.add_dep(previous);
            task.add_scalar(int64_t{10} * (i + 1), int64_t{i});
            previous = rt_submit_aiv_task(0, task).task_id();
        }
    }
    if (rt_is_fatal()) rt_report_fatal(PTO2_ERROR_DEP_POOL_OVERFLOW, "never");
}
}
#include <type_traits>
static_assert(std::is_same_v<decltype(&aicpu_orchestration_entry), void (*)(const ChipTaskArgs&)>);
extern "C" __attribute__((visibility("default")))
const char* pypto_kernel_abi_descriptor() { return "pypto-kernel-abi-v1:0123"; }
)";

void ExpectThatEveryNameWorks(const std::string& kernel) {
    const std::string orchestration = Compile("mixed_names", kMixed, "-std=c++17");
    const ProgramFiles files = {
        orchestration, "aicpu_orchestration_entry", {{0, "names", pto_ninja::CoreKind::kAiv, kernel}}, "a2a3sim"};
    auto memory = std::make_shared<DeviceMemory>();
    Engine engine(Program::Load(files), memory, 0);
    RunArguments arguments;
    const DType* dtype = FindDType("fp32");
    const std::vector<int64_t> shape = {5, 16};
    for (const char* name : {"x", "y"}) {
        void* data = memory->Allocate(name, DenseBytes(*dtype, shape));
        arguments.tensors.push_back({name, dtype, shape, {}, data});
    }
    auto* x = static_cast<float*>(arguments.tensors[0].data);
    auto* y = static_cast<float*>(arguments.tensors[1].data);
    std::iota(x, x + 80, 0.5f);
    engine.Run(arguments, {});
    std::vector<float> expected;
    for (int i = 0; i < 80; i++) {
        expected.push_back(static_cast<float>(i) + 0.5f + 10.0f * static_cast<float>(i / 16 + 1));
    }
    EXPECT_EQ(std::vector<float>(y, y + 80), expected);
}

TEST(EmbeddedNamesTest, OneProgramMaySayEveryGenerationsNames) {
    ExpectThatEveryNameWorks(NamesKernel(""));
}

TEST(EmbeddedNamesTest, AKernelMayDefineCacheLinesItself) {
    ExpectThatEveryNameWorks(NamesKernel(kOwnCacheLines));
}

// The stride of a dimension of size 1 says nothing about where elements lie.
constexpr char kStrides[] = R"(
void reshapes(const ChipTaskArgs& args) {
    const Tensor& y = args.tensor(1).ref();
    uint32_t one[2] = {4, 1}, first[2] = {0, 0};
    Tensor column = y.view(one, first);          // strides 16 and 1: not dense
    uint32_t row_shape[2] = {1, 16};
    Tensor row = y.view(row_shape, first).transpose(0, 1).transpose(0, 1);
    Tensor odd = y.slice(0, 0, 1, 3);            // stride 48 over one row
    uint32_t flat[1] = {16};
    Tensor line = odd.reshape(flat, 1);          // asserts where it is not contiguous
    CoreTaskArgs task;
    task.add_inout(line);
    OP(task, 1, 1, column.is_contiguous ? 1000 : row.is_contiguous && odd.is_contiguous ? 7 : 2000);
    rt_submit_aiv_task(3, task);
}
)";

TEST(EmbeddedNamesTest, StridesOfDimensionsOfSizeOneDoNotCount) {
    Bench bench(Orchestration("strides", 2, std::string(kHelpers) + kStrides), "reshapes");
    bench.Add("x", {1});
    const int32_t* y = bench.Add("y", {4, 16});
    bench.Run();
    EXPECT_EQ(std::accumulate(y, y + 16, 0), 16 * 7);
    EXPECT_EQ(std::accumulate(y, y + 64, 0), 16 * 7);
}

}  // namespace
}  // namespace pto::embedded::test
