/* SPDX-License-Identifier: Apache-2.0 */
/* Races. Each word remembers its last store and its last load. Whoever touches it next must come after them: in the
 * order that barriers, meetings of lanes, and fences with flags make (clocks.h). Nothing else orders threads: neither
 * that the simulator ran one before the other, nor that both are lanes of one warp.
 *
 * Of loads that nothing orders only one is remembered, so a store that is ordered after that one and not after another
 * goes unnoticed. Everything that is reported is a race. */
#include "check/checked.h"
#include "check/stored.h"

#include <string.h>

typedef struct touch {
    wg_check *check;
    const wg_toucher *by;
    wg_clocks *clocks;
    int lane;
    wg_mark mark;
    uint64_t offset; /* of the word or byte at hand */
    uint32_t bytes;
} touch;

static bool is_own_block(const touch *t, uint32_t thread)
{
    return thread - t->clocks->first < t->clocks->threads;
}

static bool is_own_warp(const touch *t, uint32_t thread)
{
    return (thread - t->clocks->first) / WG_CLOCK_LANES == t->by->warp->id && is_own_block(t, thread);
}

/* Accesses that are strong do not race. But lanes of a warp that pass values on through volatile shared memory, as
 * was done before __syncwarp, rely on an order that nothing makes. */
static bool may_meet(const touch *t, const wg_mark *other)
{
    uint16_t both = other->site & t->mark.site, any = other->site | t->mark.site;
    if (!(both & WG_MARK_STRONG))
        return false;
    return any & WG_MARK_ATOMIC || !is_own_warp(t, other->thread) || !t->by->is_shared;
}

static bool is_ordered(const touch *t, const wg_mark *other)
{
    return wg_clocks_ordered(t->clocks, t->by->warp->id, (uint32_t)t->lane, other->thread, other->time);
}

static bool counts(const touch *t, const wg_mark *other)
{
    return other->thread && other->thread != t->mark.thread && !(t->by->is_shared && !is_own_block(t, other->thread));
}

/* ---- reports ---- */

static bool has_same_value(const touch *t, const wg_mark *other)
{
    unsigned char mine[WG_STORED_BYTES], its[WG_STORED_BYTES];
    if (t->by->flags & WG_MARK_ATOMIC || !wg_check_stored(t->by->warp, t->by->insn, t->lane, mine))
        return false;
    uint32_t at = (uint32_t)(t->offset % wg_check_stored_bytes(t->by->insn));
    int lane = (int)((other->thread - t->clocks->first) % WG_CLOCK_LANES);
    bool together =
        is_own_warp(t, other->thread) && other->site == t->mark.site && other->time == t->mark.time &&
        wg_check_target(t->by->warp, t->by->insn, lane) == wg_check_target(t->by->warp, t->by->insn, t->lane);
    if (together && wg_check_stored(t->by->warp, t->by->insn, lane, its))
        return !memcmp(mine + at, its + at, t->bytes);
    return !memcmp(mine + at, t->by->region->host + t->offset, t->bytes);
}

/* Whether the block saw a word that the other thread wrote after its access, without a fence between. */
static const wg_glimpse *glimpsed(const touch *t, const wg_mark *other)
{
    const wg_checked_block *b = t->by->warp->block->checked;
    uint32_t block = (other->thread - 1) / t->clocks->threads;
    uint64_t address = t->by->region->address + t->offset;
    for (uint32_t k = 0; k < WG_GLIMPSES && k < b->glimpse_count && !t->by->is_shared; k++)
        if ((b->glimpses[k].writer - 1) / t->clocks->threads == block && b->glimpses[k].address != address)
            return &b->glimpses[k];
    return NULL;
}

static wg_finding_kind kind_of(const touch *t, const wg_mark *other, bool both_write, const wg_glimpse *glimpse)
{
    if (both_write && has_same_value(t, other))
        return WG_FINDING_same_value;
    if (glimpse)
        return WG_FINDING_missing_fence;
    if ((other->site ^ t->mark.site) & WG_MARK_ATOMIC)
        return WG_FINDING_race_atomic;
    if (is_own_warp(t, other->thread))
        return WG_FINDING_race_warp;
    return t->by->is_shared ? WG_FINDING_race_shared : WG_FINDING_race_global;
}

static const char *word_for(bool writes, uint16_t flags)
{
    return flags & WG_MARK_ATOMIC ? "updates" : writes ? "writes" : "reads";
}

