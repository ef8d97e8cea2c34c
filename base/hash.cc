#include "base/hash.h"

#include <xxhash.h>

#include <cstdint>
#include <cstdio>
#include <new>

namespace pto {
namespace {

std::string Hex(XXH128_hash_t hash) {
    char text[33];
    std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return text;
}

}  // namespace

std::string ContentHash(std::string_view content) {
    return Hex(XXH3_128bits(content.data(), content.size()));
}

HashBuilder::HashBuilder() : state_(XXH3_createState()) {
    if (state_ == nullptr) throw std::bad_alloc();
    XXH3_128bits_reset(static_cast<XXH3_state_t*>(state_));
}

HashBuilder::~HashBuilder() {
    XXH3_freeState(static_cast<XXH3_state_t*>(state_));
}

void HashBuilder::Add(std::string_view part) {
    const uint64_t size = part.size();
    auto* state = static_cast<XXH3_state_t*>(state_);
    XXH3_128bits_update(state, &size, sizeof size);
    XXH3_128bits_update(state, part.data(), part.size());
}

std::string HashBuilder::Finish() const {
    return Hex(XXH3_128bits_digest(static_cast<XXH3_state_t*>(state_)));
}

}  // namespace pto
