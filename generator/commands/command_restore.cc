#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <iostream>

#include "base/error.h"
#include "base/file_lock.h"
#include "base/own_places.h"
#include "base/printer.h"
#include "base/process.h"
#include "base/text.h"
#include "generator/baseline/baseline.h"
#include "generator/baseline/patch_text.h"
#include "generator/baseline/restore.h"
#include "generator/baseline/selection.h"
#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"
#include "generator/config/pure_path.h"

namespace pto::gen {
namespace {

void Say(const std::string& text) {
    Print("pto-ninja", Severity::kNote, text);
}

std::string WhatChanged(const FileChange& change) {
    if (!change.now) return "deleted";
    if (!change.compiled) return "new, to be removed";
    if (FindProgram("diff").empty()) return "edited";  // it is there to count; putting back needs no other program
    const LineCounts lines = MakePatch(change, PatchStyle::kPlain).lines;
    if (lines.binary) return "binary";
    return "+" + std::to_string(lines.added) + " -" + std::to_string(lines.removed);
}

void PrintChanges(const std::vector<FileChange>& changes) {
    size_t width = 0;
    for (const FileChange& change : changes) width = std::max(width, change.path.size());
    for (const FileChange& change : changes) {
        const std::string blanks(width - change.path.size() + 2, ' ');
        WriteText(STDOUT_FILENO, "  " + change.path + blanks + WhatChanged(change) + "\n");
    }
}

// Throws when there is nobody to ask.
bool MayReplace(const std::string& directory, size_t count) {
    const std::string number = Count(count, "file");
    if (isatty(STDIN_FILENO) != 1) {
        throw Error(ErrorKind::kUsage, Place{ShownPath(directory, ""), 0, 0, {}},
                    number + " would be replaced, and there is no terminal to ask on", "give --yes to replace them");
    }
    WriteText(STDOUT_FILENO,
              "Put the code as compiled in place of " + number + "? What is there now will be kept. [y/N] ");
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y" || answer == "yes";
}

std::vector<std::string> PathsIn(const std::vector<FileChange>& changes) {
    std::vector<std::string> paths;
    for (const FileChange& change : changes) paths.push_back(change.path);
    return paths;
}

void Restore(FileSystem& files, const std::string& directory, const Baseline& baseline,
             const std::vector<std::string>& paths) {
    const FileLock lock(BinaryContextLock(directory), kLockTimeoutSeconds, [](const std::string& holder) {
        Say("waiting for " + holder + ", which holds cache/.binary_context.lock");
    });
    const Restored restored = RestoreFiles(files, directory, baseline, paths, std::time(nullptr));
    if (restored.paths.empty()) {
        Say("no source differs from the code as compiled");
        return;
    }
    Say(Count(restored.paths.size(), "file") + " restored" +
        (restored.kept_in.empty() ? "" : "; what was replaced is kept in " + restored.kept_in));
}

}  // namespace

int RunRestoreCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja restore", "Puts the sources back as they were first seen; keeps what it replaces.");
    std::string directory;
    std::vector<std::string> words;
    bool yes = false;
    line.Directory(directory, "compiled directory");
    line.Files(words, "only these files or folders, relative to DIR or to the working directory");
    line.Switch("--yes,-y", yes, true, "do not ask");
    if (!line.Parse(arguments)) return 0;
    RealFileSystem files;
    RefuseLinksOut(directory);
    const Baseline baseline = LoadBaseline(files, directory);
    const std::vector<std::string> paths = baseline.Paths();
    const std::vector<FileChange> changes =
        FindChanges(files, directory, baseline, SelectFiles(files, directory, paths, words));
    CheckRawTexts(changes, FindChanges(files, directory, baseline, paths));
    if (!changes.empty()) {
        PrintChanges(changes);
        if (!yes && !MayReplace(directory, changes.size())) {
            Say("nothing was replaced");
            return 0;
        }
    }
    Restore(files, directory, baseline, PathsIn(changes));
    return 0;
}

}  // namespace pto::gen
