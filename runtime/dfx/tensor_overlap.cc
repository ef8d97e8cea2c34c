#include "runtime/dfx/tensor_overlap.h"

#include <algorithm>
#include <cstdint>

#include "runtime/embedded/include/data_type.h"

namespace pto::run {
namespace {

using pto_ninja::TensorDescriptor;

// Elements from the first to the last one reached, inclusive; 0 for an empty view.
uint64_t ExtentOf(const TensorDescriptor& view) {
    uint64_t extent = 1;
    for (uint32_t i = 0; i < view.ndims; ++i) {
        if (view.shapes[i] == 0) return 0;
        extent += static_cast<uint64_t>(view.shapes[i] - 1) * view.strides[i];
    }
    return extent;
}

// The views are boxes of one row-major array whose sizes follow from the strides.
bool ShareGrid(const TensorDescriptor& a, const TensorDescriptor& b) {
    if (a.dtype != b.dtype || a.ndims != b.ndims || a.ndims == 0) return false;
    if (!std::equal(a.strides, a.strides + a.ndims, b.strides) || a.strides[a.ndims - 1] != 1) return false;
    for (uint32_t i = 1; i < a.ndims; ++i) {
        if (a.strides[i] == 0 || a.strides[i - 1] % a.strides[i] != 0) return false;
    }
    const uint64_t element = get_element_size(static_cast<DataType>(a.dtype));
    return element != 0 && a.strides[0] != 0 && a.bytes / element % a.strides[0] == 0;
}

struct Span {
    uint64_t begin;
    uint64_t end;
};

Span AxisSpan(const TensorDescriptor& view, uint32_t axis) {
    const uint64_t within = axis == 0 ? view.start_offset : view.start_offset % view.strides[axis - 1];
    const uint64_t begin = within / view.strides[axis];
    return {begin, begin + view.shapes[axis]};
}

bool FitsGrid(const TensorDescriptor& view) {
    const uint64_t elements = view.bytes / get_element_size(static_cast<DataType>(view.dtype));
    for (uint32_t axis = 0; axis < view.ndims; ++axis) {
        const uint64_t size = (axis == 0 ? elements : view.strides[axis - 1]) / view.strides[axis];
        if (AxisSpan(view, axis).end > size) return false;
    }
    return true;
}

}  // namespace

ViewOverlap OverlapOf(const TensorDescriptor& view, const TensorDescriptor& written) {
    if (view.version != written.version) return ViewOverlap::kOther;
    const uint64_t view_end = view.start_offset + ExtentOf(view);
    const uint64_t written_end = written.start_offset + ExtentOf(written);
    if (view_end == view.start_offset || written_end == written.start_offset) return ViewOverlap::kNone;
    if (view.start_offset >= written_end || written.start_offset >= view_end) return ViewOverlap::kNone;
    if (!ShareGrid(view, written) || !FitsGrid(view) || !FitsGrid(written)) return ViewOverlap::kOther;
    bool contains = true;
    for (uint32_t axis = 0; axis < view.ndims; ++axis) {
        const Span a = AxisSpan(view, axis);
        const Span b = AxisSpan(written, axis);
        if (a.begin >= b.end || b.begin >= a.end) return ViewOverlap::kNone;
        contains = contains && a.begin <= b.begin && b.end <= a.end;
    }
    return contains ? ViewOverlap::kCovered : ViewOverlap::kOther;
}

}  // namespace pto::run
