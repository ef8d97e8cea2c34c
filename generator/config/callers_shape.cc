#include "generator/config/callers_shape.h"

#include "base/dtype.h"
#include "base/text.h"
#include "upstream/nz_layout.h"

namespace pto::gen {

bool IsNz(const Param& param) {
    return param.shape && param.layout == kNzLayout && FindDType(param.dtype) != nullptr;
}

std::optional<std::vector<int64_t>> CallersShape(const Param& param) {
    if (!IsNz(param)) return param.shape;
    std::optional<std::vector<int64_t>> logical = LogicalNzShape(*param.shape, *param.shape, *FindDType(param.dtype));
    return logical ? logical : param.shape;
}

std::string CallersShapeText(const Param& param) {
    const std::optional<std::vector<int64_t>> shape = CallersShape(param);
    if (!shape) return "scalar";
    std::vector<std::string> sizes;
    for (const int64_t size : *shape) sizes.push_back(size < 0 ? "?" : std::to_string(size));
    return "[" + Join(sizes, ", ") + "]";
}

}  // namespace pto::gen
