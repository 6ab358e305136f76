/* SPDX-License-Identifier: Apache-2.0 */
/* Loops: what ptxas unrolls and what it moves out of them. */
#include "machine/builder.h"

#include "sim/rows.h"

/* What a loop counts with: add r, r, constant; or add s, r, constant and then mov r, s. */
static bool is_step(const wg_builder *b, const wg_insn *i)
{
    wg_role k = wg_role_of(b, i);
    if ((k != WG_ROLE_ADD && k != WG_ROLE_SUBTRACT) || !wg_adds_constant(i))
        return false;
    wg_slot from = i->op[1] >= 0 ? i->op[1] : i->op[2];
    const wg_vreg *value = wg_vreg_of(&b->v, i->op[0]);
    for (uint32_t u = 0; value && u < value->use_count; u++) {
        const wg_insn *reader = &b->program->insns[b->v.uses[value->use + u].insn];
        if (wg_role_of(b, reader) == WG_ROLE_MOVE && reader->op[0] == from)
            return true;
    }
    return i->op[0] == from;
}

static const wg_insn *step_of(const wg_builder *b, const wg_loop *loop, const wg_insn *i, int operand)
{
    const wg_vreg *value = i->length[operand] ? NULL : wg_vreg_of(&b->v, i->op[operand]);
    for (uint32_t n = b->program->blocks[loop->header].first; value && value->defs && n < b->v.end; n++) {
        const wg_insn *step = &b->program->insns[n];
        if (!wg_loop_has(loop, b->v.block_of[n - b->v.first]))
            break;
        if (is_step(b, step) && (step->op[0] == i->op[operand] || step->op[1] == i->op[operand]))
            return step;
    }
    return NULL;
}

typedef struct counting {
    const wg_insn *test, *step;
    int64_t rounds; /* 0: not known */
} counting;

/* What the counter holds before the loop, if that is a constant. */
static bool starts_with(const wg_builder *b, const wg_loop *loop, const wg_insn *step, int64_t *value)
{
    wg_slot counter = step->op[1] >= 0 ? step->op[1] : step->op[2];
    for (uint32_t n = b->program->blocks[loop->header].first; n-- > b->v.first;) {
        const wg_insn *i = &b->program->insns[n];
        if (!wg_insn_writes(i, counter))
            continue;
        if (wg_role_of(b, i) != WG_ROLE_MOVE || !wg_is_constant(i, 1))
            return false;
        *value = (int32_t)wg_constant_operand(b, i, 1);
        return true;
    }
    return false;
}

static int64_t rounds_of(const wg_builder *b, const wg_loop *loop, const wg_insn *test, const wg_insn *step, int bound)
{
    int64_t first;
    if (!wg_is_constant(test, bound) || step->size[0] != 4 || !starts_with(b, loop, step, &first))
        return 0;
    int64_t by = (int32_t)wg_constant_operand(b, step, wg_is_constant(step, 1) ? 1 : 2);
    int64_t distance = (int32_t)wg_constant_operand(b, test, bound) - first;
    return by ? (distance + by - (by > 0 ? 1 : -1)) / by : 0;
}

/* How a loop counts: it ends when a step is compared with something that does not change. */
static counting counting_of(const wg_builder *b, const wg_loop *loop)
{
    const wg_basic_block *latch = &b->program->blocks[loop->latch];
    const wg_vreg *guard = latch->end == WG_END_BRANCH ? wg_vreg_of(&b->v, latch->last->guard) : NULL;
    const wg_insn *test = guard && guard->defs == 1 ? &b->program->insns[guard->def] : NULL;
    if (!test || wg_role_of(b, test) != WG_ROLE_COMPARE)
        return (counting){0};
    for (int k = 2; k <= 3; k++) {
        const wg_insn *step = wg_is_constant(test, k) ? NULL : step_of(b, loop, test, k);
        if (step && wg_loop_keeps(&b->v, loop, test, 5 - k))
            return (counting){test, step, rounds_of(b, loop, test, step, 5 - k)};
    }
    return (counting){0};
}

/* The address p + q of a step p and something that stays: the next rounds have it at an offset. */
static bool follows_step(const wg_builder *b, const wg_loop *loop, const wg_insn *i)
{
    const wg_vreg *value = wg_role_of(b, i) == WG_ROLE_ADD ? wg_vreg_of(&b->v, i->op[0]) : NULL;
    bool follows = value && ((step_of(b, loop, i, 1) && wg_loop_keeps(&b->v, loop, i, 2)) ||
                             (step_of(b, loop, i, 2) && wg_loop_keeps(&b->v, loop, i, 1)));
    if (!follows || value->defs != 1)
        return false;
    for (uint32_t u = 0; u < value->use_count; u++) {
        const wg_use *use = &b->v.uses[value->use + u];
        const wg_insn *reader = &b->program->insns[use->insn];
        if (wg_role_of(b, reader) != WG_ROLE_MEMORY || use->operand != reader->destinations)
            return false;
    }
    return true;
}

