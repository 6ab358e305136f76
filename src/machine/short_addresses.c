/* SPDX-License-Identifier: Apache-2.0 */
/* GPUs with addresses of 32 bits: of long integers, which are addresses, one word is computed, and a product of words
 * is several instructions itself. */
#include "machine/adapt.h"

/* A product stays where it is computed, often before the loop, and is no part of a sum. */
void wg_split_product(const wg_adapter *a, const wg_insn *i)
{
    bool adds = i->opcode == WG_OP_add || i->opcode == WG_OP_addc;
    for (int k = 1; k < 3; k++) {
        const wg_insn *from = adds ? wg_definition(&a->v, i, k) : NULL;
        bool is_product = from && (from->opcode == WG_OP_mul || from->opcode == WG_OP_mul24);
        if (!is_product || wg_adapted(a, from)->issues > 0)
            continue;
        wg_issue_on(wg_adapted(a, i), WG_PIPE_FMAHEAVY, 0);
        wg_issue_on(wg_adapted(a, i), WG_PIPE_ALU, 1);
        wg_issue_on(wg_adapted(a, from), WG_PIPE_FMAHEAVY, 1);
        wg_adapted(a, from)->latency = WG_LATENCY_WIDE;
        wg_adapted(a, from)->issues_with = from->index;
        return;
    }
}

static bool widens(const wg_insn *i)
{
    return wg_insn_is_plain_cvt(i) && (i->type[0] == WG_TYPE_S64 || i->type[0] == WG_TYPE_U64);
}

void wg_shorten_address(const wg_adapter *a, const wg_insn *i)
{
    wg_machine_insn *m = wg_adapted(a, i);
    if (i->size[0] != 2 * WG_WORD || (i->class != WG_CLASS_INT && i->class != WG_CLASS_MOVE && !widens(i)))
        return;
    if (widens(i))
        wg_issue_on(m, WG_PIPE_ALU, 0);
    if (m->on[WG_PIPE_ALU] >= 2)
        wg_issue_on(m, WG_PIPE_ALU, m->on[WG_PIPE_ALU] / 2);
    if (m->on[WG_PIPE_FMAHEAVY] >= 2)
        wg_issue_on(m, WG_PIPE_FMAHEAVY, 1);
    if (m->issues <= 0)
        m->latency = WG_LATENCY_NONE;
}
