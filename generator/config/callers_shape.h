// The shape that callers know a parameter by.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generator/config/model.h"

namespace pto::gen {

// Its layout is NZ and its type has a size, so that the sidecar's shape may be in blocks: see upstream/nz_layout.h.
bool IsNz(const Param& param);

// The sidecar's, but of an NZ parameter the logical one. None: a scalar; -1: a dynamic size.
std::optional<std::vector<int64_t>> CallersShape(const Param& param);

// "[48, ?]" or "scalar".
std::string CallersShapeText(const Param& param);

}  // namespace pto::gen
