/* SPDX-License-Identifier: Apache-2.0 */
/* Integers of 32 bits that overflow and become addresses.
 *
 * Where a sum, a product or a shift does not fit, its exact value goes along with the register, and exact values are
 * added and multiplied on: what wraps and wraps back again is right in the end. PTX does not say whether a register is
 * signed. It is taken for signed, until it is made wider: sign extension of anything but the exact value is wrong; zero
 * extension is where the exact value needs more than 32 bits. Whatever takes a value apart (and, shr, rem, xor) means
 * its bits: what comes out is as good as any, and hashes and random numbers go that way. */
#include "check/numbers.h"

#include "sim/exec/exec.h"

#include <stdio.h>
#include <string.h>

static const __int128 LIMIT = (__int128)1 << 62; /* of what is followed exactly */
static const int64_t NARROW_END = INT64_C(1) << 32;

static bool is_wide(const wg_insn *i)
{
    return i->size[0] == 8;
}

static bool is_zero_extended(const wg_insn *i, int k)
{
    return i->size[k] == 4 && is_wide(i) && i->opcode != WG_OP_shl &&
           wg_type_kind_of((wg_type)i->type[i->opcode == WG_OP_cvt]) == WG_KIND_UINT;
}

bool wg_index_is(const wg_insn *i)
{
    if (i->flags & (WG_FLAG_HI | WG_FLAG_CC | WG_FLAG_SAT)) /* meant for what does not fit */
        return false;
    if ((i->size[0] != 4 && i->size[0] != 8) || i->size[1] < 4)
        return false;
    switch ((wg_opcode)i->opcode) {
    case WG_OP_add:
    case WG_OP_sub:
    case WG_OP_neg:
    case WG_OP_mul:
    case WG_OP_mad: return i->class == WG_CLASS_INT && wg_type_bits((wg_type)i->type[0]) >= 32;
    case WG_OP_shl:
    case WG_OP_or: return true;
    case WG_OP_cvt:
        return wg_insn_is_plain_cvt(i) && is_wide(i) && (i->type[1] == WG_TYPE_S32 || i->type[1] == WG_TYPE_U32);
    default: return false;
    }
}

/* ---- exact values ---- */

static const wg_odd *wrapped(wg_warp *w, const wg_insn *i, int k, int lane)
{
    const wg_odd *odd = wg_odd_of(w, i->op[k], lane);
    return odd && odd->kind == (uint8_t)WG_FINDING_index_overflow ? odd : NULL;
}

/* What a register stands for; *is_huge: nobody knows any more. */
static __int128 exact_of(const wg_numbers *n, wg_warp *w, const wg_insn *i, int k, int lane, bool *is_huge)
{
    const wg_odd *odd = wrapped(w, i, k, lane);
    uint64_t value = wg_numbers_source(n, i, k, lane);
    bool is_amount = i->opcode == WG_OP_shl && k == 2;
    if (is_zero_extended(i, k) && (!odd || odd->exact < 0))
        return (uint32_t)value;
    *is_huge |= odd && odd->exact == WG_HUGE;
    if (odd)
        return odd->exact;
    return is_amount ? (__int128)(uint32_t)value : i->size[k] == 8 ? (__int128)(int64_t)value : (int32_t)value;
}

/* Neither has more than 64 bits. Unsigned, because a checked product of 128 bits needs clang's own library. */
static __int128 times(__int128 a, __int128 b)
{
    return (__int128)((unsigned __int128)a * (unsigned __int128)b);
}

static __int128 compute(const wg_insn *i, const __int128 *x)
{
    switch ((wg_opcode)i->opcode) {
    case WG_OP_add:
    case WG_OP_or: return x[0] + x[1]; /* or: where no bit is in both */
    case WG_OP_sub: return x[0] - x[1];
    case WG_OP_neg: return -x[0];
    case WG_OP_mul: return times(x[0], x[1]);
    case WG_OP_mad: return times(x[0], x[1]) + x[2];
    case WG_OP_shl: return x[1] < 64 ? times(x[0], (__int128)1 << x[1]) : 0;
    default: return x[0];
    }
}

static int64_t value_at(const wg_warp *w, const wg_insn *i, int lane)
{
    return is_wide(i) ? ((const int64_t *)wg_row(w, i->op[0]))[lane] : ((const int32_t *)wg_row(w, i->op[0]))[lane];
}

static const wg_odd *first_wrapped(wg_warp *w, const wg_insn *i, int lane)
{
    const wg_odd *odd = NULL;
    for (int k = 1; k < i->operand_count && !odd; k++)
        odd = wrapped(w, i, k, lane);
    return odd;
}

