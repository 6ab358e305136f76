/* SPDX-License-Identifier: Apache-2.0 */
/* Lines for accesses to memory that have none. A load that both branches of an `if` begin with is moved in front of it,
 * and `.loc 1 0 0` says that it belongs to no line alone. It may be all of the kernel's time, and the reader of a
 * report wants a line: the first that uses what is loaded; of a store, the line that made what is stored. Arithmetic
 * keeps none, since where a quotient is used is not where it was asked for; nor does what stands before any .loc. */
#include "ptx/parser.h"

#include <stdlib.h>
#include <string.h>

static bool wants_line(const wg_ptx_instruction *i)
{
    static const char *const accesses[] = {"ld.", "ldu.", "st.", "atom.", "red.", "tex.", "suld.", "sust."};
    bool found = false;
    for (size_t k = 0; k < sizeof accesses / sizeof *accesses && i->place.file && !i->place.source_line; k++)
        found |= !strncmp(i->spelling, accesses[k], strlen(accesses[k]));
    return found;
}

/* The first operand of most instructions is their result. */
static bool has_result(const wg_ptx_instruction *i)
{
    uint8_t kind = i->operand_count ? i->operands[0].kind : WG_OPERAND_DISCARD;
    return kind == WG_OPERAND_REG || kind == WG_OPERAND_VECTOR || kind == WG_OPERAND_PAIR;
}

static bool has_register(const wg_ptx_operand *o)
{
    return o->kind == WG_OPERAND_REG || (o->kind == WG_OPERAND_ADDRESS && o->base == WG_OPERAND_REG);
}

/* Notes the instruction for each register of the operand. */
static void note(const wg_ptx_instruction **of, const wg_ptx_operand *o, const wg_ptx_instruction *i)
{
    if (has_register(o))
        of[o->reg] = i;
    for (uint16_t k = 0; k < o->element_count; k++)
        note(of, &o->elements[k], i);
}

static const wg_ptx_instruction *find(const wg_ptx_instruction *const *of, const wg_ptx_operand *o)
{
    const wg_ptx_instruction *found = has_register(o) ? of[o->reg] : NULL;
    for (uint16_t k = 0; k < o->element_count && !found; k++)
        found = find(of, &o->elements[k]);
    return found;
}

static void take_line(wg_ptx_instruction *i, const wg_ptx_instruction *from)
{
    if (!from)
        return;
    i->place.file = from->place.file;
    i->place.source_line = from->place.source_line;
}

/* From the last to the first, so that each finds the nearest use behind it; through those that have no line, too. */
static void lend_of_users(wg_ptx_instruction *instructions, size_t count, const wg_ptx_instruction **users)
{
    for (size_t k = count; k-- > 0;) {
        wg_ptx_instruction *i = &instructions[k];
        bool result = has_result(i);
        const wg_ptx_instruction *lender = i->place.source_line ? i : result ? find(users, &i->operands[0]) : NULL;
        if (wants_line(i))
            take_line(i, lender);
        for (uint16_t n = result; n < i->operand_count && lender; n++)
            note(users, &i->operands[n], lender);
        if (i->guarded && lender)
            users[i->guard] = lender;
    }
}

static void lend_of_makers(wg_ptx_instruction *instructions, size_t count, const wg_ptx_instruction **makers)
{
    for (size_t k = 0; k < count; k++) {
        wg_ptx_instruction *i = &instructions[k];
        const wg_ptx_instruction *lender = i->place.source_line ? i : NULL;
        for (uint16_t n = i->operand_count; n-- > 0 && !lender;)
            lender = find(makers, &i->operands[n]);
        if (wants_line(i))
            take_line(i, lender);
        if (lender && has_result(i))
            note(makers, &i->operands[0], lender);
    }
}

void wg_ptx_lend_lines(wg_ptx_instruction *instructions, size_t count, size_t register_count)
{
    size_t first = 0;
    while (first < count && !wants_line(&instructions[first]))
        first++;
    if (first == count)
        return;
    const wg_ptx_instruction **users = wg_alloc((register_count + 1) * sizeof *users);
    const wg_ptx_instruction **makers = wg_alloc((register_count + 1) * sizeof *makers);
    lend_of_users(instructions, count, users);
    lend_of_makers(instructions, count, makers);
    free(users);
    free(makers);
}
