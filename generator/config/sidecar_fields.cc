#include "generator/config/sidecar_fields.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "generator/config/config_table.h"
#include "generator/config/pure_path.h"
#include "generator/config/remedy.h"

namespace pto::gen {

bool IsInteger(const Json& json) {
    return json.is_number_integer() &&
           !(json.is_number_unsigned() && json.get<uint64_t>() > static_cast<uint64_t>(INT64_MAX));
}

std::string ShownJson(const Json& json) {
    return json.is_string() ? Quoted(json.get<std::string>()) : DescribeJson(json);
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
    if (!IsInteger(*value) || value->get<int64_t>() < 0) Fail(Name(key), value, "an integer of 0 or more");
    return value->get<int64_t>();
}

std::string SidecarFields::String(const std::string& key, const std::string& expected) const {
    const Json& value = Require(key, expected);
    if (!value.is_string()) Fail(Name(key), &value, expected);
    return value.get<std::string>();
}

std::string SidecarFields::Member(const std::string& key, const std::vector<std::string>& members,
                                  const std::string& expected) const {
    const std::string word = String(key, expected);
    if (std::find(members.begin(), members.end(), word) != members.end()) return word;
    Fail(Name(key), Find(key), expected, Suggestion(word, members));
}

void SidecarFields::Fail(const std::string& field, const Json* found, const std::string& expected,
                         const std::string& hint) const {
    FailText(field + " is " + (found == nullptr ? "missing" : ShownJson(*found)) + ", expected " + expected, hint);
}

void SidecarFields::FailText(const std::string& text, const std::string& hint) const {
    ThrowInput(file_, text, hint.empty() ? std::string(kRecompile) : hint + " otherwise " + kRecompile);
}

}  // namespace pto::gen
