/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/ablate.h"

#include "ptx/ablate_slice.h"
#include "ptx/ablate_text.h"

#include <string.h>

/* Something the compiler cannot know and that no launch has: a grid of 2^31 - 1 blocks. */
#define NEVER_BLOCKS "0x7fffffff"
/* What a value is compared with besides, so that it must be computed before it is known whether it is used. */
#define NEVER_VALUE "0x5a17c0de"

const char *wg_variant_name(wg_variant variant)
{
    static const char *const names[] = {[WG_VARIANT_FULL] = "full",
                                        [WG_VARIANT_MEMORY_ONLY] = "memory_only",
                                        [WG_VARIANT_COMPUTE_ONLY] = "compute_only",
                                        [WG_VARIANT_IDEAL_ACCESS] = "ideal_access",
                                        [WG_VARIANT_CONFLICT_FREE] = "conflict_free"};
    return names[variant];
}

typedef struct rewriting {
    const wg_ptx_function *f;
    const wg_ablation *how;
    wg_slice slice;
    wg_edits edits;
    wg_ablation_notes notes;
} rewriting;

static const wg_ptx_instruction *instruction(const rewriting *r, uint32_t index)
{
    return &r->f->instructions[index];
}

static const char *name_of(const rewriting *r, uint32_t reg)
{
    return r->f->registers[reg].name;
}

static unsigned bits_of(const rewriting *r, uint32_t reg)
{
    const wg_ptx_register *one = &r->f->registers[reg];
    return wg_type_kind_of(one->type) == WG_KIND_PRED ? 1 : wg_type_bits(one->type);
}

/* ---- pieces of PTX ---- */

static void add_guard(const rewriting *r, const wg_ptx_instruction *i, wg_text *out)
{
    if (i->guarded)
        wg_text_addf(out, "@%s%s ", i->guard_negated ? "!" : "", name_of(r, i->guard));
}

static void add_address(const rewriting *r, const wg_ptx_operand *o, wg_text *out)
{
    if (o->base == WG_OPERAND_REG)
        wg_text_addf(out, "[%s+%lld]", name_of(r, o->reg), (long long)o->offset);
    else if (o->base == WG_OPERAND_VARIABLE)
        wg_text_addf(out, "[%s+%lld]", o->variable->name, (long long)o->offset);
    else
        wg_text_addf(out, "[%lld]", (long long)o->offset);
}

/* Mixes a register of any type into one of 32 bits. */
static void add_fold(const rewriting *r, const char *into, uint32_t reg, wg_text *out)
{
    const char *name = name_of(r, reg);
    switch (bits_of(r, reg)) {
    case 1: wg_text_addf(out, "selp.u32 %%wg_u, 1, 0, %s; ", name); break;
    case 8: wg_text_addf(out, "cvt.u32.u8 %%wg_u, %s; ", name); break;
    case 16: wg_text_addf(out, "mov.b16 %%wg_h, %s; cvt.u32.u16 %%wg_u, %%wg_h; ", name); break;
    case 64: wg_text_addf(out, "mov.b64 {%%wg_u, %%wg_w}, %s; xor.b32 %s, %s, %%wg_w; ", name, into, into); break;
    default: wg_text_addf(out, "mov.b32 %%wg_u, %s; ", name); break;
    }
    wg_text_addf(out, "xor.b32 %s, %s, %%wg_u; ", into, into);
}

typedef struct folding {
    const rewriting *r;
    const char *into;
    wg_text *out;
    bool unsupported;
} folding;

static void fold_value(void *user, uint32_t value)
{
    folding *f = user;
    if (value >= f->r->f->register_count)
        return;
    if (bits_of(f->r, value) > 64 || f->r->f->registers[value].vector > 1)
        f->unsupported = true;
    else
        add_fold(f->r, f->into, value, f->out);
}

