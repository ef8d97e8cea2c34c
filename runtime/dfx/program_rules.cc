#include "runtime/dfx/program_rules.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "runtime/dfx/tensor_overlap.h"

namespace pto::run {
namespace {

using pto_ninja::TensorAccess;
using pto_ninja::TensorDescriptor;

// Every output in the heap begins at a multiple of this (PTO2_PACKED_OUTPUT_ALIGN of the runtime).
constexpr uint64_t kHeapAlignment = 1024;

int RingOf(uint64_t task_id) {
    return static_cast<int>((task_id >> 32) % kRingCount);
}

uint64_t Aligned(uint64_t bytes) {
    return (bytes + kHeapAlignment - 1) / kHeapAlignment * kHeapAlignment;
}

bool Reads(TensorAccess access) {
    return access == TensorAccess::kInput || access == TensorAccess::kInOut;
}

bool IsWrittenInPlace(TensorAccess access) {
    return access == TensorAccess::kInOut || access == TensorAccess::kOutputExisting;
}

struct Ring {
    ScopeSample used;                           // start and end of its tables
    bool closed = false;                        // its last scope has ended
    std::map<uint64_t, uint64_t> tensor_map{};  // entries by task, of those that are not retired
};

// A tensor that a task wrote, for later readers.
struct WrittenTensor {
    uint64_t task_id;
    TensorDescriptor tensor;
};

class Accountant {
  public:
    explicit Accountant(const RunRecording& recording) : recording_(recording) {}

    ProgramAccount Run() {
        AddScope("(unknown):0", true, 0);
        for (const ProgramStep& step : recording_.steps) Take(step);
        if (!recording_.failed) AddScope("(unknown):0", false, 0);
        return std::move(account_);
    }

  private:
    void Take(const ProgramStep& step) {
        switch (step.kind) {
            case ProgramStep::Kind::kSubmit:
                return Submit(step);
            case ProgramStep::Kind::kAllocate:
                return Allocate(step.task_id, step.allocated);
            case ProgramStep::Kind::kScopeBegin:
                return AddScope(step.site, true, step.depth);
            case ProgramStep::Kind::kScopeEnd:
                return AddScope(step.site, false, step.depth);
        }
    }

    void Allocate(uint64_t id, const std::vector<TensorDescriptor>& tensors) {
        Ring& ring = rings_[RingOf(id)];
        Retire(ring);
        ring.used.task_end++;
        for (const TensorDescriptor& tensor : tensors) {
            ring.used.heap_end += Aligned(tensor.bytes);
            Forget(tensor);
        }
    }

    void Submit(const ProgramStep& step) {
        const embedded::Task& task = recording_.tasks[step.task];
        std::vector<TensorDescriptor> outputs;
        for (const auto& [tensor, access] : task.tensors) {
            if (access == TensorAccess::kOutput) outputs.push_back(tensor);
        }
        Allocate(task.id, outputs);
        tasks_.insert(task.id);
        preds_.clear();
        for (const uint64_t pred : task.explicit_dependencies) AddEdge({pred, task.id, -1, EdgeSource::kExplicit});
        if (!task.manual_scope) FindEdges(task);
        for (const uint64_t pred : preds_) rings_[RingOf(task.id)].used.dependency_end += tasks_.count(pred);
        if (!task.manual_scope) PublishOutputs(task);
    }

    void FindEdges(const embedded::Task& task) {
        for (size_t i = 0; i < task.tensors.size(); ++i) {
            const auto& [tensor, access] = task.tensors[i];
            if (access == TensorAccess::kOutput) continue;
            const int argument = static_cast<int>(i);
            if (tensor.owner_task_id != pto_ninja::kInvalidTaskId)
                AddEdge({tensor.owner_task_id, task.id, argument, EdgeSource::kCreator, false, tensor});
            if (Reads(access) && tensor.manual_dep == 0) FindWriters(task.id, argument, tensor, access);
        }
    }

