/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the prediction: passes over code that was made as for sm_90, for targets that cannot run it as it is. A
 * target switches them on. They go through a function instruction by instruction, each with all of its passes before
 * the next, for what one does to a product shows those behind it whether the product is still there. */
#ifndef WG_MACHINE_ADAPT_H
#define WG_MACHINE_ADAPT_H

#include "machine/machine.h"
#include "machine/values.h"

enum { WG_WORD = 4 };

typedef struct wg_adapter {
    const wg_target *target;
    const wg_program *program;
    wg_machine *machine;
    wg_values v; /* of the function at hand */
} wg_adapter;

/* adapt.c */
void wg_machine_adapt(wg_machine *machine, const wg_program *program);
wg_machine_insn *wg_adapted(const wg_adapter *a, const wg_insn *i);
void wg_issue_on(wg_machine_insn *m, wg_pipe pipe, float count); /* just so many on that pipe */
void wg_move_to_pipe(wg_machine_insn *m, wg_pipe from, wg_pipe to);
bool wg_multiplies(const wg_insn *i); /* mul, mad and their relatives */

/* single_pipe.c */
void wg_lower_uniform(const wg_adapter *a, const wg_insn *i);
void wg_share_lanes(const wg_adapter *a, const wg_insn *i);

/* short_addresses.c */
void wg_shorten_address(const wg_adapter *a, const wg_insn *i);
void wg_split_product(const wg_adapter *a, const wg_insn *i);

/* shared_operands.c */
void wg_fold_shared_load(const wg_adapter *a, const wg_insn *i);
void wg_reach_shared(const wg_adapter *a, const wg_basic_block *block);

#endif
