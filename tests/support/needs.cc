#include "tests/support/needs.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>

#include "base/process.h"

namespace pto::test {

std::string MissingProgram(const std::string& program) {
    return FindProgram(program).empty() ? program + " is not installed" : std::string();
}

std::string MissingPython() {
    return MissingProgram("python3");
}

std::string MissingTerminals() {
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0) return "this machine gives no pseudo terminals (/dev/ptmx)";
    std::string reason;
    const char* name = grantpt(master) == 0 && unlockpt(master) == 0 ? ptsname(master) : nullptr;
    const int slave = name == nullptr ? -1 : open(name, O_RDWR | O_NOCTTY);
    if (slave < 0) reason = "this machine gives no pseudo terminals (/dev/pts is not mounted)";
    if (slave >= 0) close(slave);
    close(master);
    return reason;
}

std::string MissingProc() {
    std::error_code ignored;
    return std::filesystem::exists("/proc/self/exe", ignored) ? std::string() : "/proc is not mounted";
}

}  // namespace pto::test
