// Pages that need nothing but a browser: what the report and a benchmark's page share. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pto {

// For text between tags and for attributes in double quotes; control characters become '?'.
std::string EscapeHtml(std::string_view text);

// From the doctype to the open <body>, with the styles that the parts below use. `title` is text, not HTML.
std::string PageStart(std::string_view title);
std::string PageEnd();

// A second-level heading; `text` is text, not HTML.
std::string Heading(std::string_view text);

// A cell of a table: HTML, set to the right where it is a number.
struct Cell {
    std::string html;
    bool is_number = false;
};
Cell TextCell(std::string_view text);
Cell NumberCell(std::string_view text);

// `heads` are text; a head stands as the cells below it do. A table without rows is nothing at all.
std::string HtmlTable(const std::vector<std::string>& heads, const std::vector<std::vector<Cell>>& rows);

}  // namespace pto
