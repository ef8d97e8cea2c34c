#include "runtime/judge/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.h"

namespace pto::run {

MappedFile::MappedFile(const std::string& path) {
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) ThrowSystem(ErrorKind::kInput, path, "cannot be read", errno);
    struct stat info {};
    void* mapped = nullptr;
    if (fstat(descriptor, &info) == 0 && info.st_size > 0) {
        size_ = static_cast<uint64_t>(info.st_size);
        mapped = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
    }
    const int error_number = errno;
    close(descriptor);
    if (mapped == MAP_FAILED) ThrowSystem(ErrorKind::kInput, path, "cannot be mapped", error_number);
    data_ = static_cast<const uint8_t*>(mapped);
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) munmap(const_cast<uint8_t*>(data_), size_);
}

}  // namespace pto::run
