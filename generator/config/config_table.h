// Typed access to one dict of a kernel configuration, with errors that name the dict, the key and the place.
#pragma once

#include <string>
#include <vector>

#include "generator/config/model.h"
#include "generator/python/python_source.h"
#include "generator/python/python_value.h"

namespace pto::gen {

class ConfigTable {
  public:
    // `label` names the dict in messages: "KERNELS[3]". Fails when `value` is no dict. All arguments must outlive it.
    ConfigTable(const PythonSource& source, std::string label, const Value& value);

    const std::string& label() const { return label_; }
    Position position() const { return value_.position; }
    // Added to the label in later messages.
    void SetName(const std::string& name) { label_ += " (" + Printable(name) + ")"; }

    const Value* Find(const std::string& key) const;  // None counts as absent
    // Fails when the key is absent, with the unknown key that looks most like it.
    const Value& Require(const std::string& key, const std::vector<std::string>& known) const;

    std::string String(const std::string& key, const Value& value) const;
    // Path or string, not empty, without NUL.
    std::string Path(const std::string& key, const Value& value) const;
    int64_t Count(const std::string& key, const Value& value) const;  // >= 0
    bool Bool(const std::string& key, const Value& value) const;
    const std::vector<Value>& List(const std::string& key, const Value& value) const;
    // Argument directions: D.IN or "IN"; none when the key is absent.
    std::vector<std::string> Signature(const std::string& key) const;

    // A note for each key that is not in `known`.
    void NoteUnknownKeys(const std::vector<std::string>& known, const std::string& file,
                         std::vector<Note>* notes) const;

    // "LABEL: 'key' is ..., expected ...".
    [[noreturn]] void FailValue(const std::string& key, const Value& value, const std::string& expected,
                                const std::string& remedy = {}) const;
    [[noreturn]] void Fail(Position position, const std::string& what, const std::string& remedy = {}) const;

  private:
    // A hint and what else to do; empty without a hint.
    std::string OrRenew(const std::string& hint) const;

    const PythonSource& source_;
    std::string label_;
    const Value& value_;
};

// "did you mean 'x'?", also when only the case differs; empty for a word that looks like none of them.
std::string Suggestion(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace pto::gen
