#include "runtime/worker/crash_record.h"

#include "contract/layout.h"

namespace pto::run {
namespace {

// The text around the message, which the guard fills in without allocating memory.
embedded::FaultGuardOptions GuardOptions(FileSystem& files, const RunRecord& record) {
    constexpr std::string_view kPlaceholder = "\x01";
    Json json = UnfinishedJson(record);
    WriteLastRun(files, record.directory, json);
    json["message"] = kPlaceholder;
    const std::string text = JsonText(json);
    // The message stands before everything that comes from the user, so the first placeholder is ours.
    const std::string escaped = "\\u0001";
    const size_t at = text.find(escaped);
    embedded::FaultGuardOptions options;
    options.exit_code = ExitCode(ErrorKind::kToolchain);
    options.json_path = record.directory + "/" + std::string(kLastRunFile);
    options.json_prefix = text.substr(0, at);
    options.json_suffix = text.substr(at + escaped.size());
    return options;
}

}  // namespace

CrashRecord::CrashRecord(FileSystem& files, const RunRecord& record) : guard_(GuardOptions(files, record)) {}

}  // namespace pto::run
