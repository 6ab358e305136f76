/* SPDX-License-Identifier: Apache-2.0 */
/* The checker as the simulator sees it: what to do with each instruction is found once for a program. */
#include "check/checked.h"

#include "sim/exec/exec.h"

#include <stdlib.h>
#include <string.h>

/* ---- instructions ---- */

static wg_checked_kind kind_of(const wg_insn *i)
{
    wg_space space = wg_insn_space(i);
    switch ((wg_opcode)i->opcode) {
    case WG_OP_ld:
    case WG_OP_st:
        if (space == WG_SPACE_PARAM && i->stride)
            return WG_CHECKED_FRAME;
        return WG_CHECKED_ACCESS;
    case WG_OP_ldu:
    case WG_OP_atom:
    case WG_OP_red: return WG_CHECKED_ACCESS;
    case WG_OP_cp_async: return WG_CHECKED_COPY;
    case WG_OP_wmma_load_a:
    case WG_OP_wmma_load_b:
    case WG_OP_wmma_load_c:
    case WG_OP_wmma_store: return WG_CHECKED_TILE;
    case WG_OP_bar_warp:
    case WG_OP_shfl:
    case WG_OP_vote:
    case WG_OP_match:
    case WG_OP_redux:
        return i->flags & WG_FLAG_SYNC || i->opcode == WG_OP_bar_warp ? WG_CHECKED_MEETING : WG_CHECKED_VALUE;
    case WG_OP_ldmatrix:
    case WG_OP_stmatrix: return WG_CHECKED_MATRIX;
    case WG_OP_membar:
    case WG_OP_fence: return WG_CHECKED_FENCE;
    case WG_OP_cp_async_commit_group:
    case WG_OP_cp_async_wait_group:
    case WG_OP_cp_async_wait_all: return WG_CHECKED_GROUP;
    default: return WG_CHECKED_VALUE;
    }
}

static uint16_t flags_of(const wg_insn *i)
{
    const uint32_t strong =
        WG_QUALIFIER_VOLATILE | WG_QUALIFIER_RELAXED | WG_QUALIFIER_ACQUIRE | WG_QUALIFIER_RELEASE | WG_QUALIFIER_MMIO;
    if (i->class == WG_CLASS_ATOMIC)
        return WG_MARK_STRONG | WG_MARK_ATOMIC;
    return i->qualifiers & strong ? WG_MARK_STRONG : 0;
}

/* The rows of the frame behind operands first to last. */
static uint32_t add_rows(const wg_insn *i, int first, int last, wg_checked_row *rows)
{
    uint32_t count = 0;
    for (int k = first; k < last; k++) {
        uint32_t parts = i->length[k] ? i->length[k] : 1;
        for (uint32_t e = 0; e < parts; e++) {
            wg_slot slot = i->length[k] ? i->list[i->op[k] + (wg_slot)e] : i->op[k];
            if (slot >= 0 && (i->length[k] || i->op[k] != WG_SLOT_NONE))
                rows[count++] = (wg_checked_row){slot, i->size[k]};
        }
    }
    return count;
}

static uint32_t most_rows(const wg_insn *i)
{
    uint32_t count = 1;
    for (int k = 0; k < i->operand_count; k++)
        count += i->length[k] ? i->length[k] : 1;
    return count;
}

static const wg_checked_row *keep_rows(wg_check *c, const wg_checked_row *rows, uint32_t count)
{
    wg_checked_row *kept = WG_NEW_ARRAY(&c->tables, wg_checked_row, count + 1);
    memcpy(kept, rows, count * sizeof *rows);
    return kept;
}

static wg_checked_insn look_at(wg_check *c, const wg_insn *i)
{
    wg_checked_row *rows = wg_alloc(most_rows(i) * sizeof *rows);
    wg_checked_insn what = {.kind = (uint8_t)kind_of(i), .flags = flags_of(i)};
    uint32_t count = add_rows(i, i->destinations, i->operand_count, rows);
    what.sources = keep_rows(c, rows, count);
    what.source_count = (uint8_t)count;
    count = add_rows(i, 0, i->destinations, rows);
    what.targets = keep_rows(c, rows, count);
    what.target_count = (uint8_t)count;
    free(rows);
    if (!what.source_count && !what.target_count && what.kind == WG_CHECKED_VALUE)
        what.kind = WG_CHECKED_NOTHING;
    what.is_matrix = i->class == WG_CLASS_TENSOR || what.kind == WG_CHECKED_MATRIX || what.kind == WG_CHECKED_TILE ||
                     i->opcode == WG_OP_movmatrix;
    what.address = i->destinations ? 1 : 0;
    what.stored = i->opcode == WG_OP_atom ? 2 : 1;
    return what;
}