static void report(const touch *t, const wg_mark *other, bool other_writes)
{
    wg_check *c = t->check;
    bool is_update = other->site == t->mark.site; /* x += …: nobody told the one that the other is done */
    const wg_glimpse *glimpse = other_writes && !t->by->writes && !is_update ? glimpsed(t, other) : NULL;
    wg_finding f = {.kind = kind_of(t, other, t->by->writes && other_writes, glimpse)};
    uint32_t thread = t->mark.thread - t->clocks->first;
    f.at = wg_check_place(c, t->by->insn, t->by->warp->block, thread);
    f.with = wg_check_place_of(c, other->thread, other->site);
    f.at.does = word_for(t->by->writes, t->mark.site);
    f.with.does = word_for(other_writes, other->site);
    wg_check_name(c, t->by->region, t->offset, &f);
    if (f.kind == WG_FINDING_missing_fence) {
        wg_finding_place flag = wg_check_place_of(c, glimpse->writer, glimpse->site);
        wg_check_tell(c, &f,
                      "A block reads %s because a flag told it to (line %u), but the flag is written without a fence "
                      "after the data: the data may arrive later than the flag.",
                      f.object, flag.line);
        return;
    }
    wg_check_tell(c, &f, "Two threads access the same bytes, one of them writes, and nothing orders them.");
}

/* ---- cells ---- */

static void read_cell(const touch *t, wg_cell *cell)
{
    if (counts(t, &cell->write) && !may_meet(t, &cell->write) && !is_ordered(t, &cell->write))
        report(t, &cell->write, true);
    /* Of readers that nothing orders, one of another block is the one that more writers race with. */
    if (!counts(t, &cell->read) || is_own_block(t, cell->read.thread) || is_ordered(t, &cell->read))
        cell->read = t->mark;
}

/* Whether an atomic follows accesses that are none: it alone would be remembered (sharing.c). */
static uint16_t mixture(const wg_cell *cell)
{
    bool is_plain = (cell->write.thread && !(cell->write.site & WG_MARK_ATOMIC)) ||
                    (cell->read.thread && !(cell->read.site & WG_MARK_ATOMIC));
    return is_plain ? WG_MARK_MIXED : cell->write.thread ? cell->write.site & WG_MARK_MIXED : 0;
}

static void write_cell(const touch *t, wg_cell *cell)
{
    if (counts(t, &cell->write) && !may_meet(t, &cell->write) && !is_ordered(t, &cell->write))
        report(t, &cell->write, true);
    else if (counts(t, &cell->read) && !may_meet(t, &cell->read) && !is_ordered(t, &cell->read))
        report(t, &cell->read, false);
    uint16_t mixed = t->mark.site & WG_MARK_ATOMIC ? mixture(cell) : 0;
    cell->write = t->mark;
    cell->write.site |= mixed;
    cell->read.thread = 0;
}

static void touch_cell(const touch *t, wg_cell *cell)
{
    if (t->by->writes)
        write_cell(t, cell);
    else
        read_cell(t, cell);
}

static void touch_bytes(touch *t, wg_cell *cell, uint32_t first, uint32_t count)
{
    wg_cell *bytes = wg_check_split(t->check, cell);
    uint64_t word = t->offset;
    t->bytes = 1;
    for (uint32_t b = first; b < first + count; b++) {
        t->offset = word + b;
        touch_cell(t, &bytes[b]);
    }
    t->offset = word;
}

static bool is_block_scope(const touch *t, const wg_cell *cell)
{
    return t->by->insn->qualifiers & WG_QUALIFIER_CTA && !t->by->is_shared && cell->write.thread &&
           cell->write.thread != WG_SPLIT && cell->write.site & t->mark.site & WG_MARK_ATOMIC &&
           !is_own_block(t, cell->write.thread);
}

static void report_scope(const touch *t, const wg_cell *cell)
{
    wg_finding f = {.kind = WG_FINDING_race_scope};
    f.at = wg_check_place(t->check, t->by->insn, t->by->warp->block, t->mark.thread - t->clocks->first);
    f.with = wg_check_place_of(t->check, cell->write.thread, cell->write.site);
    f.at.does = f.with.does = "updates";
    wg_check_name(t->check, t->by->region, t->offset, &f);
    wg_check_tell(t->check, &f, "Two blocks update the same word, with an atomic that is one only within a block.");
}

