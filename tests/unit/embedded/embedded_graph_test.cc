// rt_submit_graph: a graph gives what its tasks give when they are written out; what may not cross its border is named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "embedded_test_support.h"

namespace pto::embedded::test {
namespace {

using ::testing::Each;

constexpr char kGraphs[] = R"(
// out = 3 * (in + number) + 1, through an intermediate; scalars are bound by reference as PyPTO binds them.
static void layer(const GraphTaskArgs& args) {
    const Tensor& in = args.tensor(0).ref();
    const Tensor& out = args.tensor(1).ref();
    const uint64_t& number = args.scalar(0);
    SIMPLER_SCOPE() {
        uint32_t shape[1] = {16};
        TensorCreateInfo t_ci(shape, 1, DataType::INT32);
        TaskOutputTensors outs = alloc_tensors(t_ci);
        CoreTaskArgs first;
        first.add_input(in);
        first.add_output(outs.get_ref(0));
        OP(first, 0, number, 0);
        rt_submit_aiv_task(3, first);
        CoreTaskArgs second;
        second.add_input(outs.get_ref(0));
        second.add_output(out);
        OP(second, 0, 0, 0);
        rt_submit_aiv_task(3, second);
        CoreTaskArgs third;
        third.add_inout(out);
        OP(third, 1, 3, 1);
        rt_submit_aiv_task(3, third);
    }
}
static void call(const Tensor& in, const Tensor& out, int64_t number) {
    GraphTaskArgs graph;
    graph.add_input(in);
    graph.add_inout(out);
    graph.add_scalar(number);
    rt_submit_graph(&layer, graph);
}
void graph_twice(const ChipTaskArgs& args) {
    const Tensor& x = args.tensor(0).ref();
    const Tensor& y = args.tensor(1).ref();
    const Tensor& z = args.tensor(2).ref();
    call(x, y, 5);
    call(y, z, 7);
}
void written_out(const ChipTaskArgs& args) {
    const Tensor& x = args.tensor(0).ref();
    const Tensor& y = args.tensor(1).ref();
    const Tensor& z = args.tensor(2).ref();
    for (int round = 0; round < 2; round++) {
        const Tensor& in = round == 0 ? x : y;
        const Tensor& out = round == 0 ? y : z;
        uint32_t shape[1] = {16};
        TensorCreateInfo t_ci(shape, 1, DataType::INT32);
        TaskOutputTensors outs = alloc_tensors(t_ci);
        CoreTaskArgs first, second, third;
        first.add_input(in);
        first.add_output(outs.get_ref(0));
        OP(first, 0, round == 0 ? 5 : 7, 0);
        rt_submit_aiv_task(3, first);
        second.add_input(outs.get_ref(0));
        second.add_output(out);
        OP(second, 0, 0, 0);
        rt_submit_aiv_task(3, second);
        third.add_inout(out);
        OP(third, 1, 3, 1);
        rt_submit_aiv_task(3, third);
    }
}

// Adds to the row of y that its argument is.
template <typename List>
static void add(const List& args, int64_t number) {
    CoreTaskArgs task;
    task.add_inout(args.tensor(0).ref());
    OP(task, 1, 1, number);
    rt_submit_aiv_task(3, task);
}
static void plain(const GraphTaskArgs& args) { add(args, args.template scalar<int64_t>(0)); }
static void configured(const GraphTaskArgs& args, int64_t tens, bool negative) {
    add(args, (negative ? -1 : 1) * (tens * 10 + args.scalar<int32_t>(0)));
}
static void early(const CoreTaskArgs& args) { add(args, static_cast<int64_t>(args.scalar(0))); }
void forms(const ChipTaskArgs& args) {
    const Tensor& y = args.tensor(1).ref();
    for (uint32_t i = 0; i < 6; i++) {
        Tensor row = Row(y, i, 1);
        GraphTaskArgs graph;
        graph.add_inout(row);
        graph.add_static_scalar(int64_t{i} + 1);
        CoreTaskArgs list;
        list.add_inout(row);
        list.add_scalar(int64_t{i} + 1);
        if (i == 0) rt_submit_graph(&plain, graph);
        if (i == 1) rt_submit_graph(GRAPH_KEY("plain"), plain, graph);
        if (i == 2) rt_submit_graph(&configured, graph, 4, false);
        if (i == 3) rt_submit_graph(uint64_t{77}, &configured, graph, int64_t{5}, true);
        if (i == 4) rt_submit_graph(&early, list);
        if (i == 5) {
            GraphSubmitResult result = rt_submit_graph(&plain, graph);
            if (result.task_id.is_valid() || result.recording || !result.execute_block) add(graph, 1000);
        }
    }
}
static void last(const GraphTaskArgs& args) {
    CoreTaskArgs task;
    task.add_inout(args.tensor(127).ref());
    OP(task, 1, 1, args.scalar(63));
    rt_submit_aiv_task(3, task);
}
void fills_a_graph(const ChipTaskArgs& args) {
    const Tensor& y = args.tensor(1).ref();
    GraphTaskArgs graph;
    for (int i = 0; i < 128; i++) graph.add_inout(y);
    for (int i = 0; i < 64; i++) graph.add_scalar(i);
    rt_submit_graph(&last, graph);
}

void too_many_tensors(const ChipTaskArgs& args) {
    GraphTaskArgs graph;
    for (int i = 0; i < 129; i++) graph.add_input(args.tensor(0).ref());
    rt_submit_graph(&last, graph);
}
void too_many_scalars(const ChipTaskArgs& args) {
    GraphTaskArgs graph;
    graph.add_input(args.tensor(0).ref());
    for (int i = 0; i < 65; i++) graph.add_scalar(i);
    rt_submit_graph(&last, graph);
}
void waits_for_tasks(const ChipTaskArgs& args) {
    const Tensor& y = args.tensor(1).ref();
    CoreTaskArgs task;
    task.add_output(y);
    OP(task, 0, 1, 0);
    TaskId id = rt_submit_aiv_task(3, task).task_id();
    GraphTaskArgs graph;
    graph.add_inout(y);
    graph.add_scalar(1);
    graph.set_dependencies(&id, 1);
    rt_submit_graph(&plain, graph);
}
void allocates_at_the_border(const ChipTaskArgs& args) {
    uint32_t shape[1] = {16};
    TensorCreateInfo t_ci(shape, 1, DataType::INT32);
    GraphTaskArgs graph;
    graph.add_input(args.tensor(0).ref());
    graph.add_output(t_ci);
    rt_submit_graph(&plain, graph);
}
void no_function(const ChipTaskArgs& args) {
    GraphTaskArgs graph;
    rt_submit_graph(GraphFunction(nullptr), graph);
}
)";

class GraphBench : public Bench {
  public:
    explicit GraphBench(const std::string& entry) : Bench(Library(), entry) {
        x = Add("x", {16});
        y = Add("y", {16, 1});
        z = Add("z", {16});
        for (int i = 0; i < 16; i++) x[i] = i * i - 40;
    }
    int32_t *x, *y, *z;

