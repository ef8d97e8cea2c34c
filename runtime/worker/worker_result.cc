#include "runtime/worker/worker_result.h"

#include <array>
#include <cstring>
#include <utility>

#include "base/hash.h"
#include "runtime/record/console.h"

namespace pto::run {
namespace {

constexpr uint32_t kResultMagic = 0x50544F57;

struct ResultHeader {
    uint32_t magic;
    int32_t exit_code;
    uint64_t complete;
    std::array<uint64_t, 3> sizes;  // of message, json, text
};

// The same JSON on stdout, where that is asked for.
WorkerResult WithJson(WorkerResult result, const Json& json, const Options& options) {
    result.json = JsonText(json);
    if (options.json) result.text = result.json;
    return result;
}

}  // namespace

WorkerResult ResultOf(RunRecord record, const Options& options, Style style, bool complete) {
    if (!complete && !record.error) record.error = Error(ErrorKind::kToolchain, "the command did not finish");
    WorkerResult result;
    result.complete = complete;
    result.exit_code = record.ExitCode();
    if (record.error) result.message = record.error->what();
    result.json = JsonText(RecordJson(record));
    result.text = OutputOf(record, options, style);
    return result;
}

WorkerResult EndedBy(const WorkerResult& result, const Error& error, const Options& options) {
    WorkerResult ended = result;
    ended.complete = true;
    ended.exit_code = ExitCode(error.kind());
    ended.message = error.what();
    Json json = Json::parse(result.json);
    json["result"] = ExitWord(ended.exit_code);
    json["exit_code"] = ended.exit_code;
    json["message"] = ended.message;
    return WithJson(std::move(ended), json, options);
}

WorkerResult AddNotes(const WorkerResult& result, const std::vector<std::string>& notes, const Options& options) {
    Json json = Json::parse(result.json);
    if (notes.empty() || json["entries"].empty()) return result;
    for (const std::string& note : notes) json["entries"].back()["notes"].push_back(note);
    return WithJson(result, json, options);
}

std::string EncodeResult(const WorkerResult& result) {
    const ResultHeader header = {kResultMagic,
                                 result.exit_code,
                                 result.complete ? 1U : 0U,
                                 {result.message.size(), result.json.size(), result.text.size()}};
    std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
    bytes.append(result.message).append(result.json).append(result.text);
    return bytes.append(ContentHash(bytes));
}

std::optional<WorkerResult> DecodeResult(std::string_view bytes) {
    ResultHeader header{};
    const size_t hash_size = ContentHash("").size();
    if (bytes.size() < sizeof header + hash_size) return std::nullopt;
    const std::string_view hashed = bytes.substr(0, bytes.size() - hash_size);
    if (ContentHash(hashed) != bytes.substr(hashed.size())) return std::nullopt;
    std::memcpy(&header, hashed.data(), sizeof header);
    if (header.magic != kResultMagic) return std::nullopt;
    WorkerResult result;
    result.complete = header.complete != 0;
    result.exit_code = header.exit_code;
    std::string_view rest = hashed.substr(sizeof header);
    std::array<std::string*, 3> fields = {&result.message, &result.json, &result.text};
    for (size_t i = 0; i < fields.size(); ++i) {
        if (header.sizes[i] > rest.size()) return std::nullopt;
        *fields[i] = rest.substr(0, header.sizes[i]);
        rest.remove_prefix(header.sizes[i]);
    }
    if (!rest.empty()) return std::nullopt;
    return result;
}

}  // namespace pto::run
