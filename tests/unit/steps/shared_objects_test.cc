#include "generator/steps/shared_objects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "base/hash.h"
#include "tests/support/memory_file_system.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr int64_t kDayNs = int64_t{24} * 3600 * 1'000'000'000;

std::string DirectoryWith(std::map<std::string, std::string> variables) {
    return SharedObjectsDirectory([variables](const std::string& name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional<std::string>(found->second);
    });
}

TEST(SharedObjects, LieInTheCacheOfTheUser) {
    EXPECT_EQ(DirectoryWith({{"XDG_CACHE_HOME", "/c"}, {"HOME", "/h"}}), "/c/pto-ninja");
    EXPECT_EQ(DirectoryWith({{"XDG_CACHE_HOME", "relative"}, {"HOME", "/h"}}), "/h/.cache/pto-ninja");
    EXPECT_EQ(DirectoryWith({{"XDG_CACHE_HOME", ""}, {"HOME", "/h"}}), "/h/.cache/pto-ninja");
    EXPECT_EQ(DirectoryWith({{"HOME", "h"}}), "");
    EXPECT_EQ(DirectoryWith({}), "");
}

SharedObject Sample(const FileSystem& files, const std::string& source, const std::string& header) {
    SharedObject object;
    object.record.inputs = {{ContentHash(files.Read(source)), source}};
    object.prerequisites = {source, header};
    object.system = SystemState(files, object.prerequisites, object.record, {"/tree"});
    object.content = std::string("bytes\0of it\n", 12);
    return object;
}

TEST(SharedObjects, TextIsReadBackAndDamageIsNoticed) {
    MemoryFileSystem files;
    files.Add("/s/a.cc", "a").Add("/usr/h.h", "h");
    const SharedObject object = Sample(files, "/s/a.cc", "/usr/h.h");
    const std::string text = SharedObjectText(object);
    const std::optional<SharedObject> read = ParseSharedObject(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->content, object.content);
    EXPECT_EQ(read->system, object.system);
    EXPECT_EQ(read->prerequisites, object.prerequisites);
    EXPECT_EQ(read->record.inputs.front().path, "/s/a.cc");
    for (size_t i = 0; i < text.size(); ++i) {
        EXPECT_FALSE(ParseSharedObject(text.substr(0, i))) << i;
        std::string changed = text;
        changed[i] ^= 1;
        EXPECT_FALSE(ParseSharedObject(changed)) << i;
    }
    EXPECT_FALSE(ParseSharedObject(text + "x"));
}

class KeptObjects : public testing::Test {
  protected:
    KeptObjects() {
        space_.Write("a.cc", "a");
        space_.Write("h.h", "h");
    }

    SharedObject Made() { return Sample(files_, space_.Path("a.cc"), space_.Path("h.h")); }
    bool Found() { return SharedObjects(files_, space_.Path("cache")).Find("key", {"/tree"}).has_value(); }

    test::TempSpace space_;
    RealFileSystem files_;
};

TEST_F(KeptObjects, AreFoundAsLongAsTheirInputsAreTheSame) {
    EXPECT_FALSE(Found());
    SharedObjects(files_, space_.Path("cache")).Keep("key", Made());
    EXPECT_TRUE(Found());
    space_.Write("a.cc", "b");
    EXPECT_FALSE(Found());
    space_.Write("a.cc", "a");
    EXPECT_TRUE(Found());
    // Covered by no record and no identity: a system's header.
    space_.Write("h.h", "other");
    EXPECT_FALSE(Found());
    SharedObjects(files_, space_.Path("cache")).Keep("key", Made());
    EXPECT_TRUE(Found());
    SharedObject missing = Made();
    missing.record.absent = {{space_.Path(""), {"first.h"}}};
    SharedObjects(files_, space_.Path("cache")).Keep("key", missing);
    EXPECT_TRUE(Found());
    space_.Write("first.h", "");
    EXPECT_FALSE(Found());
}

TEST_F(KeptObjects, WithoutACacheNothingIsKept) {
    SharedObjects nowhere(files_, "");
    nowhere.Keep("key", Made());
    EXPECT_FALSE(nowhere.Find("key", {}));
    EXPECT_EQ(nowhere.LockFile("key"), "");
    SharedObjects unwritable(files_, space_.Path("a.cc/cache"));
    unwritable.Keep("key", Made());
    EXPECT_FALSE(unwritable.Find("key", {}));
}

TEST(SharedObjects, OldOnesAndThoseBeyondTheLimitExpire) {
    constexpr uint64_t kGiB = uint64_t{1} << 30;
    const int64_t now = 1000 * kDayNs;
    EXPECT_THAT(ExpiredObjects({}, now), IsEmpty());
    EXPECT_THAT(ExpiredObjects({{"a", 1, now - 29 * kDayNs}, {"b", 1, now - 31 * kDayNs}, {"c", 1, now}}, now),
                ElementsAre("b"));
    EXPECT_THAT(ExpiredObjects({{"only", 3 * kGiB, now - 99 * kDayNs}}, now), IsEmpty()) << "the newest stays";
    EXPECT_THAT(ExpiredObjects({{"a", kGiB, now - 1}, {"b", kGiB, now - 3}, {"c", kGiB, now - 2}}, now),
                ElementsAre("b"));
}

}  // namespace
}  // namespace pto::gen
