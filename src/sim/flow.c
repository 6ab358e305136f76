/* SPDX-License-Identifier: Apache-2.0 */
/* A function's body as basic blocks, and where the lanes of a warp meet again after they parted.
 *
 * A block ends before a label and after anything that may send lanes different ways or make the warp wait. Lanes that
 * part at a branch run one way after the other and meet at the branch's immediate post-dominator: the first block
 * that every path to the function's end goes through. Post-dominators are dominators of the reversed graph, found
 * with the iteration of Cooper, Harvey and Kennedy over a post-order; a virtual block behind all returns is the root.
 */
#include "sim/decode.h"

#include "sim/warp.h"

static wg_opcode opcode_of(const wg_spelled *spelled)
{
    return (wg_opcode)wg_forms[spelled->form].opcode;
}

/* Whether it is for the lanes of a mask, which is its last operand. */
static bool names_lanes(const wg_spelled *spelled)
{
    static const bool OPCODES[WG_OPCODE_COUNT] = {[WG_OP_bar_warp] = true, [WG_OP_shfl] = true,  [WG_OP_vote] = true,
                                                  [WG_OP_match] = true,    [WG_OP_redux] = true, [WG_OP_elect] = true};
    return OPCODES[opcode_of(spelled)] && spelled->flags & WG_FLAG_SYNC;
}

/* Whether a function has what locks are made of. Only then can lanes be sent ahead of those they should meet (paths.c)
 * and have to be collected again; other functions are spared the shorter blocks. */
static bool has_locks(wg_decoder *d)
{
    const wg_ptx_function *f = d->now.source;
    for (uint32_t i = 0; i < f->instruction_count; i++) {
        const wg_spelled *spelled = wg_decode_meaning(d, &f->instructions[i]);
        uint8_t action = spelled ? spelled->field[WG_FIELD_ACTION] : WG_MOD_NONE;
        if (action == WG_MOD_CAS || action == WG_MOD_EXCH ||
            (spelled && spelled->qualifiers & (WG_QUALIFIER_ACQUIRE | WG_QUALIFIER_RELAXED)))
            return true;
    }
    return false;
}

/* What is not known ends nothing: it fails when it is decoded. */
static wg_end end_of(wg_decoder *d, const wg_ptx_instruction *from)
{
    static const uint8_t ENDS[WG_OPCODE_COUNT] = {
        [WG_OP_bra] = WG_END_BRANCH, [WG_OP_brx] = WG_END_INDEXED,     [WG_OP_call] = WG_END_CALL,
        [WG_OP_ret] = WG_END_RETURN, [WG_OP_exit] = WG_END_EXIT,       [WG_OP_bar] = WG_END_BARRIER,
        [WG_OP_trap] = WG_END_TRAP,  [WG_OP_barrier] = WG_END_BARRIER, [WG_OP_nanosleep] = WG_END_YIELD,
    };
    const wg_spelled *spelled = wg_decode_meaning(d, from);
    if (!spelled)
        return WG_END_FALL;
    if (names_lanes(spelled))
        return d->now.spins ? WG_END_MEET : WG_END_FALL;
    return (wg_end)ENDS[opcode_of(spelled)];
}

/* Fills block_of: a number for every instruction that begins a block, in order. */
static void find_leaders(wg_decoder *d)
{
    const wg_ptx_function *f = d->now.source;
    uint32_t *block_of = d->now.block_of = WG_NEW_ARRAY(d->arena, uint32_t, f->instruction_count + 1);
    block_of[0] = 1;
    d->now.spins = has_locks(d);
    for (uint32_t l = 0; l < f->label_count; l++)
        block_of[f->labels[l].instruction] = 1;
    for (uint32_t i = 0; i < f->instruction_count; i++) {
        wg_end end = end_of(d, &f->instructions[i]);
        if (end != WG_END_FALL)
            block_of[i + 1] = 1;
        if (end == WG_END_CALL || end == WG_END_BARRIER || end == WG_END_MEET)
            block_of[i] = 1; /* alone in its block: it runs again for lanes that call somebody else or come later */
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i <= f->instruction_count; i++)
        block_of[i] = block_of[i] ? (uint32_t)d->block_count + count++ : WG_NO_BLOCK;
}

