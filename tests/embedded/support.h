// What the tests of the embedded headers share: tiles that own their memory, a fake core, and inputs.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

// clang-format off
// After the standard library: the device qualifiers are macros.
#include <pto/pto-inst.hpp>
// clang-format on

namespace embedded_test {

template <typename T, int rows, int cols>
using VecTile = pto::Tile<pto::TileType::Vec, T, rows, cols, pto::BLayout::RowMajor, -1, -1>;
template <typename T, int rows, int cols>
using ColTile = pto::Tile<pto::TileType::Vec, T, rows, cols, pto::BLayout::ColMajor, -1, -1>;
template <typename T, int rows, int cols>
using MatTile = pto::Tile<pto::TileType::Mat, T, rows, cols, pto::BLayout::ColMajor, -1, -1, pto::SLayout::RowMajor>;

// Element (r, c) by the definition of each layout, spelled out box by box rather than with the headers' formula.
template <typename T>
size_t PlaceOf(size_t r, size_t c) {
    const size_t rows = T::Rows, cols = T::Cols;
    if (!T::isBoxedLayout) return T::isRowMajor ? r * cols + c : c * rows + r;
    const size_t box_rows = T::InnerRows, box_cols = T::InnerCols;
    const size_t box = T::isRowMajor ? (r / box_rows) * (cols / box_cols) + c / box_cols
                                     : (c / box_cols) * (rows / box_rows) + r / box_rows;
    const size_t inner_r = r % box_rows, inner_c = c % box_cols;
    return box * box_rows * box_cols +
           (T::isInnerRowMajor ? inner_r * box_cols + inner_c : inner_c * box_rows + inner_r);
}

template <typename T>
typename T::DType At(const T& tile, size_t r, size_t c) {
    return tile.data()[PlaceOf<T>(r, c)];
}

// Offsets are handed out per memory, 64 bytes apart.
class Placer {
  public:
    template <typename... Ts>
    void operator()(Ts&... tiles) {
        (Place(tiles), ...);
    }

  private:
    template <typename T>
    void Place(T& tile) {
        size_t& at = next_[static_cast<int>(T::Loc)];
        pto::TASSIGN(tile, static_cast<uint64_t>(at));
        at += (T::GetSizeInBytes() + 63) / 64 * 64;
    }
    size_t next_[16] = {};
};

// Values -8 .. 8 in steps of 1/16, exact in every float type; whole numbers for integers.
template <typename T>
T InputValue(size_t index) {
    const int value = static_cast<int>((index * 2654435761u >> 7) % 257) - 128;
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(value);
    else
        return static_cast<T>(static_cast<float>(value) / 16.0f);
}
template <typename T>
void Fill(T& tile, size_t seed = 0) {
    for (int i = 0; i < T::Numel; ++i)
        tile.data()[i] = InputValue<typename T::DType>(static_cast<size_t>(i) + seed * 1000003u);
}

struct Fault : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// A core of small buffers whose faults are exceptions and whose global memory is one array.
class FakeCore {
  public:
    FakeCore() : global_(1024) {
        services_.abi_version = pto_ninja::kAbiVersion;
        services_.block_idx = 3;
        services_.block_num = 5;
        services_.sub_block_id = 1;
        services_.sub_block_num = 2;
        for (size_t i = 0; i < 7; ++i) {
            memory_[i].resize(8192);
            services_.buffers[i] = {memory_[i].data(), memory_[i].size()};
        }
        services_.fail = [](const pto_ninja::CoreServices*, const char* message) { throw Fault(message); };
        services_.check_global = [](const pto_ninja::CoreServices* self, const void* address, uint64_t size,
                                    pto_ninja::GlobalAccess access, const char* instruction) {
            FakeCore& core = *current_;
            (void)self;
            const char* first = reinterpret_cast<const char*>(core.global_.data());
            const char* at = static_cast<const char*>(address);
            const char* last = first + core.global_.size() * sizeof(float);
            core.first_byte = at - first;
            core.bytes = size;
            if (at < first || at + size > last)
                throw Fault(std::string(instruction) +
                            (access == pto_ninja::GlobalAccess::kRead ? " reads" : " writes") + " outside");
        };
        services_.cross_core_set = [](const pto_ninja::CoreServices*, uint32_t mode, uint32_t flag) {
            current_->log += "set " + std::to_string(mode) + " " + std::to_string(flag) + ";";
        };
        services_.cross_core_wait = [](const pto_ninja::CoreServices*, uint32_t flag) {
            current_->log += "wait " + std::to_string(flag) + ";";
        };
        services_.sync_all = [](const pto_ninja::CoreServices*) { current_->log += "all;"; };
        services_.poll = [](const pto_ninja::CoreServices*) { throw Fault("stopped"); };
        current_ = this;
        pto_ninja_set_core(&services_);
    }
    ~FakeCore() { pto_ninja_set_core(nullptr); }
    FakeCore(const FakeCore&) = delete;
    FakeCore& operator=(const FakeCore&) = delete;

    float* global() { return global_.data(); }
    const char* buffer(pto_ninja::LocalBuffer which) const {
        return services_.buffers[static_cast<size_t>(which)].base;
    }

    std::ptrdiff_t first_byte = -1;
    uint64_t bytes = 0;
    std::string log;

  private:
    static inline FakeCore* current_ = nullptr;
    std::vector<float> global_;
    std::vector<char> memory_[7];
    pto_ninja::CoreServices services_ = {};
};

// The message of the fault that `run` ends with, or "no fault".
template <typename Run>
std::string FaultOf(Run run) {
    try {
        run();
    } catch (const Fault& fault) {
        return fault.what();
    }
    return "no fault";
}

}  // namespace embedded_test
