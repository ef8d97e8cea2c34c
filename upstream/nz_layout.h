// Parameters whose layout is "NZ". Callers name the logical shape [.., R, C]; the sidecar has the shape in blocks that
// kernels address, [product of .., C / c0, R / 16, 16, c0], where c0 elements are 32 bytes. Both are the same bytes, so
// nothing is ever moved: the runtime is given what the caller has. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.h"
#include "upstream/since.h"

namespace pto {

inline constexpr std::string_view kNzLayout = "NZ";
inline constexpr Since kNzSince = {"2026-08-27", "pypto#2542"};
inline constexpr int64_t kNzRows = 16;         // of one block
inline constexpr int64_t kNzColumnBits = 256;  // of one row of a block

// c0: the elements of one row of a block.
int64_t NzColumns(const DType& dtype);

// Whether a shape can be one in blocks: five sizes, of which the last are 16 and c0. Others may be dynamic.
bool IsInNzBlocks(std::span<const int64_t> shape, const DType& dtype);

// What messages expect of such a shape: "[B, C / 16, R / 16, 16, 16], the blocks of fp16 matrices of R x C".
std::string NzBlocksText(const DType& dtype);

// What a logical shape is in blocks; none if it has no R and C, or these no whole blocks.
std::optional<std::vector<int64_t>> BlockNzShape(std::span<const int64_t> logical, const DType& dtype);

// The logical shape of the fewest dimensions that is `blocked` and fits what the sidecar records as `recorded`: [R, C]
// of one matrix, else [B, R, C]. The two are the same but for dynamic sizes (-1), which stay dynamic where `blocked`
// has them too. None if `blocked` is no shape in blocks.
std::optional<std::vector<int64_t>> LogicalNzShape(std::span<const int64_t> recorded, std::span<const int64_t> blocked,
                                                   const DType& dtype);

// Whether a tensor of shape `found` can be passed for a parameter that the sidecar records as `recorded`: its shape in
// blocks is that one, where -1 takes any size. Without whole blocks it is compared as it is. A dynamic number of
// matrices takes [B, R, C] only, since generated code reads it as the first size of the tensor.
bool NzShapeFits(std::span<const int64_t> recorded, std::span<const int64_t> found, const DType& dtype);

}  // namespace pto
