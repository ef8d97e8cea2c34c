#include "base/program_help.h"

#include <gmock/gmock.h>

#include "base/process.h"
#include "base/shell_completion.h"
#include "base/text.h"
#include "tests/support/needs.h"
#include "tests/support/temp_space.h"

namespace pto {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

FlagHelp Flag(const std::string& name, const std::string& declared, const std::string& help,
              const std::string& group = "Flags") {
    FlagHelp flag;
    flag.name = name;
    SetValue(flag, declared);
    flag.help = help;
    flag.group = group;
    return flag;
}

// A program with commands, and one with words beside its directory.
ProgramHelp WithCommands() {
    ProgramHelp program;
    program.name = "my-tool";
    program.version = "1.2";
    program.summary = "does it";
    const std::vector<FlagHelp> flags = {Flag("--platform", "NAME:a2a3|a5", "for it's [this] platform: one"),
                                         Flag("--root", "DIR", "a root", "More"), Flag("--loud", "", "be loud")};
    program.commands = {{"", "DIR...",
                         "Does .it all. A sentence that is long enough for a second line, because lines "
                         "end at a hundred columns.",
                         flags},
                        {"look", "DIR [FILE...]", "Looks.", {Flag("--only", "FILE", "just this"), flags[2]}}};
    program.commands[0].flags[2].short_name = "-l";
    program.sections = {{"FILES", {{"", "- some"}, {"a-b\\c", ".hidden"}}}};
    return program;
}

ProgramHelp WithWords() {
    ProgramHelp program;
    program.name = "runner";
    program.commands = {{"", "[DIR]", "Runs.", {Flag("--inputs", "FILE", "x"), Flag("--dump", "[LEVEL]", "y")}}};
    program.words = {"replay", "run", "bench"};
    return program;
}

TEST(ProgramHelp, TextFitsItsColumns) {
    const ProgramHelp program = WithCommands();
    EXPECT_EQ(HelpText(program, program.commands[0]), R"(Usage: my-tool DIR... [FLAGS]

Does .it all. A sentence that is long enough for a second line, because lines end at a hundred
columns.

Flags:
  --platform NAME           for it's [this] platform: one (a2a3, a5)
  -l, --loud                be loud

More:
  --root DIR                a root
)");
    CommandHelp wide = program.commands[1];
    wide.flags = {Flag("--a-flag-with-a-very-long-name", "VALUE", std::string(80, 'x') + " end")};
    EXPECT_THAT(HelpText(program, wide), HasSubstr("\n  --a-flag-with-a-very-long-name VALUE  \n" +
                                                   std::string(28, ' ') + std::string(80, 'x') + "\n"));
}

TEST(ProgramHelp, ManPage) {
    EXPECT_EQ(ManPage(WithCommands()), R"(.TH MY-TOOL 1 "" "my-tool 1.2" "User Commands"
.SH NAME
my\-tool \- does it
.SH SYNOPSIS
.B my\-tool
DIR... [FLAGS]
.br
.B my\-tool look
DIR [FILE...] [FLAGS]
.SH DESCRIPTION
Does .it all. A sentence that is long enough for a second line, because lines end at a hundred columns.
.P
.I Flags
.TP
.B \-\-platform NAME
for it's [this] platform: one (a2a3, a5)
.TP
.B \-l, \-\-loud
be loud
.P
.I More
.TP
.B \-\-root DIR
a root
.SH "my\-tool look"
Looks.
.P
.I Flags
.TP
.B \-\-only FILE
just this
.TP
.B \-\-loud
be loud
.SH FILES
\- some
.TP
.B a\-b\ec
\&.hidden
)");
}

// Completes `words`, the last of them as far as it is typed, in a shell that sources the script.
class CompletionTest : public testing::Test {
  protected:
    void SetUp() override {
        PTO_NEEDS(test::MissingProgram("bash"));
        PTO_NEEDS(test::MissingProc());  // its process substitution
        space_.Write("work/one dir/x", "");
        space_.Write("work/file.txt", "");
    }