/* Whether a mov reads a register that changes while the kernel runs. */
static bool is_clock(const wg_insn *insn)
{
    const wg_ptx_instruction *from = insn->source;
    if (insn->opcode != WG_OP_mov || from->operand_count != 2 || from->operands[1].kind != WG_OPERAND_SREG)
        return false;
    uint32_t sreg = from->operands[1].index;
    return sreg >= WG_SREG_CLOCK && sreg <= WG_SREG_GLOBALTIMER_HI;
}

/* Whether an instruction is what loops are made of that wait for other threads: an atomic, a load or a fence that
 * promises to see what others wrote. */
static bool watches(const wg_insn *insn)
{
    bool is_fence = insn->class == WG_CLASS_FENCE && insn->order != WG_MOD_NONE;
    bool is_ordered = insn->class == WG_CLASS_LOAD && insn->order != WG_MOD_NONE && insn->order != WG_MOD_WEAK;
    return is_fence || is_ordered || insn->class == WG_CLASS_ATOMIC;
}

static void copy_spelling(wg_insn *insn, const wg_spelled *spelled)
{
    const wg_form *form = &wg_forms[spelled->form];
    insn->opcode = form->opcode;
    insn->destinations = (uint8_t)wg_form_destinations(form);
    for (int t = 0; t < 3; t++)
        insn->type[t] = spelled->type[t];
    insn->round = spelled->field[WG_FIELD_ROUND];
    insn->cmp = spelled->field[WG_FIELD_CMP];
    insn->combine = spelled->field[WG_FIELD_COMBINE];
    insn->action = spelled->field[WG_FIELD_ACTION];
    insn->space = spelled->field[WG_FIELD_SPACE];
    insn->order = spelled->field[WG_FIELD_ORDER];
    insn->cache = spelled->field[WG_FIELD_CACHE];
    insn->vec = spelled->field[WG_FIELD_VEC];
    insn->geometry = spelled->field[WG_FIELD_GEOMETRY];
    insn->shape = spelled->field[WG_FIELD_SHAPE];
    insn->layout_a = spelled->field[WG_FIELD_LAYOUT_A];
    insn->layout_b = spelled->field[WG_FIELD_LAYOUT_B];
    insn->flags = spelled->flags;
    insn->qualifiers = spelled->qualifiers;
    insn->memory_bytes = (uint8_t)wg_type_bytes((wg_type)spelled->type[0]);
    insn->memory_signed = wg_type_kind_of((wg_type)spelled->type[0]) == WG_KIND_SINT;
    insn->class = form->class;
    insn->operations = form->operations;
}

/* Atomics work on global and shared memory, and each on some types only. */
static wg_status check_atomic(wg_decoder *d, const wg_ptx_instruction *from, const wg_insn *insn)
{
    wg_type type = (wg_type)insn->type[0];
    wg_type_kind kind = wg_type_kind_of(type);
    bool is_half = type == WG_TYPE_F16 || type == WG_TYPE_BF16 || type == WG_TYPE_F16X2 || type == WG_TYPE_BF16X2;
    bool is_float = is_half || type == WG_TYPE_F32 || type == WG_TYPE_F64;
    bool is_integer = kind == WG_KIND_BITS || kind == WG_KIND_UINT || kind == WG_KIND_SINT;
    bool fits = is_integer && insn->memory_bytes >= 4;
    switch (insn->action) {
    case WG_MOD_ADD: fits = fits || is_float; break;
    case WG_MOD_MIN:
    case WG_MOD_MAX: fits = fits || is_half; break;
    case WG_MOD_EXCH: fits = fits || type == WG_TYPE_F32 || type == WG_TYPE_F64; break;
    case WG_MOD_CAS: fits = is_integer; break;
    case WG_MOD_INC:
    case WG_MOD_DEC: fits = type == WG_TYPE_U32; break;
    case WG_MOD_POPC: fits = false; break;
    default: break;
    }
    bool reachable = insn->space == WG_MOD_NONE || insn->space == WG_MOD_GLOBAL || insn->space == WG_MOD_SHARED ||
                     insn->space == WG_MOD_SHARED_CTA || insn->space == WG_MOD_SHARED_CLUSTER;
    return fits && reachable ? WG_OK : wg_decode_fail(d, WG_ERR_UNSUPPORTED, &from->place, "%s", from->spelling);
}

