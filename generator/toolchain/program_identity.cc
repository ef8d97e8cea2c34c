#include "generator/toolchain/program_identity.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "base/file_system.h"
#include "base/process.h"
#include "generator/toolchain/toolchain_probe.h"

namespace pto::gen {
namespace {

constexpr std::string_view kLauncherNames[] = {"ccache", "distcc", "icecc", "sccache"};

// A binary that is the program itself, so that its size and time say which one it is.
bool IsProgramProper(const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    if (std::find(std::begin(kLauncherNames), std::end(kLauncherNames), name) != std::end(kLauncherNames)) return false;
    constexpr std::string_view kElfMagic = "\177ELF";
    std::string start(kElfMagic.size(), ' ');
    std::ifstream(path, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
    return start == kElfMagic;
}

}  // namespace

std::string ProgramIdentity(const std::string& program, int64_t now_ns) {
    const RealFileSystem files;
    const std::string found = FindProgram(program);
    std::error_code code;
    const std::filesystem::path real = std::filesystem::canonical(found, code);
    const std::string path = code ? found : real.string();
    const std::optional<FileInfo> info = files.Stat(path);
    if (found.empty() || !info) return program + " not found";
    std::string identity = path + " " + std::to_string(info->size) + " " + std::to_string(info->mtime_ns);
    if (IsProgramProper(path)) return identity;
    const std::string version = CompilerVersion(program);
    return identity + " " + (version.empty() ? "unknown at " + std::to_string(now_ns) : version);
}

}  // namespace pto::gen
