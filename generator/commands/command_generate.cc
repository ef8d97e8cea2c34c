#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/failure.h"
#include "base/folder_files.h"
#include "base/own_places.h"
#include "base/printer.h"
#include "base/text.h"
#include "contract/compiled_files.h"
#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"
#include "generator/commands/programs.h"
#include "generator/commands/recorded_options.h"
#include "generator/commands/run_scan.h"
#include "generator/config/pure_path.h"
#include "generator/graph/ninja_escape.h"
#include "generator/hooks/debug_files.h"
#include "generator/steps/activity.h"
#include "generator/umbrella/compiled_directories.h"
#include "generator/umbrella/named_text.h"
#include "generator/umbrella/parallel.h"
#include "generator/umbrella/umbrella.h"

namespace pto::gen {
namespace {

std::string Summary(const Generation& generation) {
    size_t kernels = 0;
    for (const Program& program : generation.directory.programs) kernels += program.config.kernels.size();
    return generation.directory.root + ": " + generation.toolchain.platform.name + ", " + Count(kernels, "kernel") +
           "; next: ninja -C " + ShellWord(generation.directory.root) + " replay";
}

struct Request {
    const GenerateOptions& options;
    const Roots& roots;
    const Programs& programs;
    bool quiet;
    bool again;    // called by build.ninja
    bool several;  // directories, or one of them at the call of a build over all
};

// The line of a message about `directory`, which its user need not have named. Many are printed by others, later.
std::string LineOf(const std::string& directory, const Request& request, bool coloured, Severity severity,
                   const std::string& text) {
    return MessageText("pto-ninja", severity, request.several ? NamedText(directory, text) : text, coloured);
}

std::string NoteLines(const BuildDirectory& directory, const Request& request, bool coloured) {
    std::string lines;
    for (const Note& note : directory.notes) {
        lines += LineOf(directory.root, request, coloured, Severity::kNote, NoteText(note));
    }
    return lines;
}

DirectoryAnswer Generate(const std::string& directory, const Request& request, bool coloured) {
    RealFileSystem files;
    RefuseLinksOut(directory);
    const Generation generation = Prepare(files, directory, request.options, request.roots);
    Commit(files, generation, request.options, request.programs);
    if (!request.again) {
        const char* setting = std::getenv("PYPTO_EMIT_DEBUG_RUNNER");
        WriteDebugFiles(files, directory, generation.entries, request.programs.pto_replay,
                        setting == nullptr ? "" : setting);
    }
    DirectoryAnswer answer;
    if (!request.quiet) answer.err = NoteLines(generation.directory, request, coloured);
    if (!request.quiet && !request.again) answer.out = Summary(generation) + "\n";
    return answer;
}

// A directory that fails takes no other with it.
DirectoryAnswer GenerateOne(const std::string& directory, const Request& request, bool coloured) try {
    return Generate(directory, request, coloured);
} catch (...) {
    const Failure failure = PresentFailure();
    if (request.again) NoteRefusedStep({"generate", "--again"}, failure.exit_code);
    return {failure.exit_code, "", LineOf(directory, request, coloured, failure.severity, failure.text)};
}

// The exit codes.
std::vector<int> GenerateAll(const std::vector<std::string>& directories, const Request& request) {
    if (directories.size() == 1) {
        const DirectoryAnswer answer = GenerateOne(directories.front(), request, UsesColour(STDERR_FILENO));
        PrintAnswer(answer);
        return {answer.exit_code};
    }
    return InParallel(directories.size(), std::thread::hardware_concurrency(),
                      [&](size_t i) { return GenerateOne(directories[i], request, false); });
}

// The exit code of a tree is that of its worst directory, unless ninja asked: it would not go on to those that work.
int GenerateTree(const std::string& root, const Request& request) try {
    RealFileSystem files;
    RefuseLinksOut(root);
    const CompiledDirectories tree = FindCompiledDirectories(files, root);
    for (const std::string& problem : tree.problems) Print("pto-ninja", Severity::kWarning, problem);
    if (tree.paths.empty()) return GenerateAll({root}, request).front();  // which says what a compiled directory has
    std::vector<std::string> directories;
    for (const std::string& path : tree.paths) directories.push_back(ShownPath(root, path));
    const std::vector<int> codes = GenerateAll(directories, request);
    const auto done = static_cast<size_t>(std::count(codes.begin(), codes.end(), 0));
    FolderFiles inside(files, root);
    CommitUmbrella(inside, tree.paths, request.options, request.programs, GeneratorIdentity(request.programs));
    if (!request.quiet && !request.again && done > 0) {
        const std::string part = done < codes.size() ? std::to_string(done) + " of " : "";
        std::printf("%s: %s%s; next: ninja -C %s replay\n", root.c_str(), part.c_str(),
                    Count(codes.size(), "directory", "directories").c_str(), ShellWord(root).c_str());
    }
    return request.again ? 0 : *std::max_element(codes.begin(), codes.end());
} catch (const Error& error) {
    WriteText(STDERR_FILENO, LineOf(root, request, UsesColour(STDERR_FILENO), Severity::kError, error.what()));
    return ExitCode(error.kind());
}

}  // namespace

int RunGenerateCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja", "Writes build.ninja into each compiled directory.");
    std::vector<std::string> directories;
    GenerateOptions options;
    bool again = false;
    bool quiet = false;
    bool keep_flags = false;
    line.Directories(directories, "compiled directories, build_output/<jit_dir>, or a whole build_output");
    line.Switch("--again", again, true);  // called by build.ninja itself
    line.Switch("--quiet,-q", quiet, true, "only errors");
    AddGenerateOptions(line, options, OptionSet::kAll);
    line.Switch("--keep-flags", keep_flags, true, "the flags of the last generation, and these over them");
    if (!line.Parse(arguments)) return 0;

    RealFileSystem files;
    if (keep_flags) {
        if (directories.size() != 1) {
            throw Error(ErrorKind::kUsage, "--keep-flags with " + Count(directories.size(), "directory", "directories"),
                        "give one directory");
        }
        options = OverRecorded(files, directories.front(), line, options);
    }
    const Programs programs = FindPrograms();
    RecordRoots(options);
    const Roots roots = InspectRoots(options, FindOwnFiles());
    const std::string warning = PinWarning(roots);
    if (!warning.empty()) Print("pto-ninja", Severity::kWarning, warning);
    std::vector<std::string> trees;
    const auto is_tree = [&](const std::string& path) {
        return IsDirectory(files, path) && !LooksCompiled(files, path);
    };
    std::copy_if(directories.begin(), directories.end(), std::back_inserter(trees), is_tree);
    std::erase_if(directories, is_tree);
    const bool several = !trees.empty() || directories.size() > 1 || (quiet && !again);
    const Request request{options, roots, programs, quiet, again, several};
    int worst = 0;
    for (const int code : GenerateAll(directories, request)) worst = std::max(worst, code);
    for (const std::string& tree : trees) worst = std::max(worst, GenerateTree(tree, request));
    return worst;
}

}  // namespace pto::gen
