/* SPDX-License-Identifier: Apache-2.0 */
/* PTX says how large each parameter is and whether it is a floating-point number, and that is all: what is as large as
 * a pointer is taken for one. */
#include "run/guess.h"

#include <string.h>

enum { ELEMENTS = 1048576, SIDE = 1024, THREADS = 256 };

typedef struct look {
    bool threads[3], blocks[3]; /* axes in use */
    bool reads_reals;
    uint32_t widest; /* bytes of the largest access */
} look;

static void look_at_operand(const wg_ptx_operand *o, look *out)
{
    static const wg_sreg threads[] = {WG_SREG_TID_X, WG_SREG_TID_Y, WG_SREG_TID_Z};
    static const wg_sreg blocks[] = {WG_SREG_CTAID_X, WG_SREG_CTAID_Y, WG_SREG_CTAID_Z};
    for (int axis = 0; o->kind == WG_OPERAND_SREG && axis < 3; axis++) {
        out->threads[axis] |= o->index == (uint32_t)threads[axis];
        out->blocks[axis] |= o->index == (uint32_t)blocks[axis];
    }
}

/* ld.global.v4.f32: 16 bytes. */
static void look_at_access(const char *spelling, look *out)
{
    if (strncmp(spelling, "ld.global", 9) && strncmp(spelling, "st.global", 9))
        return;
    const char *type = strrchr(spelling, '.');
    uint32_t bits = 0;
    for (const char *c = type + 2; *c >= '0' && *c <= '9'; c++)
        bits = 10 * bits + (uint32_t)(*c - '0');
    uint32_t bytes = bits / 8 * (strstr(spelling, ".v4") ? 4 : strstr(spelling, ".v2") ? 2 : 1);
    out->widest = bytes > out->widest ? bytes : out->widest;
    out->reads_reals |= type[1] == 'f';
}

static look look_at(const wg_ptx_function *f)
{
    look out = {.widest = 4};
    for (uint32_t k = 0; k < f->instruction_count; k++) {
        look_at_access(f->instructions[k].spelling, &out);
        for (uint16_t o = 0; o < f->instructions[k].operand_count; o++)
            look_at_operand(&f->instructions[k].operands[o], &out);
    }
    return out;
}

static const char *argument_of(const wg_ptx_param *param, const look *l, wg_arena *arena)
{
    const wg_ptx_variable *v = param->variable;
    unsigned elements = ELEMENTS * ((l->widest + 3) / 4);
    unsigned size = l->blocks[1] ? SIDE : ELEMENTS;
    bool is_real = v && wg_type_kind_of(v->type) == WG_KIND_FLOAT;
    if (param->is_pointer && param->pointee == WG_SPACE_SHARED)
        return wg_arena_format(arena, "f32[%d]=local", THREADS);
    if (!v || v->is_array)
        return wg_arena_format(arena, "bytes%llu", v ? (unsigned long long)v->size : 4);
    if (v->size == 8 && !is_real)
        return wg_arena_format(arena, "f32[%u]%s", elements, l->reads_reals ? "=random" : "");
    if (is_real)
        return wg_arena_format(arena, "f%llu=1", 8 * (unsigned long long)v->size);
    return wg_arena_format(arena, "i%llu=%u", 8 * (unsigned long long)v->size, v->size >= 4 ? size : 1);
}

void wg_guess_from_ptx(const wg_ptx_function *function, const wg_guess_known *known, wg_arena *arena, wg_guess *out)
{
    look l = look_at(function);
    uint32_t threads = known->most_threads && known->most_threads < THREADS ? known->most_threads : THREADS;
    bool plane = l.threads[1] && threads == THREADS;
    uint32_t x = plane ? 16 : threads, y = plane ? 16 : 1, z = 1;
    if (known->block[0]) {
        x = known->block[0];
        y = known->block[1] ? known->block[1] : 1;
        z = known->block[2] ? known->block[2] : 1;
    }
    *out = (wg_guess){.block = wg_arena_format(arena, "%u,%u,%u", x, y, z),
                      .arguments = WG_NEW_ARRAY(arena, const char *, function->param_count + 1),
                      .argument_count = function->param_count};
    if (z == 1)
        out->block = y == 1 ? wg_arena_format(arena, "%u", x) : wg_arena_format(arena, "%u,%u", x, y);
    out->grid = l.blocks[1] ? wg_arena_format(arena, "%u,%u", (SIDE + x - 1) / x, (SIDE + y - 1) / y)
                            : wg_arena_format(arena, "%u", (ELEMENTS + x - 1) / x);
    for (uint32_t k = 0; k < function->param_count; k++)
        out->arguments[k] = argument_of(&function->params[k], &l, arena);
}
