#include "generator/commands/programs.h"

#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/file_system.h"

namespace pto::gen {
namespace {

std::filesystem::path SelfDirectory() {
    std::error_code code;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", code);
    if (code) throw Error(ErrorKind::kToolchain, "/proc/self/exe: " + code.message(), "mount /proc");
    return self.parent_path();
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

std::string FindEmbeddedHeaders() {
    const std::filesystem::path installed = SelfDirectory().parent_path() / "share" / "pto-ninja" / "include";
    const std::filesystem::path source_tree = PTO_EMBEDDED_INCLUDE;
    for (const std::filesystem::path& candidate : {installed, source_tree}) {
        std::error_code code;
        const std::filesystem::path real = std::filesystem::canonical(candidate, code);
        if (!code && IsFile(RealFileSystem(), (real / "pto" / "pto-inst.hpp").string())) return real.string();
    }
    throw Error(ErrorKind::kToolchain, Place{installed.string(), 0, 0, {}}, "the embedded headers are missing",
                "install pto-ninja again");
}

}  // namespace pto::gen
