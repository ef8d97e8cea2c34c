#include "base/stored_path.h"
#include "runtime/core/manifest.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/one_text.h"

namespace pto::fuzz {
namespace {

// Below the directory, where it is there at all: results are written there.
bool IsWritable(const std::string& path) {
    return path.empty() || StoredPathProblem(path).empty();
}

std::string EntryProblem(const run::Manifest& manifest, const run::Entry& entry) {
    if (!IsWritable(entry.name)) return "accepted the entry " + QuotedPath(entry.name);
    if (!entry.program.empty() && run::FindProgram(manifest, entry.program) == nullptr) return "a program is missing";
    if (entry.program.empty() && entry.plan.empty()) return "an entry of nothing";
    for (const run::Param& param : entry.params.value_or(std::vector<run::Param>{})) {
        for (const int64_t size : param.shape.value_or(std::vector<int64_t>{})) {
            if (size < -1) return "accepted a dimension of " + std::to_string(size);
        }
    }
    return {};
}

}  // namespace

std::string CheckManifest(std::string_view input) {
    const OneText files(input);
    try {
        const run::Manifest manifest = run::LoadManifest(files, "d");
        if (manifest.entries.empty()) return "accepted no entries";
        if (manifest.runtime == "simpler" && !manifest.simpler) return "no place of the runtime";
        for (const run::Entry& entry : manifest.entries) {
            if (const std::string problem = EntryProblem(manifest, entry); !problem.empty()) return problem;
        }
        for (const run::Program& program : manifest.programs) {
            if (!IsWritable(program.directory)) return "accepted the directory " + QuotedPath(program.directory);
        }
        return {};
    } catch (const Error& error) {
        return error.place().file == "d/.pto-ninja/manifest.json" ? RefusalProblem(error) : "a refusal of another file";
    }
}

}  // namespace pto::fuzz
