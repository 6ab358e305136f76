/* SPDX-License-Identifier: Apache-2.0 */
/* What ptxas will merge.
 *
 * Shared-memory loads of one basic block from one base register at neighbouring constant offsets become one load of 8
 * or 16 bytes, where the address is known to be so aligned; that changes how many wavefronts they cost. Atomics on an
 * address that all lanes of a warp share become one. The counts of the PTX as written are kept beside those of the
 * merged loads. */
#include "sim/decode.h"
#include "sim/rows.h"

enum { WIDEST = 16 };

/* ---- groups of loads ---- */

typedef struct open_loads {
    wg_insn *loads[256];
    size_t count;
} open_loads;

static bool is_candidate(const wg_insn *i)
{
    unsigned bytes = wg_type_bytes((wg_type)i->type[0]);
    return wg_insn_is_load_from(i, WG_SPACE_SHARED) && i->order == WG_MOD_NONE && !i->length[0] &&
           i->guard == WG_SLOT_NONE && (bytes == 4 || bytes == 8) && i->size[0] == bytes;
}

static wg_insn *load_at(const open_loads *open, wg_slot base, int64_t offset, unsigned bytes)
{
    for (size_t n = 0; n < open->count; n++) {
        wg_insn *i = open->loads[n];
        if (i->op[1] == base && i->imm == offset && wg_type_bytes((wg_type)i->type[0]) == bytes && !i->merge)
            return i;
    }
    return NULL;
}

/* Tries to make one load of `wide` bytes that starts with this one. */
static void merge_from(const open_loads *open, wg_insn *leader, unsigned wide)
{
    wg_insn *parts[WIDEST / 4];
    unsigned bytes = wg_type_bytes((wg_type)leader->type[0]), count = wide / bytes;
    for (unsigned p = 1; p < count; p++)
        if (!(parts[p] = load_at(open, leader->op[1], leader->imm + (int64_t)(p * bytes), bytes)))
            return;
    leader->merge = (uint8_t)wide;
    for (unsigned p = 1; p < count; p++)
        parts[p]->merge = WG_MERGED_AWAY;
}

static void close_loads(const wg_rows *rows, open_loads *open)
{
    for (unsigned wide = WIDEST; wide >= 8; wide /= 2)
        for (size_t n = 0; n < open->count; n++) {
            wg_insn *i = open->loads[n];
            bool aligned =
                1u << (wg_rows_zeros(rows, i, 1) < 4 ? wg_rows_zeros(rows, i, 1) : 4) >= wide && i->imm % wide == 0;
            if (aligned && !i->merge && wide > wg_type_bytes((wg_type)i->type[0]))
                merge_from(open, i, wide);
        }
    open->count = 0;
}

static bool ends_merging(const wg_insn *i)
{
    return i->class == WG_CLASS_STORE || i->class == WG_CLASS_ATOMIC || i->class == WG_CLASS_BARRIER ||
           i->class == WG_CLASS_FENCE || i->opcode == WG_OP_cp_async;
}

static bool redefines_base(const open_loads *open, const wg_insn *i)
{
    for (size_t n = 0; n < open->count; n++)
        if (wg_insn_writes(i, open->loads[n]->op[1]))
            return true;
    return false;
}

static void merge_block(const wg_rows *rows, wg_insn *insns, uint32_t count)
{
    open_loads open = {.count = 0};
    for (uint32_t n = 0; n < count; n++) {
        wg_insn *i = &insns[n];
        if (ends_merging(i) || redefines_base(&open, i) || open.count == sizeof open.loads / sizeof *open.loads)
            close_loads(rows, &open);
        if (is_candidate(i))
            open.loads[open.count++] = i;
    }
    close_loads(rows, &open);
}

/* ---- atomics ---- */

/* Integer additions to one address for the whole warp are summed first, and one lane does the atomic; of 64-bit ones
 * only those of a constant, since lanes cannot be summed otherwise. With the result in use that takes all 32 lanes. In
 * shared memory, adding 1 without using the result counts the lanes on each word first. */
static void merge_atomic(const wg_rows *rows, wg_insn *i)
{
    bool is_red = i->opcode == WG_OP_red, has_result = !is_red && wg_rows_read(rows, i, 0);
    int address = is_red ? 0 : 1, value = address + 1;
    wg_type_kind kind = wg_type_kind_of((wg_type)i->type[0]);
    if (i->action != WG_MOD_ADD || i->length[value] || (kind != WG_KIND_UINT && kind != WG_KIND_SINT))
        return;
    if (i->size[value] == 8 && i->op[value] >= 0)
        return;
    bool adds_one = i->op[value] < 0 && wg_constant_value(rows->program, i->op[value], i->size[value]) == 1;
    if (!wg_rows_varies(rows, i, address))
        i->merge = has_result ? WG_ATOMIC_SUMMED_WHEN_FULL : WG_ATOMIC_SUMMED;
    else if (adds_one && !has_result)
        i->merge = WG_ATOMIC_COUNTED;
}

/* ---- the order of blocks ---- */

/* An atomic whose old value is used, or a load that looks for what another thread has written: what comes of it depends
 * on who was first. */
static bool depends_on_order(const wg_rows *rows, const wg_insn *i)
{
    if (wg_insn_names_shared(i))
        return false;
    if (i->class == WG_CLASS_ATOMIC)
        return i->opcode != WG_OP_red && wg_rows_read(rows, i, 0);
    return i->opcode == WG_OP_ld &&
           i->qualifiers & (WG_QUALIFIER_VOLATILE | WG_QUALIFIER_ACQUIRE | WG_QUALIFIER_RELAXED);
}

/* ---- the program ---- */

void wg_predict_merges(wg_program *program)
{
    wg_rows rows = wg_rows_new(program);
    for (uint32_t f = 0; f < program->function_count; f++) {
        const wg_function *function = &program->functions[f];
        if (function->builtin >= 0)
            continue;
        uint32_t end = program->block_count;
        for (uint32_t other = f + 1; other < program->function_count && end == program->block_count; other++)
            if (program->functions[other].builtin < 0)
                end = program->functions[other].entry;
        const wg_basic_block *first = &program->blocks[function->entry], *last = &program->blocks[end - 1];
        wg_rows_find(&rows, function, first->first, last->first + last->cost);
        for (uint32_t b = function->entry; b < end; b++)
            merge_block(&rows, &program->insns[program->blocks[b].first], program->blocks[b].count);
        for (uint32_t n = first->first; n < last->first + last->cost; n++) {
            program->order_matters |= depends_on_order(&rows, &program->insns[n]);
            if (program->insns[n].class == WG_CLASS_ATOMIC)
                merge_atomic(&rows, &program->insns[n]);
        }
    }
    wg_rows_free(&rows);
}
