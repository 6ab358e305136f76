/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/ablate_rewrite.h"

const wg_ptx_instruction *wg_rewriting_instruction(const wg_rewriting *r, uint32_t index)
{
    return &r->f->instructions[index];
}

const char *wg_rewriting_name(const wg_rewriting *r, uint32_t reg)
{
    return r->f->registers[reg].name;
}

unsigned wg_rewriting_bits(const wg_rewriting *r, uint32_t reg)
{
    const wg_ptx_register *one = &r->f->registers[reg];
    return wg_type_kind_of(one->type) == WG_KIND_PRED ? 1 : wg_type_bits(one->type);
}

/* ---- pieces of PTX ---- */

void wg_rewriting_add_guard(const wg_rewriting *r, const wg_ptx_instruction *i, wg_text *out)
{
    if (i->guarded)
        wg_text_addf(out, "@%s%s ", i->guard_negated ? "!" : "", wg_rewriting_name(r, i->guard));
}

void wg_rewriting_add_address(const wg_rewriting *r, const wg_ptx_operand *o, wg_text *out)
{
    if (o->base == WG_OPERAND_REG)
        wg_text_addf(out, "[%s+%lld]", wg_rewriting_name(r, o->reg), (long long)o->offset);
    else if (o->base == WG_OPERAND_VARIABLE)
        wg_text_addf(out, "[%s+%lld]", o->variable->name, (long long)o->offset);
    else
        wg_text_addf(out, "[%lld]", (long long)o->offset);
}

/* Mixes a register of any type into one of 32 bits. */
static void add_fold(const wg_rewriting *r, const char *into, uint32_t reg, wg_text *out)
{
    const char *name = wg_rewriting_name(r, reg);
    switch (wg_rewriting_bits(r, reg)) {
    case 1: wg_text_addf(out, "selp.u32 %%wg_u, 1, 0, %s; ", name); break;
    case 8: wg_text_addf(out, "cvt.u32.u8 %%wg_u, %s; ", name); break;
    case 16: wg_text_addf(out, "mov.b16 %%wg_h, %s; cvt.u32.u16 %%wg_u, %%wg_h; ", name); break;
    case 64: wg_text_addf(out, "mov.b64 {%%wg_u, %%wg_w}, %s; xor.b32 %s, %s, %%wg_w; ", name, into, into); break;
    default: wg_text_addf(out, "mov.b32 %%wg_u, %s; ", name); break;
    }
    wg_text_addf(out, "xor.b32 %s, %s, %%wg_u; ", into, into);
}

void wg_folding_add(void *user, uint32_t value)
{
    wg_folding *f = user;
    if (value >= f->r->f->register_count)
        return;
    if (wg_rewriting_bits(f->r, value) > 64 || f->r->f->registers[value].vector > 1)
        f->unsupported = true;
    else
        add_fold(f->r, f->into, value, f->out);
}

void wg_rewriting_add_never_store(wg_text *out)
{
    wg_text_addf(out,
                 "setp.eq.and.u32 %%wg_p, %%wg_x, " WG_NEVER_VALUE ", %%wg_never; mov.b64 %%wg_a, {%%wg_x, %%wg_x}; "
                 "@%%wg_p st.global.u32 [%%wg_a], %%wg_x; ");
}

/* ---- counting ---- */

typedef struct blame {
    const wg_rewriting *r;
    uint32_t origin;
} blame;

static void find_origin(void *user, uint32_t value)
{
    blame *b = user;
    if (!b->origin)
        b->origin = b->r->slice.needed[value];
}

void wg_rewriting_note_kept(wg_rewriting *r, uint32_t index)
{
    blame b = {.r = r};
    wg_slice_visit_writes(&r->slice, index, find_origin, &b);
    r->notes.kept++;
    if (!r->notes.line && b.origin)
        r->notes.line = wg_rewriting_instruction(r, b.origin - 1)->place.line;
}
