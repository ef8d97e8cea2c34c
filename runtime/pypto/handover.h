// The request that our Python script gets (templates/pypto_handover.py): which directory, which binaries, where the
// tensors lie. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "runtime/core/manifest.h"
#include "runtime/core/runner.h"

namespace pto::run {

// Where the bytes of each tensor lie in the one file that both sides map, in argument order; scalars take no place.
struct DataLayout {
    std::vector<uint64_t> offsets;
    uint64_t size = 0;
};

// Each tensor starts at a multiple of 64 bytes.
DataLayout LayOut(const std::vector<Argument>& arguments);

// {"data": .., "arguments": [..], "expected": []}: the arguments as handed_tensors.py reads them. Throws as
// ReplayRequest.
Json ArgumentsRequest(const std::vector<Argument>& arguments, const DataLayout& layout, const std::string& data_file);

struct HandoverTolerances {
    std::optional<double> rtol;
    std::optional<double> atol;
};

// What PyPTO is to replay: the directory of the entry with the binaries of its programs. Throws a toolchain Error for a
// tensor of a type that torch has no name for.
Json ReplayRequest(const Manifest& manifest, const Entry& entry, const std::vector<Argument>& arguments,
                   const DataLayout& layout, const std::string& data_file, const RunnerOptions& options);

// What PyPTO's check of the dumped passes gets: the arguments by name, then the expected values, which lie behind them
// in the file.
Json ValidateIrRequest(const Manifest& manifest, const std::vector<Argument>& arguments,
                       const std::vector<Argument>& expected, const DataLayout& layout, const std::string& data_file,
                       const HandoverTolerances& tolerances);

}  // namespace pto::run
