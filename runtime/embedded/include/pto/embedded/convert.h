// Conversion of the element type: TCVT, and what copies do between types.
#pragma once

#include "overlap.h"

namespace pto {

namespace embedded {

// To an integral value. ODD rounds to nearest; only exact halves go to the odd neighbour.
inline double RoundToIntegral(double value, RoundMode mode) {
    switch (mode) {
        case RoundMode::CAST_RINT:
            return __builtin_rint(value);
        case RoundMode::CAST_ROUND:
            return __builtin_round(value);
        case RoundMode::CAST_FLOOR:
            return __builtin_floor(value);
        case RoundMode::CAST_CEIL:
            return __builtin_ceil(value);
        case RoundMode::CAST_TRUNC:
            return __builtin_trunc(value);
        case RoundMode::CAST_ODD: {
            const double below = __builtin_floor(value), fraction = value - below;
            if (fraction > 0.5) return below + 1;
            if (fraction < 0.5) return below;
            return __builtin_fmod(below, 2.0) != 0.0 ? below : below + 1;
        }
        default:
            return value;
    }
}

// What the processor's conversion to a type of its own gives: values that do not fit (and NaN) become the smallest
// integer. C++ leaves them undefined, and compilers differ.
template <typename Wide>
inline Wide ProcessorInteger(double value) {
    static_assert(std::is_same_v<Wide, int32_t> || std::is_same_v<Wide, int64_t>);
    constexpr double kLimit = sizeof(Wide) == 8 ? 9223372036854775808.0 : 2147483648.0;
    const bool fits = value < kLimit && value > -kLimit - (sizeof(Wide) == 8 ? 0.0 : 1.0);
    return fits ? static_cast<Wide>(value) : ElementLimits<Wide>::kMin;
}

// For TCVT: types narrower than 32 bits, and uint32_t, keep the low bits of a wider one.
template <typename D>
inline D DoubleToInteger(double value) {
    constexpr bool kWide = sizeof(D) > 4 || std::is_same_v<D, uint32_t> || std::is_same_v<D, uint8_t>;
    return static_cast<D>(ProcessorInteger<std::conditional_t<kWide, int64_t, int32_t>>(value));
}

// An element that a copy puts into a tile of another type, without rounding mode.
template <typename D, typename S>
inline D CastElement(S value) {
    constexpr bool kWide = sizeof(D) > 4 || std::is_same_v<D, uint32_t>;
    if constexpr (kIsFloat<S> && std::is_integral_v<D>)
        return static_cast<D>(
            ProcessorInteger<std::conditional_t<kWide, int64_t, int32_t>>(static_cast<double>(value)));
    else
        return static_cast<D>(value);
}

template <typename D, typename S>
inline D ConvertElement(S value, RoundMode mode) {
    if constexpr (kIsFloat<S> && std::is_integral_v<D>)
        return DoubleToInteger<D>(RoundToIntegral(static_cast<double>(value), mode));
    else if constexpr (std::is_integral_v<S> && kIsFloat<D>)
        return static_cast<D>(static_cast<double>(value));
    else
        return static_cast<D>(value);
}

// Brings a value into the range of the destination type; NaN becomes the upper limit. Works in double, so 64-bit
// integers lose their low bits, as in the simulator.
template <typename D, typename S>
inline S Saturate(S value) {
    const double low_s = static_cast<double>(ElementLimits<S>::kMin),
                 low_d = static_cast<double>(ElementLimits<D>::kMin);
    const double high_s = static_cast<double>(ElementLimits<S>::kMax),
                 high_d = static_cast<double>(ElementLimits<D>::kMax);
    const double low = low_s < low_d ? low_d : low_s, high = high_d < high_s ? high_d : high_s;
    double wide = static_cast<double>(value);
    wide = wide < high ? wide : high;
    wide = low < wide ? wide : low;
    if constexpr (std::is_integral_v<S>)
        return DoubleToInteger<S>(wide);
    else
        return static_cast<S>(wide);
}

template <typename Dst, typename Src>
inline void Convert(Dst& dst, Src& src, RoundMode mode, SaturationMode saturation) {
    using D = typename Dst::DType;
    using S = typename Src::DType;
    CheckTiles("TCVT", dst, src);
    const unsigned rows = src.GetValidRow(), cols = src.GetValidCol();
    CheckInside("TCVT", "dst", dst, 0, 0, rows, cols);
    RunOrdered(Crosses(dst, src, rows, cols),
               [=, to = dst.data(), from = src.data()](auto barrier) PTO_EMBEDDED_INLINED {
                   for (size_t r = 0; r < rows; ++r)
                       for (size_t c = 0; c < cols; ++c) {
                           S value = from[ElementOffset<Src>(r, c)];
                           if (saturation == SaturationMode::ON) value = Saturate<D>(value);
                           to[ElementOffset<Dst>(r, c)] = ConvertElement<D>(value, mode);
                           barrier();
                       }
               });
}

}  // namespace embedded

// Without a saturation mode nothing saturates. A scratch tile before the rounding mode is without effect.
template <bool set_control = true, embedded::TileLike Dst, embedded::TileLike Src, typename... Events>
PTO_INST RecordEvent TCVT(Dst& dst, Src& src, RoundMode mode, Events&...) {
    embedded::Convert(dst, src, mode, SaturationMode::OFF);
    return {};
}
template <bool set_control = true, embedded::TileLike Dst, embedded::TileLike Src, typename... Events>
PTO_INST RecordEvent TCVT(Dst& dst, Src& src, RoundMode mode, SaturationMode saturation, Events&...) {
    embedded::Convert(dst, src, mode, saturation);
    return {};
}
template <bool set_control = true, embedded::TileLike Dst, embedded::TileLike Src, embedded::TileLike Tmp,
          typename... Events>
PTO_INST RecordEvent TCVT(Dst& dst, Src& src, Tmp&, RoundMode mode, Events&...) {
    return TCVT(dst, src, mode);
}
template <bool set_control = true, embedded::TileLike Dst, embedded::TileLike Src, embedded::TileLike Tmp,
          typename... Events>
PTO_INST RecordEvent TCVT(Dst& dst, Src& src, Tmp&, RoundMode mode, SaturationMode saturation, Events&...) {
    return TCVT(dst, src, mode, saturation);
}

}  // namespace pto
