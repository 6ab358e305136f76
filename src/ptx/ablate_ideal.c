/* SPDX-License-Identifier: Apache-2.0 */
/* Ideal addresses: accesses go to as many bytes as before, side by side or each in a bank of its own. */
#include "ptx/ablate_rewrite.h"

static bool is_listed(const wg_ablation *how, uint32_t line)
{
    bool listed = false;
    if (!how->lines) /* then all are meant */
        return true;
    for (size_t k = 0; k < how->line_count; k++)
        listed |= how->lines[k] == line;
    return listed;
}

static unsigned log2_of(uint32_t width)
{
    return (unsigned)__builtin_ctz(width);
}

/* An instruction's operands, with the address in another register. */
static void add_with_address(wg_rewriting *r, uint32_t index, const char *address, wg_text *out)
{
    const wg_ptx_instruction *i = wg_rewriting_instruction(r, index);
    const wg_ablate_op *op = &r->slice.ops[index];
    wg_text_addf(out, "%s ", i->spelling);
    for (uint16_t k = 0; k < i->operand_count; k++) {
        const wg_ptx_operand *o = &i->operands[k];
        wg_text_addf(out, k ? ", " : "");
        if (k == op->address)
            wg_text_addf(out, "[%s]", address);
        else if (o->kind == WG_OPERAND_ADDRESS)
            wg_rewriting_add_address(r, o, out);
        else if (o->kind == WG_OPERAND_INT)
            wg_text_addf(out, "%lld", (long long)o->bits);
        else if (o->kind == WG_OPERAND_FLOAT)
            wg_text_addf(out, o->is_f32 ? "0f%08llx" : "0d%016llx", (unsigned long long)o->bits);
        else if (o->kind == WG_OPERAND_REG)
            wg_text_addf(out, "%s", wg_rewriting_name(r, o->reg));
        else
            for (uint16_t e = 0; e < o->element_count; e++) {
                const wg_ptx_operand *part = &o->elements[e];
                wg_text_addf(out, "%s%s%s", e ? ", " : "{",
                             part->kind == WG_OPERAND_REG ? wg_rewriting_name(r, part->reg) : "_",
                             e + 1 == o->element_count ? "}" : "");
            }
    }
    wg_text_addf(out, ";");
}

/* Only operands that add_with_address can write. */
static bool is_writable(const wg_ptx_instruction *i)
{
    for (uint16_t k = 0; k < i->operand_count; k++) {
        const wg_ptx_operand *o = &i->operands[k];
        bool plain = o->kind == WG_OPERAND_ADDRESS || o->kind == WG_OPERAND_INT || o->kind == WG_OPERAND_FLOAT ||
                     (o->kind == WG_OPERAND_REG && !o->component && !o->negated);
        for (uint16_t e = 0; e < o->element_count; e++)
            plain = o->kind == WG_OPERAND_VECTOR &&
                    (o->elements[e].kind == WG_OPERAND_REG || o->elements[e].kind == WG_OPERAND_DISCARD) &&
                    !o->elements[e].component;
        if (!plain && !(o->kind == WG_OPERAND_VECTOR && o->element_count))
            return false;
    }
    return true;
}

/* %wg_v is the low word of this lane's address, %wg_m who is here. Which lane's line it is to be: %wg_t. */
static void add_chosen_lane(uint32_t width, wg_text *out)
{
    wg_text_addf(out, "brev.b32 %%wg_u, %%wg_m; clz.b32 %%wg_u, %%wg_u; "
                      "shfl.sync.idx.b32 %%wg_t, %%wg_v, %%wg_u, 31, %%wg_m; ");
    wg_text_addf(out, "add.u32 %%wg_x, %%wg_u, 1; shfl.sync.idx.b32 %%wg_x, %%wg_v, %%wg_x, 31, %%wg_m; "
                      "sub.u32 %%wg_x, %%wg_x, %%wg_t; abs.s32 %%wg_x, %%wg_x; ");
    wg_text_addf(out, "shr.u32 %%wg_t, %%wg_t, %u; shr.u32 %%wg_x, %%wg_x, %u; ", log2_of(width), log2_of(width));
    /* clz of the gap - 1 is 32 - b: shifted up by that and down by 27, b bits of the place are left, where they are
     * wanted. */
    wg_text_addf(out, "max.u32 %%wg_x, %%wg_x, 1; min.u32 %%wg_x, %%wg_x, 32; sub.u32 %%wg_x, %%wg_x, 1; "
                      "clz.b32 %%wg_x, %%wg_x; shl.b32 %%wg_t, %%wg_t, %%wg_x; shr.u32 %%wg_t, %%wg_t, 27; ");
    wg_text_addf(out, "shr.u32 %%wg_x, %%wg_m, %%wg_t; and.b32 %%wg_x, %%wg_x, 1; setp.eq.u32 %%wg_q, %%wg_x, 0; "
                      "selp.b32 %%wg_t, %%wg_u, %%wg_t, %%wg_q; ");
}

