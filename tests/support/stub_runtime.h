// A runtime 'simpler' for tests: the adapter, compiled against the headers in simpler_stub/ or, of another generation
// of the runtime, simpler_stub_2026_06/, ..., and directories that it runs.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/process.h"
#include "runtime/core/manifest.h"
#include "tests/support/temp_space.h"

namespace pto::test {

// Compiles adapter.cc into `output` against headers that are looked for in `include_directories`, in this order.
ProcessResult CompileAdapter(const std::vector<std::string>& include_directories, const std::string& output,
                             const std::vector<std::string>& flags = {});

// What a checkout's C++ interface is like.
enum class Generation { k2026June, k2026July, k2026August, k2026September };
inline constexpr Generation kGenerations[] = {Generation::k2026June, Generation::k2026July, Generation::k2026August,
                                              Generation::k2026September};
std::string GenerationName(const testing::TestParamInfo<Generation>& generation);

// The directories of the stub's headers, in the order in which they are looked for.
std::vector<std::string> StubHeaders(Generation generation);

// Copies the headers of a generation into one directory, since they find each other in their own first.
void CopyStubHeaders(Generation generation, const TempSpace& space);
// Replaces the first `before` of a file, which has to be there.
void ReplaceInFile(const TempSpace& space, const std::string& file, const std::string& before,
                   const std::string& after);

// What the stub records of a start: the log's level, the libraries that the adapter loads for it, and the worker's
// arguments. `threshold` is one of 25 and 30.
std::vector<std::string> StartRecord(Generation generation, int device, int threshold, bool enable_sdma);

// A directory with a program "p" per entry symbol: kernels 0 (aic, "cube") and 1 (aiv, "vector"), and libraries that
// the stub does not open. The first entry is the one that is run. What the adapter asks for is recorded.
class StubRuntime {
  public:
    explicit StubRuntime(const std::vector<std::string>& entry_symbols,
                         Generation generation = Generation::k2026August);

    run::Manifest manifest;
    // Lines that the stub has recorded since the last call; a temporary directory's name is "@".
    std::vector<std::string> TakeRecord();
    std::string Path(const std::string& name) const { return space_.Path(name); }

  private:
    TempSpace space_;
    EnvironmentVariable record_;
};

}  // namespace pto::test
