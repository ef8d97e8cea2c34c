#include "contract/cause.h"

#include <gmock/gmock.h>

#include <fstream>
#include <string>
#include <vector>

namespace pto {
namespace {

std::vector<std::string> Codes() {
    std::vector<std::string> codes;
    for (int cause = 1; cause <= static_cast<int>(Cause::kTarget); ++cause) {
        codes.emplace_back(CauseCode(static_cast<Cause>(cause)));
    }
    return codes;
}

TEST(Cause, HasAWordOfItsOwn) {
    EXPECT_EQ(CauseCode(Cause::kNone), "");
    EXPECT_EQ(CauseCode(Cause::kNewFile), "new-file");
    EXPECT_EQ(CauseCode(Cause::kPtoas), "ptoas");
    EXPECT_EQ(CauseCode(Cause::kTarget), "target");
    const std::vector<std::string> codes = Codes();
    EXPECT_EQ(std::set<std::string>(codes.begin(), codes.end()).size(), codes.size());
}

TEST(Cause, IsInTheDocument) {
    std::ifstream document(std::string(PTO_SOURCE_DIR) + "/docs/files.md");
    std::vector<std::string> rows;
    bool inside = false;
    for (std::string line; std::getline(document, line);) {
        if (line.starts_with("#")) inside = line == "### Causes";
        if (inside && line.starts_with("| `")) rows.push_back(line.substr(3, line.find('`', 3) - 3));
    }
    EXPECT_EQ(rows, Codes());
}

TEST(Cause, OfAReasonTellsWhetherThereIsOne) {
    EXPECT_FALSE(Reason());
    EXPECT_TRUE((Reason{Cause::kSource, "'k.cpp' changed"}));
}

}  // namespace
}  // namespace pto
