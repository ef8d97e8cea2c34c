#include "runtime/embedded/intermediates.h"

namespace pto::embedded {
namespace {

// Each takes three mappings, of which a process has 65530 by default.
constexpr size_t kKeepCount = 4096;

}  // namespace

uint64_t Intermediates::Allocate(std::string_view name, uint64_t bytes, int depth, std::vector<Bounds>& reclaimed) {
    const std::lock_guard lock(mutex_);
    if (retired_bytes_ > keep_bytes_ || retired_.size() > kKeepCount) {
        for (const uint64_t buffer : retired_) {
            reclaimed.push_back({buffer, buffer + records_.at(buffer).bytes});
            memory_.Free(reinterpret_cast<void*>(buffer));
            records_.erase(buffer);
        }
        retired_.clear();
        retired_bytes_ = 0;
    }
    const auto buffer = reinterpret_cast<uint64_t>(memory_.Allocate(name, bytes));
    records_[buffer] = {bytes, depth, 0};
    live_bytes_ += bytes;
    return buffer;
}

bool Intermediates::AddUser(uint64_t buffer) {
    const std::lock_guard lock(mutex_);
    const auto it = records_.find(buffer);
    if (it == records_.end()) return false;
    it->second.users++;
    return true;
}

void Intermediates::RemoveUser(uint64_t buffer) {
    const std::lock_guard lock(mutex_);
    Record& record = records_.at(buffer);
    record.users--;
    RetireIfUnused(buffer, record);
}

void Intermediates::CloseScope(int depth) {
    const std::lock_guard lock(mutex_);
    for (auto& [buffer, record] : records_) {
        if (record.depth != depth) continue;
        record.depth = 0;
        RetireIfUnused(buffer, record);
    }
}

void Intermediates::RetireIfUnused(uint64_t buffer, Record& record) {
    if (record.depth != 0 || record.users != 0) return;
    retired_.push_back(buffer);
    retired_bytes_ += record.bytes;
    live_bytes_ -= record.bytes;
}

void Intermediates::ReleaseAll() {
    const std::lock_guard lock(mutex_);
    for (const auto& [buffer, record] : records_) memory_.Free(reinterpret_cast<void*>(buffer));
    records_.clear();
    retired_.clear();
    retired_bytes_ = 0;
    live_bytes_ = 0;
}

uint64_t Intermediates::live_bytes() const {
    const std::lock_guard lock(mutex_);
    return live_bytes_;
}

}  // namespace pto::embedded