static void add_never_store(wg_text *out)
{
    wg_text_addf(out, "setp.eq.and.u32 %%wg_p, %%wg_x, " NEVER_VALUE ", %%wg_never; mov.b64 %%wg_a, {%%wg_x, %%wg_x}; "
                      "@%%wg_p st.global.u32 [%%wg_a], %%wg_x; ");
}

/* As many registers alive at once as the kernel had: none of it ever runs. Volatile accesses stay in their order. */
static void add_ballast(const rewriting *r, wg_text *out)
{
    uint32_t quads = r->how->ballast / 4;
    if (!quads)
        return;
    wg_text_addf(out, "\t.reg .b32 %%wg_b<%u>;\n\t@!%%wg_never bra $wg_begin;\n", 4 * quads);
    for (uint32_t k = 0; k < 4 * quads; k += 4)
        wg_text_addf(out, "\tld.volatile.global.v4.u32 {%%wg_b%u, %%wg_b%u, %%wg_b%u, %%wg_b%u}, [%%wg_a+%u];\n", k,
                     k + 1, k + 2, k + 3, 4 * k);
    for (uint32_t k = 0; k < 4 * quads; k += 4)
        wg_text_addf(out, "\tst.volatile.global.v4.u32 [%%wg_a+%u], {%%wg_b%u, %%wg_b%u, %%wg_b%u, %%wg_b%u};\n", 4 * k,
                     k, k + 1, k + 2, k + 3);
    wg_text_addf(out, "$wg_begin:\n");
}

static void add_prologue(rewriting *r)
{
    wg_text *out = &r->edits.begin;
    wg_text_addf(out, "\n\t.reg .pred %%wg_never, %%wg_p, %%wg_q;\n\t.reg .b16 %%wg_h;\n"
                      "\t.reg .b32 %%wg_lane, %%wg_m, %%wg_t, %%wg_u, %%wg_v, %%wg_w, %%wg_x;\n"
                      "\t.reg .b64 %%wg_a, %%wg_d;\n"
                      "\tmov.u32 %%wg_t, %%nctaid.x; setp.eq.u32 %%wg_never, %%wg_t, " NEVER_BLOCKS ";\n"
                      "\tmov.u32 %%wg_x, 0; mov.u32 %%wg_lane, %%laneid; cvt.u64.u32 %%wg_a, %%wg_t;\n");
    add_ballast(r, out);
    bool bounded = r->f->minnctapersm || r->f->maxnreg;
    if (r->how->most_registers && !bounded)
        wg_text_addf(&r->edits.header, ".maxnreg %u\n", r->how->most_registers);
}

/* ---- counting ---- */

static void note_change(rewriting *r)
{
    r->notes.changed++;
}

typedef struct blame {
    const rewriting *r;
    uint32_t origin;
} blame;

static void find_origin(void *user, uint32_t value)
{
    blame *b = user;
    if (!b->origin)
        b->origin = b->r->slice.needed[value];
}

static void note_kept(rewriting *r, uint32_t index)
{
    blame b = {.r = r};
    wg_slice_visit_writes(&r->slice, index, find_origin, &b);
    r->notes.kept++;
    if (!r->notes.line && b.origin)
        r->notes.line = instruction(r, b.origin - 1)->place.line;
}

/* ---- memory only ---- */

static void remove_instruction(rewriting *r, uint32_t index)
{
    r->edits.of[index].is_gone = true;
}

/* Straight to where all ways meet again; nothing between is wanted. */
static void skip_to_join(rewriting *r, uint32_t index)
{
    const wg_flow *flow = r->slice.flow;
    uint32_t join = flow->blocks[flow->block_of[index]].join;
    wg_edit *edit = &r->edits.of[index];
    edit->is_gone = true;
    if (join >= flow->count) {
        add_never_store(&edit->after);
        wg_text_addf(&edit->after, "ret;");
        return;
    }
    wg_text *label = &r->edits.of[flow->blocks[join].first].label;
    if (!label->length)
        wg_text_addf(label, "$wg_join_%u:\n\t", join);
    wg_text_addf(&edit->after, "bra $wg_join_%u;", join);
}

