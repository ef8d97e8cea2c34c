// Strict access to the fields of a JSON file of ours: every mistake is one input Error that names the file, the field,
// what was found and what was expected.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace pto {

// One object inside a file, with the path that led to it: "entries[0].params[2]".
class JsonFields {
  public:
    // Throws unless `json` is an object. `remedy` ends every message.
    JsonFields(const Json& json, std::string file, std::string where, std::string remedy);

    bool Has(std::string_view key) const { return Find(key) != nullptr; }
    std::string String(std::string_view key) const;
    std::string StringOr(std::string_view key, std::string_view fallback) const;
    // Of something below the directory, see StoredPathProblem; empty when the field is not there.
    std::string PathInside(std::string_view key) const;
    int64_t Integer(std::string_view key) const;
    int64_t IntegerOr(std::string_view key, int64_t fallback) const;
    bool BoolOr(std::string_view key, bool fallback) const;
    std::vector<std::string> StringsOrNone(std::string_view key) const;
    std::vector<int64_t> Integers(std::string_view key) const;
    JsonFields Object(std::string_view key) const;
    std::vector<JsonFields> Objects(std::string_view key) const;
    // Keys and values of an object of strings, in file order; none when the key is absent.
    std::vector<std::pair<std::string, std::string>> StringMapOrNone(std::string_view key) const;
    bool IsNull(std::string_view key) const;

    // The error of a value that has the right JSON type and is still wrong.
    [[noreturn]] void Refuse(std::string_view key, std::string_view expected) const;
    // Throws unless the string is one of `allowed`.
    std::string OneOf(std::string_view key, const std::vector<std::string>& allowed) const;

  private:
    const Json* Find(std::string_view key) const;
    const Json& Require(std::string_view key, std::string_view expected) const;
    std::string Path(std::string_view key) const;
    [[noreturn]] void Wrong(const std::string& path, const Json& found, std::string_view expected) const;

    const Json* json_;  // outlives this
    std::string file_;
    std::string where_;
    std::string remedy_;
};

}  // namespace pto
