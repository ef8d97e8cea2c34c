#include "runtime/embedded/orchestration.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "runtime/embedded/element_bytes.h"

namespace pto::embedded {
namespace {

using pto_ninja::TaskRequest;
using pto_ninja::TaskResult;
using pto_ninja::TensorAccess;
using pto_ninja::TensorDescriptor;

// Scopes deeper than this share the last ring of task ids, as on the chip.
constexpr int kMaxRings = 4;

constexpr std::string_view kCoreNames[] = {"cube", "vector"};

std::string_view CoreName(pto_ninja::CoreKind kind) {
    return kCoreNames[static_cast<int>(kind)];
}

// A write is recorded for kOutput too: nobody can conflict with it, later tasks do.
bool ToAccess(const TaskTensorInfo& tensor, Access& access) {
    if (tensor.access == TensorAccess::kNoDep || tensor.descriptor.manual_dep != 0) return false;
    access.region = RegionOf(tensor.descriptor, ElementBytes(tensor.descriptor.dtype));
    access.reads = tensor.access == TensorAccess::kInput || tensor.access == TensorAccess::kInOut;
    access.writes = tensor.access != TensorAccess::kInput;
    return true;
}

}  // namespace

Session::Session(RunContext& run, Executor& executor, std::deque<TaskState>& tasks, const LogFunction& log,
                 int log_level)
    : run_(run),
      executor_(executor),
      tasks_(tasks),
      log_(log),
      log_level_(log_level),
      intermediates_(*run.memory),
      ring_numbers_(kMaxRings) {}

Session::~Session() = default;

TaskState& Session::NewTask() {
    if (next_number_ == tasks_.size()) tasks_.emplace_back();
    TaskState& state = tasks_[next_number_];
    state.task.tensors.clear();
    state.task.dependencies.clear();
    state.task.explicit_dependencies.clear();
    state.buffers.clear();
    state.successors.clear();
    state.deferred.clear();
    state.pending = 0;
    state.done = false;
    state.task.number = next_number_;
    return state;
}

int Session::Ring() const {
    return std::min(depth_, kMaxRings - 1);
}

uint64_t Session::NewTaskId(int64_t number) {
    std::vector<int64_t>& numbers = ring_numbers_[Ring()];
    numbers.push_back(number);
    return (static_cast<uint64_t>(Ring()) << 32) | (numbers.size() - 1);
}

// -1 for an allocation, -2 for an id that was never given out.
int64_t Session::NumberOf(uint64_t task_id) const {
    const uint64_t ring = task_id >> 32;
    const uint64_t local = task_id & 0xffffffffu;
    return ring < kMaxRings && local < ring_numbers_[ring].size() ? ring_numbers_[ring][local] : -2;
}

const Kernel* Session::LookUpKernel(int func_id, int slot) const {
    if (func_id < 0) return nullptr;
    const std::string task = "task " + std::to_string(next_number_);
    const Kernel* kernel = run_.program->FindKernel(func_id);
    if (kernel == nullptr) {
        std::vector<std::string> known;
        for (const auto& [id, candidate] : run_.program->kernels())
            known.push_back(std::to_string(id) + " '" + candidate.name + "'");
        throw Error(ErrorKind::kInput,
                    task + " is submitted with func_id " + std::to_string(func_id) + ", which no kernel has",
                    "the kernels are " + Join(known, ", "));
    }
    const auto wanted = slot == 0 ? pto_ninja::CoreKind::kAic : pto_ninja::CoreKind::kAiv;
    if (kernel->core_kind != wanted) {
        throw Error(ErrorKind::kInput,
                    "kernel '" + kernel->name + "' (" + task + ") is a " + std::string(CoreName(kernel->core_kind)) +
                        " kernel, but submitted to a " + std::string(CoreName(wanted)) + " core",
                    "check the call in the orchestration and core_type in kernel_config.py");
    }
    return kernel;
}

void Session::FillKernels(const TaskRequest& request, Task& task) const {
    for (int slot = 0; slot < kSlotCount; slot++) task.kernels[slot] = LookUpKernel(request.kernel_ids[slot], slot);
    task.block_num = request.block_num;
    task.require_sync_start = request.require_sync_start != 0;
    task.allow_early_resolve = request.allow_early_resolve != 0;
    if (task.block_num < 1) {
        throw Error(ErrorKind::kToolchain, "task " + std::to_string(next_number_) + " has " +
                                               std::to_string(task.block_num) + " blocks, at least 1 expected");
    }
    const int limit = executor_.BlocksAtATime(task);
    if (task.require_sync_start && task.LaneCount() > 0 && task.block_num > limit) {
        throw Error(ErrorKind::kToolchain, "task " + std::to_string(next_number_) + " wants its " +
                                               std::to_string(task.block_num) + " blocks to start together, but " +
                                               std::string(run_.program->platform().name) + " has cores for " +
                                               std::to_string(limit));
    }
}

void Session::FillTensors(const TaskRequest& request, TaskState& state, TaskResult* result) {
    Task& task = state.task;
    result->output_count = 0;
    for (uint32_t i = 0; i < request.tensor_count; i++) {
        const pto_ninja::TaskTensor& tensor = request.tensors[i];
        if (tensor.access == TensorAccess::kOutput) {
            const std::string name = "output " + std::to_string(i) + " of task " + std::to_string(next_number_);
            task.tensors.push_back({Materialize(tensor.request, task.id, name), tensor.access});
        } else {
            task.tensors.push_back({*tensor.tensor, tensor.access});
        }
        const uint64_t buffer = task.tensors.back().descriptor.address;
        if (intermediates_.AddUser(buffer)) state.buffers.push_back(buffer);
    }
    for (const TaskTensorInfo& tensor : task.tensors) {
        if (tensor.access == TensorAccess::kOutput) result->outputs[result->output_count++] = &tensor.descriptor;
    }
}

void Session::FillCondition(const pto_ninja::Predicate& predicate, Task& task) const {
    task.condition = {};
    if (predicate.comparison == pto_ninja::Comparison::kAlways) return;
    task.condition.comparison = predicate.comparison;
    task.condition.address = ElementAddress(*predicate.tensor, predicate.ndims, predicate.indices, "the predicate");
    task.condition.bytes = ElementBytes(predicate.tensor->dtype);
    task.condition.target = predicate.target;
}

void Session::FindDependencies(const TaskRequest& request, TaskState& state) {
    Task& task = state.task;
    std::vector<uint32_t>& dependencies = task.dependencies;
    const auto add_id = [&](uint64_t id) {
        const int64_t number = NumberOf(id);
        if (number == -2) {
            throw Error(ErrorKind::kToolchain, "task " + std::to_string(task.number) + " is to wait for task id " +
                                                   std::to_string(id) + ", which no submit has returned");
        }
        if (number >= 0 && number != task.number) dependencies.push_back(static_cast<uint32_t>(number));
    };
    std::vector<Access> accesses;
    for (const TaskTensorInfo& tensor : task.tensors) {
        Access access;
        if (ToAccess(tensor, access)) accesses.push_back(access);
        // Untracked tensors still exist only once the task that brought them forth has run.
        if (!InManualScope() && tensor.descriptor.owner_task_id != pto_ninja::kInvalidTaskId)
            add_id(tensor.descriptor.owner_task_id);
    }
    if (task.condition.bytes != 0) {
        TensorDescriptor element = *request.predicate.tensor;
        element.start_offset = (task.condition.address - element.address) / task.condition.bytes;
        element.ndims = 0;
        accesses.push_back({RegionOf(element, task.condition.bytes), true, false});
    }
    if (InManualScope()) {
        graph_.AddUnordered(task.number, accesses);
    } else {
        const std::vector<uint32_t> found = graph_.Add(task.number, accesses);
        dependencies.insert(dependencies.end(), found.begin(), found.end());
    }
    for (uint32_t i = 0; i < request.dependency_count; i++) {
        if (request.dependencies[i] == pto_ninja::kInvalidTaskId) continue;
        task.explicit_dependencies.push_back(request.dependencies[i]);
        add_id(request.dependencies[i]);
    }
    std::sort(dependencies.begin(), dependencies.end());
    dependencies.erase(std::unique(dependencies.begin(), dependencies.end()), dependencies.end());
}

void Session::SubmitTask(const TaskRequest& request, TaskResult* result) {
    const int64_t start_ns = ObservedStart();
    TaskState& state = NewTask();
    Task& task = state.task;
    FillKernels(request, task);
    task.id = NewTaskId(next_number_);
    task.manual_scope = InManualScope();
    task.scalars.assign(request.scalars, request.scalars + request.scalar_count);
    task.scalar_dtypes.assign(request.scalar_dtypes, request.scalar_dtypes + request.scalar_count);
    task.dump_mask = request.dump_mask;
    FillTensors(request, state, result);
    FillCondition(request.predicate, task);
    FindDependencies(request, state);
    result->task_id = task.id;
    next_number_++;
    if (run_.observer != nullptr) run_.observer->OnSubmit(task);
    std::vector<TaskState*> dependencies;
    for (const uint32_t number : task.dependencies) dependencies.push_back(&tasks_[number]);
    executor_.Submit(state, dependencies);
    NotifySubmitted({task.id, &task, {}, start_ns, 0});
}

int64_t Session::ObservedStart() const {
    return run_.observer == nullptr ? 0 : SteadyNanoseconds();
}

void Session::NotifySubmitted(SubmitEvent event) const {
    if (run_.observer == nullptr) return;
    event.end_ns = SteadyNanoseconds();
    run_.observer->OnSubmitted(event);
}

void Session::TaskDone(TaskState& state) {
    for (const uint64_t buffer : state.buffers) intermediates_.RemoveUser(buffer);
}

void Session::BeginScope(bool manual, const char* file, int line) {
    if (!manual && InManualScope()) {
        throw Error(ErrorKind::kToolchain, Place{file, line, 0, ""},
                    "an automatic scope inside a manual one is not supported", "make the inner scope manual too");
    }
    depth_++;
    if (manual && manual_depth_ == 0) manual_depth_ = depth_;
    NotifyScope(true, manual, file, line);
}

void Session::EndScope() {
    if (depth_ == 0) return;
    NotifyScope(false, InManualScope(), "", 0);
    intermediates_.CloseScope(depth_ + 1);
    if (manual_depth_ == depth_) manual_depth_ = 0;
    depth_--;
}

void Session::NotifyScope(bool begin, bool manual, const char* file, int line) const {
    if (run_.observer == nullptr) return;
    run_.observer->OnScope({begin, manual, depth_, file, line, next_number_, intermediates_.live_bytes()});
}

void Session::ReportFatal(int code, const char* function, const char* message) {
    run_.failures.Report(
        NextOrder(), Error(ErrorKind::kToolchain, "orchestration '" + run_.program->entry_symbol() + "': " + function +
                                                      " reports error " + std::to_string(code) + ": " + message));
}

}  // namespace pto::embedded
