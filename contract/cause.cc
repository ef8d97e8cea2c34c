#include "contract/cause.h"

namespace pto {

std::string_view CauseCode(Cause cause) {
    // In the order of the enumeration.
    static constexpr std::string_view kCodes[] = {"",       "never-built", "gone",     "damaged",   "other-source",
                                                  "source", "header",      "new-file", "compiler",  "toolchain",
                                                  "flags",  "precompiled", "time",     "requested", "pto",
                                                  "ptoas",  "unfinished",  "metadata", "target"};
    return kCodes[static_cast<size_t>(cause)];
}

}  // namespace pto
