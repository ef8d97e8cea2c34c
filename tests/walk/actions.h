// What a user, an editor, git or an accident does to a compiled directory between two builds.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "tests/walk/world.h"

namespace pto::walk {

// Everything random of it was drawn before: an action does the same in any walk that it stands in.
struct Action {
    int kind = 0;     // index into Kinds()
    int unit = 0;     // index into kUnits
    int value = 0;    // 1 to 3
    int seconds = 0;  // a file's time, from now
};

struct Kind {
    const char* name;
    void (*act)(World& world, const Action& action, const std::string& unit);
    // Afterwards nobody knows which .pto the bodies are up to date with: either answer of a build is right.
    bool forgets = false;
};

std::span<const Kind> Kinds();

std::string Describe(const Action& action);

}  // namespace pto::walk
