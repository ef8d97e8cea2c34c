// What the cases of the cross check share. Compiled twice, against the embedded headers and against PTO-ISA, so it uses
// only names that both have.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <pto/pto-inst.hpp>
#include <string>
#include <type_traits>
#include <vector>

using namespace pto;

// Fixed, so that both programs see the same inputs.
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ULL + 1) {}
    uint64_t Next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return state_;
    }
    uint32_t Below(uint32_t limit) { return static_cast<uint32_t>((Next() >> 20) % limit); }

  private:
    uint64_t state_;
};

template <typename T>
constexpr bool kIsHalf = std::is_same_v<T, half>;
template <typename T>
constexpr bool kIsBrain = std::is_same_v<T, bfloat16_t>;

// Kinds of input: kOrdinary is small and positive enough for any operation, kSpecial has every kind of float.
enum class Values { kOrdinary, kSpecial, kNonZero };

inline float RandomFloat(Random& random, Values values) {
    static const float kSpecials[] = {0.0f,
                                      -0.0f,
                                      0.5f,
                                      -0.5f,
                                      1.5f,
                                      2.5f,
                                      -2.5f,
                                      __builtin_inff(),
                                      -__builtin_inff(),
                                      __builtin_nanf(""),
                                      1e-42f,
                                      -3e-39f,
                                      6e-8f,
                                      3e-5f,
                                      65504.0f,
                                      65520.0f,
                                      -70000.0f,
                                      3.3e38f,
                                      2147483648.0f,
                                      -2147483904.0f,
                                      255.5f,
                                      127.5f,
                                      -128.5f,
                                      1.0f / 3};
    if (values == Values::kSpecial && random.Below(3) == 0)
        return kSpecials[random.Below(sizeof(kSpecials) / sizeof(float))];
    const float value = static_cast<float>(static_cast<int32_t>(random.Below(1 << 20)) - (1 << 19)) / 65536.0f;
    return values == Values::kNonZero && value == 0.0f ? 1.0f : value;
}

template <typename T>
T RandomElement(Random& random, Values values) {
    if constexpr (std::is_integral_v<T>) {
        const T value = static_cast<T>(values == Values::kSpecial ? random.Next() >> 11 : random.Below(100) + 1);
        return values == Values::kNonZero && value == 0 ? T(1) : value;
    } else {
        return static_cast<T>(RandomFloat(random, values));
    }
}

// NaN has many bit patterns and the processor's choice depends on the order of operands, so all are made one.
template <typename T>
void CanonicalBits(const T* elements, size_t count, std::vector<unsigned char>& out) {
    for (size_t i = 0; i < count; ++i) {
        T value = elements[i];
        if constexpr (!std::is_integral_v<T>) {
            const float wide = static_cast<float>(value);
            if (wide != wide) value = static_cast<T>(__builtin_nanf(""));
        }
        unsigned char bytes[sizeof(T)];
        std::memcpy(bytes, &value, sizeof(T));
        if constexpr (!std::is_integral_v<T>) {
            const float wide = static_cast<float>(value);
            if (wide != wide) std::memset(bytes, 0xff, sizeof(T));
        }
        out.insert(out.end(), bytes, bytes + sizeof(T));
    }
}

struct Case {
    const char* name;
    void (*run)();
};
inline std::vector<Case>& Cases() {
    static std::vector<Case> cases;
    return cases;
}
struct Register {
    Register(const char* name, void (*run)()) { Cases().push_back({name, run}); }
};
#define CASE(NAME)                                 \
    static void NAME();                            \
    static Register register_##NAME(#NAME, &NAME); \
    static void NAME()

// Where the next tile goes, per memory; the simulator keeps vector, bias and scaling tiles in one memory.
class Memory {
  public:
    template <typename T>
    void Place(T& tile) {
        size_t& at = next_[T::Loc == TileType::Bias || T::Loc == TileType::Scaling ? 0 : static_cast<int>(T::Loc)];
        TASSIGN(tile, static_cast<uint64_t>(at));
        at += (static_cast<size_t>(T::Numel) * sizeof(typename T::DType) + 63) / 64 * 64;
    }

  private:
    size_t next_[16] = {};
};

// Everything a case writes is collected here; a failed comparison names the record.
struct Output {
    std::FILE* file = nullptr;
    std::string case_name;
    uint64_t seed = 1;
};
inline Output& Out() {
    static Output output;
    return output;
}

inline void RecordBytes(const std::string& label, const std::vector<unsigned char>& bytes) {
    std::fprintf(Out().file, "%s %s ", Out().case_name.c_str(), label.c_str());
    for (unsigned char byte : bytes) std::fprintf(Out().file, "%02x", byte);
    std::fprintf(Out().file, "\n");
}

template <typename T>
void RecordTile(const std::string& label, T& tile) {
    std::vector<unsigned char> bytes;
    CanonicalBits(tile.data(), static_cast<size_t>(T::Numel), bytes);
    RecordBytes(label, bytes);
}
template <typename T>
void RecordArray(const std::string& label, const std::vector<T>& elements) {
    std::vector<unsigned char> bytes;
    CanonicalBits(elements.data(), elements.size(), bytes);
    RecordBytes(label, bytes);
}

// All elements of a tile, valid or not.
template <typename T>
void FillTile(T& tile, Values values = Values::kOrdinary) {
    Random random(++Out().seed);
    for (int i = 0; i < T::Numel; ++i) tile.data()[i] = RandomElement<typename T::DType>(random, values);
}
template <typename T>
std::vector<T> RandomArray(size_t count, Values values = Values::kOrdinary) {
    Random random(++Out().seed);
    std::vector<T> elements(count);
    for (T& element : elements) element = RandomElement<T>(random, values);
    return elements;
}

template <typename T>
const char* TypeName() {
    if constexpr (std::is_same_v<T, float>)
        return "f32";
    else if constexpr (kIsHalf<T>)
        return "f16";
    else if constexpr (kIsBrain<T>)
        return "bf16";
    else if constexpr (std::is_signed_v<T>)
        return sizeof(T) == 1 ? "s8" : sizeof(T) == 2 ? "s16" : sizeof(T) == 4 ? "s32" : "s64";
    else
        return sizeof(T) == 1 ? "u8" : sizeof(T) == 2 ? "u16" : sizeof(T) == 4 ? "u32" : "u64";
}

template <typename T, int rows, int cols>
using VecTile = Tile<TileType::Vec, T, rows, cols, BLayout::RowMajor, -1, -1>;
template <typename T, int rows, int cols, PadValue pad>
using PaddedTile = Tile<TileType::Vec, T, rows, cols, BLayout::RowMajor, -1, -1, SLayout::NoneBox, 512, pad>;
template <typename T, int rows, int cols>
using ColTile = Tile<TileType::Vec, T, rows, cols, BLayout::ColMajor, -1, -1>;
template <typename T, int rows, int cols>
using MatTile = Tile<TileType::Mat, T, rows, cols, BLayout::ColMajor, -1, -1, SLayout::RowMajor>;

template <typename T, int n3, int n4, Layout layout = Layout::ND>
using Matrix = GlobalTensor<T, Shape<1, 1, 1, n3, n4>, Stride<n3 * n4, n3 * n4, n3 * n4, n4, 1>, layout>;

// Runs `body` for each of the types: ForTypes<float, half>([](auto zero) { using T = decltype(zero); ... }).
template <typename... Ts, typename Body>
void ForTypes(Body body) {
    (body(Ts{}), ...);
}
