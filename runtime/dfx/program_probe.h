// The diagnostics of one program on the embedded runtime: what watches its run, and the files made of that.
#pragma once

#include <memory>
#include <string>

#include "base/file_system.h"
#include "runtime/core/manifest.h"
#include "runtime/core/runner.h"
#include "runtime/dfx/recorder.h"
#include "runtime/embedded/engine.h"

namespace pto::run {

class ProgramProbe {
  public:
    // Files go below `directory`. Does nothing at all when no diagnostics are asked for.
    ProgramProbe(const Diagnostics& diagnostics, const Program& program, std::string directory);

    // Null when there is nothing to watch. Is used by the run's threads, which a program that hangs leaves behind.
    embedded::Observer* observer() const { return recorder_.get(); }

    // Writes the files, of a run that failed those of what it had done. Throws an Error that names the file.
    void Write(FileSystem& files, const embedded::Engine& engine, bool failed);

  private:
    void WriteFiles(FileSystem& files, const RunRecording& recording) const;

    Diagnostics diagnostics_;
    std::string directory_;
    std::shared_ptr<Recorder> recorder_;
};

// Write for a run that failed, whose failure is what has to be told: says nothing when that fails too.
void WriteRemains(ProgramProbe& probe, const embedded::Engine& engine);

}  // namespace pto::run
