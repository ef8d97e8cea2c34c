#include "runtime/core/manifest.h"

#include <gmock/gmock.h>

#include "base/json.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/tensor_values.h"

namespace pto::run {
namespace {

using test::ErrorOf;
using testing::ElementsAre;

constexpr const char* kValid = R"({
  "schema": 1, "kind": "l2", "platform": "a2a3sim", "backend": "Ascend910B", "runtime": "embedded",
  "entries": [{
    "name": "", "program": "scaled_rows",
    "params": [
      {"name": "x", "direction": "In", "shape": [-1, 64], "dtype": "fp32"},
      {"name": "y", "direction": "Out", "shape": [-1, 64], "dtype": "fp32", "layout": "NZ"},
      {"name": "blocks", "direction": "In", "shape": null, "dtype": "int64"}
    ],
    "golden": {"source": "golden.py", "inputs": ".pto-ninja/golden/inputs.safetensors", "expected": ".pto-ninja/golden/expected.safetensors"}
  }],
  "programs": [{
    "name": "scaled_rows", "directory": "",
    "orchestration": {"source": "orchestration/scaled_rows.cpp", "binary": ".pto-ninja/o.so", "function_name": "entry", "signature": ["IN", "OUT"]},
    "kernels": [{"func_id": 0, "name": "scale", "core_type": "aiv", "source": "kernels/aiv/scale.cpp", "binary": "/abs/k.so"}],
    "runtime_config": {"runtime": "tensormap_and_ringbuffer"},
    "runtime_env": {"PTO2_RING_HEAP": "1024"}
  }],
  "identity": {"generator": "0.1.0", "compiler": "g++"}
})";

Manifest Load(const std::string& text) {
    MemoryFileSystem files;
    files.Add("d/.pto-ninja/manifest.json", text);
    return LoadManifest(files, "d");
}

// The valid file with one edit, given as a JSON patch.
std::string Patched(const std::string& patch) {
    const nlohmann::json json = nlohmann::json::parse(kValid).patch(nlohmann::json::parse("[" + patch + "]"));
    return ErrorOf([&] { Load(json.dump()); });
}

TEST(ManifestTest, LoadsEveryField) {
    const Manifest manifest = Load(kValid);
    EXPECT_EQ(manifest.kind, "l2");
    EXPECT_EQ(manifest.platform, "a2a3sim");
    EXPECT_TRUE(manifest.IsSimulator());
    EXPECT_EQ(manifest.backend, "Ascend910B");
    EXPECT_EQ(manifest.runtime, "embedded");
    ASSERT_EQ(manifest.entries.size(), 1U);
    const Entry& entry = manifest.entries[0];
    EXPECT_EQ(entry.program, "scaled_rows");
    ASSERT_TRUE(entry.params.has_value());
    ASSERT_EQ(entry.params->size(), 3U);
    EXPECT_EQ((*entry.params)[0].name, "x");
    EXPECT_THAT((*entry.params)[0].shape.value(), ElementsAre(-1, 64));
    EXPECT_EQ((*entry.params)[1].direction, Direction::kOut);
    EXPECT_FALSE((*entry.params)[0].IsNz());
    EXPECT_TRUE((*entry.params)[1].IsNz());
    EXPECT_TRUE((*entry.params)[2].IsScalar());
    EXPECT_EQ((*entry.params)[2].dtype->name, "int64");
    EXPECT_EQ(entry.golden->expected, ".pto-ninja/golden/expected.safetensors");
    const Program* program = FindProgram(manifest, "scaled_rows");
    ASSERT_NE(program, nullptr);
    EXPECT_EQ(program->orchestration.function_name, "entry");
    EXPECT_THAT(program->orchestration.signature, ElementsAre("IN", "OUT"));
    EXPECT_EQ(program->kernels[0].core_type, "aiv");
    EXPECT_EQ(program->runtime_env.at("PTO2_RING_HEAP"), "1024");
    EXPECT_THAT(manifest.identity, ElementsAre(std::pair("generator", "0.1.0"), std::pair("compiler", "g++")));
    EXPECT_EQ(FindProgram(manifest, "other"), nullptr);
}

TEST(ManifestTest, ResolvesPathsFromTheDirectory) {
    Manifest manifest;
    manifest.directory = "a/b";
    EXPECT_EQ(manifest.Resolve("golden.py"), "a/b/golden.py");
    EXPECT_EQ(manifest.Resolve("/x/golden.py"), "/x/golden.py");
    manifest.directory = "a/b/";
    EXPECT_EQ(manifest.Resolve("golden.py"), "a/b/golden.py");
    manifest.directory = ".";
    EXPECT_EQ(manifest.Resolve("golden.py"), "golden.py");
}

