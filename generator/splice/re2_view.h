// Between the string views of the standard library and those of Debian 12's re2, which predate them.
#pragma once

#include <re2/re2.h>

#include <string_view>

namespace pto::gen {

inline re2::StringPiece Piece(std::string_view text) {
    return {text.data(), text.size()};
}
inline std::string_view View(re2::StringPiece piece) {
    return {piece.data(), piece.size()};
}

}  // namespace pto::gen
