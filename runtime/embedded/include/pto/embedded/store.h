// TSTORE: tile -> global memory, with conversion of the element type, ReLU, a quantisation scale, or atomic addition.
#pragma once

#include "global_layout.h"
#include "quantize.h"

namespace pto {

namespace embedded {

// *address += value, safe against the other cores that add to the same place.
template <typename T>
inline void AtomicAdd(T* address, T value) {
    using Bits = std::conditional_t<
        sizeof(T) == 1, uint8_t,
        std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
    Bits* cell = reinterpret_cast<Bits*>(address);
    Bits seen = __atomic_load_n(cell, __ATOMIC_RELAXED);
    for (;;) {
        const T sum = static_cast<T>(__builtin_bit_cast(T, seen) + value);
        if (__atomic_compare_exchange_n(cell, &seen, __builtin_bit_cast(Bits, sum), false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED))
            return;
    }
}

// Stores convert(element, row, column) for each valid element.
template <AtomicType atomic, typename Global, typename T, typename Convert>
inline void StoreElements(Global& dst, T& src, Convert convert) {
    CheckTiles("TSTORE", src);
    const unsigned rows = src.GetValidRow(), cols = src.GetValidCol();
    const GlobalIndex<Global> index(dst);
    CheckTransfer(dst, index, rows, cols, pto_ninja::GlobalAccess::kWrite, "TSTORE");
    for (unsigned r = 0; r < rows; ++r) {
        const auto* from = src.data() + T::RowOffset(r);
        auto* to = dst.data() + index.RowPart(r);
        if constexpr (atomic == AtomicType::AtomicNone) {
            if (kPlainRowMajor<T> && index.DenseColumns()) {
                for (unsigned c = 0; c < cols; ++c) to[c] = convert(from[c], r, c);
                continue;
            }
        }
        for (unsigned c = 0; c < cols; ++c) {
            const auto value = convert(from[T::ColOffset(c)], r, c);
            if constexpr (atomic == AtomicType::AtomicAdd)
                AtomicAdd(to + index.ColPart(c), value);
            else
                to[index.ColPart(c)] = value;
        }
    }
}

template <AtomicType atomic, ReluPreMode relu, typename Global, typename T>
inline void Store(Global& dst, T& src) {
    using D = typename Global::DType;
    using S = typename T::DType;
    static_assert(is_global_data_v<Global>, "TSTORE: the destination must be a GlobalTensor");
    StoreElements<atomic>(dst, src, [](S value, unsigned, unsigned) {
        if constexpr (relu == ReluPreMode::NormalRelu) value = Relu(value);
        return static_cast<D>(value);
    });
}

// `scale(row, column)` is the 64-bit scale of an element.
template <AtomicType atomic, ReluPreMode relu, bool vector_form, typename Global, typename T, typename Scale>
inline void StoreQuantized(Global& dst, T& src, Scale scale) {
    using D = typename Global::DType;
    using S = typename T::DType;
    if constexpr (vector_form ? kVectorQuant<D, S> : kScalarQuant<D, S>) {
        StoreElements<atomic>(dst, src, [&scale](S value, unsigned r, unsigned c) {
            return Quantize<D>(value, scale(r, c), vector_form, relu == ReluPreMode::NormalRelu);
        });
    } else {
        Store<atomic, relu>(dst, src);
    }
}

}  // namespace embedded

// Template arguments come in the orders that ptoas prints; all but the atomic and ReLU ones are without effect.
template <typename T, typename Global>
PTO_INST RecordEvent TSTORE(Global& dst, T& src) {
    embedded::Store<AtomicType::AtomicNone, ReluPreMode::NoRelu>(dst, src);
    return {};
}
template <STPhase phase, typename T, typename Global>
PTO_INST RecordEvent TSTORE(Global& dst, T& src) {
    return TSTORE(dst, src);
}
template <typename T, typename Global, AtomicType atomic>
PTO_INST RecordEvent TSTORE(Global& dst, T& src) {
    embedded::Store<atomic, ReluPreMode::NoRelu>(dst, src);
    return {};
}
template <STPhase phase, typename T, typename Global, AtomicType atomic>
PTO_INST RecordEvent TSTORE(Global& dst, T& src) {
    return TSTORE<T, Global, atomic>(dst, src);
}
template <typename T, typename Global, AtomicType atomic, ReluPreMode relu>
PTO_INST RecordEvent TSTORE(Global& dst, T& src) {
    embedded::Store<atomic, relu>(dst, src);
    return {};
}
template <STPhase phase, typename T, typename Global, AtomicType atomic, ReluPreMode relu>
PTO_INST RecordEvent TSTORE(Global& dst, T& src) {
    return TSTORE<T, Global, atomic, relu>(dst, src);
}
template <typename T, typename Global, AtomicType atomic = AtomicType::AtomicNone,
          ReluPreMode relu = ReluPreMode::NoRelu>
PTO_INST RecordEvent TSTORE(Global& dst, T& src, uint64_t scale) {
    embedded::StoreQuantized<atomic, relu, false>(dst, src, [scale](unsigned, unsigned) { return scale; });
    return {};
}
template <STPhase phase, typename T, typename Global, AtomicType atomic = AtomicType::AtomicNone,
          ReluPreMode relu = ReluPreMode::NoRelu>
PTO_INST RecordEvent TSTORE(Global& dst, T& src, uint64_t scale) {
    return TSTORE<T, Global, atomic, relu>(dst, src, scale);
}

// One scale per element of row 0 of `scales`: by column in a row-major tile, by row in others.
template <typename T, typename Global, typename Scales, AtomicType atomic = AtomicType::AtomicNone,
          ReluPreMode relu = ReluPreMode::NoRelu>
PTO_INST RecordEvent TSTORE_FP(Global& dst, T& src, Scales& scales) {
    embedded::CheckTiles("TSTORE_FP", src, scales);
    embedded::CheckInside("TSTORE_FP", "the scales", scales, 0, 0, 1,
                          T::isRowMajor ? src.GetValidCol() : src.GetValidRow());
    embedded::StoreQuantized<atomic, relu, true>(dst, src, [&scales](unsigned r, unsigned c) {
        return static_cast<uint64_t>(scales.data()[embedded::ElementOffset<Scales>(0, T::isRowMajor ? c : r)]);
    });
    return {};
}

}  // namespace pto
