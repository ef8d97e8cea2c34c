#include "runtime/core/pto_ninja_program.h"

#include <filesystem>

#include "base/error.h"
#include "base/file_system.h"
#include "base/process.h"

namespace pto::run {

std::string FindPtoNinja() {
    const std::string self = OwnProgram();
    const std::string beside =
        self.empty() ? std::string() : (std::filesystem::path(self).parent_path() / "pto-ninja").string();
    if (!beside.empty() && IsFile(RealFileSystem(), beside)) return beside;
    std::string found = pto::FindProgram("pto-ninja");
    if (found.empty()) {
        throw Error(ErrorKind::kToolchain, "'pto-ninja' is neither beside pto-replay nor in PATH",
                    "install both programs into one directory");
    }
    return found;
}

}  // namespace pto::run
