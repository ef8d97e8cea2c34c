#include "base/dtype_python.h"

#include <gtest/gtest.h>

namespace pto {
namespace {

TEST(DTypesPython, TheWholeTable) {
    EXPECT_EQ(DTypesPython(), R"(DTYPE_ROWS = (
    ("bool", 1, "?", "bool", "BOOL", 11),
    ("int4", 1, "", "", "", -1),
    ("int8", 1, "b", "int8", "I8", 4),
    ("int16", 2, "h", "int16", "I16", 3),
    ("int32", 4, "i", "int32", "I32", 2),
    ("int64", 8, "q", "int64", "I64", 7),
    ("uint4", 1, "", "", "", -1),
    ("uint8", 1, "B", "uint8", "U8", 5),
    ("uint16", 2, "H", "uint16", "U16", 9),
    ("uint32", 4, "I", "uint32", "U32", 10),
    ("uint64", 8, "Q", "uint64", "U64", 8),
    ("fp4e2m1x2", 1, "", "float4_e2m1fn_x2", "F4", 14),
    ("fp4", 1, "", "float4_e2m1fn_x2", "F4", 14),
    ("fp8e4m3fn", 1, "", "float8_e4m3fn", "F8_E4M3", 12),
    ("fp8e5m2", 1, "", "float8_e5m2", "F8_E5M2", -1),
    ("fp8e8m0", 1, "", "float8_e8m0fnu", "F8_E8M0", 13),
    ("fp16", 2, "e", "float16", "F16", 1),
    ("fp32", 4, "f", "float32", "F32", 0),
    ("bfloat16", 2, "bf16", "bfloat16", "BF16", 6),
    ("hf4", 1, "", "", "", -1),
    ("hf8", 1, "", "", "", -1),
    ("index", 8, "q", "int64", "I64", 7),
    ("task_id", 8, "", "", "", 8),
    ("fp64", 8, "d", "float64", "F64", -1),
)
)");
}

}  // namespace
}  // namespace pto
