#include "base/program_help.h"

#include <algorithm>

#include "base/text.h"

namespace pto {
namespace {

constexpr size_t kColumns = 100;
constexpr size_t kHelpColumn = 28;

// `text` from column `column` on, the first line after `start`.
std::string Wrapped(std::string start, std::string_view text, size_t column) {
    std::string result;
    std::string line = std::move(start);
    line.resize(std::max(line.size(), column), ' ');
    bool empty = true;
    for (const std::string_view word : Split(text, ' ')) {
        const bool has_words = !empty || line.size() > column;
        if (has_words && line.size() + (empty ? 0 : 1) + word.size() > kColumns) {
            result += line + "\n";
            line = std::string(column, ' ');
            empty = true;
        }
        line += (empty ? "" : " ") + std::string(word);
        empty = false;
    }
    return result + line + "\n";
}

std::string FlagWords(const FlagHelp& flag) {
    return (flag.short_name.empty() ? "" : flag.short_name + ", ") + flag.name +
           (flag.value.empty() ? "" : " " + flag.value);
}

std::string WithChoices(const FlagHelp& flag) {
    return flag.choices.empty() ? flag.help : flag.help + " (" + Join(flag.choices, ", ") + ")";
}

std::string FlagLines(const FlagHelp& flag) {
    const std::string words = "  " + FlagWords(flag);
    return Wrapped(words.size() + 2 <= kHelpColumn ? words : words + "  ", WithChoices(flag), kHelpColumn);
}

// The groups in the order in which they appear first.
std::vector<std::string> GroupsOf(const CommandHelp& command) {
    std::vector<std::string> groups;
    for (const FlagHelp& flag : command.flags) {
        if (std::find(groups.begin(), groups.end(), flag.group) == groups.end()) groups.push_back(flag.group);
    }
    return groups;
}

// Text that troff takes as it is: no escapes, no requests, hyphens that can be copied.
std::string Roff(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const bool line_start = result.empty() || result.back() == '\n';
        if (line_start && (c == '.' || c == '\'')) result += "\\&";
        if (c == '\\') {
            result += "\\e";
        } else if (c == '-') {
            result += "\\-";
        } else {
            result += c;
        }
    }
    return result;
}

std::string RoffEntry(const std::string& term, const std::string& text) {
    return ".TP\n.B " + Roff(term) + "\n" + Roff(text) + "\n";
}

std::string RoffFlags(const CommandHelp& command) {
    std::string text;
    for (const std::string& group : GroupsOf(command)) {
        text += ".P\n.I " + Roff(group) + "\n";
        for (const FlagHelp& flag : command.flags) {
            if (flag.group == group) text += RoffEntry(FlagWords(flag), WithChoices(flag));
        }
    }
    return text;
}

std::string CallOf(const ProgramHelp& program, const CommandHelp& command) {
    return program.name + (command.name.empty() ? "" : " " + command.name);
}

std::string Upper(std::string text) {
    for (char& c : text) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return text;
}

}  // namespace

void SetValue(FlagHelp& flag, std::string_view declared) {
    const size_t colon = declared.find(':');
    flag.value = declared.substr(0, colon);
    flag.choices.clear();
    if (colon == std::string_view::npos) return;
    for (const std::string_view choice : Split(declared.substr(colon + 1), '|')) flag.choices.emplace_back(choice);
}

std::string HelpText(const ProgramHelp& program, const CommandHelp& command) {
    std::string text = Wrapped("Usage: " + CallOf(program, command) + " ", command.arguments + " [FLAGS]", 8) + "\n" +
                       Wrapped("", command.help, 0);
    for (const std::string& group : GroupsOf(command)) {
        text += "\n" + group + ":\n";
        for (const FlagHelp& flag : command.flags) {
            if (flag.group == group) text += FlagLines(flag);
        }
    }
    return text;
}

std::string ManPage(const ProgramHelp& program) {
    std::string text = ".TH " + Upper(program.name) + " 1 \"\" \"" + program.name + " " + program.version +
                       "\" \"User Commands\"\n.SH NAME\n" + Roff(program.name) + " \\- " + Roff(program.summary) +
                       "\n.SH SYNOPSIS\n";
    for (const CommandHelp& command : program.commands) {
        if (&command != &program.commands.front()) text += ".br\n";
        text += ".B " + Roff(CallOf(program, command)) + "\n" + Roff(command.arguments) + " [FLAGS]\n";
    }
    for (const CommandHelp& command : program.commands) {
        const std::string title = command.name.empty() ? "DESCRIPTION" : CallOf(program, command);
        text += (command.name.empty() ? ".SH " : ".SH \"") + Roff(title) + (command.name.empty() ? "\n" : "\"\n");
        text += Roff(command.help) + "\n" + RoffFlags(command);
    }
    for (const ProgramHelp::Section& section : program.sections) {
        text += ".SH " + Roff(section.title) + "\n";
        for (const auto& [term, help] : section.entries) {
            text += term.empty() ? Roff(help) + "\n" : RoffEntry(term, help);
        }
    }
    return text;
}

}  // namespace pto
