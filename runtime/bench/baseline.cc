#include "runtime/bench/baseline.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "base/text.h"

namespace pto::run {
namespace {

constexpr char kBaselineRemedy[] = "give a file that 'ninja benchmark' wrote to bench_outputs/";

std::vector<double> ReadSamples(const JsonFields& fields, const Json& json) {
    const auto list = json.find("samples");
    if (list == json.end() || !list->is_array() || list->empty()) {
        fields.Refuse("samples", "a list of one or more numbers");
    }
    std::vector<double> samples;
    for (const Json& sample : *list) {
        if (!sample.is_number() || sample.get<double>() < 0) fields.Refuse("samples", "a list of one or more numbers");
        samples.push_back(sample.get<double>());
    }
    return samples;
}

double ReadMinTime(const JsonFields& fields, const Json& json) {
    const auto value = json.find("min_time_seconds");
    if (value == json.end() || !value->is_number()) fields.Refuse("min_time_seconds", "a number of seconds");
    return value->get<double>();
}

std::string Quoted(const std::string& text) {
    return "'" + text + "'";
}

}  // namespace

BenchmarkSettings SettingsOf(const Manifest& manifest, const Entry& entry, const std::string& program,
                             const BenchmarkPlan& plan, const std::vector<std::string>& arguments) {
    return {{"platform", Quoted(manifest.platform)},
            {"runtime", Quoted(manifest.runtime)},
            {"program", Quoted(program)},
            {"entry", Quoted(entry.name)},
            {"rounds", std::to_string(plan.rounds)},
            {"warm-up", std::to_string(plan.warmup)},
            {"--min-time", fmt::format("{}", plan.min_time_seconds)},
            {"arguments", Quoted(Join(arguments, ", "))}};
}

Baseline LoadBaseline(const FileSystem& files, const std::string& path) {
    const Json json = LoadJson(files, path, kBaselineRemedy);
    const JsonFields fields(json, path, "", kBaselineRemedy);
    if (fields.Integer("schema_version") != 1) fields.Refuse("schema_version", "1");
    const JsonFields context = fields.Object("context");
    Manifest manifest;
    manifest.platform = context.String("platform");
    manifest.runtime = context.String("runtime");
    Entry entry;
    entry.name = context.String("entry");
    BenchmarkPlan plan;
    plan.rounds = static_cast<int>(fields.Integer("rounds"));
    plan.warmup = static_cast<int>(fields.Integer("warmup"));
    plan.min_time_seconds = ReadMinTime(fields, json);
    Baseline baseline;
    baseline.file = path;
    baseline.settings = SettingsOf(manifest, entry, context.String("program"), plan, fields.StringsOrNone("arguments"));
    baseline.metric = fields.String("metric");
    baseline.samples_us = ReadSamples(fields, json);
    return baseline;
}

void CheckComparable(const Baseline& baseline, const BenchmarkSettings& settings) {
    std::vector<std::string> there;
    std::vector<std::string> here;
    for (size_t i = 0; i < settings.size(); ++i) {
        if (baseline.settings[i] == settings[i]) continue;
        there.push_back(settings[i].first + " " + baseline.settings[i].second);
        here.push_back(settings[i].second);
    }
    if (there.empty()) return;
    ThrowInput(baseline.file, "taken with " + Join(there, ", ") + ", this run has " + Join(here, ", "),
               "only runs with equal settings compare: change these, or take the baseline again");
}

BaselineResult CompareWithBaseline(const Baseline& baseline, const BenchmarkResult& result) {
    CheckComparable({baseline.file, {{"metric", Quoted(baseline.metric)}}, "", {}},
                    {{"metric", Quoted(result.metric)}});
    return {baseline.file, Compare(baseline.samples_us, result.samples_us)};
}

}  // namespace pto::run
