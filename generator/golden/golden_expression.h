// The expressions of a data-file golden.py as values. Anything else is an obstacle: Python has to be asked.
#pragma once

#include <map>
#include <string>

#include "generator/golden/golden_cursor.h"
#include "generator/golden/golden_source.h"

namespace pto::gen {

// Path(__file__).parent / "data", Path("/abs"); `directory` is the file's own, with a trailing '/', or empty.
std::string ParseDataDir(TokenCursor& cursor, const std::string& directory);
// One right side; `names` are the values assigned so far.
GoldenValue ParseGoldenValue(TokenCursor& cursor, const std::string& data_dir,
                             const std::map<std::string, GoldenValue>& names);

}  // namespace pto::gen
