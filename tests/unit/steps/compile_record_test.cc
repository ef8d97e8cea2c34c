#include "generator/steps/compile_record.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "base/text.h"

namespace pto::gen {
namespace {

const std::string kA(32, 'a');
const std::string kB(32, 'b');

std::string Shown(const CompileRecord& record) {
    std::string text;
    for (const RecordedInput& input : record.inputs) text += "[" + input.hash + "|" + input.path + "]";
    for (const AbsentNames& absent : record.absent)
        text += "{" + absent.directory + ":" + Join(absent.names, ",") + "}";
    for (const std::string& path : record.no_files) text += "<" + path + ">";
    for (const RecordedInput& tool : record.tools) text += "(" + tool.hash + "|" + tool.path + ")";
    text += record.flags;
    return text + (record.made ? record.made->hash : "");
}

std::string WithEnd(const std::string& text) {
    return text + "end " + ContentHash(text) + "\n";
}

TEST(CompileRecord, TextIsReadBack) {
    const CompileRecord record = {{{kA, "kernels/aiv/a b.cpp"}, {kB, " lead\xc3\xa4#"}, {kA, "x"}},
                                  {{"kernels/a iv", {"a.h", "b c.h"}}, {".", {"runtime.h"}}},
                                  {"dangling.h"},
                                  {{kA, ".pto-ninja/v/identity/headers"}, {kB, "/a b"}},
                                  kB,
                                  MadeObject{4096, -1, 1234567890123456789, 77, kB}};
    EXPECT_EQ(CompileRecordText(record),
              WithEnd(kA + " kernels/aiv/a b.cpp\n" + kB + "  lead\xc3\xa4#\n" + kA + " x\ntool " + kA +
                      " .pto-ninja/v/identity/headers\ntool " + kB + " /a b\nflags " + kB +
                      "\n"
                      "absent kernels/a iv\ta.h\tb c.h\n"
                      "absent .\truntime.h\n"
                      "no-file dangling.h\n"
                      "made 4096 -1 1234567890123456789 77 " +
                      kB + "\n"));
    const CompileRecord read = ParseCompileRecord(CompileRecordText(record));
    EXPECT_EQ(Shown(read), Shown(record));
    FileInfo info;
    info.size = 4096;
    info.mtime_ns = -1;
    info.ctime_ns = 1234567890123456789;
    info.inode = 77;
    EXPECT_TRUE(read.made->IsUntouched(info));
    for (auto member : {&FileInfo::size, &FileInfo::inode}) {
        FileInfo other = info;
        ++(other.*member);
        EXPECT_FALSE(read.made->IsUntouched(other));
    }
    for (auto member : {&FileInfo::mtime_ns, &FileInfo::ctime_ns}) {
        FileInfo other = info;
        ++(other.*member);
        EXPECT_FALSE(read.made->IsUntouched(other));
    }
    EXPECT_EQ(CompileRecordText({}), WithEnd(""));
}

TEST(CompileRecord, DamagedTextCountsAsNone) {
    const std::string whole = WithEnd(kA + " good\n" + kB + " other\n");
    ASSERT_EQ(ParseCompileRecord(whole).inputs.size(), 2u);
    for (size_t length = 0; length < whole.size(); ++length) {
        EXPECT_EQ(Shown(ParseCompileRecord(whole.substr(0, length))), "") << length;
    }
    const std::string texts[] = {
        "nonsense",
        kA + " an earlier version\n",
        whole + "\n",
        WithEnd("\n"),
        WithEnd(kA + "\n"),
        WithEnd(kA + " \n"),
        WithEnd(kA + "x/file\n"),
        WithEnd(kA.substr(1) + " file\n"),
        WithEnd(kA + " good\n" + kB.substr(0, 20)),
        WithEnd(kA + " good\n\n"),
        WithEnd("made 1 2 3 " + kA + "\n"),
        WithEnd("made 1 2 x 4 " + kA + "\n"),
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
