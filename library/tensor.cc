#include "pto_ninja/tensor.h"

#include <utility>

#include "base/dtype.h"
#include "base/text.h"
#include "tensors/tensor.h"

namespace pto {
namespace {

const DType& RequireDType(std::string_view name) {
    const DType* dtype = FindDType(name);
    if (dtype != nullptr) return *dtype;
    throw Error(ErrorKind::kUsage,
                "unknown element type '" + std::string(name) + "', expected one of " + QuotedList(DTypeNames()),
                DidYouMean(name, DTypeNames()));
}

void CheckDense(const std::vector<int64_t>& shape, const std::vector<int64_t>& strides) {
    if (strides.empty()) return;
    int64_t dense = 1;
    bool same = strides.size() == shape.size();
    for (size_t i = shape.size(); same && i-- > 0; dense *= shape[i]) {
        same = shape[i] <= 1 || strides[i] == dense;  // the step of a single element is never taken
    }
    if (same) return;
    throw Error(ErrorKind::kUsage,
                "a tensor of shape " + ShapeText(shape) + " has strides " + ShapeText(strides) +
                    ", expected a dense row-major one",
                "copy it into one");
}

}  // namespace

size_t DenseBytes(std::string_view dtype, const std::vector<int64_t>& shape) {
    const DType& type = RequireDType(dtype);
    for (const int64_t dimension : shape) {
        if (dimension >= 0) continue;
        throw Error(ErrorKind::kUsage, "a tensor has shape " + ShapeText(shape) + ", expected dimensions of 0 or more");
    }
    return DenseBytes(type, std::span<const int64_t>(shape));
}

TensorView::TensorView(const void* data, std::string_view dtype, std::vector<int64_t> shape,
                       const std::vector<int64_t>& strides)
    : data_(const_cast<void*>(data)), read_only_(true), dtype_(dtype), shape_(std::move(shape)) {
    bytes_ = DenseBytes(dtype_, shape_);
    CheckDense(shape_, strides);
    if (data_ != nullptr || bytes_ == 0) return;
    throw Error(ErrorKind::kUsage, "a tensor of " + Count(bytes_, "byte") + " has no data: the pointer is null");
}

TensorView::TensorView(void* data, std::string_view dtype, std::vector<int64_t> shape,
                       const std::vector<int64_t>& strides)
    : TensorView(static_cast<const void*>(data), dtype, std::move(shape), strides) {
    read_only_ = false;
}

namespace detail {

void CheckSize(size_t size, std::string_view dtype, const std::vector<int64_t>& shape) {
    const size_t expected = DenseBytes(dtype, shape);
    if (size == expected) return;
    throw Error(ErrorKind::kUsage, "the values take " + Count(size, "byte") + ", expected " + std::to_string(expected) +
                                       " for " + std::string(dtype) + " " + ShapeText(shape));
}

}  // namespace detail
}  // namespace pto
