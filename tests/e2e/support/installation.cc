#include "tests/e2e/support/installation.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/file_lock.h"
#include "base/file_system.h"

namespace pto::test {
namespace {

namespace fs = std::filesystem;

constexpr double kWaitSeconds = 550;

void Do(Workspace& work, const std::vector<std::string>& command, const Environment& env = {}) {
    const Outcome outcome = work.Tool(command, {}, env);
    ASSERT_EQ(outcome.exit_code, 0) << command[0] << " " << command[1] << "\n" << outcome.All();
}

// An unchanged file keeps its time, and what is compiled from it stays.
void Put(const std::string& path, const std::string& text) {
    RealFileSystem files;
    WriteIfChanged(files, path, text);
}

}  // namespace

std::string FencedBlock(const std::string& text, const std::string& language) {
    const std::string start = "```" + language + "\n";
    const size_t begin = text.find(start);
    const size_t end = text.find("\n```", begin);
    if (begin == std::string::npos || end == std::string::npos) {
        ADD_FAILURE() << "no block of " << language;
        return {};
    }
    return text.substr(begin + start.size(), end + 1 - begin - start.size());
}

Installation MakeInstallation(Workspace& work) {
    const std::string place = std::string(PTO_BUILD_DIR) + "/consumer";
    MakeDirectories(place);
    const FileLock lock(place + "/lock", kWaitSeconds, [](const std::string&) {});
    Installation made;
    made.prefix = place + "/staged/opt/pto-ninja";
    made.build = place + "/build";
    made.consumer = made.build + "/consumer";
    made.example = made.build + "/example";
    made.output = place + "/three_steps";
    Do(work, {"cmake", "--install", PTO_BUILD_DIR, "--prefix", "/opt/pto-ninja"}, {"DESTDIR=" + place + "/staged"});
    Put(place + "/example.cc", FencedBlock(ReadFile(std::string(PTO_SOURCE_DIR) + "/docs/library.md"), "cpp"));
    if (!fs::exists(made.output)) fs::rename(work.CopyExample("three_steps", "output"), made.output);
    Do(work,
       {"cmake", "-S", std::string(PTO_SOURCE_DIR) + "/tests/consumer", "-B", made.build, "-G", "Ninja",
        "-DCMAKE_PREFIX_PATH=" + made.prefix, "-DCMAKE_CXX_COMPILER=" PTO_CXX, "-DCMAKE_CXX_FLAGS=" PTO_CONSUMER_FLAGS,
        "-DEXAMPLE_SOURCE=" + place + "/example.cc", "-DBUILD_OUTPUT=" + made.output});
    Do(work, {"cmake", "--build", made.build});
    return made;
}

}  // namespace pto::test
