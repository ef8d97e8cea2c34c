// Loads, stores, copies and matrix products.
#include "case_support.h"

template <typename T>
std::string Label(const char* instruction) {
    return std::string(instruction) + "." + TypeName<T>();
}

template <typename T, typename TileT, typename Global>
void LoadAndStore(const std::string& label, TileT tile, size_t elements, const Global& make) {
    Memory memory;
    memory.Place(tile);
    FillTile(tile);
    std::vector<T> in = RandomArray<T>(elements, Values::kSpecial), out = RandomArray<T>(elements);
    auto source = make(in.data());
    TLOAD(tile, source);
    RecordTile(Label<T>("TLOAD.") + label, tile);
    auto target = make(out.data());
    TSTORE(target, tile);
    RecordArray(Label<T>("TSTORE.") + label, out);
}

CASE(LoadStore) {
    ForTypes<float, half, bfloat16_t, int32_t, int16_t, int8_t, uint8_t>([](auto zero) {
        using T = decltype(zero);
        constexpr int c0 = 32 / sizeof(T);
        LoadAndStore<T>("nd", VecTile<T, 16, 64>(16, 64), 1024, [](T* p) { return Matrix<T, 16, 64>(p); });
        LoadAndStore<T>("nd.valid", PaddedTile<T, 16, 64, PadValue::Max>(11, 40), 1024,
                        [](T* p) { return GlobalTensor<T, Shape<1, 1, 1, 11, 40>, Stride<1, 1, 1, 64, 1>>(p); });
        LoadAndStore<T>("nd.min", PaddedTile<T, 16, 64, PadValue::Min>(6, 40), 2048,
                        [](T* p) { return GlobalTensor<T, Shape<1, 2, 1, 3, 40>, Stride<1, 512, 1, 80, 1>>(p); });
        LoadAndStore<T>("nd.strided", VecTile<T, 16, 64>(6, 20), 4096, [](T* p) {
            return GlobalTensor<T, Shape<-1, -1, -1, -1, -1>, Stride<-1, -1, -1, -1, -1>>(
                p, Shape<-1, -1, -1, -1, -1>(1, 1, 2, 3, 20), Stride<-1, -1, -1, -1, -1>(1, 1, 1024, 128, 3));
        });
        LoadAndStore<T>("dn", ColTile<T, 32, 8>(32, 8), 256, [](T* p) {
            return GlobalTensor<T, Shape<1, 1, 1, 32, 8>, Stride<256, 256, 256, 1, 32>, Layout::DN>(p);
        });
        LoadAndStore<T>("nd.to.nz", MatTile<T, 32, 2 * c0>(29, 2 * c0 - 3), 64 * c0, [=](T* p) {
            return GlobalTensor<T, Shape<1, 1, 1, 29, 2 * c0 - 3>, Stride<1, 1, 1, 2 * c0, 1>>(p);
        });
        LoadAndStore<T>("nz", MatTile<T, 32, 2 * c0>(32, 2 * c0), 64 * c0, [=](T* p) {
            return GlobalTensor<T, Shape<1, 2, 2, 16, c0>, Stride<64 * c0, 32 * c0, 16 * c0, c0, 1>, Layout::NZ>(p);
        });
    });
}

CASE(StoreConversions) {
    Memory memory;
    Tile<TileType::Acc, float, 32, 32, BLayout::ColMajor, -1, -1, SLayout::RowMajor, 1024> acc(29, 23);
    memory.Place(acc);
    FillTile(acc, Values::kSpecial);
    using Acc = decltype(acc);
    ForTypes<float, half, bfloat16_t>([&](auto zero) {
        using T = decltype(zero);
        using G = GlobalTensor<T, Shape<1, 1, 1, 29, 23>, Stride<1, 1, 1, 32, 1>>;
        std::vector<T> out = RandomArray<T>(1024);
        G global(out.data());
        TSTORE(global, acc);
        RecordArray(Label<T>("TSTORE.acc"), out);
        TSTORE<STPhase::Final>(global, acc);
        TSTORE<Acc, G, AtomicType::AtomicAdd>(global, acc);
        RecordArray(Label<T>("TSTORE.atomic"), out);
        TSTORE<Acc, G, AtomicType::AtomicNone, ReluPreMode::NormalRelu>(global, acc);
        RecordArray(Label<T>("TSTORE.relu"), out);
        if constexpr (!std::is_same_v<T, float>) {
            TSTORE<Acc, G, AtomicType::AtomicNone, ReluPreMode::NormalRelu>(global, acc, uint64_t{0x3f000000});
            RecordArray(Label<T>("TSTORE.quant"), out);
        }
    });
    using G8 = GlobalTensor<int8_t, Shape<1, 1, 1, 29, 23>, Stride<1, 1, 1, 32, 1>>;
    std::vector<int8_t> bytes = RandomArray<int8_t>(1024);
    G8 global(bytes.data());
    FillTile(acc);
    TSTORE<Acc, G8, AtomicType::AtomicNone, ReluPreMode::NoRelu>(
        global, acc, uint64_t{0x3f000000} | (uint64_t{1} << 46) | (uint64_t{3} << 37));
    RecordArray("TSTORE.quant.s8", bytes);
}

