// Which objects are not made from what is on disk: asked by the scan and the compile step, and without writing
// anything for `list`, the report and the library (umbrella/stale_items.h).
#pragma once

#include <string>

#include "base/file_system.h"
#include "contract/cause.h"
#include "generator/graph/scan_plan.h"
#include "generator/steps/compile_record.h"
#include "generator/steps/hash_cache.h"

namespace pto::gen {

// Why an object is not made from the contents that are there now, by the record beside it: "'kernels/aiv/gate.cpp'
// changed", "never built". None: it is. Several changes are counted. `directory` is the compiled one, empty when it is
// the current one.
Reason WhyStale(const FileSystem& files, const std::string& directory, const ScanObject& object, HashCache& hashes);

// What is not as `record` says of what an object was made from; nothing of the object itself.
Reason WhyOutdated(const FileSystem& files, const std::string& directory, const CompileRecord& record,
                   HashCache& hashes);

}  // namespace pto::gen
