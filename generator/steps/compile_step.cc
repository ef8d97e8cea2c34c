#include "generator/steps/compile_step.h"

#include <re2/re2.h>
#include <unistd.h>

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
#include "generator/steps/activity.h"
#include "generator/steps/compile_record.h"
#include "generator/steps/depfile.h"
#include "generator/steps/elf_payload.h"
#include "generator/steps/fault_point.h"

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
          image(TemporaryName(object + ".elf")) {}
    ~Scratch() {
        for (const std::string* path : {&object_file, &depfile, &image}) unlink(path->c_str());
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    std::string object_file;
    std::string depfile;
    std::string image;  // of a device kernel, linked
};

void CheckElf(const RealFileSystem& files, const CompileOptions& options, const std::string& path) {
    constexpr std::string_view kElfMagic = "\177ELF";
    const std::string content = IsFile(files, path) ? files.Read(path) : std::string();
    if (content.substr(0, kElfMagic.size()) != kElfMagic) {
        const bool shared = options.object.ends_with(".so");
        throw Error(ErrorKind::kToolchain, Place{options.source, 0, 0, {}},
                    "'" + options.command[0] + "' succeeded but wrote no ELF " + (shared ? "shared object" : "object"),
                    "check the compiler and its launcher");
    }
}

// Runs a program of the toolchain. Throws a toolchain Error when it cannot be started.
ProcessResult RunTool(const std::string& kind, const std::vector<std::string>& words) {
    ProcessOptions process;
    process.arguments = words;
    ProcessResult result = RunProcess(process);
    if (result.exit_code == 127 && result.signal == 0 && !result.interrupted) {
        throw Error(ErrorKind::kToolchain, kind + " '" + words[0] + "' cannot be started",
                    "install it, or run pto-ninja again to choose another");
    }
    return result;
}

// Puts what a device runs in the place of the compiled object.
ProcessResult LinkPayload(RealFileSystem& files, const CompileOptions& options, const Scratch& scratch) {
    std::vector<std::string> words = options.link;
    words.insert(words.end(), {"-o", scratch.image, scratch.object_file});
    ProcessResult result = RunTool("linker", words);
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

// False when something that was read may have changed since `start_ns`.
bool RecordInputs(const RealFileSystem& files, const CompileOptions& options, const std::string& source_hash,
                  const std::vector<std::string>& prerequisites, int64_t start_ns, CompileRecord& record) {
    record.inputs = {{source_hash, options.source}};
    if (ContentHash(files.Read(options.source)) != source_hash) return false;
    for (const std::string& path : prerequisites) {
        if (path == options.source || IsToolchainHeader(path, options.trees)) continue;
        const std::optional<FileInfo> info = files.Stat(path);
        if (!info || info->ctime_ns > start_ns - kClockSlackNs) return false;
        record.inputs.push_back({ContentHash(files.Read(path)), path});
    }
    return true;
}

void Publish(RealFileSystem& files, const CompileOptions& options, const Scratch& scratch,
             const std::vector<std::string>& prerequisites, const CompileRecord& record) {
    FaultPoint("compiled");
    files.Write(options.depfile, DepfileText(options.object, prerequisites));
    FaultPoint("before-object");
    std::filesystem::rename(scratch.object_file, options.object);
    FaultPoint("after-object");
    // Last: without a record that matches, the next scan has the object compiled again.
    files.Write(RecordOf(options.object), CompileRecordText(record));
    FaultPoint("after-record");
    AppendActivity("compiled", options.name);
}

// `program` is what failed; its output is shown.
int ReportFailure(const CompileOptions& options, const std::string& program, const ProcessResult& result) {
    if (result.interrupted) return 130;
    std::string text = result.out + result.err;
    const std::string hint = CompileHint(text, std::filesystem::path(options.source).stem().string(), options.pto_isa);
    if (!hint.empty()) text += options.source + ": note: " + hint + "\n";
    // The only sign of a compiler that was killed, by the kernel for want of memory for one.
    if (result.signal != 0) {
        text += options.source + ": error: '" + program + "' was ended by signal " +
                std::to_string(result.signal) + " (" + strsignal(result.signal) + ")\n";
    }
    std::fputs(text.c_str(), stderr);
    return result.exit_code > 0 ? result.exit_code : 1;
}

}  // namespace

