#include <unistd.h>

#include "base/printer.h"
#include "base/text.h"
#include "generator/baseline/baseline.h"
#include "generator/baseline/patch_text.h"
#include "generator/baseline/selection.h"
#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"

namespace pto::gen {

int RunDiffCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja diff", "Prints how the sources differ from the code as compiled, as a patch.");
    std::string directory;
    std::vector<std::string> words;
    line.Directory(directory, "compiled directory");
    line.Files(words, "only these files or folders, relative to DIR or to the working directory");
    if (!line.Parse(arguments)) return 0;
    const RealFileSystem files;
    const Baseline baseline = LoadBaseline(files, directory);
    const std::vector<FileChange> changes =
        FindChanges(files, directory, baseline, SelectFiles(files, directory, baseline.Paths(), words));
    const PatchStyle style = UsesColour(STDOUT_FILENO) ? PatchStyle::kColoured : PatchStyle::kPlain;
    size_t added = 0;
    size_t removed = 0;
    for (const FileChange& change : changes) {
        const Patch patch = MakePatch(change, style);
        WriteText(STDOUT_FILENO, patch.text);
        added += patch.lines.added;
        removed += patch.lines.removed;
    }
    Print("pto-ninja", Severity::kNote,
          changes.empty() ? "no source differs from the code as compiled"
                          : Count(changes.size(), "file") + " changed, " + Count(added, "line") + " added, " +
                                std::to_string(removed) + " removed");
    return 0;
}

}  // namespace pto::gen
