#include "base/hash.h"

#include <gtest/gtest.h>

#include <set>

namespace pto {
namespace {

std::string HashOf(const std::vector<std::string>& parts) {
    HashBuilder builder;
    for (const std::string& part : parts) builder.Add(part);
    return builder.Finish();
}

// Witnesses and state files outlive a build of this program, so the algorithm must not change in silence.
TEST(Hash, IsXxh3WithItsPublishedValues) {
    EXPECT_EQ(ContentHash(""), "99aa06d3014798d86001c324468d497f");
    EXPECT_EQ(ContentHash("abc"), "06b05ab6733a618578af5f94892f3950");
    EXPECT_EQ(ContentHash(std::string(1, '\0')), "a6cd5e9392000f6ac44bdff4074eecdb");
}

TEST(Hash, EveryByteCounts) {
    std::set<std::string> hashes;
    std::string text(5000, 'a');
    hashes.insert(ContentHash(text));
    for (const size_t at : {0u, 1u, 239u, 240u, 241u, 1023u, 1024u, 4999u}) {
        std::string changed = text;
        changed[at] = 'b';
        hashes.insert(ContentHash(changed));
    }
    hashes.insert(ContentHash(text + '\0'));
    hashes.insert(ContentHash(text.substr(1)));
    EXPECT_EQ(hashes.size(), 11u);
    for (const std::string& hash : hashes) {
        EXPECT_EQ(hash.size(), 32u);
        EXPECT_EQ(hash.find_first_not_of("0123456789abcdef"), std::string::npos);
    }
}

TEST(HashBuilder, BoundariesCount) {
    const std::vector<std::vector<std::string>> sequences = {
        {}, {""}, {"", ""}, {"abc"}, {"ab", "c"}, {"a", "bc"}, {"a", "b", "c"}, {"abc", ""}, {"", "abc"}, {"c", "ab"}};
    std::set<std::string> hashes;
    for (const auto& sequence : sequences) hashes.insert(HashOf(sequence));
    EXPECT_EQ(hashes.size(), sequences.size());
    EXPECT_EQ(HashOf({"ab", "c"}), HashOf({"ab", "c"}));
}

TEST(HashBuilder, FinishMayBeAskedInBetween) {
    HashBuilder builder;
    builder.Add("ab");
    EXPECT_EQ(builder.Finish(), HashOf({"ab"}));
    EXPECT_EQ(builder.Finish(), HashOf({"ab"}));
    builder.Add("c");
    EXPECT_EQ(builder.Finish(), HashOf({"ab", "c"}));
}

}  // namespace
}  // namespace pto
