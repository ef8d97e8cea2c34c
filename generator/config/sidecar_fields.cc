#include "generator/config/sidecar_fields.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "generator/config/config_table.h"
#include "generator/config/pure_path.h"
#include "generator/config/remedy.h"

namespace pto::gen {

namespace {

constexpr const char* kOutOfRange = ", which is out of range";

// A whole number that no field can hold. Python reads integers of any size, JSON here as a float what has more than 64
// bits.
bool IsOutOfRange(const Json& json) {
    if (json.is_number_integer()) return !IsInteger(json);
    return json.is_number_float() && std::abs(json.get<double>()) >= 0x1p63;
}

}  // namespace

bool IsInteger(const Json& json) {
    return json.is_number_integer() &&
           !(json.is_number_unsigned() && json.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX));
}

std::string ShownJson(const Json& json) {
    if (IsOutOfRange(json)) return json.dump() + kOutOfRange;
    if (json.is_string()) return "the string " + Quoted(json.get<std::string>());
    return json.is_number_float() ? "the float " + json.dump() : DescribeJson(json);
}

SidecarFields::SidecarFields(const std::string& file, std::string path, const Json& json, const std::string& what)
    : file_(file), path_(std::move(path)), json_(json) {
    if (!json.is_object()) Fail(path_.empty() ? "the file" : path_, &json, what);
}

const Json* SidecarFields::Find(const std::string& key) const {
    const auto found = json_.find(key);
    return found == json_.end() ? nullptr : &*found;
}

const Json& SidecarFields::Require(const std::string& key, const std::string& expected) const {
    const Json* value = Find(key);
    if (value == nullptr) Fail(Name(key), nullptr, expected);
    return *value;
}

int64_t SidecarFields::Count(const std::string& key, int64_t fallback) const {
    const Json* value = Find(key);
    if (value == nullptr) return fallback;
    return Index(Name(key), *value);
}

int64_t SidecarFields::Index(const std::string& field, const Json& json) const {
    return Integer(field, json, 0, INT32_MAX, "an integer of 0 or more");
}

int64_t SidecarFields::Integer(const std::string& field, const Json& json, int64_t least, int64_t most,
                               const std::string& expected) const {
    if (!IsInteger(json) || json.get<int64_t>() < least) Fail(field, &json, expected);
    if (json.get<int64_t>() > most) FailText(field + " is " + json.dump() + kOutOfRange + ", expected " + expected);
    return json.get<int64_t>();
}

std::string SidecarFields::String(const std::string& key, const std::string& expected) const {
    const Json& value = Require(key, expected);
    if (!value.is_string()) Fail(Name(key), &value, expected);
    return value.get<std::string>();
}

std::string SidecarFields::Word(const std::string& key, const std::string& expected) const {
    std::string word = String(key, expected);
    if (word.empty()) FailText(Name(key) + " is empty, expected " + expected);
    return word;
}

std::string SidecarFields::Member(const std::string& key, const std::vector<std::string>& members,
                                  const std::string& expected) const {
    const std::string word = String(key, expected);
    if (std::find(members.begin(), members.end(), word) != members.end()) return word;
    FailWord(Name(key), *Find(key), expected, Suggestion(word, members));
}

void SidecarFields::Fail(const std::string& field, const Json* found, const std::string& expected,
                         const std::string& hint) const {
    FailText(field + " is " + (found == nullptr ? "missing" : ShownJson(*found)) + ", expected " + expected, hint);
}

void SidecarFields::FailWord(const std::string& field, const Json& found, const std::string& expected,
                             const std::string& hint) const {
    FailText(field + " is " + Quoted(found.get<std::string>()) + ", expected " + expected, hint);
}

void SidecarFields::FailText(const std::string& text, const std::string& hint) const {
    ThrowInput(file_, text, hint.empty() ? std::string(kRecompile) : hint + " otherwise " + kRecompile);
}

}  // namespace pto::gen