/* The rows of opcodes.def whose names begin with `$` are what some instructions turn out to be. */
static void replace(wg_decoder *d, wg_insn *insn, const char *row, wg_spelled *spelled)
{
    wg_form_match(row, spelled);
    insn->exec = d->table[spelled->form];
}

/* Which memory it touches shows when it runs. */
static bool is_generic(const wg_insn *insn)
{
    bool touches = insn->class == WG_CLASS_LOAD || insn->class == WG_CLASS_STORE || insn->class == WG_CLASS_ATOMIC ||
                   insn->class == WG_CLASS_TENSOR;
    return touches && insn->space == WG_MOD_NONE;
}

static wg_status decode_instruction(wg_decoder *d, const wg_ptx_instruction *from)
{
    wg_insn *insn = WG_PUSH(d->insns, d->insn_count, d->insn_capacity);
    *insn = (wg_insn){.source = from, .guard = WG_SLOT_NONE, .index = (uint32_t)d->insn_count - 1};
    const wg_spelled *meaning = wg_decode_meaning(d, from);
    if (!meaning)
        return wg_decode_fail(d, WG_ERR_UNSUPPORTED, &from->place, "%s", from->spelling);
    wg_spelled spelled = *meaning;
    wg_status status = wg_decode_operands(d, from, &spelled, insn);
    if (status != WG_OK)
        return status;
    copy_spelling(insn, &spelled);
    insn->exec = d->table[spelled.form];
    bool is_param = wg_insn_is_load_from(insn, WG_SPACE_PARAM);
    insn->tally = d->program->tally_count;
    d->program->tally_count += is_generic(insn) ? WG_TALLIES_GENERIC : 1;
    if (is_param && insn->stride)
        replace(d, insn, "$ld_frame", &spelled); /* a call's parameter, not the launch's */
    else if (is_param && !d->now.source->is_entry && from->operands[1].base == WG_OPERAND_REG &&
             insn->space != WG_MOD_PARAM_ENTRY)
        replace(d, insn, "$ld_copied", &spelled); /* the same, by its address */
    if (is_clock(insn)) {
        replace(d, insn, "$clock", &spelled);
        insn->imm = from->operands[1].index;
        insn->imm2 = (int64_t)(insn->index - d->blocks[d->block_count - 1].first);
    }
    if (from->guarded) {
        insn->guard = d->now.registers[from->guard];
        insn->guard_negated = from->guard_negated;
    }
    d->blocks[d->block_count - 1].watches |= watches(insn);
    return insn->class == WG_CLASS_ATOMIC ? check_atomic(d, from, insn) : WG_OK;
}

static wg_status target_of(wg_decoder *d, const wg_ptx_instruction *from, uint32_t label, uint32_t *block)
{
    if (label >= d->now.source->label_count)
        return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "%s goes nowhere", from->spelling);
    *block = d->now.block_of[d->now.source->labels[label].instruction];
    return WG_OK;
}

/* brx.idx index, table; */
static wg_status indexed_branch(wg_decoder *d, const wg_ptx_instruction *from, wg_insn *insn, wg_basic_block *block)
{
    const wg_ptx_function *f = d->now.source;
    if (from->operand_count != 2 || from->operands[0].kind != WG_OPERAND_REG ||
        from->operands[1].kind != WG_OPERAND_TABLE || wg_row_size(f->registers[from->operands[0].reg].type) != 4)
        return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "%s needs a register of 32 bits and a list of targets",
                              from->spelling);
    const wg_ptx_table *table = &f->tables[from->operands[1].index];
    insn->op[0] = d->now.registers[from->operands[0].reg];
    insn->size[0] = 4;
    uint32_t *targets = WG_NEW_ARRAY(d->arena, uint32_t, table->label_count);
    for (uint32_t t = 0; t < table->label_count; t++) {
        wg_status status = target_of(d, from, table->labels[t], &targets[t]);
        if (status != WG_OK)
            return status;
    }
    block->targets = targets;
    block->target_count = table->label_count;
    return WG_OK;
}

