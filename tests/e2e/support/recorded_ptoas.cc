#include "tests/e2e/support/recorded_ptoas.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "base/hash.h"
#include "base/text.h"
#include "tests/support/shared_data.h"

namespace pto::test {

namespace fs = std::filesystem;

std::string RecordedPtoasRoot() {
    return SharedRoot() + "/recorded-ptoas";
}

std::string RecordedPto(const std::string& name) {
    for (const fs::directory_entry& entry : fs::directory_iterator(RecordedPtoasRoot() + "/recordings")) {
        if (Trim(ReadFile(entry.path() / "name")) == name) return entry.path() / "in.pto";
    }
    ADD_FAILURE() << "no recording " << name;
    return {};
}

Environment WithRecordedPtoas(const std::string& log) {
    return {"PTOAS_ROOT=" + RecordedPtoasRoot(), "RECORDED_PTOAS_LOG=" + log};
}

size_t PtoasCalls(const std::string& log) {
    size_t calls = 0;
    const std::string text = ReadFile(log);
    for (const std::string_view line : Lines(text)) {
        if (line.find("--version") == std::string_view::npos) ++calls;
    }
    return calls;
}

std::map<std::string, std::string> UserFiles(const std::string& directory) {
    std::map<std::string, std::string> files;
    for (auto entry = fs::recursive_directory_iterator(directory); entry != fs::recursive_directory_iterator();
         ++entry) {
        const std::string name = entry->path().filename();
        if (name == ".pto-ninja" || name == "cache" || name == ".git") entry.disable_recursion_pending();
        if (!entry->is_regular_file() || name == "build.ninja" || name == "compile_commands.json") continue;
        const std::string path = fs::relative(entry->path(), directory);
        if (path == "debug/run" || path == "debug/replay_hooks.cpp") continue;
        const std::string content = ReadFile(entry->path());
        // Nobody wants to see tensors in a message.
        files[path] = content.find('\0') == std::string::npos ? content : ContentHash(content);
    }
    return files;
}

}  // namespace pto::test
