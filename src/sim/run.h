/* Private to the running side: schedule.c hands blocks to host threads, block.c runs the warps of one block, warp.c
 * runs one warp until it waits, ends or has had its turn. */
#ifndef WG_SIM_RUN_H
#define WG_SIM_RUN_H

#include "sim/launch.h"
#include "sim/warp.h"

enum { WG_BARRIERS = 16, WG_SIM_SMS = 132 };

/* What a barrier that reduces gives back: bar.red. */
typedef struct wg_barrier {
    uint32_t arrived;  /* threads, in whole warps */
    uint32_t expected; /* threads; 0: all of the block that still run */
    uint32_t votes, voters;
} wg_barrier;

/* A block in flight: it can be put aside and taken up again. */
typedef struct wg_running {
    wg_block block; /* first: a warp's block is its running block */
    wg_barrier barriers[WG_BARRIERS];
    uint32_t next_warp;
    struct wg_running *next;
} wg_running;

/* warp.c */
void wg_warp_start(wg_warp *w);
void wg_warp_run(wg_warp *w, uint64_t instructions);
void wg_warp_free(wg_warp *w);

/* block.c */
typedef enum wg_block_state { WG_BLOCK_DONE, WG_BLOCK_RUNNING, WG_BLOCK_FAULTED } wg_block_state;
wg_block_state wg_block_run(wg_running *running, uint64_t instructions);
void wg_barrier_arrive(wg_warp *w, const wg_insn *i, uint32_t mask);

/* profile.c */
void wg_profile_build(const wg_launch *launch, const wg_block *sums, uint64_t blocks_run, wg_profile *profile);

#endif
