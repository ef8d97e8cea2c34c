// What a Markdown document of ours consists of, as far as tests ask: headings, code blocks, tables, links and spans of
// code. Pure; not the whole of Markdown, only what our documents use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pto::test {

struct Heading {
    int level = 0;  // 1: the title
    std::string text;
    int line = 0;
};

// A fenced block, or one that is indented by four blanks (`language` is then empty). Lines without the indentation.
struct CodeBlock {
    std::string language;
    int line = 0;  // of the first line of code
    std::vector<std::string> lines;

    std::string Text() const;
};

struct Table {
    std::string heading;  // that it stands below
    std::vector<std::string> head;
    std::vector<std::vector<std::string>> rows;  // trimmed cells
    int line = 0;                                // of the first row
};

struct Link {
    std::string target;
    int line = 0;
};

struct Document {
    std::vector<Heading> headings;
    std::vector<CodeBlock> blocks;
    std::vector<Table> tables;
    std::vector<Link> links;
    std::vector<std::string> spans;  // texts between backquotes, outside of code blocks
};

Document ParseDocument(std::string_view text);

// The anchor that a link to a heading uses, as GitHub makes it: "last_run.json" -> "last_runjson".
std::string AnchorOf(std::string_view heading);

struct ShellCommand {
    std::string text;  // without a comment behind it; lines that end in a backslash are one
    int line = 0;
};

// Of blocks in `sh` and indented ones, a command a line.
std::vector<ShellCommand> ShellCommands(const Document& document);

}  // namespace pto::test
