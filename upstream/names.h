// The names that PyPTO's sources use of its runtime and instructions, and which generation of PyPTO brought each of
// them: one row for each. The headers in runtime/embedded/include offer all of them at once, older and newer side by
// side; a test compiles the use of every row.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "upstream/since.h"

namespace pto {

enum class NameKind { kHeader, kNamespace, kType, kFunction, kMacro, kConstant };
enum class NameUser { kOrchestration, kKernel, kBoth };

struct NameRow {
    std::string_view name;  // as a source spells it; of a header, what stands between the quotes of its #include
    NameKind kind;
    NameUser user;
    Since since;                   // empty date: before all directories that we know
    std::string_view replaced_by;  // the name of the row that took its place; empty: none did
    Since until;                   // when PyPTO stopped to write it; empty date: it still does
    std::string_view use;          // C++ at file scope that uses it, after the headers that UseOf puts before it
};

std::span<const NameRow> UpstreamNames();

// Null if there is no such row.
const NameRow* FindUpstreamName(std::string_view name);

// A source of a kernel or an orchestration that uses `row` and nothing else of the table that is not in its headers.
std::string UseOf(const NameRow& row, NameUser user);

struct NameSeen {
    const NameRow* row;
    int line;  // the first one it stands in, from 1
};

// The rows whose name stands in `source` as a whole word, in the order of the table; a header counts where it is
// included. What stands in comments and literals does not count.
std::vector<NameSeen> NamesSeen(std::string_view source);

}  // namespace pto
