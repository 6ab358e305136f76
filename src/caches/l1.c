/* SPDX-License-Identifier: Apache-2.0 */
/* The multiprocessors and their first-level caches.
 *
 * Block k runs on multiprocessor k mod the number of them, as many at a time as fit; when one ends the next begins.
 * Resident warps take turns, one access each, and so do the multiprocessors: a stand-in for hardware scheduling that is
 * the same on every run. Barriers hold, so warps drift apart no further than the program lets them. Where blocks come
 * apart (time/skew.c) those of a multiprocessor begin one after another, evenly spread.
 *
 * The cache, as the recorded counters show it: a load of a sector that is there, or on its way, is a hit; a miss brings
 * one sector; of an array a little larger than it some is found again, so that it is not always the oldest line that
 * has to go; stores go through to the second level, together where those of a warp follow one another into the same
 * sectors, and leave in the cache what they wrote to lines that are there (local stores also bring their lines in);
 * atomics pass it by. */
#include "base/arena.h"
#include "caches/cache.h"
#include "caches/stream.h"

#include <stdlib.h>

typedef struct slot {
    uint32_t alive, waiting; /* warps of the block */
} slot;

/* An entry of a write-combining buffer, what a warp stored last and has not sent on: stores that follow one another
 * fill the same sectors, while there are few requests, each of a line, between them. */
typedef struct combined {
    uint64_t sector;
    wg_trace_op *op; /* that came first */
    uint8_t words;
} combined;

typedef struct resident {
    wg_trace_warp *trace;
    size_t next;
    uint32_t slot;
    bool waits;
    bool is_last;       /* one of the last: what can be in the cache is */
    combined *combined; /* combined_most() of them */
    uint32_t combined_count, combined_requests;
    uint32_t last_store; /* that is combined: an instruction */
} resident;

typedef struct sm {
    wg_level l1;
    size_t next_block; /* in the trace, of this multiprocessor's … */
    resident *warps;
    combined *combined; /* of all of them */
    uint32_t warp_count, turn;
    slot *slots;
    uint32_t begun; /* slots that have had a block */
    bool *slices;   /* of the second level, that it has asked */
    uint64_t block; /* whose warp has its turn */
    uint32_t turns; /* so far */
} sm;

typedef struct gpu {
    wg_cache_replay *replay;
    sm *sms;
    uint32_t count; /* that are traced */
    uint32_t block_warps;
    size_t *blocks; /* first warps in the trace, multiprocessor by multiprocessor … */
    size_t *first;  /* … where each begins; count + 1 of them */
} gpu;

static uint32_t requests_most(const wg_cache_replay *replay)
{
    return (uint32_t)replay->model->store_merge_requests;
}

static uint32_t combined_most(const wg_cache_replay *replay)
{
    return requests_most(replay) * WG_LINE_SECTORS;
}

/* ---- on to the second level ---- */

/* A multiprocessor knows which slices of the second level it has to ask in the end. */
static void touch_slice(const wg_cache_replay *replay, sm *s, uint64_t sector)
{
    uint64_t hash = sector / (uint64_t)replay->model->l2_slice_sectors * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
    if (replay->l2_slices)
        s->slices[(hash >> 32) * replay->l2_slices >> 32] = true;
}

static void send(wg_cache_replay *replay, sm *s, wg_trace_op *op, wg_l2_access access, uint64_t sector, uint8_t words)
{
    wg_stream *stream = &replay->stream;
    touch_slice(replay, s, sector);
    replay->counts[op->insn].l2[access]++;
    op->missed++;
    op->partial += access == WG_L2_WRITE && words != WG_ALL_WORDS;
    *WG_PUSH(stream->items, stream->count, stream->capacity) = (wg_stream_item){.sector = sector,
                                                                                .insn = op->insn,
                                                                                .block = (uint32_t)s->block,
                                                                                .turn = s->turns,
                                                                                .access = (uint8_t)(access & 3),
                                                                                .words = words};
}

static void drain_stores(wg_cache_replay *replay, sm *s, resident *w)
{
    for (uint32_t k = 0; k < w->combined_count; k++)
        send(replay, s, w->combined[k].op, WG_L2_WRITE, w->combined[k].sector, w->combined[k].words);
    w->combined_count = w->combined_requests = 0;
}

