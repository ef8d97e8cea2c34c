// Plans recorded by the real Python from small host orchestrations, compared as whole texts.
#include "generator/plan/plan_step.h"

#include <gmock/gmock.h>

#include "base/file_system.h"
#include "tests/support/plan_recording.h"

namespace pto::test {
namespace {

using PlanStep = PlanRecording;
using Strings = std::vector<std::string>;

TEST(PlanRecorder, IsPartOfTheProgram) {
    const RealFileSystem files;
    const std::string folder = std::string(PTO_SOURCE_DIR) + "/templates/plan_recorder";
    for (const std::string& name : files.List(folder)) {
        if (!name.ends_with(".py")) continue;
        EXPECT_EQ(gen::PlanRecorderText(name.substr(0, name.size() - 3)), files.Read(folder + "/" + name)) << name;
    }
    EXPECT_EQ(gen::PlanRecorderText("none"), "");
}

TEST_F(PlanStep, RanksViewsAndAnIntermediate) {
    const std::string source = HostOrchestration(R"(for r in range(0, world_size, 1):
    tensors["t"] = tensors["x"][r, 0:4, 0:8]
    _ta_0 = TaskArgs()
    _ta_0.add_tensor(make_tensor_arg(orch._worker, tensors["t"]), TensorArgType.INPUT)
    _ta_0.add_tensor(make_tensor_arg(orch._worker, tensors["half"][r * 2:r * 2 + 2]), TensorArgType.OUTPUT_EXISTING)
    _ta_0.add_scalar(r)
    _keep.append(_ta_0)
    _submit_chip(orch, callables["chip"], _ta_0, config, r)
_ta_1 = TaskArgs()
_ta_1.add_tensor(make_tensor_arg(orch._worker, tensors["half"]), TensorArgType.INPUT)
_ta_1.add_tensor(make_tensor_arg(orch._worker, tensors["y"]), TensorArgType.OUTPUT_EXISTING)
_submit_chip(orch, callables["chip"], _ta_1, config, 1))",
                                                 R"(tensors["half"] = torch.zeros((4, 8), dtype=torch.float16)"
                                                 R"().share_memory_())");
    EXPECT_EQ(Record(source).text, R"({
 "schema": 1,
 "source": "orchestration/host_orch.py",
 "entry": "host",
 "device_ids": [0, 1],
 "parameters": [
  {"name": "x", "shape": [2, 4, 8], "dtype": "fp32"},
  {"name": "y", "shape": [2, 4, 8], "dtype": "fp32"}
 ],
 "storages": [
  {"name": "x", "parameter": 0, "bytes": 256},
  {"name": "y", "parameter": 1, "bytes": 256},
  {"name": "half", "bytes": 64, "values": "zero"}
 ],
 "domains": [],
 "dispatches": [
  {"program": "chip", "rank": 0, "line": 17, "tensors": [{"storage": 0, "offset": 0, "shape": [4, 8], "strides": [8, 1], "dtype": "fp32", "tag": "INPUT"}, {"storage": 2, "offset": 0, "shape": [2, 8], "strides": [8, 1], "dtype": "fp16", "tag": "OUTPUT_EXISTING"}], "scalars": [{"bits": "0x0000000000000000"}], "domains": [], "config": {"aicpu_thread_num": 0}, "depends_on": []},
  {"program": "chip", "rank": 1, "line": 17, "tensors": [{"storage": 0, "offset": 32, "shape": [4, 8], "strides": [8, 1], "dtype": "fp32", "tag": "INPUT"}, {"storage": 2, "offset": 16, "shape": [2, 8], "strides": [8, 1], "dtype": "fp16", "tag": "OUTPUT_EXISTING"}], "scalars": [{"bits": "0x0000000000000001"}], "domains": [], "config": {"aicpu_thread_num": 0}, "depends_on": []},
  {"program": "chip", "rank": 1, "line": 21, "tensors": [{"storage": 2, "offset": 0, "shape": [4, 8], "strides": [8, 1], "dtype": "fp16", "tag": "INPUT"}, {"storage": 1, "offset": 0, "shape": [2, 4, 8], "strides": [32, 8, 1], "dtype": "fp32", "tag": "OUTPUT_EXISTING"}], "scalars": [], "domains": [], "config": {"aicpu_thread_num": 0}, "depends_on": [0, 1]}
 ]
}
)");
}