    std::vector<std::string> Complete(const ProgramHelp& program, const std::vector<std::string>& words) {
        std::string script = BashCompletion(program) + "cd " + space_.Path("work") + "\nCOMP_WORDS=(";
        for (const std::string& word : words) script += "'" + word + "' ";
        script += ")\nCOMP_CWORD=" + std::to_string(words.size() - 1) + "\n_" +
                  (program.name == "runner" ? "runner" : "my_tool") + "\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
        space_.Write("script", script);
        ProcessOptions process;
        process.arguments = {"bash", "--norc", "-u", space_.Path("script")};
        const ProcessResult result = RunProcess(process);
        EXPECT_EQ(result.err, "");
        std::vector<std::string> replies;
        for (const std::string_view line : Lines(result.out)) {
            if (!line.empty()) replies.emplace_back(line);
        }
        return replies;
    }

    test::TempSpace space_;
};

TEST_F(CompletionTest, CommandsFlagsAndDirectories) {
    const ProgramHelp program = WithCommands();
    EXPECT_THAT(Complete(program, {"my-tool", ""}), UnorderedElementsAre("look", "one dir"));
    EXPECT_THAT(Complete(program, {"my-tool", "lo"}), ElementsAre("look"));
    EXPECT_THAT(Complete(program, {"my-tool", "--"}), UnorderedElementsAre("--platform", "--root", "--loud"));
    EXPECT_THAT(Complete(program, {"my-tool", "look", "--"}), UnorderedElementsAre("--only", "--loud"));
    EXPECT_THAT(Complete(program, {"my-tool", "x", "l"}), IsEmpty()) << "a command comes first";
    EXPECT_THAT(Complete(program, {"my-tool", "look", ""}), UnorderedElementsAre("one dir", "file.txt"));
}

TEST_F(CompletionTest, ValuesOfFlags) {
    const ProgramHelp program = WithCommands();
    EXPECT_THAT(Complete(program, {"my-tool", "--platform", ""}), ElementsAre("a2a3", "a5"));
    EXPECT_THAT(Complete(program, {"my-tool", "--platform", "=", "a5"}), ElementsAre("a5"));
    EXPECT_THAT(Complete(program, {"my-tool", "--platform", "="}), ElementsAre("a2a3", "a5"));
    EXPECT_THAT(Complete(program, {"my-tool", "--root", ""}), ElementsAre("one dir"));
    EXPECT_THAT(Complete(program, {"my-tool", "look", "--only", "fi"}), ElementsAre("file.txt"));
}

TEST_F(CompletionTest, WordsBesideTheDirectory) {
    const ProgramHelp program = WithWords();
    EXPECT_THAT(Complete(program, {"runner", ""}), UnorderedElementsAre("one dir", "replay", "run", "bench"));
    EXPECT_THAT(Complete(program, {"runner", "one dir", "r"}), ElementsAre("replay", "run"));
    EXPECT_THAT(Complete(program, {"runner", "--dump", "b"}), ElementsAre("bench")) << "its level may be left out";
    EXPECT_THAT(Complete(program, {"runner", "--inputs", ""}), UnorderedElementsAre("one dir", "file.txt"));
}

TEST(ZshCompletion, WholeText) {
    EXPECT_EQ(ZshCompletion(WithCommands()), R"(#compdef my-tool

_my_tool() {
    local -a commands=(
        'look:Looks.'
    )
    (( CURRENT == 2 )) && _describe -t commands command commands
    case ${words[2]} in
        look)
            if (( CURRENT > 2 )); then
                shift words
                (( CURRENT-- ))
                _arguments \
                    '*--only[just this]:FILE:_files' \
                    '*--loud[be loud]' \
                    '1:directory:_files -/' \
                    '*:file:_files'
                return
            fi ;;
    esac
    _arguments \
        '*--platform[for it'\''s \[this\] platform\: one]:NAME:(a2a3 a5)' \
        '*--root[a root]:DIR:_files -/' \
        '*--loud[be loud]' \
        '*:directory:_files -/'
}

_my_tool "$@"
)");
    EXPECT_THAT(ZshCompletion(WithWords()), HasSubstr("    '*--dump[y]::\\[LEVEL\\]: ' \\\n"
                                                      "        '1:directory:_files -/' \\\n"
                                                      "        '2:command:(replay run bench)'\n"));
}

}  // namespace
}  // namespace pto
