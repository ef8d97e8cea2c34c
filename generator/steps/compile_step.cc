#include "generator/steps/compile_step.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/error.h"
#include "base/file_system.h"
#include "base/hash.h"
#include "base/left_overs.h"
#include "base/process.h"
#include "base/text.h"
#include "base/wall_clock.h"
#include "generator/graph/layout.h"
#include "generator/graph/prefix_header.h"
#include "generator/steps/activity.h"
#include "generator/steps/compile_hint.h"
#include "generator/steps/compile_record.h"
#include "generator/steps/compiler_command.h"
#include "generator/steps/compiler_limit.h"
#include "generator/steps/depfile.h"
#include "generator/steps/elf_payload.h"
#include "generator/steps/fault_point.h"
#include "generator/steps/hash_cache.h"
#include "generator/steps/stale.h"

namespace pto::gen {
namespace {

// File times come from a clock that may lag by one kernel tick.
constexpr int64_t kClockSlackNs = 10'000'000;
constexpr int kAttempts = 3;

// All temporary files go with this object; what was renamed away is no longer there to be removed.
struct Scratch {
    explicit Scratch(const std::string& object)
        : object_file(TemporaryName(object)),
          depfile(TemporaryName(object + ".d")),
          compiled(TemporaryName(object + ".o")),
          image(TemporaryName(object + ".elf")) {}
    ~Scratch() {
        for (const std::string* path : {&object_file, &depfile, &compiled, &image}) unlink(path->c_str());
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    std::string object_file;
    std::string depfile;
    std::string compiled;  // where the link is a step of its own
    std::string image;     // of a device kernel, linked
};

void CheckElf(const RealFileSystem& files, const CompileOptions& options, const std::string& path) {
    constexpr std::string_view kElfMagic = "\177ELF";
    const std::string content = IsFile(files, path) ? files.Read(path) : std::string();
    if (options.object.ends_with(kPrecompiledSuffix) && !content.empty()) return;
    if (content.substr(0, kElfMagic.size()) != kElfMagic) {
        const bool shared = options.object.ends_with(".so");
        throw Error(ErrorKind::kToolchain, Place{options.source, 0, 0, {}},
                    "'" + options.command[0] + "' succeeded but wrote no ELF " + (shared ? "shared object" : "object"),
                    "check the compiler and its launcher");
    }
}

// Runs a program of the toolchain. Throws a toolchain Error when it cannot be started, or is not done in time.
ProcessResult RunTool(const CompileOptions& options, const std::string& kind, const std::vector<std::string>& words) {
    ProcessOptions process;
    process.arguments = words;
    process.timeout_seconds = CompilerTimeLimit();
    process.english = true;  // hints and editors' problem matchers know no other language
    ProcessResult result = RunProcess(process);
    if (result.timed_out) {
        throw Error(ErrorKind::kToolchain, Place{options.source, 0, 0, {}},
                    fmt::format("{} '{}' was not done after {} s", kind, words[0], process.timeout_seconds),
                    "PYPTO_COMPILER_TIMEOUT sets the limit");
    }
    if (result.exit_code == 127 && result.signal == 0 && !result.interrupted) {
        throw Error(ErrorKind::kToolchain, kind + " '" + words[0] + "' cannot be started",
                    "install it, or run pto-ninja again to choose another");
    }
    return result;
}

// Whether the precompiled header may take the place of the source's start: the same text, and no header that is found
// beside the source.
bool StartsWithPrefix(const RealFileSystem& files, const CompileOptions& options, const std::string& source_text) {
    if (options.prefix.empty()) return false;
    const std::string prefix = PrefixOf(source_text);
    if (prefix != files.Read(options.prefix)) return false;
    const std::filesystem::path beside = std::filesystem::path(options.source).parent_path();
    const std::vector<std::string> names = QuotedIncludes(prefix);
    return std::none_of(names.begin(), names.end(),
                        [&](const std::string& name) { return files.Stat((beside / name).string()).has_value(); });
}

std::vector<std::string> PrefixWords(const CompileOptions& options) {
    std::vector<std::string> words = {"-include", options.prefix};
    words.insert(words.end(), options.prefix_flags.begin(), options.prefix_flags.end());
    return words;
}

ProcessResult Compile(const CompileOptions& options, const std::string& source_text, bool prefixed,
                      const Scratch& scratch) {
    const bool links = LinksSeparately(options);
    const std::vector<std::string> first = prefixed ? PrefixWords(options) : std::vector<std::string>();
    ProcessResult result =
        RunTool(options, "compiler",
                CompilerCommandLine(options, source_text, first, links ? scratch.compiled : scratch.object_file,
                                    scratch.depfile));
    if (!links || !result.Ok()) return result;
    ProcessResult linked =
        RunTool(options, "compiler", LinkCommandLine(options, scratch.compiled, scratch.object_file));
    linked.out.insert(0, result.out);
    linked.err.insert(0, result.err);
    return linked;
}

// Puts what a device runs in the place of the compiled object.
ProcessResult LinkPayload(RealFileSystem& files, const CompileOptions& options, const Scratch& scratch) {
    std::vector<std::string> words = options.link;
    words.insert(words.end(), {"-o", scratch.image, scratch.object_file});
    ProcessResult result = RunTool(options, "linker", words);
    if (!result.Ok()) return result;
    if (!IsFile(files, scratch.image)) {
        throw Error(ErrorKind::kToolchain, Place{options.source, 0, 0, {}},
                    "'" + options.link[0] + "' succeeded but wrote nothing", "check the linker of the Ascend toolkit");
    }
    files.Write(scratch.object_file, ExtractPayload(files.Read(scratch.image), options.source));
    return result;
}

std::vector<std::string> Prerequisites(const RealFileSystem& files, const CompileOptions& options,
                                       const Scratch& scratch) {
    std::vector<std::string> prerequisites;
    if (IsFile(files, scratch.depfile)) prerequisites = ParseDepfile(files.Read(scratch.depfile));
    if (prerequisites.empty()) {
        throw Error(
            ErrorKind::kToolchain, Place{options.source, 0, 0, {}},
            "'" + options.command[0] + "' wrote no list of the headers it read, so edits of them would go unnoticed",
            "use a compiler or launcher that supports -MD -MF");
    }
    return prerequisites;
}

// Clang's precompiled headers hold absolute paths: of a directory that was moved they are of no use until they are made
// again, and no reason to fail.
bool RefusesPrefix(const CompileOptions& options, const ProcessResult& result) {
    return !result.Ok() && result.err.find(options.prefix + kPrecompiledSuffix) != std::string::npos;
}

// What the compile read through the precompiled header is what that was made from.
void AddInputsOfPrefix(const RealFileSystem& files, const CompileOptions& options, CompileRecord& record) {
    const std::string file = RecordOf(options.prefix + kPrecompiledSuffix);
    const CompileRecord prefix = ParseCompileRecord(IsFile(files, file) ? files.Read(file) : std::string());
    for (const RecordedInput& input : prefix.inputs) {
        if (input.path != options.prefix) record.inputs.push_back(input);
    }
}

// False when something that was read may have changed since `start_ns`.
bool RecordInputs(const RealFileSystem& files, const CompileOptions& options, const std::string& source_hash,
                  const std::vector<std::string>& prerequisites, int64_t start_ns, CompileRecord& record) {
    record.inputs.insert(record.inputs.begin(), {source_hash, options.source});
    if (ContentHash(files.Read(options.source)) != source_hash) return false;
    for (const std::string& path : prerequisites) {
        if (path == options.source || IsToolchainHeader(path, options.trees)) continue;
        if (path == options.prefix || path == options.prefix + kPrecompiledSuffix) continue;  // ninja's business
        const std::optional<FileInfo> info = files.Stat(path);
        if (!info || info->ctime_ns > start_ns - kClockSlackNs) return false;
        record.inputs.push_back({ContentHash(files.Read(path)), path});
    }
    return true;
}

// For people who wonder. Asked before the compile, which replaces the record.
std::string ReasonToCompile(RealFileSystem& files, const CompileOptions& options) {
    HashCache hashes(files, "", 0);
    const std::string reason = WhyStale(files, "", {options.object, options.source}, hashes);
    if (!reason.empty()) return reason;
    const std::optional<FileInfo> object = files.Stat(options.object);
    const std::optional<FileInfo> source = files.Stat(options.source);
    if (object && source && source->mtime_ns > object->mtime_ns)
        return "'" + options.source + "' is newer, its content the same";
    return "the compiler, its flags, a header of the toolchain or what is precompiled changed, or --recompile";
}

void Publish(RealFileSystem& files, const CompileOptions& options, const Scratch& scratch,
             const std::vector<std::string>& prerequisites, const CompileRecord& record, const std::string& reason) {
    FaultPoint("compiled");
    files.Write(options.depfile, DepfileText(options.object, prerequisites));
    FaultPoint("before-object");
    std::filesystem::rename(scratch.object_file, options.object);
    FaultPoint("after-object");
    // Last: without a record that matches, the next scan has the object compiled again.
    files.Write(RecordOf(options.object), CompileRecordText(record));
    FaultPoint("after-record");
    AppendActivity("compiled", options.name, reason, options.object);
}

// `program` is what failed; its output is shown.
int ReportFailure(const CompileOptions& options, const std::string& program, const ProcessResult& result) {
    if (result.interrupted) return 130;
    std::string text = result.out + result.err;
    const std::string hint = CompileHint(text, std::filesystem::path(options.source).stem().string(), options.pto_isa);
    if (!hint.empty()) text += options.source + ": note: " + hint + "\n";
    // The only sign of a compiler that was killed, by the kernel for want of memory for one.
    if (result.signal != 0) {
        text += options.source + ": error: '" + program + "' was ended by signal " + std::to_string(result.signal) +
                " (" + strsignal(result.signal) + ")\n";
    }
    std::fputs(text.c_str(), stderr);
    return result.exit_code > 0 ? result.exit_code : 1;
}

}  // namespace

int RunCompile(const CompileOptions& options) {
    RealFileSystem files;
    const Scratch scratch(options.object);
    MakeDirectories(std::filesystem::path(options.object).parent_path().string());
    const std::string reason = ReasonToCompile(files, options);
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const int64_t start_ns = WallClockNs();
        const std::string source_text = files.Read(options.source);
        bool prefixed = StartsWithPrefix(files, options, source_text);
        ProcessResult result = Compile(options, source_text, prefixed, scratch);
        if (prefixed && RefusesPrefix(options, result)) {
            prefixed = false;
            result = Compile(options, source_text, prefixed, scratch);
        }
        if (!result.Ok()) return ReportFailure(options, options.command[0], result);
        const std::vector<std::string> prerequisites = Prerequisites(files, options, scratch);
        CheckElf(files, options, scratch.object_file);
        ProcessResult linked;
        if (!options.link.empty()) {
            linked = LinkPayload(files, options, scratch);
            if (!linked.Ok()) return ReportFailure(options, options.link[0], linked);
        }
        CompileRecord record;
        if (prefixed) AddInputsOfPrefix(files, options, record);
        if (RecordInputs(files, options, ContentHash(source_text), prerequisites, start_ns, record)) {
            // The warnings of an attempt that is made again would be shown twice.
            std::fputs((result.out + result.err + linked.out + linked.err).c_str(), stderr);
            Publish(files, options, scratch, prerequisites, record, reason);
            return 0;
        }
    }
    throw Error(ErrorKind::kInput, Place{options.source, 0, 0, {}},
                "it or a header it includes kept changing while it was compiled", "run ninja again");
}

}  // namespace pto::gen
