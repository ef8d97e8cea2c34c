// The binary file of an argument dump, written while the program runs and put in place at its end.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "base/error.h"
#include "runtime/embedded/include/pto_ninja/orchestration_abi.h"

namespace pto::run {

// The elements of a view, gathered row by row.
std::vector<uint8_t> BytesOf(const pto_ninja::TensorDescriptor& tensor);

class DumpFile {
  public:
    explicit DumpFile(std::string path) : path_(std::move(path)) {}

    // Returns where the bytes begin. The first call creates the file beside its place. Does not throw: what fails is
    // told by Commit, since the program cannot do anything about it.
    uint64_t Append(const std::vector<uint8_t>& bytes);
    // Nothing when nothing was appended. Throws an Error that names the file.
    void Commit();

    const std::string& path() const { return path_; }

  private:
    std::string path_;
    std::unique_ptr<AtomicFile> file_;
    uint64_t size_ = 0;
    std::optional<Error> error_;
};

}  // namespace pto::run
