// What the runtime of the chip keeps account of while a program submits its tasks, worked out from a recording: which
// task waits for which and why, and how full its tables are at each scope. Pure.
//
// The rules are those of the runtime's tensor map, not of the embedded engine, which also keeps a writer behind the
// readers before it: on the chip that order is the program's own business, so it is no edge here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/dfx/recording.h"

namespace pto::run {

enum class EdgeSource {
    kExplicit,   // the program says so
    kCreator,    // the argument's memory was allocated by that task or allocation
    kTensorMap,  // an earlier task writes what this one reads
};

struct DependencyEdge {
    uint64_t pred = 0;
    uint64_t succ = 0;
    int argument = -1;  // of the later task; -1 for kExplicit
    EdgeSource source = EdgeSource::kExplicit;
    bool covered = false;                                   // the reader's view contains all that was written
    std::optional<pto_ninja::TensorDescriptor> consumer;    // none for kExplicit
    std::optional<pto_ninja::TensorDescriptor> producer{};  // for kTensorMap only
};

// At the begin or end of a scope. Counts never go back during a run; what lies between start and end is in use. Tasks
// count as retired as soon as their scope is closed and the next one of its ring begins.
struct ScopeSample {
    std::string site;
    bool begin = false;
    int depth = 0;  // 0 is the whole program
    int ring = 0;   // the table that the scope's tasks are in
    uint64_t task_start = 0;
    uint64_t task_end = 0;
    uint64_t heap_start = 0;  // bytes
    uint64_t heap_end = 0;
    uint64_t dependency_start = 1;  // the first entry of that table stays free
    uint64_t dependency_end = 1;
    uint64_t tensor_map = 0;  // entries
};

struct ProgramAccount {
    std::vector<DependencyEdge> edges;  // in program order
    std::vector<ScopeSample> scopes;
};

inline constexpr int kRingCount = 4;  // scopes deeper than this share the last one

ProgramAccount AccountFor(const RunRecording& recording);

}  // namespace pto::run
