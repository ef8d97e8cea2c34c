#include "generator/steps/stale.h"

#include "base/text.h"
#include "contract/layout.h"
#include "generator/graph/plan_parts.h"

namespace pto::gen {
namespace {

std::string Inside(const std::string& directory, const std::string& path) {
    return path.starts_with("/") ? path : Below(directory, path);
}

struct ToolWords {
    std::string_view identity;
    Cause cause;
    std::string_view text;
};
constexpr ToolWords kToolWords[] = {{kKernelCompiler, Cause::kCompiler, "the compiler of kernels is another one"},
                                    {kOrchestrationCompiler, Cause::kCompiler, "the host's compiler is another one"},
                                    {kDeviceCompiler, Cause::kCompiler, "the device's compiler is another one"},
                                    {kKernelLinker, Cause::kCompiler, "the linker of kernels is another one"},
                                    {kEmbeddedHeaders, Cause::kToolchain, "headers of pto-ninja changed"},
                                    {kPtoIsaTree, Cause::kToolchain, "PTO-ISA changed"},
                                    {kSimplerTree, Cause::kToolchain, "the runtime changed"}};

// Whether the object is what the compile left: a file system that lost power may have kept its name and time alone.
bool IsAsMade(const MadeObject& made, const std::string& path, const FileInfo& info, HashCache& hashes) {
    if (made.IsUntouched(info)) return true;
    return made.size == info.size && hashes.Hash(path) == made.hash;
}

// The first file that is where the compiler found none; empty when there is none.
std::string NewFile(const FileSystem& files, const std::string& directory, const CompileRecord& record,
                    HashCache& hashes) {
    for (const AbsentNames& absent : record.absent) {
        const std::unordered_set<std::string>& names = hashes.NamesIn(Inside(directory, absent.directory));
        if (names.empty()) continue;
        for (const std::string& name : absent.names) {
            if (names.count(name) == 0) continue;
            return absent.directory == "." ? name : absent.directory + "/" + name;
        }
    }
    for (const std::string& path : record.no_files) {
        if (IsFile(files, Inside(directory, path))) return path;
    }
    return {};
}

// The first input that is not as it was, and how many there are.
Reason ChangedInput(const std::string& directory, const CompileRecord& record, HashCache& hashes) {
    Reason first;
    size_t others = 0;
    for (const RecordedInput& input : record.inputs) {
        const std::optional<std::string> hash = hashes.Hash(Inside(directory, input.path));
        if (hash == input.hash) continue;
        if (first) {
            ++others;
            continue;
        }
        first = {input.path == record.inputs.front().path ? Cause::kSource : Cause::kHeader,
                 "'" + input.path + "' " + (hash ? "changed" : "is gone")};
    }
    if (others > 0) first.text += ", and " + Count(others, "more file", "more files");
    return first;
}

// By the identity that a build has noticed last; a compile that fails then does not use it.
Reason ChangedTool(const std::string& directory, const CompileRecord& record, HashCache& hashes) {
    for (const RecordedInput& tool : record.tools) {
        if (hashes.Hash(Inside(directory, tool.path)) == tool.hash) continue;
        const std::string name = tool.path.substr(tool.path.rfind('/') + 1);
        for (const ToolWords& words : kToolWords) {
            if (words.identity == name) return {words.cause, std::string(words.text)};
        }
    }
    return {};
}

}  // namespace

Reason WhyStale(const FileSystem& files, const std::string& directory, const ScanObject& object, HashCache& hashes) {
    const std::string record_file = Inside(directory, RecordOf(object.object));
    if (!IsFile(files, record_file)) return {Cause::kNeverBuilt, "never built"};
    const CompileRecord record = ParseCompileRecord(files.Read(record_file));
    const std::string path = Inside(directory, object.object);
    const std::optional<FileInfo> info = files.Stat(path);
    if (!info || info->type != FileType::kRegular) return {Cause::kGone, "the binary is gone"};
    if (record.inputs.empty()) return {Cause::kDamaged, "the record of its last build is damaged"};
    if (record.inputs.front().path != object.source) {
        return {Cause::kOtherSource, "was built from '" + record.inputs.front().path + "'"};
    }
    if (record.made && !IsAsMade(*record.made, path, *info, hashes)) {
        return {Cause::kDamaged, "the binary is damaged"};
    }
    if (Reason outdated = WhyOutdated(files, directory, record, hashes)) return outdated;
    if (!object.flags.empty() && object.flags != record.flags) return {Cause::kFlags, "its flags changed"};
    return {};
}

Reason WhyOutdated(const FileSystem& files, const std::string& directory, const CompileRecord& record,
                   HashCache& hashes) {
    if (Reason changed = ChangedInput(directory, record, hashes)) return changed;
    const std::string appeared = NewFile(files, directory, record, hashes);
    if (!appeared.empty()) return {Cause::kNewFile, "'" + appeared + "' is new"};
    return ChangedTool(directory, record, hashes);
}

}  // namespace pto::gen
