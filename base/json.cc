#include "base/json.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace pto {
namespace {

// Far above what any of these files needs; what walks a value calls itself.
constexpr size_t kDeepest = 200;
constexpr uint64_t kLargest = uint64_t{1} << 30;  // bytes
constexpr size_t kLongestShown = 200;

// The first bracket that lies too deep; npos: there is none. In a text that is no JSON it may point anywhere.
size_t TooDeepAt(std::string_view text) {
    size_t depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') {
            quoted = !quoted;
        } else if (quoted) {
            if (c == '\\') ++i;
        } else if (c == '[' || c == '{') {
            if (++depth > kDeepest) return i;
        } else if ((c == ']' || c == '}') && depth > 0) {
            --depth;
        }
    }
    return std::string_view::npos;
}

// Control characters, which a message must not hold (one of them ends it), as JSON writes them.
std::string OnOneLine(const Json& string) {
    std::string text = string.get<std::string>();
    if (text.size() > kLongestShown) text = text.substr(0, kLongestShown) + "...";
    const bool plain = std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
    if (plain) return text;
    const std::string quoted = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    std::string shown;
    for (const char c : std::string_view(quoted).substr(1, quoted.size() - 2)) {
        if (c == 0x7f) {
            shown += "\\u007f";  // which JSON need not escape
        } else {
            shown += c;
        }
    }
    return shown;
}

}  // namespace

Json ParseJson(std::string_view text, const std::string& path, const std::string& remedy) {
    if (const size_t deep = TooDeepAt(text); deep != std::string_view::npos) {
        const LineColumn place = LineColumnAt(text, deep);
        throw Error(ErrorKind::kInput, Place{path, place.line, place.column, {}},
                    "malformed: nested deeper than " + std::to_string(kDeepest) + " levels", remedy);
    }
    try {
        return Json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        // `byte` counts from 1 and, at a premature end, points one past the text.
        const LineColumn place = LineColumnAt(text, error.byte > 0 ? error.byte - 1 : 0);
        const bool ended = error.byte > text.size();
        throw Error(ErrorKind::kInput, Place{path, place.line, place.column, {}},
                    ended ? "malformed: the JSON text ends too early" : "malformed: not valid JSON here", remedy);
    } catch (const nlohmann::json::out_of_range&) {
        throw Error(ErrorKind::kInput, Place{path, 0, 0, {}}, "malformed: holds a number that is out of range", remedy);
    }
}

Json LoadJson(const FileSystem& files, const std::string& path, const std::string& remedy) {
    const std::optional<FileInfo> info = files.Stat(path);
    if (info && info->size > kLargest) {
        ThrowInput(path, "has " + std::to_string(info->size) + " bytes, expected at most " + std::to_string(kLargest),
                   remedy);
    }
    return ParseJson(files.Read(path), path, remedy);
}

std::string JsonText(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string DescribeJson(const Json& json) {
    switch (json.type()) {
        case Json::value_t::object:
            return "an object";
        case Json::value_t::array:
            return "a list";
        case Json::value_t::string:
            return "the string '" + OnOneLine(json) + "'";
        default:
            return json.dump();
    }
}

}  // namespace pto

// Every other source declares it extern, which saves each of them the compile of the whole class.
template class nlohmann::basic_json<nlohmann::ordered_map>;
