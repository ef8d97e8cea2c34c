// What a user is told when a kernel, an orchestration or a binary is wrong.
#include <fcntl.h>
#include <sys/wait.h>

#include <fstream>
#include <mutex>
#include <thread>

#include "embedded_test_support.h"
#include "runtime/embedded/fault_guard.h"
#include "tests/support/needs.h"

namespace pto::embedded::test {
namespace {

constexpr char kFailingEntries[] = R"(
static void One(const ChipTaskArgs& args, int func, int what, int64_t x, int64_t y = 0, int blocks = 1) {
    CoreTaskArgs task;
    task.add_inout(args.tensor(0).ref());
    OP(task, what, x, y);
    task.launch_spec.set_block_num(blocks);
    if (func == 7) rt_submit_aic_task(func, task); else rt_submit_aiv_task(func, task);
}
void says_fail(const ChipTaskArgs& args) { One(args, 3, 1, 1, 1); One(args, 3, 2, 0); }
void knows_one(const ChipTaskArgs& args) { One(args, 3, 1, 1, 1); }
void past_end(const ChipTaskArgs& args) { One(args, 3, 3, 16, 12); }
void before_start(const ChipTaskArgs& args) { One(args, 3, 3, 4, -2); }
void past_intermediate(const ChipTaskArgs& args) {
    uint32_t shape[2] = {4, 4};
    TensorCreateInfo scores_ci(shape, 2, DataType::INT32);
    TaskOutputTensors outs = alloc_tensors(scores_ci);
    CoreTaskArgs task;
    task.add_inout(outs.get_ref(0));
    OP(task, 3, 20, 0);
    rt_submit_aiv_task(3, task);
}
void throws(const ChipTaskArgs& args) { One(args, 3, 4, 0); }
void polls(const ChipTaskArgs& args) { One(args, 3, 5, 0); }
void spins(const ChipTaskArgs& args) { One(args, 3, 6, 0); }
void segv(const ChipTaskArgs& args) { One(args, 3, 1, 1); One(args, 3, 7, 16); }
void segv_block(const ChipTaskArgs& args) { One(args, 3, 7, 16, 0, 2); }
void segv_local(const ChipTaskArgs& args) { One(args, 3, 15, 192 * 1024); }
void segv_wild(const ChipTaskArgs& args) { One(args, 3, 7, int64_t(1) << 30); }
void segv_no_address(const ChipTaskArgs& args) { One(args, 3, 7, int64_t(1) << 50); }
void divide(const ChipTaskArgs& args) { One(args, 3, 8, 0); }
void traps_division(const ChipTaskArgs& args) { One(args, 3, 21, 4); }
void traps_overflow(const ChipTaskArgs& args) { One(args, 3, 21, 8); }
void traps_invalid(const ChipTaskArgs& args) { One(args, 3, 21, 1); }
void raises(const ChipTaskArgs& args) { One(args, 3, 22, 8); }
void aborts(const ChipTaskArgs& args) { One(args, 7, 9, 0); }
void waits_alone(const ChipTaskArgs& args) { One(args, 3, 12, 5); }
void waits_in_block(const ChipTaskArgs& args) { One(args, 3, 12, 5, 0, 3); }
void bad_flag(const ChipTaskArgs& args) { One(args, 3, 12, 64); }
void barrier_too_wide(const ChipTaskArgs& args) { One(args, 3, 10, 0, 0, 49); }
void block_fails(const ChipTaskArgs& args) { One(args, 3, 16, 2, 100, 8); }
void several_fail(const ChipTaskArgs& args) {  // tasks 1 (late) and 2 (early) fail, 3 never ends
    PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
        One(args, 3, 1, 1);
        One(args, 3, 16, 0, 1);
        CoreTaskArgs slow;
        One(args, 3, 2, 0);
        One(args, 3, 5, 0);
    }
}
void late_then_early(const ChipTaskArgs& args) {
    PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
        CoreTaskArgs late;
        late.add_inout(args.tensor(0).ref());
        OP(late, 18, 0, 50000);  // 50 ms, then fails through the next task that waits for it
        PTO2TaskId id[1] = {rt_submit_aiv_task(3, late).task_id()};
        CoreTaskArgs fails_late;
        fails_late.add_inout(args.tensor(0).ref());
        fails_late.set_dependencies(id, 1);
        OP(fails_late, 4, 0, 0);
        rt_submit_aiv_task(3, fails_late);
        One(args, 3, 2, 0);
    }
}
void unknown_func(const ChipTaskArgs& args) { One(args, 12, 0, 0); }
void wrong_core(const ChipTaskArgs& args) {
    CoreTaskArgs task;
    task.add_inout(args.tensor(0).ref());
    OP(task, 1, 1, 1);
    rt_submit_aic_task(3, task);
}
void too_many_tensors(const ChipTaskArgs& args) {
    CoreTaskArgs task;
    for (int i = 0; i < 33; i++) task.add_input(args.tensor(0).ref());
    rt_submit_aiv_task(3, task);
}
void too_many_scalars(const ChipTaskArgs&) {
    CoreTaskArgs task;
    for (int i = 0; i < 17; i++) task.add_scalar(i);
    rt_submit_aiv_task(3, task);
}
void tensor_after_scalar(const ChipTaskArgs& args) {
    CoreTaskArgs task;
    task.add_scalar(1);
    task.add_input(args.tensor(0).ref());
    rt_submit_aiv_task(3, task);
}
void says_fatal(const ChipTaskArgs& args) {
    One(args, 3, 1, 1);
    rt_report_fatal(PTO2_ERROR_EXPLICIT_ORCH_FATAL, "rank %d is too large", 7);
    One(args, 3, 2, 0);
}
void asserts(const ChipTaskArgs& args) {
    const ChipTensor& x = args.tensor(0).ref();
#line 100 "program.cpp"
    always_assert(x.ndims == 9);
}
void automatic_in_manual(const ChipTaskArgs&) {
    PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
#line 110 "program.cpp"
        PTO2_SCOPE() {}
    }
}
void reads_outside(const ChipTaskArgs& args) {
    uint32_t at[1] = {16};
    get_tensor_data<int32_t>(args.tensor(0).ref(), 1, at);
}
void too_wide_start(const ChipTaskArgs& args) {
    CoreTaskArgs task;
    task.add_inout(args.tensor(0).ref());
    task.launch_spec.set_block_num(60);
    task.launch_spec.set_require_sync_start(true);
    OP(task, 1, 1, 1);
    rt_submit_aiv_task(3, task);
}
void unknown_id(const ChipTaskArgs& args) {
    PTO2TaskId ids[1] = {PTO2TaskId::make(0, 77)};
    CoreTaskArgs task;
    task.add_inout(args.tensor(0).ref());
    task.set_dependencies(ids, 1);
    OP(task, 1, 1, 1);
    rt_submit_aiv_task(3, task);
}
void submits_for_ever(const ChipTaskArgs& args) { for (;;) One(args, 3, 1, 1); }
void hangs(const ChipTaskArgs& args) { for (volatile int forever = 1; forever;) {} }
void crashes(const ChipTaskArgs& args) { *args.tensor(0).ref().data_as<volatile int>() = 1; *(volatile int*)8 = 1; }
)";

