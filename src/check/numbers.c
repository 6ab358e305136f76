/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers on request: hooks around those of the checker, so that a check without them is as it was. */
#include "check/numbers.h"

#include "sim/exec/exec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_BYTES = 64 };

/* ---- rows ---- */

static wg_odd_warp *warp_of(const wg_warp *w)
{
    return &w->block->checked->odds[w->id];
}

wg_odd_row *wg_odd_row_at(wg_warp *w, wg_slot slot, bool make)
{
    wg_odd_warp *odd = warp_of(w);
    if (slot < 0 || (!odd->any && !make))
        return NULL;
    size_t at = ((size_t)(w->regs - w->memory) + (size_t)slot) / ROW_BYTES;
    if (at >= odd->count && make) {
        size_t count = w->memory_size / ROW_BYTES + 1;
        wg_odd_row **larger = wg_alloc(count * sizeof(wg_odd_row *));
        if (odd->count)
            memcpy(larger, odd->rows, odd->count * sizeof(wg_odd_row *));
        free(odd->rows);
        odd->rows = larger;
        odd->count = count;
    }
    if (at >= odd->count)
        return NULL;
    if (!odd->rows[at] && make)
        odd->rows[at] = wg_alloc(sizeof **odd->rows);
    odd->any |= make;
    return odd->rows[at];
}

void wg_odd_set(wg_warp *w, wg_slot slot, int lane, const wg_odd *odd)
{
    wg_odd_row *row = wg_odd_row_at(w, slot, true);
    if (!row)
        return;
    row->lanes |= 1u << lane;
    row->of[lane] = *odd;
}

const wg_odd *wg_odd_of(wg_warp *w, wg_slot slot, int lane)
{
    const wg_odd_row *row = wg_odd_row_at(w, slot, false);
    return row && row->lanes >> lane & 1 ? &row->of[lane] : NULL;
}

static void clear(wg_warp *w, wg_slot slot, uint32_t lanes)
{
    wg_odd_row *row = wg_odd_row_at(w, slot, false);
    if (row)
        row->lanes &= ~lanes;
}

static void clear_targets(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t lanes)
{
    const wg_checked_insn *what = wg_checked_of(c, i);
    for (uint32_t k = 0; k < what->target_count && warp_of(w)->any; k++)
        if (what->targets[k].size)
            clear(w, what->targets[k].slot, lanes);
}

/* ---- sentences ---- */

static const char *const FORMULAS[WG_OPCODE_COUNT] = {
#define OPERATION(opcode, formula) [WG_OP_##opcode] = formula,
#include "check/operations.def"
};

void wg_number_formula(const wg_insn *i, char operands[WG_ODD_SOURCES][40], char *text, size_t size)
{
    const char *formula = FORMULAS[i->opcode];
    size_t length = 0;
    *text = 0;
    if (!formula) {
        snprintf(text, size, "%s of %s%s%s", i->source->spelling, operands[0], *operands[1] ? " and " : "",
                 operands[1]);
        return;
    }
    for (; *formula && length < size; formula++) {
        bool is_operand = strchr("abc", *formula) && !(formula[1] >= 'a' && formula[1] <= 'z');
        int n = is_operand ? snprintf(text + length, size - length, "%s", operands[*formula - 'a'])
                           : snprintf(text + length, size - length, "%c", *formula);
        length += n > 0 ? (size_t)n : 0;
    }
}

static bool same_line(const wg_finding_place *a, const wg_finding_place *b)
{
    return a->line == b->line && a->file && b->file && !strcmp(a->file, b->file);
}

static void tell(wg_check *c, const wg_warp *w, const wg_insn *i, int lane, const wg_odd *odd, const char *then)
{
    char what[512];
    uint32_t thread = w->id * WG_LANES + (uint32_t)lane;
    wg_finding f = {.kind = (wg_finding_kind)odd->kind};
    const wg_insn *origin = &c->program->insns[odd->origin];
    bool has_line = origin->source->place.source_line || !i->source->place.source_line; /* else: where it goes */
    f.at = wg_check_place(c, has_line ? origin : i, w->block, thread);
    f.at.does = "computes";
    f.with = wg_check_place(c, i, w->block, thread);
    if (same_line(&f.at, &f.with))
        f.with = (wg_finding_place){0};
    if (odd->kind == WG_FINDING_index_overflow)
        wg_index_sentence(c, odd, what, sizeof what);
    else
        wg_float_sentence(c, odd, what, sizeof what);
    wg_check_tell(c, &f, "%s %s", what, then);
}

