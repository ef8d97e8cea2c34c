// JSON as editors write it, with comments and trailing commas, and where each value lies in the text: so that a value
// can be replaced or added while every other byte stays. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace pto::gen {

struct JsoncNode {
    enum class Kind { kObject, kArray, kOther };
    Kind kind = Kind::kOther;
    size_t begin = 0;  // offsets into the text; `end` is behind the last character
    size_t end = 0;
    std::string key;  // of a member of an object; else empty
    std::vector<JsoncNode> children;
    bool comma_at_end = false;  // after the last child

    // The member called `name`, the last if there are several; null when there is none.
    const JsoncNode* Find(std::string_view name) const;
};

// What some editors of Windows put before the text; it is passed over.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// Nothing when the text is not one such value.
std::optional<JsoncNode> ParseJsonc(std::string_view text);

// The same value without comments.
Json JsoncValue(const JsoncNode& node, std::string_view text);

}  // namespace pto::gen
