/* SPDX-License-Identifier: Apache-2.0 */
/* Compute only: loads become numbers that change as their addresses do, and stores never happen. */
#include "ptx/ablate_rewrite.h"

typedef struct inventing {
    wg_rewriting *r;
    const wg_ptx_instruction *i;
    wg_text *out;
    uint32_t seed;
    wg_status status;
} inventing;

/* A number between a half and one whatever it is read as, that changes with %wg_t and from load to load. */
static void invent(void *user, uint32_t value)
{
    inventing *v = user;
    if (value >= v->r->f->register_count)
        return;
    const char *name = wg_rewriting_name(v->r, value);
    uint32_t mixed = (v->seed += 0x9e3779b9u) >> 8;
    unsigned bits = wg_rewriting_bits(v->r, value);
    const uint32_t mask = bits == 64 ? 0x000ffffc : bits == 16 ? 0x000003fc : 0x007ffffc;
    const uint32_t exponent = bits == 64 ? 0x3fe00000 : bits == 16 ? 0x00003800 : 0x3f000000;
    wg_text_addf(v->out, "and.b32 %%wg_u, %%wg_t, 0x%x; xor.b32 %%wg_u, %%wg_u, 0x%x; ", mask,
                 exponent | (mixed & mask));
    if (bits == 16)
        wg_text_addf(v->out, "cvt.u16.u32 %%wg_h, %%wg_u; ");
    wg_rewriting_add_guard(v->r, v->i, v->out);
    if (bits == 64)
        wg_text_addf(v->out, "mov.b64 %s, {%%wg_t, %%wg_u}; ", name);
    else if (bits == 32)
        wg_text_addf(v->out, "mov.b32 %s, %%wg_u; ", name);
    else if (bits == 16)
        wg_text_addf(v->out, "mov.b16 %s, %%wg_h; ", name);
    else
        v->status = WG_ERR_UNSUPPORTED;
}

/* %wg_t becomes something that changes as the address does. */
static void add_address_word(const wg_rewriting *r, const wg_ptx_operand *o, wg_text *out)
{
    if (o->kind == WG_OPERAND_ADDRESS && o->base == WG_OPERAND_REG) {
        wg_text_addf(out, wg_rewriting_bits(r, o->reg) == 64 ? "cvt.u32.u64 %%wg_t, %s; " : "mov.b32 %%wg_t, %s; ",
                     wg_rewriting_name(r, o->reg));
        return;
    }
    if (o->kind == WG_OPERAND_ADDRESS && o->base == WG_OPERAND_VARIABLE) {
        wg_text_addf(out, "mov.u64 %%wg_d, %s; cvt.u32.u64 %%wg_t, %%wg_d; ", o->variable->name);
        return;
    }
    wg_folding fold = {.r = r, .into = "%wg_t", .out = out};
    wg_text_addf(out, "mov.u32 %%wg_t, 0; ");
    for (uint16_t k = 0; k < o->element_count; k++) {
        const wg_ptx_operand *part = &o->elements[k];
        for (uint16_t e = 0; e < part->element_count; e++)
            if (part->elements[e].kind == WG_OPERAND_REG)
                wg_folding_add(&fold, part->elements[e].reg);
        if (part->kind == WG_OPERAND_REG && k > 0)
            wg_folding_add(&fold, part->reg);
    }
}

static wg_status invent_results(wg_rewriting *r, uint32_t index)
{
    const wg_ptx_instruction *i = wg_rewriting_instruction(r, index);
    wg_text *out = &r->edits.of[index].before;
    inventing v = {.r = r, .i = i, .out = out, .seed = index * 0x85ebca6bu};
    add_address_word(r, &i->operands[r->slice.ops[index].address], out);
    wg_slice_visit_writes(&r->slice, index, invent, &v);
    return v.status;
}

