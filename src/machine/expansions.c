/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/expansions.h"

#include "machine/builder.h"

#include <string.h>

/* The words of the column `when`. */
#define T(type) (1ull << WG_TYPE_##type)
#define UNSIGNED (T(U8) | T(U16) | T(U32) | T(U64))
#define SIGNED (T(S8) | T(S16) | T(S32) | T(S64))
#define INT16 (T(U16) | T(S16))
#define INT32 (T(U32) | T(S32))
#define INT64 (T(U64) | T(S64))
#define HALVES (T(F16) | T(F16X2) | T(BF16) | T(BF16X2))
#define ALWAYS .bytes = 0,
#define CLASS(id) .class = WG_CLASS_##id + 1,
#define BYTES(count) .bytes = count,
#define TO(types) .to = types,
#define FROM(types) .from = types,
#define IN(id) .space = WG_SPACE_##id,
#define ORDER(id) .order = WG_MOD_##id,
#define WITH(flag) .with = WG_FLAG_##flag,
#define WITH_BOTH(flag, other) .with = WG_FLAG_##flag | WG_FLAG_##other,
#define WITHOUT(flag) .without = WG_FLAG_##flag,
#define BARE .without = UINT32_MAX,
#define ROUNDS(id) .round = 1u << WG_MOD_##id,
#define ROUNDED .round = UINT16_MAX & ~(1u << WG_MOD_NONE),
#define PLAIN ROUNDS(NONE) BARE

_Static_assert(WG_TYPE_COUNT <= 64 && WG_MOD_RPI < 16, "types and roundings are bits of a mask");

/* clang-format off */
static const wg_expansion ROWS[] = {
#define NOTHING {WG_PIPE_NONE, 0}
#define ON(pipe, count) WG_ON(pipe, count)
#define EXPANSION(opcode, when, role, latency, ...) \
    {WG_OP_##opcode, WG_ROLE_##role, WG_LATENCY_##latency, {when}, {__VA_ARGS__}},
#define BY_CLASS(opcode)
#define CLASS_DEFAULT(class, role, latency, ...) \
    {WG_OPCODE_COUNT, WG_ROLE_##role, WG_LATENCY_##latency, {CLASS(class)}, {__VA_ARGS__}},
#include "machine/expansions.def"
};
/* clang-format on */

const wg_expansions wg_expansions_sm_90 = {ROWS, sizeof ROWS / sizeof *ROWS, NULL};

static bool is_one_of(uint64_t types, uint8_t type)
{
    return !types || types >> type & 1;
}

static bool holds(const wg_condition *c, const wg_insn *i)
{
    return is_one_of(c->to, i->type[0]) && is_one_of(c->from, i->type[1]) && (i->flags & c->with) == c->with &&
           !(i->flags & c->without) && (!c->round || c->round >> i->round & 1) &&
           (!c->class || c->class == i->class + 1) && (!c->bytes || c->bytes == i->size[0]) &&
           (!c->space || c->space == wg_insn_space(i)) && (!c->order || c->order == i->order);
}

const wg_expansion *wg_expansion_find(const wg_expansions *table, const wg_insn *i)
{
    for (; table; table = table->base)
        for (const wg_expansion *e = table->rows; e < table->rows + table->count; e++)
            if ((e->opcode == i->opcode || e->opcode == WG_OPCODE_COUNT) && holds(&e->when, i))
                return e;
    return NULL;
}

bool wg_expansion_knows(wg_opcode opcode)
{
    static const uint8_t KNOWN[] = {
#define EXPANSION(opcode, when, role, latency, ...) WG_OP_##opcode,
#define BY_CLASS(opcode) WG_OP_##opcode,
#define CLASS_DEFAULT(class, role, latency, ...)
#include "machine/expansions.def"
    };
    return memchr(KNOWN, opcode, sizeof KNOWN) != NULL;
}
