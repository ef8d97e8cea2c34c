// What is said about one directory among several says which.
#pragma once

#include <string>

namespace pto::gen {

// `text`, and before it the path of the directory unless it names that, or a path in it. Pure.
std::string NamedText(const std::string& directory, const std::string& text);

}  // namespace pto::gen
