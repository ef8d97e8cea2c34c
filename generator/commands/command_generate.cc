#include <cstdio>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/printer.h"
#include "base/text.h"
#include "generator/commands/command_line.h"
#include "generator/commands/commands.h"
#include "generator/commands/programs.h"

namespace pto::gen {
namespace {

void PrintNotes(const BuildDirectory& directory) {
    std::vector<Note> notes = directory.notes;
    for (const Program& program : directory.programs) {
        notes.insert(notes.end(), program.config.notes.begin(), program.config.notes.end());
    }
    for (const Note& note : notes) {
        const std::string line = note.line > 0 ? ":" + std::to_string(note.line) : "";
        Print("pto-ninja", Severity::kNote, (note.file.empty() ? "" : note.file + line + ": ") + note.text);
    }
}

std::string Summary(const Generation& generation) {
    size_t kernels = 0;
    for (const Program& program : generation.directory.programs) kernels += program.config.kernels.size();
    return generation.directory.root + ": " + generation.toolchain.platform.name + ", " + Count(kernels, "kernel") +
           "; next: ninja -C " + generation.directory.root + " replay";
}

}  // namespace

int RunGenerateCommand(const Arguments& arguments) {
    CommandLine line("pto-ninja", "Writes build.ninja into each compiled directory.");
    std::vector<std::string> directories;
    GenerateOptions options;
    bool again = false;
    bool quiet = false;
    line.Directories(directories, "compiled directories, build_output/<jit_dir>");
    line.Switch("--again", again, true);  // called by build.ninja itself
    line.Switch("--quiet,-q", quiet, true, "only errors");
    AddGenerateOptions(line, options);
    if (!line.Parse(arguments)) return 0;

    RealFileSystem files;
    const Programs programs = FindPrograms();
    const Roots roots = FindRoots();
    int worst = 0;
    for (const std::string& directory : directories) {
        try {
            const Generation generation = Prepare(files, directory, options, roots);
            Commit(files, generation, options, programs);
            if (!quiet) PrintNotes(generation.directory);
            if (!quiet && !again) std::printf("%s\n", Summary(generation).c_str());
        } catch (const Error& error) {
            Print("pto-ninja", Severity::kError, error.what());
            worst = std::max(worst, ExitCode(error.kind()));
        }
    }
    return worst;
}

}  // namespace pto::gen
