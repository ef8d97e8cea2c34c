#include "upstream/nz_layout.h"

#include <algorithm>

namespace pto {
namespace {

constexpr int64_t kDynamic = -1;
constexpr size_t kBlockedRank = 5;
constexpr size_t kBatchRank = 3;  // [B, R, C]

// -1 where it would overflow, which no size is.
int64_t Product(std::span<const int64_t> sizes) {
    int64_t product = 1;
    for (const int64_t size : sizes) {
        if (size < 0 || __builtin_mul_overflow(product, size, &product)) return -1;
    }
    return product;
}

// Less than -1 where it would overflow.
int64_t Times(int64_t blocks, int64_t size) {
    int64_t product = 0;
    if (blocks == kDynamic) return kDynamic;
    return __builtin_mul_overflow(blocks, size, &product) ? INT64_MIN : product;
}

bool HasDynamicBatch(std::span<const int64_t> recorded) {
    return !recorded.empty() && recorded[0] == kDynamic;
}

}  // namespace

int64_t NzColumns(const DType& dtype) {
    return kNzColumnBits / dtype.bits;
}

bool IsInNzBlocks(std::span<const int64_t> shape, const DType& dtype) {
    return shape.size() == kBlockedRank && shape[3] == kNzRows && shape[4] == NzColumns(dtype);
}

std::string NzBlocksText(const DType& dtype) {
    const std::string c0 = std::to_string(NzColumns(dtype));
    const std::string rows = std::to_string(kNzRows);
    return "[B, C / " + c0 + ", R / " + rows + ", " + rows + ", " + c0 + "], the blocks of " + std::string(dtype.name) +
           " matrices of R x C";
}

std::optional<std::vector<int64_t>> BlockNzShape(std::span<const int64_t> logical, const DType& dtype) {
    if (logical.size() < 2) return std::nullopt;
    const int64_t rows = logical[logical.size() - 2];
    const int64_t columns = logical.back();
    const int64_t batch = Product(logical.first(logical.size() - 2));
    const int64_t c0 = NzColumns(dtype);
    if (rows < 0 || columns < 0 || batch < 0 || rows % kNzRows != 0 || columns % c0 != 0) return std::nullopt;
    return std::vector<int64_t>{batch, columns / c0, rows / kNzRows, kNzRows, c0};
}

std::optional<std::vector<int64_t>> LogicalNzShape(std::span<const int64_t> recorded, std::span<const int64_t> blocked,
                                                   const DType& dtype) {
    const int64_t c0 = NzColumns(dtype);
    if (!IsInNzBlocks(blocked, dtype)) return std::nullopt;
    const int64_t rows = Times(blocked[2], kNzRows);
    const int64_t columns = Times(blocked[1], c0);
    if (rows < kDynamic || columns < kDynamic) return std::nullopt;
    const bool one_matrix = blocked[0] == 1 && !HasDynamicBatch(recorded);
    return one_matrix ? std::vector<int64_t>{rows, columns} : std::vector<int64_t>{blocked[0], rows, columns};
}

bool NzShapeFits(std::span<const int64_t> recorded, std::span<const int64_t> found, const DType& dtype) {
    const std::optional<std::vector<int64_t>> blocked = BlockNzShape(found, dtype);
    const std::span<const int64_t> compared = blocked ? std::span<const int64_t>(*blocked) : found;
    const bool same = std::equal(recorded.begin(), recorded.end(), compared.begin(), compared.end(),
                                 [](int64_t want, int64_t have) { return want == kDynamic || want == have; });
    return same && (!HasDynamicBatch(recorded) || found.size() == kBatchRank);
}

}  // namespace pto
