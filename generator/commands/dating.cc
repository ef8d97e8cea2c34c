#include "generator/commands/dating.h"

#include <algorithm>
#include <iterator>

#include "base/dtype.h"
#include "base/text.h"
#include "generator/config/pure_path.h"
#include "upstream/names.h"
#include "upstream/sidecar_schemas.h"

namespace pto::gen {
namespace {

// The day on which the schema after `row` came; empty for the newest.
std::string EndOf(const SidecarSchema& row) {
    for (const SidecarSchema& other : kSidecarSchemas) {
        if (other.file == row.file && other.number == row.number + 1) return std::string(other.since.date);
    }
    return {};
}

void AddSchema(const CompiledMeta& meta, std::vector<DatedFact>& facts) {
    const std::string name = PathName(meta.file);
    const std::string text = "schema " + std::to_string(meta.schema) + " in " + meta.file;
    const SidecarSchema* newest = nullptr;
    for (const SidecarSchema& row : kSidecarSchemas) {
        if (row.file != name) continue;
        newest = &row;
        if (row.number != meta.schema) continue;
        facts.push_back({FactOf::kSidecar, text, std::string(row.since.date), EndOf(row), false});
        return;
    }
    if (newest != nullptr) facts.push_back({FactOf::kSidecar, text, std::string(newest->since.date), "", true});
}

void AddTypes(const CompiledMeta& meta, std::vector<DatedFact>& facts) {
    for (const Param& param : meta.params) {
        const DType* dtype = FindDType(param.dtype);
        if (dtype != nullptr && dtype->since.empty()) continue;
        const std::string text = "type " + param.dtype + " in " + meta.file;
        facts.push_back(
            {FactOf::kSidecar, text, dtype == nullptr ? "" : std::string(dtype->since), "", dtype == nullptr});
    }
}

void AddSource(const FileSystem& files, const std::string& root, const std::string& source, FactOf of,
               std::vector<DatedFact>& facts) {
    const std::string path = ShownPath(root, source);
    if (source.starts_with("/") || !IsFile(files, path)) return;
    for (const NameSeen& seen : NamesSeen(files.Read(path))) {
        if (seen.row->since.date.empty() && seen.row->until.date.empty()) continue;
        facts.push_back({of, std::string(seen.row->name) + " in " + source + ":" + std::to_string(seen.line),
                         std::string(seen.row->since.date), std::string(seen.row->until.date), false});
    }
}

// Dates order as texts; an open end is later than all.
bool BeginsEarlier(const DatedFact& a, const DatedFact& b) {
    return a.newer != b.newer ? b.newer : a.since < b.since;
}
bool EndsEarlier(const DatedFact& a, const DatedFact& b) {
    if (a.until.empty() != b.until.empty()) return b.until.empty();
    return a.until < b.until;
}

// The facts that decide, in the order of FactOf.
std::vector<DatedFact> Telling(const std::vector<DatedFact>& facts) {
    std::vector<DatedFact> telling;
    for (const FactOf of : {FactOf::kSidecar, FactOf::kOrchestration, FactOf::kKernel}) {
        std::vector<DatedFact> same;
        std::copy_if(facts.begin(), facts.end(), std::back_inserter(same),
                     [of](const DatedFact& fact) { return fact.of == of; });
        if (same.empty()) continue;
        const auto latest = std::max_element(same.begin(), same.end(), BeginsEarlier);
        const auto ending = std::min_element(same.begin(), same.end(), EndsEarlier);
        const bool begins = latest->newer || !latest->since.empty();
        if (begins) telling.push_back(*latest);
        if (!ending->until.empty() && (!begins || ending->until != latest->until)) telling.push_back(*ending);
    }
    return telling;
}

std::string FactText(const DatedFact& fact) {
    if (fact.newer) return fact.text + " is not known";
    if (fact.until.empty()) return fact.text + " since " + fact.since;
    return fact.text + (fact.since.empty() ? "" : " since " + fact.since) + " until " + fact.until;
}

struct Month {
    int year = 0;
    int number = 0;  // from 1
    bool operator==(const Month&) const = default;
};

Month MonthOf(const std::string& date) {
    return {std::stoi(date.substr(0, 4)), std::stoi(date.substr(5, 2))};
}

// Of the day before.
Month MonthBefore(const std::string& date) {
    Month month = MonthOf(date);
    if (!date.ends_with("-01")) return month;
    return month.number == 1 ? Month{month.year - 1, 12} : Month{month.year, month.number - 1};
}

std::string MonthText(const Month& month) {
    static constexpr const char* kNames[] = {"January", "February", "March",     "April",   "May",      "June",
                                             "July",    "August",   "September", "October", "November", "December"};
    return std::string(kNames[month.number - 1]) + " " + std::to_string(month.year);
}

std::string Months(const DatedFact& latest, const DatedFact& ending) {
    if (latest.newer) return "newer than all that is known";
    if (!ending.until.empty() && latest.since >= ending.until) return "mixed";
    if (latest.since.empty()) return "up to " + MonthText(MonthBefore(ending.until));
    const Month first = MonthOf(latest.since);
    if (ending.until.empty() || MonthBefore(ending.until) == first) return MonthText(first);
    return MonthText(first) + " to " + MonthText(MonthBefore(ending.until));
}

}  // namespace

std::vector<DatedFact> DatedFacts(const FileSystem& files, const BuildDirectory& directory) {
    std::vector<DatedFact> facts;
    const auto add = [&facts](const CompiledMeta& meta) {
        AddSchema(meta, facts);
        AddTypes(meta, facts);
    };
    if (directory.distributed) add(directory.distributed->common);
    for (const Program& program : directory.programs) {
        if (program.meta) add(*program.meta);
        AddSource(files, directory.root, program.config.orchestration->source, FactOf::kOrchestration, facts);
        for (const KernelEntry& kernel : program.config.kernels) {
            if (!kernel.external) AddSource(files, directory.root, kernel.source, FactOf::kKernel, facts);
        }
    }
    return facts;
}

Dating Date(const std::vector<DatedFact>& facts) {
    const std::vector<DatedFact> telling = Telling(facts);
    if (telling.empty()) return {"not to be told", "neither sidecars nor sources have anything that changed"};
    std::vector<std::string> texts;
    for (const DatedFact& fact : telling) texts.push_back(FactText(fact));
    return {Months(*std::max_element(telling.begin(), telling.end(), BeginsEarlier),
                   *std::min_element(telling.begin(), telling.end(), EndsEarlier)),
            Join(texts, "; ")};
}

}  // namespace pto::gen
