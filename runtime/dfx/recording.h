// What was recorded about one run of a program: plain records that the writers turn into files.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/embedded/observer.h"

namespace pto::run {

// What the program did, in its order.
struct ProgramStep {
    enum class Kind { kSubmit, kAllocate, kScopeBegin, kScopeEnd };
    Kind kind = Kind::kSubmit;

    uint64_t task_id = 0;  // of kSubmit and kAllocate
    size_t task = 0;       // of kSubmit: index into RunRecording::tasks
    int64_t start_ns = 0;
    int64_t end_ns = 0;
    std::vector<pto_ninja::TensorDescriptor> allocated;  // of kAllocate

    int depth = 0;     // of a scope; 1 is the outermost
    std::string site;  // of a scope: "gated_residual.cpp:30"
};

// One kernel run on one core.
struct CoreRun {
    size_t task = 0;
    embedded::CoreIdentity core;
    int worker = 0;
    int64_t dispatch_ns = 0;
    int64_t start_ns = 0;
    int64_t end_ns = 0;
    int64_t finish_ns = 0;  // the runtime knows that the core is done
};

enum class ArgumentRole { kInput, kOutput, kInOut };
enum class DumpStage { kBeforeDispatch, kAfterCompletion };

// An argument as it was at one moment. The bytes of a tensor lie in the dump's binary file, in the order of its
// elements.
// The level of --dump-args that says what all arguments are, with the values of those that the program selected.
inline constexpr int kListingLevel = 3;

struct DumpedArgument {
    uint64_t task_id = 0;
    std::vector<int> func_ids;
    uint32_t index = 0;  // among the tensors, then the scalars of the task
    ArgumentRole role = ArgumentRole::kInput;
    DumpStage stage = DumpStage::kBeforeDispatch;
    bool is_scalar = false;
    uint8_t dtype = 0;
    uint64_t scalar = 0;
    bool is_contiguous = true;
    std::vector<uint32_t> shape;
    std::vector<uint32_t> strides;  // elements
    uint64_t start_offset = 0;      // elements
    uint64_t bin_offset = 0;
    uint64_t bin_size = 0;
};

struct RunRecording {
    int clusters = 0;  // of the chip: one cube core and `lanes` vector cores each
    int lanes = 0;
    int workers = 0;  // threads that schedule
    bool failed = false;
    std::vector<embedded::Task> tasks;  // by number
    std::vector<ProgramStep> steps;
    std::vector<CoreRun> cores;  // in the order in which they ended
    std::vector<embedded::ScheduleEvent> schedule;
    std::vector<DumpedArgument> arguments;  // in the order in which they were written
};

}  // namespace pto::run
