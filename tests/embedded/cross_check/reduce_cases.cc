// Reductions, conversions, comparisons and selections.
#include "case_support.h"

template <typename D, typename S>
std::string Label(const char* instruction) {
    return std::string(instruction) + "." + TypeName<S>() + "." + TypeName<D>();
}

#define RUN_ROW(NAME)                                 \
    {                                                 \
        FillTile(dst);                                \
        NAME(dst, src, tmp);                          \
        RecordTile(Label<D, S>(#NAME) + suffix, dst); \
    }
#define RUN_COL(NAME)                                 \
    {                                                 \
        FillTile(dst);                                \
        NAME(dst, src);                               \
        RecordTile(Label<D, S>(#NAME) + suffix, dst); \
    }

template <typename D, typename S>
void RowReductions() {
    Memory memory;
    VecTile<S, 16, 64> src(13, 50), tmp(13, 50);
    ColTile<D, 16, 1> dst(13, 1);
    memory.Place(src), memory.Place(tmp), memory.Place(dst);
    for (Values values : {Values::kOrdinary, Values::kSpecial}) {
        const std::string suffix = values == Values::kSpecial ? ".special" : "";
        FillTile(src, values);
        RUN_ROW(TROWSUM)
        if constexpr (std::is_same_v<D, S>) {
            RUN_ROW(TROWMAX) RUN_ROW(TROWMIN) RUN_ROW(TROWPROD)
        }
    }
}

CASE(RowReductions_) {
    RowReductions<float, float>();
    RowReductions<half, half>();
    RowReductions<float, half>();
    RowReductions<bfloat16_t, bfloat16_t>();
    RowReductions<float, bfloat16_t>();
    RowReductions<int32_t, int32_t>();
    RowReductions<int32_t, int16_t>();
    RowReductions<int16_t, int16_t>();
}

CASE(RowReductionsColMajorSource) {
    using D = float;
    using S = float;
    const std::string suffix = ".colmajor";
    Memory memory;
    ColTile<float, 16, 8> src(9, 7), tmp(9, 7);
    VecTile<float, 16, 8> dst(9, 1);
    memory.Place(src), memory.Place(tmp), memory.Place(dst);
    FillTile(src);
    RUN_ROW(TROWSUM) RUN_ROW(TROWMAX) RUN_ROW(TROWMIN)
}

template <typename D, typename S>
void ColReductions() {
    Memory memory;
    VecTile<S, 16, 64> src(13, 50);
    VecTile<D, 1, 64> dst(1, 50);
    memory.Place(src), memory.Place(dst);
    for (Values values : {Values::kOrdinary, Values::kSpecial}) {
        const std::string suffix = values == Values::kSpecial ? ".special" : "";
        FillTile(src, values);
        RUN_COL(TCOLSUM) RUN_COL(TCOLMAX) if constexpr (std::is_same_v<D, S>) {
            RUN_COL(TCOLMIN) RUN_COL(TCOLPROD)
        }
    }
}

CASE(ColReductions_) {
    ColReductions<float, float>();
    ColReductions<half, half>();
    ColReductions<float, half>();
    ColReductions<bfloat16_t, bfloat16_t>();
}

CASE(ArgReductions) {
    ForTypes<float, half, int32_t>([](auto zero) {
        using S = decltype(zero);
        using D = uint32_t;
        const std::string suffix;
        Memory memory;
        VecTile<S, 16, 64> src(13, 50), tmp(13, 50);
        ColTile<D, 16, 1> dst(13, 1);
        memory.Place(src), memory.Place(tmp), memory.Place(dst);
        FillTile(src);
        src.data()[7] = src.data()[3];
        RUN_ROW(TROWARGMAX) RUN_ROW(TROWARGMIN) VecTile<D, 1, 64> row(1, 50);
        memory.Place(row);
        FillTile(row);
        TCOLARGMAX(row, src, tmp);
        RecordTile(Label<D, S>("TCOLARGMAX"), row);
        TCOLARGMIN(row, src, tmp);
        RecordTile(Label<D, S>("TCOLARGMIN"), row);
    });
}

template <typename D, typename S>
void Conversions() {
    constexpr RoundMode kModes[] = {RoundMode::CAST_NONE,  RoundMode::CAST_RINT, RoundMode::CAST_ROUND,
                                    RoundMode::CAST_FLOOR, RoundMode::CAST_CEIL, RoundMode::CAST_TRUNC,
                                    RoundMode::CAST_ODD};
    Memory memory;
    VecTile<S, 8, 64> src(7, 61);
    VecTile<D, 8, 64> dst(7, 61);
    memory.Place(src), memory.Place(dst);
    for (RoundMode mode : kModes) {
        FillTile(src, Values::kSpecial);
        for (int i = 0; i < 64; ++i) src.data()[i] = static_cast<S>(i * 0.5 - 16);
        FillTile(dst);
        TCVT(dst, src, mode);
        RecordTile(Label<D, S>("TCVT") + std::to_string(static_cast<int>(mode)), dst);
        TCVT(dst, src, mode, SaturationMode::ON);
        RecordTile(Label<D, S>("TCVT.sat") + std::to_string(static_cast<int>(mode)), dst);
    }
}

CASE(FloatConversions) {
    ForTypes<float, half, bfloat16_t>([](auto zero) {
        using S = decltype(zero);
        Conversions<int32_t, S>(), Conversions<int16_t, S>(), Conversions<int8_t, S>(), Conversions<uint8_t, S>();
        Conversions<float, S>(), Conversions<int64_t, S>();
        // clang has no conversion between its two 16-bit types.
        if constexpr (!kIsBrain<S>) Conversions<half, S>();
        if constexpr (!kIsHalf<S>) Conversions<bfloat16_t, S>();
    });
}

CASE(IntegerConversions) {
    ForTypes<int32_t, int16_t, uint8_t, int8_t, uint32_t>([](auto zero) {
        using S = decltype(zero);
        Conversions<float, S>(), Conversions<half, S>(), Conversions<int32_t, S>(), Conversions<int16_t, S>();
        Conversions<uint8_t, S>(), Conversions<bfloat16_t, S>();
    });
}

constexpr CmpMode kComparisons[] = {CmpMode::EQ, CmpMode::NE, CmpMode::LT, CmpMode::LE, CmpMode::GT, CmpMode::GE};

CASE(Comparisons) {
    ForTypes<float, half, int32_t>([](auto zero) {
        using S = decltype(zero);
        Memory memory;
        VecTile<S, 8, 64> a(7, 53), b(7, 53);
        VecTile<uint8_t, 8, 32> bytes(7, 7);
        VecTile<uint32_t, 8, 8> words(7, 2);
        memory.Place(a), memory.Place(b), memory.Place(bytes), memory.Place(words);
        FillTile(a, Values::kSpecial), FillTile(b, Values::kSpecial);
        for (int i = 0; i < 512; i += 3) b.data()[i] = a.data()[i];
        for (CmpMode mode : kComparisons) {
            const std::string suffix = std::to_string(static_cast<int>(mode));
            FillTile(bytes), FillTile(words);
            TCMP(bytes, a, b, mode);
            RecordTile(Label<uint8_t, S>("TCMP") + suffix, bytes);
            TCMP(words, a, b, mode);
            RecordTile(Label<uint32_t, S>("TCMP") + suffix, words);
            TCMPS(bytes, a, a.data()[4], mode);
            RecordTile(Label<uint8_t, S>("TCMPS") + suffix, bytes);
        }
    });
}

CASE(Selections) {
    ForTypes<float, half, int32_t>([](auto zero) {
        using S = decltype(zero);
        Memory memory;
        VecTile<S, 8, 64> a(7, 64), b(7, 64), dst(7, 64), tmp(7, 64);
        VecTile<uint8_t, 8, 32> mask(7, 8);
        VecTile<uint32_t, 8, 8> words(7, 2);
        memory.Place(a), memory.Place(b), memory.Place(dst), memory.Place(tmp), memory.Place(mask), memory.Place(words);
        FillTile(a), FillTile(b), FillTile(dst), FillTile(mask, Values::kSpecial), FillTile(words, Values::kSpecial);
        TSEL(dst, mask, a, b, tmp);
        RecordTile(Label<S, uint8_t>("TSEL"), dst);
        TSELS(dst, mask, a, tmp, S(9));
        RecordTile(Label<S, uint8_t>("TSELS"), dst);
        TSELS(dst, words, a, tmp, S(9));
        RecordTile(Label<S, uint32_t>("TSELS"), dst);
    });
}
