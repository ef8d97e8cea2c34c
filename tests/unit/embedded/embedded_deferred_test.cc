// Kernels that leave conditions for their completion, through the headers of both generations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "embedded_test_support.h"

namespace pto::embedded::test {
namespace {

// What it does with tensor 0 is the first scalar, the second one its value.
std::string DeferringKernel() {
    return Compile("deferring_kernel", R"(
#include <cstdint>
#include <pto/pto-inst.hpp>
#include "tensor.h"
#if !__has_include("async_kernel_api.h") || !__has_include("pto_async_kernel_api.h")
#error "one of the two names is missing"
#endif
#include "async_kernel_api.h"
#include "pto_async_kernel_api.h"
using namespace pto;
static_assert(MAX_COMPLETIONS_PER_TASK == 64);
static int32_t* Data(int64_t* args, int i) {
    auto* tensor = reinterpret_cast<Tensor*>(args[i]);
    return reinterpret_cast<int32_t*>(tensor->buffer.addr) + tensor->start_offset;
}
extern "C" void kernel_entry(int64_t* args) {
    AsyncCtx ctx = get_async_ctx(args);
    int32_t* counter = Data(args, 0);
    const int tensors = args[1] > 100 ? 2 : 1;
    const int64_t value = args[tensors + 1];
    switch (args[tensors]) {
        case 0: save_expected_notification_counter(ctx, counter, static_cast<uint32_t>(value)); break;
        case 1: send_notification(counter, static_cast<int32_t>(value), pto::comm::NotifyOp::Set); break;
        case 2: Data(args, 1)[0] = counter[0] * static_cast<int32_t>(value); break;
        case 3: pto2::detail::defer_error(ctx, PTO2_ERROR_ASYNC_COMPLETION_INVALID); break;
        case 4:
            for (int64_t i = 0; i < value; i++) save_expected_notification_counter(ctx, counter, 0);
            pto2::detail::defer_flush_range(counter, sizeof(*counter));
            break;
    }
    pto2::detail::defer_flush(ctx);
}
)",
                   "-std=c++2b -fpermissive -w -D__CPU_SIM -D__DAV_VEC__ -I'" PTO_EMBEDDED_INCLUDE "/pto'");
}

constexpr char kDeferring[] = R"(
#include "orchestration_api.h"
#define EXPORT extern "C" __attribute__((visibility("default")))
EXPORT OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs&) { return {2}; }
static TaskId Submit(const Tensor& t, int64_t what, int64_t value) {
    CoreTaskArgs task;
    task.add_inout(t);
    task.add_scalar(what, value);
    return rt_submit_aiv_task(0, task).task_id();
}
EXPORT void notified(const ChipTaskArgs& args) {  // y is written once x has been set to 3, which the first task waits for
    SIMPLER_SCOPE(ScopeMode::MANUAL) {
        TaskId waiter = Submit(args.tensor(0).ref(), 0, 3);
        Submit(args.tensor(0).ref(), 1, 3);
        CoreTaskArgsWithDeps<1> task;
        task.add_input(args.tensor(0).ref());
        task.add_output(args.tensor(1).ref());
        task.add_dep(waiter);
        task.add_scalar(int64_t{2}, int64_t{7});
        rt_submit_aiv_task(0, task);
    }
}
EXPORT void invalid(const ChipTaskArgs& args) { Submit(args.tensor(0).ref(), 3, 0); }
EXPORT void full(const ChipTaskArgs& args) { Submit(args.tensor(0).ref(), 4, 64); }
EXPORT void too_many(const ChipTaskArgs& args) { Submit(args.tensor(0).ref(), 4, 65); }
)";

struct DeferringBench {
    explicit DeferringBench(const std::string& entry)
        : engine(Program::Load({Compile("deferring", kDeferring, "-std=c++17"),
                                entry,
                                {{0, "deferring", pto_ninja::CoreKind::kAiv, DeferringKernel()}},
                                "a2a3sim"}),
                 memory, 0) {
        const DType* dtype = FindDType("int32");
        const std::vector<int64_t> shape = {16};
        for (const char* name : {"x", "y"}) {
            arguments.tensors.push_back({name, dtype, shape, {}, memory->Allocate(name, DenseBytes(*dtype, shape))});
        }
    }
    std::string Failure() {
        try {
            engine.Run(arguments, {});
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    std::shared_ptr<DeviceMemory> memory = std::make_shared<DeviceMemory>();
    Engine engine;
    RunArguments arguments;
};

TEST(EmbeddedDeferredTest, ATaskIsDoneWhenItsConditionHolds) {
    DeferringBench bench("notified");
    EXPECT_EQ(bench.Failure(), "");
    EXPECT_EQ(static_cast<int32_t*>(bench.arguments.tensors[1].data)[0], 21);
}

TEST(EmbeddedDeferredTest, ErrorsOfTheInterfaceAreReported) {
    EXPECT_EQ(DeferringBench("invalid").Failure(),
              "kernel 'deferring' (task 0): the completion interface reports error 101");
    EXPECT_EQ(DeferringBench("full").Failure(), "");
    EXPECT_EQ(DeferringBench("too_many").Failure(),
              "kernel 'deferring' (task 0): the completion interface reports error 102");
}

}  // namespace
}  // namespace pto::embedded::test