static wg_status finish_block(wg_decoder *d, wg_basic_block *block, const wg_ptx_instruction *from, wg_end end)
{
    wg_insn *insn = &d->insns[d->insn_count - 1];
    block->end = (uint8_t)end;
    block->cost++;
    switch (end) {
    case WG_END_BRANCH:
        if (from->operand_count != 1 || from->operands[0].kind != WG_OPERAND_LABEL)
            return wg_decode_fail(d, WG_ERR_INPUT, &from->place, "%s needs a label", from->spelling);
        return target_of(d, from, from->operands[0].index, &block->taken);
    case WG_END_INDEXED: return indexed_branch(d, from, insn, block);
    case WG_END_CALL: {
        wg_call *call;
        wg_status status = wg_decode_call(d, from, &call);
        block->call = call;
        return status;
    }
    default: return WG_OK;
    }
}

static wg_status decode_blocks(wg_decoder *d)
{
    const wg_ptx_function *f = d->now.source;
    uint32_t i = 0;
    do {
        wg_basic_block *block = WG_PUSH(d->blocks, d->block_count, d->block_capacity);
        *block = (wg_basic_block){
            .first = (uint32_t)d->insn_count, .taken = WG_NO_BLOCK, .next = WG_NO_BLOCK, .join = WG_NO_BLOCK};
        wg_end end = WG_END_FALL;
        while (i < f->instruction_count && end == WG_END_FALL) {
            const wg_ptx_instruction *from = &f->instructions[i++];
            end = end_of(d, from);
            wg_status status = decode_instruction(d, from);
            if (status == WG_OK && end != WG_END_FALL)
                status = finish_block(d, block, from, end);
            else if (status == WG_OK)
                block->count++, block->cost++;
            if (status != WG_OK)
                return status;
            if (d->now.block_of[i] != WG_NO_BLOCK)
                break;
        }
        /* Running off the end of a function is a return; a label there, or an instruction that may go on behind the
         * last one, has an empty block of its own. */
        bool is_last =
            i == f->instruction_count && (d->now.block_of[i] == WG_NO_BLOCK || d->now.block_of[i] < d->block_count);
        if (end == WG_END_FALL && is_last)
            block->end = WG_END_RETURN;
        else if (!is_last)
            block->next = d->now.block_of[i];
    } while (i < f->instruction_count || d->blocks[d->block_count - 1].next == d->block_count);
    return WG_OK;
}

/* ---- where lanes meet again ---- */

typedef struct graph {
    const wg_basic_block *blocks; /* of one function */
    const wg_insn *insns;         /* of the program */
    uint32_t first, count;        /* count is also the number of the virtual exit */
    uint32_t *order;              /* blocks in post-order of the reversed graph */
    uint32_t *rank;               /* position in order, WG_NO_BLOCK: does not reach the exit */
    uint32_t *dominator;
} graph;

/* The blocks control may go to from a block, WG_NO_BLOCK for "leaves the function"; n counts up from 0, false at the
 * end. */
static bool successor(const graph *g, uint32_t block, uint32_t n, uint32_t *to)
{
    const wg_basic_block *b = &g->blocks[block];
    uint32_t found[2], count = 0;
    bool guarded = b->cost > b->count && g->insns[b->first + b->count].guard != WG_SLOT_NONE;
    switch (b->end) {
    case WG_END_BRANCH:
        found[count++] = b->taken;
        if (guarded)
            found[count++] = b->next;
        break;
    case WG_END_INDEXED:
        if (n < b->target_count) {
            *to = b->targets[n] - g->first;
            return true;
        }
        n -= b->target_count;
        if (guarded || !b->target_count)
            found[count++] = b->next;
        break;
    case WG_END_RETURN:
    case WG_END_EXIT:
    case WG_END_TRAP:
        found[count++] = WG_NO_BLOCK;
        if (guarded)
            found[count++] = b->next;
        break;
    default: found[count++] = b->next; break;
    }
    if (n >= count)
        return false;
    *to = found[n] == WG_NO_BLOCK ? g->count : found[n] - g->first;
    return true;
}

