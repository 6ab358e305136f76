/* What ptxas will merge.
 *
 * Shared-memory loads of one basic block from one base register at neighbouring constant offsets become one load of 8 or 16
 * bytes, where the address is known to be so aligned; that changes how many wavefronts they cost. ptxas knows the alignment
 * of an address from how it was computed: so do we, by following how many low bits of each register are certainly zero. The
 * counts of the PTX as written are kept beside those of the merged loads. */
#include "sim/decode.h"

#include <stdlib.h>
#include <string.h>

enum { ROW_UNIT = 64, ALL_ZERO = 64, WIDEST = 16 };

/* ---- trailing zero bits ---- */

typedef struct zeros {
    const wg_program *program;
    uint8_t *of_row; /* by slot / ROW_UNIT: certain zero bits at the low end, of the registers of one function */
} zeros;

static uint8_t minimum(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}

static uint64_t constant_at(const wg_program *program, wg_slot slot, uint8_t size)
{
    uint64_t bits = 0;
    memcpy(&bits, program->constants + slot, size < 8 ? size : 8);
    return bits;
}

static uint8_t zeros_of(const zeros *z, const wg_insn *i, int k)
{
    wg_slot slot = i->op[k];
    if (slot == WG_SLOT_NONE || i->length[k] || !i->size[k])
        return 0;
    if (slot >= 0)
        return z->of_row[slot / ROW_UNIT];
    uint64_t bits = constant_at(z->program, slot, i->size[k]);
    return bits ? (uint8_t)__builtin_ctzll(bits) : ALL_ZERO;
}

static uint8_t product(const zeros *z, const wg_insn *i)
{
    unsigned sum = zeros_of(z, i, 1) + (unsigned)zeros_of(z, i, 2);
    return sum > ALL_ZERO ? ALL_ZERO : (uint8_t)sum;
}

static bool begins(const wg_insn *i, const char *spelling)
{
    return !strncmp(i->source->spelling, spelling, strlen(spelling));
}

static uint8_t zeros_of_result(const zeros *z, const wg_insn *i)
{
    if (begins(i, "mov.") || begins(i, "cvt.") || begins(i, "cvta."))
        return i->operand_count == 3 ? minimum(zeros_of(z, i, 1), zeros_of(z, i, 2)) : zeros_of(z, i, 1);
    if (begins(i, "add.") || begins(i, "sub.") || begins(i, "or.") || begins(i, "xor."))
        return minimum(zeros_of(z, i, 1), zeros_of(z, i, 2));
    if (begins(i, "and.")) {
        uint8_t a = zeros_of(z, i, 1), b = zeros_of(z, i, 2);
        return a > b ? a : b;
    }
    if (begins(i, "mul.lo") || begins(i, "mul.wide"))
        return product(z, i);
    if (begins(i, "mad.lo") || begins(i, "mad.wide"))
        return minimum(product(z, i), zeros_of(z, i, 3));
    if (begins(i, "selp."))
        return minimum(zeros_of(z, i, 1), zeros_of(z, i, 2));
    if (begins(i, "shl.") && i->op[2] < 0) {
        uint64_t sum = zeros_of(z, i, 1) + constant_at(z->program, i->op[2], i->size[2]);
        return sum > ALL_ZERO ? ALL_ZERO : (uint8_t)sum;
    }
    return 0;
}

static bool writes_row(const wg_insn *i, int k)
{
    static const uint8_t DESTINATIONS_LAST = WG_CLASS_STORE;
    return k == 0 && i->class != DESTINATIONS_LAST && i->class != WG_CLASS_CONTROL && i->class != WG_CLASS_BARRIER && i->class != WG_CLASS_FENCE;
}

/* Lowers a row to what this definition promises; true when that changed it. */
static bool lower(zeros *z, wg_slot slot, uint8_t value)
{
    if (slot < 0 || z->of_row[slot / ROW_UNIT] <= value)
        return false;
    z->of_row[slot / ROW_UNIT] = value;
    return true;
}

