// Where names of the table stand in a source, and sources that use them.
#include <map>

#include "upstream/names.h"

namespace pto {
namespace {

const std::map<std::string_view, size_t>& PlacesOfNames() {
    static const std::map<std::string_view, size_t> places = [] {
        std::map<std::string_view, size_t> found;
        for (size_t i = 0; i < UpstreamNames().size(); i++) found.emplace(UpstreamNames()[i].name, i);
        return found;
    }();
    return places;
}

bool IsWordLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Reads C++ as far as words, comments and literals go. Any text ends, whatever it is.
class NameScan {
  public:
    explicit NameScan(std::string_view source) : source_(source) {}

    std::vector<NameSeen> Run() {
        while (at_ < source_.size()) Step();
        std::vector<NameSeen> result;
        for (const auto& [place, line] : first_lines_) result.push_back({&UpstreamNames()[place], line});
        return result;
    }

  private:
    void Step() {
        const char c = source_[at_];
        if (IsWordLetter(c)) return Word();
        if (Ahead("//")) return SkipTo("\n", 2);
        if (Ahead("/*")) return SkipTo("*/", 2);
        if (c == '"' || c == '\'') return Literal(c);
        if (c == '\n') line_++;
        if (c == '#') return Directive();
        if (c != ':') qualified_from_.clear();
        at_++;
    }

    // a::b::c counts as c, b::c and a::b::c.
    void Word() {
        const size_t begin = at_;
        const bool number = source_[at_] >= '0' && source_[at_] <= '9';  // 1'000 is one
        while (at_ < source_.size() && (IsWordLetter(source_[at_]) || (number && source_[at_] == '\''))) at_++;
        if (at_ < source_.size() && source_[at_] == '"' && source_[at_ - 1] == 'R') return RawLiteral();
        if (begin < 2 || source_.substr(begin - 2, 2) != "::") qualified_from_.clear();
        qualified_from_.push_back(begin);
        for (const size_t from : qualified_from_) Note(source_.substr(from, at_ - from));
    }

    void Note(std::string_view name) {
        const auto place = PlacesOfNames().find(name);
        if (place != PlacesOfNames().end()) first_lines_.emplace(place->second, line_);
    }

    // Only an #include has its name in quotes; of other directives the words count like everywhere.
    void Directive() {
        at_++;
        while (at_ < source_.size() && (source_[at_] == ' ' || source_[at_] == '\t')) at_++;
        if (!Ahead("include")) return;
        const std::string_view line = source_.substr(at_, source_.find('\n', at_) - at_);
        const size_t open = line.find_first_of("\"<");
        if (open == std::string_view::npos) return;
        const size_t close = line.find_first_of("\">", open + 1);
        if (close == std::string_view::npos) return;
        Note(line.substr(open + 1, close - open - 1));
        at_ += close + 1;
    }

    void Literal(char quote) {
        at_++;
        while (at_ < source_.size() && source_[at_] != quote && source_[at_] != '\n') {
            at_ += source_[at_] == '\\' && at_ + 1 < source_.size() && source_[at_ + 1] != '\n' ? 2 : 1;
        }
        if (at_ < source_.size() && source_[at_] == quote) at_++;
    }

    void RawLiteral() {
        const size_t open = source_.find('(', at_);
        if (open == std::string_view::npos) return SkipTo("\n", 1);
        SkipTo(")" + std::string(source_.substr(at_ + 1, open - at_ - 1)) + "\"", 1);
    }

    // Behind `end`, or behind everything.
    void SkipTo(std::string_view end, size_t from) {
        const size_t found = source_.find(end, at_ + from);
        const size_t next = found == std::string_view::npos ? source_.size() : found + end.size();
        for (; at_ < next; at_++) line_ += source_[at_] == '\n' ? 1 : 0;
    }

    bool Ahead(std::string_view text) const { return source_.substr(at_, text.size()) == text; }

    std::string_view source_;
    size_t at_ = 0;
    int line_ = 1;
    std::vector<size_t> qualified_from_;  // where a, b and c of a::b::c begin
    std::map<size_t, int> first_lines_;   // by place in the table
};

}  // namespace

const NameRow* FindUpstreamName(std::string_view name) {
    const auto place = PlacesOfNames().find(name);
    return place == PlacesOfNames().end() ? nullptr : &UpstreamNames()[place->second];
}

std::string UseOf(const NameRow& row, NameUser user) {
    std::string source;
    if (row.kind == NameKind::kHeader) {
        source = "#include \"" + std::string(row.name) + "\"\n";
    } else if (user == NameUser::kKernel) {
        source =
            "#include <pto/pto-inst.hpp>\n#include \"tensor.h\"\n#include \"intrinsic.h\"\n"
            "#include \"async_kernel_api.h\"\nusing namespace pto;\n";
    } else {
        source = "#include \"orchestration_api.h\"\n";
    }
    return source + std::string(row.use) + "\n";
}

std::vector<NameSeen> NamesSeen(std::string_view source) {
    return NameScan(source).Run();
}

}  // namespace pto
