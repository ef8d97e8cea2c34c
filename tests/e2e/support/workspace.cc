#include "tests/e2e/support/workspace.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/text.h"
#include "tests/e2e/support/reference.h"
#include "tests/support/shared_data.h"

namespace pto::test {
namespace {

namespace fs = std::filesystem;

// Ages in seconds before now: what the compiler wrote first is oldest.
int AgeOf(const fs::path& file) {
    const std::string name = file.filename().string();
    if (file.extension() == ".pto") return 100;
    if (file.parent_path().filename() == "ptoas") return 90;
    if (name == "golden.py") return 70;
    if (file.extension() == ".pt") return 60;
    return 80;
}

void SetAges(const std::string& directory) {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
        chmod(entry.path().c_str(), entry.is_directory() ? 0755 : 0644);
        if (!entry.is_regular_file()) continue;
        const timespec time = {now.tv_sec - AgeOf(entry.path()), 0};
        const timespec times[2] = {time, time};
        utimensat(AT_FDCWD, entry.path().c_str(), times, 0);
    }
}

}  // namespace

std::string Workspace::Copy(const std::string& from, const std::string& as) {
    const std::string to = Path(as);
    fs::copy(from, to, fs::copy_options::recursive);
    chmod(to.c_str(), 0755);
    SetAges(to);
    return to;
}

std::string Workspace::CopyExample(const std::string& name, const std::string& as) {
    return Copy(std::string(PTO_SOURCE_DIR) + "/examples/" + name, as.empty() ? name : as);
}

std::string Workspace::CopyReference(const std::string& name, const std::string& as) {
    return Copy(ReferencePath(name), as.empty() ? name : as);
}

std::string Workspace::ReferencePath(const std::string& name) {
    const std::string first = SharedRoot() + "/corpus/" + name;
    return fs::is_directory(first) ? first : SharedRoot() + "/corpus-2/" + name;
}

std::string Workspace::CopyTranslated(const std::string& name, const PyptoGeneration& generation,
                                      const std::string& as) {
    const std::string to = CopyReference(name, as);
    TranslateOver(to, ReferencePath(name), generation, TranslatedKinds());
    SetAges(to);
    return to;
}

Outcome Workspace::Tool(const std::vector<std::string>& command, const std::string& cwd, const Environment& env) {
    ProcessOptions options;
    options.arguments = command;
    options.directory = cwd;
    options.environment = env;
    options.timeout_seconds = 500;
    const ProcessResult result = RunProcess(options);
    return {result.timed_out || result.signal != 0 ? 128 + result.signal : result.exit_code, result.out, result.err};
}

Outcome Workspace::Generate(const std::string& directory, const std::vector<std::string>& flags,
                            const Environment& env) {
    std::vector<std::string> command = {std::string(PTO_BIN_DIR) + "/pto-ninja", directory};
    command.insert(command.end(), flags.begin(), flags.end());
    return Tool(command, {}, env);
}

Outcome Workspace::Ninja(const std::string& directory, const std::vector<std::string>& arguments,
                         const Environment& env) {
    std::vector<std::string> command = {"ninja", "-C", directory};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return Tool(command, {}, env);
}

Outcome Workspace::Replay(const std::string& directory, const Environment& env) {
    const Outcome generated = Generate(directory, {}, env);
    if (generated.exit_code != 0) return generated;
    const Outcome replayed = Ninja(directory, {"replay"}, env);
    return {replayed.exit_code, generated.out + replayed.out, generated.err + replayed.err};
}

std::vector<std::string> Workspace::Compiled(const std::string& directory) {
    std::vector<std::string> names;
    const std::string activity = ReadFile(directory + "/.pto-ninja/activity");
    for (const std::string_view line : Lines(activity)) {
        const std::vector<std::string_view> fields = Split(line, '\t');
        if (fields[0] == "compiled") names.emplace_back(fields[1]);
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string ReadFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

Json ReadJson(const std::string& path) {
    return ParseJson(ReadFile(path), path, "");
}

void WriteFile(const std::string& path, const std::string& text) {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

void EditFile(const std::string& path, const std::string& from, const std::string& to) {
    std::string text = ReadFile(path);
    size_t count = 0;
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
        ++count;
    }
    ASSERT_GT(count, 0U) << "'" << from << "' is not in " << path;
    WriteFile(path, text);
}

std::string LastRun(const std::string& directory, const std::string& name) {
    const nlohmann::json json =
        nlohmann::json::parse(ReadFile(directory + "/.pto-ninja/last_run.json"), nullptr, false);
    return json.is_object() && json.contains(name) ? json[name].dump() : "missing";
}

}  // namespace pto::test