TEST_F(PlanStep, DomainWithWindowsAndOrderingTokens) {
    const std::string source = HostOrchestration(R"(with (_domain_provider or orch.allocate_domain)(
    name="comm_d0",
    workers=[2, 1],
    window_size=(96) + (32),
    buffers=[
        CommBufferSpec(name="buf", dtype="opaque", count=80, nbytes=96),
        CommBufferSpec(name="sig", dtype="opaque", count=8, nbytes=32),
    ],
) as __comm_d0:
    for r in range(1, 3, 1):
        _ta_0 = TaskArgs()
        _ta_0.add_tensor(__comm_d0[r].buffers["sig"].tensor(shapes=(2,), dtype=DataType.INT32), TensorArgType.INOUT)
        _ta_0.add_tensor(make_tensor_arg(orch._worker, tensors["__comm_d0_ord"][r]), TensorArgType.INOUT)
        _ta_0.add_scalar(__comm_d0[r].domain_size)
        _ta_0.add_scalar(__comm_d0[r].device_ctx)
        _ta_0_config = CallConfig()
        _ta_0_config.aicpu_thread_num = config.aicpu_thread_num
        orch.submit_next_level(callables["free"], _ta_0, _ta_0_config, worker=r)
    _ta_1 = TaskArgs()
    _ta_1.add_tensor(__comm_d0[2].buffers["buf"].tensor(shapes=(5, 8), dtype=DataType.BFLOAT16), TensorArgType.INPUT)
    _ta_1.add_tensor(make_tensor_arg(orch._worker, tensors["__comm_d0_ord"][2]), TensorArgType.INOUT)
    orch.submit_next_level(callables["free"], _ta_1, CallConfig(), worker=2))",
                                                 R"(tensors["__comm_d0_ord"] = [torch.zeros((1,), dtype=torch.int32))"
                                                 R"(.share_memory_() for _ in range(max(world_size, 1))])");
    gen::BuildDirectory directory = HostDirectory({}, {4, 6, 5});
    directory.distributed->config.aicpu_thread_num = 3;
    EXPECT_EQ(Record(source, directory).text, R"({
 "schema": 1,
 "source": "orchestration/host_orch.py",
 "entry": "host",
 "device_ids": [4, 6, 5],
 "parameters": [
  {"name": "x", "shape": [2, 4, 8], "dtype": "fp32"},
  {"name": "y", "shape": [2, 4, 8], "dtype": "fp32"}
 ],
 "storages": [
  {"name": "x", "parameter": 0, "bytes": 256},
  {"name": "y", "parameter": 1, "bytes": 256},
  {"name": "__comm_d0_ord[1]", "bytes": 4, "values": "zero"},
  {"name": "__comm_d0_ord[2]", "bytes": 4, "values": "zero"}
 ],
 "domains": [
  {"name": "comm_d0", "workers": [2, 1], "window_bytes": 128, "buffers": [{"name": "buf", "offset": 0, "bytes": 96}, {"name": "sig", "offset": 96, "bytes": 32}]}
 ],
 "dispatches": [
  {"program": "free", "rank": 1, "line": 27, "tensors": [{"domain": 0, "rank": 1, "buffer": 1, "shape": [2], "dtype": "int32", "tag": "INOUT"}, {"storage": 2, "offset": 0, "shape": [1], "strides": [1], "dtype": "int32", "tag": "INOUT"}], "scalars": [{"bits": "0x0000000000000002"}, {"device_ctx": {"domain": 0, "rank": 1}}], "domains": [0], "config": {"aicpu_thread_num": 3}, "depends_on": []},
  {"program": "free", "rank": 2, "line": 27, "tensors": [{"domain": 0, "rank": 2, "buffer": 1, "shape": [2], "dtype": "int32", "tag": "INOUT"}, {"storage": 3, "offset": 0, "shape": [1], "strides": [1], "dtype": "int32", "tag": "INOUT"}], "scalars": [{"bits": "0x0000000000000002"}, {"device_ctx": {"domain": 0, "rank": 2}}], "domains": [0], "config": {"aicpu_thread_num": 3}, "depends_on": []},
  {"program": "free", "rank": 2, "line": 31, "tensors": [{"domain": 0, "rank": 2, "buffer": 0, "shape": [5, 8], "dtype": "bfloat16", "tag": "INPUT"}, {"storage": 3, "offset": 0, "shape": [1], "strides": [1], "dtype": "int32", "tag": "INOUT"}], "scalars": [], "domains": [0], "depends_on": [1]}
 ]
}
)");
}

