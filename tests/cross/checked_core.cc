#include "tests/cross/checked_core.h"

#include <iterator>

namespace pto::cross {
namespace {

// Sizes of an a2a3 core.
constexpr size_t kKilobytes[] = {192, 512, 64, 64, 128, 4, 4};
static_assert(std::size(kKilobytes) == static_cast<size_t>(pto_ninja::LocalBuffer::kCount));

}  // namespace

CheckedCore::CheckedCore(SetCore set_core) : set_core_(set_core), services_() {
    services_.abi_version = pto_ninja::kAbiVersion;
    services_.block_num = services_.sub_block_num = 1;
    for (size_t i = 0; i < std::size(kKilobytes); ++i) {
        memory_[i].resize(kKilobytes[i] << 10);
        services_.buffers[i] = {memory_[i].data(), memory_[i].size()};
    }
    services_.fail = [](const pto_ninja::CoreServices*, const char* message) { throw Refusal(message); };
    services_.check_global = &CheckGlobal;
    services_.cross_core_set = [](const pto_ninja::CoreServices*, uint32_t, uint32_t) {};
    services_.cross_core_wait = [](const pto_ninja::CoreServices*, uint32_t) {};
    services_.sync_all = [](const pto_ninja::CoreServices*) {};
    services_.poll = [](const pto_ninja::CoreServices*) { throw Refusal("a wait that nothing can end"); };
    set_core_(&services_);
}

CheckedCore::~CheckedCore() {
    set_core_(nullptr);
}

void CheckedCore::Allow(const void* memory, size_t bytes) {
    services_.regions.push_back({static_cast<const char*>(memory), bytes});
}

void CheckedCore::CheckGlobal(const pto_ninja::CoreServices* self, const void* address, uint64_t bytes,
                              pto_ninja::GlobalAccess, const char* instruction) {
    const char* at = static_cast<const char*>(address);
    for (const Region& region : static_cast<const Services*>(self)->regions)
        if (at >= region.begin && at + bytes <= region.begin + region.bytes) return;
    throw Refusal(std::string(instruction) + " reaches outside the tensors of the case");
}

}  // namespace pto::cross
