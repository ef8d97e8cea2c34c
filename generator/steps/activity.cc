#include "generator/steps/activity.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/file_system.h"
#include "contract/layout.h"

namespace pto::gen {

void AppendActivity(const BuildStep& step) {
    if (RealFileSystem().LinkTarget(kPrivateDir)) return;  // where a link leads nothing is ours
    const int descriptor =
        open(kActivityFile, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (descriptor < 0) return;
    struct stat info {};
    if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode) || info.st_nlink != 1) {
        close(descriptor);  // a file of somebody else's, too
        return;
    }
    const std::string line = ActivityLine(step);
    [[maybe_unused]] const ssize_t written = write(descriptor, line.data(), line.size());
    close(descriptor);
}

void NoteRefusedStep(const std::vector<std::string>& arguments, int exit_code) {
    static const std::set<std::string> kSteps = {"scan",   "splice", "compile",        "golden",
                                                 "run-py", "plan",   "prepare-compare"};
    if (arguments.empty() || exit_code != ExitCode(ErrorKind::kInput)) return;
    const bool generates =
        arguments[0] == "generate" && std::find(arguments.begin(), arguments.end(), "--again") != arguments.end();
    if (generates || kSteps.count(arguments[0]) != 0)
        AppendActivity({std::string(kRefusedAction), arguments[0], "", "", ""});
}

// Another file, since the old one may have a second name elsewhere.
void ClearActivity() {
    unlink(kActivityFile);
    const int descriptor = open(kActivityFile, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) close(descriptor);
}

}  // namespace pto::gen
