#include "runtime/dfx/recorder.h"

#include <filesystem>
#include <utility>

namespace pto::run {
namespace {

using pto_ninja::TensorAccess;
using pto_ninja::TensorDescriptor;

std::vector<int> FuncIdsOf(const embedded::Task& task) {
    std::vector<int> ids;
    for (const embedded::Kernel* kernel : task.kernels) {
        if (kernel != nullptr) ids.push_back(kernel->func_id);
    }
    return ids;
}

// Of an argument that takes no part in dependencies nobody says what is done with it.
ArgumentRole RoleByAccess(TensorAccess access) {
    if (access == TensorAccess::kInput) return ArgumentRole::kInput;
    const bool output = access == TensorAccess::kOutput || access == TensorAccess::kOutputExisting;
    return output ? ArgumentRole::kOutput : ArgumentRole::kInOut;
}

bool IsTakenAt(ArgumentRole role, DumpStage stage) {
    return role == ArgumentRole::kInOut || (role == ArgumentRole::kInput) == (stage == DumpStage::kBeforeDispatch);
}

std::string SiteOf(const embedded::ScopeEvent& event) {
    return std::filesystem::path(event.file).filename().string() + ":" + std::to_string(event.line);
}

}  // namespace

RunRecording Recorder::Take() {
    const std::scoped_lock lock(mutex_, dump_mutex_);
    closed_ = true;
    dump_.Commit();
    recording_.arguments = std::move(arguments_);
    return std::move(recording_);
}

void Recorder::OnSubmit(const embedded::Task& task) {
    const std::lock_guard lock(mutex_);
    if (!closed_) recording_.tasks.push_back(task);
}

void Recorder::OnSubmitted(const embedded::SubmitEvent& event) {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    ProgramStep step;
    step.kind = event.task == nullptr ? ProgramStep::Kind::kAllocate : ProgramStep::Kind::kSubmit;
    step.task_id = event.task_id;
    if (event.task != nullptr) step.task = event.task->number;
    step.start_ns = event.start_ns;
    step.end_ns = event.end_ns;
    for (const TensorDescriptor* tensor : event.allocated) step.allocated.push_back(*tensor);
    recording_.steps.push_back(std::move(step));
}

void Recorder::OnScope(const embedded::ScopeEvent& event) {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    ProgramStep step;
    step.kind = event.begin ? ProgramStep::Kind::kScopeBegin : ProgramStep::Kind::kScopeEnd;
    step.depth = event.depth;
    if (event.begin) open_sites_.push_back(SiteOf(event));
    if (!open_sites_.empty()) step.site = open_sites_.back();
    if (!event.begin && !open_sites_.empty()) open_sites_.pop_back();
    recording_.steps.push_back(std::move(step));
}

void Recorder::OnTaskStart(const embedded::Task& task) {
    if (diagnostics_.dump_args == 0) return;
    DumpTensors(task, DumpStage::kBeforeDispatch);
    DumpScalars(task);
}

void Recorder::OnTaskFinish(const embedded::Task& task) {
    if (diagnostics_.dump_args > 0) DumpTensors(task, DumpStage::kAfterCompletion);
}

void Recorder::OnCoreFinish(const embedded::CoreEvent& event) {
    if (diagnostics_.swimlane_level == 0) return;
    const int64_t finish_ns = embedded::SteadyNanoseconds();
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    recording_.cores.push_back(
        {event.task->number, event.core, event.worker, event.dispatch_ns, event.start_ns, event.end_ns, finish_ns});
}

void Recorder::OnSchedule(const embedded::ScheduleEvent& event) {
    if (diagnostics_.swimlane_level < 3) return;
    const std::lock_guard lock(mutex_);
    if (!closed_) recording_.schedule.push_back(event);
}

// Kernels that share a task share its arguments; the longest signature says most about them.
ArgumentRole Recorder::RoleOf(const embedded::Task& task, size_t index) const {
    const std::vector<std::string>* longest = nullptr;
    for (const int id : FuncIdsOf(task)) {
        const auto found = signatures_.find(id);
        if (found == signatures_.end()) continue;
        if (longest == nullptr || found->second.size() > longest->size()) longest = &found->second;
    }
    const std::string direction = longest != nullptr && index < longest->size() ? (*longest)[index] : "";
    if (direction == "IN") return ArgumentRole::kInput;
    if (direction == "OUT") return ArgumentRole::kOutput;
    if (direction == "INOUT") return ArgumentRole::kInOut;
    return RoleByAccess(task.tensors[index].access);
}

bool Recorder::IsSelected(const embedded::Task& task, size_t index) const {
    return (task.dump_mask >> index & 1) != 0;
}

bool Recorder::IsListed(const embedded::Task& task, size_t index) const {
    return diagnostics_.dump_args >= 2 || IsSelected(task, index);
}

// Level 3 lists all and has the values of those that the program selected.
bool Recorder::HasValues(const embedded::Task& task, size_t index) const {
    return diagnostics_.dump_args != kListingLevel || IsSelected(task, index);
}

void Recorder::DumpTensors(const embedded::Task& task, DumpStage stage) {
    for (size_t i = 0; i < task.tensors.size(); ++i) {
        const TensorDescriptor& tensor = task.tensors[i].descriptor;
        const ArgumentRole role = RoleOf(task, i);
        if (!IsListed(task, i) || !IsTakenAt(role, stage)) continue;
        DumpedArgument argument;
        argument.task_id = task.id;
        argument.func_ids = FuncIdsOf(task);
        argument.index = static_cast<uint32_t>(i);
        argument.role = role;
        argument.stage = stage;
        argument.dtype = tensor.dtype;
        argument.is_contiguous = tensor.is_contiguous != 0;
        argument.shape.assign(tensor.shapes, tensor.shapes + tensor.ndims);
        argument.strides.assign(tensor.strides, tensor.strides + tensor.ndims);
        argument.start_offset = tensor.start_offset;
        const bool has_values = HasValues(task, i);
        const std::vector<uint8_t> bytes = has_values ? BytesOf(tensor) : std::vector<uint8_t>();
        argument.bin_size = bytes.size();
        const std::lock_guard lock(dump_mutex_);
        if (closed_) return;
        if (has_values) argument.bin_offset = dump_.Append(bytes);
        arguments_.push_back(std::move(argument));
    }
}

void Recorder::DumpScalars(const embedded::Task& task) {
    for (size_t i = 0; i < task.scalars.size(); ++i) {
        const size_t index = task.tensors.size() + i;
        if (!IsListed(task, index)) continue;
        DumpedArgument argument;
        argument.task_id = task.id;
        argument.func_ids = FuncIdsOf(task);
        argument.index = static_cast<uint32_t>(index);
        argument.is_scalar = true;
        argument.dtype = task.scalar_dtypes[i];
        argument.scalar = task.scalars[i];
        const std::lock_guard lock(dump_mutex_);
        if (closed_) return;
        argument.bin_offset = 0;
        // The file is there even if no tensor was selected, but for the level that may have none.
        if (diagnostics_.dump_args != kListingLevel) dump_.Append({});
        arguments_.push_back(std::move(argument));
    }
}

}  // namespace pto::run
