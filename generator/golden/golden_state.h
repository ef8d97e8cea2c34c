// What is remembered about data/out between runs: which reference text its values were first seen with. The file is no
// output of any edge, so that `ninja -t clean` keeps it.
#pragma once

#include <optional>
#include <string>

#include "base/file_system.h"
#include "generator/golden/golden_source.h"

namespace pto::gen {

struct GoldenState {
    std::string reference;  // GoldenSource::reference_hash that the values in data/out belong to
    std::string data_out;   // hash over the names and contents of data/out/<output>.pt; empty: not looked at yet
    bool operator==(const GoldenState&) const = default;
};

// Nothing when the file is not there; an input Error that names file and field when it is damaged.
std::optional<GoldenState> LoadGoldenState(const FileSystem& files, const std::string& path);
void SaveGoldenState(FileSystem& files, const std::string& path, const GoldenState& state);

// Remembers the reference as it is now unless something is remembered already; cheap, data/out is not read. Called when
// a directory is first seen, so that an edit before the first run is noticed too. No golden.py: nothing happens.
void SeedGoldenState(FileSystem& files, const std::string& source, const std::string& path);

// All of data/out as it lies there; nothing unless there is a file for every output.
struct DataOut {
    std::string hash;
    bool newer = false;  // every file than golden.py: PyPTO's sign that the values belong to it
};
std::optional<DataOut> InspectDataOut(const GoldenSource& source, const FileSystem& files);

}  // namespace pto::gen
