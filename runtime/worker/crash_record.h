// Keeps .pto-ninja/last_run.json true when the process does not get to write it: killed, or crashed inside a kernel.
#pragma once

#include "base/file_system.h"
#include "runtime/embedded/fault_guard.h"
#include "runtime/record/run_record.h"

namespace pto::run {

// For as long as it lives, a crash prints one line, records it and ends the process with the exit code of a toolchain
// error. Whatever ends the process otherwise leaves the record of an unfinished command.
class CrashRecord {
  public:
    CrashRecord(FileSystem& files, const RunRecord& record);

  private:
    embedded::FaultGuard guard_;
};

}  // namespace pto::run
