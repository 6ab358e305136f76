/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks of a function, and what decides whether one is reached. */
#ifndef WG_PTX_ABLATE_FLOW_H
#define WG_PTX_ABLATE_FLOW_H

#include "ptx/module.h"

enum { WG_FLOW_NONE = UINT32_MAX };

typedef struct wg_flow_block {
    uint32_t first, last; /* instructions: from first to before last */
    uint32_t *next;       /* blocks; the function's end is the block behind the last */
    uint32_t next_count;
    uint32_t join; /* where all ways from here meet again; WG_FLOW_NONE: they never do */
} wg_flow_block;

typedef struct wg_flow {
    wg_flow_block *blocks;
    uint32_t count;     /* also the number of the function's end */
    uint32_t *block_of; /* an instruction */
} wg_flow;

bool wg_flow_is_jump(const wg_ptx_instruction *i); /* bra, brx */
bool wg_flow_is_end(const wg_ptx_instruction *i);  /* ret, exit, trap */
bool wg_flow_is_opcode(const wg_ptx_instruction *i, const char *opcode);

wg_flow *wg_flow_new(wg_arena *arena, const wg_ptx_function *f);

/* Whether going one way or the other at the end of a block decides over one of those marked being reached. */
bool wg_flow_decides(const wg_flow *flow, uint32_t block, const bool *marked);

#endif
