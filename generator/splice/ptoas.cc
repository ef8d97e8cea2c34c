#include "generator/splice/ptoas.h"

#include <re2/re2.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>

#include "base/error.h"
#include "base/file_system.h"
#include "base/hash.h"
#include "base/process.h"
#include "base/text.h"
#include "upstream/platforms.h"

namespace pto::gen {
namespace {

constexpr double kVersionTimeoutSeconds = 5;
constexpr double kDefaultTimeoutSeconds = 60;
constexpr char kTimeoutVariable[] = "PYPTO_PTOAS_TIMEOUT";

std::string Environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : value;
}

bool IsProgram(const std::string& path) {
    // A directory of PATH that may not be searched has no programs, as for a shell.
    return access(path.c_str(), X_OK) == 0 && IsFile(RealFileSystem(), path);
}

std::string Absolute(const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal().string();
}

std::string LauncherBelow(const std::string& root) {
    for (const std::string_view name : kLaunchers) {
        const std::string candidate = root + "/" + std::string(name);
        if (IsProgram(candidate)) return Absolute(candidate);
    }
    return {};
}

PtoasLocation Found(std::string launcher, std::string origin) {
    return {PtoasState::kFound, std::move(launcher), std::move(origin), {}};
}

PtoasLocation FindGiven(const std::string& given) {
    if (IsProgram(given)) return Found(Absolute(given), "--ptoas");
    const std::string launcher = LauncherBelow(given);
    if (!launcher.empty()) return Found(launcher, "--ptoas");
    ThrowInput(given, "neither an executable file nor a directory with ptoas, ptoas.sh or bin/ptoas",
               "correct --ptoas, or leave it out to use PTOAS_ROOT or PATH");
}

// Unlike FindProgram it does not take a directory called ptoas, which the releases 0.51 to 0.54 have.
PtoasLocation FindOnPath() {
    const std::string path = Environment("PATH");
    for (const std::string_view directory : Split(path, ':')) {
        const std::string candidate = (directory.empty() ? "." : std::string(directory)) + "/ptoas";
        if (IsProgram(candidate)) return Found(Absolute(candidate), "PATH");
    }
    return {PtoasState::kNotOnPath, {}, "PATH", "ptoas is not on PATH and PTOAS_ROOT is not set"};
}

// The time counts for scripts too: a launcher that starts something installed elsewhere is replaced together with it.
void AddFile(HashBuilder& hash, const std::string& path) {
    constexpr uint64_t kTextLimit = 1 << 16;
    const RealFileSystem files;
    const std::optional<FileInfo> info = files.Stat(path);
    if (!info || info->type != FileType::kRegular) return hash.Add("");
    hash.Add(std::to_string(info->size) + " " + std::to_string(info->mtime_ns));
    hash.Add(info->size <= kTextLimit ? files.Read(path) : std::string());
}

std::string AskVersion(const std::string& launcher) {
    ProcessOptions options;
    options.arguments = {launcher, "--version"};
    options.timeout_seconds = kVersionTimeoutSeconds;
    options.english = true;
    const ProcessResult result = RunProcess(options);
    const std::string text = result.out + "\n" + result.err;
    static const RE2 kVersion(R"re(\bv?(\d+(?:\.\d+)+[\w.+-]*))re");
    std::string version;
    if (result.Ok() && RE2::PartialMatch(text, kVersion, &version)) return version;
    if (result.Ok() && !Lines(Trim(text)).empty()) return std::string(Lines(Trim(text)).front());
    return "of unknown version";
}

// The operands of an operation: strings, comment, attributes and the type are cut off.
std::string Operands(std::string_view line) {
    static const RE2 kString(R"re("(?:[^"\\]|\\.)*")re");
    static const RE2 kEnd(R"re((?://|[{:]).*)re");
    std::string text(line);
    RE2::GlobalReplace(&text, kString, "");
    RE2::Replace(&text, kEnd, "");
    return text;
}

std::optional<double> Seconds(std::string_view text) {
    double value = 0;
    const std::string_view trimmed = Trim(text);
    const auto [end, code] = std::from_chars(trimmed.data(), trimmed.data() + trimmed.size(), value);
    const bool whole = code == std::errc() && end == trimmed.data() + trimmed.size();
    return whole && std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
}

}  // namespace

PtoasLocation FindPtoas(const std::string& given) {
    if (!given.empty()) return FindGiven(given);
    const std::string root = Environment("PTOAS_ROOT");
    if (root.empty()) return FindOnPath();
    const std::string launcher = LauncherBelow(root);
    if (!launcher.empty()) return Found(launcher, "PTOAS_ROOT");
    return {
        PtoasState::kEmptyRoot,
        {},
        "PTOAS_ROOT",
        "PTOAS_ROOT is '" + root + "', which has no executable ptoas, ptoas.sh or bin/ptoas (PATH is not searched)"};
}

std::string PtoasVersion(const std::string& launcher) {
    static std::mutex mutex;
    static std::map<std::string, std::string> known;
    const std::lock_guard lock(mutex);
    const auto [found, added] = known.try_emplace(launcher);
    if (added) found->second = AskVersion(launcher);
    return found->second;
}

std::string PtoasIdentity(const std::string& launcher) {
    std::error_code code;
    const std::filesystem::path resolved = std::filesystem::canonical(launcher, code);
    const std::filesystem::path file = code ? std::filesystem::path(launcher) : resolved;
    HashBuilder hash;
    AddFile(hash, file.string());
    AddFile(hash, (file.parent_path() / "bin" / "ptoas").string());
    return hash.Finish();
}

std::string PtoasFingerprint(const std::string& given) {
    PtoasLocation location;
    try {
        location = FindPtoas(given);
    } catch (const Error& error) {
        return error.what();  // the splice reports it
    }
    if (location.state != PtoasState::kFound) return location.problem;
    return location.launcher + " " + PtoasIdentity(location.launcher);
}

std::string PtoasArch(const std::string& backend) {
    for (const PlatformRow& row : kPlatformRows) {
        if (row.backend == backend) return std::string(row.ptoas_arch);
    }
    return {};
}

std::string PtoasLevel(std::string_view pto_text) {
    static const RE2 kAllocation(R"re(^\s*%\S+\s*=\s*pto\.alloc_tile\b.*\baddr\s*=)re");
    for (const std::string_view line : Lines(pto_text)) {
        if (line.find("alloc_tile") != line.npos && RE2::PartialMatch(Operands(line), kAllocation)) return "level3";
    }
    return "level2";
}

std::vector<std::string> PtoasFlags(std::string_view pto_text, const std::string& arch,
                                    const std::vector<std::string>& extra) {
    std::vector<std::string> flags = {"--enable-insert-sync", "--pto-level=" + PtoasLevel(pto_text)};
    // In one word: what stands in for ptoas in tests, like many a wrapper script, takes a lone word for the input.
    if (!arch.empty()) flags.push_back("--pto-arch=" + arch);
    flags.insert(flags.end(), extra.begin(), extra.end());
    return flags;
}

double PtoasTimeout(const std::string& option) {
    const std::string variable = Environment(kTimeoutVariable);
    const bool from_option = !option.empty();
    const std::string& text = from_option ? option : variable;
    if (text.empty()) return kDefaultTimeoutSeconds;
    if (const std::optional<double> seconds = Seconds(text)) return *seconds;
    throw Error(ErrorKind::kUsage,
                (from_option ? std::string("--ptoas-timeout") : std::string(kTimeoutVariable)) + " is '" + text +
                    "', expected a number of seconds",
                "0 means no limit");
}

bool RebuildDisabledByEnvironment() {
    std::string value(Environment("PYPTO_REBUILD_FROM_PTO"));
    value = Trim(value);
    std::transform(value.begin(), value.end(), value.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return value == "0" || value == "false" || value == "no";
}

}  // namespace pto::gen
