// Which objects are not made from what is on disk: asked by the scan, and without writing anything by `pto-ninja list`.
#pragma once

#include <cstddef>
#include <string>

#include "base/file_system.h"
#include "generator/graph/scan_plan.h"
#include "generator/steps/hash_cache.h"

namespace pto::gen {

// Whether the record beside the object names exactly the contents that are there now; no record: no. `directory` is the
// compiled one, empty when it is the current one.
bool IsCurrent(const FileSystem& files, const std::string& directory, const ScanObject& object, HashCache& hashes);

// The same for people: "not built", "kernels/aiv/scale.cpp has changed since it was built"; empty: it is current.
std::string WhyStale(const FileSystem& files, const std::string& directory, const ScanObject& object,
                     HashCache& hashes);

struct StaleCount {
    size_t stale = 0;
    size_t all = 0;
};

// `directory` has been generated. Throws an input Error for a damaged scan plan.
StaleCount CountStaleObjects(FileSystem& files, const std::string& directory);

}  // namespace pto::gen
