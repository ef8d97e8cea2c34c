// What an orchestration does with tensors besides submitting tasks over them: allocating, reading and writing elements.
#include <algorithm>
#include <cctype>
#include <cstring>

#include "base/error.h"
#include "base/text.h"
#include "runtime/embedded/element_bytes.h"
#include "runtime/embedded/orchestration.h"

namespace pto::embedded {
namespace {

using pto_ninja::TaskResult;
using pto_ninja::TensorDescriptor;
using pto_ninja::TensorRequest;

// "a_ci, b_ci" -> {"a", "b"}; empty unless there are `count` plain identifiers.
std::vector<std::string> VariableNames(const char* text, uint32_t count) {
    std::vector<std::string> names;
    if (text == nullptr) return names;
    for (std::string_view part : Split(text, ',')) {
        part = Trim(part);
        constexpr std::string_view kSuffix = "_ci";
        if (part.size() > kSuffix.size() && part.substr(part.size() - kSuffix.size()) == kSuffix)
            part.remove_suffix(kSuffix.size());
        const auto identifier = [](char c) { return isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
        if (part.empty() || !std::all_of(part.begin(), part.end(), identifier)) return {};
        names.emplace_back(part);
    }
    if (names.size() != count) names.clear();
    return names;
}

void Fill(uint64_t address, uint64_t bytes, uint64_t value, uint32_t element_bytes) {
    auto* data = reinterpret_cast<char*>(address);
    if (value == 0 || element_bytes == 0) return;  // memory comes zeroed
    for (uint64_t offset = 0; offset + element_bytes <= bytes; offset += element_bytes) {
        std::memcpy(data + offset, &value, element_bytes);
    }
}

}  // namespace

TensorDescriptor Session::Materialize(const TensorRequest& request, uint64_t owner, std::string_view name) {
    const uint32_t element_bytes = ElementBytes(request.dtype);
    if (element_bytes == 0 || request.ndims == 0 || request.ndims > pto_ninja::kMaxTensorDims) {
        throw Error(ErrorKind::kToolchain, "the orchestration allocates '" + std::string(name) + "' with " +
                                               std::to_string(request.ndims) + " dimensions of element type " +
                                               std::to_string(request.dtype) + "; 1 to 5 of a known type expected");
    }
    TensorDescriptor tensor{};
    tensor.owner_task_id = owner;
    tensor.ndims = request.ndims;
    tensor.dtype = request.dtype;
    tensor.manual_dep = request.manual_dep;
    tensor.is_contiguous = 1;
    uint64_t count = 1;
    for (uint32_t i = request.ndims; i-- > 0;) {
        tensor.shapes[i] = request.shapes[i];
        tensor.strides[i] = static_cast<uint32_t>(count);
        count *= request.shapes[i];
    }
    tensor.extent = count;
    tensor.bytes = count * element_bytes;
    std::vector<Intermediates::Bounds> reclaimed;
    tensor.address = intermediates_.Allocate(name, tensor.bytes, depth_ + 1, reclaimed);
    for (const Intermediates::Bounds& bounds : reclaimed) graph_.Forget(bounds.begin, bounds.end);
    if (request.has_initial_value != 0) Fill(tensor.address, tensor.bytes, request.initial_value, element_bytes);
    return tensor;
}

void Session::AllocTensors(const TensorRequest* requests, uint32_t count, const char* names, TaskResult* result) {
    const int64_t start_ns = ObservedStart();
    const std::vector<std::string> variables = VariableNames(names, count);
    result->task_id = NewTaskId(-1);
    result->output_count = count;
    for (uint32_t i = 0; i < count; i++) {
        const std::string name = variables.empty() ? "intermediate " + std::to_string(allocated_.size()) : variables[i];
        allocated_.push_back(Materialize(requests[i], result->task_id, name));
        result->outputs[i] = &allocated_.back();
    }
    NotifySubmitted({result->task_id, nullptr, {result->outputs, count}, start_ns, 0});
}

uint64_t Session::ElementAddress(const TensorDescriptor& tensor, uint32_t ndims, const uint32_t* indices,
                                 const char* function) const {
    uint64_t offset = tensor.start_offset;
    bool inside = ndims <= tensor.ndims;
    std::vector<std::string> index_texts;
    std::vector<std::string> shape_texts;
    for (uint32_t i = 0; i < ndims && i < pto_ninja::kMaxTensorDims; i++) {
        inside = inside && indices[i] < tensor.shapes[i];
        offset += static_cast<uint64_t>(indices[i]) * tensor.strides[i];
        index_texts.push_back(std::to_string(indices[i]));
    }
    for (uint32_t i = 0; i < tensor.ndims; i++) shape_texts.push_back(std::to_string(tensor.shapes[i]));
    const uint32_t bytes = ElementBytes(tensor.dtype);
    const uint64_t address = tensor.address + offset * bytes;
    if (inside && bytes > 0 && run_.memory->Contains(address, bytes)) return address;
    throw Error(ErrorKind::kToolchain, "orchestration '" + run_.program->entry_symbol() + "': " + function +
                                           " uses element [" + Join(index_texts, ", ") + "] of a tensor of shape [" +
                                           Join(shape_texts, ", ") + "]");
}

void Session::WaitForConflicts(const Access& access) {
    std::vector<TaskState*> tasks;
    for (const uint32_t number : graph_.Conflicts(access)) tasks.push_back(&tasks_[number]);
    executor_.WaitFor(tasks);
}

uint64_t Session::GetTensorData(const TensorDescriptor& tensor, uint32_t ndims, const uint32_t* indices) {
    const uint64_t address = ElementAddress(tensor, ndims, indices, "get_tensor_data");
    const uint32_t bytes = ElementBytes(tensor.dtype);
    WaitForConflicts(
        {{tensor.address, tensor.address + tensor.bytes, address, address + bytes, 1, {{1, bytes}}}, true, false});
    uint64_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(address), bytes);
    return value;
}

void Session::SetTensorData(const TensorDescriptor& tensor, uint32_t ndims, const uint32_t* indices, uint64_t value) {
    const uint64_t address = ElementAddress(tensor, ndims, indices, "set_tensor_data");
    const uint32_t bytes = ElementBytes(tensor.dtype);
    WaitForConflicts(
        {{tensor.address, tensor.address + tensor.bytes, address, address + bytes, 1, {{1, bytes}}}, true, true});
    std::memcpy(reinterpret_cast<void*>(address), &value, bytes);
}

}  // namespace pto::embedded
