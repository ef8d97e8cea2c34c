// Finds the runtime's libraries and the adapter, and loads the latter.
#pragma once

#include <string>

#include "runtime/core/manifest.h"
#include "runtime/simpler/adapter_api.h"

namespace pto::run {

// The adapter of `path`, for the rest of the process: the runtime has threads and thread-local objects that outlive
// every session. Throws a toolchain Error for a file that is missing, does not load, or speaks another version of the
// interface. `remedy` is how it is built.
const PtoSimplerAdapter& LoadAdapter(const std::string& path, const std::string& remedy);

// The libraries of one runtime, as the adapter takes them. Throws a toolchain Error that says how to build them when
// one is missing. Points into `manifest`.
PtoSimplerLibraries FindSimplerLibraries(const Manifest& manifest, const std::string& runtime);

}  // namespace pto::run
