#include "generator/commands/programs.h"

#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/file_system.h"
#include "base/process.h"

namespace pto::gen {
namespace {

std::filesystem::path SelfDirectory() {
    const std::filesystem::path self = OwnProgram();
    if (self.empty()) {
        throw Error(ErrorKind::kToolchain, "/proc/self/exe cannot be read, which says where this program lies",
                    "mount /proc");
    }
    return self.parent_path();
}

enum class Absence { kAllowed, kError };

// The directory `name` beside the programs, as they are installed; a build tree has links to the sources there.
std::string FindDirectory(const std::string& name, const std::string& file, Absence absence = Absence::kError) {
    const std::filesystem::path share = (SelfDirectory() / PTO_DATA_FROM_PROGRAMS / name).lexically_normal();
    std::error_code code;
    const std::filesystem::path real = std::filesystem::canonical(share, code);
    if (!code && IsFile(RealFileSystem(), (real / file).string())) return real.string();
    if (absence == Absence::kAllowed) return {};
    throw Error(ErrorKind::kToolchain, Place{share.string(), 0, 0, {}},
                "not found, and compiles read '" + file + "' there", "install pto-ninja again");
}

}  // namespace

Programs FindPrograms() {
    const std::filesystem::path directory = SelfDirectory();
    const std::string replay = (directory / "pto-replay").string();
    if (!IsFile(RealFileSystem(), replay)) {
        throw Error(ErrorKind::kToolchain, Place{replay, 0, 0, {}}, "not found, expected beside pto-ninja",
                    "install both programs into one directory");
    }
    return {(directory / "pto-ninja").string(), replay};
}

OwnFiles FindOwnFiles() {
    OwnFiles own;
    own.embedded_include = FindDirectory("include", "pto/pto-inst.hpp");
    own.clang_include = FindDirectory("clang_headers", "stdfloat");
    const std::string adapter = FindDirectory("simpler", "adapter.cc", Absence::kAllowed);
    if (!adapter.empty()) own.adapter_source = adapter + "/adapter.cc";
    return own;
}

}  // namespace pto::gen