/* Stored if all blocks there can be were there and the value was a certain one: never. */
static void store_never(wg_rewriting *r, uint32_t index)
{
    const wg_ptx_instruction *i = wg_rewriting_instruction(r, index);
    wg_edit *edit = &r->edits.of[index];
    wg_folding fold = {.r = r, .into = "%wg_v", .out = &edit->before};
    wg_text_addf(&edit->before, "mov.u32 %%wg_v, 0; ");
    for (uint16_t k = r->slice.ops[index].value; k < i->operand_count; k++) {
        const wg_ptx_operand *o = &i->operands[k];
        if (o->kind == WG_OPERAND_REG)
            wg_folding_add(&fold, o->reg);
        for (uint16_t e = 0; e < o->element_count; e++)
            if (o->elements[e].kind == WG_OPERAND_REG)
                wg_folding_add(&fold, o->elements[e].reg);
    }
    if (i->guarded)
        wg_folding_add(&fold, i->guard);
    wg_text_addf(&edit->before, "setp.eq.and.u32 %%wg_p, %%wg_v, " WG_NEVER_VALUE ", %%wg_never; ");
    if (!i->guarded) {
        wg_text_addf(&edit->before, "@%%wg_p ");
        return;
    }
    /* The guard it has is in the value already. */
    wg_text_addf(&edit->before, "@!%%wg_p bra $wg_never_%u; ", index);
    wg_text_addf(&edit->after, "\n$wg_never_%u:\n", index);
}

/* What would come from global memory, and go to shared memory, is invented. */
static void copy_invented(wg_rewriting *r, uint32_t index)
{
    const wg_ptx_instruction *i = wg_rewriting_instruction(r, index);
    wg_edit *edit = &r->edits.of[index];
    uint64_t bytes = i->operands[2].bits;
    edit->is_gone = true;
    add_address_word(r, &i->operands[1], &edit->after);
    wg_text_addf(&edit->after, "and.b32 %%wg_u, %%wg_t, 0x7ffffc; or.b32 %%wg_u, %%wg_u, 0x3f000000; ");
    wg_rewriting_add_guard(r, i, &edit->after);
    wg_text_addf(&edit->after, "st.shared%s.b32 ", bytes == 16 ? ".v4" : bytes == 8 ? ".v2" : "");
    wg_rewriting_add_address(r, &i->operands[0], &edit->after);
    wg_text_addf(&edit->after, bytes == 16  ? ", {%%wg_u, %%wg_u, %%wg_u, %%wg_u};"
                               : bytes == 8 ? ", {%%wg_u, %%wg_u};"
                                            : ", %%wg_u;");
}

static wg_status leave_out(wg_rewriting *r, uint32_t index)
{
    const wg_ablate_op *op = &r->slice.ops[index];
    wg_status status = WG_OK;
    r->notes.changed++;
    switch (op->deed) {
    case WG_DEED_LOAD:
    case WG_DEED_FETCH:
        status = invent_results(r, index);
        r->edits.of[index].is_gone = true;
        break;
    case WG_DEED_ATOMIC:
        if (op->dests)
            status = invent_results(r, index);
        store_never(r, index);
        break;
    case WG_DEED_COPY: copy_invented(r, index); break;
    case WG_DEED_HINT: r->edits.of[index].is_gone = true; break;
    default: store_never(r, index); break;
    }
    return status;
}

/* An access whose space is known only at run time, and which may be near or far. */
static bool is_unclear(const wg_ablate_op *op)
{
    return op->is_generic && wg_ablate_op_touches(op, WG_STEERING_SHARED | WG_STEERING_LOCAL) &&
           wg_ablate_op_touches(op, WG_STEERING_GLOBAL);
}

wg_status wg_rewriting_keep_arithmetic(wg_rewriting *r, wg_error *err)
{
    wg_slice_truth(&r->slice, false);
    for (uint32_t k = 0; k < r->f->instruction_count; k++) {
        const wg_ablate_op *op = &r->slice.ops[k];
        bool far = wg_ablate_op_touches(op, WG_STEERING_GLOBAL) || op->deed == WG_DEED_FETCH || op->deed == WG_DEED_PUT;
        if (!far || op->deed == WG_DEED_CALL)
            continue;
        if (is_unclear(op))
            return wg_error_set(err, WG_ERR_UNSUPPORTED,
                                "not possible: whether %s at line %u of the PTX goes to global memory is not known",
                                wg_rewriting_instruction(r, k)->spelling, wg_rewriting_instruction(r, k)->place.line);
        if (r->slice.live[k])
            wg_rewriting_note_kept(r, k);
        else if (leave_out(r, k) != WG_OK)
            return wg_error_set(err, WG_ERR_UNSUPPORTED, "not possible: the type of %s at line %u of the PTX",
                                wg_rewriting_instruction(r, k)->spelling, wg_rewriting_instruction(r, k)->place.line);
    }
    return WG_OK;
}
