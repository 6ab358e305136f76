/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/ablate_flow.h"

#include <string.h>

bool wg_flow_is_opcode(const wg_ptx_instruction *i, const char *opcode)
{
    size_t length = strlen(opcode);
    return !strncmp(i->spelling, opcode, length) && (i->spelling[length] == '.' || !i->spelling[length]);
}

bool wg_flow_is_jump(const wg_ptx_instruction *i)
{
    return wg_flow_is_opcode(i, "bra") || wg_flow_is_opcode(i, "brx");
}

bool wg_flow_is_end(const wg_ptx_instruction *i)
{
    return wg_flow_is_opcode(i, "ret") || wg_flow_is_opcode(i, "exit") || wg_flow_is_opcode(i, "trap");
}

/* ---- blocks ---- */

static void find_blocks(wg_flow *flow, wg_arena *arena, const wg_ptx_function *f)
{
    bool *leads = WG_NEW_ARRAY(arena, bool, f->instruction_count + 1);
    leads[0] = true;
    for (uint32_t k = 0; k < f->label_count; k++)
        leads[f->labels[k].instruction] = true;
    for (uint32_t k = 0; k < f->instruction_count; k++)
        if (wg_flow_is_jump(&f->instructions[k]) || wg_flow_is_end(&f->instructions[k]))
            leads[k + 1] = true;
    for (uint32_t k = 0; k < f->instruction_count; k++) {
        if (leads[k])
            flow->blocks[flow->count++].first = k;
        flow->block_of[k] = flow->count - 1;
        flow->blocks[flow->count - 1].last = k + 1;
    }
    flow->block_of[f->instruction_count] = flow->count;
}

static void link_blocks(wg_flow *flow, wg_arena *arena, const wg_ptx_function *f)
{
    for (uint32_t b = 0; b < flow->count; b++) {
        wg_flow_block *block = &flow->blocks[b];
        const wg_ptx_instruction *last = &f->instructions[block->last - 1];
        const wg_ptx_table *table = NULL;
        uint32_t target = WG_FLOW_NONE;
        for (uint16_t k = 0; wg_flow_is_jump(last) && k < last->operand_count; k++) {
            const wg_ptx_operand *o = &last->operands[k];
            if (o->kind == WG_OPERAND_LABEL)
                target = f->labels[o->index].instruction;
            if (o->kind == WG_OPERAND_TABLE)
                table = &f->tables[o->index];
        }
        block->next = WG_NEW_ARRAY(arena, uint32_t, 2 + (table ? table->label_count : 0));
        if (wg_flow_is_end(last))
            block->next[block->next_count++] = flow->count;
        else if (target != WG_FLOW_NONE)
            block->next[block->next_count++] = flow->block_of[target];
        for (uint32_t k = 0; table && k < table->label_count; k++)
            block->next[block->next_count++] = flow->block_of[f->labels[table->labels[k]].instruction];
        if (!block->next_count || last->guarded)
            block->next[block->next_count++] = flow->block_of[block->last];
    }
}

/* ---- where ways meet: immediate post-dominators, by walking up from both sides until they are the same ---- */

typedef struct walk {
    uint32_t *order;  /* blocks, each behind those that lead from it to the end */
    uint32_t *number; /* in that order; WG_FLOW_NONE: the end cannot be reached */
    uint32_t count;
} walk;

/* Whoever leads to a block of the order is in it, sooner or later: breadth first would do for reaching them, but the
 * order must be a depth-first one, so that most blocks come behind their successors. */
static void order_blocks(const wg_flow *flow, wg_arena *arena, walk *w)
{
    uint32_t all = flow->count + 1, edges = 0;
    uint32_t *first = WG_NEW_ARRAY(arena, uint32_t, all + 1), *stack = WG_NEW_ARRAY(arena, uint32_t, all);
    for (uint32_t b = 0; b < flow->count; b++)
        for (uint32_t k = 0; k < flow->blocks[b].next_count; k++, edges++)
            first[flow->blocks[b].next[k] + 1]++;
    for (uint32_t b = 0; b < all; b++)
        first[b + 1] += first[b];
    uint32_t *before = WG_NEW_ARRAY(arena, uint32_t, edges + 1), *at = WG_NEW_ARRAY(arena, uint32_t, all + 1);
    memcpy(at, first, (all + 1) * sizeof *at);
    for (uint32_t b = 0; b < flow->count; b++)
        for (uint32_t k = 0; k < flow->blocks[b].next_count; k++)
            before[at[flow->blocks[b].next[k]]++] = b;
    memcpy(at, first, (all + 1) * sizeof *at);
    bool *seen = WG_NEW_ARRAY(arena, bool, all);
    uint32_t depth = 0, done = all;
    stack[depth++] = flow->count;
    seen[flow->count] = true;
    while (depth) {
        uint32_t b = stack[depth - 1];
        if (at[b] == first[b + 1]) {
            w->order[--done] = b;
            depth--;
        } else if (!seen[before[at[b]++]]) {
            stack[depth] = before[at[b] - 1];
            seen[stack[depth++]] = true;
        }
    }
    w->count = all - done;
    memmove(w->order, w->order + done, w->count * sizeof *w->order);
    memset(w->number, 0xff, all * sizeof *w->number);
    for (uint32_t k = 0; k < w->count; k++)
        w->number[w->order[k]] = k;
}

static uint32_t meet(const wg_flow *flow, const walk *w, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (w->number[a] > w->number[b])
            a = flow->blocks[a].join;
        while (w->number[b] > w->number[a])
            b = flow->blocks[b].join;
    }
    return a;
}

static void find_joins(wg_flow *flow, wg_arena *arena)
{
    uint32_t all = flow->count + 1;
    walk w = {.order = WG_NEW_ARRAY(arena, uint32_t, all), .number = WG_NEW_ARRAY(arena, uint32_t, all)};
    order_blocks(flow, arena, &w);
    for (uint32_t b = 0; b < all; b++)
        flow->blocks[b].join = WG_FLOW_NONE;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 1; k < w.count; k++) {
            wg_flow_block *block = &flow->blocks[w.order[k]];
            uint32_t join = WG_FLOW_NONE;
            for (uint32_t n = 0; n < block->next_count; n++) {
                uint32_t next = block->next[n];
                if (next == flow->count || flow->blocks[next].join != WG_FLOW_NONE)
                    join = join == WG_FLOW_NONE ? next : meet(flow, &w, join, next);
            }
            changed |= join != block->join;
            block->join = join;
        }
    }
}

wg_flow *wg_flow_new(wg_arena *arena, const wg_ptx_function *f)
{
    wg_flow *flow = WG_NEW(arena, wg_flow);
    flow->blocks = WG_NEW_ARRAY(arena, wg_flow_block, f->instruction_count + 1); /* the end is one of them */
    flow->block_of = WG_NEW_ARRAY(arena, uint32_t, f->instruction_count + 1);
    find_blocks(flow, arena, f);
    link_blocks(flow, arena, f);
    find_joins(flow, arena);
    return flow;
}

bool wg_flow_decides(const wg_flow *flow, uint32_t block, const bool *marked)
{
    const wg_flow_block *b = &flow->blocks[block];
    if (b->next_count < 2)
        return false;
    if (b->join == WG_FLOW_NONE)
        return true;
    for (uint32_t k = 0; k < b->next_count; k++)
        for (uint32_t at = b->next[k]; at != b->join; at = flow->blocks[at].join) {
            if (at == WG_FLOW_NONE)
                return true;
            if (at < flow->count && marked[at])
                return true;
        }
    return false;
}
