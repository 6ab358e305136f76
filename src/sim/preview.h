/* SPDX-License-Identifier: Apache-2.0 */
/* Where blocks of a launch would begin to read, without running them: the first thread of one goes through the program
 * up to the end of its first loop's first round, and touches no memory but constants and parameters. What it would have
 * loaded is zero, so only addresses that depend on nothing loaded mean anything.
 *
 *     wg_preview *p = wg_preview_new(&launch);
 *     wg_preview_block(p, block, visit, user);
 *     wg_preview_free(p); */
#ifndef WG_SIM_PREVIEW_H
#define WG_SIM_PREVIEW_H

#include "sim/launch.h"

typedef struct wg_preview wg_preview;

wg_preview *wg_preview_new(const wg_launch *launch);
void wg_preview_free(wg_preview *preview); /* NULL is fine */

/* Calls visit for each load of global memory on the way, until it says that it has seen enough. How many instructions
 * that took, about. */
typedef bool wg_preview_visit(void *user, const wg_insn *i, uint64_t address);
uint32_t wg_preview_block(wg_preview *preview, uint64_t block, wg_preview_visit *visit, void *user);

#endif
