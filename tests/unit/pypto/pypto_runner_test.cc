// A PyPTO of the test's own: modules of the same names, whose replay doubles its first argument into its second.
#include "runtime/pypto/pypto_runner.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "base/process.h"
#include "base/python_interpreters.h"
#include "runtime/pypto/pypto_process.h"
#include "tensors/safetensors.h"
#include "tests/support/needs.h"
#include "tests/support/temp_space.h"
#include "tests/support/tensor_values.h"

namespace pto::run {
namespace {

using test::ErrorOf;
using test::MakeValues;
using test::ValuesOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kTorch[] = R"(
float32, int64, bool = "f", "q", "?"
class Tensor:
    def __init__(self, view): self.view = view
    def reshape(self, shape):
        self.shape = tuple(shape)
        return self
def frombuffer(view, dtype): return Tensor(view.cast("B").cast(dtype))
def empty(shape, dtype): return Tensor([]).reshape(shape)
)";

constexpr char kReplay[] = R"(
import json, os
def replay(work_dir, *args, config, recompile, rebuild_from_pto, validate):
    x, y, factor = args
    for i in range(len(x.view)): y.view[i] = x.view[i] * factor.value
    cache = os.path.join(work_dir, "cache")
    binaries = {name: open(os.path.join(cache, name)).read() for name in sorted(os.listdir(cache))}
    print(json.dumps([os.path.basename(work_dir), config.platform, config.device_id, recompile, rebuild_from_pto,
                      validate, list(x.shape), binaries], sort_keys=True))
)";

constexpr char kDeviceRunner[] = R"(
def ensure_pto_isa_root(): return "/isa"
def _current_binary_context(compiler, *, platform, runtime_name, pto_isa_root):
    return f"{compiler.platform} {platform} {runtime_name} {pto_isa_root}"
def _kernel_cache_file(cache, kernel, platform, pto_isa_root, runtime_name, compiler):
    return cache / f"incore_{kernel['func_id']}.bin"
)";

constexpr char kBinaryCache[] = R"(
import contextlib
@contextlib.contextmanager
def binary_context_lock(directory):
    (directory / "cache").mkdir(exist_ok=True)
    yield
def prepare_binary_context(directory, context): (directory / "cache" / "stale.bin").unlink(missing_ok=True)
def record_binary_context(directory, context): (directory / "cache" / "stamp").write_text(context)
)";

constexpr char kCheck[] = R"(
def validate_pass_ir_codegen_results(ir_dir, tensors, expected, **tolerances):
    want = [2 * value for value in tensors["x"].view]
    if list(expected["y"].view) != want:
        raise AssertionError(f"00_frontend.py: 'y' is {want}; {sorted(tensors)} {tolerances}")
)";

class PyptoRunnerTest : public testing::Test {
  protected:
    void SetUp() override {
        PTO_NEEDS(test::MissingPython());
        space_.Write("lib/torch.py", kTorch);
        space_.Write("lib/pypto/__init__.py", "");
        space_.Write("lib/pypto/debug.py", kCheck);
        space_.Write("lib/pypto/runtime/__init__.py",
                     "class RunConfig:\n    def __init__(self, **fields): self.__dict__.update(fields)\n");
        space_.Write("lib/pypto/runtime/debug.py", kReplay);
        space_.Write("lib/pypto/runtime/device_runner.py", kDeviceRunner);
        space_.Write("lib/pypto/runtime/_binary_cache.py", kBinaryCache);
        space_.Write("lib/pypto/runtime/kernel_compiler.py",
                     "class KernelCompiler:\n    def __init__(self, platform): self.platform = platform\n");
        space_.Write(
            "jit/kernel_config.py",
            "KERNELS = [{'func_id': 7, 'source': 'k.cpp'}]\nORCHESTRATION = {'source': 'orchestration/o.cpp'}\n");
        space_.Write("jit/.pto-ninja/k.so", "kernel of ours");
        space_.Write("jit/.pto-ninja/o.so", "orchestration of ours");
        space_.Write("jit/cache/stale.bin", "of another runtime");
        space_.Write("expected.safetensors", "");
        manifest_.directory = space_.Path("jit");
        manifest_.platform = "a2a3sim";
        manifest_.runtime = "pypto";
        Program program;
        program.name = "double";
        program.orchestration = {"orchestration/o.cpp", ".pto-ninja/o.so", "entry", {}};
        program.kernels = {{7, "k", "aiv", "k.cpp", ".pto-ninja/k.so", {}}};
        program.config.runtime = "tensormap_and_ringbuffer";
        manifest_.programs = {program};
        entry_.program = "double";
        options_.log = [this](std::string_view line) { log_ += std::string(line) + "\n"; };
    }

