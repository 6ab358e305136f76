/* SPDX-License-Identifier: Apache-2.0 */
/* Memory only: what the addresses and the order of accesses depend on stays, values are whatever is at hand. */
#include "ptx/ablate_rewrite.h"

/* Straight to where all ways meet again; nothing between is wanted. */
static void skip_to_join(wg_rewriting *r, uint32_t index)
{
    const wg_flow *flow = r->slice.flow;
    uint32_t join = flow->blocks[flow->block_of[index]].join;
    wg_edit *edit = &r->edits.of[index];
    edit->is_gone = true;
    if (join >= flow->count) {
        wg_rewriting_add_never_store(&edit->after);
        wg_text_addf(&edit->after, "ret;");
        return;
    }
    wg_text *label = &r->edits.of[flow->blocks[join].first].label;
    if (!label->length)
        wg_text_addf(label, "$wg_join_%u:\n\t", join);
    wg_text_addf(&edit->after, "bra $wg_join_%u;", join);
}

/* Some value at hand instead of the one that is not computed any more. */
static void store_anything(wg_rewriting *r, uint32_t index)
{
    const wg_ptx_instruction *i = wg_rewriting_instruction(r, index);
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
    wg_rewriting_add_guard(r, i, &edit->after);
    wg_text_addf(&edit->after, "%s ", i->spelling);
    if (op->dests)
        wg_text_addf(&edit->after, "%s, ",
                     i->operands[0].kind == WG_OPERAND_REG ? wg_rewriting_name(r, i->operands[0].reg) : "_");
    wg_rewriting_add_address(r, &i->operands[op->address], &edit->after);
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
static bool *find_reached(wg_rewriting *r)
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
    wg_rewriting *r;
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
    wg_rewriting *r = s->r;
    bool used = false;
    if (value >= r->f->register_count || r->slice.needed[value])
        return;
    wg_folding fold = {.r = r, .into = "%wg_x"};
    for (uint32_t step = 1; step <= r->f->instruction_count; step++) {
        uint32_t at = (s->load + step) % r->f->instruction_count;
        used |= reads(&r->slice, at, value);
        if (!loses(s, at, value))
            continue;
        fold.out = &r->edits.of[at].before;
        wg_folding_add(&fold, value);
        used = false;
        break;
    }
    if (used) { /* only where the kernel does not come any more */
        fold.out = &r->edits.of[s->load].after;
        wg_folding_add(&fold, value);
    }
    if (fold.unsupported)
        s->status = WG_ERR_UNSUPPORTED;
}

static bool delivers(const wg_ablate_op *op)
{
    return op->deed == WG_DEED_LOAD || op->deed == WG_DEED_FETCH || op->deed == WG_DEED_ATOMIC;
}

static void keep_access(wg_rewriting *r, uint32_t index)
{
    const wg_ablate_op *op = &r->slice.ops[index];
    bool stores = op->deed == WG_DEED_STORE || op->deed == WG_DEED_ATOMIC;
    bool true_value =
        wg_ablate_op_touches(op, r->slice.cells) || !op->is_simple || wg_slice_writes_needed(&r->slice, index);
    if (stores && true_value)
        wg_rewriting_note_kept(r, index);
    else if (stores)
        store_anything(r, index);
}

/* Where the values of loads were used, they still are, for nothing. */
static wg_status sink_loads(wg_rewriting *r, wg_error *err)
{
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

wg_status wg_rewriting_keep_memory(wg_rewriting *r, wg_error *err)
{
    wg_slice_accesses(&r->slice);
    for (uint32_t k = 0; k < r->f->instruction_count; k++) {
        const wg_ablate_op *op = &r->slice.ops[k];
        const wg_ptx_instruction *i = wg_rewriting_instruction(r, k);
        if (r->slice.live[k])
            keep_access(r, k);
        else if (op->deed == WG_DEED_JUMP && !i->guarded && wg_flow_is_opcode(i, "bra"))
            continue;
        else if (op->deed == WG_DEED_END && !i->guarded)
            wg_rewriting_add_never_store(&r->edits.of[k].before);
        else if (op->deed == WG_DEED_JUMP || op->deed == WG_DEED_END)
            skip_to_join(r, k);
        else
            r->edits.of[k].is_gone = true;
        if (!r->slice.live[k])
            r->notes.changed++;
    }
    return sink_loads(r, err);
}
