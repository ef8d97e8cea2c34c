// NumPy's .npy files, versions 1.0 to 3.0: little-endian arrays of one plain dtype in C order.
#pragma once

#include <string>
#include <string_view>

#include "base/file_system.h"
#include "tensors/tensor.h"

namespace pto {

// Throws an input Error that names the file; the tensor's name is left empty. Fortran order, big-endian, structured and
// object arrays are refused.
Tensor ReadNpy(const FileSystem& files, const std::string& path);
Tensor ParseNpy(std::string_view content, const std::string& path);

// Version 1.0 (2.0 for a header beyond 65535 bytes). Types numpy has no name for (bfloat16, fp8, fp4) are written as
// raw elements ("|V2"), as numpy does for the types of ml_dtypes; such a file has no dtype and ParseNpy refuses it.
std::string NpyBytes(const Tensor& tensor);

}  // namespace pto
