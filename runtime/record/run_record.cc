#include "runtime/record/run_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <map>
#include <set>

#include "contract/last_run.h"
#include "contract/layout.h"

namespace pto::run {
namespace {

std::vector<int64_t> MultiIndex(int64_t flat, const std::vector<int64_t>& shape) {
    std::vector<int64_t> index(shape.size());
    for (size_t i = shape.size(); i-- > 0; flat /= shape[i]) index[i] = flat % shape[i];
    return index;
}

Json IndexJson(int64_t flat, const std::vector<int64_t>& shape) {
    return flat < 0 ? Json(nullptr) : Json(MultiIndex(flat, shape));
}

std::string OutputWord(const Comparison& comparison) {
    if (comparison.JudgesNothing()) return std::string(kNotValidated);
    return std::string(ExitWord(comparison.Failed() ? 1 : 0));
}

Json OutputJson(const OutputResult& output) {
    const Comparison& comparison = output.comparison;
    Json mismatches = Json::array();
    for (const Mismatch& mismatch : comparison.first) {
        mismatches.push_back({{"index", IndexJson(mismatch.index, output.shape)},
                              {"actual", mismatch.actual},
                              {"expected", mismatch.expected},
                              {"difference", mismatch.difference}});
    }
    return {{"name", output.name},
            {"dtype", output.dtype->name},
            {"shape", output.shape},
            {"result", OutputWord(comparison)},
            {"passed", comparison.Passed()},
            {"total", comparison.total},
            {"mismatched", comparison.mismatched},
            {"ignored", comparison.ignored},
            {"max_difference", comparison.max_difference},
            {"max_index", IndexJson(comparison.max_index, output.shape)},
            {"max_relative", comparison.max_relative},
            {"max_relative_index", IndexJson(comparison.max_relative_index, output.shape)},
            {"first_mismatches", std::move(mismatches)}};
}

Json VerdictJson(const Verdict& verdict) {
    Json outputs = Json::array();
    for (const OutputResult& output : verdict.outputs) outputs.push_back(OutputJson(output));
    return {{"source", verdict.source},
            {"rtol", verdict.tolerance.rtol},
            {"atol", verdict.tolerance.atol},
            {"outputs", std::move(outputs)},
            {"unjudged", verdict.unjudged}};
}

Json TimingsJson(const Timings& timings) {
    return {{"inputs_ms", timings.inputs_ms},
            {"load_ms", timings.load_ms},
            {"run_ms", timings.run_ms},
            {"validate_ms", timings.validate_ms}};
}

Json BenchmarkSummary(const BenchmarkResult& benchmark) {
    const Statistics& statistics = benchmark.statistics;
    return {{"metric", benchmark.metric},      {"rounds", benchmark.plan.rounds}, {"warmup", benchmark.plan.warmup},
            {"min_us", statistics.min},        {"median_us", statistics.median},  {"mean_us", statistics.mean},
            {"max_us", statistics.max},        {"stddev_us", statistics.stddev},  {"cv", statistics.cv},
            {"outliers", statistics.outliers}, {"warnings", benchmark.warnings}};
}

}  // namespace

Json ComparisonSummary(const SideBySide& comparison) {
    const PairedDifference& difference = comparison.difference;
    return {{"rounds", comparison.edited.plan.rounds},
            {"warmup", comparison.edited.plan.warmup},
            {"unit", "us"},
            {"ratio", difference.ratio},
            {"low", difference.low},
            {"high", difference.high},
            {"confidence", kConfidence},
            {"ratios", comparison.ratios},
            {"verdict", std::string(DifferenceText(difference.verdict))},
            {"compiled", comparison.compiled.samples_us},
            {"edited", comparison.edited.samples_us}};
}

namespace {

Json EntryJson(const EntryResult& entry) {
    Json json = {{"name", entry.name},
                 {"program", entry.program},
                 {"result", EntryWord(entry)},
                 {"inputs", entry.input_source},
                 {"notes", entry.notes}};
    if (entry.verdict) json["validation"] = VerdictJson(*entry.verdict);
    if (!entry.verdict) json["not_validated"] = entry.not_validated;
    if (entry.user_verdict) {
        const UserVerdict& verdict = *entry.user_verdict;
        json["user_compare"] = {{"function", verdict.function},
                                {"source", verdict.source},
                                {"passed", verdict.Passed()},
                                {"message", verdict.text}};
    }
    json["timings"] = TimingsJson(entry.timings);
    if (entry.benchmark) json["benchmark"] = BenchmarkSummary(*entry.benchmark);
    if (entry.comparison) json["comparison"] = ComparisonSummary(*entry.comparison);
    json["artefacts"] = entry.artefacts;
    if (!entry.trace.empty()) json["trace"] = entry.trace;
    return json;
}

Json HeadJson(const RunRecord& record, const std::string& result, int exit_code) {
    LastRun run;
    run.result = result;
    run.exit_code = exit_code;
    if (record.error) run.message = record.error->what();
    run.command = record.command;
    run.date = record.date;
    run.directory = record.directory;
    run.platform = record.platform;
    run.runtime = record.runtime;
    return LastRunJson(run);
}

// File -> name as the build calls it: a program of next_levels/ stands before its kernels' names. Two files may have
// one name.
std::map<std::string, std::string> BinaryNames(const Manifest& manifest) {
    std::map<std::string, std::string> names;
    for (const Program& program : manifest.programs) {
        const std::string prefix = program.directory.empty() ? "" : program.name + "/";
        for (const Kernel& kernel : program.kernels) names[kernel.binary] = prefix + kernel.name;
        names[program.orchestration.binary] =
            prefix + std::filesystem::path(program.orchestration.source).stem().string();
    }
    return names;
}

}  // namespace

std::optional<BuildSummary> LoadBuildSummary(const FileSystem& files, const Manifest& manifest) {
    const std::string path = manifest.Resolve(kActivityFile);
    if (!IsFile(files, path)) return std::nullopt;
    BuildSummary summary;
    std::map<std::string, std::vector<std::string>*> lists = {
        {"compiled", &summary.compiled}, {"spliced", &summary.spliced}, {"assembled", &summary.assembled}};
    std::set<std::string> compiled;  // files
    for (BuildStep& step : ParseActivity(files.Read(path))) {
        const auto list = lists.find(step.action);
        if (list == lists.end()) continue;
        list->second->push_back(step.name);
        if (list->first == "compiled" && !step.file.empty()) compiled.insert(step.file);
        summary.steps.push_back(std::move(step));
    }
    for (auto& [action, names] : lists) std::sort(names->begin(), names->end());
    for (const auto& [file, name] : BinaryNames(manifest)) {
        if (compiled.count(file) == 0) summary.reused.push_back(name);
    }
    std::sort(summary.reused.begin(), summary.reused.end());
    return summary;
}

bool BuildWasRefused(const FileSystem& files, const std::string& directory) {
    const std::string path = directory + "/" + kActivityFile;
    if (!IsFile(files, path)) return false;
    const std::vector<BuildStep> steps = ParseActivity(files.Read(path));
    return std::any_of(steps.begin(), steps.end(), [](const BuildStep& step) { return step.action == kRefusedAction; });
}

int RunRecord::ExitCode() const {
    if (error) return pto::ExitCode(error->kind());
    const bool mismatch = std::any_of(entries.begin(), entries.end(),
                                      [](const EntryResult& entry) { return EntryWord(entry) == ExitWord(1); });
    return mismatch ? pto::ExitCode(ErrorKind::kMismatch) : 0;
}

std::string RunRecord::Result() const {
    const int code = ExitCode();
    const bool judged = !entries.empty() && std::all_of(entries.begin(), entries.end(), [](const EntryResult& entry) {
        return entry.verdict.has_value() || entry.user_verdict.has_value();
    });
    return code == 0 && !judged ? std::string(kNotValidated) : std::string(ExitWord(code));
}

std::string EntryWord(const EntryResult& entry) {
    if (!entry.verdict && !entry.user_verdict) return std::string(kNotValidated);
    const bool failed =
        (entry.verdict && entry.verdict->Failed()) || (entry.user_verdict && !entry.user_verdict->Passed());
    return std::string(ExitWord(failed ? 1 : 0));
}

Json RecordJson(const RunRecord& record) {
    Json json = HeadJson(record, record.Result(), record.ExitCode());
    Json entries = Json::array();
    for (const EntryResult& entry : record.entries) entries.push_back(EntryJson(entry));
    json["entries"] = std::move(entries);
    if (record.build) {
        Json steps = Json::array();
        for (const BuildStep& step : record.build->steps) {
            steps.push_back(
                {{"action", step.action}, {"name", step.name}, {"reason", step.reason}, {"cause", step.cause}});
        }
        json["build"] = {{"compiled", record.build->compiled},
                         {"spliced", record.build->spliced},
                         {"assembled", record.build->assembled},
                         {"reused", record.build->reused},
                         {"steps", std::move(steps)}};
    }
    return json;
}

Json UnfinishedJson(const RunRecord& record) {
    const int code = pto::ExitCode(ErrorKind::kToolchain);
    Json json = HeadJson(record, std::string(ExitWord(code)), code);
    json["message"] = "the command did not finish: it crashed, was killed, or is still running";
    json["entries"] = Json::array();
    return json;
}

void WriteLastRun(FileSystem& files, const std::string& directory, const Json& json) {
    WriteLastRun(files, directory, JsonText(json));
}

void WriteLastRun(FileSystem& files, const std::string& directory, const std::string& text) {
    const std::string path = directory + "/" + std::string(kLastRunFile);
    if (!IsDirectory(files, path.substr(0, path.rfind('/')))) return;
    files.Write(path, text);
}

std::string IsoDate(int64_t unix_seconds) {
    const auto seconds = static_cast<time_t>(unix_seconds);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                       utc.tm_hour, utc.tm_min, utc.tm_sec);
}

}  // namespace pto::run
