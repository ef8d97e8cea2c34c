// Made-up compiled directories of any size: one orchestration that calls a chain of small vector kernels.
#pragma once

#include <string>

namespace pto::perf {

// Overwrites nothing: `directory` must not exist. Every kernel multiplies a 32 x 32 fp32 tensor by a constant.
void WriteSyntheticDirectory(const std::string& directory, int kernels);

std::string KernelFile(const std::string& directory, int kernel);

// What ptoas prints for a kernel of at least so many bytes.
enum class Gathers { kNone, kMany };
std::string SyntheticBody(size_t bytes, Gathers gathers);

}  // namespace pto::perf
