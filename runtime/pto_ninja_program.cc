#include "runtime/pto_ninja_program.h"

#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/file_system.h"
#include "base/process.h"

namespace pto::run {

std::string FindPtoNinja() {
    std::error_code code;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", code);
    const std::string beside = code ? std::string() : (self.parent_path() / "pto-ninja").string();
    if (!beside.empty() && IsFile(RealFileSystem(), beside)) return beside;
    std::string found = pto::FindProgram("pto-ninja");
    if (found.empty()) {
        throw Error(ErrorKind::kToolchain, "'pto-ninja' is neither beside pto-replay nor in PATH",
                    "install both programs into one directory");
    }
    return found;
}

}  // namespace pto::run