Strings Texts(const Json& dispatches, const char* field) {
    Strings texts;
    for (const Json& dispatch : dispatches) texts.push_back(dispatch.at(field).dump());
    return texts;
}

// Of -1, too: that is what an older emitter writes where the newer one writes None.
TEST_F(PlanStep, DispatchesWithoutARankGoInTurn) {
    const Json plan = Plan(HostOrchestration(R"(for r in (None, 2, None, -1, 0, None):
    _submit_chip(orch, callables["free"], TaskArgs(), config, r)
orch.submit_next_level(callables["free"], TaskArgs(), config))"),
                           HostDirectory({}, {0, 1, 2}));
    EXPECT_EQ(Texts(plan["dispatches"], "rank"), (Strings{"0", "2", "1", "2", "0", "0", "1"}));
}

TEST_F(PlanStep, ScalarsOfEveryType) {
    const Json plan = Plan(HostOrchestration(R"(import ctypes
args = TaskArgs()
for value in (7, -1, 2**63, True, False, 0.5, -2.0, 1e300, ctypes.c_int8(-2), ctypes.c_float(1.5),
              ctypes.c_double(1.5), torch.full((1,), -3, dtype=torch.int16), torch.ones((), dtype=torch.bfloat16)):
    args.add_scalar(value)
orch.submit_next_level(callables["free"], args, config, worker=0))"));
    Strings bits;
    for (const Json& scalar : plan["dispatches"][0]["scalars"]) bits.push_back(scalar.at("bits"));
    EXPECT_EQ(bits, (Strings{"0x0000000000000007", "0xffffffffffffffff", "0x8000000000000000", "0x0000000000000001",
                             "0x0000000000000000", "0x000000003f000000", "0x00000000c0000000", "0x000000007f800000",
                             "0xfffffffffffffffe", "0x000000003fc00000", "0x3ff8000000000000", "0xfffffffffffffffd",
                             "0x000000003f800000"}));
    EXPECT_FALSE(plan.contains("reads_values"));
}

// One dispatch for each line of tags and views of the 4 x 8 intermediate t.
Json DispatchesOf(const Strings& lines) {
    std::string body = "t, u = tensors['t'], tensors['u']\n";
    for (const std::string& line : lines) {
        body += "args = TaskArgs()\nfor view, tag in [" + line +
                "]:\n    args.add_tensor(make_tensor_arg(orch._worker, view), getattr(TensorArgType, tag))\n"
                "_submit_chip(orch, callables['free'], args, config, 0)\n";
    }
    return Json(body);
}

TEST_F(PlanStep, DependenciesFollowFromTagsAndBytes) {
    const Strings lines = {
        "(t[0:2], 'OUTPUT_EXISTING')",                     // 0
        "(t[2:4], 'OUTPUT_EXISTING')",                     // 1: disjoint
        "(t[1:3], 'INPUT')",                               // 2: both
        "(t[0:2, 0:8], 'OUTPUT_EXISTING')",                // 3: a write waits for nobody
        "(t[0], 'INPUT'), (u, 'OUTPUT')",                  // 4: the latest writer
        "(t, 'NO_DEP')",                                   // 5
        "(t, 'INOUT')",                                    // 6: writers, not readers
        "(t.view(-1)[0:1], 'INPUT'), (u[0:1], 'INPUT')",   // 7
        "(u, 'INOUT'), (t[3], 'OUTPUT_EXISTING')",         // 8
        "(t[3], 'INPUT'), (t[0], 'INPUT'), (u, 'INPUT')",  // 9: 6 still owns the rest
        "(t.view(8, 4)[7], 'INPUT')",                      // 10: cannot be told apart, so both
    };
    const Json body = DispatchesOf(lines);
    const Json plan = Plan(HostOrchestration(body.get<std::string>(),
                                             "tensors['t'] = torch.zeros(4, 8).share_memory_()\n"
                                             "tensors['u'] = torch.zeros(2).share_memory_()"));
    EXPECT_EQ(Texts(plan["dispatches"], "depends_on"),
              (Strings{"[]", "[]", "[0,1]", "[]", "[3]", "[]", "[1,3]", "[4,6]", "[4]", "[6,8]", "[6,8]"}));
}

TEST_F(PlanStep, ViewsAsTorchMakesThem) {
    const std::pair<const char*, const char*> views[] = {
        {"x[1]", "32 [4,8]"},
        {"x[-1, ..., 2:]", "no"},
        {"x[1, 2:-1, :]", "48 [1,8]"},
        {"x[1, 3]", "56 [8]"},
        {"x[0, 2:100]", "16 [2,8]"},
        {"x[1, None, 0]", "32 [1,8]"},
        {"x[..., 0:8]", "0 [2,4,8]"},
        {"x[1].view(-1, 16)", "32 [2,16]"},
        {"x.reshape((8, 8))[3]", "24 [8]"},
        {"x.flatten()[5:7]", "5 [2]"},
        {"x.narrow(1, 0, 4)", "0 [2,4,8]"},
        {"x.select(0, 1)", "32 [4,8]"},
        {"x.transpose(0, 1).transpose(1, 0)", "0 [2,4,8]"},
        {"x.permute(2, 0, 1).permute(1, 2, 0)", "0 [2,4,8]"},
        {"x[0:1].squeeze(0).t().t()", "0 [4,8]"},
        {"x.unsqueeze(0).squeeze()", "0 [2,4,8]"},
        {"x[1, 0].unsqueeze(-1)", "32 [8,1]"},
        {"x.T.T.contiguous().detach().cpu()", "0 [2,4,8]"},
        {"list(x)[1]", "32 [4,8]"},
        {"x[:, 0:1].view(2, 8)", "no"},
        {"x[:, :, ::2]", "no"},
        {"x[0, ::4, :]", "0 [1,8]"},
    };
    for (const auto& [view, expected] : views) {
        const Json plan = [&, text = std::string(view)] {
            const std::string source = HostOrchestration(
                "x = tensors['x']\nargs = TaskArgs()\n"
                "view = " +
                text +
                "\n"
                "if view.is_contiguous(): args.add_tensor(make_tensor_arg(orch._worker, view), TensorArgType.INPUT)\n"
                "_submit_chip(orch, callables['free'], args, config, 0)");
            return Plan(source);
        }();
        const Json& tensors = plan["dispatches"][0]["tensors"];
        const std::string found =
            tensors.empty() ? "no" : tensors[0]["offset"].dump() + " " + tensors[0]["shape"].dump();
        EXPECT_EQ(found, expected) << view;
    }
}

TEST_F(PlanStep, GeometryIsTorchs) {
    EXPECT_EQ(
        BodyFailure(R"(x = tensors["x"]
raise ValueError((x.shape, x.ndim, x.dim(), x.size(), x.size(1), x.stride(), x.stride(-1), x[1].storage_offset(),
    x.numel(), x.nelement(), x.shape.numel(), x.element_size(), x.itemsize, x.nbytes, len(x), x.is_shared(),
    x[1].data_ptr() - x.data_ptr(), x.device.type, x.dtype == torch.float32, x.dtype is torch.float, x.dtype,
    isinstance(x, torch.Tensor), torch.is_tensor(5), x.T.is_contiguous(), torch.empty(3).is_shared(),
    torch.zeros_like(x).shape, torch.arange(2, 5).tolist(), torch.tensor([[1, 2], [3, 4]]).tolist())))"),
        "orchestration/host_orch.py:11: raised ValueError: ((2, 4, 8), 3, 3, (2, 4, 8), 4, (32, 8, 1), 1, 32, 64, "
        "64, 64, 4, 4, 256, 2, True, 128, 'cpu', True, True, torch.float32, True, False, False, False, "
        "(2, 4, 8), [2, 3, 4], [[1, 2], [3, 4]]); correct host_orch.py");
}

TEST_F(PlanStep, FirstContentsOfIntermediates) {
    const Json plan = Plan(HostOrchestration(R"(args = TaskArgs()
for name in ("ones", "half", "bf16", "count", "row", "copied", "empty", "flags"):
    args.add_tensor(make_tensor_arg(tensors[name]), TensorArgType.INPUT)
_submit_chip(orch, callables["free"], args, config, 0))",
                                             R"(tensors["ones"] = torch.ones(2, dtype=torch.int8)
tensors["half"] = torch.full((2,), 1.5, dtype=torch.half)
tensors["bf16"] = torch.full((1,), 3.1415926, dtype=torch.bfloat16)
tensors["count"] = torch.arange(3, dtype=torch.uint8)
tensors["row"] = torch.zeros(2, 3, dtype=torch.int8)
tensors["row"][1, ::2] = 7
tensors["row"].T[1] = -1
tensors["copied"] = torch.zeros(2, 2, dtype=torch.int16)
tensors["copied"][0:2, 0:2] = tensors["row"][1, 0:2]
tensors["empty"] = torch.empty((4,))
tensors["empty"].zero_()
tensors["flags"] = torch.tensor([True, False]))"));
    Strings values;
    for (const Json& storage : plan["storages"]) {
        if (storage.contains("values"))
            values.push_back(storage["name"].get<std::string>() + " " + std::string(storage["values"]));
    }
    EXPECT_EQ(values, (Strings{"ones AQE=", "half AD4APg==", "bf16 SUA=", "count AAEC", "row AP8AB/8H",
                               "copied BwD//wcA//8=", "empty zero", "flags AQA="}));
}

TEST_F(PlanStep, WhatOlderEmittersWrite) {
    std::string source =
        HostOrchestration(R"(with orch.allocate_domain(name="d", workers=[*range(world_size)], window_size=64,
    buffers=[CommBufferSpec(name="buf", dtype="opaque", count=64, nbytes=64)]) as __comm_d0:
    _ta_0 = TaskArgs()
    _ta_0.add_tensor(Tensor.make(data=__comm_d0[1].buffer_ptrs["buf"], shapes=(4,), dtype=DataType.FLOAT32, child_memory=True), TensorArgType.INOUT)
    _ta_0.add_tensor(make_tensor_arg(tensors["t"]), TensorArgType.INPUT)
    _ta_0_config = CallConfig()
    _ta_0_config.block_dim = 1
    orch.submit_next_level(callables["free"], _ta_0, _ta_0_config, worker=1))");
    source.replace(source.find("DataType, TaskArgs"), 8, "DataType, Tensor");
    source.replace(source.find("from pypto.runtime.tensor_arg"), 29, "from simpler_setup.torch_interop");
    source.replace(source.find("def _alloc"), source.find("\ndef host") - source.find("def _alloc"),
                   "def _alloc_intermediates(tensors):\n    tensors[\"t\"] = torch.zeros((2,), dtype=torch.int64)\n");
    source.replace(source.find("Tensor, TaskArgs"), 16, "TaskArgs, Tensor");
    const Json plan = Plan(source);
    EXPECT_EQ(plan["dispatches"][0].dump(),
              R"({"program":"free","rank":1,"line":17,"tensors":[{"domain":0,"rank":1,"buffer":0,"shape":[4],)"
              R"("dtype":"fp32","tag":"INOUT"},{"storage":2,"offset":0,"shape":[2],"strides":[1],"dtype":"int64",)"
              R"("tag":"INPUT"}],"scalars":[],"domains":[0],"config":{"block_dim":1},"depends_on":[]})");
}