/* ---- blocks ---- */

static uint32_t sm_of(const gpu *m, uint64_t block)
{
    const wg_trace *trace = m->replay->trace;
    return trace->deal ? (uint32_t)(block % trace->deal) : 0;
}

static void deal_blocks(gpu *m)
{
    const wg_trace *trace = m->replay->trace;
    size_t blocks = trace->warp_count / m->block_warps;
    m->blocks = wg_alloc(sizeof *m->blocks * (blocks + 1));
    m->first = wg_alloc(sizeof *m->first * (m->count + 2));
    for (size_t k = 0; k < blocks; k++)
        m->first[sm_of(m, trace->warps[k * m->block_warps].block) + 1]++;
    for (uint32_t s = 0; s < m->count; s++) {
        m->first[s + 1] += m->first[s];
        m->sms[s].next_block = m->first[s];
    }
    for (size_t k = 0; k < blocks; k++)
        m->blocks[m->sms[sm_of(m, trace->warps[k * m->block_warps].block)].next_block++] = k * m->block_warps;
    for (uint32_t s = 0; s < m->count; s++)
        m->sms[s].next_block = m->first[s];
}

static void start_block(gpu *m, sm *s, uint32_t number)
{
    s->begun = number < s->begun ? s->begun : number + 1;
    size_t first = m->first[s - m->sms], end = m->first[s - m->sms + 1], places = m->replay->blocks_per_sm;
    if (s->next_block == end)
        return;
    bool is_last = end - first >= 2 * places && s->next_block >= end - places;
    size_t warp = m->blocks[s->next_block++];
    s->slots[number] = (slot){.alive = m->block_warps};
    for (uint32_t k = 0; k < m->block_warps; k++) {
        resident *w = &s->warps[s->warp_count++];
        *w = (resident){
            .trace = &m->replay->trace->warps[warp + k], .slot = number, .is_last = is_last, .combined = w->combined};
    }
}

/* Blocks that have come apart: as far as they can, while the first one goes its way. */
static void start_apart(gpu *m, sm *s, const resident *w)
{
    uint32_t slots = m->replay->blocks_per_sm;
    while (s->begun < slots && w->slot == 0 && w->next * slots >= (size_t)s->begun * w->trace->op_count)
        start_block(m, s, s->begun);
}

static void release(sm *s, uint32_t number)
{
    s->slots[number].waiting = 0;
    for (uint32_t k = 0; k < s->warp_count; k++)
        if (s->warps[k].slot == number)
            s->warps[k].waits = false;
}

static void release_if_complete(sm *s, uint32_t number)
{
    if (s->slots[number].waiting && s->slots[number].waiting >= s->slots[number].alive)
        release(s, number);
}

static void end_warp(gpu *m, sm *s, uint32_t k)
{
    uint32_t number = s->warps[k].slot;
    combined *free_now = s->warps[k].combined;
    drain_stores(m->replay, s, &s->warps[k]);
    s->warp_count--;
    for (uint32_t n = k; n < s->warp_count; n++)
        s->warps[n] = s->warps[n + 1];
    s->warps[s->warp_count].combined = free_now;
    s->slots[number].alive--;
    if (s->slots[number].alive)
        release_if_complete(s, number);
    else
        start_block(m, s, number);
}

/* ---- the cache ---- */

static void load(wg_cache_replay *replay, sm *s, const resident *w, wg_trace_op *op, uint64_t sector)
{
    wg_cache_replay_insn *insn = &replay->insns[op->insn];
    wg_traffic_counts *counts = &replay->counts[op->insn];
    wg_level_line unseen, *line = insn->passes_l1 ? NULL : wg_level_place(&s->l1, sector, &unseen);
    bool hit = line && line->valid & wg_level_bit(sector);
    bool is_global = !(sector & WG_TRACE_LOCAL) && !insn->is_texture;
    if (line)
        line->valid |= wg_level_bit(sector);
    counts->l1_loads += is_global;
    counts->l1_hits += is_global && hit;
    insn->loads++;
    insn->last += w->is_last;
    insn->last_missed += w->is_last && !hit;
    if (!hit)
        send(replay, s, op, WG_L2_READ, sector, 0);
}

