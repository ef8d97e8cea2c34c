// The committed inputs of the fuzzers, so that every compiler's build runs them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "tests/fuzz/checks.h"

namespace pto::fuzz {
namespace {

TEST(FuzzCorpus, HoldsForEveryCommittedInput) {
    const RealFileSystem files;
    for (const Check& check : AllChecks()) {
        const std::string folder = std::string(PTO_SOURCE_DIR) + "/tests/fuzz/corpus/" + check.name;
        const std::vector<std::string> names = files.List(folder);
        EXPECT_GE(names.size(), 10U) << folder;
        for (const std::string& name : names) {
            const std::string text = files.Read(folder + "/" + name);
            EXPECT_EQ(check.run(text), "") << folder << "/" << name;
            // Cut off at any place, as a killed writer leaves it.
            for (size_t size = 0; size < text.size(); size += std::max<size_t>(1, text.size() / 40)) {
                EXPECT_EQ(check.run(text.substr(0, size)), "") << folder << "/" << name << ", " << size << " bytes";
            }
        }
    }
}

}  // namespace
}  // namespace pto::fuzz
