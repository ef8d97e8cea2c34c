// On which core of the imitated chip each kernel run is shown. Pure.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "runtime/dfx/recording.h"

namespace pto::run {

// Cores are numbered as on the chip: the cube cores of all clusters, then the vector cores, cluster by cluster.
struct CoreLayout {
    int clusters = 0;  // more than the chip has where more ran side by side
    int lanes = 0;
    std::vector<int> core_of;  // by index into RunRecording::cores

    int CoreCount() const { return clusters * (1 + lanes); }
    bool IsCube(int core) const { return core < clusters; }
};

// The host threads of the embedded runtime are no cores, so runs get the lowest core that is free when they start. The
// cores of one block that run side by side belong to one cluster.
CoreLayout PlaceOnCores(const RunRecording& recording);

}  // namespace pto::run
