// The generations of what PyPTO writes that tests translate reference directories into. Each row is what one period of
// the compiler writes; the reference directories themselves are of August 2026.
#pragma once

#include <string_view>
#include <vector>

namespace pto::test {

struct PyptoGeneration {
    std::string_view name;       // a word, for names of tests and directories
    std::string_view since;      // date of the first compiler that writes this; names follow from it
    int compiled_schema = 1;     // of compiled_meta.json
    int distributed_schema = 2;  // of distributed_meta.json
    bool has_layout = false;     // parameters say their layout
    bool has_modes = false;      // supported_execution_modes
    bool has_helpers = false;    // ptoas puts helper templates in front of its functions (0.61 and newer)
};

// Oldest first; the last is the newest that is known.
const std::vector<PyptoGeneration>& Generations();
const PyptoGeneration& Newest();

// Throws std::invalid_argument for a name that is in no row.
const PyptoGeneration& FindGeneration(std::string_view name);

}  // namespace pto::test
