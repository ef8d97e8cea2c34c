// A file's bytes mapped read-only, for reference values that are looked at once: no copy, and memory that the system
// can take back.
#pragma once

#include <cstdint>
#include <string>

namespace pto::run {

class MappedFile {
  public:
    // Throws an input Error that names the file.
    explicit MappedFile(const std::string& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    const uint8_t* data() const { return data_; }
    uint64_t size() const { return size_; }

  private:
    const uint8_t* data_ = nullptr;
    uint64_t size_ = 0;
};

}  // namespace pto::run
