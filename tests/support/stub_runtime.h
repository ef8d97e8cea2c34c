// A runtime 'simpler' for tests: the adapter, compiled against the headers in simpler_stub/, and directories that it
// runs.
#pragma once

#include <string>
#include <vector>

#include "base/process.h"
#include "runtime/manifest.h"
#include "tests/support/temp_space.h"

namespace pto::test {

// Compiles adapter.cc into `output` against headers that are looked for in `include_directories`, in this order.
ProcessResult CompileAdapter(const std::vector<std::string>& include_directories, const std::string& output,
                             const std::vector<std::string>& flags = {});

// The directory of the stub's headers.
std::string StubHeaders();

// A directory with a program "p" per entry symbol: kernels 0 (aic, "cube") and 1 (aiv, "vector"), and libraries that
// the stub does not open. The first entry is the one that is run. What the adapter asks for is recorded.
class StubRuntime {
  public:
    explicit StubRuntime(const std::vector<std::string>& entry_symbols);

    run::Manifest manifest;
    // Lines that the stub has recorded since the last call; a temporary directory's name is "@".
    std::vector<std::string> TakeRecord();
    std::string Path(const std::string& name) const { return space_.Path(name); }

  private:
    TempSpace space_;
    EnvironmentVariable record_;
};

}  // namespace pto::test
