// A plan for the arguments of one run, where the directory's was recorded with others that the host orchestration would
// have treated otherwise.
#pragma once

#include <string>
#include <vector>

#include "base/file_system.h"
#include "runtime/core/manifest.h"
#include "runtime/core/runner.h"

namespace pto::run {

// The file lives as long as this object.
class OwnPlan {
  public:
    explicit OwnPlan(FileSystem& files) : files_(files) {}
    ~OwnPlan();
    OwnPlan(const OwnPlan&) = delete;
    OwnPlan& operator=(const OwnPlan&) = delete;

    // Records the host orchestration again, in Python, if the plan of `entry` does not hold for `arguments`; names the
    // new plan in the entry and says in `notes` why. Parts, programs without a plan and arguments that no file can
    // hold are left alone: their runner refuses what does not fit. Throws an input Error when it cannot be recorded
    // with them.
    void Prepare(const Manifest& manifest, Entry& entry, const std::vector<Argument>& arguments,
                 std::vector<std::string>& notes);

  private:
    void Record(const Manifest& manifest, const std::vector<Argument>& arguments);

    FileSystem& files_;
    std::string plan_;  // absolute or as the directory is named; empty: none was made
};

}  // namespace pto::run
