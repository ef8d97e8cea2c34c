// Communication between ranks: signals in global memory (TNOTIFY, TWAIT, TTEST) and copies (TPUT, TGET). Windows of
// other ranks are ordinary addresses here.
#pragma once

#include <sched.h>

#include "global_layout.h"
#include "store.h"

namespace pto::comm {

enum class NotifyOp : uint8_t { AtomicAdd = 0, Set = 1 };
enum class WaitCmp : uint8_t { EQ = 0, NE = 1, GT = 2, GE = 3, LT = 4, LE = 5 };
enum class ReduceOp : uint8_t { Sum = 0, Max = 1, Min = 2 };
enum class DmaEngine : uint8_t { SDMA = 0, URMA = 1, RDMA = 2 };

using Signal = GlobalTensor<int32_t, Shape<1, 1, 1, 1, 1>, Stride<1, 1, 1, 1, 1>, Layout::ND>;
template <typename Element, typename ShapeType, typename StrideType, Layout layout = Layout::ND>
using GlobalSignal = GlobalTensor<Element, ShapeType, StrideType, layout>;

// A matrix of signals, dense or a part of one whose rows are `stride` apart.
template <int rows, int cols>
struct Signal2D : GlobalTensor<int32_t, Shape<1, 1, 1, rows, cols>, Stride<1, 1, 1, DYNAMIC, 1>, Layout::ND> {
    using Base = GlobalTensor<int32_t, Shape<1, 1, 1, rows, cols>, Stride<1, 1, 1, DYNAMIC, 1>, Layout::ND>;
    explicit Signal2D(int32_t* data, int stride = cols) : Base(data, {}, typename Base::Stride(stride)) {}
};

}  // namespace pto::comm

namespace pto::embedded {

// Calls visit(offset) for every element of the five dimensions until it returns false; true if it never did.
template <typename Global, typename Visit>
inline bool VisitElements(const Global& tensor, Visit visit) {
    int64_t at[5] = {};
    for (int dim = 0; dim < 5; ++dim)
        if (tensor.GetShape(dim) <= 0) return true;
    for (;;) {
        int64_t offset = 0;
        for (int dim = 0; dim < 5; ++dim) offset += at[dim] * tensor.GetStride(dim);
        if (!visit(offset, at)) return false;
        int dim = 4;
        while (dim >= 0 && ++at[dim] == tensor.GetShape(dim)) at[dim--] = 0;
        if (dim < 0) return true;
    }
}

template <typename Global>
inline void CheckElements(const Global& tensor, const int64_t (&shape)[5], pto_ninja::GlobalAccess access,
                          const char* instruction) {
    if (!Checked()) return;
    int64_t first = 0, last = 0;
    for (int dim = 0; dim < 5; ++dim) {
        if (shape[dim] <= 0) return;
        const int64_t reach = (shape[dim] - 1) * tensor.GetStride(dim);
        (reach < 0 ? first : last) += reach;
    }
    CheckGlobal(tensor.data() + first, static_cast<uint64_t>(last - first + 1) * sizeof(typename Global::DType), access,
                instruction);
}

template <typename Global>
inline void CheckOwnElements(const Global& tensor, pto_ninja::GlobalAccess access, const char* instruction) {
    const int64_t shape[5] = {tensor.GetShape(0), tensor.GetShape(1), tensor.GetShape(2), tensor.GetShape(3),
                              tensor.GetShape(4)};
    CheckElements(tensor, shape, access, instruction);
}

inline bool CompareSignal(int32_t signal, int32_t value, comm::WaitCmp comparison) {
    switch (comparison) {
        case comm::WaitCmp::EQ:
            return signal == value;
        case comm::WaitCmp::NE:
            return signal != value;
        case comm::WaitCmp::GT:
            return signal > value;
        case comm::WaitCmp::GE:
            return signal >= value;
        case comm::WaitCmp::LT:
            return signal < value;
        case comm::WaitCmp::LE:
            return signal <= value;
    }
    return false;
}

template <typename Global>
inline bool SignalsMatch(const Global& signals, int32_t value, comm::WaitCmp comparison) {
    static_assert(std::is_same_v<typename Global::DType, int32_t>, "TWAIT, TTEST: signals must be int32_t");
    return VisitElements(signals, [&](int64_t offset, const int64_t*) {
        return CompareSignal(__atomic_load_n(signals.data() + offset, __ATOMIC_ACQUIRE), value, comparison);
    });
}

// The shape is that of dst; each side has its own strides.
template <AtomicType atomic, typename Dst, typename Src>
inline void CopyGlobal(const char* instruction, Dst& dst, Src& src) {
    using D = typename Dst::DType;
    const int64_t shape[5] = {dst.GetShape(0), dst.GetShape(1), dst.GetShape(2), dst.GetShape(3), dst.GetShape(4)};
    CheckElements(src, shape, pto_ninja::GlobalAccess::kRead, instruction);
    CheckElements(dst, shape, pto_ninja::GlobalAccess::kWrite, instruction);
    VisitElements(dst, [&](int64_t to, const int64_t* at) {
        int64_t from = 0;
        for (int dim = 0; dim < 5; ++dim) from += at[dim] * src.GetStride(dim);
        const D value = static_cast<D>(src.data()[from]);
        if constexpr (atomic == AtomicType::AtomicAdd)
            AtomicAdd(dst.data() + to, value);
        else
            dst.data()[to] = value;
        return true;
    });
}

}  // namespace pto::embedded

