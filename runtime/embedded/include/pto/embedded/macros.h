// Qualifiers of the device compiler. On the host all memories are ordinary memory, so they stand for nothing.
#pragma once

#if defined(__CPU_SIM) && !defined(__DAV_CUBE__) && !defined(__DAV_VEC__)
// A unit that serves both kinds of core keeps both of its sections, as in PTO-ISA.
#define __DAV_CUBE__
#define __DAV_VEC__
#endif

#undef __aicore__
#undef __gm__
#define AICORE
#define __aicore__
#define __global__
#define __gm__
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __fbuf__
#define __biasbuf__
#define __tf__
#define __in__
#define __out__

// A debugger stops at an instruction, and steps over it or into it, only if it is a call.
#ifdef __OPTIMIZE__
#define PTO_INLINE inline __attribute__((always_inline))
#else
#define PTO_INLINE inline
#endif
#define PTO_INST PTO_INLINE
#define PTO_INTERNAL PTO_INLINE

// The vector mask always covers the whole tile here: instructions work on the valid shape alone.
#define set_mask_norm(...)
#define set_vector_mask(...)

#define F16_MAX 65504.0f

// On a lambda that is called in two places, where what the caller knows to be constant is to stay so.
#ifdef __OPTIMIZE__
#define PTO_EMBEDDED_INLINED __attribute__((always_inline))
#else
#define PTO_EMBEDDED_INLINED
#endif

// Tells the vectoriser that the iterations of the next loop are independent; instructions read and write each element
// at one index, so a destination may be a source, but not a shifted one.
#if defined(__clang__)
#define PTO_EMBEDDED_INDEPENDENT_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define PTO_EMBEDDED_INDEPENDENT_LOOP _Pragma("GCC ivdep")
#endif
