/* SPDX-License-Identifier: Apache-2.0 */
/* What an instruction is for: the values a kernel stores, or finding where they are and what to do next. Who gives a
 * thread more elements, or unrolls a loop, pays for the second once and for the first as often as before. */
#ifndef WG_MACHINE_ROLES_H
#define WG_MACHINE_ROLES_H

#include "sim/program.h"

/* How the iterations of a loop follow from one another. */
typedef enum wg_latch {
    WG_LATCH_NONE,     /* it ends no loop, or one that goes on until what it computes says so */
    WG_LATCH_PARALLEL, /* each adds to the result of the last, or needs none */
    WG_LATCH_SERIAL,   /* each computes from the result of the last */
} wg_latch;

typedef struct wg_insn_role {
    bool is_payload;  /* what is stored, or handed to other lanes, is computed from its result … */
    bool is_indirect; /* … a load, from an address that was loaded or computed from what was */
    bool is_looped;   /* in a loop … */
    bool is_serial;   /* … which is WG_LATCH_SERIAL … */
    wg_latch latch;   /* … whose iterations it ends */
} wg_insn_role;

/* One for each instruction; free() it. What device functions do that are not inlined counts as payload. */
wg_insn_role *wg_insn_roles_find(const wg_program *program);

#endif
