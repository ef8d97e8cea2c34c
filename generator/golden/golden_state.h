// What is remembered about data/out between runs: which reference text and which inputs its values belong to. The file
// is no output of any edge, so that `ninja -t clean` keeps it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "generator/golden/golden_source.h"

namespace pto::gen {

struct GoldenState {
    std::string reference;  // GoldenSource::reference_hash that the values in data/out belong to
    std::string data_out;   // hash over the names and contents of data/out/<output>.pt; empty: not looked at yet
    std::string data_in;    // hash over the inputs that they belong to; empty: not known
    bool operator==(const GoldenState&) const = default;
};

// Nothing when the file is not there; an input Error that names file and field when it is damaged.
std::optional<GoldenState> LoadGoldenState(const FileSystem& files, const std::string& path);
void SaveGoldenState(FileSystem& files, const std::string& path, const GoldenState& state);

// Remembers the reference as it is now unless something is remembered already; cheap, data/out is not read. Called when
// a directory is first seen, so that an edit before the first run is noticed too. No golden.py: nothing happens.
void SeedGoldenState(FileSystem& files, const std::string& source, const std::string& path);

// All of data/out as it lies there, and the inputs beside it.
struct DataOut {
    std::string hash;
    std::string inputs_hash;    // of data/in and of what the source loads
    int64_t oldest_ns = 0;      // of data/out
    bool newer = false;         // every file than golden.py
    bool after_inputs = false;  // no file older than an input
};
// Nothing unless there is a file for every one of source.outputs. `missing` gets the first that is not there.
std::optional<DataOut> InspectDataOut(const GoldenSource& source, const FileSystem& files, std::string& missing);

// What the values in data/out are worth for golden.py and its inputs as they are now. Contents decide as far as they
// are remembered, times where they are not.
enum class Standing {
    kCurrent,  // they belong to them, and PyPTO's sign of that is there: they are newer
    kUnknown,  // they may: they were never seen with others
    kTouched,  // they were there before one of these changed, but were given a newer time since
    kStale,    // they were there before
};
struct DataOutStanding {
    Standing standing = Standing::kUnknown;
    std::string changed;  // kTouched, kStale: "golden.py" or "data/in"
};
DataOutStanding StandingOf(const std::optional<GoldenState>& state, const std::string& reference, const DataOut& data);

}  // namespace pto::gen
