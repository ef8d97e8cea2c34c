// Precompiled headers. Most of a kernel's compile is its headers, and most kernels of a directory start with the same
// text: that start becomes a header of its own, which is compiled once. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pto::gen {

// The directives at the start of a kernel source up to its last #include, without blank lines and comments. Compiling
// this text first and then the whole source is the same as compiling the source, since every header has a guard and
// every #define is repeated word for word. Empty when the source does not include the tile instructions there, or when
// the start is more than directives.
std::string PrefixOf(std::string_view source);

// Names in quotes that `prefix` includes: looked for beside the source first, which its precompiled form cannot do.
std::vector<std::string> QuotedIncludes(std::string_view prefix);

// The prefix that most sources share, of two equally frequent ones the smaller; empty when fewer than `least` share
// one.
std::string CommonPrefix(const std::vector<std::string>& sources, size_t least);

}  // namespace pto::gen
