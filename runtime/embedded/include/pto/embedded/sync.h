// Order between the pipes of a core (nothing to do: instructions run one after another), between the cores of a task
// (through CoreServices) and what a kernel asks about its place among them.
#pragma once

#include "global_tensor.h"

typedef int pipe_t;
typedef int event_t;
typedef int mem_dsb_t;
constexpr pipe_t PIPE_S = 0, PIPE_V = 1, PIPE_MTE1 = 2, PIPE_MTE2 = 3, PIPE_MTE3 = 4, PIPE_M = 5, PIPE_ALL = 6,
                 PIPE_FIX = 7, PIPE_MTE4 = 8, PIPE_MTE5 = 9;

#define EVENT_ID0 0
#define EVENT_ID1 1
#define EVENT_ID2 2
#define EVENT_ID3 3
#define EVENT_ID4 4
#define EVENT_ID5 5
#define EVENT_ID6 6
#define EVENT_ID7 7
#define EVENT_ID_MAX 8

inline void set_flag(pipe_t, pipe_t, int) {}
inline void wait_flag(pipe_t, pipe_t, int) {}
inline void pipe_barrier(pipe_t) {
    asm volatile("" ::: "memory");
}
inline void get_buf(pipe_t, int, int = 0) {}
inline void rls_buf(pipe_t, int, int = 0) {}

// From 31 July to 18 August 2026 PyPTO put definitions of its own of cache_line_t, dcci and dsb into every simulator
// kernel, and its reduce_scatter still does. So the names are found through a directive, which gives way to a
// declaration, and dsb is a template, which gives way to a function.
namespace pto_ninja::cache_lines {
constexpr int SINGLE_CACHE_LINE = 0, ENTIRE_DATA_CACHE = 1, CACHELINE_OUT = 0;
}  // namespace pto_ninja::cache_lines
namespace cache_line_t {
using namespace ::pto_ninja::cache_lines;
}  // namespace cache_line_t
namespace dcci_dst_t {
using namespace ::pto_ninja::cache_lines;
}  // namespace dcci_dst_t
constexpr int SINGLE_CACHE_LINE = 0, ENTIRE_DATA_CACHE = 1, CACHELINE_OUT = 0;
constexpr mem_dsb_t DSB_DDR = 0, DSB_ALL = 0, DSB_UB = 0;
inline void dcci(const volatile void*, int) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void dcci(const volatile void*, int, int) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
template <typename Kind>
inline void dsb(Kind) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

// Modes that instructions here take as template arguments instead.
inline void set_atomic_none() {}
// The device keeps its flags in memory that the runtime gives; kernels pass its address as a number or a pointer.
template <typename Address>
inline void set_ffts_base_addr(Address) {}

// A cross-core flag as the device encodes it: the count in bits 0..3, mode in bits 4..5, flag number in bits 8..11.
constexpr uint32_t FFTS_MODE_VAL = 2;
constexpr uint16_t getFFTSMsg(uint32_t mode, uint32_t flag, uint32_t count = 1) {
    return static_cast<uint16_t>((count & 15u) | (mode & 3u) << 4 | (flag & 15u) << 8);
}
inline void ffts_cross_core_sync(pipe_t, uint64_t message) {
    if (!pto::embedded::Checked()) return;
    const unsigned count = static_cast<unsigned>(message & 15u);
    if (count != 1)
        pto::embedded::Fail("ffts_cross_core_sync: the message has count %u, a flag is set once at a time here", count);
    const auto* core = pto::embedded::current_core;
    core->cross_core_set(core, (message >> 4) & 3u, (message >> 8) & 15u);
}
inline void wait_flag_dev(int flag) {
    const auto* core = pto::embedded::current_core;
    if (core != nullptr) core->cross_core_wait(core, static_cast<uint32_t>(flag));
}
inline void wait_flag_dev(pipe_t, int flag) {
    wait_flag_dev(flag);
}

// a5: flags 16..31 of the cube core are those of its second vector lane; mode 2 reaches both lanes with one set.
inline void set_intra_block(pipe_t, int flag) {
    const auto* core = pto::embedded::current_core;
    if (core != nullptr && flag < 16) core->cross_core_set(core, 2, static_cast<uint32_t>(flag));
}
inline void wait_intra_block(pipe_t, int flag) {
    if (flag < 16) wait_flag_dev(flag);
}

