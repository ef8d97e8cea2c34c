#include "runtime/benchmark_file.h"

#include <algorithm>
#include <utility>

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

// "20260821_101112" of "2026-08-21T10:11:12Z".
std::string FileStamp(const std::string& date) {
    std::string stamp;
    for (const char c : date) {
        if (c >= '0' && c <= '9') stamp += c;
        if (c == 'T') stamp += '_';
    }
    return stamp;
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
            {"statistics", StatisticsJson(benchmark.statistics)},
            {"warnings", benchmark.warnings},
            {"samples", benchmark.samples_us}};
}

std::string WriteBenchmark(FileSystem& files, const Manifest& manifest, const Entry& entry, const EntryResult& result,
                           Clock& clock) {
    const std::string date = IsoDate(clock.UnixSeconds());
    const std::string folder = "bench_outputs/" + (entry.name.empty() ? "" : entry.name + "/");
    const std::string stem = folder + FileStamp(date);
    std::string path = stem + ".json";
    for (int number = 2; files.Stat(manifest.Resolve(path)).has_value(); ++number) {
        path = stem + "_" + std::to_string(number) + ".json";
    }
    const std::string text = JsonText(BenchmarkJson(manifest, entry, result, ReadHostInfo(), date));
    files.Write(manifest.Resolve(path), text);
    files.Write(manifest.Resolve(folder + "latest.json"), text);
    return path;
}

}  // namespace pto::run
