// What the command line of a program offers, as records: its help, man page and shell completions are all made from
// them. Pure.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pto {

struct FlagHelp {
    std::string name;                  // "--quiet"
    std::string short_name;            // "-q", or empty
    std::string value;                 // "FILE", "NAME"; empty: a switch
    std::vector<std::string> choices;  // that the value is one of; empty: anything
    std::string help;
    std::string group;  // heading that it stands under
};

struct CommandHelp {
    std::string name;       // "info"; empty: what the program does without the name of a command
    std::string arguments;  // "DIR [FILE...]"
    std::string help;       // a sentence or more
    std::vector<FlagHelp> flags;
};

struct ProgramHelp {
    std::string name;
    std::string version;
    std::string summary;  // of the man page's first line: no full stop
    std::vector<CommandHelp> commands;
    std::vector<std::string> words;  // that may stand beside the directory: "benchmark"
    // Of the man page: heading, then entries; the first may have no term.
    struct Section {
        std::string title;
        std::vector<std::pair<std::string, std::string>> entries;
    };
    std::vector<Section> sections;
};

// "LEVEL:debug|info" -> value LEVEL with two choices; as command lines declare them.
void SetValue(FlagHelp& flag, std::string_view declared);

// At most 100 columns.
std::string HelpText(const ProgramHelp& program, const CommandHelp& command);

// Troff, for section 1.
std::string ManPage(const ProgramHelp& program);

}  // namespace pto
