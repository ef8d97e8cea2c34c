// Orchestrations, kernels and ptoas' own texts as a newer generation writes them. Pure: text in, text out.
#pragma once

#include <string>
#include <string_view>

#include "tests/support/translator/generation.h"

namespace pto::test {

// Throws std::invalid_argument for what newer compilers no longer write at all.
std::string TranslateOrchestration(std::string_view text, const PyptoGeneration& generation);

// Header and wrapper take the generation's names; the body gets what ptoas of that time puts before its functions. A
// kernel without sentinels is a source of its own: only names change.
std::string TranslateKernel(std::string_view text, const PyptoGeneration& generation);

// What ptoas printed (ptoas/*.cpp).
std::string TranslateRaw(std::string_view text, const PyptoGeneration& generation);

}  // namespace pto::test
