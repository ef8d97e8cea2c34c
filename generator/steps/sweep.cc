#include "generator/steps/sweep.h"

#include <string>

#include "base/left_overs.h"
#include "contract/compiled_files.h"
#include "contract/layout.h"
#include "generator/config/folder.h"

namespace pto::gen {
namespace {

// Where a splice, a generation or a run replaces files, below the directory of a program.
constexpr const char* kWrittenDirectories[] = {"ptoas", "kernels/aic", "kernels/aiv", "debug", kBenchmarkDir};

void SweepProgram(const std::string& directory) {
    RemoveLeftOvers(directory.empty() ? "." : directory);
    for (const char* name : kWrittenDirectories) RemoveLeftOvers(Below(directory, name));
}

}  // namespace

void SweepLeftOvers(const FileSystem& files) {
    RemoveLeftOversBelow(kPrivateDir);
    RemoveLeftOversBelow(kDiagnosticsDir);
    SweepProgram("");
    for (const std::string& name : Folder(files, ".").Names(kNextLevels)) SweepProgram(LevelOf(name));
}

}  // namespace pto::gen
