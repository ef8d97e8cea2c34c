// Kernels whose header defines the macro of kRuntimeLane (upstream/kernel_text.h): what their body has beyond the text
// of ptoas. As PyPTO does it when it compiles; its own replay leaves it out. Pure.
//
//     static __aicore__ void f(__gm__ float* v1, int32_t __pypto_runtime_subblock_idx) {
//       TPUSH<..., TileSplitAxis::TILE_UP_DOWN>(v3, v4 PYPTO_SPLIT_RUNTIME_LANE_ARG(__pypto_runtime_subblock_idx));
//     }
//
//     #undef PYPTO_SPLIT_RUNTIME_LANE_ARG
#pragma once

#include <string>
#include <string_view>

#include "generator/splice/splice.h"

namespace pto::gen {

// Line of the header on which the macro is defined; 0: it is not.
int RuntimeLaneLine(std::string_view head);

// `body`, preprocessed, with the lane handed to every TPUSH and TPOP of `function` that splits its tile, and the macro
// undefined at the end. The lane is the function's last parameter if the wrapper calls the function with as many
// arguments as it has, and one more if the wrapper passes one more. Throws an input Error at the macro of `file` when
// `function` is not defined exactly once, or brackets or arguments of such a call are not what they have to be.
std::string WithRuntimeLane(const KernelParts& parts, const std::string& function, const std::string& body,
                            const std::string& file);

}  // namespace pto::gen
