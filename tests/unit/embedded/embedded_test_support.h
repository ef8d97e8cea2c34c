// Builds small orchestrations and kernels against the embedded headers while the tests run.
#pragma once

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/embedded/engine.h"

#ifndef PTO_EMBEDDED_INCLUDE
#error "PTO_EMBEDDED_INCLUDE names the directory runtime/embedded/include"
#endif

namespace pto::embedded::test {

// Each test may run in a process of its own, so what is built is kept beside the test program for the next.
inline const std::filesystem::path& BuildDir() {
    static const std::filesystem::path path = [] {
#ifdef PTO_BIN_DIR
        std::filesystem::path dir = PTO_BIN_DIR;
#else
        std::filesystem::path dir = std::filesystem::temp_directory_path();
#endif
        dir /= "embedded_tests_" + std::to_string(getuid());
        std::filesystem::create_directories(dir);
        return dir;
    }();
    return path;
}

// Changes whenever one of the headers does.
inline const std::string& HeaderState() {
    static const std::string state = [] {
        std::string text;
        std::vector<std::filesystem::path> paths;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(PTO_EMBEDDED_INCLUDE)) {
            if (entry.is_regular_file()) paths.push_back(entry.path());
        }
        std::sort(paths.begin(), paths.end());
        for (const auto& path : paths) {
            text += path.string() + std::to_string(std::filesystem::last_write_time(path).time_since_epoch().count());
        }
        return text;
    }();
    return state;
}

// Compiles `source` unless that has been done before; returns the path of the shared object.
inline std::string Compile(const std::string& name, const std::string& source, const std::string& flags) {
    const char* compiler = getenv("CXX");
    const std::string start = std::string(compiler != nullptr ? compiler : "g++") + " -shared -fPIC -pthread " + flags +
                              " -I'" + PTO_EMBEDDED_INCLUDE + "'";
    const size_t key = std::hash<std::string>{}(start + source + HeaderState());
    const std::string stem = (BuildDir() / (name + "_" + std::to_string(key))).string();
    const int lock = open((stem + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    flock(lock, LOCK_EX);
    if (!std::filesystem::exists(stem + ".so")) {
        std::ofstream(stem + ".cc") << source;
        const std::string command = start + " -o '" + stem + ".tmp' '" + stem + ".cc' 2>'" + stem + ".log'";
        if (system(command.c_str()) == 0) {
            std::filesystem::rename(stem + ".tmp", stem + ".so");
        } else {
            std::ifstream log(stem + ".log");
            ADD_FAILURE() << command << "\n" << std::string(std::istreambuf_iterator<char>(log), {});
        }
    }
    close(lock);
    return stem + ".so";
}

// `entries` are functions that take the orchestration's arguments as `args`: "void chain(const ChipTaskArgs& args)
// {...}".
inline std::string Orchestration(const std::string& name, int expected_args, const std::string& entries) {
    const std::string source =
        "#include \"runtime.h\"\n#include \"pto_orchestration_api.h\"\nextern \"C\" {\n"
        "PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs&) { return {" +
        std::to_string(expected_args) + "}; }\n" + entries + "\n}\n";
    return Compile(name, source, "-std=c++17");
}

// One kernel whose first scalar selects what it does (see kOps). Tensors are int32, element i of tensor t is At(t, i).
inline std::string OpKernel() {
    static const char* const source = R"(
#include <cfenv>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <stdexcept>
#include "tensor.h"
#include "intrinsic.h"
#include "pto_ninja/abi.h"
static thread_local const pto_ninja::CoreServices* core;
extern "C" void pto_ninja_set_core(const pto_ninja::CoreServices* c) { core = c; }
static int32_t* Data(int64_t* a, int t) {
    auto* tensor = reinterpret_cast<ChipTensor*>(a[t]);
    return reinterpret_cast<int32_t*>(tensor->buffer.addr) + tensor->start_offset;
}
static void Sleep(long microseconds) {
    if (microseconds == 0) return;
    timespec t{0, microseconds * 1000};
    nanosleep(&t, nullptr);
}
__attribute__((noinline)) static int Divide(int a, volatile int b) { return a / b; }
extern "C" void kernel_entry(int64_t* a) {
    // The number of tensors is encoded in the op: op = tensors * 100 + what.
    int64_t* s = nullptr;
    int tensors = 0;
    for (int t = 0; t < 32; t++) {
        if (a[t] >= 100 && a[t] < 1000) { s = a + t; tensors = t; break; }
    }
    const int what = static_cast<int>(s[0] % 100);
    const int64_t x = s[1], y = s[2];
    const int block = get_block_idx(a), blocks = get_block_num(a), lane = get_sub_block_id(a);
    auto n = [&](int t) { return static_cast<int64_t>(reinterpret_cast<ChipTensor*>(a[t])->numel()); };
    switch (what) {
        case 0:  // out = x + sum of inputs, element by element, after y microseconds
            Sleep(y);
            for (int64_t i = 0; i < n(tensors - 1); i++) {
                int32_t sum = static_cast<int32_t>(x);
                for (int t = 0; t + 1 < tensors; t++) sum += Data(a, t)[i];
                Data(a, tensors - 1)[i] = sum;
            }
            break;
        case 1:  // last = last * x + y
            for (int64_t i = 0; i < n(tensors - 1); i++) {
                auto& value = Data(a, tensors - 1)[i];
                value = static_cast<int32_t>(value * x + y);
            }
            break;
        case 2: core->fail(core, "the op says so"); break;
        case 3:  // checked access of x elements from element y
            core->check_global(core, Data(a, 0) + y, static_cast<uint64_t>(x) * 4, pto_ninja::GlobalAccess::kRead,
                               "TLOAD");
            break;
        case 4: throw std::runtime_error("boom");
        case 5: for (;;) core->poll(core);
        case 6: for (volatile int forever = 1; forever;) {} break;
        case 7: Data(a, 0)[x] = 1; break;       // unchecked store
        case 8: Data(a, 0)[0] = Divide(1, static_cast<int>(x)); break;
        case 9: abort();
        case 10:  // each block adds its number; all wait for all; block 0 checks the sum
            __atomic_fetch_add(&Data(a, 0)[0], block + 1, __ATOMIC_SEQ_CST);
            core->sync_all(core);
            if (block == 0) Data(a, 0)[1] = Data(a, 0)[0] * (Data(a, 0)[0] == blocks * (blocks + 1) / 2);
            break;
        case 11:  // ping-pong of x rounds through flags 1 (cube to vector) and 2 (vector to cube)
            for (int64_t i = 0; i < x; i++) {
                if (core->core_kind == pto_ninja::CoreKind::kAic) {
                    Data(a, 0)[block * 4] += 1;
                    core->cross_core_set(core, 2, 1);
                    core->cross_core_wait(core, 2);
                } else {
                    core->cross_core_wait(core, 1);
                    Data(a, 0)[block * 4 + 1 + lane] += Data(a, 0)[block * 4];
                    core->cross_core_set(core, 2, 2);
                }
            }
            break;
        case 12: core->cross_core_wait(core, static_cast<uint32_t>(x)); break;
        case 13: core->cross_core_set(core, 0, 3); core->cross_core_wait(core, 3); Data(a, 0)[block] = block + 1; break;
        case 14: Data(a, 0)[block] = static_cast<int32_t>(block * 10 + lane); break;
        case 15: core->buffers[0].base[x] = 1; break;
        case 16: if (block >= x) core->fail(core, "block fails"); Sleep(y); break;
        case 17: {  // done once tensor 0's first element has reached x
            auto* local = pto_ninja::ContextAt<LocalContext>(a, SPMD_LOCAL_CONTEXT_INDEX);
            local->async_ctx.completion_entries[0].addr = reinterpret_cast<uint64_t>(Data(a, 0));
            local->async_ctx.completion_entries[0].expected_value = static_cast<uint32_t>(x);
            *local->async_ctx.completion_count = 1;
            break;
        }
        case 18: Sleep(y); __atomic_store_n(&Data(a, 0)[0], static_cast<int32_t>(x), __ATOMIC_SEQ_CST); break;
        case 19:  // both lanes exchange through mode 1
            Data(a, 0)[lane] = lane + 5;
            core->cross_core_set(core, 1, 4);
            core->cross_core_wait(core, 4);
            Data(a, 0)[2 + lane] = Data(a, 0)[1 - lane];
            break;
        case 20: core->buffers[0].base[0] += 1; Data(a, 0)[0] = core->buffers[0].base[0]; break;
        case 21: {  // traps the floating-point exceptions x and causes the one
            volatile double zero = 0, huge = 1e300, result = 1;
            feenableexcept(static_cast<int>(x));
            result = x == FE_DIVBYZERO ? result / zero : x == FE_OVERFLOW ? huge * huge : zero / zero;
            break;
        }
        case 22: raise(static_cast<int>(x)); break;
    }
}
)";
    return Compile("op_kernel", source, "-std=c++20 -O1");
}

inline constexpr int kCube = 7;  // func ids of the same kernel for the two kinds of core
inline constexpr int kVector = 3;

// Kernel code shared by the orchestrations below: Op(args, what, x, y) appends the scalars that the kernel expects.
inline constexpr char kHelpers[] = R"(
#define OP(args, what, x, y) (args).add_scalar(uint64_t((args).tensor_count() * 100 + (what)), int64_t(x), int64_t(y))
static inline ChipTensor Row(const ChipTensor& t, uint32_t first, uint32_t count) {
    uint32_t shape[5], offset[5] = {first};
    for (uint32_t i = 0; i < t.ndims; i++) shape[i] = t.shapes[i];
    shape[0] = count;
    return t.view(shape, offset);
}
)";

