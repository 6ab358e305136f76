/* SPDX-License-Identifier: Apache-2.0 */
/* 64-bit values with one half.
 *
 * Local, shared and constant memory have addresses of 32 bits; random generators take numbers of 64 bits apart. Where
 * only the lower half of a value is read, or the upper half is known to be zero, the other half is not computed. */
#include "machine/builder.h"

#include "sim/rows.h"

static bool is_word(const wg_builder *b, const wg_insn *i, int operand)
{
    const wg_insn *from = wg_definition(&b->v, i, operand);
    return wg_is_constant(i, operand) ? wg_constant_operand(b, i, operand) >> 32 == 0
                                      : from && b->high_half_zero[from->index];
}

static bool is_unsigned(uint8_t type)
{
    return wg_type_kind_of((wg_type)type) == WG_KIND_UINT;
}

static bool has_zero_half(const wg_builder *b, const wg_insn *i)
{
    if (i->size[0] != 8 || i->length[0])
        return false;
    if (i->opcode == WG_OP_and)
        return is_word(b, i, 1) || is_word(b, i, 2);
    if (wg_role_of(b, i) == WG_ROLE_LOGIC)
        return is_word(b, i, 1) && is_word(b, i, 2) && i->opcode != WG_OP_not;
    if (wg_role_of(b, i) == WG_ROLE_COPY || wg_role_of(b, i) == WG_ROLE_MOVE)
        return is_word(b, i, 1);
    if (i->opcode == WG_OP_shr && is_unsigned(i->type[0]))
        return wg_is_constant(i, 2) && wg_constant_operand(b, i, 2) >= 32;
    return wg_role_of(b, i) == WG_ROLE_WIDEN && is_unsigned(i->type[1]);
}

/* Whether a reader of 64 bits looks at the lower half only. */
static bool reads_low_half(const wg_builder *b, const wg_insn *reader)
{
    static const uint32_t SUMS =
        WG_BIT(ADD) | WG_BIT(SUBTRACT) | WG_BIT(LOGIC) | WG_BIT(SHIFT) | WG_BIT(PRODUCT) | WG_BIT(COPY) | WG_BIT(MOVE);
    if (reader->class == WG_CLASS_LOAD || reader->class == WG_CLASS_STORE || reader->class == WG_CLASS_ATOMIC)
        return wg_insn_names_shared(reader) || wg_insn_space(reader) == WG_SPACE_LOCAL ||
               wg_insn_space(reader) == WG_SPACE_CONST;
    if (wg_role_of(b, reader) == WG_ROLE_COPY && reader->size[0] == 4)
        return true;
    if (reader->opcode == WG_OP_and && (is_word(b, reader, 1) || is_word(b, reader, 2)))
        return true;
    return wg_has_role(b, reader, SUMS) && b->low_half_only[reader->index];
}

static bool has_low_half_readers(const wg_builder *b, const wg_insn *i)
{
    const wg_vreg *value = i->size[0] == 8 && !i->length[0] ? wg_vreg_of(&b->v, i->op[0]) : NULL;
    if (!value || !value->use_count)
        return false;
    for (uint32_t u = 0; u < value->use_count; u++) {
        const wg_use *use = &b->v.uses[value->use + u];
        bool is_own = use->insn == i->index; /* p += 4 */
        if (!is_own && b->v.live[use->insn - b->v.first] && !reads_low_half(b, &b->program->insns[use->insn]))
            return false;
    }
    return true;
}

/* A constant of 32 bits whose first is set is negative to the multiplier: the upper half is put right. */
static void multiply_words(wg_builder *b, const wg_insn *i, uint64_t by)
{
    bool corrects = !b->low_half_only[i->index] && by >> 31;
    WG_EXPAND(&b->out[i->index], WG_ON(FMAHEAVY, 1), WG_ON(ALU, corrects ? 1 : 0), WG_ON(NONE, corrects ? 0.5f : 0));
    b->out[i->index].is_wide = !b->low_half_only[i->index];
}

static void drop_half(wg_builder *b, const wg_insn *i)
{
    static const uint32_t SUMS = WG_BIT(ADD) | WG_BIT(SUBTRACT) | WG_BIT(SHIFT) | WG_BIT(MOVE);
    wg_machine_insn *m = &b->out[i->index];
    bool low_half_only = b->low_half_only[i->index], high_half_zero = b->high_half_zero[i->index];
    uint64_t by = i->size[0] == 8 && wg_is_constant(i, 2) ? wg_constant_operand(b, i, 2) : 0;
    if (i->size[0] != 8 || wg_issues(m) == 0)
        return;
    if (i->opcode == WG_OP_and && by == UINT32_MAX)
        wg_eliminate(m);
    else if (wg_role_of(b, i) == WG_ROLE_LOGIC && (low_half_only || high_half_zero))
        WG_EXPAND(m, WG_ON(ALU, 1));
    else if ((i->opcode == WG_OP_shl || i->opcode == WG_OP_shr) && by >= 32)
        WG_EXPAND(m, WG_ON(ALU, by > 32));
    else if (wg_role_of(b, i) == WG_ROLE_PRODUCT && i->flags & WG_FLAG_LO &&
             (low_half_only || (is_word(b, i, 1) && is_word(b, i, 2))))
        multiply_words(b, i, by);
    else if (wg_role_of(b, i) == WG_ROLE_WIDEN && low_half_only)
        wg_eliminate(m);
    else if (low_half_only && wg_has_role(b, i, SUMS))
        wg_scale(m, 0.5f);
}

void wg_narrow(wg_builder *b)
{
    for (uint32_t n = b->v.first; n < b->v.end; n++)
        b->high_half_zero[n] = has_zero_half(b, &b->program->insns[n]);
    for (uint32_t n = b->v.end; n-- > b->v.first;)
        b->low_half_only[n] = has_low_half_readers(b, &b->program->insns[n]);
    for (uint32_t n = b->v.first; n < b->v.end; n++)
        drop_half(b, &b->program->insns[n]);
}
