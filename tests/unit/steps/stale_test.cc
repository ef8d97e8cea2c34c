#include "generator/steps/stale.h"

#include <gmock/gmock.h>

#include "base/hash.h"
#include "contract/layout.h"
#include "generator/steps/compile_record.h"
#include "tests/support/memory_file_system.h"

namespace pto::gen {
namespace {

using testing::ElementsAre;
using testing::FieldsAre;

class StaleTest : public testing::Test {
  protected:
    StaleTest() {
        for (const char* name : {"k.cpp", "a.h", "b.h"}) files_.Add(std::string("d/") + name, "as compiled");
        Record({"k.cpp", "a.h", "b.h"});
        files_.Add("d/k.so", "\177ELF");
    }

    void Record(const std::vector<std::string>& paths) {
        CompileRecord record;
        for (const std::string& path : paths) record.inputs.push_back({ContentHash("as compiled"), path});
        files_.Add("d/k.so.inputs", CompileRecordText(record));
    }

    std::string Why(const std::string& flags = "") {
        HashCache hashes(files_, "", 0);
        const Reason reason = WhyStale(files_, "d", {"k.so", "k.cpp", flags}, hashes);
        return reason ? std::string(CauseCode(reason.cause)) + ": " + reason.text : "";
    }

    MemoryFileSystem files_;
};

TEST_F(StaleTest, NothingWhileAllIsAsCompiled) {
    EXPECT_EQ(Why(), "");
}

TEST_F(StaleTest, NamesWhatChangedAndCountsTheRest) {
    files_.Add("d/a.h", "edited");
    EXPECT_EQ(Why(), "header: 'a.h' changed");
    files_.Remove("d/k.cpp");
    EXPECT_EQ(Why(), "source: 'k.cpp' is gone, and 1 more file");
    files_.Add("d/b.h", "edited");
    EXPECT_EQ(Why(), "source: 'k.cpp' is gone, and 2 more files");
}

TEST_F(StaleTest, WithoutARecordThatTells) {
    Record({"other.cpp"});
    EXPECT_EQ(Why(), "other-source: was built from 'other.cpp'");
    files_.Add("d/k.so.inputs", "damaged");
    EXPECT_EQ(Why(), "damaged: the record of its last build is damaged");
    files_.Remove("d/k.so.inputs");
    EXPECT_EQ(Why(), "never-built: never built");
}

// What was looked for in vain is part of what an object was made from.
TEST_F(StaleTest, FileThatIsNew) {
    CompileRecord record = {{{ContentHash("as compiled"), "k.cpp"}}, {}, {"linked.h"}, {}, {}, {}};
    record.absent = {{".", {"runtime.h", "zzz"}}, {"dir/sub", {"x.h"}}, {"/opt", {"inc"}}, {"gone", {"a"}}};
    files_.Add("d/k.so.inputs", CompileRecordText(record));
    EXPECT_EQ(Why(), "");
    files_.Add("d/dir/sub/y.h").Add("d/dir/x.h").Add("d/opt/inc").AddDirectory("d/linked.h");
    EXPECT_EQ(Why(), "") << "other names, and the name in other directories";
    for (const auto& [file, shown] : {std::pair("d/runtime.h", "runtime.h"),
                                      {"d/dir/sub/x.h", "dir/sub/x.h"},
                                      {"/opt/inc/deep/h", "/opt/inc"},
                                      {"d/gone/a", "gone/a"}}) {
        files_.Add(file);
        EXPECT_EQ(Why(), "new-file: '" + std::string(shown) + "' is new");
        files_.Remove(file);
        if (std::string(shown) == "/opt/inc") files_.Remove("/opt/inc/deep"), files_.Remove("/opt/inc");
    }
    files_.Remove("d/linked.h");
    files_.Add("d/linked.h", "a file now");
    EXPECT_EQ(Why(), "new-file: 'linked.h' is new");
    files_.Add("d/k.cpp", "edited");
    EXPECT_EQ(Why(), "source: 'k.cpp' changed") << "what people did themselves comes first";
}

// A file system that lost power keeps names and times of files without their content.
TEST_F(StaleTest, BinaryThatIsNotAsItWasMade) {
    CompileRecord record = {{{ContentHash("as compiled"), "k.cpp"}}, {}, {}, {}, {}, {}};
    record.made = MadeObjectOf(*files_.Stat("d/k.so"), ContentHash("\177ELF"));
    files_.Add("d/k.so.inputs", CompileRecordText(record));
    EXPECT_EQ(Why(), "");
    files_.ClearRecords();
    EXPECT_EQ(Why(), "");
    EXPECT_EQ(files_.reads(), (std::vector<std::string>{"d/k.so.inputs", "d/k.cpp"})) << "its times tell enough";
    for (const char* text : {"", "\177E", "\177elf", "\177ELF and more"}) {
        files_.Tick();
        files_.Add("d/k.so", text);
        EXPECT_EQ(Why(), "damaged: the binary is damaged") << text;
    }
    files_.Tick();
    files_.Add("d/k.so", "\177ELF");
    EXPECT_EQ(Why(), "") << "a copy of it";
    files_.Remove("d/k.so");
    files_.AddDirectory("d/k.so");
    EXPECT_EQ(Why(), "gone: the binary is gone");
}

// By content: a clock that was set back hides nothing.
TEST_F(StaleTest, AnotherToolchain) {
    struct Row {
        const char* identity;
        const char* why;
    };
    constexpr Row kRows[] = {{"kernel_compiler", "compiler: the compiler of kernels is another one"},
                             {"orchestration_compiler", "compiler: the host's compiler is another one"},
                             {"device_compiler", "compiler: the device's compiler is another one"},
                             {"kernel_linker", "compiler: the linker of kernels is another one"},
                             {"headers", "toolchain: headers of pto-ninja changed"},
                             {"pto_isa", "toolchain: PTO-ISA changed"},
                             {"simpler", "toolchain: the runtime changed"}};
    for (const Row& row : kRows) {
        const std::string path = std::string("v/identity/") + row.identity;
        CompileRecord record = {{{ContentHash("as compiled"), "k.cpp"}}, {}, {}, {}, {}, {}};
        record.tools = {{ContentHash("one"), path}};
        files_.Add("d/k.so.inputs", CompileRecordText(record));
        files_.Add("d/" + path, "one");
        EXPECT_EQ(Why(), "");
        files_.Add("d/" + path, "two");
        EXPECT_EQ(Why(), row.why);
        files_.Add("d/k.cpp", "edited");
        EXPECT_EQ(Why(), "source: 'k.cpp' changed") << "what people did themselves comes first";
        files_.Add("d/k.cpp", "as compiled");
    }
}

TEST_F(StaleTest, OtherFlags) {
    EXPECT_EQ(Why("of today"), "flags: its flags changed") << "the record is of a build that did not write them";
    CompileRecord record = {{{ContentHash("as compiled"), "k.cpp"}}, {}, {}, {}, "of today", {}};
    files_.Add("d/k.so.inputs", CompileRecordText(record));
    EXPECT_EQ(Why("of today"), "");
    EXPECT_EQ(Why("of tomorrow"), "flags: its flags changed");
    EXPECT_EQ(Why(), "") << "the plan does not say";
}

}  // namespace
}  // namespace pto::gen
