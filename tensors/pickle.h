// The part of Python's pickle protocol 2 that torch.save uses for one tensor, read into plain values. Nothing named in
// a pickle is ever looked up or executed: a global is a name, a call a name with arguments.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pto {

struct PickleValue;
using PickleItems = std::shared_ptr<const std::vector<PickleValue>>;

struct PickleValue {
    enum class Kind { kNone, kBool, kInt, kFloat, kString, kTuple, kList, kDict, kGlobal, kCall, kPersistent };

    Kind kind = Kind::kNone;
    int64_t integer = 0;  // kInt; 0 or 1 for kBool
    double number = 0;    // kFloat
    std::string text;     // kString; kGlobal and kCall: "module.name"
    PickleItems items;    // kTuple, kList; kDict: keys and values in turn; kCall: arguments; kPersistent: one id
    int depth = 0;        // of nesting below; bounded

    bool Is(Kind other) const { return kind == other; }
    size_t size() const { return items ? items->size() : 0; }
    const PickleValue& operator[](size_t i) const { return (*items)[i]; }
};

// Throws an input Error "path: the pickle ..." for every opcode outside the subset, by name, and for malformed text.
PickleValue ReadPickle(std::string_view pickle, const std::string& path);

// "a tuple", "the integer 3", "torch.FloatStorage": for messages.
std::string DescribePickle(const PickleValue& value);

}  // namespace pto
