// Access to one JSON object of a sidecar, with errors that name the file, the field, what was found and expected.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"

namespace pto::gen {

// A true integer that fits int64: neither 1.0 nor true.
bool IsInteger(const Json& json);

class SidecarFields {
  public:
    // `path` is where the object stands ("params[2]"), empty for the whole file; `what` is what is expected there.
    // `file` and `json` must outlive it.
    SidecarFields(const std::string& file, std::string path, const Json& json, const std::string& what = "an object");

    const Json* Find(const std::string& key) const;
    const Json& Require(const std::string& key, const std::string& expected) const;
    std::string Name(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

    // An integer >= 0, or `fallback` when the key is absent.
    int64_t Count(const std::string& key, int64_t fallback) const;
    // The value of `json`, which stands at `field`: a number of things or of one of them.
    int64_t Index(const std::string& field, const Json& json) const;
    // An integer of `least` to `most`.
    int64_t Integer(const std::string& field, const Json& json, int64_t least, int64_t most,
                    const std::string& expected) const;
    std::string String(const std::string& key, const std::string& expected) const;
    // A string that is not empty.
    std::string Word(const std::string& key, const std::string& expected) const;
    // A string that is one of `members`.
    std::string Member(const std::string& key, const std::vector<std::string>& members,
                       const std::string& expected) const;

    // `found` null: the field is missing. `hint` goes before the remedy, which is to compile again.
    [[noreturn]] void Fail(const std::string& field, const Json* found, const std::string& expected,
                           const std::string& hint = {}) const;
    // A word that is none of those expected: shown without saying that it is a string.
    [[noreturn]] void FailWord(const std::string& field, const Json& found, const std::string& expected,
                               const std::string& hint = {}) const;
    // The same for what is no single value: "field is TEXT".
    [[noreturn]] void FailText(const std::string& text, const std::string& hint = {}) const;

    const std::string& file() const { return file_; }
    const Json& json() const { return json_; }

  private:
    const std::string& file_;
    std::string path_;
    const Json& json_;
};

// A value as messages show it, on one line and with its type where that is not to be seen: "the string '2'", "the float
// 1.0", "1e+30, which is out of range".
std::string ShownJson(const Json& json);

}  // namespace pto::gen
