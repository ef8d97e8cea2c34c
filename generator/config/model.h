// What is known about a compiled directory once its metadata has been read: plain records, no behaviour.
// Paths inside the directory are relative to its root, with '/' and without '.' or '..'.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "upstream/runtimes.h"

namespace pto::gen {

enum class CoreType { kAic, kAiv };

inline const char* CoreName(CoreType core) {
    return core == CoreType::kAic ? "aic" : "aiv";
}

// Something worth telling that does not stop the generation: an unknown key, a left-over, an ignored file.
struct Note {
    std::string file;
    int line = 0;
    std::string text;
};

// "file:line: text", as it is shown.
inline std::string NoteText(const Note& note) {
    if (note.file.empty()) return note.text;
    return note.file + (note.line > 0 ? ":" + std::to_string(note.line) : "") + ": " + note.text;
}

struct KernelEntry {
    int64_t func_id = 0;
    std::string name;    // entry's "name", else the stem of the source
    std::string source;  // relative to the root; absolute if it lies outside (external)
    CoreType core = CoreType::kAiv;
    std::vector<std::string> signature;  // "IN", "OUT", "INOUT", "SCALAR"; empty when not recorded
    bool external = false;
    std::vector<std::string> extra_include_dirs;  // relative to the root, or absolute
    int line = 0;                                 // of the entry in kernel_config.py
};

struct OrchestrationEntry {
    std::string source;
    std::string function_name;
    std::string name;  // entry's "name", else the stem of the source
    std::vector<std::string> signature;
    int line = 0;
};

struct RuntimeConfig {
    std::string runtime = kTensormap;
    int64_t aicpu_thread_num = 0;
    std::optional<int64_t> block_dim;
    std::optional<int64_t> orch_thread_num;
    bool enable_sdma = false;
};

struct KernelConfig {
    std::string file;  // relative to the root
    std::vector<KernelEntry> kernels;
    std::optional<OrchestrationEntry> orchestration;
    RuntimeConfig runtime;
    std::map<std::string, std::string> runtime_env;  // exported to the run
    std::map<std::string, std::string>
        environment_reads;                       // os.environ.get(NAME, ..) -> value used; decides regeneration
    std::vector<std::string> environment_unset;  // those of them that were not set: the value is the default
    std::optional<Note> unusable;                // KERNELS or ORCHESTRATION absent or empty: an error when used
    std::vector<Note> notes;
};

inline constexpr int64_t kDynamicSize = -1;

struct Param {
    std::string name;                           // not empty, and no other parameter's
    std::string direction;                      // "In", "Out", "InOut"
    std::optional<std::vector<int64_t>> shape;  // none: scalar; -1: dynamic dimension; empty: rank 0
    std::string dtype;                          // as recorded; may be none of base/dtype.h
    std::string layout;                         // "ND", "NZ", ..; empty: not recorded. Of NZ, shape is in whole blocks
};

struct CompiledMeta {
    std::string file;
    int64_t schema = 1;              // as the file has it, which may be newer than any that is known
    std::vector<std::string> modes;  // supported_execution_modes; empty: of before there were any
    std::vector<Param> params;
    int64_t num_return_types = 0;
    std::string platform;  // empty: not recorded
    std::string backend;   // "Ascend910B", "Ascend950"
    std::vector<Note> notes;
};

struct DistributedConfig {
    std::vector<int64_t> device_ids = {0};
    int64_t num_sub_workers = 0;
    std::string runtime = kTensormap;
    int64_t aicpu_thread_num = 0;
};

struct DistributedMeta {
    CompiledMeta common;
    DistributedConfig config;
};

// One .pto file and the functions it defines, in text order.
struct Unit {
    std::string name;                    // stem
    std::string pto;                     // path of the .pto
    std::string raw;                     // path of ptoas/<unit>.cpp, whether it exists or not
    std::vector<std::string> functions;  // func.func @name of the .pto
};

// What people put into debug/run.py, see run_py.h.
struct RunPyEdits {
    bool makes_inputs = false;  // _inline_inputs
    bool compares = false;      // _user_compare
    bool operator==(const RunPyEdits&) const = default;
};

// What one chip runs: an orchestration and its kernels.
struct Program {
    std::string name;       // orchestration's name; next_levels/<name> where there is one
    std::string directory;  // "" for the root, else "next_levels/<name>"
    KernelConfig config;
    std::optional<CompiledMeta> meta;
    std::vector<Unit> units;
    bool has_golden = false;  // <directory>/golden.py
    RunPyEdits run_py;        // <directory>/debug/run.py
};

enum class Kind { kL2, kL3, kMulti };

struct BuildDirectory {
    std::string root;  // as the user gave it
    Kind kind = Kind::kL2;
    std::vector<Program> programs;               // kL2: one; sorted by name otherwise
    std::optional<DistributedMeta> distributed;  // kL3
    std::vector<std::string> leftovers;          // next_levels/<name> beside a top-level config
    std::vector<Note> notes;
    bool has_golden = false;
    RunPyEdits run_py;       // debug/run.py
    bool has_hooks = false;  // debug/replay_hooks.cpp is there and has code
};

}  // namespace pto::gen