TEST(ManifestTest, AbsentParamsAndGoldenAreAllowed) {
    nlohmann::json json = nlohmann::json::parse(kValid);
    json["entries"][0].erase("params");
    json["entries"][0].erase("golden");
    const Manifest manifest = Load(json.dump());
    EXPECT_FALSE(manifest.entries[0].params.has_value());
    EXPECT_FALSE(manifest.entries[0].golden.has_value());
}

TEST(ManifestTest, KeepsTypesThatAreNotKnownAndWhatAnEntryWasCompiledFor) {
    nlohmann::json json = nlohmann::json::parse(kValid);
    EXPECT_TRUE(Load(json.dump()).entries[0].modes.empty());
    json["entries"][0]["execution_modes"] = {"kernel"};
    json["entries"][0]["params"][1]["dtype"] = "fp6";
    const Manifest manifest = Load(json.dump());
    const Param& param = (*manifest.entries[0].params)[1];
    EXPECT_EQ(param.dtype, nullptr);
    EXPECT_EQ(param.dtype_name, "fp6");
    EXPECT_THAT(manifest.entries[0].modes, ElementsAre("kernel"));
}

TEST(ManifestTest, LoadsADistributedDirectory) {
    const Manifest manifest =
        Load(R"({"schema": 1, "kind": "l3", "platform": "a5sim", "backend": "Ascend950", "runtime": "embedded",
        "entries": [{"name": "", "plan": ".pto-ninja/plan.json"}], "programs": [],
        "distributed": {"device_ids": [0, 1], "num_sub_workers": 2, "runtime": "r", "aicpu_thread_num": 4}})");
    EXPECT_EQ(manifest.entries[0].plan, ".pto-ninja/plan.json");
    ASSERT_TRUE(manifest.distributed.has_value());
    EXPECT_THAT(manifest.distributed->device_ids, ElementsAre(0, 1));
    EXPECT_EQ(manifest.distributed->num_sub_workers, 2);
}

TEST(ManifestTest, LoadsWhereTheRuntimeIs) {
    nlohmann::json json = nlohmann::json::parse(kValid);
    json["runtime"] = "simpler";
    json["simpler"] = nlohmann::json::parse(R"({"root": "/opt/simpler", "adapter": ".pto-ninja/adapter.so",
      "sim_context": "/c.so", "dispatcher": "/d.so", "sdma_warmup": "/w.o", "log": "/l.so", "runtimes": [
      {"name": "tensormap_and_ringbuffer", "host_runtime": "/h.so", "aicpu_kernel": "/p.so", "aicore_kernel": "/q.so"}]})");
    const Simpler simpler = Load(json.dump()).simpler.value();
    EXPECT_EQ(simpler.root, "/opt/simpler");
    EXPECT_EQ(simpler.adapter, ".pto-ninja/adapter.so");
    EXPECT_EQ(simpler.sim_context, "/c.so");
    EXPECT_EQ(simpler.dispatcher, "/d.so");
    EXPECT_EQ(simpler.sdma_warmup, "/w.o");
    EXPECT_EQ(simpler.log, "/l.so");
    ASSERT_EQ(simpler.runtimes.size(), 1U);
    EXPECT_EQ(simpler.runtimes[0].name, "tensormap_and_ringbuffer");
    EXPECT_EQ(simpler.runtimes[0].host_runtime, "/h.so");
    EXPECT_EQ(simpler.runtimes[0].aicpu_kernel, "/p.so");
    EXPECT_EQ(simpler.runtimes[0].aicore_kernel, "/q.so");
    EXPECT_FALSE(Load(kValid).simpler.has_value());
}

