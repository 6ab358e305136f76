/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel while a variant of it is written: what is known of it, what becomes of each instruction, and the pieces of
 * PTX that the variants are made of. ablate_memory.c, ablate_compute.c and ablate_ideal.c make one each.
 *
 * Registers of the variant's own: %wg_never is false in every launch, but the compiler cannot know; what is mixed into
 * %wg_x must be computed; %wg_lane is the lane; %wg_a and %wg_d are for addresses and wide values, the others for
 * whatever is at hand. */
#ifndef WG_PTX_ABLATE_REWRITE_H
#define WG_PTX_ABLATE_REWRITE_H

#include "ptx/ablate_slice.h"
#include "ptx/ablate_text.h"

/* Something the compiler cannot know and that no launch has: a grid of 2^31 - 1 blocks. */
#define WG_NEVER_BLOCKS "0x7fffffff"
/* What a value is compared with besides, so that it must be computed before it is known whether it is used. */
#define WG_NEVER_VALUE "0x5a17c0de"

typedef struct wg_rewriting {
    const wg_ptx_function *f;
    const wg_ablation *how;
    wg_slice slice;
    wg_edits edits;
    wg_ablation_notes notes;
} wg_rewriting;

const wg_ptx_instruction *wg_rewriting_instruction(const wg_rewriting *r, uint32_t index);
const char *wg_rewriting_name(const wg_rewriting *r, uint32_t reg);
unsigned wg_rewriting_bits(const wg_rewriting *r, uint32_t reg);

/* An access that could not be changed: it is counted, and the line that is to blame is noted. */
void wg_rewriting_note_kept(wg_rewriting *r, uint32_t index);

void wg_rewriting_add_guard(const wg_rewriting *r, const wg_ptx_instruction *i, wg_text *out);
void wg_rewriting_add_address(const wg_rewriting *r, const wg_ptx_operand *o, wg_text *out);
void wg_rewriting_add_never_store(wg_text *out);

/* Mixes values into one register of 32 bits. */
typedef struct wg_folding {
    const wg_rewriting *r;
    const char *into;
    wg_text *out;
    bool unsupported; /* one of them is too wide */
} wg_folding;

void wg_folding_add(void *folding, uint32_t value); /* a wg_visit_value */

/* The variants. */
wg_status wg_rewriting_keep_memory(wg_rewriting *r, wg_error *err);
wg_status wg_rewriting_keep_arithmetic(wg_rewriting *r, wg_error *err);
void wg_rewriting_coalesce(wg_rewriting *r);       /* global memory: the addresses of a warp side by side */
void wg_rewriting_part_conflicts(wg_rewriting *r); /* shared memory: each lane in its own bank */

#endif
