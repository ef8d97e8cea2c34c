#include "base/hash.h"
#include "base/stored_path.h"
#include "generator/graph/scan_plan.h"
#include "generator/report/ninja_log.h"
#include "generator/steps/compile_record.h"
#include "generator/steps/depfile.h"
#include "generator/steps/hash_cache.h"
#include "tests/fuzz/check_support.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/one_text.h"

namespace pto::fuzz {
namespace {

std::string CheckScanPlan(std::string_view input) {
    try {
        const gen::ScanPlan plan = gen::ParseScanPlan(input, "scan_plan");
        for (const gen::ScanObject& object : plan.objects) {
            if (!StoredPathProblem(object.object).empty()) return "accepted the object " + QuotedPath(object.object);
        }
        const std::string text = gen::ScanPlanText(plan);
        const std::string again = gen::ScanPlanText(gen::ParseScanPlan(text, "scan_plan"));
        return again == text ? "" : Difference("a scan plan that is written again", again, text);
    } catch (const Error& error) {
        return RefusalProblem(error, input);
    }
}

std::string CheckRecord(std::string_view input) {
    const std::string text = gen::CompileRecordText(gen::ParseCompileRecord(input));
    const std::string again = gen::CompileRecordText(gen::ParseCompileRecord(text));
    return again == text ? "" : Difference("a compile record that is written again", again, text);
}

std::string CheckLog(std::string_view input) {
    for (const gen::TimedEdge& edge : gen::LongestEdges(input)) {
        if (edge.seconds < 0) return "an edge of less than no time";
    }
    return {};
}

}  // namespace

std::string CheckLineFiles(std::string_view input) {
    std::string broken = CheckScanPlan(input);
    // With the hash that ends a whole one, which no other text would have.
    const auto whole = [input](const std::string& end) { return std::string(input) + end + ContentHash(input) + "\n"; };
    if (broken.empty()) broken = CheckScanPlan(whole("end\t"));
    if (broken.empty()) broken = CheckRecord(input);
    if (broken.empty()) broken = CheckRecord(whole("end "));
    if (broken.empty()) broken = CheckLog(input);
    if (gen::ParseDepfile(input).size() > input.size()) broken = "more prerequisites than bytes";
    OneText files(input);
    gen::HashCache hashes(files, "scan_cache", 0);
    hashes.Hash("some file");
    hashes.Save();
    return broken;
}

}  // namespace pto::fuzz
