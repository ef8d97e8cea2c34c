#include "base/python_call.h"

#include "base/python_interpreters.h"
#include "base/text.h"

namespace pto {
namespace {

// Names and messages: a tenth of this would be a long one.
constexpr uint64_t kLongestReport = uint64_t{64} << 20;

bool Counts(const PythonCall& call, const ProcessResult& result, const FileSystem& files) {
    if (!IsFile(files, call.report)) return false;
    if (result.Ok()) return true;
    if (call.counts == nullptr) return false;
    const Json report = Json::parse(files.Read(call.report), nullptr, false);
    return report.is_object() && call.counts(report);
}

void CheckSize(const std::string& program, const PythonCall& call, const FileSystem& files) {
    const std::optional<FileInfo> info = files.Stat(call.report);
    if (info && info->size > kLongestReport) {
        ThrowMalformedReport(program, call, std::to_string(info->size) + " bytes");
    }
}

}  // namespace

void ThrowMalformedReport(const std::string& program, const PythonCall& call, const std::string& why) {
    throw Error(ErrorKind::kToolchain, call.place, "'" + program + "' wrote a malformed report (" + why + ")",
                call.remedy);
}

PythonAnswer CallPython(const std::string& program, const PythonCall& call, const FileSystem& files) {
    ProcessOptions process;
    process.arguments = {program, "-B", "-c"};
    process.arguments.insert(process.arguments.end(), call.words.begin(), call.words.end());
    process.environment = call.environment;
    process.timeout_seconds = call.timeout_seconds;
    PythonAnswer answer{RunProcess(process), {}};
    const std::string running = call.what.empty() ? "" : " while " + call.what + " was running";
    if (answer.result.interrupted) {
        throw Error(ErrorKind::kToolchain, call.place,
                    "interrupted" + (running.empty() ? std::string("; nothing was written") : running));
    }
    if (answer.result.timed_out) throw Error(ErrorKind::kToolchain, call.place, call.late, call.late_remedy);
    for (const std::string* text : {&answer.result.out, &answer.result.err}) {
        if (!call.log) break;
        for (const std::string_view line : Lines(*text)) call.log(line);
    }
    CheckSize(program, call, files);
    if (!Counts(call, answer.result, files)) {
        throw Error(ErrorKind::kToolchain, call.place,
                    "'" + program + "' " + HowItEnded(answer.result) +
                        (running.empty() ? std::string(" without a result") : running) + LastLines(answer.result.err),
                    call.remedy);
    }
    answer.report = Json::parse(files.Read(call.report), nullptr, false);
    if (!answer.report.is_object() || !answer.report.contains("status")) {
        ThrowMalformedReport(program, call, answer.report.is_discarded() ? "no JSON" : "without a status");
    }
    return answer;
}

}  // namespace pto
