/* SPDX-License-Identifier: Apache-2.0 */
/* What an instruction becomes by itself: expansions.def, searched. */
#ifndef WG_MACHINE_EXPANSIONS_H
#define WG_MACHINE_EXPANSIONS_H

#include "machine/machine.h"

enum { WG_MOST_SHARES = 6 };

typedef struct wg_share {
    uint8_t pipe;
    float count;
} wg_share;

/* What has to be so; 0 of any: nothing. */
typedef struct wg_condition {
    uint64_t to, from;      /* bit t: type[0], type[1] may be wg_type t */
    uint32_t with, without; /* wg_flag: all of these, none of those */
    uint16_t round;         /* bit m: wg_mod m */
    uint8_t class;          /* wg_class + 1 */
    uint8_t bytes, space, order;
} wg_condition;

typedef struct wg_expansion {
    uint8_t opcode; /* wg_opcode, WG_OPCODE_COUNT: any */
    uint8_t role;   /* wg_role */
    uint8_t latency;
    wg_condition when;
    wg_share on[WG_MOST_SHARES];
} wg_expansion;

/* The rows of a target. Its own come first; what they do not have is as in the base. */
typedef struct wg_expansions {
    const wg_expansion *rows;
    size_t count;
    const struct wg_expansions *base;
} wg_expansions;

extern const wg_expansions wg_expansions_sm_90;

/* The first row that fits; there always is one in wg_expansions_sm_90. */
const wg_expansion *wg_expansion_find(const wg_expansions *table, const wg_insn *i);
/* Whether expansions.def mentions the opcode, with rows of its own or to be as its class is. */
bool wg_expansion_knows(wg_opcode opcode);

#endif
