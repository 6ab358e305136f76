/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the running side: schedule.c hands blocks to host threads, block.c runs the warps of one block, warp.c
 * runs one warp until it waits, ends or has had its turn, with paths.c for lanes that part and calls.c for frames. */
#ifndef WG_SIM_RUN_H
#define WG_SIM_RUN_H

#include "base/text.h"
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
    wg_text printed;
    uint32_t next_warp;
    uint64_t random; /* where the launch has another order */
    uint64_t glance; /* instructions after which a warp that seems to wait loses its turn */
    uint64_t waited; /* instructions since the block did anything but, as far as can be seen, wait */
    struct wg_running *next;
} wg_running;

/* warp.c */
void wg_warp_start(wg_warp *w);
void wg_warp_run(wg_warp *w, uint64_t instructions);
void wg_warp_free(wg_warp *w);

/* calls.c */
bool wg_frame_enter(wg_warp *w, uint32_t function, uint32_t base, uint32_t local, uint32_t mask);
void wg_frame_leave(wg_warp *w);
void wg_frame_call(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t mask);

/* paths.c */
void wg_path_push(wg_warp *w, uint32_t block, uint32_t join, uint32_t mask);
void wg_path_branch(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t active, uint32_t goes);
void wg_path_indexed(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t active, uint32_t goes);
bool wg_path_park(wg_warp *w, uint32_t here,
                  uint32_t wanted); /* true: the top path has all of the wanted that will come */
/* The top path is at a barrier without some lanes: those that have only to end do so. True: others, which may end, go
 * first. */
/* Lets lanes end that have nothing else to do; returns those that may still come to where the top path is, or end. */
uint32_t wg_path_undecided(wg_warp *w);
bool wg_path_wait_for_leavers(wg_warp *w);
bool wg_path_loosen(wg_warp *w); /* true: lanes that waited are on top now */
void wg_path_settle(wg_warp *w);

/* block.c */
typedef enum wg_block_state { WG_BLOCK_DONE, WG_BLOCK_RUNNING, WG_BLOCK_WAITING, WG_BLOCK_FAULTED } wg_block_state;
void wg_block_place(wg_block *block, uint64_t index); /* in the launch's grid */
void wg_block_start(wg_running *running);
wg_block_state wg_block_run(wg_running *running, uint64_t instructions);
void wg_block_loosen(wg_running *running);
bool wg_block_goes_round(wg_running *running, uint64_t nth); /* looked at for the nth time since memory changed */
void wg_barrier_arrive(wg_warp *w, const wg_insn *i, uint32_t mask);

/* profile.c */
void wg_profile_build(const wg_launch *launch, const wg_block *sums, uint64_t blocks_run, wg_profile *profile);

#endif