/* ---- where values arrive ---- */

static void use_address(wg_check *c, wg_warp *w, const wg_insn *i, int k, uint32_t mask)
{
    wg_odd_row *row = wg_odd_row_at(w, i->op[k], false);
    FOR_LANES_OF(row ? row->lanes & mask : 0, lane)
    {
        if (!wg_index_is_wrong(&row->of[lane], i->size[k]))
            continue;
        tell(c, w, i, lane, &row->of[lane], "It is used as an address.");
        row->lanes &= ~(1u << lane);
    }
}

static void use_value(wg_check *c, wg_warp *w, const wg_insn *i, wg_checked_row source, uint32_t mask, const char *then)
{
    wg_odd_row *row = source.size ? wg_odd_row_at(w, source.slot, false) : NULL;
    FOR_LANES_OF(row ? row->lanes & mask : 0, lane)
    {
        if (row->of[lane].kind == WG_FINDING_index_overflow)
            continue;
        tell(c, w, i, lane, &row->of[lane], then);
        row->lanes &= ~(1u << lane); /* said once */
    }
}

static void use_sources(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask, const char *then)
{
    const wg_checked_insn *what = wg_checked_of(c, i);
    for (uint32_t k = 0; k < what->source_count; k++)
        use_value(c, w, i, what->sources[k], mask, then);
}

static bool is_to_integer(const wg_insn *i)
{
    wg_type_kind to = wg_type_kind_of((wg_type)i->type[0]), from = wg_type_kind_of((wg_type)i->type[1]);
    return i->opcode == WG_OP_cvt && (to == WG_KIND_SINT || to == WG_KIND_UINT) &&
           (from == WG_KIND_FLOAT || from == WG_KIND_BFLOAT);
}

/* What becomes of the sources of an instruction that does not compute; NULL: nothing that matters. */
static const char *fate(const wg_checked_insn *what, const wg_insn *i)
{
    switch ((wg_checked_kind)what->kind) {
    case WG_CHECKED_ACCESS:
    case WG_CHECKED_MATRIX:
    case WG_CHECKED_TILE:
    case WG_CHECKED_FRAME: return "It is stored in memory.";
    case WG_CHECKED_MEETING: return "It goes to other lanes.";
    default: break;
    }
    if (i->class == WG_CLASS_TENSOR)
        return "It goes into a matrix instruction.";
    return is_to_integer(i) ? "It is converted to an integer." : NULL;
}

static void look_at_uses(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    const wg_checked_insn *what = wg_checked_of(c, i);
    const char *then = fate(what, i);
    bool is_copy = what->kind == WG_CHECKED_COPY;
    if (is_copy)
        use_address(c, w, i, 1, mask);
    if (is_copy || what->kind == WG_CHECKED_ACCESS || what->kind == WG_CHECKED_MATRIX || what->kind == WG_CHECKED_TILE)
        use_address(c, w, i, is_copy ? 0 : what->address, mask);
    if (then)
        use_sources(c, w, i, mask, then);
}

/* ---- moves ---- */

/* Operand k goes to the target, of these lanes. */
static void move(wg_check *c, wg_warp *w, const wg_insn *i, int k, uint32_t lanes)
{
    const wg_numbers *n = c->numbers;
    bool is_nan = i->op[k] < 0 && wg_numbers_want(n, WG_FINDING_nan) && wg_float_is_nan(w, i, k);
    FOR_LANES_OF(lanes, lane)
    {
        const wg_odd *from = wg_odd_of(w, i->op[k], lane),
                     constant = {.kind = (uint8_t)WG_FINDING_nan, .origin = i->index};
        wg_odd copy = from ? *from : constant;
        if (from || is_nan)
            wg_odd_set(w, i->op[0], lane, &copy);
        else
            clear(w, i->op[0], 1u << lane);
    }
}

static void select_one(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    uint32_t first = wg_predicate(w, i, 3);
    move(c, w, i, 1, mask & first);
    move(c, w, i, 2, mask & ~first);
}

/* ---- hooks ---- */

