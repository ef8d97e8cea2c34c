#include "base/python_interpreters.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/error.h"
#include "base/process.h"
#include "base/text.h"

namespace pto {
namespace {

constexpr size_t kShownErrorLines = 5;

bool SameProgram(const std::string& a, const std::string& b) {
    std::error_code code;
    return a == b || std::filesystem::equivalent(a, b, code);
}

}  // namespace

std::vector<Interpreter> FindInterpreters() {
    const char* chosen = std::getenv("PTO_PYTHON");
    if (chosen != nullptr && *chosen != '\0') {
        const std::string program = FindProgram(chosen);
        if (program.empty()) {
            throw Error(ErrorKind::kUsage, "PTO_PYTHON is '" + std::string(chosen) + "', which is not a program",
                        "set it to a Python interpreter or unset it");
        }
        return {{program, true}};
    }
    std::vector<Interpreter> interpreters;
    for (const char* name : {"python3", "/usr/bin/python3"}) {
        const std::string program = FindProgram(name);
        const bool known = std::any_of(interpreters.begin(), interpreters.end(),
                                       [&](const Interpreter& other) { return SameProgram(other.program, program); });
        if (!program.empty() && !known) interpreters.push_back({program, false});
    }
    return interpreters;
}

std::string MissingModulesText(const std::string& program, const Json& modules) {
    std::vector<std::string> absent;
    std::vector<std::string> broken;
    for (const Json& module : modules) {
        const auto name = module.at("module").get<std::string>();
        const auto reason = module.at("reason").get<std::string>();
        if (reason.empty()) {
            absent.push_back(name);
        } else {
            broken.push_back("cannot import '" + name + "' (" + reason + ")");
        }
    }
    if (!absent.empty()) {
        broken.insert(broken.begin(), (absent.size() == 1 ? "has no module " : "has no modules ") + QuotedList(absent));
    }
    return program + " " + Join(broken, " and ");
}

std::string HowItEnded(const ProcessResult& result) {
    return result.signal != 0 ? "was ended by signal " + std::to_string(result.signal)
                              : "ended with code " + std::to_string(result.exit_code);
}

std::string LastLines(const std::string& text) {
    const std::vector<std::string_view> lines = Lines(text);
    std::string tail;
    for (size_t i = lines.size() > kShownErrorLines ? lines.size() - kShownErrorLines : 0; i < lines.size(); ++i) {
        tail += "\n    " + std::string(lines[i]);
    }
    return tail;
}

std::string FromHere(const std::string& path) {
    std::error_code code;
    const std::filesystem::path here = std::filesystem::current_path(code);
    const std::filesystem::path relative = std::filesystem::path(path).lexically_relative(here);
    return code || relative.empty() || *relative.begin() == ".." ? path : relative.string();
}

}  // namespace pto
