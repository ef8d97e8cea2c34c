#include "generator/steps/compile_step.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

#include "base/error.h"
#include "base/hash.h"
#include "base/process.h"
#include "contract/activity.h"
#include "contract/layout.h"
#include "generator/steps/compile_hint.h"
#include "generator/steps/compile_record.h"
#include "generator/steps/compiler_command.h"
#include "generator/steps/compiler_limit.h"
#include "generator/steps/depfile.h"
#include "generator/steps/hash_cache.h"
#include "generator/steps/stale.h"
#include "tests/support/error_of.h"
#include "tests/support/needs.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

using Names = std::vector<std::string>;

// Reads a compiler's arguments into $dep, $target, $out, $source; the body does the rest.
constexpr char kFakeCompiler[] = R"(#!/bin/sh
echo "$*" >> arguments
while [ $# -gt 0 ]; do
    case "$1" in
        -MF) dep=$2; shift ;;
        -MT) target=$2; shift ;;
        -o) out=$2; shift ;;
        -include) shift ;;
        *) source=$1 ;;
    esac
    shift
done
write_depfile() { echo "$target: $source $*" > "$dep"; }
write_object() { printf '\177ELF of ' > "$out"; cat "$source" >> "$out"; }
)";

class CompileStep : public testing::Test {
  protected:
    CompileStep() : inside_(space_.Root()) {
        space_.MakeDirectory(".pto-ninja");
        space_.Write("src/k.cpp", "#include \"k.h\"\nextern \"C\" int f() { return K; }\n");
        space_.Write("src/k.h", "#define K 1\n");
        // Older than the moment before a compile in which a change would count as one during it.
        usleep(30'000);
        options_.name = "k";
        options_.source = "src/k.cpp";
        options_.object = "out/k.so";
        options_.depfile = "out/k.so.d";
        options_.command = {"./cc"};
    }

    void Fake(const std::string& body) { space_.WriteProgram("cc", kFakeCompiler + body); }

    void Real() { options_.command = {"g++", "-shared", "-fPIC"}; }

    // Exit code, or -1 with the error's text in `error_`; what was printed is in `printed_`.
    int Run() {
        testing::internal::CaptureStderr();
        int code = -1;
        try {
            code = RunCompile(options_);
        } catch (const Error& error) {
            error_ = error.what();
        }
        printed_ = testing::internal::GetCapturedStderr();
        return code;
    }

    Names Made() const {
        Names names = space_.Files();
        std::erase_if(names, [](const std::string& name) { return name.rfind("out/", 0) != 0; });
        return names;
    }

    static std::string Line(const RecordedInput& input) { return input.hash + " " + input.path; }
    Names Record(const Names& inputs) const {
        Names lines;
        for (const std::string& input : inputs) lines.push_back(Line({ContentHash(space_.Read(input)), input}));
        return lines;
    }
    CompileRecord Recorded() const { return ParseCompileRecord(space_.Read(RecordOf(options_.object))); }
    Names RecordedLines() const {
        Names lines;
        for (const RecordedInput& input : Recorded().inputs) lines.push_back(Line(input));
        return lines;
    }
    std::string Why() {
        RealFileSystem files;
        HashCache hashes(files, "", 0);
        return WhyStale(files, "", {options_.object, options_.source}, hashes).text;
    }

    const Names kAll = {"out/k.so", "out/k.so.d", "out/k.so.inputs"};
    const test::TempSpace space_;
    const test::WorkingDirectory inside_;
    CompileOptions options_;
    std::string error_;
    std::string printed_;
};

TEST_F(CompileStep, RealCompilerLeavesObjectDepfileAndRecord) {
    PTO_NEEDS(test::MissingProgram("g++"));
    Real();
    EXPECT_EQ(Run(), 0) << error_ << printed_;
    EXPECT_EQ(printed_, "");
    EXPECT_EQ(Made(), kAll);
    EXPECT_EQ(space_.Read("out/k.so").substr(0, 4), "\177ELF");
    Names prerequisites = ParseDepfile(space_.Read("out/k.so.d"));
    std::erase_if(prerequisites, [](const std::string& path) { return path.rfind("/usr/", 0) == 0; });
    EXPECT_EQ(prerequisites, (Names{"src/k.cpp", "src/k.h"}));
    EXPECT_EQ(space_.Read("out/k.so.d").rfind("out/k.so:", 0), 0u);
    EXPECT_EQ(RecordedLines(), Record({"src/k.cpp", "src/k.h"}));
    EXPECT_EQ(space_.Read(".pto-ninja/activity"), "compiled\tk\tnever built\tout/k.so\tnever-built\n");
}

TEST_F(CompileStep, SyntaxErrorLeavesNothing) {
    PTO_NEEDS(test::MissingProgram("g++"));
    Real();
    space_.Write("src/k.cpp", "int x = ;\n");
    EXPECT_EQ(Run(), 1) << error_;
    EXPECT_EQ(printed_.rfind("src/k.cpp:1:9: error: ", 0), 0u) << printed_;
    EXPECT_EQ(Made(), Names{});
    EXPECT_FALSE(space_.Exists(".pto-ninja/activity"));
}

TEST_F(CompileStep, WarningsAreShownAndDoNotStop) {
    PTO_NEEDS(test::MissingProgram("g++"));
    Real();
    space_.Write("src/k.cpp", "#warning look here\nint x;\n");
    EXPECT_EQ(Run(), 0);
    EXPECT_EQ(printed_.rfind("src/k.cpp:1:2: warning: #warning look here", 0), 0u) << printed_;
}

TEST_F(CompileStep, OddNamesWorkWithARealCompiler) {
    PTO_NEEDS(test::MissingProgram("g++"));
    Real();
    options_.source = "src/it's & $odd #1.cpp";
    options_.object = "out/o dd$.so";
    options_.depfile = "out/o dd$.so.d";
    space_.Write("src/he'ader $.h", "#define K 2\n");
    space_.Write(options_.source, "#include \"he'ader $.h\"\n#include \"k.h\"\nint x;\n");
    usleep(30'000);
    EXPECT_EQ(Run(), 0) << error_ << printed_;
    EXPECT_EQ(RecordedLines(), Record({options_.source, "src/he'ader $.h", "src/k.h"}));
    // ninja cannot read the names with a quote; the record still has them, so that the scan notices their edits.
    Names prerequisites = ParseDepfile(space_.Read(options_.depfile));
    std::erase_if(prerequisites, [](const std::string& path) { return path.rfind("/usr/", 0) == 0; });
    EXPECT_EQ(prerequisites, Names{"src/k.h"});
}

TEST_F(CompileStep, FailureKeepsTheObjectOfTheLastSuccess) {
    Fake("write_depfile; write_object\n");
    ASSERT_EQ(Run(), 0) << error_;
    const std::string record = space_.Read("out/k.so.inputs");
    Fake("write_object; echo 'src/k.cpp:1: bad' >&2; exit 4\n");
    EXPECT_EQ(Run(), 4);
    EXPECT_EQ(printed_, "src/k.cpp:1: bad\n");
    EXPECT_EQ(Made(), kAll);
    EXPECT_EQ(space_.Read("out/k.so.inputs"), record);
}

TEST_F(CompileStep, CommandLine) {
    Fake("write_depfile; write_object\n");
    options_.command = {"./cc", "-O2", "-I/a b"};
    options_.include_if_missing = {"k.h", "runtime.h"};
    ASSERT_EQ(Run(), 0) << error_;
    const std::string end = "\\.pto-ninja-" + std::to_string(getpid()) + "-[0-9]+ ";
    EXPECT_THAT(space_.Read("arguments"),
                testing::MatchesRegex("-O2 -I/a b -include runtime\\.h -MD -MF out/\\.k\\.so\\.d" + end +
                                      "-MT out/k\\.so -o out/\\.k\\.so" + end + "src/k\\.cpp\n"));
}

TEST_F(CompileStep, CompilerThatKeepsSilentAboutHeaders) {
    Fake("write_object\n");
    EXPECT_EQ(Run(), -1);
    const std::string text =
        "src/k.cpp: './cc' wrote no list of the headers it read, so edits of them would go unnoticed; use a compiler "
        "or "
        "launcher that supports -MD -MF";
    EXPECT_EQ(error_, text);
    EXPECT_EQ(Made(), Names{});
    for (const char* depfile : {"''", "'out/k.so:'", "'nothing'"}) {
        Fake("echo " + std::string(depfile) + " > \"$dep\"; write_object\n");
        error_.clear();
        EXPECT_EQ(Run(), -1) << depfile;
        EXPECT_EQ(error_, text) << depfile;
    }
    EXPECT_EQ(Made(), Names{});
}

// What stands in for the linker of a device: `body` makes $out of $obj.
constexpr char kFakeLinker[] = R"(#!/bin/sh
echo "$*" >> linked
while [ $# -gt 1 ]; do [ "$1" = -o ] && out=$2; shift; done
obj=$1
)";

TEST_F(CompileStep, LinkedKernelIsItsBareCode) {
    PTO_NEEDS(test::MissingProgram("g++"));
    PTO_NEEDS(test::MissingProgram("ld"));
    options_.command = {"g++", "-c", "-fno-pic", "-fno-asynchronous-unwind-tables", "-O2"};
    options_.object = "out/k.bin";
    options_.depfile = "out/k.bin.d";
    options_.link = {"ld", "-e", "kernel_entry"};
    space_.Write("src/k.cpp", "extern \"C\" int kernel_entry() { return 7; }\n");
    usleep(30'000);
    EXPECT_EQ(Run(), 0) << error_ << printed_;
    EXPECT_EQ(Made(), (Names{"out/k.bin", "out/k.bin.d", "out/k.bin.inputs"}));
    EXPECT_NE(space_.Read("out/k.bin").substr(0, 4), "\177ELF");
    EXPECT_GT(space_.Read("out/k.bin").size(), 0u);
    // A variable outside the code would not be where the device runs it.
    space_.Write("src/k.cpp", "int counter = 1;\nextern \"C\" int kernel_entry() { return counter++; }\n");
    usleep(30'000);
    EXPECT_EQ(Run(), -1);
    EXPECT_EQ(
        error_,
        "src/k.cpp: the linked kernel has 4 bytes of data in '.data', and a device gets .text alone; mark what the "
        "kernel calls as always_inline and define no variables outside functions");
    EXPECT_EQ(Made(), (Names{"out/k.bin", "out/k.bin.d", "out/k.bin.inputs"})) << "of the last success";
}

TEST_F(CompileStep, LinkerThatFails) {
    Fake("write_depfile; write_object\n");
    options_.link = {"./ld", "-e", "kernel_entry"};
    space_.WriteProgram("ld", kFakeLinker + std::string("echo 'undefined symbol: helper' >&2; exit 5\n"));
    EXPECT_EQ(Run(), 5);
    EXPECT_EQ(printed_, "undefined symbol: helper\n");
    const std::string end = "\\.pto-ninja-" + std::to_string(getpid()) + "-[0-9]+";
    EXPECT_THAT(space_.Read("linked"),
                testing::MatchesRegex("-e kernel_entry -o out/\\.k\\.so\\.elf" + end + " out/\\.k\\.so" + end + "\n"));
    space_.WriteProgram("ld", kFakeLinker + std::string("kill -SEGV $$\n"));
    EXPECT_EQ(Run(), 1);
    EXPECT_EQ(printed_, "src/k.cpp: error: './ld' was ended by signal 11 (Segmentation fault)\n");
    space_.WriteProgram("ld", kFakeLinker + std::string(":\n"));
    EXPECT_EQ(Run(), -1);
    EXPECT_EQ(error_, "src/k.cpp: './ld' succeeded but wrote nothing; check the linker of the Ascend toolkit");
    space_.WriteProgram("ld", kFakeLinker + std::string("cp \"$obj\" \"$out\"\n"));
    EXPECT_EQ(Run(), -1);
    EXPECT_EQ(error_, "src/k.cpp: the linked kernel is no whole ELF file: the header ends beyond its " +
                          std::to_string(space_.Read("src/k.cpp").size() + 8) +
                          " bytes; check the compiler and the linker of the Ascend toolkit");
    options_.link = {"./none"};
    EXPECT_EQ(Run(), -1);
    EXPECT_EQ(error_, "linker './none' cannot be started; install it, or run pto-ninja again to choose another");
    EXPECT_EQ(Made(), Names{});
}

TEST_F(CompileStep, CompilerThatMakesNoObject) {
    for (const char* body :
         {"", ": > \"$out\"\n", "echo text > \"$out\"\n", "printf '\\177EL' > \"$out\"\n", "mkdir \"$out\"\n"}) {
        Fake("write_depfile\n" + std::string(body));
        error_.clear();
        EXPECT_EQ(Run(), -1) << body;
        EXPECT_EQ(error_,
                  "src/k.cpp: './cc' succeeded but wrote no ELF shared object; check the compiler and its launcher");
        EXPECT_EQ(Made(), Names{});
        std::filesystem::remove_all(space_.Path("out"));  // a directory in place of the object is not ours to remove
    }
}

TEST_F(CompileStep, CompilerThatCannotBeStarted) {
    for (const char* name : {"no-such-compiler-of-ours", "./missing"}) {
        options_.command = {name};
        EXPECT_EQ(Run(), -1);
        EXPECT_EQ(error_, "compiler '" + std::string(name) +
                              "' cannot be started; install it, or run pto-ninja again to choose another");
    }
}

TEST_F(CompileStep, CompilerThatHangs) {
    const test::EnvironmentVariable limit("PYPTO_COMPILER_TIMEOUT", "0.2");
    Fake("exec tail -f /dev/null\n");
    EXPECT_EQ(Run(), -1);
    EXPECT_EQ(error_, "src/k.cpp: compiler './cc' was not done after 0.2 s; PYPTO_COMPILER_TIMEOUT sets the limit");
    EXPECT_EQ(Made(), Names{});
}

TEST(CompilerTimeLimit, IsPyptosVariable) {
    const auto limit = [](const char* text) {
        const test::EnvironmentVariable variable("PYPTO_COMPILER_TIMEOUT", text);
        return CompilerTimeLimit();
    };
    EXPECT_EQ(limit(nullptr), 900);
    EXPECT_EQ(limit(""), 900);
    EXPECT_EQ(limit("120"), 120);
    EXPECT_EQ(limit("0.5"), 0.5);
    for (const char* text : {"0", "-1", "inf", "nan", "1e10", "900s", "fast", " "}) {
        EXPECT_EQ(test::ErrorOf([&] { limit(text); }),
                  "PYPTO_COMPILER_TIMEOUT is '" + std::string(text) +
                      "', expected a positive number of seconds; unset it for the default of 900");
    }
}

TEST_F(CompileStep, CompilerThatDiesOfASignal) {
    Fake("kill -SEGV $$\n");
    EXPECT_EQ(Run(), 1);
    EXPECT_EQ(printed_, "src/k.cpp: error: './cc' was ended by signal 11 (Segmentation fault)\n");
    EXPECT_EQ(Made(), Names{});
}

TEST_F(CompileStep, MissingSource) {
    options_.source = "src/gone.cpp";
    EXPECT_EQ(Run(), -1);
    EXPECT_EQ(error_, "src/gone.cpp: cannot be read: No such file or directory");
}

TEST_F(CompileStep, SourceEditedOnceDuringTheCompile) {
    Fake(
        "write_depfile; write_object\n[ -e edited ] || { touch edited; echo '// more' >> src/k.cpp; echo warning >&2; "
        "}\n");
    EXPECT_EQ(Run(), 0) << error_;
    EXPECT_EQ(space_.Read("out/k.so"), "\177ELF of " + space_.Read("src/k.cpp")) << "made from the edited source";
    EXPECT_EQ(printed_, "") << "what the first attempt said no longer holds";
    EXPECT_EQ(RecordedLines(), Record({"src/k.cpp"}));
    EXPECT_EQ(Made(), kAll);
}

TEST_F(CompileStep, SourceThatKeepsChanging) {
    Fake("write_depfile; write_object; echo '// more' >> src/k.cpp\n");
    EXPECT_EQ(Run(), -1);
    EXPECT_EQ(error_, "src/k.cpp: it or a header it includes kept changing while it was compiled; run ninja again");
    EXPECT_EQ(Made(), Names{});
    EXPECT_EQ(space_.Read("src/k.cpp"),
              "#include \"k.h\"\nextern \"C\" int f() { return K; }\n// more\n// more\n// more\n");
}

TEST_F(CompileStep, HeaderEditedOnceDuringTheCompile) {
    Fake(
        "write_depfile src/k.h; write_object\n[ -e edited ] || { touch edited; echo '#define K 2' > src/k.h; sleep "
        "0.05; }\n");
    EXPECT_EQ(Run(), 0) << error_;
    EXPECT_EQ(RecordedLines(), Record({"src/k.cpp", "src/k.h"}));
    EXPECT_EQ(space_.Read("src/k.h"), "#define K 2\n");
}

TEST_F(CompileStep, HeaderThatKeepsChanging) {
    Fake("write_depfile src/k.h; write_object; touch src/k.h\n");
    EXPECT_EQ(Run(), -1);
    EXPECT_EQ(error_, "src/k.cpp: it or a header it includes kept changing while it was compiled; run ninja again");
    EXPECT_EQ(Made(), Names{});
}

TEST_F(CompileStep, HeadersOfTheToolchainAreNotRecorded) {
    space_.Write("isa/pto.hpp", "");
    options_.trees = {space_.Path("isa")};
    Fake("write_depfile src/k.h " + space_.Path("isa/pto.hpp") +
         " /usr/include/stdio.h; write_object; touch isa/pto.hpp\n");
    EXPECT_EQ(Run(), 0) << error_;
    EXPECT_EQ(RecordedLines(), Record({"src/k.cpp", "src/k.h"}));
    EXPECT_EQ(ParseDepfile(space_.Read("out/k.so.d")),
              (Names{"src/k.cpp", "src/k.h", space_.Path("isa/pto.hpp"), "/usr/include/stdio.h"}));
}

// What is changed and changed back is read changed: contents alone do not tell.
TEST_F(CompileStep, SourceThatIsAnotherWhileItIsRead) {
    const std::string source = space_.Read("src/k.cpp");
    Fake(
        "write_depfile\n[ -e seen ] && { write_object; exit; }\ntouch seen; cp -p src/k.cpp kept\n"
        "echo 'other' > src/k.cpp; write_object; cat kept > src/k.cpp; touch -r kept src/k.cpp\n");
    EXPECT_EQ(Run(), 0) << error_;
    EXPECT_EQ(space_.Read("src/k.cpp"), source);
    EXPECT_EQ(space_.Read("out/k.so"), "\177ELF of " + source) << "not of what was there for a moment";
    EXPECT_EQ(RecordedLines(), Record({"src/k.cpp"}));
}

// The same by renames, as editors and git do it, of a header that the first compile did not know of.
TEST_F(CompileStep, HeaderThatIsAnotherWhileItIsRead) {
    Fake(
        "write_depfile src/k.h\nif [ ! -e seen ]; then touch seen; cp -p src/k.h kept; cp -p src/k.h other; "
        "echo other > other; mv other src/k.h; fi\n"
        "write_object; cat src/k.h >> \"$out\"\n[ -e kept ] && mv kept src/k.h\n:\n");
    EXPECT_EQ(Run(), 0) << error_;
    EXPECT_EQ(space_.Read("src/k.h"), "#define K 1\n");
    EXPECT_EQ(space_.Read("out/k.so"), "\177ELF of " + space_.Read("src/k.cpp") + "#define K 1\n");
    EXPECT_EQ(RecordedLines(), Record({"src/k.cpp", "src/k.h"}));
}

TEST_F(CompileStep, SourceThatIsAnotherInEveryRun) {
    Fake(
        "write_depfile; cp -p src/k.cpp kept; echo 'other' > src/k.cpp; write_object; cat kept > src/k.cpp; "
        "touch -r kept src/k.cpp\n");
    EXPECT_EQ(Run(), -1);
    EXPECT_EQ(error_, "src/k.cpp: it or a header it includes kept changing while it was compiled; run ninja again");
    EXPECT_EQ(Made(), Names{});
}

// A file that was written in the present tick of the clock could change once more without its time showing it.
TEST_F(CompileStep, SourceWrittenThisMomentIsCompiledOnce) {
    Fake("write_depfile; write_object\n");
    space_.Write("src/k.cpp", "int y;\n");
    EXPECT_EQ(Run(), 0) << error_;
    const std::string arguments = space_.Read("arguments");
    EXPECT_EQ(std::count(arguments.begin(), arguments.end(), '\n'), 1);
}

// Each of these is found before what the last compile found, or answers a question otherwise.
TEST_F(CompileStep, HeaderThatComesFirstMakesTheObjectStale) {
    PTO_NEEDS(test::MissingProgram("g++"));
    Real();
    options_.command.insert(options_.command.end(), {"-iquote", "q", "-Ione", "-I", "not/yet", "-isystem", "sys",
                                                     "-isystem" + space_.Path("t")});
    options_.include_if_missing = {"first.h"};
    options_.trees = {space_.Path("t")};
    space_.MakeDirectory("q");
    space_.MakeDirectory("one");
    space_.Write("t/found.h", "#include \"beside.h\"\n#include <deep/found.h>\n");
    space_.Write("t/beside.h", "");
    space_.Write("t/deep/found.h", "#if __has_include(<asked_in_tree.h>)\n#endif\n");
    space_.Write("sys/first.h", "");
    space_.Write("src/sub/own.h", "#include \"found.h\"\n");
    space_.Write("src/k.cpp",
                 "#include \"found.h\"\n#include <vector>\n#include \"sub/own.h\"\n"
                 "#if __has_include(\"asked.h\") || \\\n    __has_include(<asked_too.h>)\n#endif\n"
                 "#define HEADER \"by_macro.h\"\n#if 0\n#include HEADER\n#endif\nint x;\n");
    usleep(30'000);
    ASSERT_EQ(Run(), 0) << error_ << printed_;
    ASSERT_EQ(Why(), "");
    const std::pair<const char*, const char*> cases[] = {
        {"src/found.h", "src/found.h"},
        {"q/found.h", "q/found.h"},
        {"one/found.h", "one/found.h"},
        {"not/yet/found.h", "not"},
        {"sys/found.h", "sys/found.h"},
        {"src/sub/found.h", "src/sub/found.h"},
        {"one/vector", "one/vector"},
        {"one/deep/found.h", "one/deep"},
        {"sys/deep/found.h", "sys/deep"},
        {"src/asked.h", "src/asked.h"},
        {"one/asked.h", "one/asked.h"},
        {"sys/asked_too.h", "sys/asked_too.h"},
        {"sys/asked_in_tree.h", "sys/asked_in_tree.h"},
        {"src/by_macro.h", "src/by_macro.h"},
        {"one/first.h", "one/first.h"},
        {"first.h", "first.h"},
        {"one/sub/own.h", ""},
        {"src/other.h", ""},
        {"src/vector", ""},
        {"t/new.h", ""},
    };
    for (const auto& [file, shown] : cases) {
        space_.Write(file, "\n");
        EXPECT_EQ(Why(), *shown == '\0' ? std::string() : "'" + std::string(shown) + "' is new") << file;
        const std::string top = *shown == '\0' ? file : shown;
        std::filesystem::remove_all(space_.Path(top));
    }
    EXPECT_EQ(Why(), "");
    // A link that leads nowhere is no file, until it leads somewhere; nor is a directory.
    std::filesystem::create_symlink(space_.Path("later.h"), space_.Path("one/found.h"));
    space_.MakeDirectory("q/found.h");
    ASSERT_EQ(Run(), 0) << error_ << printed_;
    EXPECT_EQ(Why(), "");
    space_.Write("later.h", "\n");
    EXPECT_EQ(Why(), "'one/found.h' is new");
    // Once it is part of the object, nothing is new.
    usleep(30'000);
    ASSERT_EQ(Run(), 0) << error_ << printed_;
    EXPECT_EQ(Why(), "");
    space_.Write("later.h", "// edited\n");
    EXPECT_EQ(Why(), "'one/found.h' changed");
}

TEST_F(CompileStep, DirectoriesOfVariablesAreSearchedToo) {
    PTO_NEEDS(test::MissingProgram("g++"));
    Real();
    const test::EnvironmentVariable first("CPATH", "from_cpath");
    const test::EnvironmentVariable second("CPLUS_INCLUDE_PATH", "from_cplus");
    space_.Write("from_cplus/found.h", "");
    space_.MakeDirectory("from_cpath");
    space_.Write("src/k.cpp", "#include <found.h>\n");
    usleep(30'000);
    ASSERT_EQ(Run(), 0) << error_ << printed_;
    EXPECT_EQ(Why(), "");
    space_.Write("from_cpath/found.h", "");
    EXPECT_EQ(Why(), "'from_cpath/found.h' is new");
}

// A cache knows by which headers an object was made, not by which it would be made now.
TEST_F(CompileStep, LauncherThatAnswersFromBeforeAHeaderIsAskedAgain) {
    space_.WriteProgram("cache",
                        "#!/bin/sh\necho \"${CCACHE_NODIRECT:-direct} ${SCCACHE_DIRECT:-direct}\" >> asked\n"
                        "exec \"$@\"\n");
    options_.launcher = {"./cache"};
    Fake("if [ -n \"$CCACHE_NODIRECT\" ]; then write_depfile src/k.h; else write_depfile; fi; write_object\n");
    EXPECT_EQ(Run(), 0) << error_ << printed_;
    EXPECT_EQ(space_.Read("asked"), "direct direct\n1 false\n");
    EXPECT_EQ(RecordedLines(), Record({"src/k.cpp", "src/k.h"}));
    space_.Remove("asked");
    Fake("write_depfile src/k.h; write_object\n");
    EXPECT_EQ(Run(), 0) << error_ << printed_;
    EXPECT_EQ(space_.Read("asked"), "direct direct\n") << "only where that may be wrong";
}

// A file system that lost power may have kept the name and the time alone.
TEST_F(CompileStep, DamagedObjectIsStale) {
    Fake("write_depfile; write_object\n");
    ASSERT_EQ(Run(), 0) << error_;
    ASSERT_EQ(Why(), "");
    const std::string whole = space_.Read("out/k.so");
    const int64_t time = space_.Time("out/k.so");
    usleep(30'000);
    for (const std::string& text : {std::string(), whole.substr(0, whole.size() / 2), std::string(whole.size(), 'x')}) {
        space_.Write("out/k.so", text);
        space_.SetTime("out/k.so", time);
        EXPECT_EQ(Why(), "the binary is damaged") << text.size();
    }
    space_.Write("out/k.so", whole);
    EXPECT_EQ(Why(), "") << "a copy is as good";
    space_.Remove("out/k.so");
    space_.MakeDirectory("out/k.so");
    EXPECT_EQ(Run(), -1);
    EXPECT_EQ(error_, "out/k.so: a directory is in the place of a file; remove the directory");
}

TEST(CompileStepText, Includes) {
    const std::pair<const char*, bool> cases[] = {
        {"#include \"runtime.h\"\n", true},
        {"#include <runtime.h>", true},
        {"  #  include\t\"runtime.h\"", true},
        {"int x;\n#include \"sub/dir/runtime.h\"\nint y;", true},
        {"#include\"runtime.h\"", true},
        {"", false},
        {"// #include \"runtime.h\"\n", false},
        {"#include \"my_runtime.h\"\n", false},
        {"#include \"runtime.hpp\"\n", false},
        {"#include \"runtimexh\"\n", false},
        {"#include <iostream>\n// runtime.h\n", false},
        {"const char* s = \"#include <runtime.h>\";", false},
    };
    for (const auto& [text, included] : cases) EXPECT_EQ(Includes(text, "runtime.h"), included) << text;
    EXPECT_TRUE(Includes("#include <a+b(1).h>", "a+b(1).h"));
}

TEST(CompileStepText, HintAboutAnInstruction) {
    const auto embedded = [](const std::string& name) {
        return "'" + name +
               "' is not an instruction of the embedded headers; check the spelling, or set PTO_ISA_ROOT to a "
               "PTO-ISA checkout and run pto-ninja again";
    };
    EXPECT_EQ(CompileHint("k.cpp:3:5: error: 'TADDX' was not declared in this scope", "k", ""), embedded("TADDX"));
    EXPECT_EQ(CompileHint("k.cpp:3:5: error: ‘TADDX’ was not declared in this scope", "k", ""), embedded("TADDX"));
    EXPECT_EQ(CompileHint("k.cpp:3:5: error: use of undeclared identifier 'MGATHER'", "k", ""), embedded("MGATHER"));
    EXPECT_EQ(CompileHint("k.cpp:3:5: error: use of undeclared identifier 'TADDX'", "k", "/opt/isa"),
              "'TADDX' is not an instruction of the PTO-ISA in /opt/isa; check the spelling, or use one that has it");
    EXPECT_EQ(CompileHint("k.cpp:3:5: error: 'foo' was not declared", "k", ""), "");
    EXPECT_EQ(CompileHint("k.cpp:3:5: warning: 'TADDX' is deprecated", "k", ""), "");
    EXPECT_EQ(CompileHint("", "k", ""), "");
}

// As clang and g++ put it.
TEST(CompileStepText, HintAboutANameThatIsAType) {
    const std::string hint =
        "a kernel cannot be named 'half', which is a type of the tile instructions' headers; rename the function and "
        "compile the program again";
    const std::string clang = "half.cpp:47:24: error: redefinition of 'half' as different kind of symbol\n";
    const std::string gcc =
        "half.cpp:47:81: error: ‘void half(float*, float*, float*)’ redeclared as different kind of entity\n";
    EXPECT_EQ(CompileHint(clang, "half", "/isa"), hint);
    EXPECT_EQ(CompileHint(gcc, "half", ""), hint);
    EXPECT_EQ(CompileHint(clang, "gate", "/isa"), "") << "another name is the user's own affair";
    EXPECT_EQ(CompileHint(gcc, "alf", ""), "");
    EXPECT_EQ(CompileHint("half.cpp:3:1: error: expected ';'\n", "half", "/isa"), "");
}

// Each cause that ninja has for a compile, told apart by what the last one recorded.
TEST_F(CompileStep, SaysWhyItTakesPlace) {
    Fake("write_depfile; write_object");
    options_.identities = {"identity/kernel_compiler", "identity/headers", "identity/not_there"};
    space_.Write("identity/kernel_compiler", "g++ 12");
    space_.Write("identity/headers", "of today");
    const auto why = [&] {
        space_.Write(".pto-ninja/activity", "");
        EXPECT_EQ(Run(), 0) << error_ << printed_;
        const std::vector<BuildStep> steps = ParseActivity(space_.Read(".pto-ninja/activity"));
        return steps.size() == 1 ? steps[0].cause + ": " + steps[0].reason : std::to_string(steps.size()) + " steps";
    };
    const auto make_newer = [&](const std::string& path) {
        std::filesystem::last_write_time(space_.Path(path),
                                         std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
    };
    EXPECT_EQ(why(), "never-built: never built");
    EXPECT_EQ(why(), "unfinished: an earlier build did not end, or something it was made from is newer");
    space_.Write("identity/kernel_compiler", "g++ 13");
    EXPECT_EQ(why(), "compiler: the compiler of kernels is another one");
    space_.Write("identity/headers", "of tomorrow");
    EXPECT_EQ(why(), "toolchain: headers of pto-ninja changed");
    options_.command.emplace_back("-O1");
    EXPECT_EQ(why(), "flags: its flags changed");
    options_.command.pop_back();
    EXPECT_EQ(why(), "flags: its flags changed");
    setenv("PTO_REPLAY_FLAGS", "--recompile", 1);
    EXPECT_EQ(why(), "requested: --recompile");
    unsetenv("PTO_REPLAY_FLAGS");
    make_newer("src/k.cpp");
    EXPECT_EQ(why(), "time: 'src/k.cpp' is newer, its content the same");
    options_.prefix = "out/prefix.h";
    space_.Write("out/prefix.h", "");
    space_.Write("out/prefix.h.gch", "");
    make_newer("out/prefix.h.gch");
    EXPECT_EQ(why(), "precompiled: what is precompiled for it changed");
    space_.Write("src/k.cpp", "int g();\n");
    EXPECT_EQ(why(), "source: 'src/k.cpp' changed");
}

}  // namespace
}  // namespace pto::gen
