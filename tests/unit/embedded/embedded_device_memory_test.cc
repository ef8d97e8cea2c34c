#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "runtime/embedded/device_memory.h"
#include "runtime/embedded/intermediates.h"

namespace pto::embedded {
namespace {

uint64_t Address(const void* data) {
    return reinterpret_cast<uint64_t>(data);
}

TEST(DeviceMemoryTest, AlignedZeroedAndAtTheEndOfAPage) {
    DeviceMemory memory;
    for (const uint64_t bytes : {1ull, 64ull, 100ull, 4096ull, 24576ull, 100000ull}) {
        char* data = static_cast<char*>(memory.Allocate("t", bytes));
        EXPECT_EQ(Address(data) % 64, 0u);
        EXPECT_EQ((Address(data) + (bytes + 63) / 64 * 64) % 4096, 0u);
        for (uint64_t i = 0; i < bytes; i++) ASSERT_EQ(data[i], 0);
        std::memset(data, 1, bytes);
    }
}

TEST(DeviceMemoryTest, FreedMemoryIsUsedAgainAndZeroed) {
    DeviceMemory memory;
    void* first = memory.Allocate("a", 1000);
    std::memset(first, 0xff, 1000);
    memory.Free(first);
    EXPECT_EQ(memory.allocated_bytes(), 0u);
    char* second = static_cast<char*>(memory.Allocate("b", 1000));
    EXPECT_EQ(second, first);
    EXPECT_EQ(second[999], 0);
    EXPECT_EQ(memory.Describe(Address(second)).allocation.name, "b");
}

TEST(DeviceMemoryTest, ContainsWholeRangesOnly) {
    DeviceMemory memory;
    const uint64_t a = Address(memory.Allocate("a", 256));
    EXPECT_TRUE(memory.Contains(a, 256));
    EXPECT_TRUE(memory.Contains(a + 255, 1));
    EXPECT_TRUE(memory.Contains(a + 256, 0));
    EXPECT_FALSE(memory.Contains(a, 257));
    EXPECT_FALSE(memory.Contains(a - 1, 1));
    EXPECT_FALSE(memory.Contains(a, UINT64_MAX));
}

TEST(DeviceMemoryTest, FaultTexts) {
    DeviceMemory memory;
    const uint64_t a = Address(memory.Allocate("a", 24576));
    EXPECT_EQ(memory.DescribeFault("TLOAD", "reads", a + 24512, 128),
              "TLOAD reads 64 bytes past the end of 'a' (24576 bytes)");
    EXPECT_EQ(memory.DescribeFault("TLOAD", "reads", a + 24576, 1),
              "TLOAD reads 1 byte past the end of 'a' (24576 bytes)");
    EXPECT_EQ(memory.DescribeFault("TSTORE", "writes", a + 24600, 32),
              "TSTORE writes 32 bytes, 24 bytes past the end of 'a' (24576 bytes)");
    EXPECT_EQ(memory.DescribeFault("TSTORE", "writes", a - 32, 64),
              "TSTORE writes 32 bytes before the start of 'a' (24576 bytes)");
    EXPECT_EQ(memory.DescribeFault("TLOAD", "reads", 0, 64), "TLOAD reads 64 bytes through a null pointer");
    EXPECT_EQ(memory.DescribeFault("TLOAD", "reads", 0x1000, 64),
              "TLOAD reads 64 bytes at an address that belongs to no tensor");
}

TEST(DeviceMemoryTest, ExternalMemoryHasAName) {
    DeviceMemory memory;
    int values[16];
    memory.AddExternal("mine", values, sizeof(values));
    EXPECT_TRUE(memory.Contains(Address(values), sizeof(values)));
    EXPECT_EQ(memory.Describe(Address(values)).allocation.name, "mine");
    memory.RemoveExternal(values);
    EXPECT_FALSE(memory.Contains(Address(values), 4));
}

TEST(IntermediatesTest, KeptUntilScopeAndUsersAreDoneAndRoomIsNeeded) {
    DeviceMemory memory;
    Intermediates intermediates(memory, 1500);
    std::vector<Intermediates::Bounds> reclaimed;
    const uint64_t a = intermediates.Allocate("a", 1000, 2, reclaimed);
    const uint64_t b = intermediates.Allocate("b", 1000, 2, reclaimed);
    EXPECT_TRUE(intermediates.AddUser(a));
    EXPECT_FALSE(intermediates.AddUser(12345));
    intermediates.CloseScope(2);
    EXPECT_EQ(intermediates.live_bytes(), 1000u);  // a has a user
    intermediates.Allocate("c", 1000, 2, reclaimed);
    EXPECT_TRUE(reclaimed.empty());  // 1000 bytes are not worth it
    intermediates.RemoveUser(a);
    const uint64_t d = intermediates.Allocate("d", 1000, 2, reclaimed);
    EXPECT_EQ(reclaimed.size(), 2u);
    EXPECT_TRUE(d == a || d == b);
    intermediates.ReleaseAll();
    EXPECT_EQ(memory.allocated_bytes(), 0u);
}

}  // namespace
}  // namespace pto::embedded