/* ---- source lines ---- */

/* The lines where memory is accessed have numbers, which fit into a mark. */
static uint16_t site_of(wg_check *c, const wg_insn *i)
{
    const char *file, *other;
    uint32_t line, its;
    wg_program_place(c->program, i, &file, &line);
    for (uint32_t k = c->site_count; k > 1; k--) {
        wg_program_place(c->program, c->sites[k - 1], &other, &its);
        if (its == line && !strcmp(file, other))
            return (uint16_t)(k - 1);
    }
    if (c->site_count >= WG_SITES)
        return 0; /* unknown */
    c->sites[c->site_count] = i;
    return (uint16_t)c->site_count++;
}

static bool has_site(const wg_checked_insn *what)
{
    return what->kind == WG_CHECKED_ACCESS || what->kind == WG_CHECKED_COPY || what->kind == WG_CHECKED_MATRIX ||
           what->kind == WG_CHECKED_TILE;
}

static bool orders(const wg_insn *i)
{
    return i->class == WG_CLASS_BARRIER || i->opcode == WG_OP_fence || i->opcode == WG_OP_membar ||
           i->qualifiers & (WG_QUALIFIER_RELEASE | WG_QUALIFIER_ACQ_REL | WG_QUALIFIER_SC) ||
           i->opcode == WG_OP_bar_warp;
}

/* Which atomics give something that is read. Frames of several functions have the same slots: then rather too many. */
static void find_used(wg_check *c)
{
    const wg_program *p = c->program;
    for (uint32_t k = 0; k < p->insn_count; k++) {
        wg_checked_insn *what = &c->insns[k];
        what->is_used = p->insns[k].opcode != WG_OP_atom;
        for (uint32_t n = 0; n < p->insn_count && !what->is_used; n++) {
            what->is_used = p->insns[n].guard == what->targets[0].slot;
            for (uint32_t s = 0; s < c->insns[n].source_count; s++)
                what->is_used |= what->target_count && c->insns[n].sources[s].slot == what->targets[0].slot;
        }
    }
}

/* Its instructions come first, then those of the functions it calls. */
static uint32_t end_of_kernel(const wg_program *p)
{
    for (uint32_t f = 1; f < p->function_count; f++)
        if (p->functions[f].builtin < 0)
            return p->blocks[p->functions[f].entry].first;
    return p->insn_count;
}

/* What to do with each instruction, and where those are that touch memory. */
static void look_at_program(wg_check *c, const wg_program *p)
{
    wg_arena_free(&c->tables);
    c->tables = (wg_arena){0};
    c->program = p;
    c->insns = WG_NEW_ARRAY(&c->tables, wg_checked_insn, p->insn_count + 1);
    c->origins = WG_NEW_ARRAY(&c->tables, wg_origin, p->insn_count + 1);
    c->caches = WG_NEW_ARRAY(&c->tables, wg_region *, p->insn_count + 1);
    c->site_count = 1;
    c->sites[0] = NULL;
    c->has_fences = false;
    uint32_t kernel_end = end_of_kernel(p);
    for (uint32_t k = 0; k < p->insn_count; k++) {
        c->insns[k] = look_at(c, &p->insns[k]);
        c->insns[k].is_copied = k >= kernel_end && wg_insn_is_load_from(&p->insns[k], WG_SPACE_PARAM) &&
                                c->insns[k].kind == WG_CHECKED_ACCESS && p->insns[k].space != WG_MOD_PARAM_ENTRY;
        if (has_site(&c->insns[k]))
            c->insns[k].site = site_of(c, &p->insns[k]);
        c->has_fences |= orders(&p->insns[k]);
    }
    find_used(c);
}

static void begin_launch(wg_checker *checker, const wg_launch *launch)
{
    wg_check *c = (wg_check *)checker;
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    c->base.is_astray = false;
    wg_check_forget_cells(c);
    wg_arena_free(&c->arena);
    c->arena = (wg_arena){0};
    free(c->flags);
    c->flags = NULL;
    c->flag_count = c->flag_capacity = 0;
    c->launch = launch;
    memcpy(c->grid, launch->grid, sizeof c->grid);
    memcpy(c->block, launch->block, sizeof c->block);
    c->threads_per_block = (threads + WG_LANES - 1) / WG_LANES * WG_LANES;
    if (c->program != launch->program)
        look_at_program(c, launch->program);
    wg_check_find_written(c, end_of_kernel(launch->program));
    c->base.may_share = wg_check_may_share(c);
    for (size_t k = 0; k < c->region_count; k++)
        c->regions[k]->is_read_only = !wg_check_is_written(c, c->regions[k]);
}

