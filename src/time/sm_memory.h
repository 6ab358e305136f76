/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the replay: what is behind the path to the first-level cache. Queues are the cycle at which each will have
 * worked off what it has: sm.c opens with the method. */
#ifndef WG_TIME_SM_MEMORY_H
#define WG_TIME_SM_MEMORY_H

#include "time/sm_stalls.h"

/* A miss status holding register: a sector that is on its way into the first-level cache, or was. */
typedef struct wg_mshr {
    uint64_t sector;
    double ready;
} wg_mshr;

typedef struct wg_sm_memory {
    const wg_sm *sm;
    double now;
    wg_mshr *mshrs; /* by a hash of the sector */
    float *missed;  /* of each instruction: sectors that missed the first-level cache, nobody having waited yet */
    double l2_free, dram_free, same_free;
    uint32_t last[WG_QUEUES];       /* the instruction that entered each queue last */
    double write_backlog;           /* cycles of memory, for what is still to be written */
    double dram_recent, dram_asked; /* cycles it was asked for, fading; when it was last */
    uint32_t noise;
    wg_sm_result *out;
    wg_noted *noted; /* not its own */
} wg_sm_memory;

void wg_sm_memory_begin(wg_sm_memory *memory, const wg_sm *sm, size_t insn_count, wg_noted *noted, wg_sm_result *out);
void wg_sm_memory_end(wg_sm_memory *memory);

/* 0 to 1, the same on every run of the same noise. */
double wg_sm_uniform(wg_sm_memory *memory);

/* When the data of an access that entered at `start` are back, or on their way for a store. `nth`: of all blocks, which
 * one's it is. */
double wg_sm_access(wg_sm_memory *memory, const wg_sm_insn *insn, const wg_sm_op *op, uint64_t nth, double start);

/* The queues to memory throttle until then. */
static inline double wg_sm_throttled_until(const wg_sm_memory *m, const wg_sm_op *op)
{
    double longest = op->l2 ? m->l2_free : 0;
    longest = op->dram && m->dram_free > longest ? m->dram_free : longest;
    longest = op->same && m->same_free > longest ? m->same_free : longest;
    return longest - m->sm->queue_cycles;
}

/* … because of this instruction. */
static inline uint32_t wg_sm_throttled_by(const wg_sm_memory *m, const wg_sm_op *op)
{
    double longest = wg_sm_throttled_until(m, op) + m->sm->queue_cycles;
    return m->last[op->same && m->same_free >= longest   ? WG_QUEUE_SAME
                   : op->dram && m->dram_free >= longest ? WG_QUEUE_DRAM
                                                         : WG_QUEUE_L2];
}

#endif
