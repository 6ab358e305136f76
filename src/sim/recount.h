/* SPDX-License-Identifier: Apache-2.0 */
/* The counts of an older GPU. Instructions count as GPUs do now; in a launch with a joining, what they counted is
 * replaced by what that GPU would have. Only loads and stores of global and shared memory: atomics, textures and local
 * memory count as ever. */
#ifndef WG_SIM_RECOUNT_H
#define WG_SIM_RECOUNT_H

#include "sim/joining.h"
#include "sim/warp.h"

typedef struct wg_asked {
    wg_request global, shared; /* no lanes: nothing is asked there */
    uint64_t address[WG_LANES];
    bool generic;
} wg_asked;

/* What an instruction about to run asks for; false: nothing that is recounted. */
bool wg_asked_find(const wg_warp *w, const wg_insn *i, uint32_t mask, wg_asked *asked);

/* Around an instruction. */
void wg_recount_before(wg_warp *w, const wg_insn *i, uint32_t mask);
void wg_recount_after(wg_warp *w, const wg_insn *i);

#endif
