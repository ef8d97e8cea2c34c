#include "generator/umbrella/build_state.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "base/text.h"
#include "contract/cause.h"
#include "contract/layout.h"
#include "generator/config/pure_path.h"
#include "generator/steps/hash_cache.h"
#include "generator/umbrella/directory_state.h"
#include "generator/umbrella/stale_items.h"

namespace pto::gen {
namespace {

// What people call the inputs, by the first of them.
struct PythonWords {
    std::string_view name;
    std::string_view words;
};
constexpr PythonWords kPythonWords[] = {{"golden.py", "golden.py or data edited"},
                                        {"run.py", "debug/run.py edited"},
                                        {"host_orch.py", "host_orch.py edited"}};

class BuildState {
  public:
    BuildState(FileSystem& files, const std::string& directory)
        : files_(files), directory_(directory), hashes_(files, "", 0) {}

    std::string Text(const BuildDirectory& build) {
        found_ = FindStaleItems(files_, directory_, build, hashes_);
        AddUnits(build);
        AddBinaries();
        AddPython();
        if (Has(StaleKind::kTool)) parts_.emplace_back("another toolchain");
        if (Has(StaleKind::kMetadata)) parts_.emplace_back("metadata or variables changed");
        return parts_.empty() ? "up to date" : Join(parts_, ", ");
    }

  private:
    std::vector<StaleItem> Items(StaleKind kind) const {
        std::vector<StaleItem> items;
        std::copy_if(found_.items.begin(), found_.items.end(), std::back_inserter(items),
                     [&](const StaleItem& item) { return item.kind == kind; });
        return items;
    }
    bool Has(StaleKind kind) const { return !Items(kind).empty(); }

    void AddUnits(const BuildDirectory& build) {
        const std::vector<StaleItem> units = Items(StaleKind::kUnit);
        const auto edited = static_cast<size_t>(std::count_if(
            units.begin(), units.end(), [](const StaleItem& unit) { return unit.reason.cause == Cause::kPto; }));
        if (edited > 0) parts_.push_back(Count(edited, ".pto unit") + " edited");
        if (edited < units.size()) {
            parts_.push_back(Count(units.size() - edited, ".pto unit") + " not known to be assembled");
        }
        const size_t raw = EditedRawTexts(files_, directory_, build).size();
        // Kernels are compiled, not what ptoas printed.
        if (raw > 0) parts_.push_back(Count(raw, "ptoas/*.cpp", "ptoas/*.cpp") + " edited, which reaches no kernel");
    }

    void AddBinaries() {
        const std::vector<StaleItem> binaries = Items(StaleKind::kBinary);
        if (binaries.empty()) return;
        std::set<Cause> causes;
        for (const StaleItem& binary : binaries) causes.insert(binary.reason.cause);
        std::vector<std::string> codes;
        for (const Cause cause : causes) codes.emplace_back(CauseCode(cause));
        parts_.push_back(std::to_string(binaries.size()) + " of " + Count(found_.binaries, "binary", "binaries") +
                         " stale (" + Join(codes, ", ") + ")");
    }

    void AddPython() {
        for (const StaleItem& item : Items(StaleKind::kPython)) {
            const auto* const row =
                std::find_if(std::begin(kPythonWords), std::end(kPythonWords),
                             [&](const PythonWords& words) { return words.name == PathName(item.name); });
            const std::string words(row->words);
            if (std::find(parts_.begin(), parts_.end(), words) == parts_.end()) parts_.push_back(words);
        }
    }

    FileSystem& files_;
    const std::string& directory_;
    HashCache hashes_;
    StaleItems found_;
    std::vector<std::string> parts_;
};

}  // namespace

std::string BuildStateText(FileSystem& files, const std::string& directory, const BuildDirectory& build) {
    if (!IsFile(files, directory + "/" + kBuildFile) || !IsFile(files, directory + "/" + kScanPlanFile)) {
        return "not generated";
    }
    return BuildState(files, directory).Text(build);
}

}  // namespace pto::gen
