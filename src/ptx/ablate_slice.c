/* SPDX-License-Identifier: Apache-2.0 */
/* Slicing backwards, over registers wherever they are written: compilers of PTX give every value a register of its own,
 * so that little is lost by not following the flow. Memory is a handful of cells, one for each kernel parameter that
 * may be a pointer, one for shared and one for local memory: what is loaded from a cell may be whatever was stored to
 * it. */
#include "ptx/ablate_slice.h"

#include <string.h>

enum { MOST_PARAMS = 60, OTHER_GLOBAL = 61 };

/* ---- what an instruction does ---- */

typedef enum place { IN_GLOBAL, IN_SHARED, IN_LOCAL, IN_CONST, IN_ANY, AS_SPELLED, NOWHERE } place;

/* By the function that executes it. */
static const struct {
    const char *function;
    wg_deed deed;
    place place;
} DEEDS[] = {
    {"ld_global", WG_DEED_LOAD, IN_GLOBAL},
    {"ld_shared", WG_DEED_LOAD, IN_SHARED},
    {"ld_local", WG_DEED_LOAD, IN_LOCAL},
    {"ld_const", WG_DEED_LOAD, IN_CONST},
    {"ld_generic", WG_DEED_LOAD, IN_ANY},
    {"st_global", WG_DEED_STORE, IN_GLOBAL},
    {"st_shared", WG_DEED_STORE, IN_SHARED},
    {"st_local", WG_DEED_STORE, IN_LOCAL},
    {"st_generic", WG_DEED_STORE, IN_ANY},
    {"atom", WG_DEED_ATOMIC, AS_SPELLED},
    {"red", WG_DEED_ATOMIC, AS_SPELLED},
    {"cp_async", WG_DEED_COPY, IN_GLOBAL},
    {"wmma_load_a", WG_DEED_LOAD, AS_SPELLED},
    {"wmma_load_b", WG_DEED_LOAD, AS_SPELLED},
    {"wmma_load_c", WG_DEED_LOAD, AS_SPELLED},
    {"wmma_load_a_generic", WG_DEED_LOAD, IN_ANY},
    {"wmma_load_b_generic", WG_DEED_LOAD, IN_ANY},
    {"wmma_load_c_generic", WG_DEED_LOAD, IN_ANY},
    {"wmma_store", WG_DEED_STORE, AS_SPELLED},
    {"wmma_store_generic", WG_DEED_STORE, IN_ANY},
    {"ldmatrix", WG_DEED_LOAD, AS_SPELLED},
    {"ldmatrix_generic", WG_DEED_LOAD, IN_ANY},
    {"stmatrix", WG_DEED_STORE, AS_SPELLED},
    {"stmatrix_generic", WG_DEED_STORE, IN_ANY},
    {"txq", WG_DEED_PLAIN, NOWHERE},
};

static place place_spelled(const wg_spelled *spelled)
{
    switch (spelled->field[WG_FIELD_SPACE]) {
    case WG_MOD_GLOBAL: return IN_GLOBAL;
    case WG_MOD_LOCAL: return IN_LOCAL;
    case WG_MOD_CONST: return IN_CONST;
    case WG_MOD_NONE: return IN_ANY;
    default: return IN_SHARED;
    }
}

static wg_deed deed_of(const wg_ptx_instruction *i, const wg_form *form, place *where)
{
    *where = NOWHERE;
    for (size_t k = 0; k < sizeof DEEDS / sizeof *DEEDS; k++)
        if (!strcmp(form->function, DEEDS[k].function)) {
            *where = DEEDS[k].place;
            return DEEDS[k].deed;
        }
    bool has_address = i->operand_count && i->operands[0].kind == WG_OPERAND_ADDRESS;
    switch (form->class) {
    case WG_CLASS_TEXTURE: return form->operands[0] == '=' ? WG_DEED_FETCH : WG_DEED_PUT;
    case WG_CLASS_BARRIER: return WG_DEED_BARRIER;
    case WG_CLASS_FENCE:
        *where = has_address ? IN_GLOBAL : NOWHERE;
        return has_address ? WG_DEED_HINT : wg_flow_is_opcode(i, "bar.warp.sync") ? WG_DEED_BARRIER : WG_DEED_FENCE;
    case WG_CLASS_CONTROL:
        return wg_flow_is_jump(i)             ? WG_DEED_JUMP
               : wg_flow_is_end(i)            ? WG_DEED_END
               : wg_flow_is_opcode(i, "call") ? WG_DEED_CALL
                                              : WG_DEED_FENCE;
    default: return WG_DEED_PLAIN;
    }
}

