#include "generator/steps/compile_record.h"

#include <gtest/gtest.h>

namespace pto::gen {
namespace {

const std::string kA(32, 'a');
const std::string kB(32, 'b');

std::string Shown(const CompileRecord& record) {
    std::string text;
    for (const RecordedInput& input : record.inputs) text += "[" + input.hash + "|" + input.path + "]";
    return text;
}

TEST(CompileRecord, TextIsReadBack) {
    const CompileRecord record = {{{kA, "kernels/aiv/a b.cpp"}, {kB, " lead\xc3\xa4#"}, {kA, "x"}}};
    EXPECT_EQ(CompileRecordText(record), kA + " kernels/aiv/a b.cpp\n" + kB + "  lead\xc3\xa4#\n" + kA + " x\n");
    EXPECT_EQ(Shown(ParseCompileRecord(CompileRecordText(record))), Shown(record));
    EXPECT_EQ(CompileRecordText({}), "");
}

TEST(CompileRecord, DamagedTextCountsAsNone) {
    const std::string texts[] = {
        "",
        "\n",
        "nonsense",
        kA,
        kA + " ",
        kA + "x/file\n",
        kA.substr(1) + " file\n",
        kA + " good\n" + kB.substr(0, 20),
        kA + " good\n\n",
    };
    for (const std::string& text : texts) EXPECT_EQ(Shown(ParseCompileRecord(text)), "") << text;
}

TEST(CompileRecord, ToolchainHeaders) {
    const std::vector<std::string> trees = {"/opt/isa/include", "/a b"};
    for (const char* path : {"/usr/include/c++/12/vector", "/usr/x", "/opt/isa/include/pto/x.hpp", "/a b/c"}) {
        EXPECT_TRUE(IsToolchainHeader(path, trees)) << path;
    }
    for (const char* path : {"/usr", "/usrlocal/x", "usr/x", "/opt/isa/include", "/opt/isa/includes/x", "/opt/isa/x",
                             "kernels/a.h", "", "../opt/isa/include/x"}) {
        EXPECT_FALSE(IsToolchainHeader(path, trees)) << path;
    }
    EXPECT_FALSE(IsToolchainHeader("/opt/isa/include/pto/x.hpp", {}));
}

}  // namespace
}  // namespace pto::gen
