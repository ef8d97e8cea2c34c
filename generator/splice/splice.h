// A kernel source between PyPTO's two sentinels: what is replaced when a .pto changes, and what never is. Pure.
//
//     head    header, up to and including BEGIN      the user's and PyPTO's
//     body    what ptoas printed, preprocessed       replaced, whole
//     tail    wrapper, from END on                   the user's and PyPTO's
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generator/splice/preprocess.h"
#include "upstream/kernel_text.h"

namespace pto::gen {

// Views into the text that was split.
struct KernelParts {
    std::string_view head;
    std::string_view body;  // with the line ends next to the sentinels
    std::string_view tail;
};

// Names of the functions that a raw ptoas text defines or declares (`AICORE void NAME(`), in text order, each once.
std::vector<std::string> FindFunctions(std::string_view raw);

// Throws an input Error naming `file` when a sentinel is missing, stands twice, or they are in the wrong order.
KernelParts SplitKernel(std::string_view text, const std::string& file);
// Nothing where SplitKernel would throw.
std::optional<KernelParts> TrySplitKernel(std::string_view text);
// Neither sentinel: a source that was never meant to be spliced, such as a hand-written kernel.
bool HasNoSentinel(std::string_view text);

// What this kernel's wrapper calls the tensor descriptor. A wrapper that names none leaves it to the header, then to a
// body that was given one of the names that ptoas does not print. The body never counts before these: what ptoas prints
// has `Tensor` in it whether a descriptor is used or not.
TensorName TensorNameOf(const KernelParts& parts);

// The body that `raw`, byte for byte what ptoas wrote, gives in the kernel of `function`. Throws an input Error naming
// `file` when the body contains a sentinel itself, or cannot be handed the lane that the header asks for
// (runtime_lane.h).
std::string BodyFor(const KernelParts& parts, const std::string& function, std::string_view raw,
                    const std::string& file);
// Nothing where BodyFor would throw.
std::optional<std::string> TryBodyFor(const KernelParts& parts, const std::string& function, std::string_view raw,
                                      const std::string& file);

// The text with `body` in place of its body; head and tail byte for byte.
std::string SpliceBody(const KernelParts& parts, std::string_view body);

// Whether the body between the sentinels is `body`, whatever line ends the file has.
bool HasBody(const KernelParts& parts, std::string_view body);

}  // namespace pto::gen