    std::vector<Argument> Arguments() const {
        const DType* fp32 = FindDType("fp32");
        return {{"x", Direction::kIn, false, fp32, 0, MakeValues("x", "fp32", {3}, {1, 2, 3})},
                {"y", Direction::kOut, false, fp32, 0, MakeValues("y", "fp32", {3}, {0, 0, 0})},
                {"factor", Direction::kIn, true, FindDType("int64"), 2, {}}};
    }

    std::string Shown(std::string text) const {
        for (size_t at = 0; (at = text.find(space_.Root())) != std::string::npos;)
            text.replace(at, space_.Root().size(), "D");
        return text;
    }
    std::string Failure() {
        std::unique_ptr<Runner> runner = CreatePyptoRunner(manifest_, entry_, options_);
        return Shown(ErrorOf([&] {
            runner->Place(Arguments());
            runner->Execute();
        }));
    }

    const test::TempSpace space_;
    const test::EnvironmentVariable path_{"PYTHONPATH", space_.Path("lib").c_str()};
    const test::EnvironmentVariable python_{"PTO_PYTHON", "python3"};
    Manifest manifest_;
    Entry entry_;
    RunnerOptions options_;
    std::string log_;
};

TEST_F(PyptoRunnerTest, ReplaysInPlaceWithOurBinaries) {
    std::unique_ptr<Runner> runner = CreatePyptoRunner(manifest_, entry_, options_);
    std::vector<Argument> arguments = Arguments();
    runner->Place(arguments);
    runner->Execute();
    runner->Fetch(arguments);
    EXPECT_THAT(ValuesOf(arguments[1].tensor), ElementsAre(2, 4, 6));
    EXPECT_EQ(log_,
              "[\"jit\", \"a2a3sim\", 0, false, false, false, [3], {\"incore_7.bin\": \"kernel of ours\", "
              "\"orch_o.bin\": \"orchestration of ours\", \"stamp\": \"a2a3sim a2a3sim tensormap_and_ringbuffer "
              "/isa\"}]\n");
    runner.reset();
    std::vector<std::string> files = space_.Files();
    std::erase_if(files, [](const std::string& file) { return !file.starts_with("jit/"); });
    EXPECT_THAT(files, ElementsAre("jit/.pto-ninja/k.so", "jit/.pto-ninja/o.so", "jit/cache/incore_7.bin",
                                   "jit/cache/orch_o.bin", "jit/cache/stamp", "jit/kernel_config.py"))
        << "nothing temporary is left, the stale binary is gone";
}

// The name that a binary has until it is complete may be taken: by what a killed process left, or by a link.
TEST_F(PyptoRunnerTest, BinariesAreNotWrittenThroughALink) {
    space_.Write("canary", "precious\n");
    space_.Write("lib/pypto/runtime/__init__.py",
                 space_.Read("lib/pypto/runtime/__init__.py") + "import os\nos.getpid = lambda: 7\n");
    std::filesystem::create_symlink(space_.Path("canary"), space_.Path("jit/cache/incore_7.bin.7.tmp"));
    std::filesystem::create_hard_link(space_.Path("canary"), space_.Path("jit/cache/orch_o.bin.7.tmp"));
    std::unique_ptr<Runner> runner = CreatePyptoRunner(manifest_, entry_, options_);
    runner->Place(Arguments());
    runner->Execute();
    runner.reset();
    EXPECT_EQ(space_.Read("canary"), "precious\n");
    EXPECT_EQ(space_.Read("jit/cache/incore_7.bin"), "kernel of ours");
    EXPECT_EQ(space_.Read("jit/cache/orch_o.bin"), "orchestration of ours");
}

TEST_F(PyptoRunnerTest, ARunStartsFromTheGivenOutputs) {
    std::unique_ptr<Runner> runner = CreatePyptoRunner(manifest_, entry_, options_);
    std::vector<Argument> arguments = Arguments();
    runner->Place(arguments);
    runner->Execute();
    runner->Reset(Arguments());
    runner->Fetch(arguments);
    EXPECT_THAT(ValuesOf(arguments[1].tensor), ElementsAre(0, 0, 0));
}