static float size_of(const wg_builder *b, const wg_loop *loop)
{
    const wg_basic_block *header = &b->program->blocks[loop->header], *latch = &b->program->blocks[loop->latch];
    float size = 0;
    for (uint32_t n = header->first; n < latch->first + latch->cost; n++)
        size += wg_issues(&b->out[n]);
    return size;
}

/* How many rounds share what is done once for them; 0: it is not unrolled. */
static float unrolled_rounds(const wg_unrolling *u, const counting *c, float size, bool *is_whole)
{
    *is_whole = c->rounds > 0 && (float)c->rounds <= u->whole_rounds && (float)c->rounds * size <= u->whole;
    if (!c->test || (!*is_whole && size > u->instructions))
        return 0;
    return c->rounds <= 0 ? u->rounds : *is_whole ? u->whole_rounds : u->partly;
}

/* ptxas unrolls a counting loop with one way through: all of it where the number of rounds is known and that is not too
 * much, by four where not. What counts, the test and the jump are then done once for all those rounds. */
void wg_unroll(wg_builder *b, const wg_loop *loop)
{
    const wg_unrolling *u = b->target->unrolling;
    counting c = loop->is_straight && loop->may_unroll ? counting_of(b, loop) : (counting){0};
    bool is_whole;
    float times = unrolled_rounds(u, &c, size_of(b, loop), &is_whole);
    if (times == 0)
        return;
    const wg_basic_block *header = &b->program->blocks[loop->header], *latch = &b->program->blocks[loop->latch];
    for (uint32_t n = header->first; n < latch->first + latch->cost; n++) {
        const wg_insn *i = &b->program->insns[n];
        if (is_step(b, i) || n == c.test->index || n == latch->last->index || follows_step(b, loop, i))
            wg_scale(&b->out[n], 1 / times);
        if (is_whole && wg_insn_is_load_from(i, WG_SPACE_CONST) && step_of(b, loop, i, 1))
            WG_EXPAND(&b->out[n], WG_ON(NONE, 0.5f));
    }
    if (c.rounds > 0)
        return;
    b->out[loop->before].on[WG_PIPE_ALU] += u->entry_alu;
    b->out[loop->before].on[WG_PIPE_NONE] += u->entry_unpiped;
}

static bool is_pure(const wg_builder *b, const wg_insn *i)
{
    static const uint32_t IMPURE = WG_BIT(MEMORY) | WG_BIT(BRANCH) | WG_BIT(FLOW);
    return !(wg_has_role(b, i, IMPURE)) && i->class != WG_CLASS_TEXTURE && i->class != WG_CLASS_WARP &&
           i->class != WG_CLASS_BARRIER && i->class != WG_CLASS_FENCE && i->class != WG_CLASS_TENSOR;
}

/* An address is asked for where it is needed; not at all in rounds that do not go there. */
static bool stays_in(const wg_builder *b, const wg_loop *loop, const wg_insn *i)
{
    const wg_ptx_operand *from = i->source->operand_count > 1 ? &i->source->operands[1] : NULL;
    return wg_role_of(b, i) == WG_ROLE_MOVE && from && from->kind == WG_OPERAND_VARIABLE && !loop->is_straight &&
           b->v.block_of[i->index - b->v.first] != loop->header;
}

/* What does not change from round to round is computed before the loop. */
void wg_hoist(wg_builder *b, const wg_insn *i)
{
    uint32_t loop = b->loops.loop_of[b->v.block_of[i->index - b->v.first] - b->v.first_block];
    const wg_vreg *value = i->destinations == 1 && !i->length[0] ? wg_vreg_of(&b->v, i->op[0]) : NULL;
    if (!value || value->defs != 1 || i->guard != WG_SLOT_NONE || !is_pure(b, i))
        return;
    for (; loop != WG_NO_LOOP; loop = b->loops.loops[loop].parent) {
        const wg_loop *l = &b->loops.loops[loop];
        if (stays_in(b, l, i))
            return;
        for (int k = 1; k < WG_MAX_OPERANDS; k++) {
            const wg_insn *from = i->length[k] ? NULL : wg_definition(&b->v, i, k);
            bool was_hoisted = from && !wg_loop_has(l, b->v.block_of[b->out[from->index].issues_with - b->v.first]);
            if (!was_hoisted && !wg_loop_keeps(&b->v, l, i, k))
                return;
        }
        b->out[i->index].issues_with = l->before;
    }
}

/* Where an instruction before the loops around it stands. */
uint32_t wg_hoist_point(const wg_builder *b, uint32_t insn, uint32_t not_before)
{
    uint32_t loop = b->loops.loop_of[b->v.block_of[insn - b->v.first] - b->v.first_block];
    for (; loop != WG_NO_LOOP; loop = b->loops.loops[loop].parent)
        if (b->loops.loops[loop].before >= not_before)
            insn = b->loops.loops[loop].before;
    return insn;
}
