/* SPDX-License-Identifier: Apache-2.0 */
/* PTX has as many registers as it likes; the hardware needs as many as there are values alive at once. Live values are
 * found block by block, backwards, until nothing changes, and then counted at every instruction.
 *
 * ptxas does better and worse than this: it keeps parameters and constants where they are, so those are not counted,
 * and holds what all lanes share elsewhere; but it also unrolls loops and moves loads ahead of their uses, which lets
 * values live longer. Of the kernels of the ladders and of tests/recorded, 70 % come out in the unit of 8 registers
 * that ptxas gives them, 91 % at most one beside it. */
#include "ptx/pressure.h"

#include "ptx/forms.h"

#include <stdlib.h>
#include <string.h>

enum {
    ALWAYS = 8,      /* besides: with it half of 254 kernels need more and half less than ptxas 13.0 gives them */
    MOST_CALLS = 64, /* that are followed, so that none is followed for ever */
    MOST_REGISTERS = 255,
};

/* Of all sets of live values together; a larger function counts as nothing. */
static const uint64_t MOST_BITS = (uint64_t)1 << 32;

/* From `first` to before `last`; at most `count` ways on. */
typedef struct node {
    uint32_t first, last;
    uint32_t next[2], count;
    const wg_ptx_table *table; /* brx.idx: the ways on are here */
} node;

typedef struct flow {
    const wg_ptx_function *f;
    node *nodes;
    uint32_t node_count;
    uint32_t *node_at; /* of the instruction that begins one */
    uint8_t *weight;   /* of a register; 0: not counted */
    size_t words;      /* of a set */
    uint64_t *in, *now;
} flow;

/* ---- what an instruction does ---- */

typedef void visit_register(void *user, uint32_t reg);

static void visit(const wg_ptx_operand *o, visit_register *each, void *user)
{
    if (o->kind == WG_OPERAND_REG || (o->kind == WG_OPERAND_ADDRESS && o->base == WG_OPERAND_REG))
        each(user, o->reg);
    for (uint16_t k = 0; k < o->element_count; k++)
        visit(&o->elements[k], each, user);
}

/* The destination comes first where there is one. An address there is what is written through. */
static bool writes_first(const wg_ptx_instruction *i)
{
    wg_spelled spelled;
    if (!i->operand_count || i->operands[0].kind == WG_OPERAND_ADDRESS)
        return false;
    return !wg_form_match(i->spelling, &spelled) || wg_forms[spelled.form].operands[0] == '=';
}

static bool is_opcode(const wg_ptx_instruction *i, const char *opcode)
{
    size_t length = strlen(opcode);
    return !strncmp(i->spelling, opcode, length) && (i->spelling[length] == '.' || !i->spelling[length]);
}

/* ---- registers that cost nothing ---- */

/* Whether its value can be had again at no cost: a constant, a parameter, or another name for one. */
static bool is_free(const flow *w, const wg_ptx_instruction *i)
{
    if (i->operand_count != 2)
        return false;
    const wg_ptx_operand *from = &i->operands[1];
    if (!strncmp(i->spelling, "ld.param", 8))
        return from->kind == WG_OPERAND_ADDRESS && from->base != WG_OPERAND_REG;
    if (is_opcode(i, "mov"))
        return from->kind == WG_OPERAND_INT || from->kind == WG_OPERAND_FLOAT || from->kind == WG_OPERAND_VARIABLE;
    return is_opcode(i, "cvta") && from->kind == WG_OPERAND_REG && !w->weight[from->reg];
}

typedef struct definitions {
    flow *flow;
    bool is_free;
    uint8_t *seen; /* 1: all free so far; 2: not */
} definitions;

static void note_definition(void *user, uint32_t reg)
{
    definitions *d = user;
    d->seen[reg] |= d->is_free ? 1 : 2;
    if (d->seen[reg] == 1)
        d->flow->weight[reg] = 0;
}

static uint8_t weight_of(const wg_ptx_register *r)
{
    unsigned words = (wg_type_bits(r->type) + 31) / 32;
    return wg_type_kind_of(r->type) == WG_KIND_PRED ? 0 : (uint8_t)(words * (r->vector ? r->vector : 1));
}

static void weigh(flow *w)
{
    const wg_ptx_function *f = w->f;
    definitions d = {.flow = w, .seen = wg_alloc(f->register_count + 1)};
    for (uint32_t k = 0; k < f->register_count; k++)
        w->weight[k] = weight_of(&f->registers[k]);
    for (uint32_t k = 0; k < f->instruction_count; k++) {
        d.is_free = is_free(w, &f->instructions[k]);
        if (writes_first(&f->instructions[k]))
            visit(&f->instructions[k].operands[0], note_definition, &d);
    }
    for (uint32_t k = 0; k < f->register_count; k++)
        if (d.seen[k] & 2)
            w->weight[k] = weight_of(&f->registers[k]);
    free(d.seen);
}

/* ---- blocks ---- */

static bool ends_block(const wg_ptx_instruction *i)
{
    return is_opcode(i, "bra") || is_opcode(i, "brx") || is_opcode(i, "ret") || is_opcode(i, "exit") ||
           is_opcode(i, "trap");
}

static void link_node(flow *w, node *n)
{
    const wg_ptx_instruction *last = &w->f->instructions[n->last - 1];
    bool stays = !ends_block(last) || last->guarded;
    if (stays && n->last < w->f->instruction_count)
        n->next[n->count++] = w->node_at[n->last];
    for (uint16_t k = 0; ends_block(last) && k < last->operand_count; k++) {
        const wg_ptx_operand *o = &last->operands[k];
        uint32_t target = o->kind == WG_OPERAND_LABEL ? w->f->labels[o->index].instruction : UINT32_MAX;
        if (target < w->f->instruction_count && n->count < 2)
            n->next[n->count++] = w->node_at[target];
        if (o->kind == WG_OPERAND_TABLE)
            n->table = &w->f->tables[o->index];
    }
}