TEST_F(PlanStep, ParametersTakeTheirShapesAndValuesFromTheInputs) {
    WriteInputs({MakeValues("a", "fp32", {2, 4, 8}, {}), MakeValues("b", "fp32", {2, 4, 8}, {}),
                 MakeValues("c", "int32", {3, 5}, {10, 11, 12, 13}), MakeValues("d", "int64", {}, {-2}),
                 MakeValues("e", "fp32", {}, {0.5}), MakeValues("f", "int64", {}, {1})},
                {"a", "b", "c", "d", "e", "f"});
    const gen::BuildDirectory directory = HostDirectory({{"table", "In", std::vector<int64_t>{-1, 5}, "int32"},
                                                         {"n", "In", std::nullopt, "int16"},
                                                         {"alpha", "In", std::nullopt, "fp16"},
                                                         {"flag", "In", std::nullopt, "bool"}});
    const Json plan = Plan(HostOrchestration(R"(rows = tensors["table"].shape[0]
args = TaskArgs()
for value in (rows, tensors["n"], tensors["alpha"], tensors["flag"], tensors["n"] * tensors["alpha"]):
    args.add_scalar(value)
args.add_scalar(tensors["table"][0, 2])
if tensors["flag"]:
    _submit_chip(orch, callables["free"], args, config, int(tensors["table"][0, 1]) - 10))"),
                           directory);
    EXPECT_EQ(plan["parameters"].dump(),
              R"([{"name":"x","shape":[2,4,8],"dtype":"fp32"},{"name":"y","shape":[2,4,8],"dtype":"fp32"},)"
              R"({"name":"table","shape":[3,5],"dtype":"int32"},{"name":"n","bits":"0xfffffffffffffffe"},)"
              R"({"name":"alpha","bits":"0x000000003f000000"},{"name":"flag","bits":"0x0000000000000001"}])");
    EXPECT_EQ(plan["storages"].back().dump(), R"({"name":"table","parameter":2,"bytes":60})");
    EXPECT_EQ(plan["dispatches"][0]["rank"], 1);
    EXPECT_EQ(plan["dispatches"][0]["scalars"].dump(),
              R"([{"bits":"0x0000000000000003"},{"bits":"0xfffffffffffffffe"},{"bits":"0x000000003f000000"},)"
              R"({"bits":"0x0000000000000001"},{"bits":"0x00000000bf800000"},{"bits":"0x000000000000000c"}])");
    // Elements 1 and 2, that is bytes 4 to 11: 11 and 12.
    EXPECT_EQ(plan["reads_values"].dump(), R"([{"parameter":2,"offset":4,"values":"CwAAAAwAAAA="}])");
}