std::string FailingEntries() {
    static const std::string path = Orchestration("failures", 1, std::string(kHelpers) + kFailingEntries);
    return path;
}

struct XBench : Bench {
    explicit XBench(const std::string& entry, int workers = 4)
        : Bench(FailingEntries(), entry, workers), x(Add("x", {16})) {}
    int32_t* x;
};

std::string FailureOf(const std::string& entry) {
    return XBench(entry).Failure();
}

constexpr char kBounds[] =
    "; compare the tile's shape and the offset added to the pointer with the shape of the tensor";

TEST(EmbeddedFailureTest, KernelFaults) {
    EXPECT_EQ(FailureOf("says_fail"), "kernel 'op' (task 1): the op says so");
    EXPECT_EQ(FailureOf("past_end"),
              "kernel 'op' (task 0): TLOAD reads 48 bytes past the end of 'x' (64 bytes)" + std::string(kBounds));
    EXPECT_EQ(FailureOf("before_start"),
              "kernel 'op' (task 0): TLOAD reads 8 bytes before the start of 'x' (64 bytes)" + std::string(kBounds));
    EXPECT_EQ(FailureOf("past_intermediate"),
              "kernel 'op' (task 0): TLOAD reads 16 bytes past the end of 'scores' (64 bytes)" + std::string(kBounds));
    EXPECT_EQ(FailureOf("throws"), "kernel 'op' (task 0): uncaught C++ exception: boom");
    EXPECT_EQ(FailureOf("bad_flag"), "kernel 'op' (task 0): flag 64 does not exist; flags are 0 to 31");
}

