// Element-by-element, scalar, expanding and partial instructions.
#include "case_support.h"

template <typename T>
std::string Label(const char* instruction) {
    return std::string(instruction) + "." + TypeName<T>();
}

#define RUN_BINARY(NAME, VALUES)                 \
    {                                            \
        FillTile(a, VALUES);                     \
        FillTile(b, VALUES);                     \
        FillTile(d);                             \
        NAME(d, a, b);                           \
        RecordTile(Label<T>(#NAME) + suffix, d); \
    }
#define RUN_UNARY(NAME, VALUES)                  \
    {                                            \
        FillTile(a, VALUES);                     \
        FillTile(d);                             \
        NAME(d, a);                              \
        RecordTile(Label<T>(#NAME) + suffix, d); \
    }
#define RUN_SCALAR(NAME, VALUES, SCALAR)         \
    {                                            \
        FillTile(a, VALUES);                     \
        FillTile(d);                             \
        NAME(d, a, SCALAR);                      \
        RecordTile(Label<T>(#NAME) + suffix, d); \
    }

template <typename T, typename TileT>
void FloatInstructions(TileT d, TileT a, TileT b, const std::string& suffix) {
    const Values special = Values::kSpecial;
    RUN_BINARY(TADD, special);
    RUN_BINARY(TSUB, special);
    RUN_BINARY(TMUL, special);
    RUN_BINARY(TDIV, special);
    RUN_BINARY(TMAX, special);
    RUN_BINARY(TMIN, special);
    RUN_UNARY(TEXP, special);
    RUN_UNARY(TLOG, special);
    RUN_UNARY(TNEG, special);
    RUN_UNARY(TRELU, special);
    RUN_UNARY(TABS, special);
    RUN_UNARY(TSQRT, special);
    RUN_BINARY(TFMOD, special);
    if constexpr (!kIsBrain<T>) RUN_UNARY(TRSQRT, special);
}

template <typename T, typename TileT>
void ScalarInstructions(TileT d, TileT a, const std::string& suffix) {
    const Values values = Values::kSpecial;
    const T s = T(3);
    RUN_SCALAR(TADDS, values, s);
    RUN_SCALAR(TSUBS, values, s);
    RUN_SCALAR(TMULS, values, s);
    RUN_SCALAR(TDIVS, values, s);
    RUN_SCALAR(TMAXS, values, s);
    RUN_SCALAR(TMINS, values, s);
    RUN_SCALAR(TLRELU, values, s);
    RUN_SCALAR(TFMODS, values, s);
    FillTile(a, Values::kNonZero);
    TDIVS(d, s, a);
    RecordTile(Label<T>("TDIVS.reversed") + suffix, d);
    FillTile(a, Values::kNonZero);
    TRECIP(d, a);
    RecordTile(Label<T>("TRECIP") + suffix, d);
    FillTile(a, Values::kNonZero);
    TAXPY(d, a, s);
    RecordTile(Label<T>("TAXPY") + suffix, d);
    TEXPANDS(d, s);
    RecordTile(Label<T>("TEXPANDS") + suffix, d);
}

CASE(FloatRowMajor) {
    ForTypes<float, half, bfloat16_t>([](auto zero) {
        using T = decltype(zero);
        for (int valid : {32, 17}) {
            Memory memory;
            VecTile<T, 8, 32> d(valid == 32 ? 8 : 5, valid), a(valid == 32 ? 8 : 5, valid),
                b(valid == 32 ? 8 : 5, valid);
            memory.Place(d), memory.Place(a), memory.Place(b);
            FloatInstructions<T>(d, a, b, "." + std::to_string(valid));
            ScalarInstructions<T>(d, a, "." + std::to_string(valid));
        }
    });
}

CASE(FloatColMajor) {
    ForTypes<float, half, bfloat16_t>([](auto zero) {
        using T = decltype(zero);
        Memory memory;
        ColTile<T, 32, 4> d(19, 3), a(19, 3), b(19, 3);
        memory.Place(d), memory.Place(a), memory.Place(b);
        FloatInstructions<T>(d, a, b, "");
    });
}

CASE(FloatBoxed) {
    ForTypes<float, half>([](auto zero) {
        using T = decltype(zero);
        Memory memory;
        using Boxed = Tile<TileType::Vec, T, 32, 32, BLayout::ColMajor, 32, 32, SLayout::RowMajor>;
        Boxed d, a, b;
        memory.Place(d), memory.Place(a), memory.Place(b);
        FloatInstructions<T>(d, a, b, "");
    });
}

CASE(FloatStaticInPlace) {
    Memory memory;
    Tile<TileType::Vec, float, 16, 64> a, b;
    memory.Place(a), memory.Place(b);
    FillTile(a), FillTile(b);
    TADD(a, a, b);
    TMUL(a, b, a);
    TEXP(b, b);
    RecordTile("a", a);
    RecordTile("b", b);
}

CASE(Integers) {
    ForTypes<int32_t, int16_t, uint32_t, uint16_t, int8_t, uint8_t>([](auto zero) {
        using T = decltype(zero);
        const std::string suffix;
        Memory memory;
        VecTile<T, 4, 32> d(4, 29), a(4, 29), b(4, 29), tmp(4, 29);
        memory.Place(d), memory.Place(a), memory.Place(b), memory.Place(tmp);
        const Values values = Values::kSpecial;
        RUN_BINARY(TADD, values);
        RUN_BINARY(TSUB, values);
        RUN_BINARY(TMUL, values);
        RUN_BINARY(TMAX, values);
        RUN_BINARY(TMIN, values);
        RUN_BINARY(TAND, values);
        RUN_BINARY(TOR, values);
        RUN_UNARY(TNOT, values);
        RUN_UNARY(TNEG, values);
        RUN_UNARY(TRELU, values);
        FillTile(a, values), FillTile(b, Values::kNonZero);
        TDIV(d, a, b);
        RecordTile(Label<T>("TDIV"), d);
        TREM(d, a, b, tmp);
        RecordTile(Label<T>("TREM"), d);
        TXOR(d, a, b, tmp);
        RecordTile(Label<T>("TXOR"), d);
        for (int i = 0; i < b.Numel; ++i) b.data()[i] = T(i % 7);
        TSHL(d, a, b);
        RecordTile(Label<T>("TSHL"), d);
        TSHR(d, a, b);
        RecordTile(Label<T>("TSHR"), d);
        const T s = T(5);
        RUN_SCALAR(TADDS, values, s);
        RUN_SCALAR(TMULS, values, s);
        RUN_SCALAR(TMAXS, values, s);
        RUN_SCALAR(TMINS, values, s);
        RUN_SCALAR(TANDS, values, s);
        RUN_SCALAR(TORS, values, s);
        RUN_SCALAR(TSHLS, values, s);
        RUN_SCALAR(TSHRS, values, s);
        RUN_SCALAR(TDIVS, values, s);
        RUN_SCALAR(TSUBS, values, s);
        TXORS(d, a, s, tmp);
        RecordTile(Label<T>("TXORS"), d);
        TREMS(d, a, s, tmp);
        RecordTile(Label<T>("TREMS"), d);
        if constexpr (std::is_signed_v<T>) RUN_UNARY(TABS, values);
    });
}

CASE(Remainders) {
    ForTypes<float, half>([](auto zero) {
        using T = decltype(zero);
        Memory memory;
        VecTile<T, 4, 32> d(4, 32), a(4, 32), b(4, 32), tmp(4, 32);
        memory.Place(d), memory.Place(a), memory.Place(b), memory.Place(tmp);
        FillTile(a), FillTile(b, Values::kNonZero);
        TREM(d, a, b, tmp);
        RecordTile(Label<T>("TREM"), d);
        TREMS(d, a, T(-2), tmp);
        RecordTile(Label<T>("TREMS"), d);
        TPRELU(d, a, b, tmp);
        RecordTile(Label<T>("TPRELU"), d);
    });
}

#define RUN_EXPAND(NAME)                         \
    {                                            \
        FillTile(d);                             \
        NAME(d, a, b);                           \
        RecordTile(Label<T>(#NAME) + suffix, d); \
    }

CASE(RowExpand) {
    ForTypes<float, half, int32_t, int16_t>([](auto zero) {
        using T = decltype(zero);
        constexpr int kBlock = 32 / sizeof(T);
        Memory memory;
        VecTile<T, 16, 64> d(11, 45), a(11, 45);
        ColTile<T, 16, 1> narrow(11, 1);
        VecTile<T, 16, kBlock> block(11, kBlock);
        memory.Place(d), memory.Place(a), memory.Place(narrow), memory.Place(block);
        FillTile(a, Values::kNonZero), FillTile(narrow, Values::kNonZero), FillTile(block, Values::kNonZero);
        const auto run = [&](auto& b, const std::string& suffix) {
            RUN_EXPAND(TROWEXPANDADD);
            RUN_EXPAND(TROWEXPANDSUB);
            RUN_EXPAND(TROWEXPANDMUL);
            RUN_EXPAND(TROWEXPANDDIV);
            RUN_EXPAND(TROWEXPANDMAX);
            RUN_EXPAND(TROWEXPANDMIN);
            if constexpr (!std::is_integral_v<T>) RUN_EXPAND(TROWEXPANDEXPDIF);
            TROWEXPAND(d, b);
            RecordTile(Label<T>("TROWEXPAND") + suffix, d);
        };
        run(narrow, ".narrow");
        run(block, ".block");
        TROWEXPANDSUB(d, narrow, a);
        RecordTile(Label<T>("TROWEXPANDSUB.reversed"), d);
    });
}

CASE(ColExpand) {
    ForTypes<float, half, int32_t, int16_t>([](auto zero) {
        using T = decltype(zero);
        const std::string suffix;
        Memory memory;
        VecTile<T, 16, 64> d(11, 45), a(11, 45);
        VecTile<T, 1, 64> b(1, 45);
        memory.Place(d), memory.Place(a), memory.Place(b);
        FillTile(a, Values::kNonZero), FillTile(b, Values::kNonZero);
        RUN_EXPAND(TCOLEXPANDADD);
        RUN_EXPAND(TCOLEXPANDSUB);
        RUN_EXPAND(TCOLEXPANDMUL);
        RUN_EXPAND(TCOLEXPANDDIV);
        RUN_EXPAND(TCOLEXPANDMAX);
        RUN_EXPAND(TCOLEXPANDMIN);
        if constexpr (!std::is_integral_v<T>) RUN_EXPAND(TCOLEXPANDEXPDIF);
        TCOLEXPAND(d, b);
        RecordTile(Label<T>("TCOLEXPAND"), d);
    });
}

CASE(Partial) {
    ForTypes<float, half, bfloat16_t, int32_t>([](auto zero) {
        using T = decltype(zero);
        const std::string suffix;
        Memory memory;
        VecTile<T, 8, 32> d(8, 30), a(5, 30), b(8, 11);
        memory.Place(d), memory.Place(a), memory.Place(b);
        FillTile(a), FillTile(b);
        RUN_EXPAND(TPARTADD);
        RUN_EXPAND(TPARTMUL);
        RUN_EXPAND(TPARTMAX);
        RUN_EXPAND(TPARTMIN);
    });
}
