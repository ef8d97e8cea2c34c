#include "base/json_fields.h"

#include <limits>
#include <utility>

#include "base/error.h"
#include "base/stored_path.h"
#include "base/text.h"

namespace pto {
namespace {

// One of 2^63 or more would come out negative.
bool IsInteger(const Json& value) {
    constexpr auto kLargestNumber = static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
    return value.is_number_integer() && !(value.is_number_unsigned() && value.get<uint64_t>() > kLargestNumber);
}

}  // namespace

JsonFields::JsonFields(const Json& json, std::string file, std::string where, std::string remedy)
    : json_(&json), file_(std::move(file)), where_(std::move(where)), remedy_(std::move(remedy)) {
    if (!json.is_object()) Wrong(where_.empty() ? "the file" : "'" + where_ + "'", json, "an object");
}

const Json* JsonFields::Find(std::string_view key) const {
    const auto found = json_->find(key);
    return found == json_->end() ? nullptr : &*found;
}

std::string JsonFields::Path(std::string_view key) const {
    std::string path = "'" + where_;
    if (!where_.empty()) path += ".";
    path += key;
    return path + "'";
}

void JsonFields::Wrong(const std::string& path, const Json& found, std::string_view expected) const {
    ThrowInput(file_, path + " is " + DescribeJson(found) + ", expected " + std::string(expected), remedy_);
}

const Json& JsonFields::Require(std::string_view key, std::string_view expected) const {
    const Json* found = Find(key);
    if (found == nullptr) ThrowInput(file_, Path(key) + " is missing, expected " + std::string(expected), remedy_);
    return *found;
}

void JsonFields::Refuse(std::string_view key, std::string_view expected) const {
    Wrong(Path(key), Require(key, expected), expected);
}

std::string JsonFields::String(std::string_view key) const {
    const Json& value = Require(key, "a string");
    if (!value.is_string()) Wrong(Path(key), value, "a string");
    return value.get<std::string>();
}

std::string JsonFields::PathInside(std::string_view key) const {
    std::string path = StringOr(key, "");
    if (!path.empty() && !StoredPathProblem(path).empty()) Refuse(key, "a path inside of the directory");
    return path;
}

std::string JsonFields::StringOr(std::string_view key, std::string_view fallback) const {
    return Has(key) ? String(key) : std::string(fallback);
}

int64_t JsonFields::Integer(std::string_view key) const {
    const Json& value = Require(key, "an integer");
    if (!IsInteger(value)) Wrong(Path(key), value, "an integer");
    return value.get<int64_t>();
}

int64_t JsonFields::IntegerOr(std::string_view key, int64_t fallback) const {
    return Has(key) ? Integer(key) : fallback;
}

bool JsonFields::BoolOr(std::string_view key, bool fallback) const {
    if (!Has(key)) return fallback;
    if (!Find(key)->is_boolean()) Refuse(key, "true or false");
    return Find(key)->get<bool>();
}

std::vector<std::string> JsonFields::StringsOrNone(std::string_view key) const {
    std::vector<std::string> strings;
    if (!Has(key)) return strings;
    const Json& list = *Find(key);
    if (!list.is_array()) Wrong(Path(key), list, "a list of strings");
    for (const Json& value : list) {
        if (!value.is_string()) Wrong(Path(key), list, "a list of strings");
        strings.push_back(value.get<std::string>());
    }
    return strings;
}

std::vector<int64_t> JsonFields::Integers(std::string_view key) const {
    const Json& list = Require(key, "a list of integers");
    std::vector<int64_t> integers;
    if (!list.is_array()) Wrong(Path(key), list, "a list of integers");
    for (const Json& value : list) {
        if (!IsInteger(value)) Wrong(Path(key), value, "a list of integers");
        integers.push_back(value.get<int64_t>());
    }
    return integers;
}

JsonFields JsonFields::Object(std::string_view key) const {
    const std::string quoted = Path(key);
    return JsonFields(Require(key, "an object"), file_, quoted.substr(1, quoted.size() - 2), remedy_);
}

std::vector<JsonFields> JsonFields::Objects(std::string_view key) const {
    const Json& list = Require(key, "a list of objects");
    if (!list.is_array()) Wrong(Path(key), list, "a list of objects");
    const std::string quoted = Path(key);
    std::vector<JsonFields> objects;
    for (size_t i = 0; i < list.size(); ++i) {
        const std::string where = quoted.substr(1, quoted.size() - 2) + "[" + std::to_string(i) + "]";
        objects.emplace_back(list[i], file_, where, remedy_);
    }
    return objects;
}

std::vector<std::pair<std::string, std::string>> JsonFields::StringMapOrNone(std::string_view key) const {
    std::vector<std::pair<std::string, std::string>> pairs;
    if (!Has(key)) return pairs;
    const Json& object = *Find(key);
    if (!object.is_object()) Wrong(Path(key), object, "an object of strings");
    for (const auto& [name, value] : object.items()) {
        if (!value.is_string()) {
            const std::string quoted = Path(key);
            Wrong(quoted.substr(0, quoted.size() - 1) + "." + name + "'", value, "a string");
        }
        pairs.emplace_back(name, value.get<std::string>());
    }
    return pairs;
}

bool JsonFields::IsNull(std::string_view key) const {
    return Has(key) && Find(key)->is_null();
}

std::string JsonFields::OneOf(std::string_view key, const std::vector<std::string>& allowed) const {
    std::string value = String(key);
    for (const std::string& word : allowed) {
        if (word == value) return value;
    }
    Refuse(key, "one of " + QuotedList(allowed));
}

}  // namespace pto