template <typename Dst, typename Src>
void Copies(const std::string& label) {
    Memory memory;
    Src src(31, 27);
    Dst dst(31, 27), part(9, 10);
    memory.Place(src), memory.Place(dst);
    FillTile(src, Values::kSpecial), FillTile(dst);
    TMOV(dst, src);
    RecordTile("TMOV." + label, dst);
    TMOV<Dst, Src, ReluPreMode::NormalRelu>(dst, src);
    RecordTile("TMOV.relu." + label, dst);
    memory.Place(part);
    FillTile(part);
    TEXTRACT(part, src, 17, 5);
    RecordTile("TEXTRACT." + label, part);
    Src small(9, 10);
    memory.Place(small);
    FillTile(small);
    TINSERT(dst, small, 3, 16);
    RecordTile("TINSERT." + label, dst);
}

CASE(Copies_) {
    using Left = Tile<TileType::Left, half, 32, 32, BLayout::RowMajor, -1, -1, SLayout::RowMajor>;
    using LeftCol = Tile<TileType::Left, half, 32, 32, BLayout::ColMajor, -1, -1, SLayout::RowMajor>;
    using Right = Tile<TileType::Right, half, 32, 32, BLayout::RowMajor, -1, -1, SLayout::ColMajor>;
    using Acc = Tile<TileType::Acc, float, 32, 32, BLayout::ColMajor, -1, -1, SLayout::RowMajor, 1024>;
    Copies<Left, MatTile<half, 32, 32>>("left");
    Copies<LeftCol, MatTile<half, 32, 32>>("leftcol");
    Copies<Right, MatTile<half, 32, 32>>("right");
    Copies<VecTile<float, 32, 32>, Acc>("acc.vec");
    Copies<VecTile<half, 32, 32>, Acc>("acc.half");
    Copies<MatTile<half, 32, 32>, Acc>("acc.mat");
    Copies<VecTile<float, 32, 32>, VecTile<float, 32, 32>>("vec");
    Copies<VecTile<float, 32, 32>, ColTile<float, 32, 32>>("vec.col");
    Copies<Tile<TileType::Right, float, 32, 32, BLayout::RowMajor, -1, -1, SLayout::ColMajor>, MatTile<float, 32, 32>>(
        "right.f32");
    Copies<Tile<TileType::Right, int8_t, 32, 64, BLayout::RowMajor, -1, -1, SLayout::ColMajor>,
           MatTile<int8_t, 32, 64>>("right.s8");
}

template <typename In, typename Out, BLayout left_layout, int m, int k, int n>
void Products() {
    Memory memory;
    Tile<TileType::Left, In, m, k, left_layout, -1, -1, SLayout::RowMajor> left(m - 3, k - 5);
    Tile<TileType::Right, In, k, n, BLayout::RowMajor, -1, -1, SLayout::ColMajor> right(k - 5, n - 2);
    Tile<TileType::Acc, Out, m, n, BLayout::ColMajor, -1, -1, SLayout::RowMajor, 1024> acc(m - 3, n - 2),
        out(m - 3, n - 2);
    Tile<TileType::Bias, Out, 1, n, BLayout::RowMajor, 1, n> bias;
    memory.Place(left), memory.Place(right), memory.Place(acc), memory.Place(out), memory.Place(bias);
    for (Values values : {Values::kOrdinary, Values::kSpecial}) {
        const std::string suffix = values == Values::kSpecial ? ".special" : "";
        FillTile(left, values), FillTile(right, values), FillTile(acc, values), FillTile(out), FillTile(bias);
        TMATMUL(out, left, right);
        RecordTile(Label<In>("TMATMUL") + suffix, out);
        TMATMUL_ACC(out, acc, left, right);
        RecordTile(Label<In>("TMATMUL_ACC") + suffix, out);
        TMATMUL_ACC(out, out, left, right);
        RecordTile(Label<In>("TMATMUL_ACC.same") + suffix, out);
        TMATMUL_BIAS(out, left, right, bias);
        RecordTile(Label<In>("TMATMUL_BIAS") + suffix, out);
        TGEMV(out, left, right);
        RecordTile(Label<In>("TGEMV") + suffix, out);
    }
}

