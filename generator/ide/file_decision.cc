#include "generator/ide/file_decision.h"

#include <algorithm>
#include <map>

#include "base/hash.h"
#include "base/text.h"
#include "generator/ide/jsonc.h"

namespace pto::gen {
namespace {

constexpr char kBanner[] = "# Written by 'pto-ninja ide', which replaces it until somebody edits it; digest ";
constexpr char kIndent[] = "  ";

struct TextEdit {
    size_t at;
    size_t length;
    std::string text;
};

std::string WithBanner(const std::string& body) {
    return kBanner + ContentHash(body).substr(0, 16) + "\n" + body;
}

bool IsOursUnedited(const std::string& text) {
    if (!text.starts_with(kBanner)) return false;
    return text == WithBanner(text.substr(std::min(text.find('\n'), text.size() - 1) + 1));
}

// What an item of a list is told by.
std::string NameOf(const Json& item) {
    for (const char* key : {"label", "name", "id"}) {
        if (item.is_object() && item.contains(key) && item[key].is_string()) return item[key].get<std::string>();
    }
    return {};
}

std::string Indented(const Json& value, int depth) {
    std::string text = JsonText(value);
    text.pop_back();
    std::string indent;
    for (int i = 0; i < depth; ++i) indent += kIndent;
    std::string result;
    for (const char c : text) {
        result += c;
        if (c == '\n') result += indent;
    }
    return result;
}

// Puts `added` behind the last child: a comma right after that, the new lines before the closing mark, so that a
// comment after the child stays where it is.
void Append(const JsoncNode& node, std::string_view text, const std::vector<std::string>& added, int depth,
            std::vector<TextEdit>& edits) {
    if (added.empty()) return;
    std::string indent = "\n";
    for (int i = 0; i < depth; ++i) indent += kIndent;
    if (!node.children.empty() && !node.comma_at_end) edits.push_back({node.children.back().end, 0, ","});
    const size_t closing = node.end - 1;
    const size_t last = text.find_last_not_of(" \t\r\n", closing - 1);
    std::string lines;
    for (const std::string& item : added) lines += (lines.empty() ? "" : ",") + indent + item;
    if (text.substr(last, closing - last).find('\n') == std::string_view::npos) {
        lines += indent.substr(0, indent.size() - (sizeof kIndent - 1));
    }
    edits.push_back({last + 1, 0, lines});
}

void MergeList(const JsoncNode& list, std::string_view text, const Json& ours, std::vector<TextEdit>& edits) {
    std::map<std::string, const JsoncNode*> known;
    for (const JsoncNode& child : list.children) known[NameOf(JsoncValue(child, text))] = &child;
    std::vector<std::string> added;
    for (const Json& item : ours) {
        const auto found = known.find(NameOf(item));
        if (found == known.end()) {
            added.push_back(Indented(item, 2));
        } else if (JsoncValue(*found->second, text) != item) {
            edits.push_back({found->second->begin, found->second->end - found->second->begin, Indented(item, 2)});
        }
    }
    Append(list, text, added, 2, edits);
}

// Says why the two do not go together; empty when they do.
std::string MergeMembers(const JsoncNode& root, std::string_view text, const Json& ours, std::vector<TextEdit>& edits) {
    std::vector<std::string> added;
    for (const auto& [key, value] : ours.items()) {
        const JsoncNode* member = root.Find(key);
        if (member == nullptr) {
            added.push_back("\"" + key + "\": " + Indented(value, 1));
        } else if (value.is_array()) {
            if (member->kind != JsoncNode::Kind::kArray) return "'" + key + "' is not a list";
            MergeList(*member, text, value, edits);
        } else if (JsoncValue(*member, text) != value) {
            return "'" + key + "' is " + DescribeJson(JsoncValue(*member, text)) + ", expected " + DescribeJson(value);
        }
    }
    Append(root, text, added, 1, edits);
    return {};
}

std::string Applied(std::string text, std::vector<TextEdit> edits) {
    std::stable_sort(edits.begin(), edits.end(), [](const TextEdit& a, const TextEdit& b) { return a.at < b.at; });
    for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) text.replace(edit->at, edit->length, edit->text);
    return text;
}

}  // namespace

std::string DecisionText(const FileDecision& decision) {
    switch (decision.action) {
        case FileAction::kWritten:
            return "written";
        case FileAction::kMerged:
            return "merged into what was there";
        case FileAction::kUpToDate:
            return "up to date";
        case FileAction::kLeft:
            break;
    }
    return "left as it is: " + decision.why;
}

FileDecision DecideOwned(const std::optional<std::string>& existing, const std::string& body) {
    const std::string text = WithBanner(body);
    if (!existing) return {FileAction::kWritten, text, {}};
    if (*existing == text) return {FileAction::kUpToDate, {}, {}};
    if (IsOursUnedited(*existing)) return {FileAction::kWritten, text, {}};
    const bool edited = existing->starts_with(kBanner);
    return {FileAction::kLeft, {}, edited ? "it was edited; remove it to get ours" : "it is not ours"};
}

FileDecision DecideMerged(const std::optional<std::string>& existing, const Json& ours) {
    const bool empty = !existing || Trim(*existing).empty() || *existing == kByteOrderMark;
    if (empty) return {FileAction::kWritten, JsonText(ours), {}};
    const std::optional<JsoncNode> root = ParseJsonc(*existing);
    if (!root) return {FileAction::kLeft, {}, "it is not JSON"};
    if (root->kind != JsoncNode::Kind::kObject) return {FileAction::kLeft, {}, "it is not a JSON object"};
    std::vector<TextEdit> edits;
    const std::string problem = MergeMembers(*root, *existing, ours, edits);
    if (!problem.empty()) return {FileAction::kLeft, {}, problem};
    if (edits.empty()) return {FileAction::kUpToDate, {}, {}};
    return {FileAction::kMerged, Applied(*existing, std::move(edits)), {}};
}

}  // namespace pto::gen
