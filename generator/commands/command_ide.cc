// Files for editors: the texts are made in generator/ide/, what lies there is read and written here.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/folder_files.h"
#include "base/own_places.h"
#include "base/printer.h"
#include "contract/compiled_files.h"
#include "contract/layout.h"
#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"
#include "generator/commands/programs.h"
#include "generator/commands/recorded_options.h"
#include "generator/config/pure_path.h"
#include "generator/ide/file_decision.h"
#include "generator/ide/ide_texts.h"
#include "generator/umbrella/compiled_directories.h"
#include "generator/umbrella/umbrella.h"

namespace pto::gen {
namespace {

std::optional<std::string> TextIfThere(const FileSystem& files, const std::string& path) {
    if (!files.Stat(path)) return std::nullopt;
    return files.Read(path);
}

void ReportFile(const std::string& path, const FileDecision& decision) {
    std::printf("%s: %s\n", path.c_str(), DecisionText(decision).c_str());
}

// Writes and reports one file; what hinders it is said in its place, and the others are still written.
class FileWriter {
  public:
    FileWriter(FileSystem& files, std::string root) : files_(files), root_(std::move(root)) {}

    template <typename Decide>
    void Put(const std::string& name, Decide decide) {
        const std::string path = ShownPath(root_, name);
        try {
            const FileDecision decision = decide(TextIfThere(files_, path));
            const bool changes = decision.action == FileAction::kWritten || decision.action == FileAction::kMerged;
            if (changes && IsLinked(name)) return ReportFile(path, {FileAction::kLeft, {}, kLinked});
            if (changes) files_.Write(path, decision.text);
            ReportFile(path, decision);
        } catch (const Error& error) {
            Print("pto-ninja", Severity::kError, error.what());
            worst_ = std::max(worst_, ExitCode(error.kind()));
        }
    }

    int worst() const { return worst_; }

  private:
    static constexpr char kLinked[] = "it is reached by a link, and what that leads to is not ours";

    bool IsLinked(const std::string& name) const {
        return files_.LinkTarget(ShownPath(root_, name)) || LinkedFolder(files_, root_, name);
    }

    FileSystem& files_;
    std::string root_;
    int worst_ = 0;
};

int WriteEditorFiles(FileSystem& files, const std::string& root, Workspace workspace) {
    FileWriter writer(files, root);
    writer.Put(kClangdFile, [](const auto& existing) { return DecideOwned(existing, ClangdBody()); });
    writer.Put(kTasksFile, [&](const auto& existing) {
        workspace.default_build = !existing || !HasOtherDefaultBuild(*existing);
        return DecideMerged(existing, VsCodeTasks(workspace));
    });
    if (workspace.debuggable) {
        writer.Put(kLaunchFile, [&](const auto& existing) { return DecideMerged(existing, VsCodeLaunch(workspace)); });
    } else {
        std::printf("%s: not written: a device's kernels cannot be stopped by a debugger of this machine\n",
                    ShownPath(root, kLaunchFile).c_str());
    }
    return writer.worst();
}

// Runs `write` and says whether it changed compile_commands.json.
template <typename Write>
void WithCommandsReport(const FileSystem& files, const std::string& root, Write write) {
    const std::string path = ShownPath(root, kCompileCommandsFile);
    const std::optional<std::string> before = TextIfThere(files, path);
    write();
    const FileAction action = before == TextIfThere(files, path) ? FileAction::kUpToDate : FileAction::kWritten;
    ReportFile(path, {action, {}, {}});
}

// Generates as the last time, with objects for a debugger where they can be had.
int WriteForDirectory(FileSystem& files, const std::string& root) {
    GenerateOptions options = RecordedOptions(files, root);
    RecordRoots(options);
    const Roots roots = InspectRoots(options, FindOwnFiles());
    const Programs programs = FindPrograms();
    options.debug = Prepare(files, root, options, roots).toolchain.platform.simulator;
    const Generation generation = Prepare(files, root, options, roots);
    WithCommandsReport(files, root, [&] { Commit(files, generation, options, programs); });
    Workspace workspace;
    workspace.pto_replay = programs.pto_replay;
    workspace.debuggable = options.debug;
    for (const Entry& entry : generation.entries) {
        if (!entry.name.empty() && !entry.IsPart()) workspace.entries.push_back(entry.name);
    }
    return WriteEditorFiles(files, root, workspace);
}

int WriteForTree(FileSystem& files, const std::string& root) {
    // Says what is wrong when there is no directory in it.
    if (!IsFile(files, root + "/" + kBuildFile)) {
        const int worst = RunGenerateCommand({"--quiet", root});
        if (!IsFile(files, root + "/" + kBuildFile)) return worst;
    }
    Workspace workspace;
    workspace.pto_replay = FindPrograms().pto_replay;
    workspace.directories = FindCompiledDirectories(files, root).paths;
    WithCommandsReport(files, root, [&] {
        FolderFiles inside(files, root);
        WriteUmbrellaCommands(inside, workspace.directories);
    });
    return WriteEditorFiles(files, root, workspace);
}

}  // namespace

int RunIdeCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja ide", "Writes files for editors: clangd, tasks and a debugger for VS Code.");
    std::string directory;
    line.Directory(directory, "compiled directory, or a whole build_output");
    if (!line.Parse(arguments)) return 0;
    RealFileSystem files;
    RefuseLinksOut(directory);
    const bool tree = IsDirectory(files, directory) && !LooksCompiled(files, directory);
    return tree ? WriteForTree(files, directory) : WriteForDirectory(files, directory);
}

}  // namespace pto::gen
