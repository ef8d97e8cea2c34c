// The inputs of a data-file golden.py and the expected values beside it, made without Python.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file_system.h"
#include "generator/golden/golden_source.h"
#include "generator/steps/surroundings.h"
#include "tensors/tensor.h"

namespace pto::gen {

// What generate_inputs returns, in parameter order.
struct GoldenInputs {
    std::vector<Tensor> tensors;
    std::vector<std::string> scalars;  // names of those that are numbers, not tensors
    std::vector<std::string> reads;    // files they came from
    Surroundings surroundings;         // of the Python that made them
};

// Reads files that are not in the one format which is read here, such as those of torch before 1.6, in this order.
// Throws where nobody can.
using ForeignReader = std::function<std::vector<Tensor>(const std::vector<std::string>& paths, const Error& error)>;

// Their tensors without names. Without `foreign` a file that cannot be read is an input Error.
std::vector<Tensor> LoadTorchFiles(const std::vector<std::string>& paths, const FileSystem& files,
                                   const ForeignReader& foreign);

// For a source in data-file mode. Throws an input Error at the line of golden.py that names a missing file, or for the
// file that cannot be read.
GoldenInputs LoadDataFileInputs(const GoldenSource& source, const FileSystem& files, const ForeignReader& foreign = {});

// data/out/<name>.pt for every name of __outputs__, in that order; empty when these are not known.
std::vector<std::string> DataOutFiles(const GoldenSource& source);
std::vector<Tensor> LoadDataOut(const GoldenSource& source, const FileSystem& files, const ForeignReader& foreign = {});

}  // namespace pto::gen
