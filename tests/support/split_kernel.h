// The parts of a kernel whose tiles are split between two vector cores, as PyPTO writes them since 2026-08-24.
#pragma once

#include <string>

#include "upstream/kernel_text.h"

namespace pto::test {

inline std::string SplitHead(const std::string& function) {
    return "// Kernel Function: " + function +
           "\n"
           "#include <cstdint>\n"
           "#include <pto/pto-inst.hpp>\n"
           "#include \"tensor.h\"\n"
           "#include \"intrinsic.h\"\n"
           "\n"
           "using namespace pto;\n"
           "\n"
           "#if defined(__CPU_SIM) || defined(__COSTMODEL)\n"
           "#define PYPTO_SPLIT_RUNTIME_LANE_ARG(subblock_id)\n"
           "#else\n"
           "#define PYPTO_SPLIT_RUNTIME_LANE_ARG(subblock_id) , subblock_id\n"
           "#endif\n"
           "\n";
}

// What ptoas prints: a function that takes a tile, works on it with `factor` and hands it on.
inline std::string SplitRaw(const std::string& function, const std::string& factor) {
    return "#include \"pto/pto-inst.hpp\"\n"
           "using namespace pto;\n"
           "AICORE void " +
           function +
           "(__gm__ float* v1, __gm__ float* v2, int32_t v3) {\n"
           "  auto v4 = TPipe<0>(v2);\n"
           "  Tile v5 = Tile(v3);\n"
           "  TPOP<TPipe<0>, Tile, TileSplitAxis::TILE_UP_DOWN>(v4, v5);\n"
           "  TMULS(v5, v5, " +
           factor +
           ");\n"
           "  TPUSH<TPipe<0>, Tile, TileSplitAxis::TILE_UP_DOWN>(v4, v5);\n"
           "  TFREE<TPipe<0>, TileSplitAxis::TILE_UP_DOWN>(v4);\n"
           "}\n";
}

// From the second sentinel on. `arguments` may name p, r, q and __pypto_spmd_subblock_idx.
inline std::string SplitWrapper(const std::string& function, const std::string& arguments) {
    return std::string(kBodyEnd) +
           "\n"
           "extern \"C\" __aicore__ __attribute__((always_inline)) void kernel_entry(__gm__ int64_t* args)\n"
           "{\n"
           "    int32_t __pypto_spmd_subblock_idx = get_sub_block_id(args);\n"
           "    __gm__ Tensor* p_tensor = reinterpret_cast<__gm__ Tensor*>(args[0]);\n"
           "    __gm__ float* p = reinterpret_cast<__gm__ float*>(p_tensor->buffer.addr) + p_tensor->start_offset;\n"
           "    __gm__ float* r = reinterpret_cast<__gm__ float*>(args[1]);\n"
           "    int32_t q = static_cast<int32_t>(args[2]);\n"
           "    " +
           function + "(" + arguments + ");\n}\n";
}

}  // namespace pto::test
