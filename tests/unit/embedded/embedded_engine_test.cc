// Whole programs on the embedded runtime: order, scopes, blocks, values, errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <thread>

#include "embedded_test_support.h"
#include "runtime/embedded/engine.h"

namespace pto::embedded::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kEntries[] = R"(
void chain(const ChipTaskArgs& args) {  // y = x + 40, through 39 intermediates
    const ChipTensor& x = args.tensor(0).ref();
    const ChipTensor& y = args.tensor(1).ref();
    PTO2_SCOPE() {
        uint32_t shape[1] = {16};
        TensorCreateInfo t_ci(shape, 1, DataType::INT32);
        ChipTensor previous = x;
        for (int i = 0; i < 40; i++) {
            TaskOutputTensors outs = alloc_tensors(t_ci);
            ChipTensor next = i == 39 ? y : outs.get_ref(0);
            CoreTaskArgs task;
            task.add_input(previous);
            task.add_output(next);
            OP(task, 0, 1, 0);
            rt_submit_aiv_task(3, task);
            previous = next;
        }
    }
}
void fan_out(const ChipTaskArgs& args) {  // eight slow readers of one value, their results summed
    const ChipTensor& x = args.tensor(0).ref();
    const ChipTensor& y = args.tensor(1).ref();
    PTO2_SCOPE() {
        CoreTaskArgs first;
        first.add_output(x);
        OP(first, 0, 5, 2000);
        rt_submit_aiv_task(3, first);
        uint32_t shape[1] = {16};
        TensorCreateInfo p_ci(shape, 1, DataType::INT32);
        CoreTaskArgs sum;
        TaskOutputTensors outs[8];
        for (int i = 0; i < 8; i++) {
            outs[i] = alloc_tensors(p_ci);
            CoreTaskArgs task;
            task.add_input(x);
            task.add_output(outs[i].get_ref(0));
            OP(task, 0, i, 500);
            rt_submit_aiv_task(3, task);
            sum.add_input(outs[i].get_ref(0));
        }
        sum.add_output(y);
        OP(sum, 0, 0, 0);
        rt_submit_aiv_task(3, sum);
    }
}
void hazards(const ChipTaskArgs& args) {  // slow reader, then a writer (WAR); slow writer, then a writer (WAW)
    const ChipTensor& x = args.tensor(0).ref();
    const ChipTensor& y = args.tensor(1).ref();
    PTO2_SCOPE() {
        CoreTaskArgs read;
        read.add_input(x);
        read.add_output(y);
        OP(read, 0, 0, 20000);
        rt_submit_aiv_task(3, read);
        CoreTaskArgs overwrite;
        overwrite.add_output(x);
        OP(overwrite, 0, 100, 10000);
        rt_submit_aiv_task(3, overwrite);
        CoreTaskArgs again;
        again.add_output(x);
        OP(again, 0, 7, 0);
        rt_submit_aiv_task(3, again);
    }
}
void views(const ChipTaskArgs& args) {  // y[0:2] += 1, y[1:3] *= 3, y[3:4] += 5 side by side
    const ChipTensor& y = args.tensor(1).ref();
    PTO2_SCOPE() {
        ChipTensor top = Row(y, 0, 2), middle = Row(y, 1, 2), last = Row(y, 3, 1);
        CoreTaskArgs a, b, c;
        a.add_inout(top);
        OP(a, 1, 1, 1);
        rt_submit_aiv_task(3, a);
        b.add_inout(middle);
        OP(b, 1, 3, 0);
        rt_submit_aiv_task(3, b);
        c.add_inout(last);
        OP(c, 1, 1, 5);
        rt_submit_aiv_task(3, c);
    }
}
void manual(const ChipTaskArgs& args) {  // only the stated order: slow, then after it; `free` waits for nothing
    const ChipTensor& x = args.tensor(0).ref();
    const ChipTensor& y = args.tensor(1).ref();
    PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
        CoreTaskArgs slow;
        slow.add_output(x);
        OP(slow, 0, 3, 20000);
        PTO2TaskId id = rt_submit_aiv_task(3, slow).task_id();
        CoreTaskArgs free;
        free.add_input(x);
        OP(free, 14, 0, 0);
        CoreTaskArgsWithDeps<4> after;
        after.add_input(x);
        after.add_output(y);
        after.add_dep(id, PTO2TaskId::invalid());
        OP2(after, 2, 0, 0, 0);
        rt_submit_aiv_task(3, after);
    }
    PTO2_SCOPE() {  // sees what the manual scope did
        CoreTaskArgs twice;
        twice.add_inout(y);
        OP(twice, 1, 2, 0);
        rt_submit_aiv_task(3, twice);
    }
}
void no_dep(const ChipTaskArgs& args) {
    const ChipTensor& x = args.tensor(0).ref();
    const ChipTensor& y = args.tensor(1).ref();
    PTO2_SCOPE() {
        CoreTaskArgs a, b;
        a.add_output(x);
        OP(a, 0, 1, 0);
        rt_submit_aiv_task(3, a);
        b.add_no_dep(x);
        b.add_output(y);
        OP(b, 0, 1, 0);
        rt_submit_aiv_task(3, b);
    }
}
void barrier(const ChipTaskArgs& args) {
    const ChipTensor& y = args.tensor(1).ref();
    CoreTaskArgs task;
    task.add_inout(y);
    OP(task, 10, 0, 0);
    task.launch_spec.set_block_num(24);
    rt_submit_aiv_task(3, task);
}
void flag_barrier(const ChipTaskArgs& args) {
    const ChipTensor& y = args.tensor(1).ref();
    CoreTaskArgs task;
    task.add_inout(y);
    OP(task, 13, 0, 0);
    task.launch_spec.set_core_num(16);
    rt_submit_aiv_task(3, task);
}
void ping_pong(const ChipTaskArgs& args) {
    const ChipTensor& y = args.tensor(1).ref();
    CoreTaskArgs task;
    task.add_inout(y);
    OP(task, 11, 200, 0);
    task.launch_spec.set_block_num(4);
    MixedKernels kernels;
    kernels.aic_kernel_id = 7;
    kernels.aiv0_kernel_id = 3;
    kernels.aiv1_kernel_id = 3;
    rt_submit_task(kernels, task);
}
void lanes(const ChipTaskArgs& args) {
    const ChipTensor& y = args.tensor(1).ref();
    CoreTaskArgs task;
    task.add_inout(y);
    OP(task, 19, 0, 0);
    MixedKernels kernels = {INVALID_KERNEL_ID, 3, 3};
    rt_submit_task(kernels, task);
}
void many_blocks(const ChipTaskArgs& args) {
    const ChipTensor& y = args.tensor(1).ref();
    CoreTaskArgs task;
    task.add_inout(y);
    OP(task, 14, 0, 0);
    task.launch_spec.set_block_num(100);
    rt_submit_aiv_task(3, task);
}
void values(const ChipTaskArgs& args) {  // reads a result, decides, writes an element
    const ChipTensor& x = args.tensor(0).ref();
    const ChipTensor& y = args.tensor(1).ref();
    PTO2_SCOPE() {
        CoreTaskArgs slow;
        slow.add_output(x);
        OP(slow, 0, 6, 5000);
        rt_submit_aiv_task(3, slow);
        uint32_t at[1] = {15};
        int32_t seen = get_tensor_data<int32_t>(x, 1, at);
        for (int i = 0; i < seen; i++) {
            CoreTaskArgs more;
            more.add_inout(y);
            OP(more, 1, 1, 1);
            rt_submit_aiv_task(3, more);
        }
        set_tensor_data(y, 1, at, int32_t(1000));
    }
}
void outputs(const ChipTaskArgs& args) {  // outputs that the submit allocates, with an initial value
    const ChipTensor& y = args.tensor(1).ref();
    PTO2_SCOPE() {
        uint32_t shape[1] = {16};
        TensorCreateInfo ci(shape, 1, DataType::INT32);
        ci.set_initial_value(int32_t(21));
        CoreTaskArgs make;
        make.add_output(ci);
        OP(make, 1, 2, 0);
        TaskOutputTensors made = rt_submit_aiv_task(3, make);
        CoreTaskArgs use;
        use.add_no_dep(made.get_ref(0));  // still waits for its creator
        use.add_output(y);
        OP(use, 0, 0, 0);
        rt_submit_aiv_task(3, use);
    }
}
void dummy(const ChipTaskArgs& args) {  // slow -> dummy -> after, tied by ids only
    const ChipTensor& x = args.tensor(0).ref();
    const ChipTensor& y = args.tensor(1).ref();
    PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
        CoreTaskArgs slow;
        slow.add_output(x);
        OP(slow, 0, 9, 20000);
        PTO2TaskId first[1] = {rt_submit_aiv_task(3, slow).task_id()};
        CoreTaskArgs fence;
        fence.set_dependencies(first, 1);
        PTO2TaskId second[1] = {rt_submit_dummy_task(fence).task_id()};
        CoreTaskArgs after;
        after.add_input(x);
        after.add_output(y);
        after.set_dependencies(second, 1);
        OP(after, 0, 0, 0);
        rt_submit_aiv_task(3, after);
    }
}
void predicate(const ChipTaskArgs& args) {  // x[0] = 4 enables the second task, not the first
    const ChipTensor& x = args.tensor(0).ref();
    const ChipTensor& y = args.tensor(1).ref();
    PTO2_SCOPE() {
        CoreTaskArgs count;
        count.add_output(x);
        OP(count, 0, 4, 5000);
        rt_submit_aiv_task(3, count);
        for (int i = 0; i < 2; i++) {
            CoreTaskPredicate p;
            p.operand.tensor = &x;
            p.operand.ndims = 1;
            p.op = i == 0 ? PredicateOp::GT : PredicateOp::LE;
            p.target = 4;
            CoreTaskArgs task;
            task.add_inout(y);
            OP(task, 1, 1, i == 0 ? 100 : 1);
            task.set_predicate(p);
            rt_submit_aiv_task(3, task);
        }
    }
}
void deferred(const ChipTaskArgs& args) {  // the first is done only once the second has stored 5
    const ChipTensor& x = args.tensor(0).ref();
    const ChipTensor& y = args.tensor(1).ref();
    PTO2_SCOPE() {
        CoreTaskArgs wait;
        wait.add_no_dep(x);
        wait.add_output(y);
        OP(wait, 17, 5, 0);
        rt_submit_aiv_task(3, wait);
        CoreTaskArgs store;
        store.add_no_dep(x);
        OP(store, 18, 5, 20000);
        rt_submit_aiv_task(3, store);
        CoreTaskArgs after;
        after.add_no_dep(x);
        after.add_output(y);
        OP(after, 0, 0, 0);
        rt_submit_aiv_task(3, after);
    }
}
void older_names(const ChipStorageTaskArgs& args) {
    Tensor x = from_tensor_arg(args.tensor(0));
    Tensor y = from_tensor_arg(args.tensor(1));
    int64_t n = (int64_t)args.tensor(0).shapes[0];
    PTO2_SCOPE() {
        Arg params;
        params.add_input(x);
        params.add_output(y);
        OP(params, 0, n, 0);
        pto2_rt_submit_aiv_task(3, params);
    }
}
void log_lines(const ChipTaskArgs&) {
    LOG_INFO("clusters %d, vector cores %d", rt_available_cluster_count(), rt_available_aiv_count());
    LOG_DEBUG("not at this level");
    LOG_ERROR("no arguments");
}
)";