TEST(ManifestTest, NamesTheFieldTheFoundAndTheExpected) {
    const struct {
        const char* patch;
        const char* message;
    } kCases[] = {
        {R"({"op": "replace", "path": "/schema", "value": 2})", "'schema' is 2, expected 1"},
        {R"({"op": "replace", "path": "/schema", "value": 1.0})", "'schema' is 1.0, expected an integer"},
        {R"({"op": "replace", "path": "/schema", "value": 18446744073709551615})",
         "'schema' is 18446744073709551615, expected an integer"},
        {R"({"op": "replace", "path": "/programs/0/runtime_env", "value": {"A\nB": 3}})",
         "'programs[0].runtime_env.A?B' is 3, expected a string"},
        {R"({"op": "replace", "path": "/schema", "value": true})", "'schema' is true, expected an integer"},
        {R"({"op": "remove", "path": "/schema"})", "'schema' is missing, expected an integer"},
        {R"({"op": "replace", "path": "/kind", "value": "l4"})",
         "'kind' is the string 'l4', expected one of 'l2', 'l3' and 'multi'"},
        {R"({"op": "replace", "path": "/platform", "value": "a3"})",
         "'platform' is the string 'a3', expected one of 'a2a3', 'a2a3sim', 'a5' and 'a5sim'"},
        {R"({"op": "replace", "path": "/runtime", "value": 7})", "'runtime' is 7, expected a string"},
        {R"({"op": "replace", "path": "/entries", "value": []})", "'entries' is a list, expected at least one entry"},
        {R"({"op": "replace", "path": "/entries", "value": {}})", "'entries' is an object, expected a list of objects"},
        {R"({"op": "replace", "path": "/entries/0", "value": 3})", "'entries[0]' is 3, expected an object"},
        {R"({"op": "remove", "path": "/entries/0/name"})", "'entries[0].name' is missing, expected a string"},
        {R"({"op": "replace", "path": "/entries/0/name", "value": "../x"})",
         "'entries[0].name' is the string '../x', expected a path inside of the directory"},
        {R"({"op": "replace", "path": "/programs/0/directory", "value": "/etc"})",
         "'programs[0].directory' is the string '/etc', expected a path inside of the directory"},
        {R"({"op": "remove", "path": "/entries/0/program"})", "'entries[0].program' is missing, expected a string"},
        {R"({"op": "replace", "path": "/entries/0/program", "value": "z"})",
         "'entries[0].program' is the string 'z', expected the name of one of 'programs'"},
        {R"({"op": "replace", "path": "/entries/0/params/1/direction", "value": "out"})",
         "'entries[0].params[1].direction' is the string 'out', expected one of 'In', 'Out' and 'InOut'"},
        {R"({"op": "replace", "path": "/entries/0/params/1/layout", "value": 5})",
         "'entries[0].params[1].layout' is 5, expected a string"},
        {R"({"op": "replace", "path": "/entries/0/params/1/dtype", "value": 3})",
         "'entries[0].params[1].dtype' is 3, expected a string"},
        {R"({"op": "replace", "path": "/entries/0/params/1/shape", "value": [4, -2]})",
         "'entries[0].params[1].shape' is a list, expected dimensions of -1 (dynamic) or more"},
        {R"({"op": "replace", "path": "/entries/0/params/1/shape", "value": [4, true]})",
         "'entries[0].params[1].shape' is true, expected a list of integers"},
        {R"({"op": "remove", "path": "/entries/0/params/1/shape"})",
         "'entries[0].params[1].shape' is missing, expected a list of integers"},
        {R"({"op": "remove", "path": "/entries/0/golden/inputs"})",
         "'entries[0].golden.inputs' is missing, expected a string"},
        {R"({"op": "replace", "path": "/programs/0/kernels/0/core_type", "value": "vec"})",
         "'programs[0].kernels[0].core_type' is the string 'vec', expected one of 'aic' and 'aiv'"},
        {R"({"op": "replace", "path": "/programs/0/kernels/0/func_id", "value": "0"})",
         "'programs[0].kernels[0].func_id' is the string '0', expected an integer"},
        {R"({"op": "replace", "path": "/programs/0/orchestration/signature", "value": [1]})",
         "'programs[0].orchestration.signature' is a list, expected a list of strings"},
        {R"({"op": "replace", "path": "/programs/0/runtime_env/PTO2_RING_HEAP", "value": 1024})",
         "'programs[0].runtime_env.PTO2_RING_HEAP' is 1024, expected a string"},
        {R"({"op": "add", "path": "/programs/0/runtime_config/enable_sdma", "value": 1})",
         "'programs[0].runtime_config.enable_sdma' is 1, expected true or false"},
        {R"({"op": "replace", "path": "/kind", "value": "l3"})", "'entries[0].plan' is missing, expected a string"},
        {R"({"op": "replace", "path": "/runtime", "value": "simpler"})", "'simpler' is missing, expected an object"},
        {R"({"op": "add", "path": "/simpler", "value": {"root": "/s", "adapter": "a.so", "runtimes": []}})",
         "'programs[0].runtime_config.runtime' is the string 'tensormap_and_ringbuffer', expected the name of one of "
         "'simpler.runtimes'"},
        {R"({"op": "add", "path": "/simpler", "value": {"root": "/s", "adapter": "a.so", "runtimes": [{"name": "x"}]}})",
         "'simpler.runtimes[0].host_runtime' is missing, expected a string"},
    };
    for (const auto& item : kCases) {
        EXPECT_EQ(Patched(item.patch),
                  std::string("d/.pto-ninja/manifest.json: ") + item.message + "; run 'pto-ninja d' again")
            << item.patch;
    }
}

TEST(ManifestTest, ReadsWhatAnEditedRunPyDoes) {
    const char* whole = R"({"op": "add", "path": "/entries/0/run_py", "value":
        {"source": "debug/run.py", "inputs": "i", "missing": "m", "compares": true}})";
    EXPECT_EQ(Patched(whole), "no error");
    EXPECT_EQ(Patched(R"({"op": "add", "path": "/entries/0/run_py", "value": {"inputs": "i"}})"),
              "d/.pto-ninja/manifest.json: 'entries[0].run_py.source' is missing, expected a string; run 'pto-ninja d' "
              "again");
}

