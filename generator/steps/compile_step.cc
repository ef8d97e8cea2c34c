#include "generator/steps/compile_step.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file_lock.h"
#include "base/file_system.h"
#include "base/hash.h"
#include "base/left_overs.h"
#include "base/process.h"
#include "base/text.h"
#include "contract/cause.h"
#include "contract/layout.h"
#include "generator/graph/prefix_header.h"
#include "generator/steps/activity.h"
#include "generator/steps/compile_hint.h"
#include "generator/steps/compile_inputs.h"
#include "generator/steps/compile_reason.h"
#include "generator/steps/compile_record.h"
#include "generator/steps/compiler_command.h"
#include "generator/steps/compiler_limit.h"
#include "generator/steps/depfile.h"
#include "generator/steps/elf_payload.h"
#include "generator/steps/fault_point.h"
#include "generator/steps/hash_cache.h"
#include "generator/steps/shared_objects.h"
#include "generator/steps/stale.h"
#include "generator/steps/surroundings.h"
#include "generator/toolchain/compiler_variables.h"

namespace pto::gen {
namespace {

constexpr int kAttempts = 3;
// A cache finds an earlier object by the headers that it was made from, and does not see one that would now be found
// before them. These have it look at the preprocessed source.
const std::vector<std::string> kPreprocessFirst = {"CCACHE_NODIRECT=1", "SCCACHE_DIRECT=false"};

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
ProcessResult RunTool(const CompileOptions& options, const std::string& kind, const std::vector<std::string>& words,
                      const std::vector<std::string>& environment = {}) {
    ProcessOptions process;
    process.arguments = words;
    process.environment = environment;
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

// One run of the compiler, and what it started from.
struct Attempt {
    std::string source_text;
    bool prefixed = false;
    bool preprocess_first = false;
    ProcessResult result;
};

ProcessResult Compile(const CompileOptions& options, const Attempt& attempt, const Scratch& scratch) {
    const bool links = LinksSeparately(options);
    const std::vector<std::string> first = attempt.prefixed ? PrefixWords(options) : std::vector<std::string>();
    ProcessResult result = RunTool(options, "compiler",
                                   CompilerCommandLine(options, attempt.source_text, first,
                                                       links ? scratch.compiled : scratch.object_file, scratch.depfile),
                                   attempt.preprocess_first ? kPreprocessFirst : std::vector<std::string>());
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

// Clang's precompiled headers hold absolute paths: of a directory that was moved they are of no use until they are made
// again, and no reason to fail.
bool RefusesPrefix(const CompileOptions& options, const ProcessResult& result) {
    return !result.Ok() && result.err.find(options.prefix + kPrecompiledSuffix) != std::string::npos;
}

void Publish(RealFileSystem& files, const CompileOptions& options, const Scratch& scratch,
             const std::vector<std::string>& prerequisites, CompileRecord record, const std::string& hash) {
    FaultPoint("compiled");
    files.Write(options.depfile, DepfileText(options.object, prerequisites));
    FaultPoint("before-object");
    MoveOver(scratch.object_file, options.object);
    FaultPoint("after-object");
    if (const std::optional<FileInfo> info = files.Stat(options.object)) record.made = MadeObjectOf(*info, hash);
    // Last: without a record that matches, the next scan has the object compiled again.
    files.Write(RecordOf(options.object), CompileRecordText(record));
    FaultPoint("after-record");
}

// The same object for every directory of the user: who comes second waits for the first and takes what that has made.
class Shared {
  public:
    Shared(RealFileSystem& files, const CompileOptions& options)
        : files_(files),
          options_(options),
          objects_(files, options.shared ? SharedObjectsDirectory(ReadEnvironment) : std::string()),
          key_(options.shared ? SharedKey(files, options) : std::string()) {
        const std::string file = objects_.LockFile(key_);
        if (file.empty()) return;
        try {
            MakeDirectories(std::filesystem::path(file).parent_path().string());
            lock_.emplace(file, kLockTimeoutSeconds, nullptr);
        } catch (const Error&) {
            // Both compile then.
        }
    }

    // Whether there was one to take.
    bool Take(const Scratch& scratch) {
        const std::optional<SharedObject> found = objects_.Find(key_, options_.trees);
        if (!found) return false;
        files_.Write(scratch.object_file, found->content);
        Publish(files_, options_, scratch, found->prerequisites, found->record, ContentHash(found->content));
        return true;
    }

    void Keep(const CompileRecord& record, const std::vector<std::string>& prerequisites, std::string content) {
        if (!options_.shared) return;
        objects_.Keep(key_, {record, prerequisites, SystemState(files_, prerequisites, record, options_.trees),
                             std::move(content)});
    }

  private:
    RealFileSystem& files_;
    const CompileOptions& options_;
    SharedObjects objects_;
    std::string key_;
    std::optional<FileLock> lock_;
};

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

Attempt RunCompiler(const RealFileSystem& files, const CompileOptions& options, const Scratch& scratch,
                    bool preprocess_first, ReadWindow& window) {
    window.Watch(options.source);
    Attempt attempt;
    attempt.source_text = files.Read(options.source);
    attempt.prefixed = StartsWithPrefix(files, options, attempt.source_text);
    attempt.preprocess_first = preprocess_first;
    window.Open();
    attempt.result = Compile(options, attempt, scratch);
    if (attempt.prefixed && RefusesPrefix(options, attempt.result)) {
        attempt.prefixed = false;
        attempt.result = Compile(options, attempt, scratch);
    }
    return attempt;
}

}  // namespace

int RunCompile(const CompileOptions& options) {
    RealFileSystem files;
    ClearCompilerVariables();
    const Scratch scratch(options.object);
    MakeDirectories(std::filesystem::path(options.object).parent_path().string());
    const Reason reason = ReasonToCompile(files, options);
    Shared shared(files, options);
    if (reason.cause != Cause::kRequested && shared.Take(scratch)) return 0;
    CompileRecord tools;
    RecordTools(files, options, tools);
    ReadWindow window(files);
    WatchKnownInputs(files, options, window);
    bool preprocess_first = false;
    for (int tries = 0; tries < kAttempts;) {
        const Attempt attempt = RunCompiler(files, options, scratch, preprocess_first, window);
        if (!attempt.result.Ok()) return ReportFailure(options, options.command[0], attempt.result);
        const std::vector<std::string> prerequisites = Prerequisites(files, options, scratch.depfile);
        CheckElf(files, options, scratch.object_file);
        const FailedLookups lookups = LookupsOf(files, options, attempt.source_text, prerequisites);
        if (!preprocess_first && MayBeOfEarlierHeaders(options, lookups, prerequisites)) {
            preprocess_first = true;
            continue;
        }
        ProcessResult linked;
        if (!options.link.empty()) {
            linked = LinkPayload(files, options, scratch);
            if (!linked.Ok()) return ReportFailure(options, options.link[0], linked);
        }
        CompileRecord record = tools;
        if (attempt.prefixed) AddInputsOfPrefix(files, options, record);
        RecordLookups(lookups, record);
        if (RecordInputs(files, options, ContentHash(attempt.source_text), prerequisites, window, record)) {
            // The warnings of an attempt that is made again would be shown twice.
            std::fputs((attempt.result.out + attempt.result.err + linked.out + linked.err).c_str(), stderr);
            std::string content = files.Read(scratch.object_file);
            Publish(files, options, scratch, prerequisites, record, ContentHash(content));
            AppendActivity(
                {"compiled", options.name, reason.text, options.object, std::string(CauseCode(reason.cause))});
            shared.Keep(record, prerequisites, std::move(content));
            return 0;
        }
        for (const std::string& path : prerequisites) window.Watch(path);
        ++tries;
    }
    throw Error(ErrorKind::kInput, Place{options.source, 0, 0, {}},
                "it or a header it includes kept changing while it was compiled", "run ninja again");
}

}  // namespace pto::gen
