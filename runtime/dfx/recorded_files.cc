#include "runtime/dfx/recorded_files.h"

#include <charconv>
#include <set>

#include "base/error.h"

namespace pto::run {
namespace {

// One file while it is read; every mismatch ends in one message.
class RecordedFile {
  public:
    RecordedFile(const std::string& path, const std::string& what) : path_(path), what_(what) {}

    [[noreturn]] void Refuse(const std::string& where) const {
        ThrowInput(path_, "'" + where + "' is not what " + what_ + " have there",
                   "remove the file and record it again");
    }
    const Json& Field(const Json& json, const char* name, Json::value_t type) const {
        const auto found = json.is_object() ? json.find(name) : json.end();
        if (!json.is_object() || found == json.end() || found->type() != type) Refuse(name);
        return *found;
    }
    // A field that lower levels leave out: null when it is missing.
    const Json* List(const Json& json, const char* name) const {
        return json.is_object() && json.contains(name) ? &Field(json, name, Json::value_t::array) : nullptr;
    }
    uint64_t Number(const Json& json, const char* where) const {
        if (!json.is_number_unsigned()) Refuse(where);
        return json.get<uint64_t>();
    }
    // A row of at least `count` numbers.
    std::vector<uint64_t> Row(const Json& json, size_t count, const char* where) const {
        if (!json.is_array() || json.size() < count) Refuse(where);
        std::vector<uint64_t> numbers;
        for (const Json& value : json) numbers.push_back(Number(value, where));
        return numbers;
    }
    // A number written as a string.
    uint64_t Id(const Json& json, const char* name) const {
        const std::string text = Field(json, name, Json::value_t::string).get<std::string>();
        uint64_t id = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), id);
        if (code != std::errc() || end != text.data() + text.size()) Refuse(name);
        return id;
    }

  private:
    const std::string& path_;
    const std::string what_;
};

void ReadTasks(const RecordedFile& file, const Json& json, SwimlaneRecords& records) {
    // A core numbers what it runs; that number joins the two lists.
    std::map<std::pair<uint64_t, uint64_t>, uint64_t> dispatches;
    if (const Json* rows = file.List(json, "aicpu_tasks")) {
        for (const Json& json_row : *rows) {
            const std::vector<uint64_t> row = file.Row(json_row, 4, "aicpu_tasks");
            dispatches[{row[0], row[1]}] = row[2];
        }
    }
    for (const Json& json_row : file.Field(json, "aicore_tasks", Json::value_t::array)) {
        const std::vector<uint64_t> row = file.Row(json_row, 5, "aicore_tasks");
        if (row[0] >= records.core_types.size()) file.Refuse("aicore_tasks");
        const auto found = dispatches.find({row[0], row[2]});
        records.tasks.push_back(
            {static_cast<int>(row[0]), row[1], row[3], row[4], found == dispatches.end() ? 0 : found->second});
    }
}

void ReadSubmits(const RecordedFile& file, const Json& json, SwimlaneRecords& records) {
    const Json* threads = file.List(json, "aicpu_orchestrator_phases");
    if (threads == nullptr) return;
    for (const Json& thread : *threads) {
        for (const Json& submit : thread) {
            const auto number = [&](const char* name) {
                return file.Number(file.Field(submit, name, Json::value_t::number_unsigned), name);
            };
            records.submits.push_back({number("task_id"), number("start_cycles"), number("end_cycles")});
        }
    }
}

}  // namespace

SwimlaneRecords ReadSwimlane(const Json& json, const std::string& path) {
    const RecordedFile file(path, "swimlane records");
    SwimlaneRecords records;
    const Json& metadata = file.Field(json, "metadata", Json::value_t::object);
    const Json& clock = file.Field(metadata, "clock_freq_hz", Json::value_t::number_unsigned);
    records.clock_hz = static_cast<double>(file.Number(clock, "clock_freq_hz"));
    if (records.clock_hz <= 0) file.Refuse("clock_freq_hz");
    for (const Json& type : file.Field(metadata, "core_types", Json::value_t::array)) {
        if (!type.is_string()) file.Refuse("core_types");
        records.core_types.push_back(type.get<std::string>());
    }
    ReadTasks(file, json, records);
    ReadSubmits(file, json, records);
    return records;
}

TaskDependencies ReadDependencies(const Json& json, const std::string& path) {
    const RecordedFile file(path, "dependencies");
    TaskDependencies dependencies;
    for (const Json& task : file.Field(json, "tasks", Json::value_t::array)) {
        const Json& kernels = file.Field(task, "kernel_ids", Json::value_t::array);
        std::array<int64_t, 3>& ids = dependencies.kernel_ids[file.Id(task, "task_id")];
        if (kernels.size() != ids.size()) file.Refuse("kernel_ids");
        for (size_t i = 0; i < ids.size(); ++i) {
            if (!kernels[i].is_number_integer()) file.Refuse("kernel_ids");
            ids[i] = kernels[i].get<int64_t>();
        }
    }
    std::set<std::pair<uint64_t, uint64_t>> seen;
    for (const Json& edge : file.Field(json, "edges", Json::value_t::array)) {
        const std::pair<uint64_t, uint64_t> pair = {file.Id(edge, "pred"), file.Id(edge, "succ")};
        if (seen.insert(pair).second) dependencies.edges.push_back(pair);
    }
    return dependencies;
}

}  // namespace pto::run
