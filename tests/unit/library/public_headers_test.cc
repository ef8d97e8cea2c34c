// What an installation gives to other people's compilers: our own headers and the standard's, nothing else.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.h"

namespace pto::lib {
namespace {

namespace fs = std::filesystem;

std::string TextOf(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

// As packaging/install.cmake installs them: error.h is the definition itself.
std::vector<fs::path> PublicHeaders() {
    std::vector<fs::path> headers;
    const fs::path source = PTO_SOURCE_DIR;
    for (const fs::directory_entry& entry : fs::directory_iterator(source / "library/include/pto_ninja")) {
        const bool error = entry.path().filename() == "error.h";
        headers.push_back(error ? source / "base/error.h" : entry.path());
    }
    return headers;
}

TEST(PublicHeaders, IncludeOnlyTheStandardsAndEachOther) {
    const fs::path room = fs::path(PTO_SOURCE_DIR) / "library/include";
    ASSERT_GE(PublicHeaders().size(), 7U);
    for (const fs::path& header : PublicHeaders()) {
        const std::string text = TextOf(header);
        for (const std::string_view line : Lines(text)) {
            if (!line.starts_with("#include ")) continue;
            const std::string_view name = line.substr(line.find_first_of("<\"") + 1, line.size() - 11);
            const bool ours = line.find('"') != std::string_view::npos;
            EXPECT_EQ(ours, name.starts_with("pto_ninja/")) << header << ": " << line;
            // The standard's have neither a directory nor an extension.
            const bool known = ours ? fs::exists(room / name) : name.find_first_of("/.") == std::string_view::npos;
            EXPECT_TRUE(known) << header << ": " << line;
        }
    }
}

TEST(PublicHeaders, OneIncludesAllOthers) {
    const fs::path room = fs::path(PTO_SOURCE_DIR) / "library/include/pto_ninja";
    const std::string all = TextOf(room / "pto_ninja.h");
    for (const fs::directory_entry& entry : fs::directory_iterator(room)) {
        const std::string name = entry.path().filename();
        if (name == "pto_ninja.h" || name == "export.h") continue;
        EXPECT_THAT(all, testing::HasSubstr("#include \"pto_ninja/" + name + "\"\n"));
    }
}

}  // namespace
}  // namespace pto::lib
