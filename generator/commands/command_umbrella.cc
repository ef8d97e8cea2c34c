// The commands over a whole build_output/: list for people; tree and each for its build.ninja.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/own_places.h"
#include "base/printer.h"
#include "base/process.h"
#include "contract/compiled_files.h"
#include "contract/last_run.h"
#include "contract/layout.h"
#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"
#include "generator/commands/directories_below.h"
#include "generator/commands/programs.h"
#include "generator/commands/run_scan.h"
#include "generator/config/pure_path.h"
#include "generator/steps/last_run.h"
#include "generator/umbrella/compiled_directories.h"
#include "generator/umbrella/directory_state.h"
#include "generator/umbrella/each.h"
#include "generator/umbrella/umbrella_graph.h"

namespace pto::gen {

std::vector<std::string> DirectoriesBelow(const FileSystem& files, const std::string& root) {
    if (!IsDirectory(files, root)) {
        ThrowInput(root, "no such directory", "give the path of a build_output/ or of a compiled directory in it");
    }
    if (LooksCompiled(files, root)) return {""};
    const CompiledDirectories tree = FindCompiledDirectories(files, root);
    for (const std::string& problem : tree.problems) Print("pto-ninja", Severity::kWarning, problem);
    if (tree.paths.empty()) {
        ThrowInput(root, "no compiled directory in it or below it",
                   "give the path of a build_output/ or of a compiled directory in it");
    }
    return tree.paths;
}

namespace {

// Only a run of this build counts, not the one before it.
std::string ResultSince(FileSystem& files, const std::string& directory, std::optional<FileInfo> before) {
    const std::string file = directory + "/" + kLastRunFile;
    const std::optional<FileInfo> now = files.Stat(file);
    if (!now || (before && before->mtime_ns == now->mtime_ns && before->inode == now->inode)) return {};
    const std::string result = LastResult(files, directory);
    return result == kOutdated ? std::string() : result;  // a build that failed before it could run
}

EachResult RunOne(FileSystem& files, const std::string& directory, const std::string& target) {
    EachResult result{directory, 0, {}};
    ProcessOptions process;
    process.capture_output = false;
    process.own_group = false;
    if (!IsFile(files, directory + "/" + kBuildFile)) {
        process.arguments = {FindPrograms().pto_ninja, "generate", "--quiet", directory};
        result.exit_code = RunProcess(process).exit_code;
        if (result.exit_code != 0) return result;
    }
    const std::optional<FileInfo> before = files.Stat(directory + "/" + kLastRunFile);
    process.arguments = {"ninja", "-C", directory, target};
    const ProcessResult run = RunProcess(process);
    if (run.interrupted) throw Error(ErrorKind::kToolchain, "interrupted in '" + directory + "'");
    result.exit_code = run.Ok() ? 0 : std::max(run.exit_code, 1);
    result.result = ResultSince(files, directory, before);
    return result;
}

}  // namespace

int RunListCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja list", "A table of the compiled directories below a build_output/.");
    std::string root;
    line.Directory(root, "build_output/");
    if (!line.Parse(arguments)) return 0;
    RealFileSystem files;
    std::vector<DirectoryState> rows;
    for (const std::string& directory : DirectoriesBelow(files, root)) rows.push_back(LookAt(files, root, directory));
    WriteText(STDOUT_FILENO, TableText(rows));
    return 0;
}

int RunTreeCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja tree", "Lists the directories that an umbrella build delegates to.");
    std::string root;
    line.Directory(root, "build_output/");
    if (!line.Parse(arguments)) return 0;
    RealFileSystem files;
    RefuseLinksOut(root);
    const CompiledDirectories tree = FindCompiledDirectories(files, root);
    WriteIfChanged(files, root + "/" + kTreeFile, TreeText(tree.paths, GeneratorIdentity(FindPrograms())));
    return 0;
}

int RunEachCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja each", "Builds one target in every directory, whatever becomes of the others.");
    std::string root;
    std::string target = "replay";
    line.Text("--target", target);
    line.Directory(root, "build_output/");
    if (!line.Parse(arguments)) return 0;
    RealFileSystem files;
    const std::vector<std::string> directories = DirectoriesBelow(files, root);
    if (directories.front().empty()) return RunOne(files, root, target).exit_code;
    std::vector<EachResult> results;
    int worst = 0;
    for (const std::string& directory : directories) {
        results.push_back(RunOne(files, ShownPath(root, directory), target));
        worst = std::max(worst, results.back().exit_code);
    }
    std::printf("pto-ninja: %s\n", EachSummary(target, results).c_str());
    return worst;
}

}  // namespace pto::gen