CASE(Products_) {
    Products<half, float, BLayout::RowMajor, 32, 64, 48>();
    Products<half, float, BLayout::ColMajor, 16, 32, 16>();
    Products<float, float, BLayout::RowMajor, 32, 40, 48>();
    Products<bfloat16_t, float, BLayout::RowMajor, 32, 64, 48>();
    Products<int8_t, int32_t, BLayout::RowMajor, 32, 64, 64>();
}

CASE(FillPads) {
    ForTypes<float, half, int32_t, int16_t, uint8_t>([](auto zero) {
        using T = decltype(zero);
        Memory memory;
        VecTile<T, 8, 32> src(5, 21);
        PaddedTile<T, 8, 32, PadValue::Min> low(8, 32);
        PaddedTile<T, 8, 32, PadValue::Zero> none(8, 32);
        PaddedTile<T, 16, 64, PadValue::Max> wide(16, 64);
        memory.Place(src), memory.Place(low), memory.Place(none), memory.Place(wide);
        FillTile(src);
        TFILLPAD(low, src);
        RecordTile(Label<T>("TFILLPAD"), low);
        TFILLPAD(none, src);
        RecordTile(Label<T>("TFILLPAD.zero"), none);
        TFILLPAD_EXPAND(wide, src);
        RecordTile(Label<T>("TFILLPAD_EXPAND"), wide);
        PaddedTile<T, 8, 32, PadValue::Max> same(8, 32);
        TASSIGN(same, static_cast<uint64_t>(0));
        TFILLPAD_INPLACE(same, src);
        RecordTile(Label<T>("TFILLPAD_INPLACE"), same);
    });
    Memory memory;
    MatTile<half, 32, 32> mat(19, 21);
    memory.Place(mat);
    FillTile(mat);
    TFILLPAD(mat, mat);
    RecordTile("TFILLPAD.mat", mat);
    PaddedTile<float, 8, 32, PadValueCustom(-1.5f)> custom(8, 32);
    VecTile<float, 8, 32> src(5, 21);
    memory.Place(custom), memory.Place(src);
    FillTile(src);
    TFILLPAD(custom, src);
    RecordTile("TFILLPAD.custom", custom);
}

CASE(Rearrangements) {
    ForTypes<float, half, int32_t, int8_t>([](auto zero) {
        using T = decltype(zero);
        Memory memory;
        VecTile<T, 32, 64> src(29, 50), other(29, 14);
        VecTile<T, 64, 32> turned(50, 29), tmp(50, 29);
        VecTile<T, 32, 96> joined(29, 64);
        memory.Place(src), memory.Place(other), memory.Place(turned), memory.Place(tmp), memory.Place(joined);
        FillTile(src), FillTile(other), FillTile(turned), FillTile(joined);
        TTRANS(turned, src, tmp);
        RecordTile(Label<T>("TTRANS"), turned);
        TCONCAT(joined, src, other);
        RecordTile(Label<T>("TCONCAT"), joined);
        VecTile<T, 16, 128> shaped(16, 128);
        TRESHAPE(shaped, src);
        RecordTile(Label<T>("TRESHAPE"), shaped);
        VecTile<T, 8, 64> part(8, 32);
        TSUBVIEW(part, src, 3, 32);
        FillTile(other);
        TMOV(part, part);
        RecordTile(Label<T>("TSUBVIEW"), part);
    });
    Memory memory;
    VecTile<int32_t, 1, 64> numbers(1, 50);
    memory.Place(numbers);
    FillTile(numbers);
    TCI<decltype(numbers), int32_t, 0>(numbers, int32_t{7});
    RecordTile("TCI", numbers);
    TCI<decltype(numbers), int32_t, 1>(numbers, int32_t{7});
    RecordTile("TCI.down", numbers);
    VecTile<float, 16, 32> triangle(13, 29);
    memory.Place(triangle);
    for (int diagonal : {0, 3, -4, 40, -40}) {
        TTRI<decltype(triangle), 0>(triangle, diagonal);
        RecordTile("TTRI.lower" + std::to_string(diagonal), triangle);
    }
    for (int diagonal : {0, 3, -4}) {
        TTRI<decltype(triangle), 1>(triangle, diagonal);
        RecordTile("TTRI.upper" + std::to_string(diagonal), triangle);
    }
}
