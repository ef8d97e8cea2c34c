// When a fact about PyPTO's files came to hold and where that was read: each row of a table in this room has one.
#pragma once

#include <string_view>

namespace pto {

struct Since {
    std::string_view date;    // "2026-08-26"; empty: as long as we know
    std::string_view source;  // "pypto#2530": the change that brought it; empty with the date
};

}  // namespace pto
