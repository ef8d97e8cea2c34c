#include "tests/e2e/support/document.h"

#include <cctype>

#include "base/text.h"

namespace pto::test {
namespace {

constexpr std::string_view kFence = "```";
constexpr std::string_view kIndentation = "    ";

std::vector<std::string> Cells(std::string_view row) {
    std::vector<std::string> cells;
    for (const std::string_view cell : Split(row, '|')) cells.emplace_back(Trim(cell));
    // The row begins and ends with a bar.
    if (!cells.empty()) cells.erase(cells.begin());
    if (!cells.empty() && cells.back().empty()) cells.pop_back();
    return cells;
}

// Spans of code, and links in what lies between them.
void ReadInline(std::string_view line, int number, Document& document) {
    bool code = false;
    for (const std::string_view part : Split(line, '`')) {
        if (code) {
            document.spans.emplace_back(part);
        } else {
            for (size_t at = part.find("]("); at != std::string_view::npos; at = part.find("](", at + 1)) {
                const size_t end = part.find(')', at);
                if (end == std::string_view::npos) break;
                document.links.push_back({std::string(part.substr(at + 2, end - at - 2)), number});
            }
        }
        code = !code;
    }
}

class Reader {
  public:
    Document Read(std::string_view text) {
        for (const std::string_view line : Lines(text)) {
            ++number_;
            ReadLine(line);
            blank_before_ = Trim(line).empty();
        }
        return std::move(document_);
    }

  private:
    void ReadLine(std::string_view line) {
        if (line.starts_with(kFence)) {
            fenced_ = !fenced_;
            indented_ = false;
            if (fenced_) document_.blocks.push_back({std::string(line.substr(kFence.size())), number_ + 1, {}});
            return;
        }
        if (fenced_) {
            document_.blocks.back().lines.emplace_back(line);
            return;
        }
        if (line.starts_with(kIndentation) && (blank_before_ || indented_)) {
            if (!indented_) document_.blocks.push_back({"", number_, {}});
            indented_ = true;
            document_.blocks.back().lines.emplace_back(line.substr(kIndentation.size()));
            return;
        }
        indented_ = false;
        if (line.starts_with("#")) {
            const size_t level = line.find_first_not_of('#');
            document_.headings.push_back({static_cast<int>(level), std::string(Trim(line.substr(level))), number_});
        }
        ReadRow(line);
        ReadInline(line, number_, document_);
    }

    // A head, a line of dashes, then rows.
    void ReadRow(std::string_view line) {
        if (!line.starts_with("|")) {
            in_table_ = false;
        } else if (!in_table_) {
            in_table_ = true;
            const std::string heading = document_.headings.empty() ? "" : document_.headings.back().text;
            document_.tables.push_back({heading, Cells(line), {}, number_ + 2});
        } else if (!line.starts_with("| ---")) {
            document_.tables.back().rows.push_back(Cells(line));
        }
    }

    Document document_;
    int number_ = 0;
    bool fenced_ = false;
    bool indented_ = false;
    bool in_table_ = false;
    bool blank_before_ = true;
};

std::string WithoutComment(const std::string& line) {
    const size_t comment = line.find(" #");
    return std::string(Trim(line.substr(0, comment)));
}

}  // namespace

std::string CodeBlock::Text() const {
    return Join(lines, "\n") + "\n";
}

Document ParseDocument(std::string_view text) {
    return Reader().Read(text);
}

std::string AnchorOf(std::string_view heading) {
    std::string anchor;
    for (const char c : heading) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == ' ') anchor += '-';
        if (std::isalnum(byte) != 0 || c == '-' || c == '_' || byte >= 0x80)
            anchor += static_cast<char>(std::tolower(byte));
    }
    return anchor;
}

std::vector<ShellCommand> ShellCommands(const Document& document) {
    std::vector<ShellCommand> commands;
    for (const CodeBlock& block : document.blocks) {
        if (!block.language.empty() && block.language != "sh") continue;
        bool goes_on = false;
        for (size_t i = 0; i < block.lines.size(); ++i) {
            std::string line = WithoutComment(block.lines[i]);
            if (line.empty() || line.starts_with("#")) continue;
            const bool more = line.ends_with("\\");
            if (more) line = std::string(Trim(line.substr(0, line.size() - 1)));
            if (goes_on) {
                commands.back().text += " " + line;
            } else {
                commands.push_back({line, block.line + static_cast<int>(i)});
            }
            goes_on = more;
        }
    }
    return commands;
}

}  // namespace pto::test
