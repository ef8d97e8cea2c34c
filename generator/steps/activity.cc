#include "generator/steps/activity.h"

#include <fcntl.h>
#include <unistd.h>

#include "generator/graph/layout.h"

namespace pto::gen {

void AppendActivity(const std::string& action, const std::string& name, const std::string& reason) {
    const int descriptor = open(kActivityFile, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (descriptor < 0) return;
    const std::string line = action + "\t" + name + "\t" + reason + "\n";
    [[maybe_unused]] const ssize_t written = write(descriptor, line.data(), line.size());
    close(descriptor);
}

void ClearActivity() {
    const int descriptor = open(kActivityFile, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor >= 0) close(descriptor);
}

}  // namespace pto::gen
