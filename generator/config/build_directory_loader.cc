#include "generator/config/build_directory_loader.h"

#include <utility>

#include "base/error.h"
#include "contract/compiled_files.h"
#include "contract/layout.h"
#include "generator/config/cross_checks.h"
#include "generator/config/directory_kind.h"
#include "generator/config/hooks_file.h"
#include "generator/config/kernel_config_loader.h"
#include "generator/config/pure_path.h"
#include "generator/config/remedy.h"
#include "generator/config/run_py.h"
#include "generator/config/sidecar.h"
#include "generator/config/unit_listing.h"

namespace pto::gen {
namespace {

void CheckSources(const Folder& folder, const Program& program, MissingSources policy, std::vector<Note>* notes) {
    const std::optional<MissingSource> missing = FindMissingSource(folder, program.config);
    if (!missing) return;
    if (policy == MissingSources::kNote) {
        notes->push_back({program.config.file, missing->line, missing->text});
        return;
    }
    std::string text = missing->text;
    if (!program.directory.empty()) text = "program '" + program.name + "': " + text;
    const std::optional<std::string> own = FindCodegenReport(folder.files(), folder.Shown(program.directory));
    std::string remedy = std::string("restore it, or ") + kRecompile;
    if (own) {
        text += ": the compile failed";
        remedy = "see '" + folder.Shown(JoinPath(program.directory, *own)) +
                 "', mend the program and compile it again with ir.compile()";
    }
    throw Error(ErrorKind::kInput, Place{folder.Shown(program.config.file), missing->line, 0, {}}, text, remedy);
}

// `level` is the <name> of next_levels/<name>, empty for the root itself.
Program LoadProgram(const Folder& folder, const std::string& level, MissingSources policy, std::vector<Note>* notes) {
    Program program;
    program.directory = level.empty() ? "" : LevelOf(level);
    program.config = LoadKernelConfig(folder, program.directory);
    RequireUsable(folder, program.config);
    program.name = level.empty() ? program.config.orchestration->name : level;
    CheckSources(folder, program, policy, notes);
    const Folder own = folder.Below(program.directory);
    if (own.Has("compiled_meta.json")) {
        program.meta = LoadCompiledMeta(folder, program.directory);
        notes->insert(notes->end(), program.meta->notes.begin(), program.meta->notes.end());
        CheckSignature(folder, program);
    }
    program.units = LoadUnits(folder, program.directory);
    CheckUnits(folder, program.directory, program.units);
    program.has_golden = own.Has("golden.py");
    program.run_py = InspectRunPy(folder, program.directory);
    notes->insert(notes->end(), program.config.notes.begin(), program.config.notes.end());
    return program;
}

void NoteLevels(const std::vector<std::string>& names, const std::string& text, std::vector<Note>* notes) {
    for (const std::string& name : names) notes->push_back({LevelOf(name), 0, text});
}

void LoadSingle(const Folder& folder, const DirectoryKind& kind, MissingSources policy, BuildDirectory* build) {
    build->programs.push_back(LoadProgram(folder, "", policy, &build->notes));
    NoteLevels(kind.programs, "left over from another build: not part of this one, but buildable by itself",
               &build->notes);
    for (const std::string& name : kind.programs) build->leftovers.push_back(LevelOf(name));
}

void LoadSeveral(const Folder& folder, const DirectoryKind& kind, MissingSources policy, BuildDirectory* build) {
    if (kind.kind == Kind::kL3) {
        if (!folder.Has("distributed_meta.json")) {
            ThrowInput(folder.Shown("distributed_meta.json"),
                       "does not exist, expected beside 'orchestration/host_orch.py'", kRecompile);
        }
        build->distributed = LoadDistributedMeta(folder);
        const std::vector<Note>& notes = build->distributed->common.notes;
        build->notes.insert(build->notes.end(), notes.begin(), notes.end());
    }
    for (const std::string& name : kind.programs) {
        build->programs.push_back(LoadProgram(folder, name, policy, &build->notes));
    }
    NoteLevels(kind.others, "has no kernel_config.py: ignored", &build->notes);
}

}  // namespace

BuildDirectory LoadBuildDirectory(const Folder& folder, MissingSources missing) {
    const DirectoryKind kind = RecogniseDirectory(folder);
    BuildDirectory build;
    build.root = folder.root();
    build.kind = kind.kind;
    build.has_golden = folder.Has("golden.py");
    build.run_py = InspectRunPy(folder, "");
    build.has_hooks = HasHooks(folder);
    if (kind.kind == Kind::kL2) {
        LoadSingle(folder, kind, missing, &build);
    } else {
        LoadSeveral(folder, kind, missing, &build);
    }
    NoteOtherModes(build);
    NoteOtherPlatforms(build);
    return build;
}

}  // namespace pto::gen
