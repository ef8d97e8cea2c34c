#include "library/replay_record.h"

#include <limits>

#include "base/error.h"
#include "base/json_fields.h"

namespace pto::lib {
namespace {

// The record is our own; a field that is missing belongs to another version of pto-replay.
constexpr char kSource[] = "pto-replay --json";
constexpr char kRecordRemedy[] = "install library and programs of one version";

// JSON has no infinity, the record writes null.
double Number(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_number() ? found->get<double>() : std::numeric_limits<double>::infinity();
}

OutputVerdict ReadOutput(const Json& json, const JsonFields& fields) {
    OutputVerdict output;
    output.name = fields.String("name");
    output.dtype = fields.String("dtype");
    output.shape = fields.Integers("shape");
    output.result = fields.String("result");
    output.passed = fields.BoolOr("passed", false);
    output.total = fields.Integer("total");
    output.mismatched = fields.Integer("mismatched");
    output.max_difference = Number(json, "max_difference");
    if (!fields.IsNull("max_index")) output.max_index = fields.Integers("max_index");
    return output;
}

EntryVerdict ReadEntry(const Json& json, const JsonFields& fields) {
    EntryVerdict entry;
    entry.name = fields.String("program");
    entry.result = fields.String("result");
    entry.not_validated = fields.StringOr("not_validated", "");
    entry.notes = fields.StringsOrNone("notes");
    entry.artefacts = fields.StringsOrNone("artefacts");
    if (!fields.Has("validation")) return entry;
    const Json& validation = json.at("validation");
    entry.rtol = Number(validation, "rtol");
    entry.atol = Number(validation, "atol");
    const std::vector<JsonFields> outputs = fields.Object("validation").Objects("outputs");
    for (size_t i = 0; i < outputs.size(); ++i) {
        entry.outputs.push_back(ReadOutput(validation.at("outputs").at(i), outputs[i]));
    }
    return entry;
}

}  // namespace

ReplayResult ReadReplayRecord(const Json& record) {
    const JsonFields fields(record, kSource, "", kRecordRemedy);
    if (!fields.IsNull("message")) {
        const bool input = fields.Integer("exit_code") == ExitCode(ErrorKind::kInput);
        throw Error(input ? ErrorKind::kInput : ErrorKind::kToolchain, fields.String("message"));
    }
    ReplayResult result;
    result.result = fields.String("result");
    result.platform = fields.String("platform");
    result.runtime = fields.String("runtime");
    const std::vector<JsonFields> entries = fields.Objects("entries");
    for (size_t i = 0; i < entries.size(); ++i)
        result.entries.push_back(ReadEntry(record.at("entries").at(i), entries[i]));
    return result;
}

}  // namespace pto::lib
