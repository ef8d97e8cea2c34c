#include "base/shell_words.h"

#include <cstddef>

#include "base/error.h"

namespace pto {
namespace {

constexpr std::string_view kBetweenWords = " \t\r\n";

// Appends one piece of a word (quoted or plain) that starts at `at`; returns where it ends. `text.size() + 1` says that
// the quote is not closed.
size_t TakePiece(std::string_view text, size_t at, std::string& word) {
    if (text[at] == '\'') {
        const size_t end = text.find('\'', at + 1);
        if (end == std::string_view::npos) return text.size() + 1;
        word += text.substr(at + 1, end - at - 1);
        return end + 1;
    }
    if (text[at] == '\\') {
        if (at + 1 < text.size()) word += text[at + 1];
        return at + 2;
    }
    if (text[at] != '"') {
        word += text[at];
        return at + 1;
    }
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        // Inside double quotes a backslash protects only what would mean something there.
        const bool escaped = text[at] == '\\' && at + 1 < text.size() &&
                             std::string_view("\"\\$`").find(text[at + 1]) != std::string_view::npos;
        word += text[escaped ? ++at : at];
    }
    return at + 1;
}

}  // namespace

std::vector<std::string> SplitShellWords(std::string_view text, const std::string& origin) {
    std::vector<std::string> words;
    size_t at = text.find_first_not_of(kBetweenWords);
    while (at < text.size()) {
        std::string word;
        while (at < text.size() && kBetweenWords.find(text[at]) == std::string_view::npos)
            at = TakePiece(text, at, word);
        if (at > text.size()) {
            throw Error(ErrorKind::kUsage, origin + ": a quote is not closed in: " + std::string(text));
        }
        words.push_back(std::move(word));
        at = text.find_first_not_of(kBetweenWords, at);
    }
    return words;
}

}  // namespace pto
