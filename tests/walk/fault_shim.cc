// Preloaded into pto-ninja and pto-replay: lets the n-th call that concerns a folder fail once, in whichever process of
// theirs it comes.
//
//   PTO_FAULT_BELOW  the folder, absolute
//   PTO_FAULT_COUNT  a file of eight bytes, the number of calls so far
//   PTO_FAULT_AT     which one fails, from 1; 0: none
//   PTO_FAULT_ERRNO  how; 0: the process is killed there
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <string_view>

namespace {

struct Plan {
    std::string_view below;
    std::atomic<uint64_t>* count = nullptr;
    uint64_t at = 0;
    int number = 0;
};

// Made before main, with system calls alone: the functions below are ours.
const Plan& ThePlan() {
    static const Plan plan = [] {
        Plan made;
        const char* below = getenv("PTO_FAULT_BELOW");
        const char* count = getenv("PTO_FAULT_COUNT");
        const std::string_view program = program_invocation_short_name;
        if (below == nullptr || count == nullptr || !program.starts_with("pto-")) return made;
        const int file = static_cast<int>(syscall(SYS_openat, AT_FDCWD, count, O_RDWR | O_CLOEXEC));
        void* memory = mmap(nullptr, 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (memory == MAP_FAILED) return made;
        made.below = below;
        made.count = static_cast<std::atomic<uint64_t>*>(memory);
        made.at = strtoull(getenv("PTO_FAULT_AT"), nullptr, 10);
        made.number = atoi(getenv("PTO_FAULT_ERRNO"));
        return made;
    }();
    return plan;
}

bool IsBelow(std::string_view path, const Plan& plan) {
    return path.starts_with(plan.below);
}

bool Concerns(const char* path, const Plan& plan) {
    if (path == nullptr || path[0] == '\0') return false;
    if (path[0] == '/') return IsBelow(path, plan);
    char here[4096];
    return syscall(SYS_getcwd, here, sizeof here) > 0 && IsBelow(here, plan);
}

bool Concerns(int descriptor, const Plan& plan) {
    char link[64] = "/proc/self/fd/";
    char* end = link + strlen(link);
    char digits[16];
    int length = 0;
    do digits[length++] = static_cast<char>('0' + descriptor % 10);
    while ((descriptor /= 10) > 0);
    while (length > 0) *end++ = digits[--length];
    *end = '\0';
    char path[4096];
    const auto size = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path);
    return size > 0 && IsBelow({path, static_cast<size_t>(size)}, plan);
}

template <typename What>
bool Fails(What what) {
    const Plan& plan = ThePlan();
    if (plan.count == nullptr || !Concerns(what, plan)) return false;
    if (plan.count->fetch_add(1) + 1 != plan.at) return false;
    if (plan.number == 0) syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    errno = plan.number;
    return true;
}

template <typename Function>
Function Real(const char* name, Function) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

}  // namespace

#define PTO_FAULT_PASS(what, name, ...)              \
    do {                                             \
        static const auto real = Real(#name, name);  \
        return Fails(what) ? -1 : real(__VA_ARGS__); \
    } while (false)

extern "C" {

int open(const char* path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    const mode_t mode = va_arg(list, mode_t);
    va_end(list);
    return Fails(path) ? -1 : static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}
int open64(const char* path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    const mode_t mode = va_arg(list, mode_t);
    va_end(list);
    return Fails(path) ? -1 : static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}
int openat(int directory, const char* path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    const mode_t mode = va_arg(list, mode_t);
    va_end(list);
    return Fails(path) ? -1 : static_cast<int>(syscall(SYS_openat, directory, path, flags, mode));
}
ssize_t write(int descriptor, const void* data, size_t size) {
    return Fails(descriptor) ? -1 : syscall(SYS_write, descriptor, data, size);
}
ssize_t read(int descriptor, void* data, size_t size) {
    return Fails(descriptor) ? -1 : syscall(SYS_read, descriptor, data, size);
}
int rename(const char* from, const char* to) noexcept {
    PTO_FAULT_PASS(to, rename, from, to);
}
int unlink(const char* path) noexcept {
    PTO_FAULT_PASS(path, unlink, path);
}
int remove(const char* path) noexcept {
    PTO_FAULT_PASS(path, remove, path);
}
int mkdir(const char* path, mode_t mode) noexcept {
    PTO_FAULT_PASS(path, mkdir, path, mode);
}
int fsync(int descriptor) {
    PTO_FAULT_PASS(descriptor, fsync, descriptor);
}
int fdatasync(int descriptor) {
    PTO_FAULT_PASS(descriptor, fdatasync, descriptor);
}
int ftruncate(int descriptor, off_t size) noexcept {
    PTO_FAULT_PASS(descriptor, ftruncate, descriptor, size);
}
int stat(const char* path, struct stat* info) noexcept {
    PTO_FAULT_PASS(path, stat, path, info);
}
int lstat(const char* path, struct stat* info) noexcept {
    PTO_FAULT_PASS(path, lstat, path, info);
}
int fstatat(int directory, const char* path, struct stat* info, int flags) noexcept {
    PTO_FAULT_PASS(path, fstatat, directory, path, info, flags);
}

}  // extern "C"
