// One device of the runtime 'simpler' with the programs that run on it: the adapter as C++, its failures as Errors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/core/manifest.h"
#include "runtime/core/runner.h"
#include "runtime/simpler/adapter_api.h"

namespace pto::run {

// How an argument lies in memory, for the adapter. `strides` in elements; empty: dense. Rank 0 is passed as one
// element. Throws an input Error for what the runtime cannot describe.
struct TensorView {
    std::string_view name;
    const DType* dtype = nullptr;
    std::span<const int64_t> shape;
    std::span<const int64_t> strides;
};
PtoSimplerTensor DescribeTensor(const TensorView& view, uint64_t address, uint64_t bytes, bool on_device);

// "debug" -> 10, ...; empty: warn.
int SimplerLogThreshold(const std::string& level);

// All calls come from the thread that made it. One per process at a time.
class SimplerSession {
  public:
    struct Options {
        std::string runtime;  // of the programs
        int device = 0;
        bool enable_sdma = false;
        std::string log_level;
        SettingNames names;
    };

    SimplerSession(const Manifest& manifest, const Options& options);
    ~SimplerSession();
    SimplerSession(const SimplerSession&) = delete;
    SimplerSession& operator=(const SimplerSession&) = delete;

    // Loads the binaries of a program. `id` counts from 0.
    void AddProgram(int id, const Program& program);
    // Throws with the runtime's own text. The session is of no further use then.
    void Run(const PtoSimplerRun& run);

    // Freed with the session.
    uint64_t Allocate(uint64_t bytes);
    void CopyIn(uint64_t address, const void* from, uint64_t bytes);
    void CopyOut(void* to, uint64_t address, uint64_t bytes) const;

    // Joins the ranks that meet at `rootinfo_path`; once, before JoinDomain.
    void JoinRanks(int rank, int rank_count, const std::string& rootinfo_path);
    struct Window {
        uint64_t context = 0;
        uint64_t address = 0;
    };
    // Collective. `ranks` outlives the session.
    Window JoinDomain(const PtoSimplerDomain& domain);
    // Collective: leaves all domains and the ranks.
    void LeaveRanks();

  private:
    void Check(int status, std::string_view action) const;

    const Manifest& manifest_;
    const PtoSimplerAdapter& adapter_;
    const SettingNames names_;
    PtoSimplerSession* session_;
    bool has_run_ = false;
    uint64_t communicator_ = 0;
    std::vector<uint64_t> allocated_;
    std::vector<PtoSimplerDomain> domains_;
};

// A run with what is the same for all runs of a program: threads and diagnostics, without their directory.
PtoSimplerRun MakeSimplerRun(int64_t aicpu_thread_num, int64_t block_dim, const Diagnostics& diagnostics);

}  // namespace pto::run
