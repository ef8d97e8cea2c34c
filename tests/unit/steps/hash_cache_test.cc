#include "generator/steps/hash_cache.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

// The real file system, with the reads counted.
class CountingFileSystem : public RealFileSystem {
  public:
    std::string Read(const std::string& path) const override {
        reads.push_back(path);
        return RealFileSystem::Read(path);
    }
    mutable std::vector<std::string> reads;
};

class HashCacheTest : public testing::Test {
  protected:
    HashCacheTest() : inside_(space_.Root()) {}

    // A scan `seconds` from now; what it read apart from the cache itself.
    std::vector<std::string> Scan(const std::vector<std::string>& paths, int64_t seconds) {
        CountingFileSystem files;
        const int64_t now = RealFileSystem().Stat(".")->ctime_ns;
        HashCache cache(files, "cache", now + seconds * kSecond);
        hashes_.clear();
        for (const std::string& path : paths) hashes_.push_back(cache.Hash(path).value_or("none"));
        cache.Save();
        std::erase(files.reads, "cache");
        return files.reads;
    }

    const test::TempSpace space_;
    const test::WorkingDirectory inside_;
    std::vector<std::string> hashes_;
};

using Strings = std::vector<std::string>;

TEST_F(HashCacheTest, SettledFilesAreReadOnce) {
    space_.Write("a", "text a");
    space_.Write("b c", "");
    EXPECT_EQ(Scan({"a", "b c", "nothing"}, 10), (Strings{"a", "b c"}));
    const Strings first = {ContentHash("text a"), ContentHash(""), "none"};
    EXPECT_EQ(hashes_, first);
    EXPECT_EQ(Scan({"a", "b c", "nothing"}, 11), Strings{});
    EXPECT_EQ(hashes_, first);
}

// A file changed within the last moments may change again without its time showing it.
TEST_F(HashCacheTest, FreshFilesAreNotTrusted) {
    space_.Write("a", "text");
    for (const int64_t seconds : {0, 1, 1}) EXPECT_EQ(Scan({"a"}, seconds), Strings{"a"}) << seconds;
    EXPECT_FALSE(space_.Exists("cache")) << "nothing to remember";
    EXPECT_EQ(Scan({"a"}, 10), Strings{"a"});
    EXPECT_EQ(Scan({"a"}, 20), Strings{});
    EXPECT_EQ(Scan({"a"}, -100), Strings{}) << "a clock set back does not unsettle what is known";
}

TEST_F(HashCacheTest, OneScanReadsAFileOnce) {
    space_.Write("a", "text");
    EXPECT_EQ(Scan({"a", "a", "a"}, 0), Strings{"a"});
}

TEST_F(HashCacheTest, EditWithTheSameSizeAndTimeIsNoticed) {
    space_.Write("a", "old text");
    Scan({"a"}, 10);
    const int64_t time = space_.Time("a");
    space_.Write("a", "new text");
    space_.SetTime("a", time);
    EXPECT_EQ(Scan({"a"}, 20), Strings{"a"});
    EXPECT_EQ(hashes_, Strings{ContentHash("new text")});
}

TEST_F(HashCacheTest, ReplacementByAnOlderFileIsNoticed) {
    space_.Write("a", "old text");
    space_.Write("other", "new text");
    space_.SetTime("other", space_.Time("a"));
    Scan({"a", "other"}, 10);
    ASSERT_EQ(rename("other", "a"), 0);
    EXPECT_EQ(Scan({"a"}, 20), Strings{"a"});
    EXPECT_EQ(hashes_, Strings{ContentHash("new text")});
}

TEST_F(HashCacheTest, TouchAloneKeepsTheHash) {
    space_.Write("a", "text");
    Scan({"a"}, 10);
    space_.SetTime("a", 5 * kSecond);
    EXPECT_EQ(Scan({"a"}, 20), Strings{"a"});
    EXPECT_EQ(hashes_, Strings{ContentHash("text")});
}

