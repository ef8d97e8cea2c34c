// The core that this thread plays: its memories, its place among the other cores, and how a fault is reported.
//
// Every instruction calls CheckTiles first. A fault ends the task through CoreServices::fail, whose message starts with
// the name of the instruction. Without a core (a kernel called directly by a test) nothing is checked, and tiles live
// in memory of this thread.
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../pto_ninja/abi.h"
#include "types.h"

namespace pto::embedded {

using pto_ninja::CoreServices;
using pto_ninja::LocalBuffer;

// __thread rather than thread_local: it needs no initialisation guard, as every instruction reads it. Hidden, so that
// each kernel library has its own and stays unloadable.
inline __attribute__((visibility("hidden"))) __thread const CoreServices* current_core = nullptr;

inline constexpr uint32_t kLocalBuffers = static_cast<uint32_t>(LocalBuffer::kCount);
inline constexpr const char* kBufferNames[kLocalBuffers] = {"vector",      "matrix", "left",   "right",
                                                            "accumulator", "bias",   "scaling"};

// Ends the task. Only called with a core; the message is cut at 511 bytes.
[[noreturn, gnu::cold, gnu::noinline, gnu::format(printf, 1, 2)]] static inline void Fail(const char* format, ...) {
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof(message), format, arguments);
    va_end(arguments);
    current_core->fail(current_core, message);
    abort();
}

inline bool Checked() {
    return __builtin_expect(current_core != nullptr, 1);
}

// Sizes used without a core; at least those of every chip generation.
inline constexpr uint64_t kPrivateBytes[kLocalBuffers] = {512 << 10, 1 << 20,  128 << 10, 128 << 10,
                                                          512 << 10, 64 << 10, 64 << 10};

struct PrivateMemory {
    char* bases[kLocalBuffers] = {};
    ~PrivateMemory() {
        for (char* base : bases) free(base);
    }
};

static inline pto_ninja::LocalMemory LocalMemoryOf(uint32_t buffer) {
    if (Checked()) return current_core->buffers[buffer];
    static thread_local PrivateMemory memory;
    char*& base = memory.bases[buffer];
    if (base == nullptr) base = static_cast<char*>(calloc(1, kPrivateBytes[buffer]));
    return {base, kPrivateBytes[buffer]};
}

// Where a tile lies, and how many bytes remain from there to the end of that memory.
struct Placement {
    char* data;
    uint64_t room;
};

// `address` is an offset into `buffer` if it is smaller than the buffer, otherwise a pointer taken from another tile.
// An offset must leave room for `bytes`, the whole tile. A pointer need not: a view of the last columns of another tile
// keeps that tile's row length, so only its valid elements are sure to exist, and CheckTiles looks at those.
[[gnu::noinline]] static inline Placement ResolveAddress(uint64_t address, uint64_t bytes, uint32_t buffer) {
    const pto_ninja::LocalMemory own = LocalMemoryOf(buffer);
    if (address < own.size && (address + bytes <= own.size || !Checked()))
        return {own.base + address, own.size - address};
    for (uint32_t i = 0; i < kLocalBuffers && address >= own.size; ++i) {
        const pto_ninja::LocalMemory memory = LocalMemoryOf(i);
        const uint64_t start = reinterpret_cast<uint64_t>(memory.base);
        if (address >= start && address < start + memory.size)
            return {reinterpret_cast<char*>(address), start + memory.size - address};
    }
    if (!Checked()) return {reinterpret_cast<char*>(address), ~uint64_t{0}};
    if (address >= uint64_t{1} << 32)
        Fail("TASSIGN: address 0x%llx lies in none of the buffers of this core",
             static_cast<unsigned long long>(address));
    Fail("TASSIGN: tile of %llu bytes at offset %llu ends past the %llu bytes of the %s buffer",
         static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(address),
         static_cast<unsigned long long>(own.size), kBufferNames[buffer]);
}

inline void CheckGlobal(const void* address, uint64_t bytes, pto_ninja::GlobalAccess access, const char* instruction) {
    if (Checked()) current_core->check_global(current_core, address, bytes, access, instruction);
}

[[gnu::cold, gnu::noinline]] static inline void FailTile(const char* instruction, const void* data, unsigned valid_rows,
                                                         unsigned valid_cols, int rows, int cols) {
    if (data == nullptr)
        Fail("%s: a tile of %dx%d has no memory, it was never given any by TASSIGN", instruction, rows, cols);
    if (valid_rows > static_cast<unsigned>(rows) || valid_cols > static_cast<unsigned>(cols))
        Fail("%s: valid shape %ux%u exceeds the tile's %dx%d", instruction, valid_rows, valid_cols, rows, cols);
    Fail("%s: %ux%u elements of a %dx%d tile reach past the end of their buffer", instruction, valid_rows, valid_cols,
         rows, cols);
}

// Called by every instruction before it touches the valid elements of its tiles.
template <typename... Tiles>
inline void CheckTiles(const char* instruction, const Tiles&... tiles) {
    // Tiles of different types share memory. Nothing may move across the border between two instructions, or the
    // compiler's type-based alias rules would let it swap a read and a write of one byte.
    asm volatile("" ::: "memory");
    if (!Checked()) return;
    const auto check = [instruction](const auto& tile) {
        using Tile = std::remove_cvref_t<decltype(tile)>;
        const unsigned rows = tile.GetValidRow(), cols = tile.GetValidCol();
        if (tile.data() == nullptr || rows > static_cast<unsigned>(Tile::Rows) ||
            cols > static_cast<unsigned>(Tile::Cols) || tile.room() < tile.BytesUpTo(rows, cols)) [[unlikely]]
            FailTile(instruction, tile.data(), rows, cols, Tile::Rows, Tile::Cols);
    };
    (check(tiles), ...);
}

// For an instruction that also writes the elements of a tile that are not valid.
template <typename Tile>
inline void CheckWholeTile(const char* instruction, const Tile& tile) {
    if (Checked() && tile.room() < Tile::GetSizeInBytes())
        FailTile(instruction, tile.data(), Tile::Rows, Tile::Cols, Tile::Rows, Tile::Cols);
}

// An instruction that reads `rows` x `cols` elements of a tile starting at (row, col).
template <typename Tile>
inline void CheckInside(const char* instruction, const char* operand, const Tile&, uint64_t row, uint64_t col,
                        uint64_t rows, uint64_t cols) {
    if (!Checked() || (row + rows <= Tile::Rows && col + cols <= Tile::Cols)) return;
    Fail("%s: rows %llu..%llu, columns %llu..%llu of %s are needed, whose tile is %dx%d", instruction,
         static_cast<unsigned long long>(row), static_cast<unsigned long long>(row + rows),
         static_cast<unsigned long long>(col), static_cast<unsigned long long>(col + cols), operand, Tile::Rows,
         Tile::Cols);
}

}  // namespace pto::embedded

// Default visibility and weak: the runtime finds it in every kernel library, and several units of one program share it.
extern "C" __attribute__((weak, visibility("default"))) void pto_ninja_set_core(const pto_ninja::CoreServices* core) {
    pto::embedded::current_core = core;
}
