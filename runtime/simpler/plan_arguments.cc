#include "runtime/simpler/plan_arguments.h"

#include <cstring>
#include <numeric>

#include "base/error.h"

namespace pto::run {
namespace {

bool LiesDensely(const PlanTensor& tensor) {
    if (tensor.strides.empty()) return true;
    int64_t dense = 1;
    for (size_t i = tensor.shape.size(); i-- > 0;) {
        if (tensor.shape[i] == 0) return true;
        if (tensor.shape[i] > 1 && tensor.strides[i] != dense) return false;
        dense *= tensor.shape[i];
    }
    return true;
}

[[noreturn]] void ThrowForeign(const Plan& plan, const WindowPlace& place) {
    throw Error(ErrorKind::kInput,
                "is given the window of domain '" + plan.domains[place.domain].name + "' of rank " +
                    std::to_string(place.rank) + ", which only that rank can reach",
                "pass the handle of the rank that runs it");
}

}  // namespace

void CopyStrided(CopyWay way, std::span<const int64_t> shape, std::span<const int64_t> strides, size_t element_bytes,
                 uint8_t* strided, uint8_t* dense) {
    const auto copy = [&](uint8_t* gapped, uint8_t* packed, size_t bytes) {
        way == CopyWay::kToDense ? std::memcpy(packed, gapped, bytes) : std::memcpy(gapped, packed, bytes);
    };
    if (shape.empty()) return copy(strided, dense, element_bytes);
    const auto count = static_cast<size_t>(shape[0]);
    if (shape.size() == 1 && strides[0] == 1) return copy(strided, dense, count * element_bytes);
    const auto rest = shape.subspan(1);
    const auto product = std::accumulate(rest.begin(), rest.end(), int64_t{1}, std::multiplies<>());
    for (size_t i = 0; i < count; ++i) {
        CopyStrided(way, rest, strides.subspan(1), element_bytes,
                    strided + i * static_cast<size_t>(strides[0]) * element_bytes,
                    dense + i * static_cast<size_t>(product) * element_bytes);
    }
}

DispatchArguments::DispatchArguments(const Plan& plan, const Dispatch& dispatch, const RankMemory& memory) {
    // The addresses of the copies are taken while there are more to come.
    copies_.reserve(dispatch.tensors.size());
    for (const PlanTensor& tensor : dispatch.tensors) {
        if (tensor.window && tensor.window->rank != dispatch.rank) ThrowForeign(plan, *tensor.window);
        tensor.storage ? AddStored(plan, tensor, memory) : AddWindow(plan, tensor, memory);
    }
    for (const PlanScalar& scalar : dispatch.scalars) {
        if (scalar.context && scalar.context->rank != dispatch.rank) ThrowForeign(plan, *scalar.context);
        scalars_.push_back(scalar.context ? memory.window(scalar.context->domain).context : scalar.bits);
    }
}

void DispatchArguments::AddStored(const Plan& plan, const PlanTensor& tensor, const RankMemory& memory) {
    const auto element_bytes = static_cast<size_t>(tensor.dtype->bits) / 8;
    const uint64_t bytes = DenseBytes(*tensor.dtype, tensor.shape);
    uint8_t* origin = memory.storages[*tensor.storage] + static_cast<size_t>(tensor.offset) * element_bytes;
    uint8_t* address = origin;
    if (!LiesDensely(tensor)) {
        copies_.push_back({&tensor, origin, std::vector<uint8_t>(bytes)});
        address = copies_.back().dense.data();
    }
    const TensorView view{plan.storages[*tensor.storage].name, tensor.dtype, tensor.shape, {}};
    tensors_.push_back(DescribeTensor(view, reinterpret_cast<uint64_t>(address), bytes, false));
}

void DispatchArguments::AddWindow(const Plan& plan, const PlanTensor& tensor, const RankMemory& memory) {
    const PlanBuffer& buffer = plan.domains[tensor.window->domain].buffers[tensor.buffer];
    const uint64_t address = memory.window(tensor.window->domain).address + buffer.offset;
    const TensorView view{buffer.name, tensor.dtype, tensor.shape, tensor.strides};
    tensors_.push_back(DescribeTensor(view, address, buffer.bytes, true));
}

void DispatchArguments::Gather() {
    for (Copy& copy : copies_) {
        const PlanTensor& tensor = *copy.tensor;
        CopyStrided(CopyWay::kToDense, tensor.shape, tensor.strides, static_cast<size_t>(tensor.dtype->bits) / 8,
                    copy.origin, copy.dense.data());
    }
}

void DispatchArguments::Scatter() const {
    for (const Copy& copy : copies_) {
        const PlanTensor& tensor = *copy.tensor;
        if (!tensor.writes) continue;
        CopyStrided(CopyWay::kFromDense, tensor.shape, tensor.strides, static_cast<size_t>(tensor.dtype->bits) / 8,
                    copy.origin, const_cast<uint8_t*>(copy.dense.data()));
    }
}

}  // namespace pto::run
