#include "base/text.h"
#include "contract/layout.h"
#include "generator/commands/recorded_options.h"
#include "generator/options/option_table.h"
#include "generator/report/report_page.h"
#include "generator/steps/function_cache.h"
#include "generator/steps/hash_cache.h"
#include "generator/steps/last_run.h"
#include "generator/steps/made_files.h"
#include "runtime/bench/strace.h"
#include "runtime/record/run_record.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/one_text.h"

namespace pto::fuzz {
namespace {

std::string CheckOptions(const OneText& files) {
    try {
        const std::vector<std::string> flags = gen::FlagsOf(gen::RecordedOptions(files, "d"));
        const OneText again(Join(flags, "\n"));
        return gen::FlagsOf(gen::RecordedOptions(again, "d")) == flags ? "" : "options that read otherwise when kept";
    } catch (const Error& error) {
        return RefusalProblem(error);
    }
}

std::string CheckActivity(const OneText& files) {
    run::Manifest manifest;
    manifest.directory = "d";
    const std::optional<run::BuildSummary> summary = run::LoadBuildSummary(files, manifest);
    if (!summary) return "no summary of a build that left a record";
    const size_t named = summary->compiled.size() + summary->spliced.size() + summary->assembled.size();
    return named > summary->steps.size() ? "more results than steps" : "";
}

std::string CheckMade(OneText files) {
    gen::HashCache hashes(files, "", 0);
    gen::RemoveDamagedFiles(files, {"made", "other"}, hashes);
    for (const std::string& path : files.removed) {
        if (path != "made" && path != "other") return "removed " + path + ", which no edge makes";
    }
    return {};
}

std::string CheckLastRun(OneText files, std::string_view input) {
    gen::OutdateLastRun(files, "last_run.json", "a change");
    gen::BuildReport report;
    report.directory = "d";
    try {
        report.last_run = ParseJson(input, "last_run.json", "");
    } catch (const Error& error) {
        return files.written.empty() ? "" : "a damaged record was written again";
    }
    report.benchmarks.emplace_back("bench_outputs", report.last_run);
    const std::string page = gen::ReportPage(report);
    return page.find("<script>alert") == std::string::npos ? "" : "a page with a script of somebody else's";
}

std::string CheckSpans(std::string_view input) {
    for (const run::Span& span : run::ParseStrace(input).spans) {
        if (span.name.empty()) return "a span without a name";
    }
    return {};
}

}  // namespace

std::string CheckRecords(std::string_view input) {
    OneText files(input);
    gen::HashCache hashes(files, "", 0);
    gen::FunctionCache functions(files, hashes, "functions");
    functions.Source()("some.pto", {});
    functions.Save();
    std::string broken = CheckOptions(files);
    if (broken.empty()) broken = CheckActivity(files);
    if (broken.empty()) broken = CheckMade(files);
    if (broken.empty()) broken = CheckLastRun(OneText(input), input);
    if (broken.empty()) broken = CheckSpans(input);
    return broken;
}

}  // namespace pto::fuzz