TEST(ManifestTest, SaysWhatIsMissing) {
    MemoryFileSystem files;
    EXPECT_EQ(ErrorOf([&] { LoadManifest(files, "d"); }),
              "d: no such directory; give the path of a build_output/<jit_dir>");
    files.AddDirectory("d");
    EXPECT_EQ(
        ErrorOf([&] { LoadManifest(files, "d"); }),
        "d/.pto-ninja/manifest.json: no such file: this directory has no build graph yet; run 'pto-ninja d' again");
    EXPECT_EQ(ErrorOf([&] { Load("{\"schema\": 1,"); }),
              "d/.pto-ninja/manifest.json:1:14: malformed: the JSON text ends too early; run 'pto-ninja d' again");
    EXPECT_EQ(ErrorOf([&] { Load("[]"); }),
              "d/.pto-ninja/manifest.json: the file is a list, expected an object; run 'pto-ninja d' again");
}

TEST(ManifestTest, SelectsEntriesByName) {
    Manifest manifest;
    manifest.directory = "d";
    manifest.entries = {Entry{"prefill", "prefill", "", {}, {}}, Entry{"decode", "decode", "", {}, {}}};
    EXPECT_EQ(SelectEntries(manifest, "").size(), 2U);
    EXPECT_THAT(SelectEntries(manifest, "decode"), ElementsAre(&manifest.entries[1]));
    EXPECT_EQ(ErrorOf([&] { SelectEntries(manifest, "decod"); }),
              "--entry: there is no 'decod' in 'd', only 'prefill' and 'decode'; did you mean 'decode'?");
}

// All that a manifest can say, each with a value of its own.
constexpr const char* kComplete = R"({
  "schema": 1, "kind": "l3", "platform": "a5sim", "backend": "Ascend950", "runtime": "simpler",
  "entries": [
    {"name": "", "plan": ".pto-ninja/plan.json",
     "params": [{"name": "x", "direction": "InOut", "shape": [-1, 64], "dtype": "fp32", "layout": "NZ"},
                {"name": "n", "direction": "Out", "shape": null, "dtype": "of tomorrow"}],
     "execution_modes": ["kernel"],
     "run_py": {"source": "debug/run.py", "compares": true, "inputs": "i.safetensors", "missing": "missing"}},
    {"name": "a", "program": "a", "plan": ".pto-ninja/plan.json",
     "golden": {"source": "golden.py", "inputs": "in.safetensors", "expected": "out.safetensors"}}],
  "programs": [{
    "name": "a", "directory": "next_levels/a",
    "orchestration": {"source": "o.cpp", "binary": "o.so", "function_name": "entry", "signature": ["IN"]},
    "kernels": [{"func_id": 7, "name": "k", "core_type": "aic", "source": "k.cpp", "binary": "k.so", "signature": ["OUT"]}],
    "runtime_config": {"runtime": "host_build_graph", "aicpu_thread_num": 3, "enable_sdma": true, "block_dim": 24, "orch_thread_num": 2},
    "runtime_env": {"A": "1", "B": ""}}],
  "distributed": {"device_ids": [2, 5], "num_sub_workers": 1, "runtime": "tensormap_and_ringbuffer", "aicpu_thread_num": 4},
  "hooks": {"source": "debug/replay_hooks.cpp", "binary": "h.so"},
  "simpler": {"root": "/r", "adapter": "a.so", "sim_context": "s", "dispatcher": "d", "sdma_warmup": "w", "log": "l",
    "runtimes": [{"name": "host_build_graph", "host_runtime": "h", "aicpu_kernel": "u", "aicore_kernel": "c"}]},
  "identity": {"generator": "0.1.0", "kernel_compiler": "g++"}
})";

TEST(Manifest, IsWrittenAsItIsRead) {
    for (const char* text : {kComplete, kValid}) {
        const std::string once = ManifestText(Load(text));
        EXPECT_EQ(ManifestText(Load(once)), once);
        // Every field of the file comes back; what it leaves out may be said by its default.
        const Json before = ParseJson(text, "before", "");
        const Json after = ParseJson(once, "after", "");
        const Json flat_before = before.flatten();
        const Json flat_after = after.flatten();
        for (const auto& [pointer, value] : flat_before.items()) {
            EXPECT_EQ(flat_after.value(pointer, Json("missing")), value) << pointer;
        }
    }
    EXPECT_EQ(ParseJson(ManifestText(Load(kComplete)), "after", ""), ParseJson(kComplete, "before", ""));
}

}  // namespace
}  // namespace pto::run