static uint64_t cells_at(const wg_slice *s, place where, const wg_ptx_operand *address)
{
    static const uint64_t whole[] = {[IN_GLOBAL] = WG_STEERING_GLOBAL, [IN_SHARED] = WG_STEERING_SHARED,
                                     [IN_LOCAL] = WG_STEERING_LOCAL,   [IN_CONST] = 0,
                                     [IN_ANY] = WG_STEERING_ALL,       [NOWHERE] = 0};
    uint64_t known = address->base == WG_OPERAND_REG        ? s->roots[address->reg]
                     : address->base == WG_OPERAND_VARIABLE ? (uint64_t)1 << OTHER_GLOBAL
                                                            : 0;
    if (address->kind != WG_OPERAND_ADDRESS)
        known = 0;
    return known & whole[where] ? known & whole[where] : whole[where];
}

static uint32_t lanes_bytes(const wg_ptx_operand *value, uint32_t element)
{
    return element * (value->kind == WG_OPERAND_VECTOR ? value->element_count : 1);
}

/* Loads and stores of one type; others are wider or take parts of several registers. */
static void measure(const wg_ptx_instruction *i, const wg_spelled *spelled, const wg_form *form, wg_ablate_op *op)
{
    bool moves = !strncmp(form->function, "ld_", 3) || !strncmp(form->function, "st_", 3);
    bool reduces = op->deed == WG_DEED_ATOMIC && spelled->field[WG_FIELD_VEC] == WG_MOD_NONE &&
                   spelled->type_count == 1 && i->operand_count == (uint16_t)(op->dests + 2);
    op->element = (uint8_t)wg_type_bytes(spelled->type[0]);
    if (moves)
        op->width = lanes_bytes(&i->operands[op->deed == WG_DEED_STORE ? op->value : 0], op->element);
    if (op->deed == WG_DEED_COPY && i->operand_count == 3 && i->operands[2].kind == WG_OPERAND_INT)
        op->width = (uint32_t)i->operands[2].bits;
    if (!strncmp(form->function, "ldmatrix", 8))
        op->width = 16;
    op->is_simple = (reduces || (moves && i->operand_count == 2)) && op->element && op->element <= 8 &&
                    !(wg_type_kind_of(spelled->type[0]) == WG_KIND_PACKED && op->deed == WG_DEED_ATOMIC);
}

static wg_status look_at(wg_slice *s, uint32_t index, wg_error *err)
{
    const wg_ptx_instruction *i = &s->f->instructions[index];
    wg_ablate_op *op = &s->ops[index];
    wg_spelled spelled;
    place where;
    if (!wg_form_match(i->spelling, &spelled))
        return wg_error_set(err, WG_ERR_UNSUPPORTED, "not possible: what %s at line %u of the PTX does is not known",
                            i->spelling, i->place.line);
    const wg_form *form = &wg_forms[spelled.form];
    op->deed = deed_of(i, form, &where);
    op->is_warp = form->class == WG_CLASS_WARP;
    op->dests = form->operands[0] == '=' || !strcmp(form->function, "st_frame");
    op->address = op->deed == WG_DEED_COPY ? 1 : op->dests;
    op->value = (uint8_t)(op->address + 1);
    if (where == AS_SPELLED)
        where = place_spelled(&spelled);
    op->is_generic = where == IN_ANY;
    bool has_address = op->address < i->operand_count;
    op->cells = has_address ? cells_at(s, where, &i->operands[op->address]) : 0;
    measure(i, &spelled, form, op);
    if (op->deed == WG_DEED_STORE || op->deed == WG_DEED_ATOMIC)
        s->stored |= op->cells;
    if (op->deed == WG_DEED_COPY)
        s->stored |= WG_STEERING_SHARED;
    return WG_OK;
}

