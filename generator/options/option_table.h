// The flags of a generation, each a row: how it is called, where its value goes, what help says, whether a regeneration
// gives it again. The command line, the record in .pto-ninja/options and what becomes of both together are made from
// these rows. Pure.
#pragma once

#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "generator/options/options.h"

namespace pto::gen {

struct OptionRow {
    using Text = std::string GenerateOptions::*;
    using Texts = std::vector<std::string> GenerateOptions::*;
    struct Root {
        RootOption GenerateOptions::*root;
        std::string RootOption::*text;
    };
    // What the flag makes of a member.
    struct Switch {
        bool GenerateOptions::*member;
        bool value;
    };
    struct Choice {
        std::optional<bool> GenerateOptions::*member;
        bool value;
    };

    const char* flag;
    std::variant<Text, Texts, Root, Switch, Choice> field;
    const char* help = "";      // empty: not for people; build.ninja passes it on
    std::string value = {};     // how help calls it: "FILE", or "NAME:a|b" where it is one of a few
    bool recorded = true;       // false: concerns one generation only
    const char* excludes = "";  // a flag for the same thing: it gives way to a later one of this, and the reverse
};

std::span<const OptionRow> OptionRows();

// The flags that give the recorded options of `options` again, for the regeneration command.
std::vector<std::string> FlagsOf(const GenerateOptions& options);

// `recorded` with the values of those rows of `given` that are named in `flags`: the later one wins.
GenerateOptions Merge(GenerateOptions recorded, const GenerateOptions& given, const std::set<std::string>& flags);

}  // namespace pto::gen
