// Reading and writing JSON files with errors that name the file and the field. nlohmann's exceptions stop here.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/file_system.h"

// Instantiated once, in json.cc.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace pto {

using Json = nlohmann::ordered_json;

// Parses a whole file; throws an input Error "path:line:col: malformed JSON: ..." with `remedy`.
Json LoadJson(const FileSystem& files, const std::string& path, const std::string& remedy);
Json ParseJson(std::string_view text, const std::string& path, const std::string& remedy);

// Two-space indent and a last newline; keys stay in insertion order. Non-finite numbers become null.
std::string JsonText(const Json& json);

// "an object", "a string", "true", "3": how a value is named in messages.
std::string DescribeJson(const Json& json);

}  // namespace pto