static wg_mark mark_of(const wg_check *c, const wg_toucher *by, int lane)
{
    const wg_clocks *clocks = &by->warp->block->checked->clocks;
    return (wg_mark){clocks->first + by->warp->id * WG_CLOCK_LANES + (uint32_t)lane, clocks->warp[by->warp->id].now,
                     (uint16_t)(wg_checked_of(c, by->insn)->site | by->flags)};
}

void wg_check_touch(wg_check *c, const wg_toucher *by, int lane, uint64_t offset, uint32_t bytes)
{
    touch t = {
        .check = c, .by = by, .clocks = &by->warp->block->checked->clocks, .lane = lane, .mark = mark_of(c, by, lane)};
    for (uint64_t at = offset; at < offset + bytes;) {
        uint32_t first = (uint32_t)(at % WG_CELL_BYTES), left = (uint32_t)(offset + bytes - at),
                 count = left < WG_CELL_BYTES - first ? left : WG_CELL_BYTES - first;
        wg_cell *cell = wg_check_cells(by->region, at);
        t.offset = at - first;
        t.bytes = WG_CELL_BYTES;
        if (is_block_scope(&t, cell))
            report_scope(&t, cell);
        if (count == WG_CELL_BYTES && cell->write.thread != WG_SPLIT)
            touch_cell(&t, cell);
        else
            touch_bytes(&t, cell, first, count);
        at += count;
    }
}

/* ---- whole warps ---- */

/* What every lane of the warp knows to have happened before: for lanes that met only in part, less than each knows. */
static bool is_past(const wg_clocks *clocks, uint32_t warp, const wg_mark *other)
{
    uint32_t thread = other->thread - clocks->first, its_warp = thread / WG_CLOCK_LANES;
    if (thread >= clocks->threads)
        return false;
    return other->time < (its_warp == warp ? clocks->warp[warp].full : clocks->know[warp * clocks->warps + its_warp]);
}

/* A warp's view of marks: neighbouring words were mostly touched together, so that one look serves for many. */
typedef struct view {
    const wg_clocks *clocks;
    const wg_toucher *by;
    uint32_t past_warp; /* number of a warp in the launch, from 0 … */
    uint16_t past_time; /* … of which what it did then is past */
} view;

static bool is_settled(view *v, const wg_mark *other, uint32_t thread)
{
    const wg_clocks *clocks = v->clocks;
    uint32_t its_warp = (other->thread - 1) / WG_CLOCK_LANES;
    if (its_warp == v->past_warp && other->time == v->past_time)
        return true;
    if (!other->thread || other->thread == thread)
        return true;
    if (v->by->is_shared && other->thread - clocks->first >= clocks->threads) /* a block that was here before */
        return true;
    if (!is_past(clocks, v->by->warp->id, other))
        return false;
    v->past_warp = its_warp;
    v->past_time = other->time;
    return true;
}

/* Nearly all accesses: a whole word that nobody touched, or the thread itself, or whoever is ordered before its warp.
 */
static bool touch_quickly(view *v, wg_cell *cell, wg_mark mark)
{
    const wg_clocks *clocks = v->clocks;
    if (cell->write.thread == WG_SPLIT || !is_settled(v, &cell->write, mark.thread))
        return false;
    if (!v->by->writes) { /* as read_cell does */
        uint32_t reader = cell->read.thread;
        if (!reader || v->by->is_shared || reader - clocks->first < clocks->threads)
            cell->read = mark;
        return true;
    }
    if (!is_settled(v, &cell->read, mark.thread))
        return false;
    cell->write = mark;
    cell->read.thread = 0;
    return true;
}

uint32_t wg_check_touch_words(wg_check *c, const wg_toucher *by, uint32_t lanes, const uint64_t *offsets,
                              uint32_t bytes)
{
    view v = {&by->warp->block->checked->clocks, by, UINT32_MAX, 0};
    const wg_mark mark = mark_of(c, by, 0);
    uint32_t left = 0;
    for (uint32_t some = lanes; some; some &= some - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(some);
        wg_cell *cell = wg_check_cells(by->region, offsets[lane]);
        bool is_done = true;
        for (uint32_t k = 0; k < bytes / WG_CELL_BYTES; k++)
            is_done &= touch_quickly(&v, &cell[k], (wg_mark){mark.thread + lane, mark.time, mark.site});
        left |= (uint32_t)!is_done << lane;
    }
    return left;
}
