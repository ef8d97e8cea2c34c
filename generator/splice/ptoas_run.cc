#include "generator/splice/ptoas_run.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "base/error.h"
#include "base/file_system.h"
#include "base/left_overs.h"
#include "base/process.h"
#include "base/text.h"
#include "contract/layout.h"
#include "generator/splice/ptoas.h"
#include "generator/splice/re2_view.h"
#include "upstream/kernel_text.h"

namespace pto::gen {
namespace {

namespace fs = std::filesystem;

constexpr size_t kShownLines = 60;

std::string ReadablePath(const std::string& path, const std::string& directory, const std::string& pto) {
    if (path == fs::path(pto).filename().string()) return pto;
    const fs::path absolute(path);
    if (!absolute.is_absolute()) return path;
    std::error_code ignored;
    const fs::path root = fs::weakly_canonical(directory.empty() ? "." : directory, ignored);
    const std::string relative = fs::weakly_canonical(absolute, ignored).lexically_relative(root).string();
    return relative.empty() || relative.starts_with("..") ? path : relative;
}

// ptoas may print a whole module first: what comes before the first diagnostic is left out when it is long.
void Show(const PtoasRun& run, const std::string& text) {
    static const RE2 kDiagnostic(R"re((?i)\berror\b)re");
    std::vector<std::string_view> lines = Lines(text);
    if (lines.size() > kShownLines) {
        const auto first = std::find_if(lines.begin(), lines.end(), [](std::string_view line) {
            return RE2::PartialMatch(Piece(line), kDiagnostic);
        });
        if (first != lines.end()) lines.erase(lines.begin(), first);
    }
    const size_t shown = std::min(lines.size(), kShownLines);
    for (size_t i = 0; i < shown; ++i) run.print(std::string(lines[i]));
    if (lines.size() > shown) run.print("(" + Count(lines.size() - shown, "more line") + ")");
}

std::string Limit(double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%g s", seconds);
    return text;
}

[[noreturn]] void Fail(const PtoasRun& run, ErrorKind kind, const std::string& what, const std::string& remedy) {
    throw Error(kind, Place{run.pto, 0, 0, {}}, what + "; no file was changed", remedy);
}

void CheckResult(const PtoasRun& run, const ProcessResult& result) {
    if (result.Ok()) return;
    if (result.interrupted) Fail(run, ErrorKind::kToolchain, "interrupted while ptoas ran", "");
    const std::string ptoas = "ptoas " + PtoasVersion(run.launcher);
    if (result.timed_out) {
        Fail(run, ErrorKind::kToolchain,
             "ptoas timed out after " + Limit(run.timeout_seconds) + " (unit " + run.unit + ", " + ptoas + ")",
             "raise the limit with --ptoas-timeout or PYPTO_PTOAS_TIMEOUT (0: none)");
    }
    Show(run, ReadableDiagnostics(result.err + result.out, run.directory, run.pto));
    if (result.signal != 0) {
        Fail(run, ErrorKind::kToolchain, ptoas + " was ended by signal " + std::to_string(result.signal),
             "another version may do better: --ptoas or PTOAS_ROOT");
    }
    if (result.exit_code == 127 || result.exit_code == 126) {
        Fail(run, ErrorKind::kToolchain, "'" + run.launcher + "' could not be started", "check PTOAS_ROOT or --ptoas");
    }
    Fail(run, ErrorKind::kInput, ptoas + " refused it (exit code " + std::to_string(result.exit_code) + ")",
         RefusalRemedy(result.err + result.out));
}

}  // namespace

std::string ReadableDiagnostics(std::string_view text, const std::string& directory, const std::string& pto) {
    static const RE2 kLocation(
        R"re(^(\s*)loc\(.*?"([^"\n]+)":(\d+):(\d+).*?\): ((?:fatal )?(?:error|warning|note|remark): .*)$)re");
    static const RE2 kPlain(
        R"re(^(\s*)([^\s:"][^:"\n]*):(\d+):(\d+): ((?:fatal )?(?:error|warning|note|remark): .*)$)re");
    std::string result;
    for (const std::string_view line : Lines(text)) {
        std::string indent, path, row, column, message;
        const re2::StringPiece piece = Piece(line);
        if (RE2::FullMatch(piece, kLocation, &indent, &path, &row, &column, &message) ||
            RE2::FullMatch(piece, kPlain, &indent, &path, &row, &column, &message)) {
            result += indent + ReadablePath(path, directory, pto) + ":" + row + ":" + column + ": " + message;
        } else {
            result += line;
        }
        result += '\n';
    }
    return result;
}

std::string RefusalRemedy(std::string_view said) {
    const auto unknown = [said](std::string_view operation) {
        const std::string quoted = "'" + std::string(operation) + "'";
        for (const std::string_view line : Lines(said)) {
            if (line.find(quoted) == line.npos) continue;
            if (line.find("unknown") != line.npos || line.find("unregistered") != line.npos) return true;
        }
        return false;
    };
    for (const RenamedOperation& row : kRenamedOperations) {
        const std::string before(row.before);
        const std::string now(row.now);
        const std::string version(row.version);
        if (unknown(before)) {
            return "write " + now + " for " + before + ", as it is called since ptoas " + version +
                   ", or use an older ptoas: --ptoas or PTOAS_ROOT";
        }
        if (unknown(now)) {
            return "use ptoas " + version + " or newer (--ptoas or PTOAS_ROOT), or write " + before + " for " + now +
                   ", as it was called before";
        }
    }
    return "correct the .pto, or use a ptoas that knows it: --ptoas or PTOAS_ROOT";
}

std::string RunPtoas(const PtoasRun& run) {
    const std::string root = run.directory.empty() ? "." : run.directory;
    const std::string scratch = root + "/" + run.scratch;
    MakeDirectories(scratch);
    RemoveLeftOvers(scratch);
    const TemporaryFile output(scratch + "/" + OwnName(run.unit), ".cpp");
    ProcessOptions options;
    options.directory = root;
    options.timeout_seconds = run.timeout_seconds;
    options.english = true;
    options.arguments = {run.launcher, run.pto, "-o", fs::absolute(output.path()).string()};
    options.arguments.insert(options.arguments.end(), run.flags.begin(), run.flags.end());
    CheckResult(run, RunProcess(options));
    const RealFileSystem files;
    if (!IsFile(files, output.path()) || files.Stat(output.path())->size == 0) {
        Fail(run, ErrorKind::kToolchain, "ptoas " + PtoasVersion(run.launcher) + " ended well but wrote nothing",
             "run it by hand: " + run.launcher + " " + run.pto);
    }
    return files.Read(output.path());
}

}  // namespace pto::gen
