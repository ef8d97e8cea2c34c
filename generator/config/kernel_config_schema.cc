#include "generator/config/kernel_config_schema.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/text.h"
#include "generator/config/config_table.h"
#include "upstream/runtimes.h"

namespace pto::gen {
namespace {

const std::vector<std::string> kKernelKeys = {"source",    "func_id",  "core_type",         "name",
                                              "signature", "external", "extra_include_dirs"};
const std::vector<std::string> kOrchestrationKeys = {"source", "function_name", "signature", "name"};
const std::vector<std::string> kRuntimeKeys = {"runtime",         "aicpu_thread_num", "block_dim",
                                               "orch_thread_num", "rounds",           "enable_sdma"};

bool IsIdentifier(const std::string& word) {
    const auto part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0 &&
           std::all_of(word.begin(), word.end(), part);
}

class ConfigMapper {
  public:
    ConfigMapper(const PythonSource& source, const std::map<std::string, Value>& names, const ConfigTables& tables,
                 const ConfigLocation& location, PathMapper* mapper)
        : source_(source), names_(names), tables_(tables), location_(location), mapper_(mapper) {}

    KernelConfig Map() {
        config_.file = location_.file;
        MapKernels();
        MapOrchestration();
        MapRuntime();
        MapEnvironment();
        NoteOtherNames();
        return std::move(config_);
    }

  private:
    const Value* Find(const std::string& name) const {
        const auto found = names_.find(name);
        return found == names_.end() || found->second.kind == ValueKind::kNone ? nullptr : &found->second;
    }

    // The assigned name that was probably meant to be `table`.
    std::string Misspelt(const std::string& table) const {
        for (const auto& [name, value] : names_) {
            const bool other_table = name == tables_.kernels || name == tables_.orchestration ||
                                     name == tables_.runtime_config || name == tables_.runtime_env;
            if (!other_table && value.kind != ValueKind::kSymbol && !Suggestion(name, {table}).empty()) return name;
        }
        return {};
    }

    void MarkUnusable(const std::string& table, const Value* value) {
        if (config_.unusable) return;
        std::string text = table + (value == nullptr ? " is missing" : " is empty");
        if (const std::string name = Misspelt(table); value == nullptr && !name.empty()) {
            text += "; did you mean '" + table + "' where it says '" + Printable(name) + "'?";
        }
        config_.unusable = Note{location_.file, value == nullptr ? 0 : value->position.line, text};
    }

    void MapKernels() {
        const Value* kernels = Find(tables_.kernels);
        if (kernels != nullptr && !IsSequence(*kernels)) {
            source_.Fail(kernels->position,
                         tables_.kernels + " is " + Describe(*kernels) + ", expected a list of dicts");
        }
        if (kernels == nullptr || Items(*kernels).empty()) return MarkUnusable(tables_.kernels, kernels);
        config_.kernels.reserve(Items(*kernels).size());
        for (size_t i = 0; i < Items(*kernels).size(); ++i) {
            ConfigTable table(source_, tables_.kernels + "[" + std::to_string(i) + "]", Items(*kernels)[i]);
            MapKernel(i, &table);
        }
    }

    void MapKernel(size_t index, ConfigTable* table) {
        KernelEntry kernel;
        kernel.line = table->position().line;
        if (const Value* name = table->Find("name")) {
            kernel.name = table->String("name", *name);
            table->SetName(kernel.name);
        }
        if (const Value* external = table->Find("external")) kernel.external = table->Bool("external", *external);
        const Value& source = table->Require("source", kKernelKeys);
        kernel.source =
            MapSource(*table, source, kernel.external, "add \"external\": True to the entry if that is meant");
        if (kernel.name.empty()) kernel.name = PathStem(kernel.source);
        const Value& func_id = table->Require("func_id", kKernelKeys);
        kernel.func_id = table->Count("func_id", func_id);
        CheckFuncId(*table, func_id, index);
        kernel.core = MapCore(*table, table->Require("core_type", kKernelKeys));
        kernel.signature = table->Signature("signature");
        if (const Value* directories = table->Find("extra_include_dirs")) {
            for (const Value& directory : table->List("extra_include_dirs", *directories)) {
                kernel.extra_include_dirs.push_back(MapDirectory(table->Path("extra_include_dirs", directory)));
            }
        }
        table->NoteUnknownKeys(kKernelKeys, location_.file, &config_.notes);
        config_.kernels.push_back(std::move(kernel));
    }

    void CheckFuncId(const ConfigTable& table, const Value& func_id, size_t index) {
        const auto [first, inserted] = func_ids_.emplace(func_id.number, std::make_pair(index, table.position().line));
        if (inserted) return;
        std::string other = tables_.kernels + "[" + std::to_string(first->second.first) + "]";
        if (first->second.second > 0) other += " in line " + std::to_string(first->second.second);
        table.Fail(func_id.position, ": func_id " + std::to_string(func_id.number) + " is already used by " + other,
                   "give every kernel a func_id of its own");
    }

    static CoreType MapCore(const ConfigTable& table, const Value& value) {
        const std::string name = table.String("core_type", value);
        if (name == "aic") return CoreType::kAic;
        if (name == "aiv") return CoreType::kAiv;
        table.FailValue("core_type", value, "'aic' or 'aiv'", Suggestion(name, {"aic", "aiv"}));
    }

