// Whether a directory has hooks of the user's.
#pragma once

#include <string>
#include <string_view>

#include "generator/config/folder.h"

namespace pto::gen {

// Inputs and a comparison of the user's own; relative to the compiled directory.
inline constexpr char kHooksFile[] = "debug/replay_hooks.cpp";

// Anything in a C++ source besides comments and preprocessor lines. Pure.
bool HasCode(std::string_view source);

// The file as generated has none.
bool HasHooks(const Folder& folder);

}  // namespace pto::gen
