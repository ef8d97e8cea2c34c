// Loads, stores, copies, matrix products, gathers and sorts.
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
        LoadAndStore<T>("nd.valid", PaddedTile<T, 16, 64, PadValue::Max>(11, 40), 1024, [](T* p) {
            return GlobalTensor<T, Shape<1, 1, 1, 11, 40>, Stride<1, 1, 1, 64, 1>>(p);
        });
        LoadAndStore<T>("nd.min", PaddedTile<T, 16, 64, PadValue::Min>(6, 40), 2048, [](T* p) {
            return GlobalTensor<T, Shape<1, 2, 1, 3, 40>, Stride<1, 512, 1, 80, 1>>(p);
        });
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
    TSTORE<Acc, G8, AtomicType::AtomicNone, ReluPreMode::NoRelu>(global, acc, uint64_t{0x3f000000} | (uint64_t{1} << 46) | (uint64_t{3} << 37));
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
    Copies<Tile<TileType::Right, float, 32, 32, BLayout::RowMajor, -1, -1, SLayout::ColMajor>, MatTile<float, 32, 32>>("right.f32");
    Copies<Tile<TileType::Right, int8_t, 32, 64, BLayout::RowMajor, -1, -1, SLayout::ColMajor>, MatTile<int8_t, 32, 64>>("right.s8");
}