    // The first edge from a task is kept, and all that say which tensor is the reason.
    void AddEdge(const DependencyEdge& edge) {
        if (preds_.insert(edge.pred).second || edge.source == EdgeSource::kTensorMap) account_.edges.push_back(edge);
    }

    // The latest writer first.
    void FindWriters(uint64_t id, int argument, const TensorDescriptor& view, TensorAccess access) {
        std::vector<WrittenTensor>& written = written_[view.address];
        std::vector<size_t> replaced;
        for (size_t i = written.size(); i-- > 0;) {
            const ViewOverlap overlap = OverlapOf(view, written[i].tensor);
            if (overlap == ViewOverlap::kNone) continue;
            const bool covered = overlap == ViewOverlap::kCovered;
            AddEdge({written[i].task_id, id, argument, EdgeSource::kTensorMap, covered, view, written[i].tensor});
            // Who reads it later depends on this task, which writes over all of it.
            if (covered && access == TensorAccess::kInOut) replaced.push_back(i);
        }
        for (const size_t i : replaced) {
            Uncount(written[i].task_id);
            written.erase(written.begin() + static_cast<ptrdiff_t>(i));
        }
    }

    void PublishOutputs(const embedded::Task& task) {
        for (const auto& [tensor, access] : task.tensors) {
            if (!IsWrittenInPlace(access) || tensor.manual_dep != 0) continue;
            written_[tensor.address].push_back({task.id, tensor});
            rings_[RingOf(task.id)].tensor_map[task.id]++;
            counted_++;
        }
    }

    void Uncount(uint64_t task_id) {
        std::map<uint64_t, uint64_t>& entries = rings_[RingOf(task_id)].tensor_map;
        const auto found = entries.find(task_id);
        if (found == entries.end()) return;
        counted_--;
        if (--found->second == 0) entries.erase(found);
    }

    // What the tasks of closed scopes wrote leaves the tensor map when the next task of their ring is submitted.
    void Retire(Ring& ring) {
        while (!ring.tensor_map.empty()) {
            const auto oldest = ring.tensor_map.begin();
            if ((oldest->first & UINT32_MAX) >= ring.used.task_start) return;
            counted_ -= oldest->second;
            ring.tensor_map.erase(oldest);
        }
    }

    // Memory that is used again holds another tensor.
    void Forget(const TensorDescriptor& tensor) {
        auto it = written_.lower_bound(tensor.address);
        while (it != written_.end() && it->first < tensor.address + tensor.bytes) {
            for (const WrittenTensor& written : it->second) Uncount(written.task_id);
            it = written_.erase(it);
        }
    }

    void AddScope(const std::string& site, bool begin, int depth) {
        const int number = std::min(depth, kRingCount - 1);
        Ring& ring = rings_[number];
        if (begin && ring.closed) {
            ring.used.task_start = ring.used.task_end;
            ring.used.heap_start = ring.used.heap_end;
            ring.used.dependency_start = ring.used.dependency_end;
        }
        // Scopes inside the deepest ring share it with the one around them, which is still open.
        if (begin) ring.closed = false;
        if (!begin && depth < kRingCount) ring.closed = true;
        ScopeSample sample = ring.used;
        sample.site = site;
        sample.begin = begin;
        sample.depth = depth;
        sample.ring = number;
        sample.tensor_map = counted_;
        account_.scopes.push_back(sample);
    }

    const RunRecording& recording_;
    ProgramAccount account_;
    std::array<Ring, kRingCount> rings_;
    std::set<uint64_t> tasks_;                                // without allocations
    std::set<uint64_t> preds_;                                // of the task at hand
    std::map<uint64_t, std::vector<WrittenTensor>> written_;  // by address of the buffer, in program order
    uint64_t counted_ = 0;
};

}  // namespace

ProgramAccount AccountFor(const RunRecording& recording) {
    return Accountant(recording).Run();
}

}  // namespace pto::run
