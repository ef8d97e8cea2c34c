// Names of files that a file of ours holds: input like any other, since directories are passed around. Pure.
#pragma once

#include <string>
#include <string_view>

namespace pto {

// Empty for the name of something below the directory: relative, without "." and "..", at most 4096 bytes. Otherwise
// what is wrong with it, to be put after the name: "leads out of the directory". The text alone decides; what a link
// may mean is said in own_places.h.
std::string_view StoredPathProblem(std::string_view path);

// A name in quotes as a message can show it: bytes that would break the line become '?', and a long one is cut.
std::string QuotedPath(std::string_view path);

}  // namespace pto
