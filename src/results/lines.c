/* SPDX-License-Identifier: Apache-2.0 */
#include "results/lines.h"

#include <math.h>
#include <stdlib.h>

static double share(const wg_counters *part, const wg_counters *whole, const wg_counter *which, size_t count)
{
    double a = 0, b = 0;
    for (size_t k = 0; k < count; k++) {
        a += (double)part->value[which[k]];
        b += (double)whole->value[which[k]];
    }
    return b > 0 ? a / b : 0;
}

/* A line is hot when it is to blame for much of the time; where that is not known, when it has much of the
 * instructions, of the global traffic or of the shared-memory wavefronts. */
void wg_line_find_heat(const wg_counters *total, wg_line *line)
{
    static const wg_counter instructions[] = {WG_COUNTER_warp_instructions};
    static const wg_counter global[] = {WG_COUNTER_global_load_sectors, WG_COUNTER_global_store_sectors,
                                        WG_COUNTER_global_atomic_sectors};
    static const wg_counter shared[] = {WG_COUNTER_shared_load_wavefronts, WG_COUNTER_shared_store_wavefronts,
                                        WG_COUNTER_shared_atomic_wavefronts};
    line->share = share(&line->counters, total, instructions, 1);
    line->heat = fmax(line->share, share(&line->counters, total, global, 3));
    line->heat = fmax(line->heat, share(&line->counters, total, shared, 3));
    line->heat = isnan(line->time) ? line->heat : line->time;
}

wg_stall wg_line_reason(const wg_line *line)
{
    int most = 0;
    for (int k = 1; k < WG_STALL_COUNT; k++)
        most = line->stalls[k] > line->stalls[most] ? k : most;
    return line->stalls[most] > 0 ? (wg_stall)most : WG_STALL_COUNT;
}

const wg_line *wg_lines_slowest(const wg_lines *lines)
{
    const wg_line *most = NULL;
    for (size_t k = 0; k < lines->count; k++)
        if (lines->items[k].number && lines->items[k].time > (most ? most->time : 0))
            most = &lines->items[k];
    return most;
}

int wg_line_by_place(const void *a, const void *b)
{
    const wg_line *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static int by_place(const void *a, const void *b)
{
    return wg_line_by_place(*(const wg_line *const *)a, *(const wg_line *const *)b);
}

static int by_heat(const void *a, const void *b)
{
    const wg_line *x = *(const wg_line *const *)a, *y = *(const wg_line *const *)b;
    if (x->heat != y->heat)
        return x->heat > y->heat ? -1 : 1;
    return wg_line_by_place(x, y);
}

const wg_line **wg_lines_hottest(const wg_lines *lines, size_t most, size_t *count)
{
    const wg_line **chosen = wg_alloc((lines->count + 1) * sizeof *chosen);
    for (size_t k = 0; k < lines->count; k++)
        chosen[k] = &lines->items[k];
    *count = lines->count;
    if (most && lines->count > most) {
        qsort(chosen, lines->count, sizeof *chosen, by_heat);
        qsort(chosen, most, sizeof *chosen, by_place);
        *count = most;
    }
    return chosen;
}
