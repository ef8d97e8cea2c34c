#include "generator/baseline/selection.h"

#include <optional>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "contract/layout.h"
#include "generator/config/pure_path.h"

namespace pto::gen {
namespace {

std::vector<std::string> Matches(const std::vector<std::string>& kept, const std::string& path) {
    std::vector<std::string> matches;
    for (const std::string& candidate : kept) {
        if (path == "." || candidate == path || candidate.starts_with(path + "/")) matches.push_back(candidate);
    }
    return matches;
}

// The part below the directory; nothing when the word, as seen from the working directory, lies elsewhere. A source may
// be a link to another place and still be meant by its name here, so its folder is resolved before it is itself.
std::optional<std::string> BelowRoot(const std::string& root, const std::string& word) {
    const std::string real_root = CanonicalPath(root);
    const std::string by_folder =
        PathName(word) == ".." ? CanonicalPath(word) : JoinPath(CanonicalPath(ParentPath(word)), PathName(word));
    for (const std::string& path : {by_folder, CanonicalPath(word)}) {
        if (path == real_root) return ".";
        if (path.starts_with(real_root + "/")) return path.substr(real_root.size() + 1);
    }
    return std::nullopt;
}

// A name without its folder is the likelier slip than a misspelt one.
std::string Suggestion(const std::vector<std::string>& kept, const std::string& path) {
    for (const std::string& candidate : kept) {
        if (PathName(candidate) == PathName(path)) return "did you mean '" + candidate + "'?";
    }
    return DidYouMean(path, kept);
}

[[noreturn]] void ThrowUnknown(const std::string& root, const std::vector<std::string>& kept, const std::string& word,
                               const std::string& path) {
    const std::string suggestion = Suggestion(kept, path);
    throw Error(ErrorKind::kUsage, Place{word, 0, 0, {}},
                "is none of the sources that are kept for '" + ShownPath(root, "") + "'",
                suggestion.empty() ? "'tar -tf " + ShownPath(root, kBaselineFile) + "' lists them" : suggestion);
}

std::vector<std::string> Select(const FileSystem& files, const std::string& root, const std::vector<std::string>& kept,
                                const std::string& word) {
    const std::string path = NormalPath(word);
    // "." is where one stands, not the whole directory.
    if (!IsAbsolutePath(path) && path != ".") {
        const std::vector<std::string> matches = Matches(kept, path);
        if (!matches.empty()) return matches;
    }
    const std::optional<std::string> below = BelowRoot(root, path);
    const std::vector<std::string> matches = below ? Matches(kept, *below) : std::vector<std::string>();
    if (!matches.empty()) return matches;
    const bool elsewhere = IsAbsolutePath(path) || path.starts_with("..") || files.Stat(path).has_value();
    if (!below && elsewhere) {
        throw Error(ErrorKind::kUsage, Place{word, 0, 0, {}}, "lies outside of '" + ShownPath(root, "") + "'",
                    "give a file of that directory");
    }
    ThrowUnknown(root, kept, word, below.value_or(path));
}

}  // namespace

std::vector<std::string> SelectFiles(const FileSystem& files, const std::string& root,
                                     const std::vector<std::string>& kept, const std::vector<std::string>& words) {
    if (words.empty()) return kept;
    std::set<std::string> selected;
    for (const std::string& word : words) {
        const std::vector<std::string> matches = Select(files, root, kept, word);
        selected.insert(matches.begin(), matches.end());
    }
    return {selected.begin(), selected.end()};
}

}  // namespace pto::gen