// Without a time limit: these runs end only because the deadlock is found.
TEST(EmbeddedFailureTest, WaitsThatNobodyAnswersAreFound) {
    EXPECT_EQ(FailureOf("waits_alone"), "kernel 'op' (task 0): waits for flag 5, which no core is left to set");
    EXPECT_EQ(FailureOf("waits_in_block"),
              "kernel 'op' (task 0, block 0): waits for flag 5, which no core is left to set");
}

TEST(EmbeddedFailureTest, TooManyBlocks) {
    EXPECT_EQ(FailureOf("barrier_too_wide"),
              "kernel 'op' (task 0, block 0): SYNCALL needs all 49 blocks to run at once, but a2a3sim has cores for "
              "48; submit fewer blocks and let each do more");
    EXPECT_EQ(FailureOf("too_wide_start"),
              "task 0 wants its 60 blocks to start together, but a2a3sim has cores for 48");
}

TEST(EmbeddedFailureTest, TheFirstInProgramOrderIsReported) {
    for (int round = 0; round < 20; round++) {
        ASSERT_EQ(FailureOf("block_fails"), "kernel 'op' (task 0, block 2): block fails");
        ASSERT_EQ(FailureOf("several_fail"), "kernel 'op' (task 1): block fails");
    }
    EXPECT_EQ(FailureOf("late_then_early"), "kernel 'op' (task 1): uncaught C++ exception: boom");
}

TEST(EmbeddedFailureTest, EngineIsUsableAfterAFailure) {
    XBench bench("says_fail");
    EXPECT_NE(bench.Failure(), "");
    EXPECT_EQ(bench.Failure(), "kernel 'op' (task 1): the op says so");
    EXPECT_EQ(bench.x[0], 2);
    EXPECT_EQ(bench.memory->allocated_bytes(), 64u);
}

TEST(EmbeddedFailureTest, Submits) {
    EXPECT_EQ(FailureOf("unknown_func"),
              "task 0 is submitted with func_id 12, which no kernel has; the kernels are 3 'op', 7 'cube_op'");
    EXPECT_EQ(FailureOf("wrong_core"),
              "kernel 'op' (task 0) is a vector kernel, but submitted to a cube core; check the call in the "
              "orchestration and core_type "
              "in kernel_config.py");
    EXPECT_EQ(FailureOf("too_many_tensors"),
              "orchestration 'too_many_tensors': submit reports error 5: more than 32 tensor arguments");
    EXPECT_EQ(FailureOf("too_many_scalars"),
              "orchestration 'too_many_scalars': submit reports error 5: more than 16 scalar arguments");
    EXPECT_EQ(FailureOf("tensor_after_scalar"),
              "orchestration 'tensor_after_scalar': submit reports error 5: a tensor is added after a scalar");
    EXPECT_EQ(FailureOf("unknown_id"), "task 0 is to wait for task id 77, which no submit has returned");
}

