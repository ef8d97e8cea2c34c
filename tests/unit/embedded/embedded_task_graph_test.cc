// Overlap of views and the dependencies that follow from it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <set>
#include <vector>

#include "runtime/embedded/task_graph.h"

namespace pto::embedded {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct ViewSpec {
    std::vector<uint32_t> shape;
    std::vector<uint32_t> strides;  // elements
    uint64_t offset = 0;            // elements
    uint64_t address = 0x10000;
    uint64_t buffer_elements = 1 << 16;
};

Region View(const ViewSpec& spec, uint64_t element_bytes = 4) {
    pto_ninja::TensorDescriptor tensor{};
    tensor.address = spec.address;
    tensor.bytes = spec.buffer_elements * element_bytes;
    tensor.start_offset = spec.offset;
    tensor.ndims = static_cast<uint32_t>(spec.shape.size());
    for (size_t i = 0; i < spec.shape.size(); i++) {
        tensor.shapes[i] = spec.shape[i];
        tensor.strides[i] = spec.strides[i];
    }
    return RegionOf(tensor, element_bytes);
}

Access Read(const ViewSpec& spec) {
    return {View(spec), true, false};
}
Access Write(const ViewSpec& spec) {
    return {View(spec), false, true};
}
Access ReadWrite(const ViewSpec& spec) {
    return {View(spec), true, true};
}

// Rows [first, first + count) of a 64-column matrix.
ViewSpec Rows(uint32_t first, uint32_t count) {
    return {{count, 64}, {64, 1}, uint64_t{64} * first};
}
ViewSpec Columns(uint32_t first, uint32_t count) {
    return {{128, count}, {64, 1}, first};
}

TEST(RegionTest, MergesLevelsWithoutGaps) {
    const Region whole = View(Rows(0, 128));
    EXPECT_TRUE(whole.IsDense());
    EXPECT_EQ(whole.end - whole.begin, 128u * 64 * 4);
    EXPECT_FALSE(View(Columns(0, 32)).IsDense());
    EXPECT_TRUE(View({{8, 1, 64}, {64, 64, 1}}).IsDense());
}

TEST(RegionTest, EmptyViewTouchesNothing) {
    EXPECT_FALSE(Overlaps(View({{0, 64}, {64, 1}}), View(Rows(0, 128))));
}

TEST(RegionTest, BoxesOfOneMatrix) {
    EXPECT_FALSE(Overlaps(View(Rows(0, 32)), View(Rows(32, 32))));
    EXPECT_TRUE(Overlaps(View(Rows(0, 33)), View(Rows(32, 32))));
    EXPECT_FALSE(Overlaps(View(Columns(0, 32)), View(Columns(32, 32))));
    EXPECT_TRUE(Overlaps(View(Columns(0, 33)), View(Columns(32, 32))));
    EXPECT_TRUE(Overlaps(View(Rows(3, 1)), View(Columns(5, 2))));
    // A transposed view of the left half, and the right half.
    EXPECT_FALSE(Overlaps(View({{32, 128}, {1, 64}}), View(Columns(32, 32))));
    // Even and odd columns.
    EXPECT_FALSE(Overlaps(View({{128, 32}, {64, 2}, 0}), View({{128, 32}, {64, 2}, 1})));
}

TEST(RegionTest, UnknownRelationsCountAsOverlap) {
    EXPECT_TRUE(Overlaps(View({{10, 1}, {7, 1}}), View({{10, 1}, {5, 1}, 1})));  // strides that do not nest
    ViewSpec other = Columns(32, 32);
    other.address += 256;
    EXPECT_TRUE(Overlaps(View(Columns(0, 32)), View(other)));  // another buffer over the same memory
}

// Against a set of bytes, for random views: no shared byte may be missed, and boxes of one shape are told apart
// exactly.
TEST(RegionTest, NeverMissesASharedByte) {
    std::mt19937 random(7);
    const auto pick = [&](uint32_t low, uint32_t high) {
        return std::uniform_int_distribution<uint32_t>(low, high)(random);
    };
    int disjoint = 0;
    int exact = 0;
    for (int round = 0; round < 20000; round++) {
        std::set<uint64_t> bytes[2];
        Region regions[2];
        for (int i = 0; i < 2; i++) {
            ViewSpec spec{{pick(1, 4), pick(1, 4), pick(1, 6)}, {pick(1, 60), pick(1, 12), pick(1, 3)}, pick(0, 40)};
            if (pick(0, 1) == 0) spec.strides = {48, 6, 1};
            regions[i] = View(spec);
            for (uint32_t a = 0; a < spec.shape[0]; a++) {
                for (uint32_t b = 0; b < spec.shape[1]; b++) {
                    for (uint32_t c = 0; c < spec.shape[2]; c++) {
                        bytes[i].insert(spec.offset + a * spec.strides[0] + b * spec.strides[1] + c * spec.strides[2]);
                    }
                }
            }
        }
        bool shared = false;
        for (const uint64_t byte : bytes[0]) shared = shared || bytes[1].count(byte) != 0;
        if (shared) {
            ASSERT_TRUE(Overlaps(regions[0], regions[1])) << "round " << round;
        } else {
            disjoint++;
            exact += Overlaps(regions[0], regions[1]) ? 0 : 1;
        }
    }
    EXPECT_GT(disjoint, 1000);
    EXPECT_GT(exact, disjoint / 4);
}

TEST(TaskGraphTest, ReadAfterWriteAndFanOut) {
    TaskGraph graph;
    EXPECT_THAT(graph.Add(0, std::vector{Write(Rows(0, 128))}), IsEmpty());
    EXPECT_THAT(graph.Add(1, std::vector{Read(Rows(0, 128))}), ElementsAre(0));
    EXPECT_THAT(graph.Add(2, std::vector{Read(Rows(0, 128))}), ElementsAre(0));
}

TEST(TaskGraphTest, WriteAfterReadAndWriteAfterWrite) {
    TaskGraph graph;
    graph.Add(0, std::vector{Write(Rows(0, 128))});
    graph.Add(1, std::vector{Read(Rows(0, 64))});
    graph.Add(2, std::vector{Read(Rows(64, 64))});
    EXPECT_THAT(graph.Add(3, std::vector{Write(Rows(0, 64))}), ElementsAre(0, 1));
    EXPECT_THAT(graph.Add(4, std::vector{Write(Rows(0, 128))}), ElementsAre(0, 2, 3));
    // Everything before is covered by task 4 now.
    EXPECT_THAT(graph.Add(5, std::vector{ReadWrite(Rows(0, 1))}), ElementsAre(4));
    EXPECT_THAT(graph.Add(6, std::vector{Read(Rows(0, 128))}), ElementsAre(4, 5));
}

TEST(TaskGraphTest, DisjointViewsAreIndependent) {
    TaskGraph graph;
    for (uint32_t i = 0; i < 4; i++) {
        EXPECT_THAT(graph.Add(i, std::vector{Write(Columns(16 * i, 16))}), IsEmpty()) << i;
    }
    EXPECT_THAT(graph.Add(4, std::vector{Read(Columns(8, 16))}), ElementsAre(0, 1));
}

TEST(TaskGraphTest, OneTaskDoesNotWaitForItself) {
    TaskGraph graph;
    EXPECT_THAT(graph.Add(0, std::vector{Read(Rows(0, 128)), Write(Rows(0, 128))}), IsEmpty());
    EXPECT_THAT(graph.Add(1, std::vector{Read(Rows(0, 128)), Write(Rows(0, 128))}), ElementsAre(0));
}

TEST(TaskGraphTest, UnorderedAccessesAreSeenByLaterTasks) {
    TaskGraph graph;
    graph.Add(0, std::vector{Write(Rows(0, 128))});
    graph.AddUnordered(1, std::vector{Write(Rows(0, 128))});
    graph.AddUnordered(2, std::vector{Read(Rows(0, 128))});
    // Task 1 does not wait for task 0, so whoever follows has to wait for both.
    EXPECT_THAT(graph.Add(3, std::vector{Read(Rows(0, 1))}), ElementsAre(0, 1));
    EXPECT_THAT(graph.Add(4, std::vector{Write(Rows(0, 1))}), ElementsAre(0, 1, 2, 3));
}

TEST(TaskGraphTest, BuffersThatOverlapAreOne) {
    TaskGraph graph;
    ViewSpec low = Rows(0, 2);
    low.buffer_elements = 128;
    ViewSpec high = Rows(0, 2);
    high.address += 128 * 4;
    high.buffer_elements = 128;
    ViewSpec across = Rows(1, 2);
    across.buffer_elements = 256;
    graph.Add(0, std::vector{Write(low)});
    graph.Add(1, std::vector{Write(high)});
    EXPECT_THAT(graph.Add(2, std::vector{Read(across)}), ElementsAre(0, 1));
}

TEST(TaskGraphTest, ForgetDropsABuffer) {
    TaskGraph graph;
    ViewSpec spec = Rows(0, 2);
    spec.buffer_elements = 128;
    graph.Add(0, std::vector{Write(spec)});
    EXPECT_THAT(graph.Conflicts(Read(spec)), ElementsAre(0));
    graph.Forget(spec.address, spec.address + 128 * 4);
    EXPECT_THAT(graph.Conflicts(Read(spec)), IsEmpty());
}

}  // namespace
}  // namespace pto::embedded