bool wg_ablate_op_touches(const wg_ablate_op *op, uint64_t cells)
{
    return (op->cells & cells) != 0;
}

/* ---- values: registers, and the .param variables between a call and its caller ---- */

static bool is_call_variable(const wg_slice *s, const wg_ptx_variable *v)
{
    return v && v->space == WG_SPACE_PARAM && v->index < s->f->variable_count && s->f->variables[v->index] == v;
}

static void visit(const wg_slice *s, const wg_ptx_operand *o, wg_visit_value *each, void *user)
{
    bool is_address = o->kind == WG_OPERAND_ADDRESS;
    if (o->kind == WG_OPERAND_REG || (is_address && o->base == WG_OPERAND_REG))
        each(user, o->reg);
    if ((o->kind == WG_OPERAND_VARIABLE || (is_address && o->base == WG_OPERAND_VARIABLE)) &&
        is_call_variable(s, o->variable))
        each(user, s->f->register_count + o->variable->index);
    for (uint16_t k = 0; k < o->element_count; k++)
        visit(s, &o->elements[k], each, user);
}

/* Of a call: what stands before the function is returned. */
static uint16_t first_read(const wg_slice *s, uint32_t index)
{
    const wg_ptx_instruction *i = &s->f->instructions[index];
    if (s->ops[index].deed != WG_DEED_CALL)
        return s->ops[index].dests;
    return i->operand_count && i->operands[0].kind == WG_OPERAND_LIST;
}

void wg_slice_visit_writes(const wg_slice *s, uint32_t index, wg_visit_value *each, void *user)
{
    if (first_read(s, index) && s->f->instructions[index].operand_count)
        visit(s, &s->f->instructions[index].operands[0], each, user);
}

void wg_slice_visit_reads(const wg_slice *s, uint32_t index, wg_visit_value *each, void *user)
{
    const wg_ptx_instruction *i = &s->f->instructions[index];
    for (uint16_t k = first_read(s, index); k < i->operand_count; k++)
        visit(s, &i->operands[k], each, user);
}

/* ---- what a value may be an address of ---- */

typedef struct gathering {
    wg_slice *s;
    uint64_t roots;
    bool changed;
} gathering;

static void gather(void *user, uint32_t value)
{
    gathering *g = user;
    g->roots |= g->s->roots[value];
}

static void spread(void *user, uint32_t value)
{
    gathering *g = user;
    uint64_t *roots = &g->s->roots[value];
    g->changed |= (*roots | g->roots) != *roots;
    *roots |= g->roots;
}

static uint64_t parameter_bit(uint32_t index)
{
    return (uint64_t)1 << (index < MOST_PARAMS ? index : MOST_PARAMS);
}

static uint64_t variable_bits(const wg_slice *s, const wg_ptx_variable *v)
{
    for (uint32_t k = 0; v->space == WG_SPACE_PARAM && k < s->f->param_count; k++)
        if (s->f->params[k].variable == v)
            return v->size >= 8 ? parameter_bit(k) : 0;
    return v->space == WG_SPACE_SHARED   ? WG_STEERING_SHARED
           : v->space == WG_SPACE_LOCAL  ? WG_STEERING_LOCAL
           : v->space == WG_SPACE_GLOBAL ? (uint64_t)1 << OTHER_GLOBAL
                                         : 0;
}

