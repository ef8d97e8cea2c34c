#include "generator/steps/depfile.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/process.h"
#include "base/text.h"
#include "tests/support/needs.h"
#include "tests/support/temp_space.h"

namespace pto::gen {
namespace {

using Strings = std::vector<std::string>;

TEST(Depfile, Parse) {
    struct Case {
        const char* text;
        Strings prerequisites;
    };
    const Case cases[] = {
        {"", {}},
        {"\n\n", {}},
        {"no rule here\n", {}},
        {"out:", {}},
        {"out:\n", {}},
        {"out: a", {"a"}},
        {"out: a b\n", {"a", "b"}},
        {"out:a\n", {}},  // a file named "out:a" and no rule
        {"out : a\n", {"a"}},
        {"out:\ta\t b \n", {"a", "b"}},
        {"out: \\\n  a \\\n  b\n", {"a", "b"}},
        {"out: \\\r\n  a \\\r\n  b\r\n", {"a", "b"}},
        {"out:\\\n a\\\n b\n", {"a", "b"}},
        {"one two: a\n", {"a"}},
        {"C:/out: C:/a\n", {"C:/a"}},
        {"out: a\n\na:\nb: c\n", {"a"}},  // -MP adds empty rules behind
        {"o\\ ut: a\\ b c\\#d e$$f\n", {"a b", "c#d", "e$f"}},
        {"out: a\\:b c:d e:\n", {"a:b", "c:d", "e:"}},
        {"out: a\\b \\c d\\\\e\n", {"a\\b", "\\c", "d\\\\e"}},
        {"out: a\\\\\\ b c\\\\#d e\\\tf\n", {"a\\ b", "c\\#d", "e\tf"}},
        {"out: a$b $\n", {"a$b", "$"}},
        {"out: \xc3\xa4 a,b;c'd\"&\n", {"\xc3\xa4", "a,b;c'd\"&"}},
        {"out: a \\\n", {"a"}},
        {"out: a \\", {"a", "\\"}},
        {"out: a\\\rb\n", {"a\\", "b"}},
        {":\n", {}},
        {": a\n", {"a"}},
    };
    for (const Case& c : cases) EXPECT_EQ(ParseDepfile(c.text), c.prerequisites) << c.text;
}

TEST(Depfile, ParseEndsOnEveryText) {
    const std::string alphabet = "a: \\\n\r#$\t";
    std::string text(5, ' ');
    for (size_t number = 0; number < 59049; ++number) {
        size_t rest = number;
        for (char& c : text) {
            c = alphabet[rest % alphabet.size()];
            rest /= alphabet.size();
        }
        for (const std::string& word : ParseDepfile("o:" + text)) ASSERT_FALSE(word.empty()) << text;
        ASSERT_LE(ParseDepfile(text).size(), text.size());
    }
}

TEST(Depfile, TextIsReadBack) {
    EXPECT_EQ(DepfileText("out", {}), "out:\n");
    EXPECT_EQ(DepfileText("o ut", {"a b", "c#d", "e$f"}), "o\\ ut: \\\n  a\\ b \\\n  c\\#d \\\n  e$$f\n");
    const Strings paths = {"a",    "a b",   " a",    "#",     "$",    "$$",
                           "a\\b", "a\\ b", "\\\\ ", "a\\#b", "C:/x", "\xc3\xa4 (1).h"};
    EXPECT_EQ(ParseDepfile(DepfileText("o:u t$#", paths)), paths);
}

TEST(Depfile, PathsThatNinjaBreaksAreLeftOut) {
    EXPECT_EQ(DepfileText("out", {"it's.h", "a", "b&c", "d\te", "f:", "\"", "g;h", "b"}), "out: \\\n  a \\\n  b\n");
    for (const char* path : {"a-b_c.h", "a+b,c", "{a}(b)[c]", "~a=b!", "a%b@c", "../\xc3\xa4 $#\\x"}) {
        EXPECT_TRUE(NinjaReadsPath(path)) << path;
    }
    for (const char* path : {"", "a'b", "a&b", "a\tb", "a;b", "a*b", "a?b", "a<b", "a|b", "a`b", "a^b", "a:"}) {
        EXPECT_FALSE(NinjaReadsPath(path)) << path;
    }
}

const Strings kOddNames = {"a b.h",    "h#ash.h",   "d$ollar.h", "co:lon.h", "amp&.h",
                           "quo'te.h", "[x] (y).h", "~t.h",      "pct%.h",   "\xc3\xa4 \xe4\xb8\xad.h"};

Strings WithMain(Strings names) {
    names.push_back("m.cc");
    std::sort(names.begin(), names.end());
    return names;
}

void WriteIncluder(const test::TempSpace& space, const Strings& names) {
    std::string text;
    for (const std::string& name : names) {
        space.Write(name, "// " + name + "\n");
        text += "#include \"" + name + "\"\n";
    }
    space.Write("m.cc", text + "int x;\n");
}

class DepfileOfCompiler : public testing::TestWithParam<std::pair<const char*, Strings>> {};

TEST_P(DepfileOfCompiler, OddNamesAreReadBack) {
    const auto& [compiler, more] = GetParam();
    PTO_NEEDS(test::MissingProgram(compiler));
    const test::TempSpace space;
    Strings names = kOddNames;
    names.insert(names.end(), more.begin(), more.end());
    WriteIncluder(space, names);
    ProcessOptions options;
    options.arguments = {compiler, "-MD", "-MP", "-MF", "m.d", "-MT", "dir/a:b c$.o", "-c", "m.cc", "-o", "m.o"};
    options.directory = space.Root();
    const ProcessResult result = RunProcess(options);
    ASSERT_TRUE(result.Ok()) << result.err;
    Strings read;
    for (const std::string& path : ParseDepfile(space.Read("m.d"))) {
        if (path.rfind("/usr/", 0) != 0) read.push_back(path);
    }
    std::sort(read.begin(), read.end());
    EXPECT_EQ(read, WithMain(names)) << space.Read("m.d");
}

// Clang takes a backslash in a name for a '/', and does not escape a tab.
INSTANTIATE_TEST_SUITE_P(
    Compilers, DepfileOfCompiler,
    testing::Values(std::pair{"g++", Strings{"ba\\ck.h", "ba\\ ck.h", "a\\#b.h", "t\tab.h", "end:"}},
                    std::pair{"clang++", Strings{}}),
    [](const auto& parameter) { return std::string(parameter.param.first) == "g++" ? "gcc" : "clang"; });

// The real ninja stores exactly the paths that we say it can read.
TEST(Depfile, NinjaReadsWhatWeWrite) {
    PTO_NEEDS(test::MissingProgram("ninja"));
    const test::TempSpace space;
    Strings paths = kOddNames;
    for (const char* name : {"plain.h", "dir/x.h", "ba\\ck.h", "a\\#b.h", "t\tab.h", "a;b.h", "end:"})
        paths.push_back(name);
    Strings kept;
    for (const std::string& path : paths) {
        space.Write(path, "");
        if (NinjaReadsPath(path)) kept.push_back("    " + path);
    }
    space.Write("written.d", DepfileText("out", paths));
    space.Write(
        "build.ninja",
        "rule r\n  command = cp written.d $out.d && touch $out\n  depfile = $out.d\n  deps = gcc\nbuild out: r\n");
    ProcessOptions options;
    options.directory = space.Root();
    options.arguments = {"ninja"};
    ASSERT_TRUE(RunProcess(options).Ok());
    options.arguments = {"ninja", "-t", "deps", "out"};
    const ProcessResult deps = RunProcess(options);
    Strings read;
    for (const std::string_view line : Lines(deps.out)) {
        if (line.rfind("    ", 0) == 0) read.emplace_back(line);
    }
    EXPECT_EQ(read, kept);
    options.arguments = {"ninja"};
    EXPECT_EQ(RunProcess(options).out, "ninja: no work to do.\n");
}

}  // namespace
}  // namespace pto::gen