namespace pto::comm {

template <typename Global, typename... Events>
PTO_INST void TNOTIFY(Global& signal, int32_t value, NotifyOp op, Events&...) {
    using D = typename Global::DType;
    embedded::CheckGlobal(signal.data(), sizeof(D), pto_ninja::GlobalAccess::kWrite, "TNOTIFY");
    if (op == NotifyOp::AtomicAdd)
        __atomic_fetch_add(signal.data(), static_cast<D>(value), __ATOMIC_SEQ_CST);
    else
        __atomic_store_n(signal.data(), static_cast<D>(value), __ATOMIC_SEQ_CST);
}

// True if every signal compares as asked.
template <typename Global, typename... Events>
PTO_INST bool TTEST(Global& signals, int32_t value, WaitCmp comparison, Events&...) {
    embedded::CheckOwnElements(signals, pto_ninja::GlobalAccess::kRead, "TTEST");
    return embedded::SignalsMatch(signals, value, comparison);
}

// Returns when every signal compares as asked; the runtime ends waits that cannot end.
template <typename Global, typename... Events>
PTO_INST void TWAIT(Global& signals, int32_t value, WaitCmp comparison, Events&...) {
    embedded::CheckOwnElements(signals, pto_ninja::GlobalAccess::kRead, "TWAIT");
    while (!embedded::SignalsMatch(signals, value, comparison)) {
        if (embedded::Checked())
            embedded::current_core->poll(embedded::current_core);
        else
            sched_yield();
    }
}

// Copies through one or two staging tiles on the device; here the tiles stay untouched.
template <AtomicType atomic = AtomicType::AtomicNone, typename Dst, typename Src, embedded::TileLike... Staging>
PTO_INST RecordEvent TPUT(Dst& dst, Src& src, Staging&...) {
    embedded::CopyGlobal<atomic>("TPUT", dst, src);
    return {};
}
template <typename Dst, typename Src, embedded::TileLike Staging>
PTO_INST RecordEvent TPUT(Dst& dst, Src& src, Staging&, AtomicType atomic) {
    if (atomic == AtomicType::AtomicAdd)
        embedded::CopyGlobal<AtomicType::AtomicAdd>("TPUT", dst, src);
    else
        embedded::CopyGlobal<AtomicType::AtomicNone>("TPUT", dst, src);
    return {};
}
template <typename Dst, typename Src, embedded::TileLike... Staging>
PTO_INST RecordEvent TGET(Dst& dst, Src& src, Staging&...) {
    embedded::CopyGlobal<AtomicType::AtomicNone>("TGET", dst, src);
    return {};
}

}  // namespace pto::comm
