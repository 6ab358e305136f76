/* SPDX-License-Identifier: Apache-2.0 */
/* The state of what runs: a launch has blocks, a block has warps, a warp has 32 lanes. */
#ifndef WG_SIM_WARP_H
#define WG_SIM_WARP_H

#include "sim/heap.h"
#include "sim/program.h"

/* Generic addresses: shared and local memory appear in windows below every global allocation, as on the hardware. */
#define WG_SHARED_WINDOW 0x0000000100000000u
#define WG_LOCAL_WINDOW 0x0000000200000000u
#define WG_PARAM_WINDOW 0x0000000300000000u
#define WG_WINDOW_SIZE 0x0000000001000000u

/* Shared memory begins with this much for the system, of which an H200 has part in use: cooperative groups of several
 * warps meet there. */
enum { WG_RESERVED_SHARED = 0x400, WG_RESERVED_SHARED_USED = 0x120 };

/* What one instruction has done so far, kept by each worker and summed at the end. */
typedef struct wg_tally {
    uint64_t threads;    /* active lanes; kept for guarded instructions only, others follow from their basic block */
    uint64_t requests;   /* warp-level accesses that touched memory */
    uint64_t bytes;      /* asked for by the lanes */
    uint64_t sectors;    /* pieces of 32 bytes moved (global, local, texture); distinct words for constants */
    uint64_t wavefronts; /* shared memory: passes through the banks, loads merged as ptxas merges them */
    uint64_t ideal;      /* … had there been no conflict */
    uint64_t raw;        /* … of the PTX as written */
} wg_tally;

/* Generic instructions count apart for each space they turn out to touch: tallies[i->tally + one of these]. */
enum { WG_TALLY_GLOBAL = 0, WG_TALLY_SHARED = 1, WG_TALLY_LOCAL = 2, WG_TALLIES_GENERIC = 3 };

/* Lanes that go together: the basic block they are at, and the one where they meet those they parted from. */
typedef struct wg_path {
    uint32_t block, join, mask;
    bool parked; /* at a barrier, until the warp's other lanes are there too */
} wg_path;

typedef struct wg_frame {
    uint32_t function;
    uint32_t base;         /* of its rows, in the warp's register memory */
    uint32_t paths;        /* depth of the path stack below it */
    uint32_t return_block; /* in the caller */
    uint32_t local;        /* its local memory, offset a lane */
    const wg_call *call;
    uint32_t mask; /* lanes that called */
} wg_frame;

typedef enum wg_warp_state { WG_WARP_READY, WG_WARP_AT_BARRIER, WG_WARP_DONE } wg_warp_state;

struct wg_warp {
    unsigned char *regs;            /* the current frame's rows */
    const unsigned char *constants; /* end of the pool */
    uint32_t carry;                 /* CC.CF, a bit a lane */
    uint32_t alive;                 /* lanes that have not exited */
    struct wg_block *block;
    unsigned char *local; /* lane-major: local_stride bytes each */
    uint32_t local_stride;
    /* scheduling: sim/run.h */
    unsigned char *memory; /* register memory of all frames */
    uint32_t memory_size;
    wg_path *paths;
    uint32_t path_count, path_capacity;
    wg_frame *frames;
    uint32_t frame_count, frame_capacity;
    wg_warp_state state;
    uint32_t barrier;       /* id waited at … */
    const wg_insn *waiting; /* … by this instruction … */
    uint32_t waiting_lanes; /* … for these lanes */
    uint32_t id;            /* in the block */
    uint32_t launched;      /* lanes that exist: fewer than 32 in the last warp of an odd block */
    uint64_t executed;      /* warp instructions so far: the clock */
    bool loosened;          /* some lanes went on without those they should have met */
    uint64_t place;         /* digest of all its state, some time ago … */
    bool returned;          /* … and whether it was the same again since */
    unsigned char *shadow;  /* of a checked launch: what is known of its register memory, byte for byte */
    uint32_t shadow_size;
};

typedef struct wg_fault {
    bool set;
    uint64_t block; /* linear index: the lowest one is reported */
    char text[2048];
} wg_fault;

typedef struct wg_block {
    const struct wg_launch *launch;
    const wg_program *program;
    wg_heap *heap;
    const unsigned char *params;
    unsigned char *shared;
    uint32_t shared_size;
    uint32_t ctaid[3];
    uint64_t index;
    uint64_t grid_workspace; /* device address, 0: the kernel wants none */
    wg_tally *tallies;       /* the worker's */
    uint64_t *block_warps;   /* per basic block: executions … */
    uint64_t *block_threads; /* … and lanes */
    uint64_t *divergent;     /* per basic block: executions after which its lanes parted */
    wg_heap_cache cache;     /* for accesses that are no instruction's own */
    wg_heap_cache *caches;   /* the worker's, one a tally: an instruction tends to stay in one allocation */
    wg_fault fault;
    wg_warp *warps;
    uint32_t warp_count;
    struct wg_checker *checker;       /* of the host thread that runs it; NULL: nobody looks */
    struct wg_checked_block *checked; /* the checker's */
    uint64_t executed;                /* warp instructions */
    bool changed_memory;              /* set by stores and successful atomics, cleared by who looks */
    bool watched_memory;              /* looked for what others may have written, likewise */
    struct wg_trace_warp *traced[3];  /* its warps', one for each of the launch's traces; NULL: not in that */
    uint64_t traced_wavefronts;       /* before the instruction at hand */
    struct wg_text *printed;          /* what the kernel printed and nobody has shown yet */
    uint64_t unprinted;               /* calls of printf that were left out: there was too much already */
    const struct wg_joining *joining; /* the launch's */
    wg_tally recounted[2]; /* with a joining: of global and of shared memory, after the instruction at hand */
} wg_block;

/* Reports the block's first fault: kernel, source line, block, thread of `lane` and the sentence. Execution of the
 * block stops at the end of the current basic block; the failing function must leave its destination alone and return.
 * lane < 0: the warp as a whole. */
void wg_fault_set(wg_warp *w, const wg_insn *i, int lane, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same, of something a checker has a name for (sim/checker.h). */
void wg_fault_set_kind(wg_warp *w, const wg_insn *i, int lane, int kind, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
