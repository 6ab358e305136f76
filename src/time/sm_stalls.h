/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the replay: the books of the warps' time. Every cycle of a warp is entered once, under a reason, and twice
 * by instruction: for the one the warp stands before, and for the one that is to blame. */
#ifndef WG_TIME_SM_STALLS_H
#define WG_TIME_SM_STALLS_H

#include "time/sm.h"

/* A reason and the instruction to blame, in one word: every register of every warp has one. */
typedef uint32_t wg_why;

enum { WG_WHY_BITS = 4 };
_Static_assert(WG_STALL_COUNT <= 1 << WG_WHY_BITS, "a reason fits into its bits");

static inline wg_why wg_why_of(wg_stall stall, uint32_t insn)
{
    return insn << WG_WHY_BITS | stall;
}

static inline wg_stall wg_why_stall(wg_why why)
{
    return (wg_stall)(why & ((1u << WG_WHY_BITS) - 1));
}

/* A warp that stands before an instruction for so long. */
static inline void wg_stall_add(wg_sm_result *out, uint32_t before, wg_why why, double cycles)
{
    wg_stall stall = wg_why_stall(why);
    out->stalls[stall] += cycles;
    out->insns[before].waits += cycles;
    out->insns[why >> WG_WHY_BITS].stalls[stall] += cycles;
}

/* What a full pipe or queue in front of an instruction is: Nsight Compute tells them apart by where the instruction
 * goes. Local and global memory have a queue, textures have one, and shared memory, shuffles and constants share one;
 * arithmetic pipes have none. */
static inline wg_stall wg_queue_of(const wg_sm_insn *i)
{
    for (int k = 0; k < i->use_count; k++)
        if (i->uses[k].pipe == WG_SM_TEXTURE)
            return WG_STALL_tex;
    switch ((wg_sm_action)i->action) {
    case WG_SM_LOAD:
    case WG_SM_STORE:
    case WG_SM_ATOMIC:
    case WG_SM_COPY: return WG_STALL_lg;
    default: return WG_STALL_mio;
    }
}

/* Warps that were passed over while another of their scheduler issued, by the instruction they stand before: how many
 * were looked at, and which of them could not have issued, either. */
typedef struct wg_passed_over {
    uint32_t seen, at_queue, at_pipe;
} wg_passed_over;

/* So much of what was taken for waiting for a turn was waiting for a full queue or pipe. */
static inline void wg_stalls_correct(wg_sm_result *out, uint32_t insn, wg_stall queue, const wg_passed_over *warps)
{
    const struct {
        wg_stall stall;
        uint32_t count;
    } parts[] = {{queue, warps->at_queue}, {WG_STALL_pipe, warps->at_pipe}};
    double *stalls = out->insns[insn].stalls, turn = stalls[WG_STALL_turn];
    for (int k = 0; k < 2 && warps->seen; k++) {
        double cycles = turn * parts[k].count / warps->seen;
        stalls[WG_STALL_turn] -= cycles;
        stalls[parts[k].stall] += cycles;
        out->stalls[WG_STALL_turn] -= cycles;
        out->stalls[parts[k].stall] += cycles;
    }
}

#endif