TEST(EmbeddedFailureTest, Orchestrations) {
    EXPECT_EQ(FailureOf("says_fatal"), "orchestration 'says_fatal': says_fatal reports error 9: rank 7 is too large");
    EXPECT_EQ(FailureOf("asserts"),
              "orchestration 'asserts': uncaught C++ exception: assertion 'x.ndims == 9' failed at program.cpp:100");
    EXPECT_EQ(
        FailureOf("automatic_in_manual"),
        "program.cpp:110: an automatic scope inside a manual one is not supported; make the inner scope manual too");
    EXPECT_EQ(FailureOf("reads_outside"),
              "orchestration 'reads_outside': get_tensor_data uses element [16] of a tensor of shape [16]");
}

TEST(EmbeddedFailureTest, TooFewArguments) {
    XBench bench("says_fail");
    bench.arguments.tensors.clear();
    EXPECT_EQ(bench.Failure(),
              "orchestration 'says_fail' expects 1 arguments, 0 are given (0 tensors, 0 scalars); the orchestration "
              "source and the "
              "parameters of the program belong to different versions");
}

TEST(EmbeddedFailureTest, ArgumentsThatNoDescriptorHolds) {
    const std::string remedy = "; change the parameter in the program and recompile it with ir.compile()";
    XBench bench("knows_one");
    const std::string name = "argument '" + bench.arguments.tensors[0].name + "'";
    bench.arguments.tensors[0].shape = {1, 1, 1, 1, 4, 4};
    EXPECT_EQ(bench.Failure(), name + " has the shape [1, 1, 1, 1, 4, 4], expected at most 5 dimensions" + remedy);
    bench.arguments.tensors[0].shape = {4294967296, 1};
    EXPECT_EQ(bench.Failure(),
              name + " has the shape [4294967296, 1], expected dimensions and strides of 0 to 2^32 - 1" + remedy);
    bench.arguments.tensors[0].shape = {16};
    bench.arguments.tensors[0].dtype = FindDType("hf8");
    EXPECT_EQ(bench.Failure(), name + " has the type 'hf8', expected one that the runtime has" + remedy);
}

// Tokens that order the dispatches of a rank follow the tensors that an orchestration knows.
TEST(EmbeddedFailureTest, MoreArgumentsThanExpectedAreNoFailure) {
    XBench bench("knows_one");
    bench.arguments.tensors.push_back(bench.arguments.tensors[0]);
    bench.arguments.scalars = {1};
    EXPECT_EQ(bench.Failure(), "");
    EXPECT_EQ(bench.x[0], 1);
}

