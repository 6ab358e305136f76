/* SPDX-License-Identifier: Apache-2.0 */
/* The simulator's face: decode a kernel, launch it, read the counts. */
#ifndef WG_SIM_LAUNCH_H
#define WG_SIM_LAUNCH_H

#include "base/stop.h"
#include "counters/counters.h"
#include "sim/heap.h"
#include "sim/program.h"
#include "sim/texture.h"

/* A module on the device: its globals and constants allocated and initialised in the heap. */
typedef struct wg_loaded wg_loaded;
wg_status wg_module_load(const wg_ptx_module *module, wg_heap *heap, wg_loaded **out, wg_error *err);
void wg_loaded_free(wg_loaded *loaded);
/* Device address and size of a module-scope variable by name; false: there is none. */
bool wg_loaded_symbol(const wg_loaded *loaded, const char *name, uint64_t *address, uint64_t *size);

/* Fails with WG_ERR_UNSUPPORTED and "instruction at file:line in kernel" when something in the kernel (or what it
 * calls) cannot be simulated. */
wg_status wg_program_build(const wg_loaded *loaded, const wg_ptx_function *kernel, wg_program **out, wg_error *err);
void wg_program_free(wg_program *program);

typedef struct wg_profile {
    wg_counters total;
    wg_counters *insns; /* one for each program->insns */
    uint32_t insn_count;
    uint64_t blocks_total, blocks_run; /* differ when sampled: counters are scaled then */
    double seconds;                    /* of the host */
    unsigned host_threads;
} wg_profile;

/* A sample that keeps together what runs together: whole waves of blocks, as many as all multiprocessors hold at once,
 * evenly spread over the launch; of each the blocks that the first multiprocessors run. */
typedef struct wg_sample {
    uint64_t waves;                     /* no more than there are; 0: this is no sample */
    uint32_t multiprocessors, resident; /* of them, and blocks of each that run at a time */
    uint32_t chosen, taken;             /* so many of them, and of each so many of its blocks */
} wg_sample;

/* Who looks at a launch's traces. */
enum { WG_TRACE_OF_MEMORY, WG_TRACE_OF_TIME, WG_TRACE_OF_LINE, WG_LAUNCH_TRACES };

/* Bytes that the threads of a launch may print, as many as CUDA's buffer has if nobody asks for more. */
enum { WG_PRINT_LIMIT = 1 << 20 };

typedef struct wg_launch {
    const wg_program *program;
    uint32_t grid[3], block[3];
    uint32_t dynamic_shared;     /* bytes */
    const unsigned char *params; /* program->param_bytes of them, laid out as program->params says */
    wg_heap *heap;
    const wg_textures *textures;      /* may be NULL */
    const struct wg_joining *joining; /* sim/joining.h: how an older GPU joins accesses; NULL: as GPUs do now */
    unsigned host_threads;            /* 0: one for each core */
    uint64_t sample_blocks;           /* run about this many blocks, evenly spread, and scale the counters; 0: all */
    uint64_t sample_from;             /* the first of those; 0 unless sample_blocks is 1 */
    wg_sample sample;                 /* instead of sample_blocks */
    bool feeds_others;                /* other launches read what this one writes: not a case for samples */
    uint64_t shuffle;                 /* a seed: another order of blocks and warps (sim/order.h); 0: the usual one */
    uint64_t instruction_limit; /* warp instructions a block may execute before it counts as runaway; 0: a default */
    wg_stop *interrupted;       /* may be NULL */
    void (*print)(void *user, const char *text, size_t length); /* what the kernel prints, up to WG_PRINT_LIMIT bytes
                                                                   and a word on the rest; NULL: dropped */
    void (*progress)(void *user, uint64_t blocks_done,
                     uint64_t blocks_total); /* a few times a second, from one thread; may be NULL */
    void *user;
    struct wg_checker *checker;     /* sim/checker.h; NULL: nobody looks */
    const wg_shared_object *locals; /* arrays of shared memory that are arguments */
    uint32_t local_count;
    struct wg_trace *traces[WG_LAUNCH_TRACES]; /* sim/trace.h: those that are not NULL are filled */
    void (*traced)(void *user, const struct wg_launch *launch,
                   const wg_profile *profile); /* the launch is over, its traces complete; may be NULL */
} wg_launch;

wg_status wg_launch_run(const wg_launch *launch, wg_profile *profile, wg_error *err);
void wg_profile_add(wg_profile *sum, const wg_profile *one); /* of the same program; sum may be all zeros */
void wg_profile_free(wg_profile *profile);

/* Where an instruction comes from: file and line of the source when the PTX says, else of the PTX itself. */
void wg_program_place(const wg_program *program, const wg_insn *insn, const char **file, uint32_t *line);

#endif
