#include "tests/support/translator/names.h"

#include <algorithm>
#include <cctype>

#include "upstream/names.h"

namespace pto::test {
namespace {

bool IsNamePart(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool StandsAt(std::string_view text, size_t at, std::string_view word) {
    if (text.compare(at, word.size(), word) != 0) return false;
    const size_t end = at + word.size();
    return (at == 0 || !IsNamePart(text[at - 1])) && (end == text.size() || !IsNamePart(text[end]));
}

bool Ended(const NameRow& row, const PyptoGeneration& generation) {
    return !row.until.date.empty() && row.until.date <= generation.since;
}

}  // namespace

Renames RenamesOf(const PyptoGeneration& generation) {
    Renames renames;
    for (const NameRow& row : UpstreamNames()) {
        const NameRow* written = &row;
        while (Ended(*written, generation) && !written->replaced_by.empty()) {
            written = FindUpstreamName(written->replaced_by);
        }
        if (written != &row) renames.emplace_back(row.name, written->name);
    }
    return renames;
}

std::vector<std::string> NamesThatEnded(const PyptoGeneration& generation) {
    std::vector<std::string> names;
    for (const NameRow& row : UpstreamNames()) {
        if (Ended(row, generation) && row.replaced_by.empty()) names.emplace_back(row.name);
    }
    return names;
}

std::string DescriptorOf(const PyptoGeneration& generation) {
    return WithNames("ChipTensor", RenamesOf(generation));
}

std::string WithNames(std::string_view text, const Renames& renames) {
    std::string result;
    for (size_t at = 0; at < text.size();) {
        const auto found = std::find_if(renames.begin(), renames.end(),
                                        [&](const auto& rename) { return StandsAt(text, at, rename.first); });
        if (found == renames.end()) {
            result += text[at++];
        } else {
            result += found->second;
            at += found->first.size();
        }
    }
    return result;
}

bool HasWord(std::string_view text, std::string_view word) {
    for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        if (StandsAt(text, at, word)) return true;
    }
    return false;
}

}  // namespace pto::test