/* Pointers that come out of memory or of a function may lead anywhere. */
static uint64_t roots_made(wg_slice *s, uint32_t index)
{
    const wg_ptx_instruction *i = &s->f->instructions[index];
    const wg_ptx_operand *to = &i->operands[0];
    const wg_ptx_operand *one = to->element_count ? &to->elements[0] : to;
    gathering g = {.s = s};
    wg_deed deed = s->ops[index].deed;
    bool is_wide = one->kind == WG_OPERAND_REG && wg_type_bytes(s->f->registers[one->reg].type) >= 8 &&
                   wg_type_kind_of(s->f->registers[one->reg].type) != WG_KIND_FLOAT;
    if (deed == WG_DEED_CALL)
        return WG_STEERING_ALL;
    if (deed != WG_DEED_PLAIN)
        return is_wide ? WG_STEERING_ALL : 0;
    wg_slice_visit_reads(s, index, gather, &g);
    for (uint16_t k = s->ops[index].dests; k < i->operand_count; k++) {
        const wg_ptx_operand *o = &i->operands[k];
        if (o->kind == WG_OPERAND_VARIABLE || (o->kind == WG_OPERAND_ADDRESS && o->base == WG_OPERAND_VARIABLE))
            g.roots |= variable_bits(s, o->variable);
    }
    return g.roots;
}

static void find_roots(wg_slice *s)
{
    gathering g = {.s = s, .changed = true};
    while (g.changed) {
        g.changed = false;
        for (uint32_t k = 0; k < s->f->instruction_count; k++) {
            g.roots = s->f->instructions[k].operand_count ? roots_made(s, k) : 0;
            wg_slice_visit_writes(s, k, spread, &g);
        }
    }
}

/* ---- calls: a function may compute, and use the caller's local memory, no more ---- */

static bool is_harmless(const wg_ptx_function *f, bool with_local, int depth)
{
    if (!f || !f->has_body || depth > 16)
        return false;
    for (uint32_t k = 0; k < f->instruction_count; k++) {
        const wg_ptx_instruction *i = &f->instructions[k];
        wg_spelled spelled;
        place where;
        if (!wg_form_match(i->spelling, &spelled))
            return false;
        wg_deed deed = deed_of(i, &wg_forms[spelled.form], &where);
        if (deed == WG_DEED_CALL) {
            const wg_ptx_operand *o = &i->operands[i->operands[0].kind == WG_OPERAND_LIST];
            if (o->kind != WG_OPERAND_FUNCTION || !is_harmless(o->function, with_local, depth + 1))
                return false;
        } else if (deed == WG_DEED_LOAD || deed == WG_DEED_STORE) {
            if (where != IN_LOCAL && where != IN_CONST && !(where == IN_ANY && with_local))
                return false;
        } else if (deed != WG_DEED_PLAIN && deed != WG_DEED_JUMP && deed != WG_DEED_END) {
            return false;
        }
    }
    return true;
}

static wg_status check_call(wg_slice *s, uint32_t index, wg_error *err)
{
    const wg_ptx_instruction *i = &s->f->instructions[index];
    uint16_t which = first_read(s, index);
    const wg_ptx_function *callee =
        which < i->operand_count && i->operands[which].kind == WG_OPERAND_FUNCTION ? i->operands[which].function : NULL;
    gathering g = {.s = s};
    wg_slice_visit_reads(s, index, gather, &g);
    if (is_harmless(callee, !(g.roots & ~WG_STEERING_LOCAL), 0)) {
        s->ops[index].cells = g.roots & WG_STEERING_LOCAL;
        s->stored |= s->ops[index].cells;
        return WG_OK;
    }
    return wg_error_set(err, WG_ERR_UNSUPPORTED,
                        "not possible: line %u of the PTX calls a function that may do more than compute",
                        i->place.line);
}

/* ---- opening ---- */