/* Post-order over the reversed graph from the exit, without recursion: predecessors in compressed rows. */
static void reverse_order(graph *g, const uint32_t *row, const uint32_t *predecessors, wg_arena *arena)
{
    uint32_t *stack = WG_NEW_ARRAY(arena, uint32_t, g->count + 1), *at = WG_NEW_ARRAY(arena, uint32_t, g->count + 1);
    uint32_t depth = 0, placed = 0;
    bool *seen = WG_NEW_ARRAY(arena, bool, g->count + 1);
    for (uint32_t b = 0; b <= g->count; b++) {
        g->rank[b] = WG_NO_BLOCK;
        at[b] = row[b];
    }
    stack[depth++] = g->count;
    seen[g->count] = true;
    while (depth) {
        uint32_t b = stack[depth - 1];
        if (at[b] == row[b + 1]) {
            g->rank[b] = placed;
            g->order[placed++] = b;
            depth--;
            continue;
        }
        uint32_t p = predecessors[at[b]++];
        if (!seen[p]) {
            seen[p] = true;
            stack[depth++] = p;
        }
    }
}

static uint32_t intersect(const graph *g, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (g->rank[a] < g->rank[b])
            a = g->dominator[a];
        while (g->rank[b] < g->rank[a])
            b = g->dominator[b];
    }
    return a;
}

static void iterate_dominators(graph *g)
{
    g->dominator[g->count] = g->count;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = g->rank[g->count]; n-- > 0;) {
            uint32_t b = g->order[n], best = WG_NO_BLOCK, to;
            for (uint32_t s = 0; successor(g, b, s, &to); s++)
                if (g->rank[to] != WG_NO_BLOCK && g->dominator[to] != WG_NO_BLOCK)
                    best = best == WG_NO_BLOCK ? to : intersect(g, best, to);
            if (best != g->dominator[b]) {
                g->dominator[b] = best;
                changed = true;
            }
        }
    }
}

static void find_joins(wg_decoder *d, uint32_t first)
{
    wg_arena arena = {0};
    graph g = {
        .blocks = &d->blocks[first], .insns = d->insns, .first = first, .count = (uint32_t)d->block_count - first};
    g.order = WG_NEW_ARRAY(&arena, uint32_t, g.count + 1);
    g.rank = WG_NEW_ARRAY(&arena, uint32_t, g.count + 1);
    g.dominator = WG_NEW_ARRAY(&arena, uint32_t, g.count + 1);
    uint32_t *row = WG_NEW_ARRAY(&arena, uint32_t, g.count + 3), to, edges = 0;
    for (uint32_t b = 0; b < g.count; b++)
        for (uint32_t s = 0; successor(&g, b, s, &to); s++, edges++)
            row[to + 2]++;
    for (uint32_t b = 2; b < g.count + 3; b++)
        row[b] += row[b - 1];
    uint32_t *predecessors = WG_NEW_ARRAY(&arena, uint32_t, edges + 1);
    for (uint32_t b = 0; b < g.count; b++)
        for (uint32_t s = 0; successor(&g, b, s, &to); s++)
            predecessors[row[to + 1]++] = b;
    reverse_order(&g, row, predecessors, &arena);
    for (uint32_t b = 0; b <= g.count; b++)
        g.dominator[b] = WG_NO_BLOCK;
    iterate_dominators(&g);
    for (uint32_t b = 0; b < g.count; b++) {
        uint32_t join = g.rank[b] == WG_NO_BLOCK ? WG_NO_BLOCK : g.dominator[b];
        d->blocks[first + b].join = join == WG_NO_BLOCK || join == g.count ? WG_NO_BLOCK : first + join;
    }
    wg_arena_free(&arena);
}

wg_status wg_decode_body(wg_decoder *d)
{
    uint32_t first = (uint32_t)d->block_count;
    if (d->now.source->instruction_count == 0)
        return wg_decode_fail(d, WG_ERR_INPUT, &d->now.source->place, "it has no instructions");
    find_leaders(d);
    d->now.function->entry = first;
    wg_status status = decode_blocks(d);
    if (status == WG_OK)
        find_joins(d, first);
    return status;
}
