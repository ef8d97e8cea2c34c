#include "generator/config/sidecar_schema.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "generator/config/config_table.h"
#include "generator/config/pure_path.h"
#include "generator/config/remedy.h"

namespace pto::gen {
namespace {

constexpr const char* kModesKey = "supported_execution_modes";

std::vector<const SidecarSchema*> RowsOf(std::string_view sidecar) {
    std::vector<const SidecarSchema*> rows;
    for (const SidecarSchema& row : kSidecarSchemas) {
        if (row.file == sidecar) rows.push_back(&row);
    }
    return rows;
}

[[noreturn]] void FailSchema(const SidecarFields& top, const std::vector<const SidecarSchema*>& rows) {
    std::vector<std::string> numbers;
    for (const SidecarSchema* row : rows) numbers.push_back(std::to_string(row->number));
    const Json* found = top.Find("schema");
    ThrowInput(top.file(),
               std::string("schema is ") + (found == nullptr ? "missing" : ShownJson(*found)) +
                   ", expected an integer: " + Join(numbers, ", ") + " or newer",
               std::string("the file is of another version of PyPTO or was edited: ") + kRecompile);
}

std::vector<std::string> KnownModes() {
    std::vector<std::string> names;
    for (const ExecutionMode& mode : kExecutionModes) names.emplace_back(mode.name);
    return names;
}

std::string ReadMode(const SidecarFields& top, const Json& json, const std::string& place, bool newer) {
    const std::vector<std::string> known = KnownModes();
    const std::string expected = Quoted(known[0]) + " or " + Quoted(known[1]);
    if (!json.is_string()) top.Fail(place, &json, expected);
    const auto mode = json.get<std::string>();
    if (newer || std::find(known.begin(), known.end(), mode) != known.end()) return mode;
    top.FailWord(place, json, expected, Suggestion(mode, known));
}

}  // namespace

FoundSchema ReadSchema(const SidecarFields& top, std::string_view sidecar) {
    const std::vector<const SidecarSchema*> rows = RowsOf(sidecar);
    const Json* json = top.Find("schema");
    if (json == nullptr || !IsInteger(*json)) FailSchema(top, rows);
    const auto number = json->get<int64_t>();
    for (const SidecarSchema* row : rows) {
        if (row->number == number) return {number, row, false};
    }
    if (number < rows.back()->number) FailSchema(top, rows);
    return {number, rows.back(), true};
}

std::vector<std::string> ReadModes(const SidecarFields& top, const FoundSchema& schema) {
    if (!schema.row->modes || (schema.newer && top.Find(kModesKey) == nullptr)) return {};
    const std::string expected = "a list of execution modes, such as [\"program\"]";
    const Json& json = top.Require(kModesKey, expected);
    if (!json.is_array()) top.Fail(kModesKey, &json, expected);
    if (json.empty()) top.FailText(std::string(kModesKey) + " is empty, expected at least one execution mode");
    std::vector<std::string> modes;
    for (const Json& entry : json) {
        const std::string place = std::string(kModesKey) + "[" + std::to_string(modes.size()) + "]";
        std::string mode = ReadMode(top, entry, place, schema.newer);
        if (std::find(modes.begin(), modes.end(), mode) != modes.end()) {
            top.FailWord(place, entry, "a mode that is not in the list already");
        }
        modes.push_back(std::move(mode));
    }
    return modes;
}

std::string NewerSchemaText(const FoundSchema& schema) {
    const std::string known = std::to_string(schema.row->number);
    return "schema is " + std::to_string(schema.number) + ", newer than " + known +
           ", which is the newest that is known: read like " + known + ", and what it adds is not used";
}

}  // namespace pto::gen
