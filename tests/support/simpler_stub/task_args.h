// Stands in for the runtime's header of this name.
#pragma once

#include <tensor.h>

#include <stdexcept>
#include <vector>

struct ChipStorageTaskArgs {
    std::vector<StubTensor> tensors;
    std::vector<uint64_t> scalars;

    void add_tensor(const StubTensor& tensor) {
        if (tensors.size() == 4) throw std::out_of_range("TaskArgs: tensor capacity exceeded");
        tensors.push_back(tensor);
    }
    void add_scalar(uint64_t scalar) { scalars.push_back(scalar); }
};
