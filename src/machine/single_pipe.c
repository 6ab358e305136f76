/* SPDX-License-Identifier: Apache-2.0 */
/* Before GPUs had a second set of lanes for integers and a path for values that all lanes share, everything ran on the
 * same lanes; the newest have one set again. No multiplier helps out with sums and moves there. */
#include "machine/adapt.h"

/* A sum that a product was folded into. */
static bool adds_product(const wg_adapter *a, const wg_insn *i)
{
    for (int k = 1; k < 3; k++) {
        const wg_insn *from = wg_definition(&a->v, i, k);
        if (from && wg_multiplies(from) && wg_adapted(a, from)->issues == 0)
            return true;
    }
    return false;
}

static bool is_sum(const wg_insn *i)
{
    static const bool OPCODES[WG_OPCODE_COUNT] = {
        [WG_OP_add] = true, [WG_OP_addc] = true, [WG_OP_sub] = true, [WG_OP_subc] = true, [WG_OP_mov] = true};
    return OPCODES[i->opcode];
}

static bool uses_multiplier(const wg_adapter *a, const wg_insn *i)
{
    return wg_multiplies(i) || (is_sum(i) && adds_product(a, i));
}

/* What is the same in all lanes is computed in all of them. */
void wg_lower_uniform(const wg_adapter *a, const wg_insn *i)
{
    wg_machine_insn *m = wg_adapted(a, i);
    if (m->on[WG_PIPE_UNIFORM] > 0)
        wg_move_to_pipe(m, WG_PIPE_UNIFORM, uses_multiplier(a, i) ? WG_PIPE_FMAHEAVY : WG_PIPE_ALU);
}

void wg_share_lanes(const wg_adapter *a, const wg_insn *i)
{
    wg_machine_insn *m = wg_adapted(a, i);
    if (m->on[WG_PIPE_FMAHEAVY] > 0 && is_sum(i) && !uses_multiplier(a, i))
        wg_move_to_pipe(m, WG_PIPE_FMAHEAVY, WG_PIPE_ALU);
    m->can_use_fmaheavy = false;
}
