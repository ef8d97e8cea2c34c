#include "generator/steps/stale.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "generator/graph/layout.h"
#include "generator/steps/compile_record.h"
#include "tests/support/memory_file_system.h"

namespace pto::gen {
namespace {

class StaleTest : public testing::Test {
  protected:
    StaleTest() {
        files_.Add("/d/a.cpp", "text of a.cpp").Add("/d/a.h", "text of a.h").Add("/include/b.h", "text of b.h");
        files_.Add("/d/a.so", "object");
        Record({"a.cpp", "a.h", "/include/b.h"});
    }

    void Record(const std::vector<std::string>& inputs) {
        CompileRecord record;
        for (const std::string& input : inputs) {
            const std::string path = input.starts_with("/") ? input : "/d/" + input;
            record.inputs.push_back({ContentHash(files_.Read(path)), input});
        }
        files_.Add("/d/" + RecordOf("a.so"), CompileRecordText(record));
    }

    std::string Why() {
        HashCache hashes(files_, "", 0);
        const ScanObject object{"a.so", "a.cpp"};
        const std::string why = WhyStale(files_, "/d", object, hashes);
        if (IsFile(files_, "/d/a.so")) EXPECT_EQ(IsCurrent(files_, "/d", object, hashes), why.empty());
        return why;
    }

    MemoryFileSystem files_;
};

TEST_F(StaleTest, AnObjectOfWhatIsThereIsCurrent) {
    EXPECT_EQ(Why(), "");
}

TEST_F(StaleTest, WhatHasChangedIsNamed) {
    files_.Add("/include/b.h", "another text");
    EXPECT_EQ(Why(), "/include/b.h has changed since it was built");
    files_.Add("/d/a.h", "another text");
    EXPECT_EQ(Why(), "a.h has changed since it was built");
    files_.Remove("/d/a.cpp");
    EXPECT_EQ(Why(), "a.cpp, which it was built from, is gone");
}

TEST_F(StaleTest, ItsRecordSaysWhatItWasMadeFrom) {
    Record({"a.h"});
    EXPECT_EQ(Why(), "it was built from a.h");
    files_.Remove("/d/" + RecordOf("a.so"));
    EXPECT_EQ(Why(), "nobody knows what it was built from");
    files_.Remove("/d/a.so");
    EXPECT_EQ(Why(), "not built");
}

}  // namespace
}  // namespace pto::gen
