#include "generator/python/python_value.h"

#include <algorithm>
#include <utility>

namespace pto::gen {

Value MakeString(std::string text, Position position) {
    Value value{ValueKind::kString, position};
    value.text = std::move(text);
    return value;
}

Value MakeInteger(int64_t number, Position position) {
    return {ValueKind::kInteger, position, number};
}

Value MakeBool(bool value, Position position) {
    return {ValueKind::kBool, position, value ? 1 : 0};
}

Value MakeContainer(ValueKind kind, std::vector<Value> items, Position position) {
    Value value{kind, position};
    for (const Value& item : items) value.depth = std::max(value.depth, item.depth + 1);
    value.items = std::make_shared<const std::vector<Value>>(std::move(items));
    return value;
}

bool IsSequence(const Value& value) {
    return value.kind == ValueKind::kList || value.kind == ValueKind::kTuple;
}

const std::vector<Value>& Items(const Value& value) {
    static const std::vector<Value> kNothing;
    return value.items ? *value.items : kNothing;
}

const Value* FindKey(const Value& value, std::string_view key) {
    if (value.kind != ValueKind::kDict) return nullptr;
    const std::vector<Value>& items = Items(value);
    for (size_t i = items.size(); i >= 2; i -= 2) {
        const Value& candidate = items[i - 2];
        if (candidate.kind == ValueKind::kString && candidate.text == key) return &items[i - 1];
    }
    return nullptr;
}

std::vector<std::string> StringKeys(const Value& value) {
    std::vector<std::string> keys;
    if (value.kind != ValueKind::kDict) return keys;
    for (size_t i = 0; i < Items(value).size(); i += 2) {
        if (Items(value)[i].kind == ValueKind::kString) keys.push_back(Items(value)[i].text);
    }
    return keys;
}

bool Truthy(const Value& value) {
    switch (value.kind) {
        case ValueKind::kNone:
            return false;
        case ValueKind::kBool:
        case ValueKind::kInteger:
            return value.number != 0;
        case ValueKind::kString:
            return !value.text.empty();
        case ValueKind::kList:
        case ValueKind::kTuple:
        case ValueKind::kDict:
            return !Items(value).empty();
        case ValueKind::kFloat:
            return value.text.find_first_of("123456789") != std::string::npos;
        case ValueKind::kPath:
        case ValueKind::kSymbol:
            return true;
    }
    return true;
}

bool EqualScalars(const Value& a, const Value& b) {
    return a.kind == b.kind && a.number == b.number && a.text == b.text;
}

std::string Describe(const Value& value) {
    switch (value.kind) {
        case ValueKind::kNone:
            return "None";
        case ValueKind::kBool:
            return value.number != 0 ? "True" : "False";
        case ValueKind::kInteger:
            return "the number " + std::to_string(value.number);
        case ValueKind::kFloat:
            return "the number " + Printable(value.text);
        case ValueKind::kString:
            return "the string '" + Printable(value.text) + "'";
        case ValueKind::kPath:
            return "the path '" + Printable(value.text) + "'";
        case ValueKind::kList:
            return "a list";
        case ValueKind::kTuple:
            return "a tuple";
        case ValueKind::kDict:
            return "a dict";
        case ValueKind::kSymbol:
            return "the name '" + Printable(value.text) + "'";
    }
    return "a value";
}

}  // namespace pto::gen