wg_status wg_slice_open(wg_slice *s, const wg_ptx_function *f, uint64_t cells, wg_error *err)
{
    *s = (wg_slice){.f = f, .cells = cells, .value_count = f->register_count + f->variable_count};
    s->ops = WG_NEW_ARRAY(&s->arena, wg_ablate_op, f->instruction_count + 1);
    s->needed = WG_NEW_ARRAY(&s->arena, uint32_t, s->value_count + 1);
    s->roots = WG_NEW_ARRAY(&s->arena, uint64_t, s->value_count + 1);
    s->live = WG_NEW_ARRAY(&s->arena, bool, f->instruction_count + 1);
    s->flow = wg_flow_new(&s->arena, f);
    wg_status status = WG_OK;
    for (int round = 0; round < 2; round++) { /* what an access touches is known once the roots are */
        s->stored = 0;
        for (uint32_t k = 0; k < f->instruction_count && status == WG_OK; k++)
            status = look_at(s, k, err);
        if (status == WG_OK && round == 0)
            find_roots(s);
    }
    for (uint32_t k = 0; k < f->instruction_count && status == WG_OK; k++)
        if (s->ops[k].deed == WG_DEED_CALL)
            status = check_call(s, k, err);
    return status;
}

void wg_slice_close(wg_slice *s)
{
    wg_arena_free(&s->arena);
    *s = (wg_slice){0};
}

/* ---- asking for values ---- */

typedef struct asking {
    wg_slice *s;
    uint32_t origin;
    bool changed;
} asking;

static void ask(void *user, uint32_t value)
{
    asking *a = user;
    if (a->s->needed[value])
        return;
    a->s->needed[value] = a->origin;
    a->changed = true;
}

static void see_needed(void *user, uint32_t value)
{
    asking *a = user;
    if (!a->origin)
        a->origin = a->s->needed[value];
}

/* 1 + the instruction that asked for what this one writes; 0: nobody did. */
static uint32_t asked_by(const wg_slice *s, uint32_t index)
{
    asking a = {.s = (wg_slice *)s};
    wg_slice_visit_writes(s, index, see_needed, &a);
    return a.origin;
}

bool wg_slice_writes_needed(const wg_slice *s, uint32_t index)
{
    return asked_by(s, index) != 0;
}

/* What an instruction is asked to keep of itself. */
typedef struct demand {
    bool live, address, values, data; /* data: its cells must hold what they would */
} demand;

static void ask_operand(asking *a, uint32_t index, uint16_t operand)
{
    const wg_ptx_instruction *i = &a->s->f->instructions[index];
    if (operand < i->operand_count)
        visit(a->s, &i->operands[operand], ask, a);
}

static void apply(asking *a, uint32_t index, demand d)
{
    wg_slice *s = a->s;
    const wg_ptx_instruction *i = &s->f->instructions[index];
    const wg_ablate_op *op = &s->ops[index];
    uint32_t wanted = asked_by(s, index);
    a->origin = wanted ? wanted : index + 1;
    a->changed |= d.live && !s->live[index];
    s->live[index] |= d.live;
    if (d.data && (op->cells & ~s->cells)) {
        s->cells |= op->cells;
        a->changed = true;
    }
    if ((d.address || d.values) && i->guarded)
        ask(a, i->guard);
    if (d.address)
        ask_operand(a, index, op->address);
    if (d.values)
        wg_slice_visit_reads(s, index, ask, a);
}

/* ---- the two slices ---- */

static const uint64_t OFF_CHIP = WG_STEERING_GLOBAL | WG_STEERING_LOCAL;

