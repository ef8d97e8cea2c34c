// Gathers, sorts, and communication.
#include "case_support.h"

template <typename T>
std::string Label(const char* instruction) {
    return std::string(instruction) + "." + TypeName<T>();
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
            RecordArray(Label<T>(name) + ".taken",
                        std::vector<uint16_t>{n.mrgSortList0, n.mrgSortList1, n.mrgSortList2, n.mrgSortList3});
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