static wg_number_role role_of(const wg_insn *i)
{
    bool has_parts = i->length[0] || i->length[1];
    if ((i->opcode == WG_OP_mov || i->opcode == WG_OP_cvta) && i->size[0] && i->operand_count == 2)
        return has_parts ? WG_ROLE_OTHER : WG_ROLE_MOVE;
    if (i->opcode == WG_OP_selp)
        return WG_ROLE_SELECT;
    if (i->destinations != 1 || !i->size[0] || has_parts || i->operand_count > 1 + WG_ODD_SOURCES)
        return WG_ROLE_OTHER;
    return wg_float_is(i) ? WG_ROLE_FLOAT : wg_index_is(i) ? WG_ROLE_INTEGER : WG_ROLE_OTHER;
}

static void begin_launch(wg_checker *checker, const wg_launch *launch)
{
    wg_check *c = (wg_check *)checker;
    wg_numbers *n = c->numbers;
    n->inner.launch(checker, launch);
    free(n->roles);
    n->roles = wg_alloc(launch->program->insn_count + 1);
    for (uint32_t k = 0; k < launch->program->insn_count; k++)
        n->roles[k] = (uint8_t)role_of(&launch->program->insns[k]);
}

static void begin(wg_checker *checker, wg_block *block)
{
    wg_check *c = (wg_check *)checker;
    c->numbers->inner.begin(checker, block);
    if (!block->checked->odds)
        block->checked->odds = wg_alloc(block->warp_count * sizeof *block->checked->odds);
    for (uint32_t k = 0; k < block->warp_count; k++) {
        wg_odd_warp *odd = &block->checked->odds[k];
        odd->any = false;
        for (size_t r = 0; r < odd->count; r++)
            if (odd->rows[r])
                odd->rows[r]->lanes = 0;
    }
}

static void forget(wg_checker *checker, wg_block *block)
{
    wg_check *c = (wg_check *)checker;
    wg_odd_warp *odds = block->checked ? block->checked->odds : NULL;
    for (uint32_t k = 0; odds && k < block->warp_count; k++) {
        for (size_t r = 0; r < odds[k].count; r++)
            free(odds[k].rows[r]);
        free(odds[k].rows);
    }
    free(odds);
    c->numbers->inner.forget(checker, block);
}

static uint32_t before(wg_checker *checker, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_check *c = (wg_check *)checker;
    wg_numbers *n = c->numbers;
    uint8_t role = n->roles[i->index];
    if (role == WG_ROLE_FLOAT || role == WG_ROLE_INTEGER)
        for (int k = i->destinations; k < i->operand_count; k++)
            if (i->size[k] && i->op[k] != WG_SLOT_NONE)
                memcpy(n->saved[k - i->destinations], wg_row(w, i->op[k]), (size_t)i->size[k] * WG_LANES);
    if (warp_of(w)->any)
        look_at_uses(c, w, i, mask);
    return n->inner.before(checker, w, i, mask);
}

static void after(wg_checker *checker, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_check *c = (wg_check *)checker;
    switch ((wg_number_role)c->numbers->roles[i->index]) {
    case WG_ROLE_OTHER: clear_targets(c, w, i, mask); break;
    case WG_ROLE_MOVE: move(c, w, i, 1, mask); break;
    case WG_ROLE_SELECT: select_one(c, w, i, mask); break;
    case WG_ROLE_FLOAT: wg_float_after(c, w, i, mask); break;
    case WG_ROLE_INTEGER: wg_index_after(c, w, i, mask); break;
    }
}

/* Instructions that end a basic block run elsewhere. */
static void meet(wg_checker *checker, wg_warp *w, const wg_insn *i, const uint32_t *members, uint32_t mask)
{
    wg_check *c = (wg_check *)checker;
    if (warp_of(w)->any)
        look_at_uses(c, w, i, mask);
    clear_targets(c, w, i, mask);
    c->numbers->inner.meet(checker, w, i, members, mask);
}

void wg_check_want_numbers(wg_check *c, uint32_t kinds)
{
    wg_numbers *n = wg_alloc(sizeof *n);
    n->inner = c->base;
    n->wanted = kinds;
    c->numbers = n;
    c->base.launch = begin_launch;
    c->base.begin = begin;
    c->base.forget = forget;
    c->base.before = before;
    c->base.after = after;
    c->base.meet = meet;
}

void wg_check_free_numbers(wg_check *c)
{
    if (c->numbers)
        free(c->numbers->roles);
    free(c->numbers);
}
