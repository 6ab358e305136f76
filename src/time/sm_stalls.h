/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the replay: the books of the warps' time. Every cycle of a warp is entered once under a reason, once for
 * the instruction the warp stands before, and once for the one that is to blame:
 *
 *     an operand is missing       the instruction that computes it …
 *     … and is late, since        those that fill the queues it went through, by the time they take of them
 *     a pipe or queue is full     the instruction that entered last: before it there was room
 *     another warp issues         nobody: the time is the other's
 *
 * The second is known in the end. */
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

/* Queues in which a request spends time before it is served. */
typedef enum wg_queue { WG_QUEUE_DATA, WG_QUEUE_L2, WG_QUEUE_DRAM, WG_QUEUE_SAME, WG_QUEUES } wg_queue;

/* What else is noted of an instruction. */
typedef struct wg_noted {
    uint8_t queue;                           /* the stall that a full queue before it is … */
    uint8_t result;                          /* … and that waiting for its result is */
    uint32_t passed_over, at_queue, at_pipe; /* warps before it while another issued that were looked at, and those of
                                                them that could not have issued, either … */
    uint32_t filled_queue, filled_pipe;      /* … and how often this is what they stood behind */
    double latency;                          /* cycles from issues to results … */
    double queued[WG_QUEUES];                /* … of those in a queue, behind others; */
    double work[WG_QUEUES];                  /* … and what it takes of each queue itself */
} wg_noted;

/* Of each instruction; malloc'ed. */
wg_noted *wg_noted_new(const wg_sm_insn *insns, size_t count);

/* In the end. */
void wg_stalls_settle(wg_sm_result *out, const wg_noted *noted, size_t count);

#endif
