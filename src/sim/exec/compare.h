/* SPDX-License-Identifier: Apache-2.0 */
/* Comparison operators as the set of relations they hold for. */
#ifndef WG_SIM_EXEC_COMPARE_H
#define WG_SIM_EXEC_COMPARE_H

#include "sim/exec/exec.h"

enum { WG_LESS = 1, WG_EQUAL = 2, WG_GREATER = 4, WG_UNORDERED = 8 };

static const uint8_t WG_RELATIONS[WG_MOD_COUNT] = {
    [WG_MOD_EQ] = WG_EQUAL,
    [WG_MOD_NE] = WG_LESS | WG_GREATER,
    [WG_MOD_LT] = WG_LESS,
    [WG_MOD_LE] = WG_LESS | WG_EQUAL,
    [WG_MOD_GT] = WG_GREATER,
    [WG_MOD_GE] = WG_GREATER | WG_EQUAL,
    [WG_MOD_LO] = WG_LESS, /* lo, ls, hi, hs: the same, written with unsigned types */
    [WG_MOD_LS] = WG_LESS | WG_EQUAL,
    [WG_MOD_HI] = WG_GREATER,
    [WG_MOD_HS] = WG_GREATER | WG_EQUAL,
    [WG_MOD_EQU] = WG_EQUAL | WG_UNORDERED,
    [WG_MOD_NEU] = WG_LESS | WG_GREATER | WG_UNORDERED,
    [WG_MOD_LTU] = WG_LESS | WG_UNORDERED,
    [WG_MOD_LEU] = WG_LESS | WG_EQUAL | WG_UNORDERED,
    [WG_MOD_GTU] = WG_GREATER | WG_UNORDERED,
    [WG_MOD_GEU] = WG_GREATER | WG_EQUAL | WG_UNORDERED,
    [WG_MOD_NUM] = WG_LESS | WG_EQUAL | WG_GREATER,
    [WG_MOD_NAN_TEST] = WG_UNORDERED,
};

/* The bits for which the operator holds; those in none of the three are unordered. */
static inline uint32_t wg_holds(wg_mod cmp, uint32_t less, uint32_t equal, uint32_t greater)
{
    unsigned relations = WG_RELATIONS[cmp];
    return (relations & WG_LESS ? less : 0) | (relations & WG_EQUAL ? equal : 0) |
           (relations & WG_GREATER ? greater : 0) | (relations & WG_UNORDERED ? ~(less | equal | greater) : 0);
}

#endif