TEST_F(HashCacheTest, LinksAreFollowed) {
    space_.Write("a", "text");
    ASSERT_EQ(symlink("a", "link"), 0);
    ASSERT_EQ(symlink("gone", "dangling"), 0);
    Scan({"link", "dangling"}, 10);
    EXPECT_EQ(hashes_, (Strings{ContentHash("text"), "none"}));
    space_.Write("a", "texts");
    Scan({"link"}, 20);
    EXPECT_EQ(hashes_, Strings{ContentHash("texts")});
}

TEST_F(HashCacheTest, DirectoryHashCoversNamesAndContents) {
    space_.Write("d/a", "1");
    space_.Write("d/sub/b", "2");
    Strings seen;
    const auto look = [&] {
        Scan({"d"}, 0);
        seen.push_back(hashes_[0]);
    };
    look();
    space_.Write("d/sub/b", "3");
    look();
    space_.Write("d/new", "");
    look();
    ASSERT_EQ(rename("d/new", "d/renamed"), 0);
    look();
    space_.MakeDirectory("d/empty");
    look();
    ASSERT_EQ(symlink("gone", "d/link"), 0);
    look();
    for (size_t i = 0; i < seen.size(); ++i) {
        for (size_t j = 0; j < i; ++j) EXPECT_NE(seen[i], seen[j]) << i << " " << j;
    }
    space_.Remove("d/link");
    space_.Remove("d/empty");
    space_.Remove("d/renamed");
    space_.Write("d/sub/b", "2");
    look();
    EXPECT_EQ(seen.back(), seen.front()) << "the same names and contents";
    EXPECT_EQ(Scan({"d"}, 10), (Strings{"d/a", "d/sub/b"}));
    EXPECT_EQ(Scan({"d"}, 20), Strings{});
}

TEST_F(HashCacheTest, LinksBackToADirectoryAboveEnd) {
    space_.Write("d/x/a", "1");
    for (const char* link : {"d/x/up", "d/x/up2", "d/self"}) ASSERT_EQ(symlink(space_.Path("d").c_str(), link), 0);
    EXPECT_EQ(Scan({"d"}, 0), Strings{"d/x/a"});
    const std::string before = hashes_[0];
    space_.Write("d/x/a", "2");
    Scan({"d"}, 0);
    EXPECT_NE(hashes_[0], before);
}

TEST_F(HashCacheTest, CacheKeepsOnlyWhatWasAskedFor) {
    space_.Write("a", "1");
    space_.Write("b", "2");
    Scan({"a", "b"}, 10);
    EXPECT_EQ(Lines(space_.Read("cache")).size(), 2u);
    Scan({"b"}, 20);
    EXPECT_EQ(Lines(space_.Read("cache")).size(), 1u);
    space_.SetTime("cache", kSecond);
    Scan({"b"}, 30);
    EXPECT_EQ(space_.Time("cache"), kSecond) << "unchanged, not written";
}

TEST_F(HashCacheTest, DamagedLinesAreForgotten) {
    space_.Write("a", "1");
    space_.Write("b", "2");
    Scan({"a", "b"}, 10);
    const std::string good = space_.Read("cache");
    const std::string texts[] = {"garbage",          "1 2 3 4 short a\n",
                                 good.substr(0, 20), "\0\n\xff",
                                 "-1 " + good,       "99999999999999999999999 1 1 1 " + std::string(32, 'a') + " a\n"};
    for (const std::string& text : texts) {
        space_.Write("cache", text);
        Scan({"a", "b"}, 20);
        EXPECT_EQ(hashes_, (Strings{ContentHash("1"), ContentHash("2")}));
        EXPECT_EQ(space_.Read("cache"), good);
    }
}

TEST_F(HashCacheTest, NamesWithBlanksAndLineBreaks) {
    space_.Write(" a  b ", "1");
    space_.Write("c\nd", "2");
    EXPECT_EQ(Scan({" a  b ", "c\nd"}, 10), (Strings{" a  b ", "c\nd"}));
    EXPECT_EQ(Scan({" a  b ", "c\nd"}, 20), Strings{"c\nd"}) << "the cache cannot hold a line break";
}

}  // namespace
}  // namespace pto::gen