static bool has_common_bits(const wg_numbers *n, const wg_insn *i, int lane)
{
    return i->opcode == WG_OP_or && wg_numbers_source(n, i, 1, lane) & wg_numbers_source(n, i, 2, lane);
}

/* A sum of 64 bits that does not fit is no index any more. */
static bool may_begin(const wg_numbers *n, const wg_insn *i)
{
    return i->size[0] == 4 && i->opcode != WG_OP_or && wg_numbers_want(n, WG_FINDING_index_overflow);
}

static void look_at(const wg_numbers *n, wg_warp *w, const wg_insn *i, int lane)
{
    __int128 x[WG_ODD_SOURCES] = {0};
    const wg_odd *before = first_wrapped(w, i, lane);
    bool is_huge = false, is_bits = has_common_bits(n, i, lane);
    for (int k = 1; k < i->operand_count; k++)
        x[k - 1] = exact_of(n, w, i, k, lane, &is_huge);
    __int128 exact = is_huge ? LIMIT : compute(i, x);
    is_huge |= exact >= LIMIT || exact <= -LIMIT;
    if (is_bits || (!before && !may_begin(n, i)) || (!is_huge && exact == value_at(w, i, lane))) {
        wg_odd_row *row = wg_odd_row_at(w, i->op[0], false);
        if (row)
            row->lanes &= ~(1u << lane);
        return;
    }
    wg_odd odd = {.kind = (uint8_t)WG_FINDING_index_overflow, .origin = i->index};
    if (before)
        odd = *before;
    for (int k = 1; !before && k < i->operand_count; k++)
        odd.operands[k - 1] = (uint64_t)x[k - 1];
    odd.exact = is_huge ? WG_HUGE : (int64_t)exact;
    odd.is_unsigned |= is_zero_extended(i, 1);
    wg_odd_set(w, i->op[0], lane, &odd);
}

/* ---- instructions ---- */

#define ANY_LANE(expression)                                                                                           \
    for (int lane = 0; lane < WG_LANES; lane++) {                                                                      \
        int64_t a = x[lane], b = y[lane], c = z[lane], exact = (expression);                                           \
        (void)c;                                                                                                       \
        any |= exact != (int32_t)(uint32_t)(uint64_t)exact;                                                            \
    }                                                                                                                  \
    break

/* Whether some result may not fit: nearly always none. */
static bool may_wrap(const wg_numbers *n, const wg_insn *i)
{
    const int32_t *x = (const int32_t *)n->saved[0], *y = (const int32_t *)n->saved[1],
                  *z = (const int32_t *)n->saved[2];
    bool any = false;
    switch ((wg_opcode)i->opcode) {
    case WG_OP_add: ANY_LANE(a + b);
    case WG_OP_sub: ANY_LANE(a - b);
    case WG_OP_mul: ANY_LANE(a * b);
    case WG_OP_mad: ANY_LANE(a * b + c);
    default: return true;
    }
    return any;
}

void wg_index_after(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    const wg_numbers *n = c->numbers;
    bool any = w->block->checked->odds[w->id].any;
    if (!any && (!may_begin(n, i) || !may_wrap(n, i)))
        return;
    FOR_ACTIVE (lane)
        look_at(n, w, i, lane);
}

bool wg_index_is_wrong(const wg_odd *odd, uint32_t address_bytes)
{
    if (odd->kind != (uint8_t)WG_FINDING_index_overflow)
        return false;
    return address_bytes == 8 || odd->exact >= NARROW_END;
}

/* ---- sentences ---- */

void wg_index_sentence(const wg_check *c, const wg_odd *odd, char *text, size_t size)
{
    const wg_insn *i = &c->program->insns[odd->origin];
    char operands[WG_ODD_SOURCES][40] = {"", "", ""}, formula[160];
    __int128 x[WG_ODD_SOURCES];
    for (int k = 0; k < WG_ODD_SOURCES; k++) {
        x[k] = (int64_t)odd->operands[k];
        snprintf(operands[k], sizeof operands[k], "%lld", (long long)odd->operands[k]);
    }
    wg_number_formula(i, operands, formula, sizeof formula);
    __int128 exact = compute(i, x);
    long long became = odd->is_unsigned ? (long long)(uint32_t)exact : (long long)(int32_t)(uint32_t)exact;
    snprintf(text, size, "%s is %lld, which does not fit in 32 bits: it became %lld.", formula, (long long)exact,
             became);
}