    std::string MapSource(const ConfigTable& table, const Value& value, bool may_lie_outside,
                          const std::string& remedy) {
        const std::string path = JoinPath(location_.program_directory, table.Path("source", value));
        if (std::optional<std::string> inside = mapper_->Inside(path)) return *inside;
        if (!may_lie_outside) {
            table.Fail(value.position, ": source '" + Printable(path) + "' lies outside the directory", remedy);
        }
        return mapper_->Canonicalise(path);
    }

    std::string MapDirectory(const std::string& text) {
        const std::string path = JoinPath(location_.program_directory, text);
        if (std::optional<std::string> inside = mapper_->Inside(path)) return *inside;
        return mapper_->IsRoot(path) ? "." : mapper_->Canonicalise(path);
    }

    void MapOrchestration() {
        const Value* value = Find(tables_.orchestration);
        if (value == nullptr) return MarkUnusable(tables_.orchestration, value);
        const ConfigTable table(source_, tables_.orchestration, *value);
        if (Items(*value).empty()) return MarkUnusable(tables_.orchestration, value);
        OrchestrationEntry entry;
        entry.line = value->position.line;
        entry.source = MapSource(table, table.Require("source", kOrchestrationKeys), false,
                                 "copy it into orchestration/ and name it there");
        const Value& function = table.Require("function_name", kOrchestrationKeys);
        entry.function_name = table.String("function_name", function);
        if (!IsIdentifier(entry.function_name)) table.FailValue("function_name", function, "the name of a C function");
        const Value* name = table.Find("name");
        entry.name = name != nullptr ? table.String("name", *name) : PathStem(entry.source);
        entry.signature = table.Signature("signature");
        table.NoteUnknownKeys(kOrchestrationKeys, location_.file, &config_.notes);
        config_.orchestration = std::move(entry);
    }

    void MapRuntime() {
        const Value* value = Find(tables_.runtime_config);
        if (value == nullptr) return;
        const ConfigTable table(source_, tables_.runtime_config, *value);
        RuntimeConfig& runtime = config_.runtime;
        if (const Value* name = table.Find("runtime")) {
            runtime.runtime = table.String("runtime", *name);
            const std::vector<std::string> known = RuntimeNames();
            if (std::find(known.begin(), known.end(), runtime.runtime) == known.end()) {
                table.FailValue("runtime", *name, "one of " + QuotedList(known), Suggestion(runtime.runtime, known));
            }
        }
        if (const Value* n = table.Find("aicpu_thread_num"))
            runtime.aicpu_thread_num = table.Count("aicpu_thread_num", *n);
        if (const Value* n = table.Find("block_dim")) runtime.block_dim = table.Count("block_dim", *n);
        if (const Value* n = table.Find("orch_thread_num"))
            runtime.orch_thread_num = table.Count("orch_thread_num", *n);
        if (const Value* on = table.Find("enable_sdma")) runtime.enable_sdma = table.Bool("enable_sdma", *on);
        table.NoteUnknownKeys(kRuntimeKeys, location_.file, &config_.notes);
    }

    void MapEnvironment() {
        const Value* value = Find(tables_.runtime_env);
        if (value == nullptr) return;
        const ConfigTable table(source_, tables_.runtime_env, *value);
        const std::vector<Value>& items = Items(*value);
        for (size_t i = 0; i < items.size(); i += 2) {
            const std::string& name = items[i].text;
            const bool valid = items[i].kind == ValueKind::kString && !name.empty() &&
                               name.find('=') == std::string::npos && name.find('\0') == std::string::npos;
            if (!valid) {
                table.Fail(items[i].position, ": " + Describe(items[i]) + " is no name of an environment variable");
            }
            config_.runtime_env[name] = table.String(Printable(name), items[i + 1]);
        }
    }

    // Constants that the tables were built from need no word; a whole table that nothing reads does.
    void NoteOtherNames() {
        const std::vector<std::string> tables = {tables_.kernels, tables_.orchestration, tables_.runtime_config,
                                                 tables_.runtime_env};
        for (const auto& [name, value] : names_) {
            const bool known = std::find(tables.begin(), tables.end(), name) != tables.end();
            if (known || value.kind != ValueKind::kDict || name[0] == '_') continue;
            const std::string hint = Suggestion(name, tables);
            config_.notes.push_back({location_.file, value.position.line,
                                     Printable(name) + " is not used" + (hint.empty() ? "" : "; " + hint)});
        }
    }

    const PythonSource& source_;
    const std::map<std::string, Value>& names_;
    const ConfigTables& tables_;
    const ConfigLocation& location_;
    PathMapper* mapper_;
    std::map<int64_t, std::pair<size_t, int>> func_ids_;  // -> index and line of the entry
    KernelConfig config_;
};

}  // namespace

KernelConfig MapKernelConfig(const PythonSource& source, const std::map<std::string, Value>& names,
                             const ConfigTables& tables, const ConfigLocation& location, PathMapper* mapper) {
    return ConfigMapper(source, names, tables, location, mapper).Map();
}

}  // namespace pto::gen
