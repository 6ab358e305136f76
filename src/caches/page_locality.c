/* SPDX-License-Identifier: Apache-2.0 */
/* How long the pieces of memory are that a launch writes.
 *
 * A page of DRAM that is written line by line, with lines of other pages in between, is opened again and again. Blocks
 * that run at the same time are neighbours, so two of them show it: what they write lies in runs of lines. Runs of one
 * block that the next one continues become as long as one likes; others are as long as they are. */
#include "caches/stream.h"

#include "base/arena.h"
#include "caches/cache.h"
#include "sim/trace.h"

#include <math.h>
#include <stdlib.h>

typedef struct lines {
    uint64_t *items; /* twice the number of the line, and 1 if the second block wrote it: sorted */
    size_t count, capacity;
} lines;

static void add_warp(const wg_cache_replay *replay, const wg_trace_warp *t, bool is_second, lines *all)
{
    for (size_t k = 0; k < t->op_count; k++) {
        const wg_trace_op *op = &t->ops[k];
        for (uint32_t n = 0; n < op->sector_count && replay->insns[op->insn].access == WG_L2_WRITE; n++)
            *WG_PUSH(all->items, all->count, all->capacity) =
                t->sectors[op->sector + n] / WG_LINE_SECTORS * 2 + is_second;
    }
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* What the first block wrote, in lines: alone, in runs of several, and in runs that the second one continues. */
typedef struct runs {
    double lone, several, continued;
    double count;
} runs;

static runs count_runs(const lines *all)
{
    runs r = {0};
    for (size_t k = 0; k < all->count;) {
        size_t end = k + 1;
        double first = !(all->items[k] & 1), second = !first;
        for (; end < all->count && all->items[end] / 2 <= all->items[end - 1] / 2 + 1; end++) {
            bool is_new = all->items[end] != all->items[end - 1];
            first += is_new && !(all->items[end] & 1);
            second += is_new && all->items[end] & 1;
        }
        double *kind = first && second ? &r.continued : first > 1 ? &r.several : &r.lone;
        *kind += first;
        r.count += first > 0;
        k = end;
    }
    return r;
}

/* So many runs at a time want as many pages, even if they go on: none to many, in `probe turns`. Of a kilobyte each
 * they cost more than of four; those that are shorter were measured by `probe pieces`. */
static double many_pages(const wg_model *m, double count, double lines_each)
{
    const double log_short = 3, log_long = 5; /* 8 lines, 32 */
    double log_each = log2(lines_each), more = m->memory_short_places_cost - m->memory_places_cost;
    double part = log_each < log_short || log_each > log_long ? 0 : (log_long - log_each) / (log_long - log_short);
    return count > m->free_places ? (m->memory_places_cost + part * more) * log2(count / m->free_places) : 0;
}

double wg_page_locality_cost(const wg_cache_replay *replay)
{
    const wg_model *m = replay->model;
    const wg_trace *trace = replay->trace;
    size_t warps = wg_cache_replay_block_warps(replay->launch);
    lines all = {0};
    bool are_neighbours = trace->warp_count >= 2 * warps && trace->warps[warps].block == trace->warps[0].block + 1;
    if (!are_neighbours || !m->l2_bytes || m->memory_row_cycle)
        return 0; /* where rows of memory are in the model, each is paid for as it is opened */
    for (size_t k = 0; k < 2 * warps; k++)
        add_warp(replay, &trace->warps[k], k >= warps, &all);
    if (all.count)
        qsort(all.items, all.count, sizeof *all.items, by_number);
    runs r = count_runs(&all);
    free(all.items);
    double sum = r.lone + r.several + r.continued;
    if (sum == 0)
        return 0;
    double pieces = r.lone * m->lone_line_cost + r.several * m->piece_cost;
    return pieces / sum + many_pages(m, r.count, sum / r.count);
}