/* %wg_a becomes this lane's word in the line of lane %wg_t. */
static void add_place_in_line(uint32_t width, wg_text *out)
{
    uint32_t line = 32 * width < 128 ? 32 * width : 128;
    wg_text_addf(out, "shfl.sync.idx.b32 %%wg_v, %%wg_v, %%wg_t, 31, %%wg_m; "
                      "shfl.sync.idx.b32 %%wg_w, %%wg_w, %%wg_t, 31, %%wg_m; ");
    wg_text_addf(out, "and.b32 %%wg_v, %%wg_v, 0x%x; mov.b64 %%wg_a, {%%wg_v, %%wg_w}; ", ~(line - 1));
    wg_text_addf(out, "mov.u32 %%wg_t, %%lanemask_lt; and.b32 %%wg_t, %%wg_t, %%wg_m; popc.b32 %%wg_t, %%wg_t; ");
    wg_text_addf(out, "mul.wide.u32 %%wg_d, %%wg_t, %u; add.s64 %%wg_a, %%wg_a, %%wg_d; ", width);
}

/* The lanes of a warp that come here take neighbouring words of one of the lines they touch. Which of them says the
 * first lane's place between two lanes: accesses that lie in the gaps of one another (columns of a matrix, members of a
 * structure) share out the lines they touch together, so that everything is still read or written once. With a gap of
 * 2^b words, of 32 at most, place p of the first lane makes it the line of lane p * 2^(5-b). */
static void make_coalesced(wg_rewriting *r, uint32_t index)
{
    const wg_ptx_instruction *i = wg_rewriting_instruction(r, index);
    const wg_ablate_op *op = &r->slice.ops[index];
    wg_edit *edit = &r->edits.of[index];
    wg_text *out = &edit->after;
    const wg_ptx_operand *address = &i->operands[op->address];
    edit->is_gone = true;
    if (i->guarded)
        wg_text_addf(out, "@%s%s bra $wg_ideal_%u; ", i->guard_negated ? "" : "!", wg_rewriting_name(r, i->guard),
                     index);
    wg_text_addf(out, "add.s64 %%wg_a, %s, %lld; mov.b64 {%%wg_v, %%wg_w}, %%wg_a; activemask.b32 %%wg_m; ",
                 wg_rewriting_name(r, address->reg), (long long)address->offset);
    add_chosen_lane(op->width, out);
    add_place_in_line(op->width, out);
    add_with_address(r, index, "%wg_a", out);
    if (i->guarded)
        wg_text_addf(out, "\n$wg_ideal_%u:\n", index);
}

/* A lane stays in the rows of banks it goes to and takes the bank of its number. */
static void make_conflict_free(wg_rewriting *r, uint32_t index)
{
    const wg_ptx_instruction *i = wg_rewriting_instruction(r, index);
    const wg_ablate_op *op = &r->slice.ops[index];
    wg_edit *edit = &r->edits.of[index];
    wg_text *out = &edit->after;
    const wg_ptx_operand *address = &i->operands[op->address];
    edit->is_gone = true;
    if (address->base == WG_OPERAND_REG)
        wg_text_addf(out,
                     wg_rewriting_bits(r, address->reg) == 64 ? "cvt.u32.u64 %%wg_t, %s; " : "mov.b32 %%wg_t, %s; ",
                     wg_rewriting_name(r, address->reg));
    else if (address->base == WG_OPERAND_VARIABLE)
        wg_text_addf(out, "mov.u32 %%wg_t, %s; ", address->variable->name);
    else
        wg_text_addf(out, "mov.u32 %%wg_t, 0; ");
    if (address->offset)
        wg_text_addf(out, "add.s32 %%wg_t, %%wg_t, %lld; ", (long long)address->offset);
    wg_text_addf(out, "and.b32 %%wg_t, %%wg_t, 0x%x; shl.b32 %%wg_u, %%wg_lane, %u; or.b32 %%wg_t, %%wg_t, %%wg_u; ",
                 ~(32 * op->width - 1), log2_of(op->width));
    wg_rewriting_add_guard(r, i, out);
    add_with_address(r, index, "%wg_t", out);
}

static bool moves_data(const wg_ablate_op *op)
{
    return op->deed == WG_DEED_LOAD || op->deed == WG_DEED_STORE || op->deed == WG_DEED_COPY;
}

static bool is_power_of_two(uint32_t width)
{
    return width && !(width & (width - 1)) && width <= 16;
}

static void make_ideal(wg_rewriting *r, uint64_t where, void (*change)(wg_rewriting *, uint32_t))
{
    wg_slice_truth(&r->slice, true);
    for (uint32_t k = 0; k < r->f->instruction_count; k++) {
        const wg_ablate_op *op = &r->slice.ops[k];
        const wg_ptx_instruction *i = wg_rewriting_instruction(r, k);
        if (!moves_data(op) || !wg_ablate_op_touches(op, where) || !is_listed(r->how, i->place.line))
            continue;
        const wg_ptx_operand *address = &i->operands[op->address];
        bool own_buffer = address->base == WG_OPERAND_REG && !(op->cells & ~where);
        bool movable = where == WG_STEERING_SHARED ? !op->is_generic : own_buffer && op->cells != where;
        if (r->slice.live[k] || !movable || !is_power_of_two(op->width) || !is_writable(i)) {
            wg_rewriting_note_kept(r, k);
            continue;
        }
        r->notes.changed++;
        change(r, k);
    }
}

void wg_rewriting_coalesce(wg_rewriting *r)
{
    make_ideal(r, WG_STEERING_GLOBAL, make_coalesced);
}

void wg_rewriting_part_conflicts(wg_rewriting *r)
{
    make_ideal(r, WG_STEERING_SHARED, make_conflict_free);
}
