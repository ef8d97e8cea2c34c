#include "runtime/embedded/local_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace pto::embedded {
namespace {

uint64_t RoundUpToPage(uint64_t bytes) {
    static const uint64_t page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    return (bytes + page - 1) / page * page;
}

}  // namespace

LocalMemoryArena::LocalMemoryArena(const PlatformInfo& platform) : platform_(&platform) {
    const uint64_t guard = RoundUpToPage(1);
    mapping_bytes_ = guard;
    for (const uint32_t bytes : platform.buffer_bytes) mapping_bytes_ += RoundUpToPage(bytes) + guard;
    void* mapping = mmap(nullptr, mapping_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED) {
        throw Error(ErrorKind::kToolchain,
                    std::string("cannot allocate the memories of a core: ") + std::strerror(errno));
    }
    mapping_ = static_cast<char*>(mapping);
    char* next = mapping_ + guard;
    for (int i = 0; i < kLocalBufferCount; i++) {
        const uint64_t pages = RoundUpToPage(platform.buffer_bytes[i]);
        if (mprotect(next, pages, PROT_READ | PROT_WRITE) != 0) {
            munmap(mapping_, mapping_bytes_);
            throw Error(ErrorKind::kToolchain,
                        std::string("cannot allocate the memories of a core: ") + std::strerror(errno));
        }
        buffers_[i] = {next + pages - platform.buffer_bytes[i], platform.buffer_bytes[i]};
        next += pages + guard;
    }
}

LocalMemoryArena::~LocalMemoryArena() {
    munmap(mapping_, mapping_bytes_);
}

void LocalMemoryArena::Clear() {
    madvise(mapping_, mapping_bytes_, MADV_DONTNEED);
}

}  // namespace pto::embedded