/* Some value at hand instead of the one that is not computed any more. */
static void store_anything(rewriting *r, uint32_t index)
{
    const wg_ptx_instruction *i = instruction(r, index);
    const wg_ablate_op *op = &r->slice.ops[index];
    wg_edit *edit = &r->edits.of[index];
    bool wide = op->element == 8;
    const wg_ptx_operand *value = &i->operands[op->value];
    uint16_t lanes = value->kind == WG_OPERAND_VECTOR ? value->element_count : 0;
    const char *hand = wide ? "%wg_d" : op->deed == WG_DEED_ATOMIC && op->element == 2 ? "%wg_h" : "%wg_x";
    edit->is_gone = true;
    if (wide)
        wg_text_addf(&edit->after, "mov.b64 %%wg_d, {%%wg_x, %%wg_x}; ");
    if (hand[4] == 'h')
        wg_text_addf(&edit->after, "cvt.u16.u32 %%wg_h, %%wg_x; ");
    add_guard(r, i, &edit->after);
    wg_text_addf(&edit->after, "%s ", i->spelling);
    if (op->dests)
        wg_text_addf(&edit->after, "%s, ",
                     i->operands[0].kind == WG_OPERAND_REG ? name_of(r, i->operands[0].reg) : "_");
    add_address(r, &i->operands[op->address], &edit->after);
    wg_text_addf(&edit->after, lanes ? ", {%s" : ", %s", hand);
    for (uint16_t k = 1; k < lanes; k++)
        wg_text_addf(&edit->after, ", %s", hand);
    wg_text_addf(&edit->after, lanes ? "};" : ";");
}

typedef struct search {
    uint32_t value;
    bool found;
} search;

static void compare_value(void *user, uint32_t value)
{
    search *s = user;
    s->found |= s->value == value;
}

static bool reads(const wg_slice *s, uint32_t index, uint32_t value)
{
    search one = {.value = value};
    wg_slice_visit_reads(s, index, compare_value, &one);
    return one.found;
}

/* Blocks that are still reached when branches without a purpose are gone. */
static bool *find_reached(rewriting *r)
{
    const wg_flow *flow = r->slice.flow;
    bool *reached = WG_NEW_ARRAY(&r->slice.arena, bool, flow->count + 1);
    uint32_t *stack = WG_NEW_ARRAY(&r->slice.arena, uint32_t, flow->count + 2), depth = 0;
    reached[0] = true;
    stack[depth++] = 0;
    while (depth) {
        const wg_flow_block *b = &flow->blocks[stack[--depth]];
        bool decided = b->next_count > 1 && !r->slice.live[b->last - 1];
        for (uint32_t k = 0; k < (decided ? 1 : b->next_count); k++) {
            uint32_t next = decided ? b->join : b->next[k];
            if (next < flow->count && !reached[next]) {
                reached[next] = true;
                stack[depth++] = next;
            }
        }
    }
    return reached;
}

typedef struct sinking {
    rewriting *r;
    const bool *reached;
    uint32_t load;
    wg_status status;
} sinking;

/* Whether what a value is read for is gone: then it is mixed into the one that is kept there, so that loads wait no
 * earlier than they did. */
static bool loses(const sinking *s, uint32_t index, uint32_t value)
{
    const wg_slice *slice = &s->r->slice;
    bool gone = s->r->edits.of[index].is_gone && s->reached[slice->flow->block_of[index]];
    return gone && reads(slice, index, value);
}

static void sink_value(void *user, uint32_t value)
{
    sinking *s = user;
    rewriting *r = s->r;
    bool used = false;
    if (value >= r->f->register_count || r->slice.needed[value])
        return;
    folding fold = {.r = r, .into = "%wg_x"};
    for (uint32_t step = 1; step <= r->f->instruction_count; step++) {
        uint32_t at = (s->load + step) % r->f->instruction_count;
        used |= reads(&r->slice, at, value);
        if (!loses(s, at, value))
            continue;
        fold.out = &r->edits.of[at].before;
        fold_value(&fold, value);
        used = false;
        break;
    }
    if (used) { /* only where the kernel does not come any more */
        fold.out = &r->edits.of[s->load].after;
        fold_value(&fold, value);
    }
    if (fold.unsupported)
        s->status = WG_ERR_UNSUPPORTED;
}