TEST(EmbeddedFailureTest, Loading) {
    const auto load = [](const ProgramFiles& files) -> std::string {
        try {
            Program::Load(files);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    ProgramFiles files = Bench::Files(FailingEntries(), "says_fail");
    EXPECT_EQ(load(files), "");
    files.entry_symbol = "nothing";
    EXPECT_EQ(load(files),
              FailingEntries() +
                  ": the orchestration does not export 'nothing'; check the function names in the source and in "
                  "kernel_config.py");
    files = Bench::Files(FailingEntries(), "says_fail");
    files.kernels[0].path = "/no/such/op.so";
    EXPECT_EQ(load(files), "/no/such/op.so: no such file; build it again with ninja");
    const std::string plain = Compile("plain", "int nothing;", "");
    files.kernels[0].path = plain;
    EXPECT_EQ(load(files),
              plain +
                  ": kernel 'op' does not export 'kernel_entry'; its source needs the extern \"C\" function "
                  "kernel_entry(int64_t* args)");
    files = Bench::Files(plain, "says_fail");
    EXPECT_EQ(load(files),
              plain +
                  ": the orchestration does not export 'pto_ninja_bind_orchestration'; it was built against other "
                  "headers than those of the embedded runtime; build it again with ninja");
    const std::string old = Compile("old", R"(
        static const unsigned exports[8] = {99};
        extern "C" const void* pto_ninja_bind_orchestration(const void*) { return exports; }
    )",
                                    "");
    files = Bench::Files(old, "says_fail");
    EXPECT_EQ(
        load(files),
        old + ": built for version 99 of the orchestration interface, version 1 expected; build it again with ninja");
    files = Bench::Files(FailingEntries(), "says_fail", "a2a3");
    EXPECT_EQ(load(files), "the embedded runtime has no platform 'a2a3'; it runs 'a2a3sim' and 'a5sim'");
    files = Bench::Files(FailingEntries(), "says_fail");
    files.kernels[1].func_id = files.kernels[0].func_id;
    EXPECT_EQ(load(files),
              "func_id 3 names two kernels, 'op' and 'cube_op'; give each kernel an id of its own in kernel_config.py");
}

constexpr char kTimeRemedy[] =
    "; look for a wait that nobody answers or a loop that does not end; raise the time limit if it only needs longer";

TEST(EmbeddedFailureTest, TimeLimitStopsAWait) {
    XBench bench("polls");
    bench.options.time_limit = std::chrono::milliseconds(200);
    EXPECT_EQ(bench.Failure(),
              "not done within the time limit of 0.2 s: kernel 'op' (task 0) waits for a value in memory" +
                  std::string(kTimeRemedy));
    EXPECT_FALSE(bench.engine->abandoned());
    EXPECT_THROW(bench.Run(), TimeLimitError);
}

TEST(EmbeddedFailureTest, TimeLimitStopsAnOrchestrationThatCallsTheRuntime) {
    XBench bench("submits_for_ever");
    bench.options.time_limit = std::chrono::milliseconds(100);
    EXPECT_THAT(bench.Failure(), ::testing::StartsWith("not done within the time limit of 0.1 s: "));
    EXPECT_FALSE(bench.engine->abandoned());
}

TEST(EmbeddedFailureTest, NoTimeLimitErrorWhenInTime) {
    XBench bench("says_fail");
    bench.options.time_limit = std::chrono::seconds(20);
    EXPECT_EQ(bench.Failure(), "kernel 'op' (task 1): the op says so");
}

struct Exit {
    int code = -1;
    std::string text;  // of stderr
};

// Runs `body` in a process of its own.
Exit InChild(const std::function<void()>& body) {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        body();
        _exit(77);
    }
    close(ends[1]);
    Exit result;
    char buffer[512];
    for (ssize_t got; (got = read(ends[0], buffer, sizeof(buffer))) > 0;)
        result.text.append(buffer, static_cast<size_t>(got));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return result;
}

Exit Crash(const std::string& entry) {
    FailingEntries();
    OpKernel();
    return InChild([&] {
        const FaultGuard guard(FaultGuardOptions{});
        XBench bench(entry);
        bench.Run();
    });
}

// Why a crash here is not told by our handlers; empty where it is.
std::string WhyOtherHandlers() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return "the sanitizer has handlers of its own";
#else
    return {};
#endif
}

void ExpectCrash(const std::string& entry, const std::string& text) {
    const Exit exit = Crash(entry);
    EXPECT_EQ(exit.code, 3) << entry;
    EXPECT_EQ(exit.text, "pto-replay: error: " + text + "\n");
}

TEST(EmbeddedCrashTest, InvalidAccessNamesKernelAndTensor) {
    PTO_NEEDS(WhyOtherHandlers());
    ExpectCrash("segv", "kernel 'op' (task 1): invalid memory access, writes 1 byte past the end of 'x' (64 bytes)");
    ExpectCrash(
        "segv_local",
        "kernel 'op' (task 0): invalid memory access, writes 1 byte past the end of 'vector buffer' (196608 bytes)");
    ExpectCrash("segv_wild",
                "kernel 'op' (task 0): invalid memory access, writes memory at an address that belongs to no tensor");
    ExpectCrash("segv_no_address", "kernel 'op' (task 0): invalid memory access, through a pointer that is no address");
}

