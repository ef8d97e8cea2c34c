// The layouts of tensors in global memory that PyPTO knows: `layout` of a sidecar's parameters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "upstream/nz_layout.h"
#include "upstream/since.h"

namespace pto {

struct LayoutRow {
    std::string_view name;
    Since since;
};

// PyPTO takes any other word for the first.
inline constexpr LayoutRow kLayoutRows[] = {
    {"ND", {}}, {"DN", {}}, {kNzLayout, kNzSince}, {"MX_A_ZZ", {}}, {"MX_B_NN", {}},
};

inline std::vector<std::string> LayoutNames() {
    std::vector<std::string> names;
    for (const LayoutRow& row : kLayoutRows) names.emplace_back(row.name);
    return names;
}

}  // namespace pto
