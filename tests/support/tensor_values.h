// Tensors from and to plain numbers, through the same conversions as everything else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tensors/tensor.h"
#include "tests/support/error_of.h"

namespace pto::test {

inline Tensor MakeValues(std::string name, std::string_view dtype, std::vector<int64_t> shape,
                         const std::vector<double>& values) {
    Tensor tensor = MakeTensor(std::move(name), *FindDType(dtype), std::move(shape));
    const auto step = static_cast<size_t>(tensor.dtype->bits / 8);
    for (size_t i = 0; i < values.size(); ++i)
        StoreFromDouble(*tensor.dtype, values[i], tensor.bytes.data() + i * step);
    return tensor;
}

inline std::vector<double> ValuesOf(const Tensor& tensor) {
    std::vector<double> values;
    const auto step = static_cast<size_t>(tensor.dtype->bits / 8);
    for (size_t at = 0; at < tensor.bytes.size(); at += step)
        values.push_back(LoadAsDouble(*tensor.dtype, tensor.bytes.data() + at));
    return values;
}

}  // namespace pto::test