/* ---- blocks ---- */

static wg_checked_block *new_block(const wg_block *block)
{
    const wg_launch *l = block->launch;
    wg_checked_block *b = wg_alloc(sizeof *b);
    wg_clocks_init(&b->clocks, l->block[0] * l->block[1] * l->block[2]);
    b->shared =
        (wg_region){.size = block->shared_size, .host = block->shared, .name = "shared memory", .is_shared = true};
    b->shared.unset = wg_alloc(block->shared_size / 8 + 8);
    b->local_unset = wg_alloc(block->warp_count * sizeof *b->local_unset);
    b->halves = wg_alloc(block->warp_count * sizeof *b->halves);
    return b;
}

static void begin(wg_checker *checker, wg_block *block)
{
    wg_check *c = (wg_check *)checker;
    wg_checked_block *b = block->checked ? block->checked : (block->checked = new_block(block));
    wg_clocks_begin(&b->clocks, &c->arena, (uint32_t)(block->index * c->threads_per_block) + 1);
    memset(b->shared.unset, 0xff, block->shared_size / 8 + 8);
    memset(b->shared.unset, 0, c->program->reserved_shared / 8); /* the system's */
    memset(b->barrier, 0, sizeof b->barrier);
    memset(b->halves, 0, block->warp_count * sizeof *b->halves);
    b->glimpse_count = 0;
    b->copy_count = 0;
    free(b->copiers);
    free(b->flying);
    b->copiers = NULL;
    b->flying = NULL;
}

static void forget(wg_checker *checker, wg_block *block)
{
    (void)checker;
    wg_checked_block *b = block->checked;
    if (!b)
        return;
    for (uint32_t w = 0; w < block->warp_count; w++)
        free(b->local_unset[w]);
    free(b->local_unset);
    free(b->halves);
    wg_clocks_free(&b->clocks);
    wg_check_free_region(&b->shared);
    free(b->copies);
    free(b->copiers);
    free(b->flying);
    free(b);
    block->checked = NULL;
}

/* ---- instructions as they run ---- */

/* Instructions for whole warps. */
static void tell_lanes(wg_check *c, const wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_finding f = {.kind = WG_FINDING_matrix_lanes};
    f.at = wg_check_place(c, i, w->block, w->id * WG_LANES + (uint32_t)__builtin_ctz(mask));
    f.at.does = "executes";
    wg_check_tell(c, &f, "Lanes 0x%08x of the warp do not execute the instruction.", ~mask);
}

static uint32_t look_at_lanes(wg_checker *checker, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_check *c = (wg_check *)checker;
    const wg_checked_insn *what = wg_checked_of(c, i);
    if (i->guard != WG_SLOT_NONE && i->guard >= 0 && wg_check_shadow(w, i->guard)->bad & mask)
        wg_check_use(c, w, i, (wg_checked_row){i->guard, 0}, mask, "used to decide something");
    if (what->is_matrix && mask != WG_ALL_LANES)
        tell_lanes(c, w, i, mask);
    switch ((wg_checked_kind)what->kind) {
    case WG_CHECKED_NOTHING: return mask;
    case WG_CHECKED_VALUE: wg_check_values(c, w, i, mask); return mask;
    case WG_CHECKED_ACCESS: wg_check_order(c, w, i, mask); return wg_check_access(c, w, i, mask);
    case WG_CHECKED_COPY: return wg_check_copy(c, w, i, mask);
    case WG_CHECKED_MATRIX: return wg_check_matrix(c, w, i, mask);
    case WG_CHECKED_FRAME: wg_check_frame(c, w, i, mask); return mask;
    case WG_CHECKED_FENCE: wg_check_fence(c, w, i, mask); return mask;
    case WG_CHECKED_GROUP: wg_check_group(c, w, i, mask); return mask;
    case WG_CHECKED_TILE: return wg_check_tile(c, w, i, mask);
    case WG_CHECKED_MEETING: wg_check_meet(checker, w, i, wg_row(w, i->op[i->operand_count - 1]), mask); return mask;
    }
    return mask;
}

static uint32_t before(wg_checker *checker, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    uint32_t kept = look_at_lanes(checker, w, i, mask);
    checker->is_astray |= kept != mask;
    return kept;
}

