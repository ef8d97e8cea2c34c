#include "runtime/dfx/dependency_file.h"

#include <cstring>
#include <iterator>
#include <set>

#include "base/json.h"
#include "runtime/embedded/include/data_type.h"

namespace pto::run {
namespace {

using pto_ninja::TensorAccess;
using pto_ninja::TensorDescriptor;

// By TensorAccess.
constexpr const char* kArgumentTypes[] = {"INPUT", "OUTPUT", "INOUT", "OUTPUT_EXISTING", "UNKNOWN"};
// By EdgeSource.
constexpr const char* kSources[] = {"explicit", "creator", "tensormap"};

uint64_t Fnv1a(uint64_t hash, const void* data, size_t size) {
    const auto* bytes = static_cast<const uint8_t*>(data);
    for (size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3;
    return hash;
}

std::string IdOf(const TensorDescriptor& tensor) {
    return std::to_string(TensorId(tensor.address, tensor.version));
}

std::string DTypeOf(const TensorDescriptor& tensor) {
    return get_dtype_name(static_cast<DataType>(tensor.dtype));
}

// shape, start_offset and strides, each key after `prefix`.
void AddView(Json& json, const std::string& prefix, const TensorDescriptor& tensor) {
    json[prefix + "shape"] = std::vector<uint32_t>(tensor.shapes, tensor.shapes + tensor.ndims);
    json[prefix + "start_offset"] = std::to_string(tensor.start_offset);
    json[prefix + "strides"] = std::vector<uint32_t>(tensor.strides, tensor.strides + tensor.ndims);
}

// Of an output that the runtime allocates nothing is known when the task is submitted.
Json ArgumentJson(size_t index, const TensorDescriptor& tensor, TensorAccess access) {
    Json json = {{"idx", index}, {"type", kArgumentTypes[static_cast<size_t>(access)]}};
    if (access == TensorAccess::kOutput) return json;
    json["tensor_id"] = IdOf(tensor);
    json["dtype"] = DTypeOf(tensor);
    AddView(json, "", tensor);
    return json;
}

Json TaskJson(const embedded::Task& task) {
    Json kernels = Json::array();
    for (const embedded::Kernel* kernel : task.kernels) kernels.push_back(kernel == nullptr ? -1 : kernel->func_id);
    Json arguments = Json::array();
    for (size_t i = 0; i < task.tensors.size(); ++i)
        arguments.push_back(ArgumentJson(i, task.tensors[i].descriptor, task.tensors[i].access));
    return {{"task_id", std::to_string(task.id)},
            {"scope", task.manual_scope ? "manual" : "auto"},
            {"early_dispatch", task.allow_early_resolve},
            {"kernel_ids", std::move(kernels)},
            {"block_num", task.block_num},
            {"args", std::move(arguments)}};
}

Json TensorJson(const TensorDescriptor& tensor) {
    const uint64_t element = get_element_size(static_cast<DataType>(tensor.dtype));
    return {{"tensor_id", IdOf(tensor)},
            {"buffer_addr", std::to_string(tensor.address)},
            {"version", tensor.version},
            {"dtype", DTypeOf(tensor)},
            {"buffer_numel", std::to_string(element == 0 ? 0 : tensor.bytes / element)}};
}

// Each buffer once, in the order of first use.
Json TensorsJson(const RunRecording& recording) {
    Json list = Json::array();
    std::set<uint64_t> seen;
    for (const embedded::Task& task : recording.tasks) {
        for (const auto& [tensor, access] : task.tensors) {
            if (access == TensorAccess::kOutput || !seen.insert(TensorId(tensor.address, tensor.version)).second)
                continue;
            list.push_back(TensorJson(tensor));
        }
    }
    return list;
}

Json EdgeJson(const DependencyEdge& edge) {
    Json json = {
        {"pred", std::to_string(edge.pred)},
        {"succ", std::to_string(edge.succ)},
        {"arg", edge.argument},
        {"source", kSources[static_cast<size_t>(edge.source)]},
        {"flags", edge.source == EdgeSource::kTensorMap ? Json::array({"wait"}) : Json::array({"wait", "retain"})}};
    if (edge.producer) json["overlap"] = edge.covered ? "covered" : "other";
    if (edge.consumer) {
        json["tensor_id"] = IdOf(edge.producer ? *edge.producer : *edge.consumer);
        json["consumer_dtype"] = DTypeOf(*edge.consumer);
        AddView(json, "consumer_", *edge.consumer);
    }
    if (edge.producer) AddView(json, "producer_", *edge.producer);
    return json;
}

}  // namespace

uint64_t TensorId(uint64_t address, int32_t version) {
    constexpr uint64_t kOffsetBasis = 0xcbf29ce484222325;
    return Fnv1a(Fnv1a(kOffsetBasis, &address, sizeof address), &version, sizeof version);
}

std::string DependencyText(const RunRecording& recording, const ProgramAccount& account) {
    Json tasks = Json::array();
    for (const embedded::Task& task : recording.tasks) tasks.push_back(TaskJson(task));
    Json edges = Json::array();
    for (const DependencyEdge& edge : account.edges) edges.push_back(EdgeJson(edge));
    const Json json = {{"tasks", std::move(tasks)}, {"tensors", TensorsJson(recording)}, {"edges", std::move(edges)}};
    return json.dump() + "\n";
}

}  // namespace pto::run
