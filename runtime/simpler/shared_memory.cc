#include "runtime/simpler/shared_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"

namespace pto::run {

SharedMemory::SharedMemory(size_t bytes) : data_(nullptr), size_(std::max<size_t>(bytes, 1)) {
    void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw Error(ErrorKind::kToolchain,
                    "not enough memory: " + std::to_string(size_) + " bytes for the ranks to share");
    }
    data_ = static_cast<uint8_t*>(memory);
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}

SharedMemory::~SharedMemory() {
    if (data_ != nullptr) munmap(data_, size_);
}

}  // namespace pto::run