std::string Entries() {
    static const std::string path =
        Orchestration("entries", 2,
                      std::string(kHelpers) +
                          "#define OP2(args, tensors, what, x, y) (args).add_scalar(uint64_t((tensors)*100 + (what)), "
                          "int64_t(x), int64_t(y))\n" +
                          kEntries);
    return path;
}

// A program with arguments x and y of 16 elements (or of `shape`).
struct XyBench : Bench {
    explicit XyBench(const std::string& entry, int workers = 4, std::vector<int64_t> shape = {16})
        : Bench(Entries(), entry, workers), x(Add("x", shape)), y(Add("y", shape)), count(ElementCount(shape)) {}
    std::vector<int32_t> X() const { return {x, x + count}; }
    std::vector<int32_t> Y() const { return {y, y + count}; }
    int32_t* x;
    int32_t* y;
    int64_t count;
};

std::vector<int32_t> Sixteen(int32_t value) {
    return std::vector<int32_t>(16, value);
}

struct Recorder : Observer {
    void OnSubmit(const Task& task) override { dependencies.push_back(task.dependencies); }
    void OnScope(const ScopeEvent& event) override { scopes.push_back(event); }
    void OnTaskStart(const Task& task) override { Log("start", task); }
    void OnTaskFinish(const Task& task) override { Log("finish", task); }
    void OnCoreFinish(const CoreEvent& event) override {
        const std::lock_guard lock(mutex);
        cores.push_back(event);
    }
    void Log(const char* what, const Task& task) {
        const std::lock_guard lock(mutex);
        log.push_back(what + std::string(" ") + std::to_string(task.number));
    }
    std::mutex mutex;
    std::vector<std::vector<uint32_t>> dependencies;
    std::vector<ScopeEvent> scopes;
    std::vector<std::string> log;
    std::vector<CoreEvent> cores;
};

