// Recordings put together by hand, so that every writer's whole text is known.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "runtime/dfx/recording.h"

namespace pto::test {

using run::ProgramStep;
using run::RunRecording;

inline constexpr uint64_t kRingOne = uint64_t{1} << 32;

// A dense fp32 tensor.
inline pto_ninja::TensorDescriptor DenseTensor(uint64_t address, std::vector<uint32_t> shape,
                                               uint64_t owner = pto_ninja::kInvalidTaskId) {
    pto_ninja::TensorDescriptor tensor{};
    tensor.address = address;
    tensor.owner_task_id = owner;
    tensor.ndims = static_cast<uint32_t>(shape.size());
    tensor.is_contiguous = 1;
    uint32_t count = 1;
    for (size_t i = shape.size(); i-- > 0;) {
        tensor.shapes[i] = shape[i];
        tensor.strides[i] = count;
        count *= shape[i];
    }
    tensor.extent = count;
    tensor.bytes = uint64_t{count} * 4;
    return tensor;
}

// Rows [first, first + count) of a matrix.
inline pto_ninja::TensorDescriptor RowsOf(const pto_ninja::TensorDescriptor& whole, uint32_t first, uint32_t count) {
    pto_ninja::TensorDescriptor tensor = whole;
    tensor.start_offset = uint64_t{first} * tensor.strides[0];
    tensor.shapes[0] = count;
    tensor.extent = uint64_t{count} * tensor.strides[0];
    return tensor;
}

class RecordingBuilder {
  public:
    RecordingBuilder() {
        recording.clusters = 2;
        recording.lanes = 2;
        recording.workers = 2;
    }

    // A kernel for slot 1, or a cube kernel for slot 0.
    const embedded::Kernel* AddKernel(int func_id, const std::string& name) {
        embedded::Kernel kernel;
        kernel.func_id = func_id;
        kernel.name = name;
        kernels_.push_back(kernel);
        return &kernels_.back();
    }

    void Begin(int depth, const std::string& site) { Scope(ProgramStep::Kind::kScopeBegin, depth, site); }
    void End(int depth, const std::string& site) { Scope(ProgramStep::Kind::kScopeEnd, depth, site); }

    void Allocate(uint64_t id, std::vector<pto_ninja::TensorDescriptor> tensors, int64_t start = 0, int64_t end = 0) {
        ProgramStep step;
        step.kind = ProgramStep::Kind::kAllocate;
        step.task_id = id;
        step.start_ns = start;
        step.end_ns = end;
        step.allocated = std::move(tensors);
        recording.steps.push_back(step);
    }

    embedded::Task& Submit(uint64_t id, std::array<const embedded::Kernel*, 3> kernels,
                           std::vector<embedded::TaskTensorInfo> tensors, int64_t start = 0, int64_t end = 0) {
        embedded::Task task;
        task.number = static_cast<uint32_t>(recording.tasks.size());
        task.id = id;
        task.kernels = kernels;
        task.tensors = std::move(tensors);
        ProgramStep step;
        step.task_id = id;
        step.task = task.number;
        step.start_ns = start;
        step.end_ns = end;
        recording.steps.push_back(step);
        recording.tasks.push_back(task);
        return recording.tasks.back();
    }

    RunRecording recording;

  private:
    void Scope(ProgramStep::Kind kind, int depth, const std::string& site) {
        ProgramStep step;
        step.kind = kind;
        step.depth = depth;
        step.site = site;
        recording.steps.push_back(step);
    }

    std::deque<embedded::Kernel> kernels_;
};

// Three vector kernels chained through two intermediates, at the addresses of the recorded sample of gated_residual.
inline void BuildGatedResidual(RecordingBuilder& builder) {
    using pto_ninja::TensorAccess;
    const auto x = DenseTensor(1030530448, {96, 64});
    const auto g = DenseTensor(1030555024, {96, 64});
    const auto out = DenseTensor(1030579600, {96, 64});
    const auto a = DenseTensor(140010565137408, {96, 64}, kRingOne);
    const auto b = DenseTensor(140010565161984, {96, 64}, kRingOne);
    builder.Begin(1, "gated_residual.cpp:30");
    builder.Allocate(kRingOne, {a, b});
    builder.Submit(kRingOne + 1, {nullptr, builder.AddKernel(0, "scale_shift"), nullptr},
                   {{x, TensorAccess::kInput}, {a, TensorAccess::kOutputExisting}});
    builder.Submit(kRingOne + 2, {nullptr, builder.AddKernel(1, "gate"), nullptr},
                   {{a, TensorAccess::kInput}, {g, TensorAccess::kInput}, {b, TensorAccess::kOutputExisting}});
    builder.Submit(kRingOne + 3, {nullptr, builder.AddKernel(2, "residual"), nullptr},
                   {{b, TensorAccess::kInput}, {x, TensorAccess::kInput}, {out, TensorAccess::kOutputExisting}});
    builder.End(1, "gated_residual.cpp:30");
}

}  // namespace pto::test
