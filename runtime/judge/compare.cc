#include "runtime/judge/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>
#include <type_traits>

#include "runtime/judge/widen.h"
#include "tensors/tensor.h"

namespace pto::run {
namespace {

// Two widened chunks stay in the first-level cache.
constexpr int64_t kChunk = 2048;
// Below this many elements per thread, starting threads costs more than it saves.
constexpr int64_t kElementsPerThread = 1 << 19;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A Comparison of one range, with the best difference in the precision in which candidates are ranked.
template <typename T>
struct Partial {
    Comparison result;
    T best = 0;
};

void AddMismatch(Comparison& result, int64_t index, std::string actual, std::string expected, double difference) {
    result.first.push_back({index, std::move(actual), std::move(expected), difference});
}

template <typename T>
void Track(Partial<T>& partial, int64_t index, T rank, double difference, double magnitude) {
    Comparison& result = partial.result;
    if (result.max_index < 0 || rank > partial.best) {
        partial.best = rank;
        result.max_difference = difference;
        result.max_index = index;
    }
    // The product spares the division for most elements; it is lowered because both are rounded.
    if (magnitude == 0 || difference < result.max_relative * magnitude * (1 - 1e-12)) return;
    const double relative = difference / magnitude;
    if (result.max_relative_index < 0 || relative > result.max_relative) {
        result.max_relative = relative;
        result.max_relative_index = index;
    }
}

// For finite values whose difference or limit a double cannot hold.
bool WithinWide(double actual, double expected, const Tolerance& tolerance) {
    const auto wide = static_cast<long double>(expected);
    return std::fabs(static_cast<long double>(actual) - wide) <=
           static_cast<long double>(tolerance.atol) + static_cast<long double>(tolerance.rtol) * std::fabs(wide);
}

// The rule itself, one element at a time.
template <typename T>
void JudgeFloats(const T* actual, const T* expected, int64_t count, int64_t base, const Tolerance& tolerance,
                 Partial<T>& partial) {
    Comparison& result = partial.result;
    for (int64_t i = 0; i < count; ++i) {
        const T a = actual[i];
        const T e = expected[i];
        if (std::isnan(e)) {
            ++result.ignored;
            continue;
        }
        const double magnitude = std::fabs(static_cast<double>(e));
        double difference = std::fabs(static_cast<double>(a) - static_cast<double>(e));
        T rank = std::fabs(a - e);
        bool passed = difference <= tolerance.atol + tolerance.rtol * magnitude;
        // One finite and one infinite value, two infinite ones, NaN, or more than a double holds.
        if (!(difference <= std::numeric_limits<double>::max())) {
            const bool overflow = std::isfinite(a) && std::isfinite(e);
            passed = a == e || (overflow && WithinWide(a, e, tolerance));
            difference = a == e ? 0 : kInfinity;
            rank = a == e ? 0 : std::numeric_limits<T>::infinity();
        }
        Track(partial, base + i, rank, difference, std::isfinite(e) ? magnitude : 0);
        if (passed) continue;
        ++result.mismatched;
        if (result.first.size() < kShownMismatches) {
            AddMismatch(result, base + i, fmt::format("{}", a), fmt::format("{}", e), difference);
        }
    }
}

// What an element must exceed to be of interest; those that depend on rounding are lowered, since a false alarm only
// costs a second look.
struct Thresholds {
    float atol;
    float rtol;
    float best;
    float best_relative;
};

// Never above `value`, and finite: an infinite limit would let infinite differences pass. Below the normal numbers the
// rounding is as large as the value, so nothing is left of it.
float Lowered(double value) {
    constexpr float kBelow = 1.0F - 1e-6F;
    if (value < static_cast<double>(std::numeric_limits<float>::min())) return 0;
    return static_cast<float>(std::min(value, static_cast<double>(std::numeric_limits<float>::max()))) * kBelow;
}

// True when an element may fail or be worse than the worst seen so far. Without branches, so that it is vectorised.
// A product may be rounded up by as much as the smallest number there is; what is equal needs no look.
inline bool AnyAlarm(const float* actual, const float* expected, int64_t count, const Thresholds& thresholds) {
    constexpr float kLeast = std::numeric_limits<float>::denorm_min();
    constexpr float kMost = std::numeric_limits<float>::max();
    const auto [atol, rtol, best, best_relative] = thresholds;
    int alarms = 0;
    for (int64_t i = 0; i < count; ++i) {
        const float magnitude = std::fabs(expected[i]);
        const float difference = std::fabs(actual[i] - expected[i]);
        const float limit = std::min(atol + rtol * magnitude, kMost) - kLeast;
        const int equal = difference == 0 ? 1 : 0;
        const int inside = difference <= limit ? 1 : 0;
        const int larger = difference > best ? 1 : 0;
        const int relatively_larger = difference > best_relative * magnitude - kLeast ? 1 : 0;
        const int counts = magnitude > 0 ? 1 : 0;
        alarms |= (1 - (inside | equal)) | larger | (relatively_larger & counts & (1 - equal));
    }
    return alarms != 0;
}

// Whole chunks have a constant length: -O2 vectorises only loops of which it knows that nothing is left over.
bool WorthALook(const float* actual, const float* expected, int64_t count, const Tolerance& tolerance,
                const Partial<float>& partial) {
    const Thresholds thresholds = {Lowered(tolerance.atol), Lowered(tolerance.rtol), partial.best,
                                   Lowered(partial.result.max_relative)};
    if (count == kChunk) return AnyAlarm(actual, expected, kChunk, thresholds);
    return AnyAlarm(actual, expected, count, thresholds);
}

void JudgeChunk(const float* actual, const float* expected, int64_t count, int64_t base, const Tolerance& tolerance,
                Partial<float>& partial) {
    if (partial.result.max_index >= 0 && !WorthALook(actual, expected, count, tolerance, partial)) return;
    JudgeFloats(actual, expected, count, base, tolerance, partial);
}

void JudgeChunk(const double* actual, const double* expected, int64_t count, int64_t base, const Tolerance& tolerance,
                Partial<double>& partial) {
    JudgeFloats(actual, expected, count, base, tolerance, partial);
}

template <typename T>
void JudgeIntegers(const T* actual, const T* expected, int64_t count, int64_t base, Partial<uint64_t>& partial) {
    Comparison& result = partial.result;
    const bool equal = std::memcmp(actual, expected, static_cast<size_t>(count) * sizeof(T)) == 0;
    if (equal && result.max_index >= 0 && result.max_relative_index >= 0) return;
    for (int64_t i = 0; i < count; ++i) {
        const T a = actual[i];
        const T e = expected[i];
        const uint64_t difference = a > e ? static_cast<uint64_t>(a) - static_cast<uint64_t>(e)
                                          : static_cast<uint64_t>(e) - static_cast<uint64_t>(a);
        Track(partial, base + i, difference, static_cast<double>(difference), std::fabs(static_cast<double>(e)));
        if (difference == 0) continue;
        ++result.mismatched;
        if (result.first.size() < kShownMismatches) {
            AddMismatch(result, base + i, std::to_string(a), std::to_string(e), static_cast<double>(difference));
        }
    }
}

template <typename T>
Partial<T> Merge(Partial<T> left, Partial<T> right) {
    Comparison& into = left.result;
    Comparison& from = right.result;
    into.mismatched += from.mismatched;
    into.ignored += from.ignored;
    if (from.max_index >= 0 && (into.max_index < 0 || right.best > left.best)) {
        left.best = right.best;
        into.max_difference = from.max_difference;
        into.max_index = from.max_index;
    }
    if (from.max_relative_index >= 0 && (into.max_relative_index < 0 || from.max_relative > into.max_relative)) {
        into.max_relative = from.max_relative;
        into.max_relative_index = from.max_relative_index;
    }
    for (Mismatch& mismatch : from.first) {
        if (into.first.size() < kShownMismatches) into.first.push_back(std::move(mismatch));
    }
    return left;
}

// Runs judge(first, count, partial) over the chunks of [0, count), on several threads when it is large.
template <typename T, typename Judge>
Comparison OverChunks(int64_t count, int threads, const Judge& judge) {
    const int64_t workers = std::clamp<int64_t>(count / kElementsPerThread, 1, std::max(threads, 1));
    const int64_t share = (count / workers + kChunk) / kChunk * kChunk;
    std::vector<Partial<T>> partials(static_cast<size_t>(workers));
    const auto work = [&](int64_t worker) {
        Partial<T>& partial = partials[static_cast<size_t>(worker)];
        const int64_t end = std::min(count, (worker + 1) * share);
        for (int64_t first = worker * share; first < end; first += kChunk) {
            judge(first, std::min(kChunk, end - first), partial);
        }
    };
    std::vector<std::thread> pool;
    for (int64_t worker = 1; worker < workers; ++worker) pool.emplace_back(work, worker);
    work(0);
    for (std::thread& thread : pool) thread.join();
    Partial<T> merged = std::move(partials[0]);
    for (size_t i = 1; i < partials.size(); ++i) merged = Merge(std::move(merged), std::move(partials[i]));
    merged.result.total = count;
    return std::move(merged.result);
}

template <typename T>
Comparison CompareIntegers(const Values& actual, const Values& expected, int64_t count, int threads) {
    const auto* a = static_cast<const T*>(actual.data);
    const auto* e = static_cast<const T*>(expected.data);
    return OverChunks<uint64_t>(count, threads, [=](int64_t first, int64_t size, Partial<uint64_t>& partial) {
        JudgeIntegers(a + first, e + first, size, first, partial);
    });
}

// fp32 is read where it lies; every narrower type goes through a buffer of one chunk.
const float* FloatChunk(const Values& values, int64_t first, int64_t count, float* buffer) {
    if (values.dtype->form == HostForm::kFp32) return static_cast<const float*>(values.data) + first;
    const auto* bytes = static_cast<const char*>(values.data) + first * values.dtype->bits / 8;
    WidenToFloat(values.dtype->form, bytes, count, buffer);
    return buffer;
}

Comparison CompareFloats(const Values& actual, const Values& expected, int64_t count, const Tolerance& tolerance,
                         int threads) {
    return OverChunks<float>(count, threads, [=](int64_t first, int64_t size, Partial<float>& partial) {
        float actual_buffer[kChunk];
        float expected_buffer[kChunk];
        JudgeChunk(FloatChunk(actual, first, size, actual_buffer), FloatChunk(expected, first, size, expected_buffer),
                   size, first, tolerance, partial);
    });
}

Comparison CompareDoubles(const Values& actual, const Values& expected, int64_t count, const Tolerance& tolerance,
                          int threads) {
    return OverChunks<double>(count, threads, [=](int64_t first, int64_t size, Partial<double>& partial) {
        double wide[2][kChunk];
        const Values* sides[] = {&actual, &expected};
        for (int side = 0; side < 2; ++side) {
            const Values& values = *sides[side];
            const auto* bytes = static_cast<const char*>(values.data);
            for (int64_t i = 0; i < size; ++i) {
                wide[side][i] = LoadAsDouble(*values.dtype, bytes + (first + i) * values.dtype->bits / 8);
            }
        }
        JudgeChunk(wide[0], wide[1], size, first, tolerance, partial);
    });
}

// Two values of fp4 in one byte, with a zero that has no sign.
uint8_t UnsignedZeros(uint8_t carrier) {
    constexpr uint8_t kMinusZero = 0x8;
    const auto low = static_cast<uint8_t>((carrier & 0xF) == kMinusZero ? 0 : carrier & 0xF);
    const auto high = static_cast<uint8_t>(carrier >> 4 == kMinusZero ? 0 : carrier & 0xF0);
    return low | high;
}

Comparison CompareFp4(const Values& actual, const Values& expected, int64_t count, int threads) {
    return OverChunks<uint64_t>(count, threads, [=](int64_t first, int64_t size, Partial<uint64_t>& partial) {
        uint8_t plain[2][kChunk];
        const Values* sides[] = {&actual, &expected};
        for (int side = 0; side < 2; ++side) {
            const uint8_t* bytes = static_cast<const uint8_t*>(sides[side]->data) + first;
            std::transform(bytes, bytes + size, plain[side], UnsignedZeros);
        }
        JudgeIntegers(plain[0], plain[1], size, first, partial);
    });
}

// Types without a host form are compared as the bytes they are; two 4-bit values share a byte.
Comparison CompareExactly(const Values& actual, const Values& expected, int64_t count, int threads) {
    const bool is_signed = actual.dtype->form == HostForm::kSigned;
    if (actual.dtype->name == "fp4") return CompareFp4(actual, expected, count, threads);
    switch (actual.dtype->bits) {
        case 4:
            return CompareIntegers<uint8_t>(actual, expected, (count + 1) / 2, threads);
        case 8:
            return is_signed ? CompareIntegers<int8_t>(actual, expected, count, threads)
                             : CompareIntegers<uint8_t>(actual, expected, count, threads);
        case 16:
            return is_signed ? CompareIntegers<int16_t>(actual, expected, count, threads)
                             : CompareIntegers<uint16_t>(actual, expected, count, threads);
        case 32:
            return is_signed ? CompareIntegers<int32_t>(actual, expected, count, threads)
                             : CompareIntegers<uint32_t>(actual, expected, count, threads);
        default:
            return is_signed ? CompareIntegers<int64_t>(actual, expected, count, threads)
                             : CompareIntegers<uint64_t>(actual, expected, count, threads);
    }
}

}  // namespace

bool Comparable(const DType& actual, const DType& expected) {
    if (actual.form != expected.form) return IsFloat(actual.form) && IsFloat(expected.form);
    return actual.bits == expected.bits;
}

Comparison Compare(const Values& actual, const Values& expected, int64_t count, const Tolerance& tolerance,
                   int threads) {
    if (!IsFloat(actual.dtype->form)) return CompareExactly(actual, expected, count, threads);
    const bool wide = actual.dtype->form == HostForm::kFp64 || expected.dtype->form == HostForm::kFp64;
    return wide ? CompareDoubles(actual, expected, count, tolerance, threads)
                : CompareFloats(actual, expected, count, tolerance, threads);
}

std::string IndexText(int64_t flat, std::span<const int64_t> shape) {
    std::vector<int64_t> index(shape.size());
    for (size_t i = shape.size(); i-- > 0;) {
        index[i] = shape[i] > 0 ? flat % shape[i] : 0;
        flat = shape[i] > 0 ? flat / shape[i] : 0;
    }
    return ShapeText(index);
}

std::string ToleranceHint(const DType& dtype, const Tolerance& tolerance) {
    const double step = UlpAt(dtype, 1.0);
    const double allowed = tolerance.atol + tolerance.rtol;
    if (!IsFloat(dtype.form) || allowed >= step) return {};
    return fmt::format("rtol {} and atol {} allow {} at a value of 1, less than one step of {} there ({:.3g})",
                       tolerance.rtol, tolerance.atol, allowed, dtype.name, step);
}

}  // namespace pto::run