TEST_F(PlanStep, WithoutInputsADynamicDimensionIsOneAndValuesAreZero) {
    const gen::BuildDirectory directory = HostDirectory({{"table", "In", std::vector<int64_t>{-1, 5}, "bfloat16"}});
    const Json plan =
        Plan(HostOrchestration(R"(_submit_chip(orch, callables["free"], TaskArgs(), config, tensors["table"].shape[0])
if tensors["table"][0, 0]:
    _submit_chip(orch, callables["free"], TaskArgs(), config, 0))"),
             directory);
    EXPECT_EQ(Texts(plan["dispatches"], "rank"), Strings{"1"});
    EXPECT_EQ(plan["parameters"][2].dump(), R"({"name":"table","shape":[1,5],"dtype":"bfloat16"})");
    EXPECT_EQ(plan["reads_values"].dump(), R"([{"parameter":2,"offset":0,"values":"AAA="}])");
}

TEST_F(PlanStep, EveryWayToLookAtAValueIsRecorded) {
    WriteInputs({MakeValues("a", "fp32", {2, 4, 8}, {1}), MakeValues("b", "fp32", {2, 4, 8}, {}),
                 MakeValues("c", "int32", {2, 3}, {1, 2, 3, 4, 5, 6})},
                {"a", "b", "c"});
    const gen::BuildDirectory directory = HostDirectory({{"table", "In", std::vector<int64_t>{2, 3}, "int32"}});
    const auto reads = [&](const std::string& look) {
        return Plan(HostOrchestration(look + "\n_submit_chip(orch, callables[\"free\"], TaskArgs(), config, 0)"),
                    directory)
            .value("reads_values", Json::array())
            .dump();
    };
    const std::string first = R"([{"parameter":2,"offset":0,"values":"AQAAAA=="}])";
    for (const char* look :
         {"tensors['table'][0, 0].item()", "bool(tensors['table'][0, 0])", "int(tensors['table'][0, 0])",
          "float(tensors['table'][0, 0])", "range(tensors['table'][0, 0])", "[1, 2, 3][tensors['table'][0, 0]]"}) {
        EXPECT_EQ(reads(look), first) << look;
    }
    EXPECT_EQ(reads("tensors['table'].tolist()"),
              R"([{"parameter":2,"offset":0,"values":"AQAAAAIAAAADAAAABAAAAAUAAAAGAAAA"}])");
    EXPECT_EQ(reads("tensors['table'][:, 1].tolist(); tensors['x'][0, 0, 0].item()"),
              R"([{"parameter":0,"offset":0,"values":"AACAPw=="},{"parameter":2,"offset":4,"values":"AgAAAA=="},)"
              R"({"parameter":2,"offset":16,"values":"BQAAAA=="}])");
    EXPECT_EQ(reads("tensors['table'].shape"), "[]");
}

