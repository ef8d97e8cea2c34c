#include "generator/steps/compiler_command.h"

#include <re2/re2.h>

#include <algorithm>

namespace pto::gen {
namespace {

constexpr char kShared[] = "-shared";

// Words that only a link has a use for.
bool IsLinkWord(const std::string& word) {
    return word == kShared || word.ends_with(".o") || word.starts_with("-Wl,") || word.starts_with("-l");
}

}  // namespace

bool Includes(const std::string& text, const std::string& header) {
    const RE2 pattern("(?m)^[ \\t]*#[ \\t]*include[ \\t]*[<\"](?:[^>\"\\n]*/)?" + RE2::QuoteMeta(header) + "[>\"]");
    return RE2::PartialMatch(text, pattern);
}

bool LinksSeparately(const CompileOptions& options) {
    const auto& command = options.command;
    return !options.launcher.empty() && std::find(command.begin(), command.end(), kShared) != command.end();
}

std::vector<std::string> CompilerCommandLine(const CompileOptions& options, const std::string& source_text,
                                             const std::vector<std::string>& first, const std::string& object_file,
                                             const std::string& depfile) {
    std::vector<std::string> words = options.launcher;
    for (const std::string& word : options.command) {
        if (!LinksSeparately(options) || !IsLinkWord(word)) words.push_back(word);
    }
    if (LinksSeparately(options)) words.emplace_back("-c");
    words.insert(words.end(), first.begin(), first.end());
    for (const std::string& header : options.include_if_missing) {
        if (!Includes(source_text, header)) words.insert(words.end(), {"-include", header});
    }
    words.insert(words.end(), {"-MD", "-MF", depfile, "-MT", options.object, "-o", object_file, options.source});
    return words;
}

std::vector<std::string> LinkCommandLine(const CompileOptions& options, const std::string& compiled_file,
                                         const std::string& object_file) {
    std::vector<std::string> words;
    for (const std::string& word : options.command) {
        if (!word.starts_with("-l")) words.push_back(word);
    }
    words.insert(words.end(), {"-o", object_file, compiled_file});
    for (const std::string& word : options.command) {
        if (word.starts_with("-l")) words.push_back(word);
    }
    return words;
}

}  // namespace pto::gen
