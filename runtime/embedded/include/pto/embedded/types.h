// The enumerations that appear in kernels; names and values are those of PTO-ISA.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <type_traits>

#include "half_types.h"
#include "macros.h"

namespace pto {

constexpr int DYNAMIC = -1;

enum class TileType { Vec, Mat, Left, Right, Acc, Bias, Scaling, ScaleLeft, ScaleRight, Ctrl };
enum class BLayout { RowMajor = 0, ColMajor = 1 };
enum class SLayout { NoneBox = 0, RowMajor = 1, ColMajor = 2 };
enum class CompactMode { Null, Normal, RowPlusOne, RowAlignedPadding };

enum class Layout {
    ND,
    DN,
    NZ,
    SCALE,
    MX_A_ND,
    MX_A_DN,
    MX_A_ZZ,
    MX_B_ND,
    MX_B_DN,
    MX_B_NN,
    HIF4_A_ZZ,
    HIF4_B_NN,
    NC1HWC0,
    GNC1HWC0,
    NCHW,
    GNCHW,
    NHWC,
    NDC1HWC0,
    NCDHW,
    FRACTAL_Z,
    FRACTAL_Z_S16S8,
    FRACTAL_Z_3D,
    MAX,
};

// Values of CustomBase and above carry the bits of the padding element in their low 32 bits.
enum class PadValue : uint64_t { Null = 0, Zero = 1, Max = 2, Min = 3, CustomBase = 0x100000000ULL };

enum class MaskPattern : uint8_t { P0101 = 1, P1010 = 2, P0001 = 3, P0010 = 4, P0100 = 5, P1000 = 6, P1111 = 7 };
enum class CmpMode : uint8_t { EQ = 0, NE = 1, LT = 2, LE = 3, GT = 4, GE = 5 };
enum class RoundMode : uint8_t {
    CAST_NONE = 0,
    CAST_RINT = 1,
    CAST_ROUND = 2,
    CAST_FLOOR = 3,
    CAST_CEIL = 4,
    CAST_TRUNC = 5,
    CAST_ODD = 6,
};
enum class SaturationMode : uint8_t { ON = 0, OFF = 1 };
enum class STPhase : uint8_t { Unspecified = 0, Partial = 2, Final = 3 };
enum class AccPhase : uint8_t { Unspecified = 0, Unknown = Unspecified, Partial = 2, Final = 3 };
enum class AccToVecMode : uint8_t { SingleModeVec0 = 0, SingleModeVec1 = 1, DualModeSplitM = 2, DualModeSplitN = 3 };
enum class ReluPreMode : uint8_t { NoRelu = 0, NormalRelu = 1 };
enum class AtomicType : uint8_t { AtomicNone = 0, AtomicAdd = 1 };
// How a load treats the second-level cache. There is none here.
enum class TLoadL2Hint : uint8_t {
    NormalFirstVictim = 0,
    NormalLastVictim = 1,
    NormalPersistent = 2,
    NotAllocKeep = 4,
    NotAllocClean = 5,
    NotAllocDrop = 6,
};
enum class TFillPadMode : uint8_t { Normal = 0, InPlace = 1, Expand = 2 };
enum class SyncAllMode : uint8_t { Hard = 0, Soft = 1 };
enum class SyncCoreType : uint8_t { AIVOnly = 0, AICOnly = 1, Mix = 2 };
enum class GatherAxis : uint8_t { GATHER_ROW = 0, GATHER_COL = 1 };
enum class GatherOOB : uint8_t { Undefined = 0, Clamp = 1, Wrap = 2, Zero = 3 };
enum class ScatterAxis : uint8_t { SCATTER_ROW = 0, SCATTER_COL = 1 };
enum class ScatterAtomicOp : uint8_t { None = 0, Add = 1, Max = 2, Min = 3 };
enum class ScatterOOB : uint8_t { Undefined = 0, Skip = 1, Clamp = 2, Wrap = 3 };
enum class ScatterConflict : uint8_t { Last = 0, Default = 1 };
enum class Coalesce : uint8_t { Row = 0, Elem = 1 };
enum class SetFmatrixMode { FMATRIX_A_AUTO, FMATRIX_B_AUTO, FMATRIX_A_MANUAL, FMATRIX_B_MANUAL };
enum class QuantType { MXFP8 = 0, MXFP4_E2M1 = 1, INT8_SYM = 2, INT8_ASYM = 3 };
enum class TileSplitAxis : uint8_t { TILE_NO_SPLIT = 0, TILE_UP_DOWN = 1, TILE_LEFT_RIGHT = 2 };

// Precision choices of the device. The simulator has one precision per instruction, so they are accepted and ignored.
enum class DivAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class SqrtAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class RsqrtAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class RecipAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class ExpAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class LogAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class FmodAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class RemAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };

namespace GlobalTensorDim {
constexpr int DIM_0 = 0, DIM_1 = 1, DIM_2 = 2, DIM_3 = 3, DIM_4 = 4, TOTAL_DIM = 5;
}

struct MrgSortExecutedNumList {
    uint16_t mrgSortList0, mrgSortList1, mrgSortList2, mrgSortList3;
};

// What an instruction returns; events may be passed to later instructions, which run in order here anyway.
struct RecordEvent {};

// Element types that exist on the device but not here. They have a size, so that pointers to them can be declared.
struct float8_e4m3_t {
    uint8_t bits;
};
struct float8_e5m2_t {
    uint8_t bits;
};
struct float8_e8m0_t {
    uint8_t bits;
};
struct hifloat8_t {
    uint8_t bits;
};
struct float4_e2m1x2_t {
    uint8_t bits;
};
struct float4_e1m2x2_t {
    uint8_t bits;
};
struct int4b_t {
    uint8_t bits;
};

namespace embedded {

template <typename...>
inline constexpr bool kNever = false;

template <typename T>
inline constexpr bool kIsElement = (std::is_integral_v<T> && !std::is_same_v<T, bool>) || kIsFloat<T>;

}  // namespace embedded

constexpr bool isCustomPadValue(PadValue value) {
    return value >= PadValue::CustomBase;
}
constexpr uint32_t getCustomPadBits(PadValue value) {
    return static_cast<uint32_t>(value);
}

// A padding value that is not one of the named ones; 16-bit floats pass their bits to PadValueCustom16.
template <typename T>
requires(embedded::Arithmetic<T> && sizeof(T) <= 4) constexpr PadValue PadValueCustom(T value) {
    const uint64_t base = static_cast<uint64_t>(PadValue::CustomBase);
    if constexpr (std::is_same_v<T, float>)
        return static_cast<PadValue>(base | __builtin_bit_cast(uint32_t, value));
    else
        return static_cast<PadValue>(base | static_cast<std::make_unsigned_t<T>>(value));
}
constexpr PadValue PadValueCustom16(uint16_t bits) {
    return static_cast<PadValue>(static_cast<uint64_t>(PadValue::CustomBase) | bits);
}
template <typename Format>
constexpr PadValue PadValueCustom(embedded::Float16<Format> value) {
    return PadValueCustom16(value.bits);
}

}  // namespace pto

using pto::float8_e4m3_t;
using pto::float8_e5m2_t;
using pto::float8_e8m0_t;
