#include "generator/steps/compile_inputs.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/hash.h"
#include "contract/layout.h"
#include "generator/steps/compiler_command.h"
#include "generator/steps/depfile.h"
#include "generator/steps/surroundings.h"

namespace pto::gen {

std::string SharedKey(const FileSystem& files, const CompileOptions& options) {
    HashBuilder hash;
    for (const auto* words : {&options.command, &options.link, &options.include_if_missing, &options.trees}) {
        for (const std::string& word : *words) hash.Add(word);
        hash.Add("");
    }
    hash.Add(options.source);
    hash.Add(files.Read(options.source));
    for (const std::string& identity : options.identities) {
        hash.Add(identity);
        hash.Add(IsFile(files, identity) ? files.Read(identity) : std::string());
    }
    return hash.Finish();
}

std::vector<std::string> Prerequisites(const FileSystem& files, const CompileOptions& options,
                                       const std::string& depfile) {
    std::vector<std::string> prerequisites;
    if (IsFile(files, depfile)) prerequisites = ParseDepfile(files.Read(depfile));
    if (prerequisites.empty()) {
        throw Error(
            ErrorKind::kToolchain, Place{options.source, 0, 0, {}},
            "'" + options.command[0] + "' wrote no list of the headers it read, so edits of them would go unnoticed",
            "use a compiler or launcher that supports -MD -MF");
    }
    return prerequisites;
}

void AddInputsOfPrefix(const FileSystem& files, const CompileOptions& options, CompileRecord& record) {
    const std::string file = RecordOf(options.prefix + kPrecompiledSuffix);
    const CompileRecord prefix = ParseCompileRecord(IsFile(files, file) ? files.Read(file) : std::string());
    for (const RecordedInput& input : prefix.inputs) {
        if (input.path != options.prefix) record.inputs.push_back(input);
    }
}

bool RecordInputs(const FileSystem& files, const CompileOptions& options, const std::string& source_hash,
                  const std::vector<std::string>& prerequisites, const ReadWindow& window, CompileRecord& record) {
    record.inputs.insert(record.inputs.begin(), {source_hash, options.source});
    if (!window.Unchanged(options.source)) return false;
    for (const std::string& path : prerequisites) {
        if (path == options.source || IsToolchainHeader(path, options.trees)) continue;
        if (path == options.prefix || path == options.prefix + kPrecompiledSuffix) continue;  // ninja's business
        if (!IsFile(files, path)) return false;
        record.inputs.push_back({ContentHash(files.Read(path)), path});
        // Looked at after its content was taken, so that a change between the two counts.
        if (!window.Unchanged(path)) return false;
    }
    return true;
}

FailedLookups LookupsOf(const FileSystem& files, const CompileOptions& options, const std::string& source_text,
                        const std::vector<std::string>& prerequisites) {
    CompileReads reads{
        options.source, prerequisites, {}, options.trees, SearchPathOf(options.command, ReadEnvironment)};
    for (const std::string& header : options.include_if_missing) {
        if (!Includes(source_text, header)) reads.first.push_back(header);
    }
    for (size_t i = 0; i + 1 < options.command.size(); ++i) {
        if (options.command[i] == "-include") reads.first.push_back(options.command[i + 1]);
    }
    return ReplayLookups(files, reads);
}

void RecordLookups(const FailedLookups& lookups, CompileRecord& record) {
    for (const auto& [directory, names] : lookups.absent) {
        record.absent.push_back({directory, {names.begin(), names.end()}});
    }
    record.no_files.assign(lookups.no_files.begin(), lookups.no_files.end());
}

bool MayBeOfEarlierHeaders(const CompileOptions& options, const FailedLookups& lookups,
                           const std::vector<std::string>& prerequisites) {
    if (options.launcher.empty()) return false;
    return std::any_of(lookups.found.begin(), lookups.found.end(), [&](const std::string& path) {
        return std::find(prerequisites.begin(), prerequisites.end(), path) == prerequisites.end();
    });
}

void WatchKnownInputs(const FileSystem& files, const CompileOptions& options, ReadWindow& window) {
    const std::string file = RecordOf(options.object);
    if (!IsFile(files, file)) return;
    for (const RecordedInput& input : ParseCompileRecord(files.Read(file)).inputs) window.Watch(input.path);
}

}  // namespace pto::gen
