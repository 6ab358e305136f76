/* SPDX-License-Identifier: Apache-2.0 */
/* One launch, seen by several host threads. Each has a checker of its own, for blocks that lie side by side. At the end
 * what they know of memory is put together: a word that one of them saw written and another saw touched is an error
 * between them. If there is one, or if any of them found something, the launch is run once more by one thread, which
 * finds the threads and lines, the same ones every time. If there is none, it is clean: two accesses that race were
 * seen by one checker, or they lie between two.
 *
 * Blocks that wait for one another, or learn from one another what to do, are not divided. */
#include "check/checked.h"

#include <stdlib.h>
#include <string.h>

static bool is_global(const wg_insn *i)
{
    wg_space space = wg_insn_space(i);
    return space != WG_SPACE_SHARED && space != WG_SPACE_LOCAL && space != WG_SPACE_PARAM && space != WG_SPACE_CONST;
}

static bool orders_blocks(const wg_insn *i, const wg_checked_insn *what)
{
    bool is_strong = what->flags & WG_MARK_STRONG && !(what->flags & WG_MARK_ATOMIC);
    bool is_access = what->kind == WG_CHECKED_ACCESS;
    return what->kind == WG_CHECKED_FENCE || (is_access && is_global(i) && is_strong) ||
           (is_access && is_global(i) && what->flags && i->qualifiers & ~(uint32_t)WG_QUALIFIER_RELAXED);
}

bool wg_check_may_share(const wg_check *c)
{
    const wg_program *p = c->program;
    if (c->base.after || p->order_matters || p->uses_grid_workspace)
        return false;
    for (uint32_t f = 0; f < p->function_count; f++)
        if (p->functions[f].builtin >= 0) /* printf, malloc … */
            return false;
    for (uint32_t k = 0; k < p->insn_count; k++)
        if (orders_blocks(&p->insns[k], &c->insns[k]))
            return false;
    return true;
}

static wg_region *copy_region(const wg_region *from)
{
    wg_region *r = wg_alloc(sizeof *r);
    *r = *from;
    r->pages = NULL;
    r->page_count = 0;
    if (from->unset) {
        r->unset = wg_alloc(from->size / 8 + 1);
        memcpy(r->unset, from->unset, from->size / 8 + 1);
    }
    return r;
}

wg_checker *wg_check_another(const wg_checker *checker)
{
    const wg_check *from = (const wg_check *)checker;
    wg_check *c = wg_alloc(sizeof *c);
    *c = *from;
    c->findings = (wg_findings){0};
    c->arena = c->tables = (wg_arena){0};
    c->origins = WG_NEW_ARRAY(&c->tables, wg_origin, c->program->insn_count + 1);
    c->caches = WG_NEW_ARRAY(&c->tables, wg_region *, c->program->insn_count + 1);
    c->regions = NULL;
    c->split = NULL;
    c->flags = NULL;
    c->unset = NULL;
    c->region_count = c->region_capacity = c->split_count = c->split_capacity = 0;
    c->flag_count = c->flag_capacity = c->unset_count = c->unset_capacity = 0;
    for (size_t k = 0; k < from->unset_count; k++)
        *WG_PUSH(c->unset, c->unset_count, c->unset_capacity) = from->unset[k];
    for (size_t k = 0; k < from->region_count; k++)
        *WG_PUSH(c->regions, c->region_count, c->region_capacity) = copy_region(from->regions[k]);
    return &c->base;
}

/* ---- putting together ---- */

static bool is_plain(const wg_mark *m)
{
    return m->thread && (!(m->site & WG_MARK_ATOMIC) || m->site & WG_MARK_MIXED);
}

static bool disagree(const wg_cell *a, const wg_cell *b)
{
    bool written = (a->write.thread && (b->write.thread || b->read.thread)) || (b->write.thread && a->read.thread);
    return written && (is_plain(&a->write) || is_plain(&a->read) || is_plain(&b->write) || is_plain(&b->read));
}

/* The cell of a byte of a word. */
static const wg_cell *byte_of(const wg_check *c, const wg_cell *cell, int byte)
{
    return cell->write.thread == WG_SPLIT ? &c->split[cell->read.thread + (uint32_t)byte] : cell;
}

static bool pages_disagree(const wg_check *c, const wg_cell *mine, const wg_check *other, const wg_cell *its)
{
    for (int k = 0; k < WG_PAGE_CELLS; k++) {
        bool is_split = mine[k].write.thread == WG_SPLIT || its[k].write.thread == WG_SPLIT;
        for (int b = 0; b < (is_split ? WG_CELL_BYTES : 1); b++)
            if (disagree(byte_of(c, &mine[k], b), byte_of(other, &its[k], b)))
                return true;
    }
    return false;
}

static void join_region(wg_check *c, const wg_check *other, const wg_region *its)
{
    wg_region *mine = wg_check_find_region(c, its->address);
    if (!mine) { /* this one saw none of it, so that nothing disagrees; later launches will want its values */
        wg_check_add_region(c, copy_region(its));
        return;
    }
    for (size_t p = 0; p < mine->page_count && p < its->page_count && !c->is_split; p++)
        if (mine->pages[p] && its->pages[p])
            c->is_split = pages_disagree(c, mine->pages[p], other, its->pages[p]);
    for (uint64_t b = 0; mine->unset && b < mine->size / 8 + 1; b++)
        mine->unset[b] &= its->unset ? its->unset[b] : 0;
    mine->is_read_only &= its->is_read_only;
}

void wg_check_join(wg_checker *checker, wg_checker *another)
{
    wg_check *c = (wg_check *)checker, *other = (wg_check *)another;
    c->was_shared = true;
    c->is_split |= other->findings.count || other->is_split;
    for (size_t k = 0; k < other->region_count; k++)
        join_region(c, other, other->regions[k]);
    wg_check_free(other);
}