/* Starts from "all zero" everywhere and lowers until nothing changes: loops that only add multiples keep their promise. */
static void find_zeros(zeros *z, const wg_function *function, uint32_t first, uint32_t end)
{
    memset(z->of_row, ALL_ZERO, function->frame_bytes / ROW_UNIT + 1);
    for (uint32_t s = 0; s < function->sreg_count; s++)
        lower(z, function->sregs[s].slot, 0);
    for (uint32_t p = 0; p < function->param_count; p++)
        lower(z, function->params[p].slot, 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = first; n < end; n++) {
            const wg_insn *i = &z->program->insns[n];
            if (!writes_row(i, 0) || !i->size[0])
                continue;
            for (unsigned e = 0; e < i->length[0]; e++)
                changed |= lower(z, i->list[i->op[0] + (wg_slot)e], 0);
            if (!i->length[0])
                changed |= lower(z, i->op[0], zeros_of_result(z, i));
        }
    }
}

/* ---- groups of loads ---- */

typedef struct open_loads {
    wg_insn *loads[256];
    size_t count;
} open_loads;

static bool is_candidate(const wg_insn *i)
{
    unsigned bytes = wg_type_bytes((wg_type)i->type[0]);
    return i->class == WG_CLASS_LOAD && begins(i, "ld.shared") && !i->length[0] && i->guard == WG_SLOT_NONE && (bytes == 4 || bytes == 8) && i->size[0] == bytes;
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
        parts[p]->merge = 1;
}

static void close_loads(const zeros *z, open_loads *open)
{
    for (unsigned wide = WIDEST; wide >= 8; wide /= 2)
        for (size_t n = 0; n < open->count; n++) {
            wg_insn *i = open->loads[n];
            bool aligned = 1u << minimum(zeros_of(z, i, 1), 4) >= wide && i->imm % wide == 0;
            if (aligned && !i->merge && wide > wg_type_bytes((wg_type)i->type[0]))
                merge_from(open, i, wide);
        }
    open->count = 0;
}

static bool ends_merging(const wg_insn *i)
{
    return i->class == WG_CLASS_STORE || i->class == WG_CLASS_ATOMIC || i->class == WG_CLASS_BARRIER || i->class == WG_CLASS_FENCE ||
           begins(i, "cp.async");
}

static bool redefines_base(const open_loads *open, const wg_insn *i)
{
    for (size_t n = 0; n < open->count; n++)
        if (writes_row(i, 0) && !i->length[0] && i->op[0] == open->loads[n]->op[1])
            return true;
    return false;
}

static void merge_block(const zeros *z, wg_insn *insns, uint32_t count)
{
    open_loads open = {.count = 0};
    for (uint32_t n = 0; n < count; n++) {
        wg_insn *i = &insns[n];
        if (ends_merging(i) || redefines_base(&open, i) || open.count == sizeof open.loads / sizeof *open.loads)
            close_loads(z, &open);
        if (is_candidate(i))
            open.loads[open.count++] = i;
    }
    close_loads(z, &open);
}

void wg_merge_loads(wg_program *program)
{
    uint32_t widest_frame = 0;
    for (uint32_t f = 0; f < program->function_count; f++)
        if (program->functions[f].frame_bytes > widest_frame)
            widest_frame = program->functions[f].frame_bytes;
    zeros z = {.program = program, .of_row = wg_alloc(widest_frame / ROW_UNIT + 1)};
    for (uint32_t f = 0; f < program->function_count; f++) {
        const wg_function *function = &program->functions[f];
        if (function->builtin >= 0)
            continue;
        uint32_t end = program->block_count;
        for (uint32_t other = f + 1; other < program->function_count && end == program->block_count; other++)
            if (program->functions[other].builtin < 0)
                end = program->functions[other].entry;
        const wg_basic_block *first = &program->blocks[function->entry], *last = &program->blocks[end - 1];
        find_zeros(&z, function, first->first, last->first + last->cost);
        for (uint32_t b = function->entry; b < end; b++)
            merge_block(&z, &program->insns[program->blocks[b].first], program->blocks[b].count);
    }
    free(z.of_row);
}