  private:
    static std::string Library() {
        return Compile("graphs",
                       "#include \"runtime.h\"\n#include \"orchestration_api.h\"\n"
                       "#define EXPORT extern \"C\" __attribute__((visibility(\"default\")))\n"
                       "EXPORT OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs&) { return {3}; }\n" +
                           std::string(kHelpers) + Exported(kGraphs),
                       "-std=c++17");
    }
    // Entries are found by their plain names.
    static std::string Exported(std::string text) {
        for (size_t at = 0; (at = text.find("\nvoid ", at)) != std::string::npos; at += 8)
            text.insert(at + 1, "EXPORT ");
        return text;
    }
};

std::vector<int32_t> Sixteen(const int32_t* values) {
    return {values, values + 16};
}

TEST(EmbeddedGraphTest, AGraphCalledTwiceGivesWhatItsTasksGive) {
    GraphBench graphs("graph_twice"), tasks("written_out");
    const RunStatistics graph_run = graphs.Run();
    const RunStatistics task_run = tasks.Run();
    std::vector<int32_t> y, z;
    for (int i = 0; i < 16; i++) {
        y.push_back((i * i - 40 + 5) * 3 + 1);
        z.push_back((y.back() + 7) * 3 + 1);
    }
    EXPECT_EQ(Sixteen(graphs.y), y);
    EXPECT_EQ(Sixteen(graphs.z), z);
    EXPECT_EQ(Sixteen(tasks.y), y);
    EXPECT_EQ(Sixteen(tasks.z), z);
    EXPECT_EQ(graph_run.task_count, 6u);
    EXPECT_EQ(task_run.task_count, 6u);
}

TEST(EmbeddedGraphTest, TheFourFormsCallTheFunction) {
    GraphBench bench("forms");
    bench.Run();
    EXPECT_EQ(std::vector<int32_t>(bench.y, bench.y + 7), (std::vector<int32_t>{1, 2, 43, -54, 5, 6, 0}));
}

TEST(EmbeddedGraphTest, ABorderHolds128TensorsAnd64Scalars) {
    GraphBench bench("fills_a_graph");
    bench.Run();
    EXPECT_THAT(Sixteen(bench.y), Each(63));
}

TEST(EmbeddedGraphTest, WhatMayNotCrossTheBorderIsNamed) {
    const std::pair<const char*, const char*> cases[] = {
        {"too_many_tensors", "more than 128 tensor arguments"},
        {"too_many_scalars", "more than 64 scalar arguments"},
        {"waits_for_tasks",
         "the arguments have 1 explicit dependencies, expected none: a graph is ordered by its tensors; set them on "
         "the "
         "tasks inside it"},
        {"allocates_at_the_border",
         "argument 1 is a TensorCreateInfo, expected a tensor that exists: allocate it before the graph"},
        {"no_function", "the function is null, expected a graph"},
    };
    for (const auto& [entry, message] : cases) {
        GraphBench bench(entry);
        EXPECT_EQ(bench.Failure(),
                  "orchestration '" + std::string(entry) + "': rt_submit_graph reports error 5: " + message);
        EXPECT_THAT(Sixteen(bench.z), Each(0)) << entry;
    }
}

}  // namespace
}  // namespace pto::embedded::test