TEST_F(PyptoRunnerTest, WithoutPyptoItIsRefusedByName) {
    space_.Remove("lib/pypto/__init__.py");
    const test::EnvironmentVariable nowhere("PYTHONPATH", space_.Path("none").c_str());
    EXPECT_THAT(Failure(), HasSubstr("runtime 'pypto' needs a Python with PyPTO: "));
    EXPECT_THAT(Failure(), HasSubstr("'pypto'; install PyPTO, name its Python with PTO_PYTHON, or choose --runtime "
                                     "embedded or --runtime simpler"));
}

TEST_F(PyptoRunnerTest, WhatPyptoLacksIsNamed) {
    space_.Write("lib/pypto/runtime/device_runner.py", "def ensure_pto_isa_root(): return '/isa'\n");
    EXPECT_EQ(
        Failure(),
        "the PyPTO of '" + pto::FindProgram("python3") +
            "' lacks what pto-ninja uses of it (written for those of 2026-08-21 and 2026-09): AttributeError: module "
            "'pypto.runtime.device_runner' has no attribute '_current_binary_context'; choose --runtime embedded "
            "or --runtime simpler");
    EXPECT_EQ(space_.Read("jit/cache/stale.bin"), "of another runtime") << "nothing was touched";
}

// PyPTO compares the revisions of its runtime when a module of it is imported; what it says is the message, whichever
// module it is, and whether the exception is of a class of its own or not.
TEST_F(PyptoRunnerTest, WhatPyptoRefusesIsSaidInItsWords) {
    const std::string compiler = space_.Read("lib/pypto/runtime/kernel_compiler.py");
    const std::string refusal = "the PyPTO of '" + pto::FindProgram("python3") + "' refuses to be used: ";
    const std::string remedy = "; do what it says, or choose --runtime embedded or --runtime simpler";
    const std::string mismatch =
        "class RuntimePinMismatch(ImportError): pass\n"
        "raise RuntimePinMismatch('revisions differ:\\n  runtime/ HEAD  1234\\n\\nReinstall:  pip install -e "
        "runtime')\n";
    space_.Write("lib/pypto/runtime/kernel_compiler.py", mismatch);
    EXPECT_EQ(Failure(), refusal +
                             "RuntimePinMismatch: revisions differ: runtime/ HEAD 1234 Reinstall: pip install -e "
                             "runtime" +
                             remedy);
    EXPECT_EQ(space_.Read("jit/cache/stale.bin"), "of another runtime") << "nothing was touched";
    space_.Write("lib/pypto/runtime/kernel_compiler.py", "raise ImportError('bindings of another tree')\n");
    EXPECT_EQ(Failure(), refusal + "ImportError: bindings of another tree" + remedy);
    space_.Write("lib/pypto/runtime/kernel_compiler.py", compiler);
    space_.Write("lib/pypto/__init__.py", mismatch);
    EXPECT_THAT(Failure(), HasSubstr("' refuses to be used: RuntimePinMismatch: revisions differ: "));
}

TEST_F(PyptoRunnerTest, AModuleThatPyptoNoLongerHasIsNoRefusal) {
    space_.Remove("lib/pypto/runtime/kernel_compiler.py");
    EXPECT_EQ(Failure(),
              "the PyPTO of '" + pto::FindProgram("python3") +
                  "' lacks what pto-ninja uses of it (written for those of 2026-08-21 and 2026-09): "
                  "ModuleNotFoundError: No module named 'pypto.runtime.kernel_compiler'; choose --runtime embedded or "
                  "--runtime simpler");
}

