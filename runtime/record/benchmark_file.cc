#include "runtime/record/benchmark_file.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "contract/layout.h"
#include "runtime/bench/page.h"
#include "runtime/bench/sample_table.h"

namespace pto::run {
namespace {

Json StatisticsJson(const Statistics& statistics) {
    return {{"count", statistics.count}, {"min", statistics.min}, {"median", statistics.median},
            {"mean", statistics.mean},   {"max", statistics.max}, {"stddev", statistics.stddev},
            {"cv", statistics.cv},       {"mad", statistics.mad}, {"outliers", statistics.outliers}};
}

Json ContextJson(const Manifest& manifest, const Entry& entry, const EntryResult& result, const HostInfo& host,
                 const std::string& date) {
    Json identity = Json::object();
    for (const auto& [name, value] : manifest.identity) identity[name] = value;
    return {{"date", date},
            {"host", host.name},
            {"system", host.system},
            {"cpu", host.cpu},
            {"cpus", host.cpus},
            {"load_average", host.load_average},
            {"governor", Join(host.governors, ", ")},
            {"directory", manifest.directory},
            {"kind", manifest.kind},
            {"platform", manifest.platform},
            {"backend", manifest.backend},
            {"runtime", manifest.runtime},
            {"entry", entry.name},
            {"program", result.program},
            {"inputs", result.input_source},
            {"result", EntryWord(result)},
            {"identity", std::move(identity)}};
}

Json SeriesJson(const Series& series) {
    return {{"metric", series.metric},
            {"statistics", StatisticsJson(Summarize(series.samples_us))},
            {"samples", series.samples_us}};
}

Json SeriesListJson(const std::vector<Series>& list) {
    Json json = Json::array();
    for (const Series& series : list) json.push_back(SeriesJson(series));
    return json;
}

Json RanksJson(const std::vector<RankTimes>& ranks) {
    Json json = Json::array();
    for (const RankTimes& rank : ranks) json.push_back({{"rank", rank.rank}, {"series", SeriesListJson(rank.series)}});
    return json;
}

Json DispatchesJson(const std::vector<DispatchTimes>& dispatches) {
    Json json = Json::array();
    for (const DispatchTimes& dispatch : dispatches) {
        json.push_back({{"rank", dispatch.rank},
                        {"slot", dispatch.slot},
                        {"callable", dispatch.callable},
                        {"series", SeriesListJson(dispatch.series)}});
    }
    return json;
}

Json BaselineJson(const std::optional<BaselineResult>& baseline) {
    if (!baseline) return nullptr;
    const Difference& difference = baseline->difference;
    return {{"file", baseline->file},
            {"median", difference.median_a},
            {"ratio", difference.ratio},
            {"low", difference.low},
            {"high", difference.high},
            {"confidence", kBootstrapConfidencePercent / 100.0},
            {"verdict", DifferenceText(difference.verdict)}};
}

// "20260821_101112" of "2026-08-21T10:11:12Z".
std::string FileStamp(const std::string& date) {
    std::string stamp;
    for (const char c : date) {
        if (c >= '0' && c <= '9') stamp += c;
        if (c == 'T') stamp += '_';
    }
    return stamp;
}

std::string FolderOf(const Entry& entry) {
    return std::string(kBenchmarkDir) + "/" + (entry.name.empty() ? "" : entry.name + "/");
}

// `dated`, numbered when there is a file of that name already.
std::string FreeStem(const FileSystem& files, const Manifest& manifest, const std::string& dated,
                     const std::string& suffix) {
    std::string stem = dated + suffix;
    for (int number = 2; files.Stat(manifest.Resolve(stem + ".json")).has_value(); ++number) {
        stem = dated + "_" + std::to_string(number) + suffix;
    }
    return stem;
}

// What `ninja compare` left of the edit; a comparison is worth something without it too.
std::string EditOf(const FileSystem& files, const Manifest& manifest) {
    const std::string file = manifest.Resolve(std::string(kComparedEdit));
    return IsFile(files, file) ? files.Read(file) : std::string();
}

}  // namespace

Json BenchmarkJson(const Manifest& manifest, const Entry& entry, const EntryResult& result, const HostInfo& host,
                   const std::string& date) {
    const BenchmarkResult& benchmark = *result.benchmark;
    return {{"schema_version", 1},
            {"context", ContextJson(manifest, entry, result, host, date)},
            {"metric", benchmark.metric},
            {"unit", "us"},
            {"comparable_with_device", !manifest.IsSimulator()},
            {"rounds", benchmark.plan.rounds},
            {"warmup", benchmark.plan.warmup},
            {"min_time_seconds", benchmark.plan.min_time_seconds},
            {"arguments", benchmark.arguments},
            {"statistics", StatisticsJson(benchmark.statistics)},
            {"warnings", benchmark.warnings},
            {"fallback_flattened", benchmark.fallback_flattened},
            {"dropped_records", benchmark.dropped_records},
            {"baseline", BaselineJson(benchmark.baseline)},
            {"samples", benchmark.samples_us},
            {"others", SeriesListJson(benchmark.others)},
            {"ranks", RanksJson(benchmark.ranks)},
            {"dispatches", DispatchesJson(benchmark.dispatches)}};
}

std::vector<std::string> WriteBenchmark(FileSystem& files, const Manifest& manifest, const Entry& entry,
                                        const EntryResult& result, const HostInfo& host, Clock& clock) {
    const std::string date = IsoDate(clock.UnixSeconds());
    const std::string folder = FolderOf(entry);
    const std::string stem = FreeStem(files, manifest, folder + FileStamp(date), "");
    const Json json = BenchmarkJson(manifest, entry, result, host, date);
    const std::pair<std::string, std::string> texts[] = {{".json", JsonText(json)},
                                                         {".csv", SampleTable(*result.benchmark)},
                                                         {".html", BenchmarkPage(*result.benchmark, json["context"])}};
    std::vector<std::string> written;
    for (const auto& [extension, text] : texts) {
        files.Write(manifest.Resolve(stem + extension), text);
        files.Write(manifest.Resolve(folder + "latest" + extension), text);
        written.push_back(stem + extension);
    }
    return written;
}

std::vector<std::string> WriteComparison(FileSystem& files, const Manifest& manifest, const Entry& entry,
                                         const EntryResult& result, const HostInfo& host, Clock& clock) {
    const std::string date = IsoDate(clock.UnixSeconds());
    const std::string folder = FolderOf(entry);
    const std::string file = FreeStem(files, manifest, folder + FileStamp(date), "_compare") + ".json";
    Json json = {{"schema_version", 1}, {"context", ContextJson(manifest, entry, result, host, date)}};
    json["comparison"] = ComparisonSummary(*result.comparison);
    json["edit"] = EditOf(files, manifest);
    files.Write(manifest.Resolve(file), JsonText(json));
    files.Write(manifest.Resolve(folder + "latest_compare.json"), JsonText(json));
    return {file};
}

}  // namespace pto::run
