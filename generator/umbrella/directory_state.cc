#include "generator/umbrella/directory_state.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/error.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "contract/last_run.h"
#include "contract/layout.h"
#include "generator/config/build_directory_loader.h"
#include "generator/config/pure_path.h"
#include "generator/graph/objects.h"
#include "generator/splice/raw_edit.h"
#include "generator/splice/unit_state.h"
#include "generator/toolchain/toolchain.h"
#include "generator/umbrella/build_state.h"

namespace pto::gen {
namespace {

constexpr char kUnknown[] = "-";

std::string KindName(Kind kind) {
    switch (kind) {
        case Kind::kL2:
            return "L2";
        case Kind::kL3:
            return "L3";
        case Kind::kMulti:
            return "several";
    }
    return kUnknown;
}

std::string Padded(std::string text, size_t width) {
    if (text.size() < width) text.append(width - text.size(), ' ');
    return text;
}

// Of every unit that something is remembered of.
void ForEachState(const FileSystem& files, const std::string& directory, const BuildDirectory& build,
                  const std::function<void(const Unit&, const UnitPaths&, const UnitState&)>& visit) {
    for (const Program& program : build.programs) {
        for (const Unit& unit : program.units) {
            const UnitPaths paths =
                PathsOf(directory, program.name, program.directory, unit.name, SpliceStamp(program, unit));
            const std::optional<UnitState> state = LoadUnitState(files, paths);
            if (state) visit(unit, paths, *state);
        }
    }
}

}  // namespace

std::vector<PendingUnit> PendingUnits(const FileSystem& files, const std::string& directory,
                                      const BuildDirectory& build) {
    std::vector<PendingUnit> pending;
    ForEachState(files, directory, build, [&](const Unit& unit, const UnitPaths&, const UnitState& state) {
        const bool handled = state.pto == ContentHash(files.Read(directory + "/" + unit.pto));
        if (!handled || !state.writing.empty()) {
            pending.push_back({unit.pto, !state.pto.empty() || !state.writing.empty()});
        }
    });
    return pending;
}

std::vector<std::string> EditedRawTexts(const FileSystem& files, const std::string& directory,
                                        const BuildDirectory& build) {
    std::vector<std::string> edited;
    ForEachState(files, directory, build, [&](const Unit&, const UnitPaths& paths, const UnitState& state) {
        const std::string raw = paths.OnDisk(paths.raw);
        if (IsFile(files, raw) && RawReachesNothing(files, paths, state, ContentHash(files.Read(raw)))) {
            edited.push_back(paths.raw);
        }
    });
    return edited;
}

std::string LastResult(const FileSystem& files, const std::string& directory) {
    const std::string file = directory + "/" + kLastRunFile;
    if (!IsFile(files, file)) return kUnknown;
    try {
        // Any other word would stand in a table as it is.
        return ResultOfRun(LoadJson(files, file, "")).value_or(kUnknown);
    } catch (const Error&) {
        return kUnknown;
    }
}

DirectoryState LookAt(FileSystem& files, const std::string& root, const std::string& directory) {
    const std::string path = ShownPath(root, directory);
    DirectoryState state{directory.empty() ? root : directory, "broken", kUnknown, kUnknown, kUnknown, ""};
    try {
        state.result = LastResult(files, path);
        const BuildDirectory build = LoadBuildDirectory({files, path});
        std::string file;
        const std::string platform = RecordedPlatform(build, file);
        state.platform = platform.empty() ? kUnknown : FindPlatform(platform, file).name;
        size_t kernels = 0;
        for (const Program& program : build.programs) kernels += program.config.kernels.size();
        state.kernels = std::to_string(kernels);
        state.state = BuildStateText(files, path, build);
        state.kind = KindName(build.kind);
    } catch (const Error& error) {
        const std::string text = error.what();
        state.state = text.substr(0, text.find('\n'));
    }
    return state;
}

std::string TableText(const std::vector<DirectoryState>& rows) {
    std::vector<std::array<std::string, 6>> cells = {
        {"directory", "kind", "platform", "kernels", "last result", "state"}};
    for (const DirectoryState& row : rows) {
        cells.push_back({row.path, row.kind, row.platform, row.kernels, row.result, row.state});
    }
    std::array<size_t, 6> widths{};
    for (const auto& line : cells) {
        for (size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
    }
    std::string text;
    for (const auto& line : cells) {
        for (size_t i = 0; i + 1 < line.size(); ++i) text += Padded(line[i], widths[i] + 2);
        text += line.back() + "\n";
    }
    return text;
}

}  // namespace pto::gen
