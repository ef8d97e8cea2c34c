#include "base/error.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/system_error.h"

namespace pto {
namespace {

std::string PlaceText(const Place& place) {
    std::string text = place.file;
    if (place.line > 0) text += ":" + std::to_string(place.line);
    if (place.line > 0 && place.column > 0) text += ":" + std::to_string(place.column);
    return text;
}

// Words of a file are quoted as they are, and a file may hold anything: what would break the line becomes '?'.
std::string WithoutControls(std::string text) {
    constexpr size_t kLongest = 4000;
    if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return (c < 0x20 && c != '\t') || c == 0x7f; }, '?');
    return text;
}

// Tabs stay tabs in the caret line, so that the caret stands under its column whatever the tab width is.
std::string CaretLine(const Place& place) {
    std::string line = "    ";
    for (int i = 0; i + 1 < place.column && i < static_cast<int>(place.source_line.size()); ++i) {
        line += place.source_line[static_cast<size_t>(i)] == '\t' ? '\t' : ' ';
    }
    return line + "^";
}

}  // namespace

Error::Error(ErrorKind kind, Place place, std::string what, std::string remedy)
    : kind_(kind), place_(std::move(place)), message_(std::move(what)), remedy_(std::move(remedy)) {
    const std::string where = PlaceText(place_);
    text_ = where.empty() ? message_ : where + ": " + message_;
    if (!remedy_.empty()) text_ += "; " + remedy_;
    if (!place_.source_line.empty()) text_ += "\n    " + place_.source_line + "\n" + CaretLine(place_);
}

Error::Error(ErrorKind kind, std::string what, std::string remedy)
    : Error(kind, Place{}, std::move(what), std::move(remedy)) {}

int ExitCode(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::kMismatch:
            return 1;
        case ErrorKind::kUsage:
        case ErrorKind::kInput:
            return 2;
        case ErrorKind::kToolchain:
            return 3;
    }
    return 3;
}

std::string_view ExitWord(int exit_code) {
    static constexpr std::string_view kWords[] = {"passed", "mismatch", "input", "infrastructure"};
    return exit_code >= 0 && exit_code <= 3 ? kWords[exit_code] : kWords[3];
}

void ThrowInput(const std::string& file, std::string what, std::string remedy) {
    throw Error(ErrorKind::kInput, Place{file, 0, 0, {}}, WithoutControls(std::move(what)), std::move(remedy));
}

void ThrowSystem(ErrorKind kind, const std::string& path, std::string_view action, int error_number,
                 std::string remedy) {
    if (kind == ErrorKind::kInput) kind = KindOf(error_number);
    std::string better = RemedyOf(error_number, path);
    throw Error(kind, Place{path, 0, 0, {}}, std::string(action) + ": " + std::strerror(error_number),
                better.empty() ? std::move(remedy) : std::move(better));
}

}  // namespace pto
