#include "generator/ide/jsonc.h"

namespace pto::gen {
namespace {

// Deeper than any settings file; a limit, because the parser calls itself.
constexpr int kDeepest = 100;

class JsoncParser {
  public:
    explicit JsoncParser(std::string_view text) : text_(text) {}

    std::optional<JsoncNode> Whole() {
        JsoncNode node;
        if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
        if (!Value(node, 0) || !SkipBlanks() || at_ != text_.size()) return std::nullopt;
        return node;
    }

  private:
    bool Value(JsoncNode& node, int depth) {
        if (depth > kDeepest || !SkipBlanks() || at_ == text_.size()) return false;
        node.begin = at_;
        const char first = text_[at_];
        if (first != '{' && first != '[') return Scalar(node);
        node.kind = first == '{' ? JsoncNode::Kind::kObject : JsoncNode::Kind::kArray;
        ++at_;
        if (!Children(node, first == '{' ? '}' : ']', depth)) return false;
        node.end = at_;
        return true;
    }

    bool Children(JsoncNode& node, char closing, int depth) {
        while (SkipBlanks()) {
            if (Take(closing)) return true;
            if (!node.children.empty() && !node.comma_at_end) return false;
            node.comma_at_end = false;
            JsoncNode& child = node.children.emplace_back();
            if (closing == '}' && !Key(child.key)) return false;
            if (!Value(child, depth + 1) || !SkipBlanks()) return false;
            node.comma_at_end = Take(',');
        }
        return false;
    }

    bool Key(std::string& key) {
        JsoncNode node;
        node.begin = at_;
        if (at_ == text_.size() || text_[at_] != '"' || !Scalar(node)) return false;
        key = JsoncValue(node, text_).get<std::string>();
        return SkipBlanks() && Take(':');
    }

    // A string, or what stands up to the next blank or mark; JSON's own parser judges it.
    bool Scalar(JsoncNode& node) {
        if (text_[at_] == '"') {
            for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
                if (text_[at_] == '\\') ++at_;
            }
            if (at_ >= text_.size()) return false;
            ++at_;
        } else {
            at_ = std::min(text_.find_first_of(" \t\r\n,:{}[]\"/", at_), text_.size());
        }
        node.end = at_;
        return !JsoncValue(node, text_).is_discarded();
    }

    // False for a comment that does not end.
    bool SkipBlanks() {
        while (at_ < text_.size()) {
            const std::string_view rest = text_.substr(at_);
            if (rest.starts_with("//")) {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (rest.starts_with("/*")) {
                const size_t end = text_.find("*/", at_ + 2);
                if (end == std::string_view::npos) return false;
                at_ = end + 2;
            } else if (rest.find_first_of(" \t\r\n") == 0) {
                ++at_;
            } else {
                return true;
            }
        }
        return true;
    }

    bool Take(char wanted) {
        if (at_ >= text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }

    std::string_view text_;
    size_t at_ = 0;
};

}  // namespace

const JsoncNode* JsoncNode::Find(std::string_view name) const {
    const JsoncNode* found = nullptr;
    for (const JsoncNode& child : children) {
        if (kind == Kind::kObject && child.key == name) found = &child;
    }
    return found;
}

std::optional<JsoncNode> ParseJsonc(std::string_view text) {
    return JsoncParser(text).Whole();
}

Json JsoncValue(const JsoncNode& node, std::string_view text) {
    if (node.kind == JsoncNode::Kind::kOther) {
        return Json::parse(text.substr(node.begin, node.end - node.begin), nullptr, false);
    }
    Json value = node.kind == JsoncNode::Kind::kObject ? Json::object() : Json::array();
    for (const JsoncNode& child : node.children) {
        if (value.is_object()) {
            value[child.key] = JsoncValue(child, text);
        } else {
            value.push_back(JsoncValue(child, text));
        }
    }
    return value;
}

}  // namespace pto::gen