// A program of one orchestration library and the op kernel, with its memory.
class Bench {
  public:
    Bench(const std::string& orchestration, const std::string& entry, int workers = 0,
          const std::string& platform = "a2a3sim")
        : memory(std::make_shared<DeviceMemory>()),
          engine(std::make_unique<Engine>(Program::Load(Files(orchestration, entry, platform)), memory, workers)) {}

    static ProgramFiles Files(const std::string& orchestration, const std::string& entry,
                              const std::string& platform = "a2a3sim") {
        return {orchestration,
                entry,
                {{kVector, "op", pto_ninja::CoreKind::kAiv, OpKernel()},
                 {kCube, "cube_op", pto_ninja::CoreKind::kAic, OpKernel()}},
                platform};
    }

    // Adds an int32 argument, zero.
    int32_t* Add(const std::string& name, std::vector<int64_t> shape) {
        const DType* dtype = FindDType("int32");
        void* data = memory->Allocate(name, DenseBytes(*dtype, shape));
        arguments.tensors.push_back({name, dtype, shape, {}, data});
        return static_cast<int32_t*>(data);
    }

    RunStatistics Run() { return engine->Run(arguments, options); }

    // The text of the Error that Run throws; empty if it does not.
    std::string Failure() {
        try {
            Run();
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    std::shared_ptr<DeviceMemory> memory;
    std::unique_ptr<Engine> engine;
    RunArguments arguments;
    RunOptions options;
};

}  // namespace pto::embedded::test