inline uint32_t get_block_idx() {
    return pto::embedded::Checked() ? pto::embedded::current_core->block_idx : 0;
}
inline uint32_t get_block_num() {
    return pto::embedded::Checked() ? pto::embedded::current_core->block_num : 1;
}
inline uint32_t get_subblockid() {
    return pto::embedded::Checked() ? pto::embedded::current_core->sub_block_id : 0;
}
inline uint32_t get_subblockdim() {
    return pto::embedded::Checked() ? pto::embedded::current_core->sub_block_num : 1;
}
inline uint32_t get_coreid() {
    return get_block_idx();
}

// pto.trap of a kernel.
[[noreturn]] inline void trap() {
    if (pto::embedded::Checked()) pto::embedded::Fail("trap: the kernel stopped itself");
    abort();
}

namespace cce {
template <typename... Args>
inline int printf(const char* format, Args... args) {
    return ::printf(format, args...);
}
}  // namespace cce

namespace pto {

// The pipes' operations, by which events are named. Kernels only write the names, so no table of pipes is needed.
enum class Op : uint16_t {
    TLOAD,
    TSTORE_VEC,
    SCALAR,
    TRESHAPE,
    VECTOR,
    TADD,
    TADDS,
    TAXPY,
    TSUB,
    TMUL,
    TMULS,
    TDIV,
    TDIVS,
    TMIN,
    TMINS,
    TMAX,
    TAND,
    TOR,
    TSEL,
    TSHL,
    TSHR,
    TEXP,
    TSELS,
    TSQRT,
    TRSQRT,
    TEXPANDS,
    TEXPANDS_MAT,
    TPARTADD,
    TPARTMUL,
    TPARTMAX,
    TPARTMIN,
    TPOW,
    TPOWS,
    TCMPS,
    TMRGSORT,
    TSORT32,
    TCI,
    TGATHER,
    TGATHERB,
    TCVT,
    TROWSUM,
    TROWPROD,
    TROWMAX,
    TROWMIN,
    TROWEXPAND,
    TRANDOM,
    TCOLSUM,
    TCOLPROD,
    TCOLMAX,
    TCOLMIN,
    TTRANS,
    TTRI,
    TREM,
    TFMOD,
    TREMS,
    TFMODS,
    TSUBS,
    TMAXS,
    TLRELU,
    TPRELU,
    TMOV_V2V,
    TMOV_V2M,
    TEXTRACT_V2M,
    TMOV_M2B,
    TMOV_M2L,
    TMOV_M2R,
    TMOV_M2S,
    TMOV_A2V,
    TMOV_A2M,
    TSTORE_ACC,
    TSTORE_MAT,
    TMATMUL,
    TGEMV,
    TEXTRACT_M2LR,
    TANDS,
    TORS,
    TSHLS,
    TSHRS,
    TXOR,
    TXORS,
    TEXTRACT_A2M,
    TINSERT_A2M,
    TCONCAT,
    TABS,
    TNEG,
    TRELU,
    TNOT,
    TLOG,
    TRECIP,
    TCMP,
    TSCATTER,
    TCOLEXPAND,
    TPREFETCH,
    TFILLPAD_VEC,
    TFILLPAD_MAT,
    MGATHER_VEC,
    MGATHER_MAT,
    MSCATTER,
    OP_COUNT,
};

template <Op SrcOp, Op DstOp>
struct Event {
    Event& operator=(RecordEvent) { return *this; }
    void Record() {}
    void Wait() {}
};

template <Op op>
PTO_INST void TSYNC() {}
template <typename... Events>
PTO_INST void TSYNC(Events&...) {}

// Waits for the other cores of the task.
template <SyncCoreType type = SyncCoreType::AIVOnly>
PTO_INST void SYNCALL() {
    if (embedded::Checked()) embedded::current_core->sync_all(embedded::current_core);
}
template <SyncAllMode mode, SyncCoreType type = SyncCoreType::AIVOnly, typename Global>
PTO_INST void SYNCALL(Global&, int32_t = 0) {
    SYNCALL<type>();
}

}  // namespace pto
