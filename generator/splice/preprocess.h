// Turns what ptoas printed into the body of a kernel, byte for byte as PyPTO does. Pure.
//
// PyPTO works on decoded text: blanks, word characters and line ends are Unicode's, and reading a file has already made
// CR LF and CR into LF. Both are followed here for UTF-8; bytes that are not UTF-8 are carried through.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "upstream/kernel_text.h"

namespace pto::gen {

// What reading a text file in Python gives: CR LF and lone CR become LF.
std::string UniversalNewlines(std::string_view text);

// Steps, in this order: lines dropped (includes of pto-inst, cstdint, tensor.h; `using namespace pto;`;
// set_ffts_base_addr calls), MGATHER operands restored (preprocess_mgather.h), `Tensor` renamed to what the wrapper
// says, as a whole word wherever it stands, `AICORE void` made `static __aicore__ void`, every other AICORE made
// __aicore__.
std::string PreprocessRaw(std::string_view raw, TensorName tensor_name);

// Lines with their ends, split where Python's str.splitlines does: also at vertical tab, form feed, FS, GS, RS, NEL,
// LINE SEPARATOR and PARAGRAPH SEPARATOR.
std::vector<std::string_view> PythonLines(std::string_view text);

// Python's \w and \s for text, as RE2 character classes to be put between brackets.
inline constexpr char kWordClass[] = R"(\p{L}\p{N}_)";
inline constexpr char kBlankClass[] =
    R"(\t-\r\x1c-\x20\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000})";

}  // namespace pto::gen
