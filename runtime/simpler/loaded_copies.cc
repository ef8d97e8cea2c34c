#include "runtime/simpler/loaded_copies.h"

#include <unistd.h>

#include <fstream>
#include <string>
#include <string_view>

namespace pto::run {
namespace {

bool IsLoadedCopy(std::string_view path) {
    for (const std::string_view start : {"/tmp/aicpu_sim_", "/tmp/aicore_sim_", "/tmp/kernel_"}) {
        if (path.starts_with(start) && path.find('/', start.size()) == std::string_view::npos) return true;
    }
    return false;
}

}  // namespace

void RemoveLoadedCopies(pid_t process) {
    std::ifstream maps("/proc/" + std::to_string(process) + "/maps");
    for (std::string line; std::getline(maps, line);) {
        const size_t path = line.find('/');
        if (path != std::string::npos && IsLoadedCopy(std::string_view(line).substr(path))) {
            unlink(line.c_str() + path);
        }
    }
}

}  // namespace pto::run
