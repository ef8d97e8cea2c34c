// Memory that a process and the children it forks afterwards see at the same address.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pto::run {

class SharedMemory {
  public:
    // Zeroed; at least one byte. Throws a toolchain Error when there is not as much.
    explicit SharedMemory(size_t bytes);
    ~SharedMemory();
    SharedMemory(SharedMemory&& other) noexcept;
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;
    SharedMemory& operator=(SharedMemory&&) = delete;

    uint8_t* data() const { return data_; }

  private:
    uint8_t* data_;
    size_t size_;
};

}  // namespace pto::run