// Slices of host_orch.py and what the plan is recorded for are of the shape that callers give.
TEST_F(PlanStep, AnNzParameterHasItsLogicalShape) {
    const auto directory = [](int64_t batch) {
        return HostDirectory({{"w", "In", std::vector<int64_t>{batch, 2, 3, 16, 8}, "fp32", "NZ"}});
    };
    const std::string source = HostOrchestration(R"(args = TaskArgs()
args.add_tensor(make_tensor_arg(tensors["w"][1, 16:32]))
_submit_chip(orch, callables["free"], args, config, 0))");
    const Json made_up = Plan(source, directory(2));
    EXPECT_EQ(made_up["parameters"][2].dump(), R"({"name":"w","shape":[2,48,16],"dtype":"fp32"})");
    EXPECT_EQ(made_up["dispatches"][0]["tensors"].dump(),
              R"([{"storage":2,"offset":1024,"shape":[16,16],"strides":[16,1],"dtype":"fp32","tag":"INPUT"}])");
    const auto given = [&](std::vector<int64_t> shape) {
        WriteInputs({MakeValues("a", "fp32", {2, 4, 8}, {}), MakeValues("b", "fp32", {2, 4, 8}, {}),
                     MakeValues("c", "fp32", std::move(shape), {})},
                    {"a", "b", "c"});
    };
    given({5, 48, 16});
    EXPECT_EQ(Plan(source, directory(-1))["parameters"][2]["shape"].dump(), "[5,48,16]");
}