bool Includes(const std::string& text, const std::string& header) {
    const RE2 pattern("(?m)^[ \\t]*#[ \\t]*include[ \\t]*[<\"](?:[^>\"\\n]*/)?" + RE2::QuoteMeta(header) + "[>\"]");
    return RE2::PartialMatch(text, pattern);
}

std::string CompileHint(const std::string& compiler_output, const std::string& source_stem,
                        const std::string& pto_isa) {
    static const RE2 undeclared(
        R"((?:error: (?:use of undeclared identifier )?['‘](T[A-Z0-9_]+|M(?:GATHER|SCATTER))['’]))");
    std::string instruction;
    if (RE2::PartialMatch(compiler_output, undeclared, &instruction)) {
        const std::string unknown = "'" + instruction + "' is not an instruction of ";
        if (!pto_isa.empty()) return unknown + "the PTO-ISA in " + pto_isa + "; check the spelling, or use one that has it";
        return unknown +
               "the embedded headers; check the spelling, or set PTO_ISA_ROOT to a PTO-ISA checkout and run pto-ninja "
               "again";
    }
    // A function is named like its source; clang says the first, g++ the second.
    const std::string name = RE2::QuoteMeta(source_stem);
    const RE2 other_kind("error: redefinition of ['‘]" + name + "['’] as different kind of symbol|error: ['‘][^'’\n]*\\b" +
                         name + "\\([^\n]* redeclared as different kind of entity");
    if (RE2::PartialMatch(compiler_output, other_kind)) {
        return "a kernel cannot be named '" + source_stem +
               "', which is a type of the tile instructions' headers; rename the function and compile the program "
               "again";
    }
    return {};
}

std::vector<std::string> CompilerCommandLine(const CompileOptions& options, const std::string& source_text,
                                             const std::string& object_file, const std::string& depfile) {
    std::vector<std::string> words = options.command;
    for (const std::string& header : options.include_if_missing) {
        if (!Includes(source_text, header)) words.insert(words.end(), {"-include", header});
    }
    words.insert(words.end(),
                 {"-MD", "-MF", depfile, "-MT", options.object, "-o", object_file, options.source});
    return words;
}

int RunCompile(const CompileOptions& options) {
    RealFileSystem files;
    const Scratch scratch(options.object);
    MakeDirectories(std::filesystem::path(options.object).parent_path().string());
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const int64_t start_ns = WallClockNs();
        const std::string source_text = files.Read(options.source);
        const ProcessResult result = RunTool(
            "compiler", CompilerCommandLine(options, source_text, scratch.object_file, scratch.depfile));
        if (!result.Ok()) return ReportFailure(options, options.command[0], result);
        const std::vector<std::string> prerequisites = Prerequisites(files, options, scratch);
        CheckElf(files, options, scratch.object_file);
        ProcessResult linked;
        if (!options.link.empty()) {
            linked = LinkPayload(files, options, scratch);
            if (!linked.Ok()) return ReportFailure(options, options.link[0], linked);
        }
        CompileRecord record;
        if (RecordInputs(files, options, ContentHash(source_text), prerequisites, start_ns, record)) {
            // The warnings of an attempt that is made again would be shown twice.
            std::fputs((result.out + result.err + linked.out + linked.err).c_str(), stderr);
            Publish(files, options, scratch, prerequisites, record);
            return 0;
        }
    }
    throw Error(ErrorKind::kInput, Place{options.source, 0, 0, {}},
                "it or a header it includes kept changing while it was compiled", "run ninja again");
}

}  // namespace pto::gen