TEST(EmbeddedEngineTest, ChainOfForty) {
    XyBench bench("chain");
    std::iota(bench.x, bench.x + 16, 0);
    const RunStatistics statistics = bench.Run();
    EXPECT_EQ(statistics.task_count, 40u);
    EXPECT_GT(statistics.wall_time.count(), 0);
    for (int i = 0; i < 16; i++) EXPECT_EQ(bench.y[i], i + 40);
}

TEST(EmbeddedEngineTest, ChainAThousandTimesGivesTheSame) {
    XyBench bench("chain");
    std::chrono::nanoseconds total{0};
    for (int round = 0; round < 1000; round++) {
        std::fill(bench.x, bench.x + 16, round);
        total += bench.Run().wall_time;
        ASSERT_EQ(bench.Y(), Sixteen(round + 40));
    }
    RecordProperty("nanoseconds_per_task", std::to_string(total.count() / 40000));
}

TEST(EmbeddedEngineTest, FanOutAndIn) {
    XyBench bench("fan_out");
    bench.Run();
    EXPECT_EQ(bench.Y(), Sixteen(8 * 5 + 28));
}

TEST(EmbeddedEngineTest, WriteAfterReadAndAfterWrite) {
    XyBench bench("hazards");
    std::fill(bench.x, bench.x + 16, 42);
    bench.Run();
    EXPECT_EQ(bench.Y(), Sixteen(42));
    EXPECT_EQ(bench.X(), Sixteen(7));
}