static void combine_store(wg_cache_replay *replay, sm *s, resident *w, wg_trace_op *op, uint64_t sector, uint8_t words)
{
    for (uint32_t k = w->combined_count; k-- > 0;)
        if (w->combined[k].sector == sector) {
            w->combined[k].words |= words;
            return;
        }
    if (w->combined_count == combined_most(replay))
        drain_stores(replay, s, w);
    w->combined[w->combined_count++] = (combined){sector, op, words};
    w->last_store = op->insn;
}

static uint32_t requests_of(const resident *w, const wg_trace_op *op)
{
    uint32_t lines = 1;
    for (uint32_t k = 1; k < op->sector_count; k++)
        lines += w->trace->sectors[op->sector + k] / WG_LINE_SECTORS !=
                 w->trace->sectors[op->sector + k - 1] / WG_LINE_SECTORS;
    return lines;
}

/* Before a store: what was combined for too long goes on. */
static void make_room(wg_cache_replay *replay, sm *s, resident *w, const wg_trace_op *op)
{
    w->combined_requests += requests_of(w, op);
    if (w->combined_requests <= requests_most(replay))
        return;
    drain_stores(replay, s, w);
    w->combined_requests = requests_of(w, op);
}

/* What is there of a global line stays as good as it was. */
static void store(wg_cache_replay *replay, sm *s, resident *w, wg_trace_op *op, uint64_t sector, uint8_t words)
{
    wg_level_line unseen;
    if (sector & WG_TRACE_LOCAL)
        wg_level_place(&s->l1, sector, &unseen)->valid |= wg_level_bit(sector);
    if (sector & WG_TRACE_LOCAL || w->combined_requests > requests_most(replay))
        send(replay, s, op, WG_L2_WRITE, sector, words);
    else
        combine_store(replay, s, w, op, sector, words);
}

/* Whether what the warp holds goes on before this: stores that follow one another have their turn together. */
static bool ends_turn(const wg_cache_replay *replay, const resident *w, const wg_trace_op *op)
{
    const wg_cache_replay_insn *i = &replay->insns[op->insn];
    if (i->access == WG_L2_WRITE)
        return i->follows_loads;
    return i->access == WG_L2_ATOMIC || !replay->is_ordered || i->block != replay->insns[w->last_store].block;
}

/* Local memory belongs to the place a warp has on the multiprocessor: the next block's warps get the same. */
static uint64_t placed(const gpu *m, const sm *s, const resident *w, uint64_t sector)
{
    uint64_t place = ((uint64_t)(s - m->sms) * m->replay->blocks_per_sm + w->slot) * m->block_warps + w->trace->warp;
    return sector & WG_TRACE_LOCAL ? WG_TRACE_LOCAL | place << 32 | (uint32_t)sector : sector;
}

static void access_memory(const gpu *m, sm *s, resident *w, wg_trace_op *op)
{
    wg_cache_replay *replay = m->replay;
    const wg_cache_replay_insn *i = &replay->insns[op->insn];
    replay->sectors[op->insn] += op->sector_count;
    s->turns++;
    s->block = w->trace->block;
    if (ends_turn(replay, w, op))
        drain_stores(replay, s, w);
    if (i->access == WG_L2_WRITE)
        make_room(replay, s, w, op);
    for (uint32_t k = 0; k < op->sector_count; k++) {
        uint64_t sector = placed(m, s, w, w->trace->sectors[op->sector + k]);
        if (i->access == WG_L2_READ)
            load(replay, s, w, op, sector);
        else if (i->access == WG_L2_WRITE)
            store(replay, s, w, op, sector, w->trace->words[op->sector + k]);
        else
            send(replay, s, op, WG_L2_ATOMIC, sector, 0);
    }
}

/* ---- turns ---- */

/* A warp waiting for some of its block only (bar.sync with a count) may look as if it waited for ever. */
static void release_all(gpu *m, sm *s)
{
    for (uint32_t k = 0; k < m->replay->blocks_per_sm; k++)
        release(s, k);
}

static void arrive(wg_cache_replay *replay, sm *s, resident *w)
{
    drain_stores(replay, s, w);
    w->waits = true;
    s->slots[w->slot].waiting++;
    release_if_complete(s, w->slot);
}

