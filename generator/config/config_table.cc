#include "generator/config/config_table.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "base/text.h"

namespace pto::gen {
namespace {

constexpr size_t kLongestSuggestedWord = 64;
constexpr int64_t kLargestCount = INT32_MAX;  // what the runtime's C++ can be told

std::string Upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

bool Has(const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string NumberText(const Value& value) {
    return value.kind == ValueKind::kFloat ? value.text : std::to_string(value.number);
}

// Whole numbers of more than 64 bits, which JSON may have, are floats here.
bool IsOutOfRange(const Value& value) {
    if (value.kind == ValueKind::kInteger) return value.number > kLargestCount;
    return value.kind == ValueKind::kFloat && std::strtod(value.text.c_str(), nullptr) >= 0x1p63;
}

// The values in question are strings and numbers: shown shorter than Describe does.
std::string ShortText(const Value& value) {
    if (value.kind == ValueKind::kInteger) return std::to_string(value.number);
    return Describe(value);
}

}  // namespace

std::string Suggestion(const std::string& word, const std::vector<std::string>& candidates) {
    if (word.size() > kLongestSuggestedWord) return {};
    for (const std::string& candidate : candidates) {
        if (Upper(word) == Upper(candidate)) return "did you mean '" + candidate + "'?";
    }
    return DidYouMean(word, candidates);
}

ConfigTable::ConfigTable(const PythonSource& source, std::string label, const Value& value)
    : source_(source), label_(std::move(label)), value_(value) {
    if (value.kind == ValueKind::kDict) return;
    source.Fail(value.position, label_ + " is " + ShortText(value) + ", expected a dict");
}

void ConfigTable::Fail(Position position, const std::string& what, const std::string& remedy) const {
    source_.Fail(position, label_ + what, remedy);
}

void ConfigTable::FailValue(const std::string& key, const Value& value, const std::string& expected,
                            const std::string& remedy) const {
    Fail(value.position, ": '" + key + "' is " + ShortText(value) + ", expected " + expected, OrRenew(remedy));
}

std::string ConfigTable::OrRenew(const std::string& hint) const {
    return hint.empty() || source_.otherwise().empty() ? hint : hint + " otherwise " + source_.otherwise();
}

const Value* ConfigTable::Find(const std::string& key) const {
    const Value* value = FindKey(value_, key);
    return value != nullptr && value->kind != ValueKind::kNone ? value : nullptr;
}

const Value& ConfigTable::Require(const std::string& key, const std::vector<std::string>& known) const {
    if (const Value* value = Find(key)) return *value;
    for (const std::string& present : StringKeys(value_)) {
        if (!Has(known, present) && !Suggestion(present, {key}).empty()) {
            Fail(position(), " has no '" + key + "'",
                 "did you mean '" + key + "' where it says " + Quoted(present) + "?");
        }
    }
    Fail(position(), " has no '" + key + "'",
         "add it" + (source_.otherwise().empty() ? "" : ", or " + source_.otherwise()));
}

std::string ConfigTable::String(const std::string& key, const Value& value) const {
    if (value.kind != ValueKind::kString) FailValue(key, value, "a string");
    return value.text;
}

std::string ConfigTable::Path(const std::string& key, const Value& value) const {
    if (value.kind != ValueKind::kPath && value.kind != ValueKind::kString) FailValue(key, value, "a path or a string");
    if (value.text.empty() || value.text.find('\0') != std::string::npos) FailValue(key, value, "the path of a file");
    return value.text;
}

int64_t ConfigTable::Count(const std::string& key, const Value& value) const {
    if (IsOutOfRange(value)) {
        Fail(value.position, ": '" + key + "' is " + NumberText(value) + ", which is out of range, expected 0 or more");
    }
    if (value.kind != ValueKind::kInteger) FailValue(key, value, "an integer");
    if (value.number < 0) FailValue(key, value, "0 or more");
    return value.number;
}

bool ConfigTable::Bool(const std::string& key, const Value& value) const {
    if (value.kind != ValueKind::kBool) FailValue(key, value, "True or False");
    return value.number != 0;
}

const std::vector<Value>& ConfigTable::List(const std::string& key, const Value& value) const {
    if (!IsSequence(value)) FailValue(key, value, "a list");
    return Items(value);
}

std::vector<std::string> ConfigTable::Signature(const std::string& key) const {
    static const std::vector<std::string> kDirections = {"IN", "OUT", "INOUT", "SCALAR"};
    const Value* value = Find(key);
    std::vector<std::string> signature;
    if (value == nullptr) return signature;
    for (const Value& item : List(key, *value)) {
        const std::string place = key + "[" + std::to_string(signature.size()) + "]";
        const bool symbol = item.kind == ValueKind::kSymbol;
        if (!symbol && item.kind != ValueKind::kString) FailValue(place, item, "IN, OUT, INOUT or SCALAR");
        const std::string word = symbol ? item.text.substr(item.text.rfind('.') + 1) : item.text;
        const std::string direction = symbol ? word : Upper(word);
        if (!Has(kDirections, direction)) {
            Fail(item.position, ": '" + place + "' is '" + Printable(word) + "', expected IN, OUT, INOUT or SCALAR",
                 OrRenew(Suggestion(word, kDirections)));
        }
        signature.push_back(direction);
    }
    return signature;
}

void ConfigTable::NoteUnknownKeys(const std::vector<std::string>& known, const std::string& file,
                                  std::vector<Note>* notes) const {
    const std::vector<Value>& items = Items(value_);
    for (size_t i = 0; i < items.size(); i += 2) {
        if (items[i].kind == ValueKind::kString && Has(known, items[i].text)) continue;
        const std::string key = items[i].kind == ValueKind::kString ? Quoted(items[i].text) : Describe(items[i]);
        const std::string hint = items[i].kind == ValueKind::kString ? Suggestion(items[i].text, known) : "";
        notes->push_back({file, items[i].position.line,
                          label_ + ": unknown key " + key + " is ignored" + (hint.empty() ? "" : "; " + hint)});
    }
}

}  // namespace pto::gen
