#include "runtime/embedded/region.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace pto::embedded {
namespace {

constexpr int kMaxStrides = 2 * (pto_ninja::kMaxTensorDims + 1);
using StrideList = std::array<uint64_t, kMaxStrides>;

void SortAndMerge(Region& region) {
    for (int i = 1; i < region.level_count; i++) {
        for (int j = i; j > 0 && region.levels[j - 1].stride < region.levels[j].stride; j--) {
            std::swap(region.levels[j - 1], region.levels[j]);
        }
    }
    int kept = 0;
    for (int i = 0; i < region.level_count; i++) {
        const RegionLevel level = region.levels[i];
        if (level.count == 1 && i + 1 < region.level_count) continue;
        region.levels[kept++] = level;
        while (kept >= 2 &&
               region.levels[kept - 2].stride == region.levels[kept - 1].stride * region.levels[kept - 1].count) {
            region.levels[kept - 2] = {region.levels[kept - 1].stride,
                                       region.levels[kept - 1].count * region.levels[kept - 2].count};
            kept--;
        }
    }
    region.level_count = kept;
}

// The strides of both, widest first, each a multiple of the next; 0 if they do not nest.
int CommonStrides(const Region& a, const Region& b, StrideList& strides) {
    int count = 0;
    for (const Region* region : {&a, &b}) {
        for (int i = 0; i < region->level_count; i++) strides[count++] = region->levels[i].stride;
    }
    std::sort(strides.begin(), strides.begin() + count, std::greater<>());
    count = static_cast<int>(std::unique(strides.begin(), strides.begin() + count) - strides.begin());
    for (int i = 0; i + 1 < count; i++) {
        if (strides[i] % strides[i + 1] != 0) return 0;
    }
    return count;
}

struct Interval {
    uint64_t begin;
    uint64_t end;
};
using Box = std::array<Interval, kMaxStrides>;

// Writes the view as a box over the digits of its offset in the mixed radix of `strides`; false if it is not a box.
bool ToBox(const Region& region, const StrideList& strides, int count, Box& box) {
    uint64_t offset = region.begin - region.buffer_begin;
    std::array<uint64_t, kMaxStrides> extent{};
    extent.fill(1);
    for (int level = 0; level < region.level_count; level++) {
        const int own = static_cast<int>(
            std::find(strides.begin(), strides.begin() + count, region.levels[level].stride) - strides.begin());
        uint64_t left = region.levels[level].count;
        // A level that spans wider strides of the other view is cut at them, if it fills them evenly.
        for (int i = own; left > 1; i--) {
            const uint64_t radix = i == 0 ? left : strides[i - 1] / strides[i];
            if (i == 0 || left < radix || extent[i] != 1) {
                if (extent[i] != 1) return false;
                extent[i] = left;
                break;
            }
            if (left % radix != 0 || (offset % strides[i - 1]) / strides[i] != 0) return false;
            extent[i] = radix;
            left /= radix;
        }
    }
    for (int i = 0; i < count; i++) {
        const uint64_t digit = offset / strides[i];
        offset %= strides[i];
        if (i > 0 && digit + extent[i] > strides[i - 1] / strides[i]) return false;
        box[i] = {digit, digit + extent[i]};
    }
    return true;
}

}  // namespace

Region RegionOf(const pto_ninja::TensorDescriptor& tensor, uint64_t element_bytes) {
    Region region;
    region.buffer_begin = tensor.address;
    region.buffer_end = tensor.address + tensor.bytes;
    if (element_bytes == 0) {
        region.begin = region.buffer_begin;
        region.end = region.buffer_end;
        region.level_count = 1;
        region.levels[0] = {1, tensor.bytes};
        return region;
    }
    region.begin = tensor.address + tensor.start_offset * element_bytes;
    region.end = region.begin + element_bytes;
    for (uint32_t i = 0; i < tensor.ndims; i++) {
        if (tensor.shapes[i] == 0) region.level_count = -1;
        if (region.level_count < 0) break;
        if (tensor.shapes[i] == 1) continue;
        const uint64_t stride = tensor.strides[i] * element_bytes;
        region.end += (tensor.shapes[i] - 1) * stride;
        region.levels[region.level_count++] = {stride, tensor.shapes[i]};
    }
    if (region.level_count < 0) {
        region.level_count = 0;
        region.end = region.begin;
        return region;
    }
    region.levels[region.level_count++] = {1, element_bytes};
    SortAndMerge(region);
    return region;
}

bool Overlaps(const Region& a, const Region& b) {
    if (a.begin == a.end || b.begin == b.end || a.begin >= b.end || b.begin >= a.end) return false;
    if ((a.IsDense() && b.IsDense()) || a.buffer_begin != b.buffer_begin) return true;
    StrideList strides;
    const int count = CommonStrides(a, b, strides);
    Box box_a;
    Box box_b;
    if (count == 0 || !ToBox(a, strides, count, box_a) || !ToBox(b, strides, count, box_b)) return true;
    for (int i = 0; i < count; i++) {
        if (box_a[i].begin >= box_b[i].end || box_b[i].begin >= box_a[i].end) return false;
    }
    return true;
}

bool Covers(const Region& outer, const Region& inner) {
    if (inner.begin == inner.end) return true;
    return outer.IsDense() && outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace pto::embedded
