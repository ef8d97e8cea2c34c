// How a view that is read lies to one that was written, as the runtime's tensor map sees it. Pure.
#pragma once

#include "runtime/embedded/include/pto_ninja/orchestration_abi.h"

namespace pto::run {

enum class ViewOverlap {
    kNone,
    kCovered,  // the view contains all that was written
    kOther,    // they overlap in part, or are laid out differently
};

// Both are views of one buffer.
ViewOverlap OverlapOf(const pto_ninja::TensorDescriptor& view, const pto_ninja::TensorDescriptor& written);

}  // namespace pto::run
