/* SPDX-License-Identifier: Apache-2.0 */
/* 64-bit values with one half.
 *
 * Local, shared and constant memory have addresses of 32 bits; random generators take numbers of 64 bits apart. Where
 * only the lower half of a value is read, or the upper half is known to be zero, the other half is not computed. */
#include "machine/builder.h"

#include "sim/rows.h"

#include <string.h>

static bool is_word(const wg_builder *b, const wg_insn *i, int operand)
{
    const wg_insn *from = wg_definition(&b->v, i, operand);
    return wg_is_constant(i, operand) ? wg_constant_operand(b, i, operand) >> 32 == 0 : from && b->flat[from->index];
}

static bool has_zero_half(const wg_builder *b, const wg_insn *i)
{
    if (i->size[0] != 8 || i->length[0])
        return false;
    if (wg_insn_begins(i, "and"))
        return is_word(b, i, 1) || is_word(b, i, 2);
    if (wg_role_of(b, i) == WG_ROLE_LOGIC)
        return is_word(b, i, 1) && is_word(b, i, 2) && !wg_insn_begins(i, "not");
    if (wg_role_of(b, i) == WG_ROLE_COPY || wg_role_of(b, i) == WG_ROLE_MOVE)
        return is_word(b, i, 1);
    if (wg_insn_begins(i, "shr.u"))
        return wg_is_constant(i, 2) && wg_constant_operand(b, i, 2) >= 32;
    return wg_role_of(b, i) == WG_ROLE_WIDEN && strstr(i->source->spelling, "64.u");
}

/* Whether a reader of 64 bits looks at the lower half only. */
static bool reads_small(const wg_builder *b, const wg_insn *reader)
{
    static const uint32_t SUMS =
        WG_BIT(ADD) | WG_BIT(SUBTRACT) | WG_BIT(LOGIC) | WG_BIT(SHIFT) | WG_BIT(PRODUCT) | WG_BIT(COPY) | WG_BIT(MOVE);
    const char *spelling = reader->source->spelling;
    if (reader->class == WG_CLASS_LOAD || reader->class == WG_CLASS_STORE || reader->class == WG_CLASS_ATOMIC)
        return strstr(spelling, ".local") || strstr(spelling, ".shared") || strstr(spelling, ".const");
    if (wg_role_of(b, reader) == WG_ROLE_COPY && reader->size[0] == 4)
        return true;
    if (wg_insn_begins(reader, "and") && (is_word(b, reader, 1) || is_word(b, reader, 2)))
        return true;
    return wg_has_role(b, reader, SUMS) && b->small[reader->index];
}

static bool is_read_small(const wg_builder *b, const wg_insn *i)
{
    const wg_value *value = i->size[0] == 8 && !i->length[0] ? wg_value_of(&b->v, i->op[0]) : NULL;
    if (!value || !value->use_count)
        return false;
    for (uint32_t u = 0; u < value->use_count; u++) {
        const wg_use *use = &b->v.uses[value->use + u];
        bool is_own = use->insn == i->index; /* p += 4 */
        if (!is_own && b->v.live[use->insn - b->v.first] && !reads_small(b, &b->program->insns[use->insn]))
            return false;
    }
    return true;
}

/* A constant of 32 bits whose first is set is negative to the multiplier: the upper half is put right. */
static void multiply_words(wg_builder *b, const wg_insn *i, uint64_t by)
{
    bool corrects = !b->small[i->index] && by >> 31;
    WG_BECOME(&b->out[i->index], WG_ON(FMAHEAVY, 1), WG_ON(ALU, corrects ? 1 : 0), WG_ON(NONE, corrects ? 0.5f : 0));
    b->out[i->index].is_wide = !b->small[i->index];
}

static void halve(wg_builder *b, const wg_insn *i)
{
    static const uint32_t SUMS = WG_BIT(ADD) | WG_BIT(SUBTRACT) | WG_BIT(SHIFT) | WG_BIT(MOVE);
    wg_machine_insn *m = &b->out[i->index];
    bool small = b->small[i->index], flat = b->flat[i->index];
    uint64_t by = i->size[0] == 8 && wg_is_constant(i, 2) ? wg_constant_operand(b, i, 2) : 0;
    if (i->size[0] != 8 || wg_issues(m) == 0)
        return;
    if (wg_insn_begins(i, "and") && by == UINT32_MAX)
        wg_vanish(m);
    else if (wg_role_of(b, i) == WG_ROLE_LOGIC && (small || flat))
        WG_BECOME(m, WG_ON(ALU, 1));
    else if (wg_insn_begins(i, "sh") && by >= 32)
        WG_BECOME(m, WG_ON(ALU, by > 32));
    else if (wg_role_of(b, i) == WG_ROLE_PRODUCT && wg_insn_begins(i, "mul.lo") &&
             (small || (is_word(b, i, 1) && is_word(b, i, 2))))
        multiply_words(b, i, by);
    else if (wg_role_of(b, i) == WG_ROLE_WIDEN && small)
        wg_vanish(m);
    else if (small && wg_has_role(b, i, SUMS))
        wg_scale(m, 0.5f);
}

void wg_narrow(wg_builder *b)
{
    for (uint32_t n = b->v.first; n < b->v.end; n++)
        b->flat[n] = has_zero_half(b, &b->program->insns[n]);
    for (uint32_t n = b->v.end; n-- > b->v.first;)
        b->small[n] = is_read_small(b, &b->program->insns[n]);
    for (uint32_t n = b->v.first; n < b->v.end; n++)
        halve(b, &b->program->insns[n]);
}