static bool delivers(const wg_ablate_op *op)
{
    return op->deed == WG_DEED_LOAD || op->deed == WG_DEED_FETCH || op->deed == WG_DEED_ATOMIC;
}

static void keep_access(rewriting *r, uint32_t index)
{
    const wg_ablate_op *op = &r->slice.ops[index];
    bool stores = op->deed == WG_DEED_STORE || op->deed == WG_DEED_ATOMIC;
    bool true_value = wg_op_touches(op, r->slice.cells) || !op->is_simple || wg_slice_writes_needed(&r->slice, index);
    if (stores && true_value)
        note_kept(r, index);
    else if (stores)
        store_anything(r, index);
}

static wg_status keep_memory(rewriting *r, wg_error *err)
{
    wg_slice_accesses(&r->slice);
    for (uint32_t k = 0; k < r->f->instruction_count; k++) {
        const wg_ablate_op *op = &r->slice.ops[k];
        const wg_ptx_instruction *i = instruction(r, k);
        if (r->slice.live[k])
            keep_access(r, k);
        else if (op->deed == WG_DEED_JUMP && !i->guarded && wg_flow_is_opcode(i, "bra"))
            continue;
        else if (op->deed == WG_DEED_END && !i->guarded)
            add_never_store(&r->edits.of[k].before);
        else if (op->deed == WG_DEED_JUMP || op->deed == WG_DEED_END)
            skip_to_join(r, k);
        else
            remove_instruction(r, k);
        if (!r->slice.live[k])
            note_change(r);
    }
    sinking s = {.r = r, .reached = find_reached(r)};
    for (uint32_t k = 0; k < r->f->instruction_count; k++)
        if (r->slice.live[k] && delivers(&r->slice.ops[k])) {
            s.load = k;
            wg_slice_visit_writes(&r->slice, k, sink_value, &s);
        }
    if (s.status != WG_OK)
        return wg_error_set(err, s.status, "not possible: the kernel loads values of more than 64 bits");
    return WG_OK;
}

/* ---- compute only ---- */

