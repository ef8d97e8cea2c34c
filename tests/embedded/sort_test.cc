// TSORT32 and TMRGSORT against std::stable_sort.
#include <algorithm>
#include <cstring>
#include <utility>

#include "support.h"

namespace embedded_test {
namespace {

using Pair = std::pair<float, uint32_t>;

Pair PairAt(const float* data, size_t i) {
    uint32_t index;
    std::memcpy(&index, data + 2 * i + 1, sizeof(index));
    return {data[2 * i], index};
}

TEST(Sort, BlocksOf32ThenMerge) {
    VecTile<float, 1, 128> src(1, 128);
    VecTile<uint32_t, 1, 128> index(1, 128);
    VecTile<float, 1, 256> sorted(1, 256), merged(1, 256);
    Placer()(src, index, sorted, merged);
    Fill(src);
    for (uint32_t i = 0; i < 128; ++i) index.data()[i] = i;
    std::vector<Pair> expected;
    for (size_t i = 0; i < 128; ++i) expected.emplace_back(src.data()[i], static_cast<uint32_t>(i));
    const auto descending = [](const Pair& a, const Pair& b) { return a.first > b.first; };
    pto::TSORT32(sorted, src, index);
    for (std::ptrdiff_t block = 0; block < 128; block += 32) {
        std::vector<Pair> part(expected.begin() + block, expected.begin() + block + 32);
        std::stable_sort(part.begin(), part.end(), descending);
        for (size_t i = 0; i < 32; ++i) ASSERT_EQ(PairAt(sorted.data(), static_cast<size_t>(block) + i), part[i]);
    }
    pto::TMRGSORT(merged, sorted, 64);
    std::stable_sort(expected.begin(), expected.end(), descending);
    for (size_t i = 0; i < 128; ++i) ASSERT_EQ(PairAt(merged.data(), i), expected[i]);
}

TEST(Sort, AMergeMayStopWhenOneListIsEmpty) {
    VecTile<float, 1, 16> a(1, 8), b(1, 8);
    VecTile<float, 1, 32> out(1, 16), tmp(1, 16);
    Placer()(a, b, out, tmp);
    for (size_t i = 0; i < 4; ++i)
        a.data()[2 * i] = static_cast<float>(100 - i), b.data()[2 * i] = static_cast<float>(50 - i);
    pto::MrgSortExecutedNumList taken = {9, 9, 9, 9};
    using A = decltype(a);
    using O = decltype(out);
    pto::TMRGSORT<O, O, A, A, true>(out, taken, tmp, a, b);
    EXPECT_EQ(taken.mrgSortList0, 4);
    EXPECT_EQ(taken.mrgSortList1, 0);
    EXPECT_EQ(taken.mrgSortList2, 0);
    pto::TMRGSORT<O, O, A, A, false>(out, taken, tmp, a, b);
    EXPECT_EQ(taken.mrgSortList1, 4);
    EXPECT_EQ(out.data()[14], 47.0f);
}

TEST(Sort, AListThatIsEmptyFromTheStartLetsOnePairPass) {
    VecTile<float, 1, 16> a(1, 8), b(1, 0);
    VecTile<float, 1, 32> out(1, 16), tmp(1, 16);
    Placer()(a, b, out, tmp);
    Fill(out);
    const float untouched = out.data()[2];
    for (size_t i = 0; i < 4; ++i) a.data()[2 * i] = static_cast<float>(100 - i);
    pto::MrgSortExecutedNumList taken = {9, 9, 9, 9};
    using A = decltype(a);
    using O = decltype(out);
    pto::TMRGSORT<O, O, A, A, true>(out, taken, tmp, a, b);
    EXPECT_EQ(out.data()[0], 100.0f);
    EXPECT_EQ(out.data()[2], untouched);
    EXPECT_EQ(taken.mrgSortList0, 1);
    EXPECT_EQ(taken.mrgSortList1, 0);
}

}  // namespace
}  // namespace embedded_test
