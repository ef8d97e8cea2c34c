// Kernels built against PTO-ISA's own headers ask the simulator for their vector lane and for memory that the cores of
// a cluster share. They take both questions through functions handed to an exported registration function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "runtime/embedded/program.h"

namespace pto::embedded {

// Zeroed memory by (cluster, key), alive as long as the task that asked first.
class PipeStates {
  public:
    void* Get(int cluster, uint64_t key, size_t bytes);

  private:
    std::mutex mutex_;
    std::map<std::pair<int, uint64_t>, std::unique_ptr<std::max_align_t[]>> states_;
};

// Does nothing for libraries without the registration function.
void InstallPipeHooks(const SharedLibrary& kernel);

}  // namespace pto::embedded
