// A core for the embedded instructions, so that their checks are on in the cross check: what the simulator computes
// they must not refuse.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "pto_ninja/abi.h"

namespace pto::cross {

struct Refusal : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// As long as it lives it is the core that `set_core` was given. Faults of an instruction are thrown as Refusal.
class CheckedCore {
  public:
    using SetCore = void (*)(const pto_ninja::CoreServices*);
    explicit CheckedCore(SetCore set_core);
    ~CheckedCore();
    CheckedCore(const CheckedCore&) = delete;
    CheckedCore& operator=(const CheckedCore&) = delete;

    // Global memory that a kernel may use.
    void Allow(const void* memory, size_t bytes);

  private:
    struct Region {
        const char* begin;
        size_t bytes;
    };
    static void CheckGlobal(const pto_ninja::CoreServices* self, const void* address, uint64_t bytes,
                            pto_ninja::GlobalAccess access, const char* instruction);

    SetCore set_core_;
    // The first member of `services`' owner: functions get a pointer to it alone.
    struct Services : pto_ninja::CoreServices {
        std::vector<Region> regions;
    };
    Services services_;
    std::vector<char> memory_[static_cast<size_t>(pto_ninja::LocalBuffer::kCount)];
};

}  // namespace pto::cross
