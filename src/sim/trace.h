/* SPDX-License-Identifier: Apache-2.0 */
/* What the warps of some blocks did, instruction by instruction: the input of models of caches and time. Set
 * wg_launch.trace to an empty one; sample_blocks says how many blocks run and are traced. With an op_limit the launch
 * runs on one host thread.
 *
 * A trace that must not grow without bound has a size_limit: whenever it holds more than that, it halves the set of
 * multiprocessors whose blocks it keeps (block k runs on multiprocessor k mod deal), then the blocks of the last one.
 * What is left at the end depends on the launch alone, not on the order in which blocks came: the largest of these
 * nested sets that stays within the limit.
 *
 * A launch may have two of them: one of all blocks' memory accesses, and one of everything that a few blocks do.
 *
 * A warp's operations are in the order in which it executed them; how warps took turns is the simulator's affair and
 * says nothing about hardware. Instructions whose guard is false for all lanes are there with an empty mask: hardware
 * issues them too. */
#ifndef WG_SIM_TRACE_H
#define WG_SIM_TRACE_H

#include "sim/warp.h"

struct wg_launch;

typedef struct wg_trace_op {
    uint32_t insn;         /* index in wg_program.insns */
    uint32_t mask;         /* lanes */
    uint32_t sector;       /* of global and local memory: first of what it moves in wg_trace_warp.sectors … */
    uint16_t sector_count; /* … and how many: distinct sectors, what an older GPU moves (sim/joining.h), or texels' of
                              each four lanes */
    uint16_t wavefronts;   /* passes through the banks of shared memory, as tallied, or of the first-level cache */
    uint16_t missed;       /* for who replays it: sectors that were not in the first-level cache … */
    uint16_t partial;      /* … and that a store wrote in part */
} wg_trace_op;

typedef struct wg_trace_warp {
    uint64_t block; /* linear index */
    uint32_t warp;  /* in the block */
    bool truncated; /* ends early */
    bool is_head;   /* … after a few sectors */
    size_t skipped; /* operations */
    uint32_t late;  /* stores that are kept though they come after its end: in a trace of memory */
    wg_trace_op *ops;
    size_t op_count, op_capacity;
    uint64_t *sectors; /* addresses / 32; those of local memory have WG_TRACE_LOCAL set */
    size_t sector_count, sector_capacity;
    uint8_t *words; /* of each of the sectors, those that were touched: a bit each */
    size_t word_count, word_capacity;
} wg_trace_warp;

#define WG_TRACE_LOCAL ((uint64_t)1 << 62)

/* Which addresses the lanes of a warp had, for an instruction somebody asked about. */
typedef enum wg_trace_space {
    WG_TRACE_GENERIC,
    WG_TRACE_GLOBAL,
    WG_TRACE_SHARED,
    WG_TRACE_LOCAL_SPACE,
    WG_TRACE_ELSEWHERE
} wg_trace_space;

typedef struct wg_trace_access {
    uint32_t insn, mask, bytes; /* a lane */
    wg_trace_space space;       /* never generic: where its first lane points */
    bool store, uncached;
    uint64_t block;
    uint32_t warp;
    uint64_t address[WG_LANES];
} wg_trace_access;

/* Where a block's first warp begins: of more blocks than are traced, to see what they touch at the same time. */
enum { WG_TRACE_HEADS = 64, WG_TRACE_HEAD_SECTORS = 32 };
typedef struct wg_trace_head {
    uint64_t sectors[WG_TRACE_HEAD_SECTORS];
    uint32_t count;
} wg_trace_head;

enum { WG_TRACE_CONSTANT_LINES = 1024, WG_TRACE_CONSTANT_LINE = 64 };

typedef struct wg_trace {
    wg_trace_warp *warps; /* block by block */
    size_t warp_count, warp_capacity;
    bool memory_only; /* keep only what touches global or local memory, and barriers */
    size_t op_limit;  /* operations kept in all; 0: no limit */
    size_t op_count;
    size_t size_limit; /* operations and sectors kept in all; 0: no limit */
    size_t warp_limit; /* … and of a warp, which ends early; 0: none may have more than its part of a block's */
    size_t skip;       /* so many operations of each warp are left out at its beginning, which is not like the rest */
    uint32_t deal;     /* multiprocessors that blocks are dealt to; 0: one */
    unsigned halvings; /* what the size_limit made of it */
    uint64_t blocks, first;      /* of the launch, and the one that runs first */
    wg_trace_head *heads;        /* of the first WG_TRACE_HEADS blocks, of a trace of memory with a size_limit */
    size_t size;                 /* operations and sectors */
    struct wg_trace_insn *insns; /* what matters of the program's */
    bool stores;                 /* the program does, to global or local memory */
    bool truncated;              /* a limit was reached: the last warps end early */
    uint64_t
        constant_lines[WG_TRACE_CONSTANT_LINES / 64]; /* of constant memory, that the first block read: a bit each */
    /* The first execution of each instruction of a source line is kept: */
    uint32_t watched_line;            /* 0: none */
    const char *watched_file;         /* the end of its name; NULL: the kernel's own */
    const struct wg_joining *joining; /* the launch's */
    wg_trace_access *accesses;
    size_t access_count, access_capacity;
} wg_trace;

/* Of all that the first multiprocessor's blocks do, within these limits; wg_trace_free() it. */
wg_trace wg_trace_of_one(uint32_t multiprocessors, size_t size_limit, size_t warp_limit);
void wg_trace_free(wg_trace *trace);

/* Bytes of constant memory that its first block read, of a trace of one multiprocessor. */
uint64_t wg_trace_constant_bytes(const wg_trace *trace);

/* How many multiprocessors are traced, from the first: neighbouring blocks stay together. */
uint32_t wg_trace_dealt(const wg_trace *trace);

/* For schedule.c, block.c and warp.c. The schedule ends one block at a time. */
void wg_trace_begin(const struct wg_launch *launch, uint64_t blocks, uint64_t first);
void wg_trace_block(const struct wg_launch *launch, wg_block *block);
void wg_trace_block_end(const struct wg_launch *launch, wg_block *block, bool complete);
void wg_trace_end(const struct wg_launch *launch);
bool wg_trace_wants(const wg_warp *w); /* some trace goes on with this warp */
void wg_trace_before(wg_warp *w, const wg_insn *i,
                     uint32_t mask); /* addresses, while they are still in the registers */
void wg_trace_texels(wg_warp *w, const uint64_t *sectors,
                     unsigned count);                             /* of a request of four lanes, while it executes */
void wg_trace_after(wg_warp *w, const wg_insn *i, uint32_t mask); /* what was tallied */

/* That an access of a lane moves. */
uint32_t wg_trace_bytes(const wg_insn *i);

/* Where in global memory a lane's access would go; false: it is none. */
bool wg_trace_address(const wg_warp *w, const wg_insn *i, int lane, uint64_t *address);

#endif
