#include "generator/baseline/unified_diff.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.h"
#include "base/process.h"
#include "base/text.h"

namespace pto::gen {
namespace {

// In memory, open in the processes that we start: what only looks needs no place on a disk.
class TextInMemory {
  public:
    explicit TextInMemory(std::string_view text) : descriptor_(memfd_create("text", 0)) {
        bool written = descriptor_ >= 0;
        while (written && !text.empty()) {
            const ssize_t count = write(descriptor_, text.data(), text.size());
            written = count > 0 || (count < 0 && errno == EINTR);
            if (count > 0) text.remove_prefix(static_cast<size_t>(count));
        }
        if (written) return;
        const int error = errno;
        if (descriptor_ >= 0) close(descriptor_);
        ThrowSystem(ErrorKind::kToolchain, "a text for 'diff'", "cannot be kept", error);
    }
    ~TextInMemory() { close(descriptor_); }
    TextInMemory(const TextInMemory&) = delete;
    TextInMemory& operator=(const TextInMemory&) = delete;

    std::string Path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

  private:
    int descriptor_;
};

constexpr int kSame = 0;
constexpr int kDiffer = 1;
constexpr int kNotStarted = 127;

}  // namespace

std::string UnifiedHunks(std::string_view before, std::string_view after) {
    const TextInMemory old_text(before);
    const TextInMemory new_text(after);
    ProcessOptions process;
    process.arguments = {"diff", "-u", "--text", "--label", "-", "--label", "+", old_text.Path(), new_text.Path()};
    process.english = true;
    const ProcessResult result = RunProcess(process);
    if (result.interrupted) throw Error(ErrorKind::kToolchain, "interrupted");
    if (result.exit_code == kNotStarted) {
        throw Error(ErrorKind::kToolchain, "'diff' is not in PATH", "install diffutils");
    }
    if (result.signal != 0 || (result.exit_code != kSame && result.exit_code != kDiffer)) {
        throw Error(ErrorKind::kToolchain, "'diff' failed: " + std::string(Split(result.err, '\n').front()),
                    "check the diffutils of this machine");
    }
    const size_t names = result.out.find('\n', result.out.find('\n') + 1);
    return names == std::string::npos ? "" : result.out.substr(names + 1);
}

}  // namespace pto::gen
