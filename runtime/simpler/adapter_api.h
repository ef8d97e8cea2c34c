/* What pto-replay and the adapter say to each other: plain C, so that the two may be built by different compilers
 * against different C++ libraries. The adapter is a shared object that is built on the user's machine from adapter.cc
 * and the sources of the runtime; it exports one function, PTO_SIMPLER_SYMBOL. Every change here is a new
 * PTO_SIMPLER_VERSION.
 *
 * Functions return 0, or -1 after which last_error() has the text. One session per process at a time, and all calls
 * from the thread that opened it: the runtime binds a device to a thread. Pointers in arguments are used during the
 * call only.
 */
#ifndef PTO_SIMPLER_ADAPTER_API_H
#define PTO_SIMPLER_ADAPTER_API_H

#include <stdint.h>

#define PTO_SIMPLER_VERSION 2u
#define PTO_SIMPLER_SYMBOL "pto_simpler_adapter"
#define PTO_SIMPLER_MAX_DIMENSIONS 5

#ifdef __cplusplus
extern "C" {
#endif

typedef struct PtoSimplerSession PtoSimplerSession;

typedef struct PtoSimplerLibraries {
    const char* host_runtime;
    const char* aicpu_kernel;
    const char* aicore_kernel;
    const char* dispatcher;  /* "" on simulators */
    const char* sim_context; /* "" on hardware */
    const char* sdma_warmup; /* "" when there is none */
    const char* log;         /* "" where each library has its own */
} PtoSimplerLibraries;

typedef struct PtoSimplerOpenOptions {
    PtoSimplerLibraries libraries;
    int32_t device_id;
    int32_t log_threshold; /* 10 debug, 20 info, 25 timing, 30 warn, 40 error, 60 nothing */
    int32_t enable_sdma;   /* 0 or 1: set up the workspace that kernels with asynchronous copies need */
} PtoSimplerOpenOptions;

enum { kPtoSimplerScalar = 0, kPtoSimplerIn = 1, kPtoSimplerOut = 2, kPtoSimplerInOut = 3 };

typedef struct PtoSimplerKernel {
    int32_t func_id;
    const void* binary; /* a shared object on simulators, the .text image on hardware */
    uint32_t binary_bytes;
    const int32_t* signature; /* kPtoSimplerIn, ... */
    uint32_t signature_count;
} PtoSimplerKernel;

typedef struct PtoSimplerCallable {
    const char* entry; /* symbol of the orchestration */
    const void* binary;
    uint32_t binary_bytes;
    const int32_t* signature; /* decides what is copied in and out for tensors in host memory */
    uint32_t signature_count;
    const PtoSimplerKernel* kernels;
    uint32_t kernel_count;
} PtoSimplerCallable;

typedef struct PtoSimplerTensor {
    uint64_t address;  /* of the buffer; 0 is fine for a tensor without elements */
    uint64_t bytes;    /* of the buffer, from address on */
    int32_t on_device; /* 0: host memory, which the runtime copies in before and out after the run */
    int32_t dtype;     /* enumerator of the DataType of a runtime of 2026-09 */
    uint32_t rank;     /* 1 to PTO_SIMPLER_MAX_DIMENSIONS */
    uint32_t shape[PTO_SIMPLER_MAX_DIMENSIONS];
    uint32_t strides[PTO_SIMPLER_MAX_DIMENSIONS]; /* elements */
    uint64_t start_offset;                        /* elements from address to the first one */
} PtoSimplerTensor;

typedef struct PtoSimplerRun {
    int32_t callable_id;
    const PtoSimplerTensor* tensors;
    uint32_t tensor_count;
    const uint64_t* scalars; /* the value's bytes in the low end */
    uint32_t scalar_count;
    int32_t aicpu_thread_num;  /* 0: the architecture's default */
    int32_t block_dim;         /* 0: as many as there are; without effect since 2026-07-26 */
    int32_t swimlane_level;    /* 0 to 4 */
    int32_t dump_args;         /* 0 to 3 */
    int32_t pmu;               /* 0: off, else the event type */
    int32_t dep_gen;           /* 0 or 1 */
    int32_t scope_stats;       /* 0 or 1 */
    const char* output_prefix; /* directory of what these write; "" when all are off */
} PtoSimplerRun;

/* Ranks that see each other's memory. Collective: all ranks of the domain call with the same arguments but the last. */
typedef struct PtoSimplerDomain {
    uint64_t id;           /* unique among live domains of the communicator */
    const uint32_t* ranks; /* of the communicator, in the order in which kernels count them */
    uint32_t rank_count;
    uint64_t window_bytes;
    uint32_t position; /* of this rank in `ranks` */
} PtoSimplerDomain;

typedef struct PtoSimplerAdapter {
    uint32_t version;
    const char* written_for; /* revisions of the runtime */
    /* Text of the calling thread's last failure. */
    const char* (*last_error)(void);

    /* Null on failure. */
    PtoSimplerSession* (*open)(const PtoSimplerOpenOptions* options);
    /* Ends the device's use; the session is gone afterwards. */
    void (*close)(PtoSimplerSession* session);

    /* Ids count from 0. */
    int (*add_callable)(PtoSimplerSession* session, int32_t id, const PtoSimplerCallable* callable);
    int (*run)(PtoSimplerSession* session, const PtoSimplerRun* run);

    int (*device_malloc)(PtoSimplerSession* session, uint64_t bytes, uint64_t* address);
    int (*device_free)(PtoSimplerSession* session, uint64_t address);
    int (*copy_to_device)(PtoSimplerSession* session, uint64_t address, const void* from, uint64_t bytes);
    int (*copy_from_device)(PtoSimplerSession* session, void* to, uint64_t address, uint64_t bytes);

    /* Ranks find each other through the file at `rootinfo_path`, which must not exist before. */
    int (*comm_init)(PtoSimplerSession* session, int32_t rank, int32_t rank_count, const char* rootinfo_path,
                     uint64_t* communicator);
    /* `context`: what kernels take as the domain's context; `window`: this rank's memory in it. */
    int (*comm_allocate)(PtoSimplerSession* session, uint64_t communicator, const PtoSimplerDomain* domain,
                         uint64_t* context, uint64_t* window);
    int (*comm_release)(PtoSimplerSession* session, uint64_t communicator, const PtoSimplerDomain* domain);
    int (*comm_destroy)(PtoSimplerSession* session, uint64_t communicator);
} PtoSimplerAdapter;

typedef const PtoSimplerAdapter* (*PtoSimplerFunction)(void);

#ifdef __cplusplus
}
#endif

#endif
