// What the recorder refuses, each with its whole message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "base/process.h"
#include "tensors/safetensors.h"
#include "tests/support/plan_recording.h"

namespace pto::test {
namespace {

using PlanRefusals = PlanRecording;

const std::string kDomain =
    "d = orch.allocate_domain(name='d', workers=[1], window_size=64, buffers=[CommBufferSpec('a', 'opaque', 8, 8)])\n";

struct UnknownCase {
    std::string body;
    const char* line;
    const char* name;  // of what is not known
};

TEST_F(PlanRefusals, WhatIsNotKnownIsNamed) {
    const UnknownCase cases[] = {
        {"torch.fft", "10", "torch.fft"},
        {"torch.zeros(2).relu()", "10", "torch.Tensor.relu"},
        {"import torch.nn", "10", "torch.nn"},
        {"from torch import nn", "10", "torch.nn"},
        {"from simpler.task_interface import Foo", "10", "simpler.task_interface.Foo"},
        {"import pypto.ir", "10", "pypto.ir"},
        {"orch.alloc((2,))", "10", "orch.alloc"},
        {"orch._worker.malloc(4)", "10", "orch._worker.malloc"},
        {"TensorArgType.FOO", "10", "TensorArgType.FOO"},
        {"DataType.FLOAT128", "10", "DataType.FLOAT128"},
        {"config.ring_heap", "10", "CallConfig.ring_heap"},
        {"config.ring_heap = 4", "10", "CallConfig.ring_heap"},
        {"tensors['x'] + 1", "10", "torch.Tensor.__add__"},
        {"tensors['x'] == 1", "10", "torch.Tensor.__eq__"},
        {"tensors['x'][[0, 1]]", "10", "a list as an index of a tensor"},
        {"tensors['x'][True]", "10", "a bool as an index of a tensor"},
        {"tensors['x'].clone()", "10", "torch.Tensor.clone"},
        {"torch.zeros(2, requires_grad=True)", "10", "torch.zeros(requires_grad=True)"},
        {"torch.full((2,), 1, dtype=torch.float8_e5m2)", "10", "torch.float8_e5m2 values"},
        {"args = TaskArgs()\nargs.add_tensor(make_tensor_arg(tensors['x']), 'INPUT')", "11",
         "'INPUT' as a tag of a tensor"},
        {"args = TaskArgs()\nargs.add_arg(1)", "11", "TaskArgs.add_arg"},
        {"callables['free'].run()", "10", "callables[name].run"},
        {"CommBufferSpec('a', 'opaque', 8, 8, load_from_host=True)", "10",
         "CommBufferSpec(load_from_host=, store_to_host=)"},
        {kDomain + "d[1].local_window_base", "11", "domain[rank].local_window_base"},
        {kDomain + "d[1].buffers['a'].base", "11", "buffers[name].base"},
        {kDomain + "d[1].device_ctx.value", "11", "device_ctx.value"},
        {kDomain + "d[1].buffers['a'].tensor((1,), DataType.FLOAT32, byte_offset=4)", "11",
         "a window tensor [1] of 'a' that is not dense at the start of its buffer"},
        {kDomain + "d[1].buffers['a'].tensor((1,), torch.float32)", "11",
         "torch.float32 as the type of a window tensor"},
    };
    for (const UnknownCase& tested : cases) {
        EXPECT_EQ(BodyFailure(tested.body), "orchestration/host_orch.py:" + std::string(tested.line) + ": uses " +
                                                tested.name +
                                                ", which the recorder does not know; take it out or replay this "
                                                "directory with PyPTO")
            << tested.body;
    }
}

struct Case {
    std::string body;
    const char* message;  // after the file
};

template <size_t N>
void ExpectEach(const Case (&cases)[N], const std::function<std::string(const std::string&)>& failure) {
    for (const Case& tested : cases) {
        EXPECT_EQ(failure(tested.body), "orchestration/host_orch.py" + std::string(tested.message)) << tested.body;
    }
}

TEST_F(PlanRefusals, Tensors) {
    ExpectEach(
        {
            {"tensors['x'].T.contiguous()",
             ":10: contiguous() of 'x' [8, 4, 2] copies values on the host, which a plan cannot hold; move it into a "
             "kernel or replay this directory with PyPTO"},
            {"tensors['x'].T.reshape(-1)",
             ":10: reshape() of 'x' [8, 4, 2] copies values on the host, which a plan cannot hold; move it into a "
             "kernel or replay this directory with PyPTO"},
            {"tensors['x'].view(3)", ":10: [3] is no shape for 'x' [2, 4, 8]; correct the shape"},
            {"tensors['x'][0, 0, 0, 0]", ":10: 4 indices are too many for 'x' [2, 4, 8]; correct the index"},
            {"tensors['x'][2]", ":10: index 2 is out of range for dimension 0 of 'x' [2, 4, 8]; correct host_orch.py"},
            {"tensors['x'][0, -5]",
             ":10: index -5 is out of range for dimension 1 of 'x' [2, 4, 8]; correct host_orch.py"},
            {"tensors['x'][::-1]", ":10: the step of a slice is -1, expected 1 or more; correct the slice"},
            {"tensors['x'].size(3)", ":10: dimension 3 is out of range for 'x' [2, 4, 8]; correct the dimension"},
            {"len(torch.ones(()))",
             ":10: takes the length of a tensor [], which has no dimension; correct the expression"},
            {"tensors['x'].item()",
             ":10: takes the value of 'x' [2, 4, 8], expected a tensor of one element; correct the index"},
            {"tensors['z']", ":10: uses tensor 'z', which is neither a parameter nor made before; correct the name"},
            {"tensors['x'][0] = 1",
             ":10: writes into 'x' [4, 8] on the host, which a plan cannot hold; move it into a kernel or replay this "
             "directory with PyPTO"},
            {"tensors['x'][0] = tensors['y'][0]",
             ":10: copies 'y' [4, 8] on the host, which a plan cannot hold; move it into a kernel or replay this "
             "directory with PyPTO"},
            {"tensors['y'][0:1] = torch.zeros(4, 8)",
             ":10: writes into 'y' [1, 4, 8] on the host, which a plan cannot hold; move it into a kernel or replay "
             "this directory with PyPTO"},
            {"t = torch.zeros(2, 4, 8)\nt[0:1] = tensors['x'][0:1]",
             ":11: copies 'x' [1, 4, 8] on the host, which a plan cannot hold; move it into a kernel or replay this "
             "directory with PyPTO"},
            {"t = torch.zeros(8).share_memory_()\nargs = TaskArgs()\nargs.add_tensor(make_tensor_arg(t), "
             "TensorArgType.INOUT)\n_submit_chip(orch, callables['free'], args, config, 0)\nt[0] = 1",
             ":14: writes into a tensor [] on the host after dispatch 0 ('free') has taken it, which a plan cannot "
             "hold; move it into a kernel or replay this directory with PyPTO"},
            {"t = torch.zeros(8).share_memory_()\nargs = TaskArgs()\nargs.add_tensor(make_tensor_arg(t), "
             "TensorArgType.INOUT)\n_submit_chip(orch, callables['free'], args, config, 0)\nif t[0]: pass",
             ":14: reads values of a tensor [], which dispatch 0 ('free') writes; move it into a kernel or replay this "
             "directory with PyPTO"},
            {"torch.zeros(2, -1)",
             ":10: torch.zeros of the shape [2, -1], expected sizes of 0 or more; correct host_orch.py"},
            {"torch.full((2,), 300, dtype=torch.int8)", ":10: 300 is no value of torch.int8; correct the value"},
            {"torch.tensor([[1], [2, 3]])", ":10: torch.tensor of rows of different lengths; correct host_orch.py"},
        },
        [this](const std::string& body) { return BodyFailure(body); });
}

TEST_F(PlanRefusals, Arguments) {
    ExpectEach(
        {
            {"config.aicpu_thread_num = 'x'",
             ":10: CallConfig.aicpu_thread_num is 'x', expected a value of type int; correct host_orch.py"},
            {"make_tensor_arg(orch._worker, 5)",
             ":10: make_tensor_arg takes a tensor, got a int; correct host_orch.py"},
            {"make_tensor_arg(orch._worker, tensors['x'].T)",
             ":10: passes 'x' [8, 4, 2], which is not contiguous; pass a dense view: the runtime takes no other"},
            {"make_tensor_arg(orch._worker, tensors['x'][2:])",
             ":10: passes 'x' [0, 4, 8], which is empty; correct host_orch.py"},
            {"make_tensor_arg(orch._worker, tensors['x'][0, 0, 0])",
             ":10: passes 'x' [], where the runtime takes 1 to 5 dimensions; correct host_orch.py"},
            {"make_tensor_arg(orch._worker, tensors['x'].view(1, 1, 2, 1, 4, 8))",
             ":10: passes 'x' [1, 1, 2, 1, 4, 8], where the runtime takes 1 to 5 dimensions; correct host_orch.py"},
            {"args = TaskArgs()\nargs.add_tensor(tensors['x'], TensorArgType.INPUT)",
             ":11: add_tensor takes what make_tensor_arg gives, got a Tensor; correct host_orch.py"},
            {"args = TaskArgs()\nargs.add_scalar(1)\nargs.add_tensor(make_tensor_arg(tensors['x']))",
             ":12: adds a tensor after a scalar, the runtime takes all tensors first; correct host_orch.py"},
            {"args = TaskArgs()\nargs.add_scalar('1')",
             ":11: add_scalar takes a number, got a str; correct host_orch.py"},
            {"args = TaskArgs()\nargs.add_scalar(2**64)",
             ":11: scalar 18446744073709551616 does not fit into 64 bits; correct host_orch.py"},
        },
        [this](const std::string& body) { return BodyFailure(body); });
}

TEST_F(PlanRefusals, Submits) {
    space_.MakeDirectory("next_levels/bare");
    ExpectEach(
        {
            {"orch.submit_sub(sub_ids['report'], TaskArgs())",
             ":10: calls the host callback 'report' (sub_workers/report.py), which only the pypto runtime can run; "
             "replay this directory with PyPTO"},
            {"orch.submit_sub_group(sub_ids['report'], [TaskArgs()])",
             ":10: calls the host callback 'report' (sub_workers/report.py), which only the pypto runtime can run; "
             "replay this directory with PyPTO"},
            {"_submit_chip(orch, callables['other'], TaskArgs(), config, 0)",
             ":10: dispatches program 'other', expected one of next_levels/: 'chip' and 'free'; compile the program "
             "again with ir.compile()"},
            {"_submit_chip(orch, callables['bare'], TaskArgs(), config, 0)",
             ":10: dispatches program 'bare', but next_levels/bare/kernel_config.py does not exist; compile the "
             "program again with ir.compile()"},
            {"_submit_chip(orch, sub_ids['free'], TaskArgs(), config, 0)",
             ":10: submits something else than a program of `callables` and a TaskArgs; correct host_orch.py"},
            {"_submit_chip(orch, callables['free'], TaskArgs(), config, 2)",
             ":10: submits to rank 2, expected one from 0 to 1; correct host_orch.py"},
            {"_submit_chip(orch, callables['free'], TaskArgs(), config, True)",
             ":10: submits to rank True, expected one from 0 to 1; correct host_orch.py"},
            {"_submit_chip(orch, callables['chip'], TaskArgs(), config, 0)",
             ":10: gives program 'chip' 0 tensors, its signature has 2; correct host_orch.py"},
            {"args = TaskArgs()\nfor t in 'y', 'x': args.add_tensor(make_tensor_arg(tensors[t]), "
             "TensorArgType.OUTPUT_EXISTING)\n_submit_chip(orch, callables['chip'], args, config, 0)",
             ":12: gives program 'chip' tensor 1 as OUTPUT_EXISTING, its signature has IN there; correct host_orch.py"},
            {"args = TaskArgs()\nfor t in 'x', 'y': args.add_tensor(make_tensor_arg(tensors[t]), "
             "TensorArgType.INPUT)\n_submit_chip(orch, callables['chip'], args, config, 0)",
             ":12: gives program 'chip' tensor 2 as INPUT, its signature has OUT there; correct host_orch.py"},
            {"args = TaskArgs()\nargs.add_tensor(make_tensor_arg(tensors['y']), "
             "TensorArgType.INOUT)\nargs.add_tensor(make_tensor_arg(tensors['y'][1]), "
             "TensorArgType.INPUT)\n_submit_chip(orch, callables['free'], args, config, 0)",
             ":13: tensors 1 and 2 of program 'free' share bytes that it writes; give them disjoint ranges or order "
             "them as separate dispatches"},
            {"args = TaskArgs()\nargs.add_tensor(make_tensor_arg(torch.zeros(2)), "
             "TensorArgType.OUTPUT_EXISTING)\n_submit_chip(orch, callables['free'], args, config, 0)",
             ":12: tensor 1 of program 'free' is written, but not in shared memory; call share_memory_() on it"},
            {"pass", ": dispatches nothing; compile the program again with ir.compile()"},
        },
        [this](const std::string& body) { return BodyFailure(body); });
}

TEST_F(PlanRefusals, Exceptions) {
    ExpectEach(
        {
            {"raise ValueError('a\\nb')", ":10: raised ValueError: a b; correct host_orch.py"},
            {"raise SystemExit(3)", ":10: raised SystemExit: 3; correct host_orch.py"},
            {"int('x')", ":10: raised ValueError: invalid literal for int() with base 10: 'x'; correct host_orch.py"},
            {"_keep.append(undefined)", ":10: raised NameError: name 'undefined' is not defined; correct host_orch.py"},
        },
        [this](const std::string& body) { return BodyFailure(body); });
}

TEST_F(PlanRefusals, StandEvenWhereTheSourceCatchesEverything) {
    const std::string submit = "_submit_chip(orch, callables['free'], TaskArgs(), config, 0)";
    EXPECT_EQ(BodyFailure("try:\n    orch.wait_for_all()\nexcept:\n    pass\n" + submit),
              BodyFailure("\norch.wait_for_all()\n" + submit));
    EXPECT_THAT(BodyFailure("try:\n    orch.wait_for_all()\nexcept:\n    pass\n" + submit),
                testing::HasSubstr(":11: uses orch.wait_for_all, which the recorder does not know"));
}

TEST_F(PlanRefusals, Domains) {
    ExpectEach(
        {
            {"orch.allocate_domain(name='d', workers=[], window_size=4)",
             ":10: domain 'd' has workers [], expected at least one and each once; correct host_orch.py"},
            {"orch.allocate_domain(name='d', workers=[0, 0], window_size=4)",
             ":10: domain 'd' has workers [0, 0], expected at least one and each once; correct host_orch.py"},
            {"orch.allocate_domain(name='d', workers=[2], window_size=4)",
             ":10: domain 'd' has worker 2, expected one from 0 to 1; correct host_orch.py"},
            {"orch.allocate_domain(name='d', workers=[0], window_size=4, buffers=[CommBufferSpec('a', 'opaque', 8, "
             "8)])",
             ":10: domain 'd' has buffers of 8 bytes in a window of 4; correct host_orch.py"},
            {"orch.allocate_domain(name='d', workers=[0], window_size=16, buffers=[CommBufferSpec('a', 'opaque', 8, "
             "8)] * 2)",
             ":10: domain 'd' has two buffers of one name: 'a' and 'a'; correct host_orch.py"},
            {"orch.allocate_domain(name='d', workers=[0], window_size=4)\norch.allocate_domain(name='d', workers=[0], "
             "window_size=4)",
             ":11: domain 'd' is allocated twice; correct host_orch.py"},
            {kDomain + "d[0]", ":11: asks domain 'd' for rank 0, its ranks are 1; correct host_orch.py"},
            {kDomain + "d[1].buffers['b']",
             ":11: domain 'd' has no buffer 'b', expected one of 'a'; correct host_orch.py"},
            {kDomain + "d[1].device_ctx + 1",
             ":11: raised TypeError: unsupported operand type(s) for +: 'DeviceContext' and 'int'; correct "
             "host_orch.py"},
            {kDomain + "d[1].buffers['a'].tensor((4,), DataType.FLOAT32)",
             ":11: window tensor [4] of 'a' takes 16 bytes, the buffer has 8; correct host_orch.py"},
            {kDomain + "d[1].buffers['a'].tensor((0,), DataType.FLOAT32)",
             ":11: passes window tensor [0] of 'a', which is empty; correct host_orch.py"},
            {kDomain + "d[1].buffers['a'].tensor((), DataType.FLOAT32)",
             ":11: passes window tensor [] of 'a', where the runtime takes 1 to 5 dimensions; correct host_orch.py"},
            {kDomain + "d.release()\nd[1]", ":12: uses domain 'd' after its release; correct host_orch.py"},
            {kDomain + "args = TaskArgs()\nargs.add_tensor(d[1].buffers['a'].tensor((1,), DataType.FLOAT32), "
                       "TensorArgType.INPUT)\n_submit_chip(orch, callables['free'], args, config, 0)",
             ":13: tensor 1 of program 'free' lies in the window of rank 1, but runs on rank 0; correct host_orch.py"},
        },
        [this](const std::string& body) { return BodyFailure(body); });
}

TEST_F(PlanRefusals, AnOverrideThatTheProgramCannotTake) {
    gen::GenerateOptions options;
    options.world_size = "3";
    const gen::BuildDirectory directory = HostDirectory({}, {0, 1, 2});
    EXPECT_EQ(Failure(HostOrchestration("for r in range(world_size):\n    tensors['x'][r]"), directory, options),
              "orchestration/host_orch.py:11: index 2 is out of range for dimension 0 of 'x' [2, 4, 8]; the program "
              "was compiled for 2 devices: generate without --world-size 3");
    options.world_size.clear();
    options.device_ids = "5";
    EXPECT_EQ(Failure(HostOrchestration("_submit_chip(orch, callables['free'], TaskArgs(), config, 1)"),
                      HostDirectory({}, {5}), options),
              "orchestration/host_orch.py:10: submits to rank 1, expected one from 0 to 0; the program was compiled "
              "for 2 devices: generate without --device-ids 5");
}

TEST_F(PlanRefusals, SourcesThatAreNoHostOrchestration) {
    EXPECT_EQ(Failure("x = 1\n"),
              "orchestration/host_orch.py: marks no function with _pypto_distributed_entry, expected exactly one; "
              "compile the program again with ir.compile()");
    EXPECT_EQ(Failure("def a(): pass\ndef b(): pass\na._pypto_distributed_entry = b._pypto_distributed_entry = True\n"),
              "orchestration/host_orch.py: marks 'a' and 'b' with _pypto_distributed_entry, expected exactly one; "
              "compile the program again with ir.compile()");
    EXPECT_EQ(Failure("x = 1\ndef f(:\n"),
              "orchestration/host_orch.py:2:7: syntax error: invalid syntax; correct host_orch.py\n"
              "    def f(:\n"
              "          ^");
    space_.Write("part.py", "\n\ndef fail(): raise KeyError('k')\n");
    EXPECT_EQ(BodyFailure("import part\npart.fail()"), "part.py:3: raised KeyError: 'k'; correct host_orch.py");
}

TEST_F(PlanRefusals, InputsThatDoNotFit) {
    const Tensor x = MakeValues("a", "fp32", {2, 4, 8}, {});
    const Tensor y = MakeValues("b", "fp32", {2, 4, 8}, {});
    const std::string source = HostOrchestration("_submit_chip(orch, callables['free'], TaskArgs(), config, 0)");
    const auto failure = [&](std::vector<Tensor> tensors, std::vector<gen::Param> more = {}) {
        std::vector<std::string> order;
        for (const Tensor& tensor : tensors) order.push_back(tensor.name);
        WriteInputs(tensors, order);
        return Failure(source, HostDirectory(std::move(more)));
    };
    EXPECT_EQ(failure({x, y}), "no error");
    EXPECT_EQ(failure({x}),
              "inputs.safetensors: has 1 inputs ('a'), the program takes 2 ('x' and 'y'); correct generate_inputs in "
              "golden.py");
    EXPECT_EQ(failure({x, MakeValues("b", "fp32", {2, 4, 9}, {})}),
              "inputs.safetensors: input 2 ('b') is F32 [2, 4, 9], expected fp32 [2, 4, 8] for parameter 'y'; correct "
              "generate_inputs in golden.py");
    EXPECT_EQ(failure({x, MakeValues("b", "fp16", {2, 4, 8}, {})}),
              "inputs.safetensors: input 2 ('b') is F16 [2, 4, 8], expected fp32 [2, 4, 8] for parameter 'y'; correct "
              "generate_inputs in golden.py");
    const gen::Param w = {"w", "In", std::vector<int64_t>{1, 4, 2, 16, 8}, "fp32", "NZ"};
    EXPECT_EQ(failure({x, y, MakeValues("c", "fp32", {32, 32}, {})}, {w}), "no error");
    EXPECT_EQ(
        failure({x, y, MakeValues("c", "fp32", {1, 4, 2, 16, 8}, {})}, {w}),
        "inputs.safetensors: input 3 ('c') is F32 [1, 4, 2, 16, 8] (in NZ blocks [8, 1, 1, 16, 8]), expected fp32 "
        "[32, 32] (in NZ blocks [1, 4, 2, 16, 8]) for parameter 'w'; correct generate_inputs in golden.py");
    EXPECT_EQ(
        failure({x, y, MakeValues("c", "fp32", {32, 12}, {})}, {w}),
        "inputs.safetensors: input 3 ('c') is F32 [32, 12] (no whole NZ blocks of 16 x 8), expected fp32 [32, 32] "
        "(in NZ blocks [1, 4, 2, 16, 8]) for parameter 'w'; correct generate_inputs in golden.py");
    const gen::Param unblocked = {"w", "In", std::vector<int64_t>{32, 32}, "fp32", "NZ"};
    EXPECT_EQ(failure({x, y, MakeValues("c", "fp32", {32, 32}, {})}, {unblocked}),
              "inputs.safetensors: input 3 ('c') is F32 [32, 32] (in NZ blocks [1, 4, 2, 16, 8]), expected fp32 in NZ "
              "blocks [32, 32] for parameter 'w'; correct generate_inputs in golden.py");
    options_.inputs.clear();
    EXPECT_EQ(Failure(source, HostDirectory({unblocked})),
              "orchestration/host_orch.py: takes 'w', which has the layout NZ and the shape [32, 32], expected blocks "
              "[B, C / 8, R / 16, 16, 8] for a matrix of R x C; recompile the program with ir.compile()");
    const gen::Param n = {"n", "In", std::nullopt, "int8"};
    EXPECT_EQ(failure({x, y, MakeValues("c", "int64", {}, {128})}, {n}),
              "inputs.safetensors: input 3 ('c') is I64 [], expected a scalar int8 for parameter 'n'; correct "
              "generate_inputs in golden.py");
    EXPECT_EQ(failure({x, y, MakeValues("c", "fp32", {}, {1})}, {n}),
              "inputs.safetensors: input 3 ('c') is F32 [], expected a scalar int8 for parameter 'n'; correct "
              "generate_inputs in golden.py");
    EXPECT_EQ(failure({x, y, MakeValues("c", "int64", {}, {-128})}, {n}), "no error");
    WriteSafetensors(
        "inputs.safetensors", std::vector<Tensor>{x, y},
        {{"order", R"(["a", "b", "c"])"}, {"open", R"(["c"])"}, {"maker", "_inline_inputs in debug/run.py"}});
    EXPECT_EQ(Failure(source, HostDirectory({n})),
              "inputs.safetensors: has no value of the parameter 'n', which is None there; correct _inline_inputs in "
              "debug/run.py");
    options_.inputs.clear();
    EXPECT_EQ(Failure(source, HostDirectory({n})),
              "orchestration/host_orch.py: takes the scalar 'n', which has no value; give it one in generate_inputs of "
              "golden.py");
    options_.inputs = "inputs.safetensors";
    space_.Write("inputs.safetensors", "short");
    EXPECT_EQ(Failure(source).rfind("inputs.safetensors: ", 0), 0U);
}

TEST_F(PlanRefusals, InterpretersThatCannot) {
    const std::string source = HostOrchestration("import no_such_module");
    python_.push_back(python_[0]);
    const std::string trial = python_[0].program + " has no module 'no_such_module'";
    EXPECT_EQ(Failure(source),
              "orchestration/host_orch.py:10: imports 'no_such_module', which no Python has: " + trial + "; " + trial +
                  "; install the module or set PTO_PYTHON to a Python that has it");
    python_.clear();
    EXPECT_EQ(Failure(source),
              "orchestration/host_orch.py: has to be run by Python once, but there is no python3; install python3 or "
              "set PTO_PYTHON");
    space_.WriteProgram("dies", "#!/bin/sh\necho one >&2; echo two >&2\nexit 5\n");
    python_ = {{space_.Path("dies"), true}};
    EXPECT_EQ(Failure(source), "orchestration/host_orch.py: '" + space_.Path("dies") +
                                   "' ended with code 5 without a result\n    one\n    two; set PTO_PYTHON to a Python "
                                   "interpreter");
    space_.WriteProgram("killed", "#!/bin/sh\nkill -9 $$\n");
    python_ = {{space_.Path("killed"), true}};
    EXPECT_EQ(Failure(source), "orchestration/host_orch.py: '" + space_.Path("killed") +
                                   "' was ended by signal 9 without a result; set PTO_PYTHON to a Python interpreter");
    // The report's path is the last argument.
    space_.WriteProgram("lies", "#!/bin/sh\nfor last; do :; done\necho '{}' >\"$last\"\n");
    python_ = {{space_.Path("lies"), true}};
    EXPECT_EQ(Failure(source).rfind(
                  "orchestration/host_orch.py: '" + space_.Path("lies") + "' wrote a malformed report (", 0),
              0U);
}

TEST_F(PlanRefusals, ALoopThatDoesNotEnd) {
    options_.timeout_seconds = 0.5;
    EXPECT_EQ(BodyFailure("while True: pass"),
              "orchestration/host_orch.py: not recorded within 0.5 s, the time limit; look for a loop that does not "
              "end, or set PTO_PLAN_TIMEOUT to more seconds, 0 for no limit");
    EXPECT_EQ(space_.Files(), std::vector<std::string>{"orchestration/host_orch.py"});
}

TEST_F(PlanRefusals, ATypeThatIsNotKnown) {
    const gen::BuildDirectory directory = HostDirectory({{"w", "In", std::vector<int64_t>{4}, "fp6"}});
    EXPECT_EQ(
        Failure(HostOrchestration("pass"), directory),
        "distributed_meta.json: params[2].dtype is 'fp6', the type of parameter 'w', expected a data type that is "
        "known, like 'fp32'; use a pto-ninja that is newer than the PyPTO");
}

}  // namespace
}  // namespace pto::test