TEST(EmbeddedEngineTest, ViewsOrderWhereTheyOverlap) {
    XyBench bench("views", 4, {4, 4});
    Recorder recorder;
    bench.options.observer = &recorder;
    bench.Run();
    EXPECT_THAT(bench.Y(), ElementsAre(1, 1, 1, 1, 3, 3, 3, 3, 0, 0, 0, 0, 5, 5, 5, 5));
    EXPECT_THAT(recorder.dependencies, ElementsAre(IsEmpty(), ElementsAre(0), IsEmpty()));
}

TEST(EmbeddedEngineTest, ManualScopeTakesOnlyWhatIsStated) {
    XyBench bench("manual");
    Recorder recorder;
    bench.options.observer = &recorder;
    bench.Run();
    EXPECT_EQ(bench.Y(), Sixteen(6));
    EXPECT_THAT(recorder.dependencies, ElementsAre(IsEmpty(), ElementsAre(0), ElementsAre(1)));
    ASSERT_EQ(recorder.scopes.size(), 4u);
    EXPECT_TRUE(recorder.scopes[0].manual);
    EXPECT_FALSE(recorder.scopes[2].manual);
    EXPECT_EQ(recorder.scopes[3].task_count, 3u);
}

TEST(EmbeddedEngineTest, NoDepCreatesNone) {
    XyBench bench("no_dep");
    Recorder recorder;
    bench.options.observer = &recorder;
    bench.Run();
    EXPECT_THAT(recorder.dependencies, ElementsAre(IsEmpty(), IsEmpty()));
}

TEST(EmbeddedEngineTest, BlocksWaitForOneAnother) {
    for (int workers : {1, 4}) {
        XyBench bench("barrier", workers);
        bench.Run();
        EXPECT_EQ(bench.y[1], 300);
    }
    XyBench flags("flag_barrier", 1);
    flags.Run();
    for (int i = 0; i < 16; i++) EXPECT_EQ(flags.y[i], i + 1);
}

TEST(EmbeddedEngineTest, CubeAndVectorPingPong) {
    XyBench bench("ping_pong", 1);
    bench.Run();
    for (int block = 0; block < 4; block++) {
        EXPECT_EQ(bench.y[block * 4], 200);
        EXPECT_EQ(bench.y[block * 4 + 1], 200 * 201 / 2);
        EXPECT_EQ(bench.y[block * 4 + 2], 200 * 201 / 2);
    }
}

TEST(EmbeddedEngineTest, LanesOfOneClusterMeet) {
    XyBench bench("lanes", 1);
    bench.Run();
    EXPECT_EQ(bench.y[2], 6);
    EXPECT_EQ(bench.y[3], 5);
}

