#include "base/shell_completion.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"

namespace pto {
namespace {

enum class Completes { kNothing, kFiles, kDirectories };

Completes ValueOf(const FlagHelp& flag) {
    if (flag.value.starts_with("FILE")) return Completes::kFiles;
    return flag.value.starts_with("DIR") ? Completes::kDirectories : Completes::kNothing;
}

// "pto-ninja" -> "_pto_ninja".
std::string FunctionName(const ProgramHelp& program) {
    std::string name = "_" + program.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

std::string FlagNames(const CommandHelp& command) {
    std::vector<std::string> names;
    for (const FlagHelp& flag : command.flags) names.push_back(flag.name);
    return Join(names, " ");
}

bool TakesFiles(const CommandHelp& command) {
    return command.arguments.find("FILE") != std::string::npos;
}

std::vector<std::string> CommandNames(const ProgramHelp& program) {
    std::vector<std::string> names;
    for (const CommandHelp& command : program.commands) {
        if (!command.name.empty()) names.push_back(command.name);
    }
    return names;
}

// One line for each way to complete a value: what the flags complete to, and which flags those are.
std::string BashValues(const ProgramHelp& program) {
    std::map<std::string, std::set<std::string>> flags;
    for (const CommandHelp& command : program.commands) {
        for (const FlagHelp& flag : command.flags) {
            if (flag.value.empty() || flag.value.starts_with("[")) continue;
            std::string words = "none";
            if (!flag.choices.empty()) {
                words = "words '" + Join(flag.choices, " ") + "'";
            } else if (ValueOf(flag) == Completes::kFiles) {
                words = "files";
            } else if (ValueOf(flag) == Completes::kDirectories) {
                words = "directories";
            }
            flags[words].insert(flag.name);
        }
    }
    std::string text;
    for (const auto& [words, names] : flags) {
        text += "        " + Join({names.begin(), names.end()}, "|") + ") " + FunctionName(program) + "_reply " +
                words + "; return ;;\n";
    }
    return text;
}

std::string BashFlags(const ProgramHelp& program) {
    std::string text;
    for (const CommandHelp& command : program.commands) {
        if (!command.name.empty()) text += "        " + command.name + ") flags='" + FlagNames(command) + "' ;;\n";
    }
    return text;
}

std::string BashFileCommands(const ProgramHelp& program) {
    std::vector<std::string> names;
    for (const CommandHelp& command : program.commands) {
        if (!command.name.empty() && TakesFiles(command)) names.push_back(command.name);
    }
    return names.empty() ? "" : "        " + Join(names, "|") + ") plain=files ;;\n";
}

// A text inside '...' of zsh, with what its completion system would read as marks made harmless.
std::string ZshText(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '\'') {
            result += "'\\''";
        } else if (c == '[' || c == ']' || c == ':' || c == '\\') {
            result += std::string("\\") + c;
        } else {
            result += c;
        }
    }
    return result;
}

std::string ZshValue(const FlagHelp& flag) {
    const bool optional = flag.value.starts_with("[");
    std::string text = (optional ? "::" : ":") + ZshText(flag.value) + ":";
    if (!flag.choices.empty()) return text + "(" + Join(flag.choices, " ") + ")";
    if (ValueOf(flag) == Completes::kFiles) return text + "_files";
    return text + (ValueOf(flag) == Completes::kDirectories ? "_files -/" : " ");
}

// The words of a call of _arguments, one a line.
std::string ZshArguments(const ProgramHelp& program, const CommandHelp& command, const std::string& indent) {
    std::string text;
    for (const FlagHelp& flag : command.flags) {
        // A flag may come again.
        text += indent + "'*" + flag.name + "[" + ZshText(flag.help) + "]" +
                (flag.value.empty() ? "" : ZshValue(flag)) + "' \\\n";
    }
    if (!program.words.empty()) {
        text += indent + "'1:directory:_files -/' \\\n" + indent + "'2:command:(" + Join(program.words, " ") + ")'\n";
    } else if (TakesFiles(command)) {
        text += indent + "'1:directory:_files -/' \\\n" + indent + "'*:file:_files'\n";
    } else {
        text += indent + "'*:directory:_files -/'\n";
    }
    return text;
}

}  // namespace

std::string BashCompletion(const ProgramHelp& program) {
    const std::string function = FunctionName(program);
    std::vector<std::string> words = CommandNames(program);
    words.insert(words.end(), program.words.begin(), program.words.end());
    // Commands come first, other words after a directory as well.
    const std::string where = program.words.empty() ? "[[ $COMP_CWORD == 1 ]] && " : "";
    return "# bash completion for " + program.name + "\n" + function +
           "_reply() {\n"
           "    case $1 in\n"
           "        words) mapfile -t COMPREPLY < <(compgen -W \"$2\" -- \"$cur\") ;;\n"
           "        files) compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
           "        directories) compopt -o filenames 2> /dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$cur\") "
           ";;\n"
           "        none) COMPREPLY=() ;;\n"
           "    esac\n"
           "}\n\n" +
           function +
           "() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} plain=directories flags\n"
           "    # --flag=value comes as three words\n"
           "    [[ $cur == = ]] && cur=\n"
           "    [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
           "    case $prev in\n" +
           BashValues(program) +
           "    esac\n"
           "    case ${COMP_WORDS[1]} in\n" +
           BashFlags(program) + "        *) flags='" + FlagNames(program.commands.front()) +
           "' ;;\n"
           "    esac\n"
           "    if [[ $cur == -* ]]; then\n"
           "        " +
           function +
           "_reply words \"$flags\"\n"
           "        return\n"
           "    fi\n" +
           (BashFileCommands(program).empty()
                ? ""
                : "    case ${COMP_WORDS[1]} in\n" + BashFileCommands(program) + "    esac\n") +
           "    " + function + "_reply $plain\n" + "    " + where + "COMPREPLY+=($(compgen -W '" + Join(words, " ") +
           "' -- \"$cur\"))\n"
           "    return 0\n"
           "}\n\n"
           "complete -F " +
           function + " " + program.name + "\n";
}

std::string ZshCompletion(const ProgramHelp& program) {
    const std::string function = FunctionName(program);
    std::string text = "#compdef " + program.name + "\n\n" + function + "() {\n";
    if (program.commands.size() > 1) {
        text += "    local -a commands=(\n";
        for (const CommandHelp& command : program.commands) {
            if (!command.name.empty()) text += "        '" + command.name + ":" + ZshText(command.help) + "'\n";
        }
        text +=
            "    )\n"
            "    (( CURRENT == 2 )) && _describe -t commands command commands\n"
            "    case ${words[2]} in\n";
        for (const CommandHelp& command : program.commands) {
            if (command.name.empty()) continue;
            text += "        " + command.name +
                    ")\n"
                    "            if (( CURRENT > 2 )); then\n"
                    "                shift words\n"
                    "                (( CURRENT-- ))\n"
                    "                _arguments \\\n" +
                    ZshArguments(program, command, "                    ") +
                    "                return\n"
                    "            fi ;;\n";
        }
        text += "    esac\n";
    }
    text += "    _arguments \\\n" + ZshArguments(program, program.commands.front(), "        ");
    return text + "}\n\n" + function + " \"$@\"\n";
}

}  // namespace pto