template <typename In, typename Out, BLayout left_layout, int m, int k, int n>
void Products() {
    Memory memory;
    Tile<TileType::Left, In, m, k, left_layout, -1, -1, SLayout::RowMajor> left(m - 3, k - 5);
    Tile<TileType::Right, In, k, n, BLayout::RowMajor, -1, -1, SLayout::ColMajor> right(k - 5, n - 2);
    Tile<TileType::Acc, Out, m, n, BLayout::ColMajor, -1, -1, SLayout::RowMajor, 1024> acc(m - 3, n - 2), out(m - 3, n - 2);
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

CASE(Gathers) {
    ForTypes<float, half, int32_t, int16_t>([](auto zero) {
        using T = decltype(zero);
        Memory memory;
        VecTile<T, 8, 64> src(8, 64);
        VecTile<T, 4, 32> dst(3, 29);
        VecTile<int32_t, 4, 32> index(3, 29), tmp(3, 29);
        memory.Place(src), memory.Place(dst), memory.Place(index), memory.Place(tmp);
        FillTile(src), FillTile(dst);
        Random random(5);
        for (int i = 0; i < index.Numel; ++i) index.data()[i] = static_cast<int32_t>(random.Below(512));
        TGATHER(dst, src, index, tmp);
        RecordTile(Label<T>("TGATHER"), dst);
        FillTile(src);
        TSCATTER(src, dst, index);
        RecordTile(Label<T>("TSCATTER"), src);
        VecTile<T, 8, 32> halves(8, 32);
        memory.Place(halves);
        FillTile(halves);
        TGATHER<decltype(halves), decltype(src), MaskPattern::P0101>(halves, src);
        RecordTile(Label<T>("TGATHER.P0101"), halves);
        TGATHER<decltype(halves), decltype(src), MaskPattern::P1010>(halves, src);
        RecordTile(Label<T>("TGATHER.P1010"), halves);
        VecTile<T, 8, 16> quarter(8, 16);
        memory.Place(quarter);
        FillTile(quarter);
        TGATHER<decltype(quarter), decltype(src), MaskPattern::P0100>(quarter, src);
        RecordTile(Label<T>("TGATHER.P0100"), quarter);
    });
}

CASE(Blocks) {
    Memory memory;
    VecTile<float, 8, 64> src(8, 64);
    VecTile<float, 4, 32> dst(4, 32);
    VecTile<uint32_t, 4, 8> offsets(4, 4);
    memory.Place(src), memory.Place(dst), memory.Place(offsets);
    FillTile(src), FillTile(dst);
    for (int i = 0; i < offsets.Numel; ++i) offsets.data()[i] = static_cast<uint32_t>(i * 1237 % 60) * 32;
    TGATHERB(dst, src, offsets);
    RecordTile("TGATHERB", dst);
}

CASE(Sorts) {
    ForTypes<float, half>([](auto zero) {
        using T = decltype(zero);
        constexpr int kPair = 8 / sizeof(T);
        Memory memory;
        VecTile<T, 1, 128> src(1, 128);
        VecTile<uint32_t, 1, 128> index(1, 128);
        VecTile<T, 1, 512> sorted(1, 128 * kPair), merged(1, 128 * kPair);
        memory.Place(src), memory.Place(index), memory.Place(sorted), memory.Place(merged);
        FillTile(src), FillTile(sorted), FillTile(merged);
        for (int i = 0; i < 128; ++i) index.data()[i] = static_cast<uint32_t>(i * 37 % 128);
        for (int i = 0; i < 128; i += 5) src.data()[i] = src.data()[1];
        TSORT32(sorted, src, index);
        RecordTile(Label<T>("TSORT32"), sorted);
        if constexpr (kPair == 2) {
            TMRGSORT(merged, sorted, 64);
            RecordTile(Label<T>("TMRGSORT.blocks"), merged);
        }
        VecTile<T, 1, 128> a(1, 32 * kPair), b(1, 24 * kPair), c(1, 16 * kPair), d(1, 8 * kPair);
        VecTile<T, 1, 512> out(1, 80 * kPair), tmp(1, 80 * kPair);
        memory.Place(a), memory.Place(b), memory.Place(c), memory.Place(d), memory.Place(out), memory.Place(tmp);
        const auto fill = [&](auto& tile, int count, int step) {
            FillTile(tile);
            for (int i = 0; i < count; ++i) tile.data()[i * kPair] = static_cast<T>(200 - i * step);
        };
        fill(a, 32, 3), fill(b, 24, 5), fill(c, 16, 4), fill(d, 8, 7);
        using A = decltype(a);
        using O = decltype(out);
        const auto record = [&](const char* name, MrgSortExecutedNumList n) {
            RecordTile(Label<T>(name), out);
            RecordArray(Label<T>(name) + ".taken", std::vector<uint16_t>{n.mrgSortList0, n.mrgSortList1, n.mrgSortList2, n.mrgSortList3});
        };
        FillTile(out);
        MrgSortExecutedNumList n = {};
        TMRGSORT<O, O, A, A, A, A, false>(out, n, tmp, a, b, c, d);
        record("TMRGSORT.4", n);
        TMRGSORT<O, O, A, A, A, A, true>(out, n, tmp, a, b, c, d);
        record("TMRGSORT.4x", n);
        TMRGSORT<O, O, A, A, A, false>(out, n, tmp, a, b, c);
        record("TMRGSORT.3", n);
        TMRGSORT<O, O, A, A, true>(out, n, tmp, a, b);
        record("TMRGSORT.2x", n);
    });
}

CASE(GlobalGathers) {
    ForTypes<float, half>([](auto zero) {
        using T = decltype(zero);
        std::vector<T> table = RandomArray<T>(64 * 32);
        Matrix<T, 64, 32> global(table.data());
        Memory memory;
        VecTile<T, 8, 32> dst(7, 32);
        VecTile<int32_t, 8, 32> index(7, 32);
        VecTile<int32_t, 1, 8> rows(1, 7);
        memory.Place(dst), memory.Place(index), memory.Place(rows);
        FillTile(dst);
        Random random(9);
        for (int i = 0; i < index.Numel; ++i) index.data()[i] = static_cast<int32_t>(random.Below(2048));
        for (int i = 0; i < 8; ++i) rows.data()[i] = static_cast<int32_t>(random.Below(64));
        MGATHER(dst, global, index);
        RecordTile(Label<T>("MGATHER"), dst);
        MGATHER<Coalesce::Row>(dst, global, rows);
        RecordTile(Label<T>("MGATHER.row"), dst);
        for (int i = 0; i < index.Numel; i += 3) index.data()[i] += 3000;
        MGATHER<Coalesce::Elem, GatherOOB::Clamp>(dst, global, index);
        RecordTile(Label<T>("MGATHER.clamp"), dst);
        MGATHER<Coalesce::Elem, GatherOOB::Wrap>(dst, global, index);
        RecordTile(Label<T>("MGATHER.wrap"), dst);
        MGATHER<Coalesce::Elem, GatherOOB::Zero>(dst, global, index);
        RecordTile(Label<T>("MGATHER.zero"), dst);
        FillTile(dst);
        MSCATTER<Coalesce::Elem, ScatterAtomicOp::Add, ScatterOOB::Skip>(global, dst, index);
        RecordArray(Label<T>("MSCATTER.add"), table);
        MSCATTER<Coalesce::Row>(global, dst, rows);
        RecordArray(Label<T>("MSCATTER.row"), table);
    });
}

CASE(Communication) {
    std::vector<float> in = RandomArray<float>(2048), out = RandomArray<float>(2048);
    Memory memory;
    VecTile<float, 8, 32> tile(8, 32), pong(8, 32);
    memory.Place(tile), memory.Place(pong);
    GlobalTensor<float, Shape<1, 2, 1, 8, 20>, Stride<1024, 512, 512, 32, 1>> from(in.data());
    GlobalTensor<float, Shape<1, 2, 1, 8, 20>, Stride<1024, 600, 600, 40, 1>> to(out.data());
    comm::TPUT(to, from, tile);
    RecordArray("TPUT", out);
    comm::TPUT<AtomicType::AtomicAdd>(to, from, tile);
    RecordArray("TPUT.add", out);
    comm::TGET(to, from, tile, pong);
    RecordArray("TGET", out);
    std::vector<int32_t> signals = {0, 0, 0, 0};
    comm::Signal signal(signals.data() + 1);
    comm::TNOTIFY(signal, 5, comm::NotifyOp::Set);
    comm::TNOTIFY(signal, 2, comm::NotifyOp::AtomicAdd);
    comm::TWAIT(signal, 7, comm::WaitCmp::GE);
    signals.push_back(comm::TTEST(signal, 7, comm::WaitCmp::EQ) ? 1 : 0);
    RecordArray("signals", signals);
}