typedef struct inventing {
    rewriting *r;
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
    const char *name = name_of(v->r, value);
    uint32_t mixed = (v->seed += 0x9e3779b9u) >> 8;
    unsigned bits = bits_of(v->r, value);
    const uint32_t mask = bits == 64 ? 0x000ffffc : bits == 16 ? 0x000003fc : 0x007ffffc;
    const uint32_t exponent = bits == 64 ? 0x3fe00000 : bits == 16 ? 0x00003800 : 0x3f000000;
    wg_text_addf(v->out, "and.b32 %%wg_u, %%wg_t, 0x%x; xor.b32 %%wg_u, %%wg_u, 0x%x; ", mask,
                 exponent | (mixed & mask));
    if (bits == 16)
        wg_text_addf(v->out, "cvt.u16.u32 %%wg_h, %%wg_u; ");
    add_guard(v->r, v->i, v->out);
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
static void add_address_word(const rewriting *r, const wg_ptx_operand *o, wg_text *out)
{
    if (o->kind == WG_OPERAND_ADDRESS && o->base == WG_OPERAND_REG) {
        wg_text_addf(out, bits_of(r, o->reg) == 64 ? "cvt.u32.u64 %%wg_t, %s; " : "mov.b32 %%wg_t, %s; ",
                     name_of(r, o->reg));
        return;
    }
    if (o->kind == WG_OPERAND_ADDRESS && o->base == WG_OPERAND_VARIABLE) {
        wg_text_addf(out, "mov.u64 %%wg_d, %s; cvt.u32.u64 %%wg_t, %%wg_d; ", o->variable->name);
        return;
    }
    folding fold = {.r = r, .into = "%wg_t", .out = out};
    wg_text_addf(out, "mov.u32 %%wg_t, 0; ");
    for (uint16_t k = 0; k < o->element_count; k++) {
        const wg_ptx_operand *part = &o->elements[k];
        for (uint16_t e = 0; e < part->element_count; e++)
            if (part->elements[e].kind == WG_OPERAND_REG)
                fold_value(&fold, part->elements[e].reg);
        if (part->kind == WG_OPERAND_REG && k > 0)
            fold_value(&fold, part->reg);
    }
}

static wg_status invent_results(rewriting *r, uint32_t index)
{
    const wg_ptx_instruction *i = instruction(r, index);
    wg_text *out = &r->edits.of[index].before;
    inventing v = {.r = r, .i = i, .out = out, .seed = index * 0x85ebca6bu};
    add_address_word(r, &i->operands[r->slice.ops[index].address], out);
    wg_slice_visit_writes(&r->slice, index, invent, &v);
    return v.status;
}

/* Stored if all blocks there can be were there and the value was a certain one: never. */
static void store_never(rewriting *r, uint32_t index)
{
    const wg_ptx_instruction *i = instruction(r, index);
    wg_edit *edit = &r->edits.of[index];
    folding fold = {.r = r, .into = "%wg_v", .out = &edit->before};
    wg_text_addf(&edit->before, "mov.u32 %%wg_v, 0; ");
    for (uint16_t k = r->slice.ops[index].value; k < i->operand_count; k++) {
        const wg_ptx_operand *o = &i->operands[k];
        if (o->kind == WG_OPERAND_REG)
            fold_value(&fold, o->reg);
        for (uint16_t e = 0; e < o->element_count; e++)
            if (o->elements[e].kind == WG_OPERAND_REG)
                fold_value(&fold, o->elements[e].reg);
    }
    if (i->guarded)
        fold_value(&fold, i->guard);
    wg_text_addf(&edit->before, "setp.eq.and.u32 %%wg_p, %%wg_v, " NEVER_VALUE ", %%wg_never; ");
    if (!i->guarded) {
        wg_text_addf(&edit->before, "@%%wg_p ");
        return;
    }
    /* The guard it has is in the value already. */
    wg_text_addf(&edit->before, "@!%%wg_p bra $wg_never_%u; ", index);
    wg_text_addf(&edit->after, "\n$wg_never_%u:\n", index);
}

/* What would come from global memory, and go to shared memory, is invented. */
static void copy_invented(rewriting *r, uint32_t index)
{
    const wg_ptx_instruction *i = instruction(r, index);
    wg_edit *edit = &r->edits.of[index];
    uint64_t bytes = i->operands[2].bits;
    edit->is_gone = true;
    add_address_word(r, &i->operands[1], &edit->after);
    wg_text_addf(&edit->after, "and.b32 %%wg_u, %%wg_t, 0x7ffffc; or.b32 %%wg_u, %%wg_u, 0x3f000000; ");
    add_guard(r, i, &edit->after);
    wg_text_addf(&edit->after, "st.shared%s.b32 ", bytes == 16 ? ".v4" : bytes == 8 ? ".v2" : "");
    add_address(r, &i->operands[0], &edit->after);
    wg_text_addf(&edit->after, bytes == 16  ? ", {%%wg_u, %%wg_u, %%wg_u, %%wg_u};"
                               : bytes == 8 ? ", {%%wg_u, %%wg_u};"
                                            : ", %%wg_u;");
}

static wg_status leave_out(rewriting *r, uint32_t index)
{
    const wg_ablate_op *op = &r->slice.ops[index];
    wg_status status = WG_OK;
    note_change(r);
    switch (op->deed) {
    case WG_DEED_LOAD:
    case WG_DEED_FETCH:
        status = invent_results(r, index);
        remove_instruction(r, index);
        break;
    case WG_DEED_ATOMIC:
        if (op->dests)
            status = invent_results(r, index);
        store_never(r, index);
        break;
    case WG_DEED_COPY: copy_invented(r, index); break;
    case WG_DEED_HINT: remove_instruction(r, index); break;
    default: store_never(r, index); break;
    }
    return status;
}

/* An access whose space is known only at run time, and which may be near or far. */
static bool is_unclear(const wg_ablate_op *op)
{
    return op->is_generic && wg_op_touches(op, WG_STEERING_SHARED | WG_STEERING_LOCAL) &&
           wg_op_touches(op, WG_STEERING_GLOBAL);
}

static wg_status keep_arithmetic(rewriting *r, wg_error *err)
{
    wg_slice_truth(&r->slice, false);
    for (uint32_t k = 0; k < r->f->instruction_count; k++) {
        const wg_ablate_op *op = &r->slice.ops[k];
        bool far = wg_op_touches(op, WG_STEERING_GLOBAL) || op->deed == WG_DEED_FETCH || op->deed == WG_DEED_PUT;
        if (!far || op->deed == WG_DEED_CALL)
            continue;
        if (is_unclear(op))
            return wg_error_set(err, WG_ERR_UNSUPPORTED,
                                "not possible: whether %s at line %u of the PTX goes to global memory is not known",
                                instruction(r, k)->spelling, instruction(r, k)->place.line);
        if (r->slice.live[k])
            note_kept(r, k);
        else if (leave_out(r, k) != WG_OK)
            return wg_error_set(err, WG_ERR_UNSUPPORTED, "not possible: the type of %s at line %u of the PTX",
                                instruction(r, k)->spelling, instruction(r, k)->place.line);
    }
    return WG_OK;
}

/* ---- ideal addresses ---- */

static bool is_listed(const wg_ablation *how, uint32_t line)
{
    bool listed = !how->lines;
    for (size_t k = 0; k < how->line_count; k++)
        listed |= how->lines[k] == line;
    return listed;
}

static unsigned log2_of(uint32_t width)
{
    return (unsigned)__builtin_ctz(width);
}

/* An instruction's operands, with the address in another register. */
static void add_with_address(rewriting *r, uint32_t index, const char *address, wg_text *out)
{
    const wg_ptx_instruction *i = instruction(r, index);
    const wg_ablate_op *op = &r->slice.ops[index];
    wg_text_addf(out, "%s ", i->spelling);
    for (uint16_t k = 0; k < i->operand_count; k++) {
        const wg_ptx_operand *o = &i->operands[k];
        wg_text_addf(out, k ? ", " : "");
        if (k == op->address)
            wg_text_addf(out, "[%s]", address);
        else if (o->kind == WG_OPERAND_ADDRESS)
            add_address(r, o, out);
        else if (o->kind == WG_OPERAND_INT)
            wg_text_addf(out, "%lld", (long long)o->bits);
        else if (o->kind == WG_OPERAND_FLOAT)
            wg_text_addf(out, o->is_f32 ? "0f%08llx" : "0d%016llx", (unsigned long long)o->bits);
        else if (o->kind == WG_OPERAND_REG)
            wg_text_addf(out, "%s", name_of(r, o->reg));
        else
            for (uint16_t e = 0; e < o->element_count; e++) {
                const wg_ptx_operand *part = &o->elements[e];
                wg_text_addf(out, "%s%s%s", e ? ", " : "{", part->kind == WG_OPERAND_REG ? name_of(r, part->reg) : "_",
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

/* The lanes of a warp that come here take neighbouring words of one of the lines they touch. Which of them says the
 * first lane's place between two lanes: accesses that lie in the gaps of one another (columns of a matrix, members of a
 * structure) share out the lines they touch together, so that everything is still read or written once. With a gap of
 * 2^b words, of 32 at most, place p of the first lane makes it the line of lane p * 2^(5-b). */
static void make_coalesced(rewriting *r, uint32_t index)
{
    const wg_ptx_instruction *i = instruction(r, index);
    const wg_ablate_op *op = &r->slice.ops[index];
    wg_edit *edit = &r->edits.of[index];
    wg_text *out = &edit->after;
    const wg_ptx_operand *address = &i->operands[op->address];
    uint32_t line = 32 * op->width < 128 ? 32 * op->width : 128;
    edit->is_gone = true;
    if (i->guarded)
        wg_text_addf(out, "@%s%s bra $wg_ideal_%u; ", i->guard_negated ? "" : "!", name_of(r, i->guard), index);
    wg_text_addf(out, "add.s64 %%wg_a, %s, %lld; mov.b64 {%%wg_v, %%wg_w}, %%wg_a; activemask.b32 %%wg_m; ",
                 name_of(r, address->reg), (long long)address->offset);
    wg_text_addf(out, "brev.b32 %%wg_u, %%wg_m; clz.b32 %%wg_u, %%wg_u; "
                      "shfl.sync.idx.b32 %%wg_t, %%wg_v, %%wg_u, 31, %%wg_m; ");
    wg_text_addf(out, "add.u32 %%wg_x, %%wg_u, 1; shfl.sync.idx.b32 %%wg_x, %%wg_v, %%wg_x, 31, %%wg_m; "
                      "sub.u32 %%wg_x, %%wg_x, %%wg_t; abs.s32 %%wg_x, %%wg_x; ");
    wg_text_addf(out, "shr.u32 %%wg_t, %%wg_t, %u; shr.u32 %%wg_x, %%wg_x, %u; ", log2_of(op->width),
                 log2_of(op->width));
    /* clz of the gap - 1 is 32 - b: shifted up by that and down by 27, b bits of the place are left, where they are
     * wanted. */
    wg_text_addf(out, "max.u32 %%wg_x, %%wg_x, 1; min.u32 %%wg_x, %%wg_x, 32; sub.u32 %%wg_x, %%wg_x, 1; "
                      "clz.b32 %%wg_x, %%wg_x; shl.b32 %%wg_t, %%wg_t, %%wg_x; shr.u32 %%wg_t, %%wg_t, 27; ");
    wg_text_addf(out, "shr.u32 %%wg_x, %%wg_m, %%wg_t; and.b32 %%wg_x, %%wg_x, 1; setp.eq.u32 %%wg_q, %%wg_x, 0; "
                      "selp.b32 %%wg_t, %%wg_u, %%wg_t, %%wg_q; ");
    wg_text_addf(out, "shfl.sync.idx.b32 %%wg_v, %%wg_v, %%wg_t, 31, %%wg_m; "
                      "shfl.sync.idx.b32 %%wg_w, %%wg_w, %%wg_t, 31, %%wg_m; ");
    wg_text_addf(out, "and.b32 %%wg_v, %%wg_v, 0x%x; mov.b64 %%wg_a, {%%wg_v, %%wg_w}; ", ~(line - 1));
    wg_text_addf(out, "mov.u32 %%wg_t, %%lanemask_lt; and.b32 %%wg_t, %%wg_t, %%wg_m; popc.b32 %%wg_t, %%wg_t; ");
    wg_text_addf(out, "mul.wide.u32 %%wg_d, %%wg_t, %u; add.s64 %%wg_a, %%wg_a, %%wg_d; ", op->width);
    add_with_address(r, index, "%wg_a", out);
    if (i->guarded)
        wg_text_addf(out, "\n$wg_ideal_%u:\n", index);
}

/* A lane stays in the rows of banks it goes to and takes the bank of its number. */
static void make_conflict_free(rewriting *r, uint32_t index)
{
    const wg_ptx_instruction *i = instruction(r, index);
    const wg_ablate_op *op = &r->slice.ops[index];
    wg_edit *edit = &r->edits.of[index];
    wg_text *out = &edit->after;
    const wg_ptx_operand *address = &i->operands[op->address];
    edit->is_gone = true;
    if (address->base == WG_OPERAND_REG)
        wg_text_addf(out, bits_of(r, address->reg) == 64 ? "cvt.u32.u64 %%wg_t, %s; " : "mov.b32 %%wg_t, %s; ",
                     name_of(r, address->reg));
    else if (address->base == WG_OPERAND_VARIABLE)
        wg_text_addf(out, "mov.u32 %%wg_t, %s; ", address->variable->name);
    else
        wg_text_addf(out, "mov.u32 %%wg_t, 0; ");
    if (address->offset)
        wg_text_addf(out, "add.s32 %%wg_t, %%wg_t, %lld; ", (long long)address->offset);
    wg_text_addf(out, "and.b32 %%wg_t, %%wg_t, 0x%x; shl.b32 %%wg_u, %%wg_lane, %u; or.b32 %%wg_t, %%wg_t, %%wg_u; ",
                 ~(32 * op->width - 1), log2_of(op->width));
    add_guard(r, i, out);
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

static void make_ideal(rewriting *r, uint64_t where, void (*change)(rewriting *, uint32_t))
{
    wg_slice_truth(&r->slice, true);
    for (uint32_t k = 0; k < r->f->instruction_count; k++) {
        const wg_ablate_op *op = &r->slice.ops[k];
        const wg_ptx_instruction *i = instruction(r, k);
        if (!moves_data(op) || !wg_op_touches(op, where) || !is_listed(r->how, i->place.line))
            continue;
        const wg_ptx_operand *address = &i->operands[op->address];
        bool own_buffer = address->base == WG_OPERAND_REG && !(op->cells & ~where);
        bool movable = where == WG_STEERING_SHARED ? !op->is_generic : own_buffer && op->cells != where;
        if (r->slice.live[k] || !movable || !is_power_of_two(op->width) || !is_writable(i)) {
            note_kept(r, k);
            continue;
        }
        note_change(r);
        change(r, k);
    }
}

/* ---- the whole ---- */

static uint32_t count_fetches(const wg_slice *s)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < s->f->instruction_count; k++)
        count += s->ops[k].deed == WG_DEED_FETCH || s->ops[k].deed == WG_DEED_PUT;
    return count;
}

static wg_status rewrite(rewriting *r, wg_error *err)
{
    switch (r->how->variant) {
    case WG_VARIANT_MEMORY_ONLY: return keep_memory(r, err);
    case WG_VARIANT_COMPUTE_ONLY: return keep_arithmetic(r, err);
    case WG_VARIANT_IDEAL_ACCESS: make_ideal(r, WG_STEERING_GLOBAL, make_coalesced); return WG_OK;
    case WG_VARIANT_CONFLICT_FREE: make_ideal(r, WG_STEERING_SHARED, make_conflict_free); return WG_OK;
    default: return WG_OK;
    }
}

wg_status wg_ablate(const wg_ptx_module *module, const wg_ptx_function *kernel, const char *text, size_t length,
                    const wg_ablation *how, wg_text *out, wg_error *err)
{
    rewriting r = {.f = kernel, .how = how};
    if (how->variant == WG_VARIANT_FULL || !kernel->instruction_count) {
        wg_text_add(out, text, length);
        return WG_OK;
    }
    if (module->address_bits != 64)
        return wg_error_set(err, WG_ERR_UNSUPPORTED, "not possible: the PTX has addresses of %u bits",
                            module->address_bits);
    wg_status status = wg_slice_open(&r.slice, kernel, how->steering, err);
    wg_edits_begin(&r.edits, kernel);
    if (status == WG_OK) {
        add_prologue(&r);
        status = rewrite(&r, err);
    }
    if (status == WG_OK)
        wg_edits_apply(&r.edits, kernel, text, length, out);
    if (how->notes) {
        how->notes->steering |= r.slice.cells;
        how->notes->changed += r.notes.changed;
        how->notes->kept += r.notes.kept;
        how->notes->fetches += count_fetches(&r.slice);
        how->notes->line = how->notes->line ? how->notes->line : r.notes.line;
    }
    wg_edits_free(&r.edits);
    wg_slice_close(&r.slice);
    return status;
}
