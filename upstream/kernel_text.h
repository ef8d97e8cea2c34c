// What PyPTO writes around the text of ptoas in kernels/<core>/<function>.cpp, and how it is recognised.
#pragma once

#include <string_view>

#include "upstream/since.h"

namespace pto {

// The lines between which the body lies; unchanged since they were brought by pypto#1387 of 2026-05-18.
inline constexpr std::string_view kBodyBegin = "// --- ptoas-generated code ---";
inline constexpr std::string_view kBodyEnd = "// --- Kernel entry point ---";

// What a wrapper calls the runtime's tensor descriptor of 128 bytes. ptoas prints `Tensor` whatever the wrapper says.
enum class TensorName { kTensor, kChipTensor, kTaskTensor };

struct DescriptorName {
    TensorName name;
    std::string_view text;
    bool renamed;  // PyPTO puts it where ptoas printed `Tensor`
    Since since;
};

// The other generations keep `ChipTensor` and `TaskTensor` for something else or do not have them: a body has to say
// what its own wrapper says.
inline constexpr DescriptorName kDescriptorNames[] = {
    {TensorName::kTensor, "Tensor", false, {}},  // and again since 2026-09-02, pypto#2617
    {TensorName::kChipTensor, "ChipTensor", true, {"2026-08-18", "pypto#2273"}},
    {TensorName::kTaskTensor, "TaskTensor", true, {"2026-08-26", "pypto#2530"}},
};

// Kernels of a split task that exchange tiles with the cube core: their header defines this macro, their body hands the
// number of the vector core to the calls that ptoas made, and it is undefined behind the body.
struct RuntimeLane {
    std::string_view macro;
    std::string_view parameter;  // name of the parameter that is added where ptoas made none
    std::string_view type;
    Since since;
};
inline constexpr RuntimeLane kRuntimeLane = {
    "PYPTO_SPLIT_RUNTIME_LANE_ARG", "__pypto_runtime_subblock_idx", "int32_t", {"2026-08-24", "pypto#2507"}};

// Template arguments of TPUSH and TPOP that say that the tile is split between the two vector cores.
struct SplitMarker {
    std::string_view text;
    Since since;
};
inline constexpr SplitMarker kSplitMarkers[] = {
    {"TileSplitAxis::TILE_UP_DOWN", {}},
    {"TileSplitAxis::TILE_LEFT_RIGHT", {}},
    {"TileSplitAxis::TILE_UP_DOWN_ODD", {"2026-08-21", "pypto#2447"}},
    {"TileSplitAxis::TILE_LEFT_RIGHT_ODD", {"2026-08-21", "pypto#2447"}},
};

// Operations of the .pto that ptoas has renamed: it knows the new name only, older ones the old name only.
struct RenamedOperation {
    std::string_view before;
    std::string_view now;
    std::string_view version;  // of ptoas, the first with the new name
    Since since;
};
inline constexpr RenamedOperation kRenamedOperations[] = {
    {"pto.load_scalar", "pto.load", "0.64", {"2026-09-20", "pypto#2837"}},
    {"pto.store_scalar", "pto.store", "0.64", {"2026-09-20", "pypto#2837"}},
};

}  // namespace pto