TEST_F(PlanStep, TheSameSourceGivesTheSameBytesWhateverIsPrinted) {
    const std::string source = HostOrchestration(
        "print('hello')\nprint(tensors['x'])\n_submit_chip(orch, callables['free'], TaskArgs(), config, None)");
    const std::string first = Record(source).text;
    EXPECT_EQ(notes_, (Strings{"orchestration/host_orch.py: hello",
                               "orchestration/host_orch.py: tensor 'x' [2, 4, 8] of torch.float32"}));
    EXPECT_EQ(Record(source).text, first);
    // Nothing is left beside the user's files.
    EXPECT_EQ(space_.Files(), Strings{"orchestration/host_orch.py"});
}

TEST_F(PlanStep, SeesWhatElseThePlanDependsOn) {
    const gen::RecordedPlan recorded = Record(HostOrchestration(
        "import os, subprocess\nos.environ.get('PTO_RANKS')\nos.path.exists('more.json')\nsubprocess.run(['true'])\n"
        "_submit_chip(orch, callables['free'], TaskArgs(), config, 0)"));
    EXPECT_EQ(recorded.surroundings.environment, (Strings{"PATH", "PTO_RANKS"}));  // PATH has the program
    EXPECT_EQ(recorded.surroundings.absent, Strings{"more.json"});
    EXPECT_EQ(recorded.surroundings.untracked, Strings{"starts programs"});
    RealFileSystem files;
    WriteRecordedPlan(options_, recorded, ".pto-ninja/plan.json", ".pto-ninja/plan.json.d", ".pto-ninja/plan.witness",
                      files);
    gen::HashCache hashes(files, "", 0);
    EXPECT_EQ(ChangedSurroundings(files, ".pto-ninja/plan.witness.surroundings", gen::ReadEnvironment, hashes),
              "starts programs");
}

