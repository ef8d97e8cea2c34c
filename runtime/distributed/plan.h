// What `.pto-ninja/plan.json` says: the effect of a host orchestration, recorded once. Plain records and the strict
// loader. Indexes are checked, so that later code need not ask.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/file_system.h"

namespace pto::run {

// Memory that tensors are views of: a parameter's, or what the host orchestration allocated for itself.
struct PlanStorage {
    std::string name;
    std::optional<size_t> parameter;  // index among all parameters, scalars counted
    uint64_t bytes = 0;
    std::vector<uint8_t> values;  // first content of an intermediate; empty: zero
};

struct PlanBuffer {
    std::string name;
    uint64_t offset = 0;  // bytes from the start of the window
    uint64_t bytes = 0;
};

// Ranks that see each other's windows.
struct PlanDomain {
    std::string name;
    std::vector<size_t> ranks;  // in the order in which kernels count them
    uint64_t window_bytes = 0;
    std::vector<PlanBuffer> buffers;
};

struct WindowPlace {
    size_t domain = 0;
    size_t rank = 0;  // of the plan, one of the domain's
};

struct PlanTensor {
    std::optional<size_t> storage;      // or
    std::optional<WindowPlace> window;  // a buffer of a rank's window
    size_t buffer = 0;
    int64_t offset = 0;  // elements from the start of the storage
    std::vector<int64_t> shape;
    std::vector<int64_t> strides;  // elements; empty: dense
    const DType* dtype = nullptr;
    bool reads = true;  // by the program, as the host orchestration says
    bool writes = true;
};

struct PlanScalar {
    uint64_t bits = 0;
    std::optional<WindowPlace> context;  // instead of bits: the address of the rank's CommContext
};

struct Dispatch {
    std::string program;
    size_t rank = 0;
    int line = 0;  // of the submit call in the host orchestration
    std::vector<PlanTensor> tensors;
    std::vector<PlanScalar> scalars;
    std::vector<size_t> depends_on;  // earlier dispatches
};

// What the plan was recorded for.
struct PlanParameter {
    std::string name;
    std::optional<std::vector<int64_t>> shape;  // none: a scalar
    uint64_t bits = 0;                          // of a scalar
};

// Bytes of a parameter that the host orchestration looked at: with others it might have dispatched something else.
struct PlanRead {
    size_t parameter = 0;
    uint64_t offset = 0;
    std::vector<uint8_t> values;
};

struct Plan {
    std::string file;
    std::string source;
    std::vector<int64_t> device_ids;  // one rank each
    std::vector<PlanStorage> storages;
    std::vector<PlanDomain> domains;
    std::vector<Dispatch> dispatches;  // in submit order
    std::vector<PlanParameter> parameters;
    std::vector<PlanRead> reads;
};

// Throws an input Error naming file, field, what was found and what was expected.
Plan LoadPlan(const FileSystem& files, const std::string& path, const std::string& remedy);

}  // namespace pto::run