TEST(EmbeddedEngineTest, MoreBlocksThanCoresTakeTurns) {
    XyBench bench("many_blocks", 2, {100});
    Recorder recorder;
    bench.options.observer = &recorder;
    bench.Run();
    for (int i = 0; i < 100; i++) EXPECT_EQ(bench.y[i], i * 10);
    EXPECT_EQ(recorder.cores.size(), 100u);
    for (const CoreEvent& event : recorder.cores) EXPECT_LE(event.start_ns, event.end_ns);
}

TEST(EmbeddedEngineTest, OrchestrationReadsAndWritesElements) {
    XyBench bench("values");
    bench.Run();
    std::vector<int32_t> expected = Sixteen(6);
    expected[15] = 1000;
    EXPECT_EQ(bench.Y(), expected);
}

TEST(EmbeddedEngineTest, OutputsAllocatedBySubmit) {
    XyBench bench("outputs");
    Recorder recorder;
    bench.options.observer = &recorder;
    bench.Run();
    EXPECT_EQ(bench.Y(), Sixteen(42));
    EXPECT_THAT(recorder.dependencies, ElementsAre(IsEmpty(), ElementsAre(0)));
}

TEST(EmbeddedEngineTest, DummyTaskIsAFence) {
    XyBench bench("dummy");
    bench.Run();
    EXPECT_EQ(bench.Y(), Sixteen(9));
}

TEST(EmbeddedEngineTest, PredicateDecidesWhenTheTaskIsReady) {
    XyBench bench("predicate");
    bench.Run();
    EXPECT_EQ(bench.Y(), Sixteen(1));
}

TEST(EmbeddedEngineTest, DeferredCompletionHoldsBackSuccessors) {
    for (int workers : {1, 3}) {
        XyBench bench("deferred", workers);
        bench.Run();
        EXPECT_EQ(bench.y[0], 5);
    }
}

TEST(EmbeddedEngineTest, NamesOfEarlierVersions) {
    XyBench bench("older_names");
    bench.Run();
    EXPECT_EQ(bench.Y(), Sixteen(16));
}

TEST(EmbeddedEngineTest, LogLinesGoToTheFunction) {
    XyBench bench("log_lines");
    std::vector<std::string> lines;
    bench.options.log = [&](int level, std::string_view function, std::string_view text) {
        lines.push_back(std::to_string(level) + " " + std::string(function) + " " + std::string(text));
    };
    bench.Run();
    EXPECT_THAT(lines, ElementsAre("1 log_lines clusters 24, vector cores 48", "4 log_lines no arguments"));
}

TEST(EmbeddedEngineTest, ObserverSeesTasksInOrder) {
    XyBench bench("hazards");
    Recorder recorder;
    bench.options.observer = &recorder;
    bench.Run();
    EXPECT_THAT(recorder.log, ElementsAre("start 0", "finish 0", "start 1", "finish 1", "start 2", "finish 2"));
}

TEST(EmbeddedEngineTest, ArgumentsOutsideDeviceMemory) {
    XyBench bench("chain");
    std::vector<int32_t> own(16, 2);
    bench.arguments.tensors[0].data = own.data();
    bench.Run();
    EXPECT_EQ(bench.Y(), Sixteen(42));
    EXPECT_FALSE(bench.memory->Contains(reinterpret_cast<uint64_t>(own.data()), 4));
}

TEST(EmbeddedEngineTest, StridedArgument) {
    XyBench bench("views", 2, {4, 4});
    int32_t* wide = static_cast<int32_t*>(bench.memory->Allocate("wide", 4 * 8 * 4));
    bench.arguments.tensors[1] = {"wide", FindDType("int32"), {4, 4}, {8, 1}, wide};
    Recorder recorder;
    bench.options.observer = &recorder;
    bench.Run();
    EXPECT_THAT(recorder.dependencies, ElementsAre(IsEmpty(), ElementsAre(0), IsEmpty()));
}

TEST(EmbeddedEngineTest, EnginesSideBySide) {
    std::vector<std::thread> ranks;
    std::atomic<int> good{0};
    const std::string orchestration = Entries();
    OpKernel();
    for (int rank = 0; rank < 4; rank++) {
        ranks.emplace_back([&good, rank] {
            XyBench bench("chain", 2);
            for (int round = 0; round < 50; round++) {
                std::fill(bench.x, bench.x + 16, rank);
                bench.Run();
                good += bench.Y() == Sixteen(rank + 40) ? 1 : 0;
            }
        });
    }
    for (std::thread& rank : ranks) rank.join();
    EXPECT_EQ(good, 200);
}

}  // namespace
}  // namespace pto::embedded::test
