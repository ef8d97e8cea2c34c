#include "generator/python/python_source.h"

#include <utility>

#include "base/text.h"

namespace pto::gen {
namespace {

// Beyond this a source line is noise rather than help.
constexpr size_t kLongestShownLine = 400;
constexpr size_t kLongestShownWord = 200;

std::string WithUnixLineEnds(std::string_view text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) text.remove_prefix(kByteOrderMark.size());
    std::string result;
    result.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\r') {
            result += text[i];
        } else if (i + 1 == text.size() || text[i + 1] != '\n') {
            result += '\n';
        }
    }
    return result;
}

std::string WithoutControls(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte < 0x20 && c != '\t') || byte == 0x7f) c = '?';
    }
    return result;
}

}  // namespace

PythonSource::PythonSource(std::string file, std::string_view text, std::string otherwise)
    : file_(std::move(file)), text_(WithUnixLineEnds(text)), otherwise_(std::move(otherwise)) {}

Place PythonSource::PlaceAt(Position position) const {
    Place place{file_, position.line, position.column, {}};
    if (position.line == 0) return place;
    const std::string_view line = LineAt(text_, position.line);
    if (line.size() <= kLongestShownLine) place.source_line = WithoutControls(line);
    return place;
}

void PythonSource::Fail(Position position, std::string what, std::string remedy) const {
    if (remedy.empty()) remedy = "correct it" + (otherwise_.empty() ? "" : ", or " + otherwise_);
    throw Error(ErrorKind::kInput, PlaceAt(position), std::move(what), std::move(remedy));
}

void PythonSource::FailUnsupported(Position position, const std::string& construct) const {
    throw UnsupportedConstruct(ErrorKind::kInput, PlaceAt(position), "unsupported: " + construct,
                               "write the values out" + (otherwise_.empty() ? "" : ", or " + otherwise_));
}

std::string Printable(std::string_view text) {
    if (text.size() <= kLongestShownWord) return WithoutControls(text);
    return WithoutControls(text.substr(0, kLongestShownWord)) + "...";
}

std::string Quoted(std::string_view text) {
    std::string result(1, '\'');
    result.append(Printable(text));
    return result += '\'';
}

}  // namespace pto::gen
