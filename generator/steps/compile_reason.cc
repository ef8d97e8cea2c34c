#include "generator/steps/compile_reason.h"

#include <optional>
#include <string>

#include "base/hash.h"
#include "contract/layout.h"
#include "contract/targets.h"
#include "generator/graph/plan_parts.h"
#include "generator/steps/hash_cache.h"
#include "generator/steps/run_flags.h"
#include "generator/steps/stale.h"

namespace pto::gen {
namespace {

bool IsNewer(const FileSystem& files, const std::string& path, const std::optional<FileInfo>& object) {
    const std::optional<FileInfo> info = files.Stat(path);
    return info && object && info->mtime_ns > object->mtime_ns;
}

}  // namespace

Reason ReasonToCompile(FileSystem& files, const CompileOptions& options) {
    HashCache hashes(files, "", 0);
    const std::string flags = FlagsIdentity(options.command, options.link);
    if (Reason stale = WhyStale(files, "", {options.object, options.source, flags}, hashes)) return stale;
    if (RunFlagsOfEnvironment().recompile) return {Cause::kRequested, "--recompile"};
    const std::optional<FileInfo> object = files.Stat(options.object);
    if (!options.prefix.empty() && IsNewer(files, options.prefix + kPrecompiledSuffix, object)) {
        return {Cause::kPrecompiled, "what is precompiled for it changed"};
    }
    if (IsNewer(files, options.source, object)) {
        return {Cause::kTime, "'" + options.source + "' is newer, its content the same"};
    }
    return {Cause::kUnfinished, "an earlier build did not end, or something it was made from is newer"};
}

void RecordTools(const FileSystem& files, const CompileOptions& options, CompileRecord& record) {
    for (const std::string& identity : options.identities) {
        if (IsFile(files, identity)) record.tools.push_back({ContentHash(files.Read(identity)), identity});
    }
    record.flags = FlagsIdentity(options.command, options.link);
}

}  // namespace pto::gen
