// Reads a file that torch.save wrote for one dense tensor (zip container, torch 1.6 and later), without torch or
// Python.
#pragma once

#include <string>
#include <string_view>

#include "base/file_system.h"
#include "tensors/tensor.h"

namespace pto {

// The tensor's values as torch.load would give them, made dense; the tensor's name is left empty, its device ignored.
// Throws an input Error that names the file for anything else: another container, several tensors, subclasses,
// sparse, quantized or conjugated tensors, unknown dtypes, big-endian data, damaged or hostile content.
Tensor ReadTorchFile(const FileSystem& files, const std::string& path);
Tensor ParseTorchFile(std::string_view content, const std::string& path);

}  // namespace pto