// The names of RunConfig's fields; those that are not asked for are left to PyPTO.
TEST_F(PyptoRunnerTest, DiagnosticsAreAskedFor) {
    space_.Write("lib/pypto/runtime/debug.py",
                 "import json\ndef replay(*args, config, **flags): print(json.dumps(vars(config), sort_keys=True))\n");
    const auto asked = [&](const Diagnostics& diagnostics) {
        log_.clear();
        options_.diagnostics = diagnostics;
        EXPECT_EQ(Failure(), "no error");
        return log_;
    };
    const std::string rest = "\"platform\": \"a2a3sim\"}\n";
    EXPECT_EQ(asked({}), "{\"device_id\": 0, " + rest);
    EXPECT_EQ(asked({4, 2, 7, true, true, "dfx_outputs"}),
              "{\"device_id\": 0, \"enable_chip_swimlane\": 4, \"enable_dep_gen\": true, \"enable_dump_args\": 2, "
              "\"enable_pmu\": 7, \"enable_scope_stats\": true, " +
                  rest);
    EXPECT_EQ(asked({1, 0, 0, false, false, ""}), "{\"device_id\": 0, \"enable_chip_swimlane\": 1, " + rest);
}

TEST_F(PyptoRunnerTest, WhatPyptoRaisesIsPassedOn) {
    space_.Write("lib/pypto/runtime/debug.py",
                 "def replay(*args, **flags):\n    print('on the way')\n    raise RuntimeError('device 0 is busy')\n");
    EXPECT_EQ(Failure(), "PyPTO failed: RuntimeError: device 0 is busy; --log-level debug shows more of what it does");
    EXPECT_THAT(log_, HasSubstr("on the way\n"));
}

TEST_F(PyptoRunnerTest, ADeadPythonAndOneThatHangs) {
    space_.Write("lib/pypto/runtime/debug.py",
                 "import os, signal\ndef replay(*args, **flags): os.kill(os.getpid(), signal.SIGKILL)\n");
    EXPECT_THAT(Failure(), HasSubstr("was ended by signal 9 while PyPTO was running"));
    space_.Write("lib/pypto/runtime/debug.py", "import time\ndef replay(*args, **flags): time.sleep(600)\n");
    options_.timeout_seconds = 2;
    EXPECT_THAT(Failure(), HasSubstr("PyPTO was not done within the time limit of 2"));
}

TEST_F(PyptoRunnerTest, OnlyTheWholeOfADistributedProgram) {
    manifest_.directory = "D";
    entry_.plan = "plan.json";
    EXPECT_EQ(ErrorOf([&] { CreatePyptoRunner(manifest_, entry_, options_); }),
              "runtime 'pypto' runs a distributed program as a whole only; run 'ninja -C D replay'");
}

TEST_F(PyptoRunnerTest, ATypeWithoutATorchNameIsRefused) {
    std::vector<Argument> arguments = Arguments();
    arguments[0].dtype = FindDType("int4");
    std::unique_ptr<Runner> runner = CreatePyptoRunner(manifest_, entry_, options_);
    EXPECT_EQ(
        ErrorOf([&] { runner->Place(arguments); }),
        "argument 'x' is int4, which torch has no name for, so that it cannot be given to PyPTO; choose --runtime "
        "embedded or --runtime simpler");
}

TEST_F(PyptoRunnerTest, PassesAreCheckedByTheParametersNames) {
    space_.Write("jit/passes_dump/00_frontend.py", "");
    Inputs inputs;
    inputs.arguments = Arguments();
    inputs.golden_names = {"a", "out", "n"};
    const auto check = [&](const std::vector<double>& values, const HandoverTolerances& tolerances) {
        WriteSafetensors(space_.Path("expected.safetensors"),
                         std::vector<Tensor>{MakeValues("out", "fp32", {3}, values)}, {});
        return ErrorOf(
            [&] { ValidateIr(manifest_, inputs, space_.Path("expected.safetensors"), tolerances, options_); });
    };
    EXPECT_EQ(check({2, 4, 6}, {}), "no error");
    EXPECT_EQ(check({2, 4, 7}, {}), "passes_dump/: 00_frontend.py: 'y' is [2.0, 4.0, 6.0]; ['x', 'y'] {}");
    EXPECT_THAT(check({2, 4, 7}, {0.5, 0.25}), HasSubstr("{'rtol': 0.5, 'atol': 0.25}"));
}

TEST_F(PyptoRunnerTest, WithoutDumpsThereIsNothingToCheck) {
    EXPECT_EQ(Shown(ErrorOf([&] { ValidateIr(manifest_, {}, "", {}, options_); })),
              "D/jit/passes_dump: no such directory, so that --validate-ir has nothing to check; recompile the program "
              "with dump_passes=True");
}

}  // namespace
}  // namespace pto::run