TEST(EmbeddedCrashTest, BlocksAreTold) {
    const Exit exit = Crash("segv_block");
    EXPECT_EQ(exit.code, 3);
    EXPECT_THAT(exit.text, ::testing::MatchesRegex(
                               "pto-replay: error: kernel 'op' \\(task 0, block [01]\\): invalid memory access, "
                               "writes 1 byte past the end of 'x' \\(64 bytes\\)\n"));
}

TEST(EmbeddedCrashTest, OtherSignals) {
    PTO_NEEDS(WhyOtherHandlers());
    ExpectCrash("divide", "kernel 'op' (task 0): integer division by zero or overflow");
#ifdef __x86_64__  // where these bits of the processor mean that
    ExpectCrash("traps_division",
                "kernel 'op' (task 0): floating-point division by zero, which the code has set to trap");
    ExpectCrash("traps_overflow", "kernel 'op' (task 0): floating-point overflow, which the code has set to trap");
    ExpectCrash("traps_invalid",
                "kernel 'op' (task 0): invalid floating-point operation, which the code has set to trap");
#endif
    ExpectCrash("raises", "kernel 'op' (task 0): arithmetic exception");
    ExpectCrash("aborts", "kernel 'cube_op' (task 0): aborted");
    ExpectCrash("crashes", "orchestration 'crashes': invalid memory access, writes through a null pointer");
}

TEST(EmbeddedCrashTest, WritesThePreparedFile) {
    FailingEntries();
    OpKernel();
    const std::string path = (BuildDir() / ("last_run_" + std::to_string(getpid()) + ".json")).string();
    const Exit exit = InChild([&] {
        const FaultGuard guard({"x: ", 5, path, "{\"error\": \"", "\"}\n"});
        XBench bench("segv");
        bench.Run();
    });
    EXPECT_EQ(exit.code, 5);
    EXPECT_EQ(exit.text,
              "x: kernel 'op' (task 1): invalid memory access, writes 1 byte past the end of 'x' (64 bytes)\n");
    std::ifstream file(path);
    EXPECT_EQ(
        std::string(std::istreambuf_iterator<char>(file), {}),
        "{\"error\": \"kernel 'op' (task 1): invalid memory access, writes 1 byte past the end of 'x' (64 bytes)\"}\n");
}

TEST(EmbeddedCrashTest, EndlessKernelIsLeftBehind) {
    FailingEntries();
    OpKernel();
    const Exit exit = InChild([&] {
        XBench bench("spins");
        bench.options.time_limit = std::chrono::milliseconds(100);
        std::string text = bench.Failure();
        text += bench.engine->abandoned() ? "\nabandoned" : "\nnot abandoned";
        text += "\n" + bench.Failure();
        bench.engine.reset();  // leaves the thread alone
        (void)!write(STDERR_FILENO, text.data(), text.size());
        _exit(3);
    });
    EXPECT_EQ(exit.code, 3);
    EXPECT_EQ(exit.text, "not done within the time limit of 0.1 s: kernel 'op' (task 0) is running" +
                             std::string(kTimeRemedy) +
                             "\nabandoned\na kernel of an earlier run still hangs; start a new process");
}

TEST(EmbeddedCrashTest, EndlessOrchestrationCallsOnHang) {
    FailingEntries();
    OpKernel();
    const Exit exit = InChild([&] {
        XBench bench("hangs");
        bench.options.time_limit = std::chrono::milliseconds(100);
        bench.options.on_hang = [](const Error& error) {
            (void)!write(STDERR_FILENO, error.what(), std::string(error.what()).size());
            _exit(3);
        };
        bench.Run();
    });
    EXPECT_EQ(exit.code, 3);
    EXPECT_EQ(exit.text,
              "not done within the time limit of 0.1 s: orchestration 'hangs' is running" + std::string(kTimeRemedy));
}

}  // namespace
}  // namespace pto::embedded::test
