// compiled_meta.json and distributed_meta.json as a newer generation writes them. Pure.
#pragma once

#include <string>
#include <string_view>

#include "tests/support/translator/generation.h"

namespace pto::test {

// With the generation's schema, "program" as the one execution mode, and the layout of every parameter: ND for tensors,
// null for scalars. Keys stand in the order in which PyPTO writes them.
std::string TranslateCompiledMeta(std::string_view text, const PyptoGeneration& generation);
std::string TranslateDistributedMeta(std::string_view text, const PyptoGeneration& generation);

}  // namespace pto::test
