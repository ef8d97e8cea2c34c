// .pto-ninja/manifest.json, what pto-ninja tells pto-replay about a built directory: its records, how they are read and
// how they are written. Nothing else of the directory's metadata is read by pto-replay. Paths are relative to the
// directory unless they are absolute. What readers of other programs may rely on is in docs/files.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "base/file_system.h"
#include "contract/layout.h"
#include "upstream/nz_layout.h"

// The generator has records of its own by these names, of what it has read.
namespace pto::contract {

inline constexpr int64_t kManifestSchema = 1;

enum class Direction { kIn, kOut, kInOut };

// "In", "Out", "InOut".
std::string_view DirectionName(Direction direction);
inline bool IsOutput(Direction direction) {
    return direction != Direction::kIn;
}

struct Param {
    std::string name;
    Direction direction = Direction::kIn;
    std::optional<std::vector<int64_t>> shape;  // none: scalar; -1: dynamic dimension; empty: rank 0
    const DType* dtype = nullptr;               // of the name; null: not known, which matters where it is needed
    std::string dtype_name;                     // as the sidecar has it
    std::string layout;  // "NZ": `shape` is in blocks, see upstream/nz_layout.h; others change nothing

    bool IsScalar() const { return !shape.has_value(); }
    bool IsNz() const { return !IsScalar() && dtype != nullptr && layout == kNzLayout; }
};

struct GoldenFiles {
    std::string source;    // golden.py
    std::string inputs;    // .safetensors
    std::string expected;  // .safetensors
};

// What people wrote into debug/run.py of PyPTO's.
struct RunPyFiles {
    std::string source;     // debug/run.py
    std::string inputs;     // .safetensors of what its _inline_inputs returns; empty: that is not edited
    std::string missing;    // there instead of the inputs where no Python can run it: which modules it lacks
    bool compares = false;  // its _user_compare is edited
};

// Something that can be replayed. L2 has one, with an empty name; L3 has one for the whole and a part for each chip
// program, with the whole's parameters and golden.
struct Entry {
    std::string name;
    std::string program;                       // in Manifest::programs; empty for the whole of L3
    std::string plan;                          // L3 only
    std::optional<std::vector<Param>> params;  // none: no sidecar, so the inputs decide, by position
    std::optional<GoldenFiles> golden;
    std::optional<RunPyFiles> run_py;  // never beside a golden
    std::vector<std::string> modes;    // what the entry was compiled for, where a program is not among it

    // A chip program of a plan, by itself: runs when it is asked for by name.
    bool IsPart() const { return !plan.empty() && !program.empty(); }
};

struct Kernel {
    int64_t func_id = 0;
    std::string name;
    std::string core_type;  // "aic", "aiv"
    std::string source;
    std::string binary;
    std::vector<std::string> signature;  // "IN", "OUT", "INOUT", "SCALAR"; empty when not recorded
};

struct Orchestration {
    std::string source;
    std::string binary;
    std::string function_name;
    std::vector<std::string> signature;
};

struct RuntimeConfig {
    std::string runtime;
    int64_t aicpu_thread_num = 0;
    bool enable_sdma = false;
    int64_t block_dim = 0;        // 0: as many as there are
    int64_t orch_thread_num = 0;  // 0: not recorded
};

struct Program {
    std::string name;
    std::string directory;  // "" for the root, else "next_levels/<name>"
    Orchestration orchestration;
    std::vector<Kernel> kernels;
    RuntimeConfig config;
    std::map<std::string, std::string> runtime_env;
};

struct Distributed {
    std::vector<int64_t> device_ids;
    int64_t num_sub_workers = 0;
    std::string runtime;
    int64_t aicpu_thread_num = 0;
};

// Libraries of the runtime 'simpler' for one of its runtimes ("tensormap_and_ringbuffer", "host_build_graph").
struct SimplerRuntime {
    std::string name;
    std::string host_runtime;
    std::string aicpu_kernel;
    std::string aicore_kernel;
};

// Where the runtime 'simpler' is, and the adapter that was built against it. Nothing here need exist before a run.
struct Simpler {
    std::string root;         // SIMPLER_ROOT
    std::string adapter;      // see simpler/adapter_api.h
    std::string sim_context;  // simulators only; empty on hardware
    std::string dispatcher;   // hardware only; empty on simulators
    std::string sdma_warmup;  // empty: there is none
    std::string log;          // empty: each library has its own
    std::vector<SimplerRuntime> runtimes;
};

// The user's debug/replay_hooks.cpp, see pto_ninja/replay_hooks.h.
struct HookFiles {
    std::string source;
    std::string binary;
};

struct Manifest {
    std::string directory;  // as the user gave it
    std::string kind;       // "l2", "l3", "multi"
    std::string platform;
    std::string backend;
    std::string runtime;  // what executes: "embedded", "simpler", "pypto"
    std::vector<Entry> entries;
    std::vector<Program> programs;
    std::optional<Distributed> distributed;
    std::optional<Simpler> simpler;  // always there when `runtime` is "simpler"
    std::optional<HookFiles> hooks;
    std::vector<std::pair<std::string, std::string>> identity;  // free-form, in file order

    // `path` as a path this process can open.
    std::string Resolve(const std::string& path) const;
    bool IsSimulator() const { return platform.ends_with("sim"); }
};

// Reads <directory>/.pto-ninja/manifest.json. Throws an input Error naming file, field, what was found and expected.
Manifest LoadManifest(const FileSystem& files, const std::string& directory);
// The same of another manifest of the directory, at `name` below it: the code as compiled beside the edited one.
Manifest LoadManifest(const FileSystem& files, const std::string& directory, std::string_view name);

// The text of the file; `directory` is not in it. LoadManifest gives back what was written.
std::string ManifestText(const Manifest& manifest);

// Null when there is no such program.
const Program* FindProgram(const Manifest& manifest, std::string_view name);

}  // namespace pto::contract