static void find_nodes(flow *w)
{
    const wg_ptx_function *f = w->f;
    bool *leads = wg_alloc(f->instruction_count + 1);
    leads[0] = true;
    for (uint32_t k = 0; k < f->label_count; k++)
        leads[f->labels[k].instruction] = true;
    for (uint32_t k = 0; k < f->instruction_count; k++)
        if (ends_block(&f->instructions[k]))
            leads[k + 1] = true;
    for (uint32_t k = 0; k < f->instruction_count; k++) {
        if (leads[k])
            w->nodes[w->node_count++].first = k;
        w->node_at[k] = w->node_count - 1;
        w->nodes[w->node_count - 1].last = k + 1;
    }
    free(leads);
    for (uint32_t k = 0; k < w->node_count; k++)
        link_node(w, &w->nodes[k]);
}

/* ---- what is alive ---- */

static void revive(void *user, uint32_t reg)
{
    ((flow *)user)->now[reg / 64] |= (uint64_t)1 << reg % 64;
}

static void kill_value(void *user, uint32_t reg)
{
    ((flow *)user)->now[reg / 64] &= ~((uint64_t)1 << reg % 64);
}

/* From after an instruction to before it. A guarded one may leave the old value. */
static void step_back(flow *w, const wg_ptx_instruction *i)
{
    bool writes = writes_first(i);
    if (writes && !i->guarded)
        visit(&i->operands[0], kill_value, w);
    for (uint16_t k = writes; k < i->operand_count; k++)
        visit(&i->operands[k], revive, w);
    if (i->guarded)
        revive(w, i->guard);
}

static void add_set(flow *w, uint32_t from)
{
    for (size_t k = 0; k < w->words; k++)
        w->now[k] |= w->in[from * w->words + k];
}

static void enter_from_behind(flow *w, const node *n)
{
    memset(w->now, 0, w->words * sizeof *w->now);
    for (uint32_t k = 0; k < n->count; k++)
        add_set(w, n->next[k]);
    for (uint32_t k = 0; n->table && k < n->table->label_count; k++)
        if (w->f->labels[n->table->labels[k]].instruction < w->f->instruction_count)
            add_set(w, w->node_at[w->f->labels[n->table->labels[k]].instruction]);
}

static void find_live(flow *w)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = w->node_count; k-- > 0;) {
            enter_from_behind(w, &w->nodes[k]);
            for (uint32_t i = w->nodes[k].last; i-- > w->nodes[k].first;)
                step_back(w, &w->f->instructions[i]);
            uint64_t *in = &w->in[k * w->words];
            if (memcmp(in, w->now, w->words * sizeof *in) != 0) {
                memcpy(in, w->now, w->words * sizeof *in);
                changed = true;
            }
        }
    }
}

static uint32_t weight_now(const flow *w)
{
    uint32_t sum = 0;
    for (size_t word = 0; word < w->words; word++)
        for (uint64_t bits = w->now[word]; bits; bits &= bits - 1)
            sum += w->weight[64 * word + (size_t)__builtin_ctzll(bits)];
    return sum;
}

/* ---- the most at once ---- */

static uint32_t pressure_of(const wg_ptx_function *f, int *calls);

/* What the function that an instruction calls needs besides; 0: it calls none that can be looked at. */
static uint32_t called(const wg_ptx_instruction *i, int *calls)
{
    uint32_t most = 0;
    for (uint16_t k = 0; is_opcode(i, "call") && k < i->operand_count; k++)
        if (i->operands[k].kind == WG_OPERAND_FUNCTION && i->operands[k].function->has_body && (*calls)++ < MOST_CALLS)
            most = pressure_of(i->operands[k].function, calls);
    return most;
}

static uint32_t find_most(flow *w, int *calls)
{
    uint32_t most = 0;
    for (uint32_t k = 0; k < w->node_count; k++) {
        enter_from_behind(w, &w->nodes[k]);
        for (uint32_t i = w->nodes[k].last; i-- > w->nodes[k].first;) {
            uint32_t after = weight_now(w) + called(&w->f->instructions[i], calls);
            most = after > most ? after : most;
            step_back(w, &w->f->instructions[i]);
        }
    }
    return most;
}

static uint32_t pressure_of(const wg_ptx_function *f, int *calls)
{
    flow w = {.f = f, .words = (f->register_count + 63) / 64 + 1};
    if (!f->instruction_count)
        return 0;
    w.nodes = wg_alloc(f->instruction_count * sizeof *w.nodes);
    w.node_at = wg_alloc(f->instruction_count * sizeof *w.node_at);
    w.weight = wg_alloc(f->register_count + 1);
    find_nodes(&w);
    uint32_t most = 0;
    if (w.node_count * (uint64_t)w.words * 64 <= MOST_BITS) {
        w.in = wg_alloc(w.node_count * w.words * sizeof *w.in);
        w.now = wg_alloc(w.words * sizeof *w.now);
        weigh(&w);
        find_live(&w);
        most = find_most(&w, calls);
    }
    free(w.nodes);
    free(w.node_at);
    free(w.weight);
    free(w.in);
    free(w.now);
    return most;
}

uint32_t wg_ptx_pressure(const wg_ptx_function *function)
{
    int calls = 0;
    uint32_t most = ALWAYS + pressure_of(function, &calls);
    uint32_t bound = function->maxnreg ? function->maxnreg : MOST_REGISTERS;
    return most < bound ? most : bound;
}
