// Values that the accepted subset of Python can compute.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "generator/python/python_source.h"

namespace pto::gen {

enum class ValueKind { kNone, kBool, kInteger, kFloat, kString, kPath, kList, kTuple, kDict, kSymbol };

struct Value {
    ValueKind kind = ValueKind::kNone;
    Position position;   // of the expression it came from; line 0 when it came from JSON
    int64_t number = 0;  // kBool, kInteger
    std::string text;    // kFloat: as written; kString; kPath: normal form; kSymbol: dotted origin, "os.environ"
    std::shared_ptr<const std::vector<Value>> items;  // kList, kTuple; kDict: key, value, key, value, ...
    int depth = 0;                                    // levels of items below
};

// Containers nested deeper than this are refused, so that no walk over a value can exhaust the stack.
inline constexpr int kDeepestValue = 100;

Value MakeString(std::string text, Position position);
Value MakeInteger(int64_t number, Position position);
Value MakeBool(bool value, Position position);
// `items` alternate between key and value for kDict.
Value MakeContainer(ValueKind kind, std::vector<Value> items, Position position);

bool IsSequence(const Value& value);
const std::vector<Value>& Items(const Value& value);  // empty for a value without items

// Value of the last entry with this key; null when there is none or `value` is no dict.
const Value* FindKey(const Value& value, std::string_view key);
// The string keys, in order.
std::vector<std::string> StringKeys(const Value& value);

bool Truthy(const Value& value);
// Python's == for values without items, but True is not 1.
bool EqualScalars(const Value& a, const Value& b);

// "the string 'x'", "the number 3", "a list", "None": how a value is named in messages.
std::string Describe(const Value& value);

}  // namespace pto::gen
