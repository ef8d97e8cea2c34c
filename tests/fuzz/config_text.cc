#include "tests/fuzz/config_text.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "generator/config/pure_path.h"
#include "tests/fuzz/check_support.h"

namespace pto::fuzz {
namespace {

using gen::KernelConfig;
using gen::KernelEntry;
using gen::Note;

std::string Number(const std::optional<int64_t>& number) {
    return number ? std::to_string(*number) : "none";
}

std::string ShownNote(const Note& note) {
    return note.file + ":" + std::to_string(note.line) + ": " + note.text + "\n";
}

bool IsBelowRoot(const std::string& path) {
    const std::vector<std::string_view> parts = Split(path, '/');
    return std::none_of(parts.begin(), parts.end(),
                        [](std::string_view part) { return part.empty() || part == "." || part == ".."; });
}

bool IsPath(const std::string& path, bool may_lie_outside) {
    if (may_lie_outside && (gen::IsAbsolutePath(path) || path == ".")) return true;
    return IsBelowRoot(path) && path.find('\0') == path.npos;
}

// A disk with nothing on it.
class NoFiles : public FileSystem {
  public:
    std::optional<FileInfo> Stat(const std::string&) const override { return std::nullopt; }
    std::string Read(const std::string&) const override { return {}; }
    std::vector<std::string> List(const std::string&) const override { return {}; }
    void Write(const std::string&, std::string_view) override {}
    void Remove(const std::string&) override {}
};

std::string KernelProblem(const KernelEntry& kernel) {
    if (kernel.func_id < 0) return "func_id " + std::to_string(kernel.func_id);
    if (kernel.name.empty()) return "a kernel without a name";
    if (!IsPath(kernel.source, kernel.external)) return "the source '" + kernel.source + "'";
    for (const std::string& directory : kernel.extra_include_dirs) {
        if (!IsPath(directory, true)) return "the directory '" + directory + "'";
    }
    for (const std::string& word : kernel.signature) {
        if (word != "IN" && word != "OUT" && word != "INOUT" && word != "SCALAR") return "the direction " + word;
    }
    return {};
}

}  // namespace

std::string ConfigText(const KernelConfig& config) {
    std::string text = config.file + "\n";
    for (const KernelEntry& kernel : config.kernels) {
        text += std::to_string(kernel.func_id) + " " + kernel.name + " " + kernel.source + " " +
                gen::CoreName(kernel.core) + " (" + Join(kernel.signature, ",") + ") " +
                (kernel.external ? "external " : "") + Join(kernel.extra_include_dirs, ",") + " " +
                std::to_string(kernel.line) + "\n";
    }
    if (config.orchestration) {
        text += config.orchestration->source + " " + config.orchestration->function_name + " " +
                config.orchestration->name + " (" + Join(config.orchestration->signature, ",") + ") " +
                std::to_string(config.orchestration->line) + "\n";
    }
    const gen::RuntimeConfig& runtime = config.runtime;
    text += runtime.runtime + " " + std::to_string(runtime.aicpu_thread_num) + " " + Number(runtime.block_dim) + " " +
            Number(runtime.orch_thread_num) + (runtime.enable_sdma ? " sdma\n" : "\n");
    for (const auto& [name, value] : config.runtime_env) text += name + "=" + value + "\n";
    for (const auto& [name, value] : config.environment_reads) text += name + " read " + value + "\n";
    text += Join(config.environment_unset, ",") + "\n";
    if (config.unusable) text += ShownNote(*config.unusable);
    for (const Note& note : config.notes) text += ShownNote(note);
    return text;
}

std::string ConfigProblem(const KernelConfig& config) {
    std::set<int64_t> ids;
    for (const KernelEntry& kernel : config.kernels) {
        if (const std::string problem = KernelProblem(kernel); !problem.empty()) return "accepted " + problem;
        if (!ids.insert(kernel.func_id).second) return "accepted two kernels of one func_id";
    }
    if (config.orchestration && !IsPath(config.orchestration->source, false)) {
        return "accepted the orchestration '" + config.orchestration->source + "'";
    }
    if ((config.kernels.empty() || !config.orchestration) && !config.unusable) return "usable without its tables";
    const std::optional<gen::MissingSource> missing = FindMissingSource({NoFiles(), "/b/d"}, config);
    if (!missing && !config.unusable) return "finds sources where nothing is";
    std::vector<Note> notes = config.notes;
    if (missing) notes.push_back({"", missing->line, missing->text});
    if (config.unusable) notes.push_back(*config.unusable);
    for (const Note& note : notes) {
        if (!IsOneLine(note.text)) return "a note of several lines, or a long one: " + note.text.substr(0, 400);
    }
    return {};
}

}  // namespace pto::fuzz
