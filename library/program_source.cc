#include "library/program_source.h"

#include <algorithm>

#include "base/dtype.h"
#include "base/error.h"
#include "base/text.h"
#include "contract/layout.h"
#include "generator/config/build_directory_loader.h"
#include "generator/config/callers_shape.h"
#include "generator/config/directory_kind.h"
#include "generator/config/pure_path.h"
#include "generator/config/remedy.h"
#include "generator/toolchain/platform.h"
#include "upstream/platforms.h"

namespace pto::lib {
namespace {

const gen::Platform& GivenPlatform(const std::string& name) try {
    return gen::FindPlatform(name, "FromDir");
} catch (const Error& error) {
    // Without the remedy, which is a flag.
    const bool suggests = error.remedy().starts_with("did you mean");
    throw Error(ErrorKind::kUsage, error.place(), error.message(), suggests ? error.remedy() : "");
}

void CheckBackend(const std::string& backend) {
    const std::vector<std::string> names = BackendNames();
    if (std::find(names.begin(), names.end(), backend) != names.end()) return;
    throw Error(ErrorKind::kUsage, "FromDir: unknown backend '" + backend + "', expected one of " + QuotedList(names),
                DidYouMean(backend, names));
}

// The platform of `backend` that is a simulator or a device as `like` is.
const gen::Platform& Counterpart(const gen::Platform& like, const std::string& backend) {
    const gen::Platform& simulator = gen::DefaultPlatform(backend);
    return like.simulator ? simulator : gen::FindPlatform(simulator.arch, "FromDir");
}

const gen::Platform& ChoosePlatform(const gen::CompiledMeta& meta, const std::string& shown_file,
                                    const std::string& platform, const std::string& backend) {
    if (!backend.empty()) CheckBackend(backend);
    if (!platform.empty()) {
        const gen::Platform& given = GivenPlatform(platform);
        if (backend.empty() || backend == given.backend) return given;
        throw Error(
            ErrorKind::kUsage,
            "FromDir: platform '" + platform + "' is " + given.backend + ", and the backend is '" + backend + "'",
            "give one of them");
    }
    const gen::Platform& recorded =
        meta.platform.empty() ? gen::DefaultPlatform(meta.backend) : gen::FindPlatform(meta.platform, shown_file);
    return backend.empty() || backend == recorded.backend ? recorded : Counterpart(recorded, backend);
}

Direction DirectionOf(const std::string& name) {
    return name == "In" ? Direction::kIn : name == "Out" ? Direction::kOut : Direction::kInOut;
}

void SetParams(const std::vector<gen::Param>& from, ProgramImpl& program) {
    for (const gen::Param& param : from) {
        const Direction direction = DirectionOf(param.direction);
        program.params.push_back({param.name, direction, param.dtype, gen::CallersShape(param), param.layout});
        program.run_params.push_back(
            {param.name, static_cast<run::Direction>(direction), param.shape, FindDType(param.dtype), param.dtype});
        program.run_params.back().layout = param.layout;
    }
}

void SetNotes(const gen::BuildDirectory& build, ProgramImpl& program) {
    for (const gen::Note& note : build.notes) program.notes.push_back(gen::NoteText(note));
}

// "next_levels/decode" and "next_levels/prefill".
std::vector<std::string> LevelsOf(const gen::DirectoryKind& kind) {
    std::vector<std::string> levels;
    for (const std::string& name : kind.programs) levels.push_back(LevelOf(name));
    return levels;
}

void RequireOneChip(const FileSystem& files, const std::string& directory) {
    const gen::DirectoryKind kind = gen::RecogniseDirectory({files, directory});
    const std::string shown = gen::ShownPath(directory, "");
    if (kind.kind == gen::Kind::kL3) {
        ThrowInput(shown, "is a distributed build, expected a program for one chip",
                   "use DistributedCompiledProgram::FromDir");
    }
    if (kind.kind == gen::Kind::kMulti) {
        const std::vector<std::string> levels = LevelsOf(kind);
        ThrowInput(shown, "holds several programs and has no sidecar of its own: " + QuotedList(levels),
                   "give one of them: FromDir(\"" + gen::ShownPath(directory, levels.front()) + "\")");
    }
}

void RequireDistributed(const FileSystem& files, const std::string& directory) {
    const gen::DirectoryKind kind = gen::RecogniseDirectory({files, directory});
    if (kind.kind == gen::Kind::kL3) return;
    const std::string shown = gen::ShownPath(directory, "");
    if (kind.kind == gen::Kind::kL2) {
        ThrowInput(shown, "is a program for one chip, expected a distributed build", "use CompiledProgram::FromDir");
    }
    ThrowInput(shown,
               "holds several programs for one chip, expected a distributed build: " + QuotedList(LevelsOf(kind)),
               "use CompiledProgram::FromDir on one of them");
}

void CheckDevices(const std::vector<int64_t>& devices) {
    for (size_t i = 0; i < devices.size(); ++i) {
        const bool again = std::find(devices.begin(), devices.begin() + static_cast<long>(i), devices[i]) !=
                           devices.begin() + static_cast<long>(i);
        if (devices[i] >= 0 && !again) continue;
        throw Error(ErrorKind::kUsage, "FromDir: device_ids[" + std::to_string(i) + "] is " +
                                           std::to_string(devices[i]) + ", expected distinct numbers of 0 or more");
    }
}

}  // namespace

ProgramImpl LoadOneChip(const FileSystem& files, const std::string& directory, const FromDirOptions& options) {
    RequireOneChip(files, directory);
    const gen::BuildDirectory build = gen::LoadBuildDirectory({files, directory}, gen::MissingSources::kNote);
    ProgramImpl program;
    program.directory = directory;
    program.place = FindBuildPlace(files, directory);
    const std::string sidecar = gen::ShownPath(directory, "compiled_meta.json");
    const std::optional<gen::CompiledMeta>& meta = build.programs.front().meta;
    if (!meta) {
        // The parts of a distributed build have none.
        const bool several = !program.place.program.empty() &&
                             gen::RecogniseDirectory({files, program.place.root}).kind == gen::Kind::kL3;
        ThrowInput(sidecar, "does not exist, expected beside 'kernel_config.py'",
                   several ? "use DistributedCompiledProgram::FromDir(\"" + program.place.root + "\")"
                           : std::string(gen::kRecompile));
    }
    const gen::Platform& platform = ChoosePlatform(*meta, sidecar, options.platform, options.backend);
    program.platform = platform.name;
    program.backend = platform.backend;
    SetParams(meta->params, program);
    SetNotes(build, program);
    return program;
}

ProgramImpl LoadDistributed(const FileSystem& files, const std::string& directory,
                            const DistributedFromDirOptions& options) {
    RequireDistributed(files, directory);
    CheckDevices(options.device_ids);
    const gen::BuildDirectory build = gen::LoadBuildDirectory({files, directory}, gen::MissingSources::kNote);
    ProgramImpl program;
    program.directory = directory;
    program.place = {directory, ""};
    program.distributed = true;
    const gen::CompiledMeta& meta = build.distributed->common;
    const gen::Platform& platform =
        ChoosePlatform(meta, gen::ShownPath(directory, meta.file), options.platform, options.backend);
    program.platform = platform.name;
    program.backend = platform.backend;
    program.device_ids = options.device_ids.empty() ? build.distributed->config.device_ids : options.device_ids;
    SetParams(meta.params, program);
    SetNotes(build, program);
    return program;
}

}  // namespace pto::lib
