/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the timeline: a launch as somebody could program it. A what-if changes instructions (wg_change_insn), what
 * their executions move (wg_op_change), or makes several threads one (wg_second); changes.c has a row for each. */
#ifndef WG_TIME_CHANGES_H
#define WG_TIME_CHANGES_H

#include "caches/demand.h"
#include "machine/roles.h"
#include "time/timeline.h"

#include <math.h>

/* What is known of an instruction in the launch as it is. */
typedef struct wg_insn_facts {
    const wg_insn *insn;
    wg_demand demand;
    wg_insn_role role;
    double lanes;        /* that take part, 0 to 1 */
    double l2, dram;     /* sectors of a request that go on to the second level, and that memory moves */
    double spared;       /* of what loads, or stores, move beyond what they ask for: the part that nobody else wants */
    double words;        /* of constant memory, a request; 0: none */
    uint32_t bytes;      /* a lane */
    double shared_reuse; /* of the launch: loads from shared memory by stores to it */
    double overfetch;    /* of the launch: what memory moves by what there is to move */
} wg_insn_facts;

/* Of each execution of an instruction. */
typedef struct wg_op_change {
    bool narrows;    /* it touches no more sectors and lines than its bytes need */
    double l2, dram; /* so many times what goes on to the second level and to memory */
    double fills;    /* loads of a warp that fill a tile of shared memory, for each */
    double passes;   /* at most */
} wg_op_change;

#define WG_OP_AS_IT_IS ((wg_op_change){.l2 = 1, .dram = 1, .passes = INFINITY})

/* Sectors of a request, if those were full of what a block asks for and came to it once. */
double wg_change_compulsory(const wg_demand *demand);

wg_op_change wg_change_op(const wg_insn_facts *facts, wg_what_if what_if);
void wg_change_insn(const wg_insn_facts *facts, wg_what_if what_if, wg_sm_insn *insn);

/* Of the second of two threads that become one: what is left of its instruction. */
typedef enum wg_second {
    WG_SECOND_STAYS,
    WG_SECOND_JOINS,   /* the first one's access brings it along: it takes no slot to issue */
    WG_SECOND_GONE,    /* the first one's result will do */
    WG_SECOND_FOLLOWS, /* it is the next iteration's, which goes on with the same registers */
} wg_second;
wg_second wg_change_second(const wg_insn_facts *facts, wg_what_if what_if);

/* How many threads' work one does in such a launch, or iterations' one iteration; 1: its own. */
unsigned wg_change_threads(wg_what_if what_if);
/* Threads that do the work of several may be those of one block, which then has fewer, or those of several blocks:
 * where a block has a tile, or there are few blocks, the first. */
wg_joined wg_change_joined(wg_what_if what_if, bool has_few_blocks);

#endif