static demand demand_access(const wg_slice *s, uint32_t index)
{
    const wg_ablate_op *op = &s->ops[index];
    bool wanted = wg_slice_writes_needed(s, index), fed = wg_ablate_op_touches(op, s->cells);
    bool off_chip = wg_ablate_op_touches(op, OFF_CHIP);
    switch (op->deed) {
    case WG_DEED_LOAD: {
        bool live = off_chip || wanted;
        return (demand){live, live, wanted || (live && !op->is_simple), wanted};
    }
    case WG_DEED_STORE: return (demand){off_chip || fed, off_chip || fed, fed || (off_chip && !op->is_simple), false};
    case WG_DEED_ATOMIC: {
        bool live = off_chip || wanted || fed;
        return (demand){live, live, wanted || fed || (live && !op->is_simple), wanted};
    }
    case WG_DEED_COPY: return (demand){true, true, true, (s->cells & WG_STEERING_SHARED) != 0};
    case WG_DEED_FETCH:
    case WG_DEED_PUT:
    case WG_DEED_HINT: return (demand){true, true, true, false};
    case WG_DEED_BARRIER: {
        bool live = wanted || (s->cells & s->stored);
        return (demand){live, false, live, false};
    }
    case WG_DEED_FENCE: return (demand){true, false, true, false};
    case WG_DEED_CALL: return (demand){wanted || fed, false, wanted || fed, fed};
    case WG_DEED_JUMP:
    case WG_DEED_END: return (demand){0}; /* as the blocks between them want it */
    default: return (demand){wanted, false, wanted, false};
    }
}

/* Branches that decide whether something live is reached are live. */
static void ask_branches(asking *a)
{
    wg_slice *s = a->s;
    bool *marked = WG_NEW_ARRAY(&s->arena, bool, s->flow->count + 1);
    for (uint32_t k = 0; k < s->f->instruction_count; k++)
        marked[s->flow->block_of[k]] |= s->live[k];
    for (uint32_t b = 0; b < s->flow->count; b++) {
        uint32_t last = s->flow->blocks[b].last - 1;
        bool live = s->live[last] || wg_flow_decides(s->flow, b, marked);
        bool branches = s->ops[last].deed == WG_DEED_JUMP || s->ops[last].deed == WG_DEED_END;
        if (branches)
            apply(a, last, (demand){live, false, live, false});
    }
}

void wg_slice_accesses(wg_slice *s)
{
    asking a = {.s = s, .changed = true};
    while (a.changed) {
        a.changed = false;
        for (uint32_t k = s->f->instruction_count; k-- > 0;)
            apply(&a, k, demand_access(s, k));
        if (!a.changed)
            ask_branches(&a);
    }
}

static demand demand_truth(const wg_slice *s, uint32_t index, bool global_addresses)
{
    const wg_ablate_op *op = &s->ops[index];
    bool wanted = wg_slice_writes_needed(s, index), fed = wg_ablate_op_touches(op, s->cells);
    bool near = !wg_ablate_op_touches(op, WG_STEERING_GLOBAL) || global_addresses;
    switch (op->deed) {
    case WG_DEED_LOAD: return (demand){wanted, near || wanted, wanted || (near && !op->is_simple), wanted};
    case WG_DEED_STORE: return (demand){fed, near || fed, fed, false};
    case WG_DEED_ATOMIC: return (demand){wanted || fed, near || wanted || fed, wanted || fed, wanted};
    case WG_DEED_COPY: {
        bool matters = (s->cells & WG_STEERING_SHARED) != 0;
        return (demand){matters, near || matters, true, matters}; /* where it goes in shared memory matters always */
    }
    case WG_DEED_FETCH: return (demand){wanted, false, wanted, false};
    case WG_DEED_HINT: return (demand){false, global_addresses, false, false};
    case WG_DEED_BARRIER:
    case WG_DEED_FENCE:
    case WG_DEED_JUMP:
    case WG_DEED_END: return (demand){true, false, true, false};
    case WG_DEED_CALL: return (demand){true, false, true, fed};
    default: return (demand){wanted, false, wanted, false};
    }
}

void wg_slice_truth(wg_slice *s, bool global_addresses)
{
    asking a = {.s = s, .changed = true};
    while (a.changed) {
        a.changed = false;
        for (uint32_t k = s->f->instruction_count; k-- > 0;) {
            const wg_ptx_instruction *i = &s->f->instructions[k];
            apply(&a, k, demand_truth(s, k, global_addresses));
            if (s->ops[k].is_warp && i->operand_count > 1)
                ask_operand(&a, k, (uint16_t)(i->operand_count - 1));
        }
    }
}
