#include "generator/splice/raw_edit.h"

#include "base/error.h"
#include "generator/splice/splice_plan.h"

namespace pto::gen {

bool RawReachesNothing(const FileSystem& files, const UnitPaths& paths, const UnitState& state,
                       const std::string& raw_hash) try {
    if (state.raw.empty() || raw_hash == state.raw) return false;
    SpliceRequest request;
    request.policy = SplicePolicy::kUntouched;
    request.raw = files.Read(paths.OnDisk(paths.raw));
    request.bodies = state.bodies;
    request.untouched = true;
    return !PlanSplice(files, paths, request).rewrites.empty();
} catch (const Error&) {
    return true;  // it cannot become a body at all: its signature is another one
}

std::string RawReachesNothingText(const UnitPaths& paths) {
    return paths.raw + ": edited, and no kernel is made from it: edit " + paths.pto + ", or the kernel itself";
}

}  // namespace pto::gen