/* What a call of the simulator's own gives back has a value. */
static void end_call(const wg_check *c, wg_warp *w, const wg_basic_block *b, uint32_t mask)
{
    const wg_call *call = b->call;
    if (call->function == WG_NO_BLOCK || c->program->functions[call->function].builtin < 0)
        return;
    for (uint32_t r = 0; r < call->return_count; r++) {
        const wg_param_place *place = &call->returns[r];
        if (place->slot < 0)
            continue;
        if (place->is_register)
            wg_check_shadow(w, place->slot)->bad &= ~mask;
        else
            memset(wg_check_shadow(w, place->slot), 0, (size_t)place->bytes * WG_LANES);
    }
}

static void ends(wg_checker *checker, wg_warp *w, const wg_basic_block *b, uint32_t active, uint32_t mask)
{
    wg_check *c = (wg_check *)checker;
    const wg_insn *i = b->last;
    if (i->guard != WG_SLOT_NONE && i->guard >= 0 && wg_check_shadow(w, i->guard)->bad & active)
        wg_check_use(c, w, i, (wg_checked_row){i->guard, 0}, active, "used to decide where to go");
    if (b->end == WG_END_INDEXED && i->op[0] >= 0)
        wg_check_use(c, w, i, (wg_checked_row){i->op[0], 4}, mask, "used to decide where to go");
    if (b->end == WG_END_CALL)
        end_call(c, w, b, mask);
    if (b->end == WG_END_BARRIER)
        for (uint32_t k = 0; k < wg_checked_of(c, i)->target_count; k++)
            wg_check_shadow(w, wg_checked_of(c, i)->targets[k].slot)->bad &= ~mask;
}

static void freed(wg_checker *checker, wg_warp *w, uint64_t address)
{
    wg_check *c = (wg_check *)checker;
    wg_region *cache = NULL, *r = wg_check_region(c, w->block->heap, address, &cache);
    if (r)
        r->is_freed = true;
}

static void fault(wg_checker *checker, wg_warp *w, const wg_insn *i, int lane, wg_fault_kind kind, const char *sentence)
{
    static const wg_finding_kind kinds[] = {[WG_FAULT_OTHER] = WG_FINDING_other,
                                            [WG_FAULT_BARRIER] = WG_FINDING_barrier,
                                            [WG_FAULT_STUCK] = WG_FINDING_deadlock,
                                            [WG_FAULT_RUNAWAY] = WG_FINDING_deadlock,
                                            [WG_FAULT_TRAP] = WG_FINDING_trap};
    wg_check *c = (wg_check *)checker;
    if (kind == WG_FAULT_RUNAWAY && c->base.is_astray) /* an error that was told brought it there */
        return;
    wg_finding f = {.kind = kinds[kind]};
    f.at = wg_check_place(c, i, w->block, lane >= 0 ? w->id * WG_LANES + (uint32_t)lane : UINT32_MAX);
    f.at.does = kind == WG_FAULT_OTHER || kind == WG_FAULT_TRAP ? "executes" : "waits";
    wg_check_tell(c, &f, "%s.", sentence);
}

/* ---- the checker ---- */

static void set_up(wg_check *c)
{
    *c = (wg_check){.base = {.launch = begin_launch,
                             .another = wg_check_another,
                             .join = wg_check_join,
                             .begin = begin,
                             .forget = forget,
                             .before = before,
                             .ends = ends,
                             .enter = wg_check_enter,
                             .pass = wg_check_pass,
                             .arrive = wg_check_arrive,
                             .release = wg_check_release,
                             .complete = wg_check_complete,
                             .meet = wg_check_meet,
                             .freed = freed,
                             .fault = fault}};
}

wg_check *wg_check_new(void)
{
    wg_check *c = wg_alloc(sizeof *c);
    set_up(c);
    return c;
}

static void release(wg_check *c)
{
    for (size_t k = 0; k < c->region_count; k++) {
        wg_check_free_region(c->regions[k]);
        free(c->regions[k]);
    }
    free(c->regions);
    free(c->unset);
    free(c->split);
    free(c->flags);
    wg_check_free_numbers(c);
    wg_findings_free(&c->findings);
    wg_arena_free(&c->arena);
    wg_arena_free(&c->tables);
}

void wg_check_free(wg_check *c)
{
    if (c)
        release(c);
    free(c);
}

void wg_check_reset(wg_check *c)
{
    release(c);
    set_up(c);
}

void wg_check_unset_memory(wg_check *c, uint64_t address)
{
    *WG_PUSH(c->unset, c->unset_count, c->unset_capacity) = address;
}

struct wg_checker *wg_check_checker(wg_check *check)
{
    return &check->base;
}

const wg_findings *wg_check_findings(const wg_check *check)
{
    return &check->findings;
}

bool wg_check_is_unclear(const wg_check *check)
{
    return check->was_shared && (check->findings.count || check->is_split);
}
