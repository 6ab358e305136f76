/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the prediction: the loops of one function. Compilers write a loop's blocks one after the other, so a jump
 * back from block b to block h makes h … b a loop. */
#ifndef WG_MACHINE_LOOPS_H
#define WG_MACHINE_LOOPS_H

#include "machine/values.h"

enum { WG_NO_LOOP = UINT32_MAX };

typedef struct wg_loop {
    uint32_t header, latch; /* blocks: the loop is all from the one to the other */
    uint32_t parent;        /* the loop around it */
    uint32_t before;        /* the instruction executed last before it is entered */
    bool is_straight;       /* one way through, barriers allowed */
    bool may_unroll;        /* the source does not forbid it */
} wg_loop;

typedef struct wg_loops {
    wg_loop *loops; /* inner ones before outer ones */
    uint32_t count;
    uint32_t *loop_of;      /* by block - first_block: the innermost around it */
    uint32_t *predecessors; /* by block - first_block: how many */
} wg_loops;

wg_loops wg_loops_find(const wg_values *v);
void wg_loops_free(wg_loops *l);

/* Whether a block, or where an instruction stands, is in it. */
bool wg_loop_has(const wg_loop *loop, uint32_t block);
/* Whether operand k is the same in every round: nothing in the loop writes it. */
bool wg_loop_keeps(const wg_values *v, const wg_loop *loop, const wg_insn *i, int operand);

#endif