TEST_F(PlanStep, FilesOfTheUsersThatAreReadAreListed) {
    space_.Write("orchestration/ranks.json", "[1]");
    space_.Write("unread.json", "[1]");
    const gen::RecordedPlan recorded =
        Record(HostOrchestration("import json, os\n"
                                 "with open(os.path.join(os.path.dirname(__file__), 'ranks.json')) as file:\n"
                                 "    rank = json.load(file)[0]\n"
                                 "with open('written.txt', 'w') as file:\n    file.write('x')\n"
                                 "_submit_chip(orch, callables['free'], TaskArgs(), config, rank)"));
    EXPECT_EQ(recorded.reads, Strings{"orchestration/ranks.json"});
}

TEST_F(PlanStep, ModulesOfTheUsersAreListed) {
    space_.Write("orchestration/part.py", "def rank():\n    return 1\n");
    space_.Write("whole.py", "import json\n");
    const gen::RecordedPlan recorded = Record(HostOrchestration(
        "import part, whole\n_submit_chip(orch, callables['free'], TaskArgs(), config, part.rank())"));
    EXPECT_EQ(recorded.reads, (Strings{"orchestration/part.py", "whole.py"}));
    RealFileSystem files;
    WriteRecordedPlan(options_, recorded, ".pto-ninja/plan.json", ".pto-ninja/plan.json.d", "", files);
    EXPECT_EQ(space_.Read(".pto-ninja/plan.json"), recorded.text);
    EXPECT_EQ(space_.Read(".pto-ninja/plan.json.d"),
              ".pto-ninja/plan.json: \\\n  orchestration/host_orch.py \\\n  orchestration/part.py \\\n  whole.py\n");
    space_.SetTime(".pto-ninja/plan.json", 1'000'000'000);
    WriteRecordedPlan(options_, recorded, ".pto-ninja/plan.json", ".pto-ninja/plan.json.d", "", files);
    EXPECT_EQ(space_.Time(".pto-ninja/plan.json"), 1'000'000'000) << "the same plan was written again";
}

}  // namespace
}  // namespace pto::test