/* Stores that follow one another wait for nothing: the warp has its turn until it comes to something else. */
static bool goes_on(const wg_cache_replay *replay, const resident *w, const wg_trace_op *last)
{
    if (w->next == w->trace->op_count || replay->insns[last->insn].access != WG_L2_WRITE)
        return false;
    const wg_trace_op *next = &w->trace->ops[w->next];
    return next->sector_count && replay->insns[next->insn].access == WG_L2_WRITE;
}

/* One access of the next warp that can; false: nothing is left here. */
static bool take_turn(gpu *m, sm *s)
{
    for (uint32_t tried = 0; s->warp_count;) {
        uint32_t k = s->turn % s->warp_count;
        resident *w = &s->warps[k];
        if (w->waits) {
            s->turn = k + 1;
            if (++tried > s->warp_count)
                release_all(m, s);
            continue;
        }
        if (w->next == w->trace->op_count) {
            s->turn = k;
            end_warp(m, s, k);
            continue;
        }
        s->turn = k + 1;
        wg_trace_op *op = &w->trace->ops[w->next++];
        start_apart(m, s, w);
        if (op->sector_count) {
            access_memory(m, s, w, op);
            if (w->next == w->trace->op_count)
                drain_stores(m->replay, s, w);
            if (goes_on(m->replay, w, op))
                s->turn = k;
            return true;
        }
        arrive(m->replay, s, w);
        tried = 0;
    }
    return false;
}

static void open_sm(gpu *m, sm *s)
{
    const wg_cache_replay *replay = m->replay;
    uint32_t warps = m->block_warps * replay->blocks_per_sm;
    wg_level_init(&s->l1, replay->l1_bytes, (uint32_t)replay->model->l1_ways);
    s->l1.takes_chances = replay->model->unified_l1 > 0;
    s->slices = wg_alloc(sizeof *s->slices * (replay->l2_slices + 1));
    s->warps = wg_alloc(sizeof *s->warps * warps);
    s->combined = wg_alloc(sizeof *s->combined * warps * combined_most(replay));
    for (uint32_t w = 0; w < warps; w++)
        s->warps[w].combined = s->combined + (size_t)w * combined_most(replay);
    s->slots = wg_alloc(sizeof *s->slots * replay->blocks_per_sm);
    for (uint32_t b = 0; b < (replay->apart ? 1 : replay->blocks_per_sm); b++)
        start_block(m, s, b);
}

static void close_sm(gpu *m, sm *s)
{
    for (uint32_t n = 0; n < m->replay->l2_slices; n++)
        m->replay->fences += s->slices[n] * wg_cache_replay_more_sms(m->replay);
    free(s->slices);
    wg_level_free(&s->l1);
    free(s->warps);
    free(s->combined);
    free(s->slots);
}

/* Of a replay before this one: a trace may be replayed more than once. */
static void forget_misses(const wg_trace *trace)
{
    for (size_t k = 0; k < trace->warp_count; k++)
        for (size_t n = 0; n < trace->warps[k].op_count; n++)
            trace->warps[k].ops[n].missed = trace->warps[k].ops[n].partial = 0;
}

void wg_cache_replay_l1(wg_cache_replay *replay)
{
    forget_misses(replay->trace);
    gpu m = {.replay = replay,
             .count = wg_trace_dealt(replay->trace),
             .block_warps = wg_cache_replay_block_warps(replay->launch)};
    uint32_t dice = 1;
    m.sms = wg_alloc(sizeof *m.sms * m.count);
    deal_blocks(&m);
    for (uint32_t k = 0; k < m.count; k++)
        open_sm(&m, &m.sms[k]);
    for (bool busy = true; busy && !wg_stopped(replay->launch->interrupted);) {
        busy = false;
        dice = dice * 1664525u + 1013904223u;
        for (uint32_t k = 0; k < m.count; k++)
            busy |= take_turn(&m, &m.sms[dice >> 31 ? k : m.count - 1 - k]);
    }
    for (uint32_t k = 0; k < m.count; k++)
        close_sm(&m, &m.sms[k]);
    free(m.sms);
    free(m.blocks);
    free(m.first);
}
