/* SPDX-License-Identifier: Apache-2.0 */
/* Where ptxas loads what a kernel is given, and which way.
 *
 * A parameter comes through a uniform register (ULDC, on no pipe), which an instruction reads in place of one of its
 * operands. It has to be in registers of the lanes (LDC, on the pipe of the constant bank) where another constant has
 * that place already, as in IMAD.WIDE R2, R0, 4, base; where it is an address itself; and under a predicate, which the
 * uniform datapath has none of. Pointers are loaded again in each block that needs them, before its loops; numbers
 * once, and two that lie side by side together. */
#include "machine/builder.h"

#include "base/arena.h"
#include "sim/rows.h"

#include <stdlib.h>

enum { DEEPEST = 6 };

typedef struct reading {
    uint32_t insn;
    bool in_register;
} reading;

typedef struct readings {
    reading *items;
    size_t count, capacity;
} readings;

/* Zero is a register of its own. */
static bool has_constant(const wg_builder *b, const wg_insn *i)
{
    for (int k = 1; k < i->operand_count; k++)
        if (wg_is_constant(i, k) && wg_constant_operand(b, i, k))
            return true;
    return false;
}

static bool is_gone(const wg_builder *b, const wg_insn *i)
{
    return wg_issues(&b->out[i->index]) == 0 && i->destinations && wg_role_of(b, i) != WG_ROLE_MEMORY;
}

/* The place that is left for a constant is taken: by one of its own, or by that of a product folded into it. */
static bool takes_constant(const wg_builder *b, const wg_insn *i)
{
    static const uint32_t PLAIN = WG_BIT(MOVE) | WG_BIT(COPY) | WG_BIT(SHIFT) | WG_BIT(WIDEN) | WG_BIT(COMPARE);
    bool takes = !wg_has_role(b, i, PLAIN) && has_constant(b, i);
    for (int k = 1; k < i->operand_count && !takes; k++) {
        const wg_insn *from = wg_definition(&b->v, i, k);
        takes = from && wg_role_of(b, from) == WG_ROLE_PRODUCT && is_gone(b, from) && has_constant(b, from);
    }
    return takes;
}

static bool wants_register(const wg_builder *b, const wg_insn *reader)
{
    const wg_machine_insn *m = &b->out[reader->index];
    if (m->is_predicated || wg_role_of(b, reader) == WG_ROLE_MEMORY)
        return true;
    return m->on[WG_PIPE_UNIFORM] == 0 && takes_constant(b, reader);
}

/* Those that read a value, behind what disappeared in them. */
static void find_readings(const wg_builder *b, const wg_insn *i, bool in_register, int depth, readings *out)
{
    const wg_vreg *value = i->length[0] ? NULL : wg_vreg_of(&b->v, i->op[0]);
    for (uint32_t u = 0; value && value->defs == 1 && u < value->use_count; u++) {
        const wg_insn *reader = &b->program->insns[b->v.uses[value->use + u].insn];
        if (!b->v.live[reader->index - b->v.first] || reader->index <= i->index)
            continue;
        if (is_gone(b, reader) && depth < DEEPEST)
            find_readings(b, reader, in_register || takes_constant(b, reader), depth + 1, out);
        else
            *WG_PUSH(out->items, out->count, out->capacity) =
                (reading){reader->index, in_register || wants_register(b, reader)};
    }
}

static int by_place(const void *a, const void *b)
{
    uint32_t one = ((const reading *)a)->insn, other = ((const reading *)b)->insn;
    return one < other ? -1 : one > other;
}

/* Under a predicate it stays where it is, else it is moved out of the loops around it. */
static uint32_t moved_to(const wg_builder *b, const wg_insn *i, uint32_t reader)
{
    return b->out[reader].is_predicated ? reader : wg_hoist_point(b, reader, i->index);
}

/* Each block's first, with what any of them in the block needs. */
static size_t join_blocks(const wg_builder *b, const wg_insn *i, readings *r)
{
    size_t count = 0;
    uint32_t block = WG_NO_BLOCK;
    if (r->count)
        qsort(r->items, r->count, sizeof *r->items, by_place);
    for (size_t k = 0; k < r->count; k++) {
        reading next = r->items[k];
        uint32_t at = b->v.block_of[next.insn - b->v.first], place = moved_to(b, i, next.insn);
        if (count && (at == block || r->items[count - 1].insn == place))
            r->items[count - 1].in_register |= next.in_register;
        else
            r->items[count++] = (reading){place, next.in_register};
        block = at;
    }
    return count;
}

static void load(wg_machine_insn *m, bool in_register)
{
    m->on[in_register ? WG_PIPE_ADU : WG_PIPE_NONE] += 1;
}

/* In the kernel's parameters. */
static uint64_t place_of(const wg_builder *b, const wg_insn *i)
{
    return wg_constant_operand(b, i, 1) + (uint64_t)i->imm;
}

/* The number in the lower half of the same 8 bytes, if it is loaded in the same block. */
static wg_machine_insn *beside(const wg_builder *b, const wg_insn *i)
{
    uint32_t block = b->v.block_of[b->out[i->index].issues_with - b->v.first];
    for (uint32_t n = b->v.first; n < i->index && place_of(b, i) % 8 == 4; n++) {
        const wg_insn *other = &b->program->insns[n];
        if (wg_role_of(b, other) == WG_ROLE_PARAMETER && other->size[0] == 4 && wg_issues(&b->out[n]) > 0 &&
            place_of(b, other) + 4 == place_of(b, i) && b->v.block_of[b->out[n].issues_with - b->v.first] == block)
            return &b->out[n];
    }
    return NULL;
}

static void load_number(wg_builder *b, const wg_insn *i, const readings *r, size_t count)
{
    wg_machine_insn *m = &b->out[i->index];
    bool in_register = false;
    for (size_t k = 0; k < count; k++)
        in_register |= r->items[k].in_register;
    m->issues_with = r->items[0].insn;
    wg_machine_insn *first = beside(b, i);
    if (!first)
        load(m, in_register);
    else if (in_register)
        WG_EXPAND(first, WG_ON(ADU, 1));
}

void wg_load_parameter(wg_builder *b, const wg_insn *i)
{
    readings r = {0};
    if (wg_role_of(b, i) != WG_ROLE_PARAMETER || wg_issues(&b->out[i->index]) == 0)
        return;
    find_readings(b, i, false, 0, &r);
    size_t count = join_blocks(b, i, &r);
    wg_eliminate(&b->out[i->index]);
    if (count && i->size[0] < 8)
        load_number(b, i, &r, count);
    for (size_t k = 0; k < count && i->size[0] == 8; k++) {
        if (k == 0)
            b->out[i->index].issues_with = r.items[0].insn;
        load(k == 0 ? &b->out[i->index] : &b->out[r.items[k].insn], r.items[k].in_register);
    }
    free(r.items);
}
