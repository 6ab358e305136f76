/* SPDX-License-Identifier: Apache-2.0 */
#include "report/report.h"

#include <math.h>
#include <string.h>

/* Counters and metrics whose names begin alike stand together; the first row that fits counts. */
typedef struct group {
    const char *title;
    const char *prefixes[4];
    bool skip_zeros; /* one that is 0 says nothing there */
} group;

static const group groups[] = {
    {"instructions", {"warp_", "thread_", "lane_", NULL}, false},
    {"control flow", {"branch", "divergent_", "barriers", NULL}, false},
    {"global memory, atomics", {"global_atomic_", NULL}, true},
    {"global memory", {"global_", NULL}, false},
    {"shared memory, atomics", {"shared_atomic_", NULL}, true},
    {"shared memory", {"shared_", NULL}, false},
    {"local memory", {"local_", NULL}, false},
    {"constant memory", {"constant_", NULL}, false},
    {"textures", {"texture_", NULL}, false},
    {"arithmetic", {"", NULL}, true},
};

enum { GROUPS = sizeof groups / sizeof *groups };

static const group *group_of(const char *name)
{
    for (int g = 0; g < GROUPS; g++)
        for (const char *const *prefix = groups[g].prefixes; *prefix; prefix++)
            if (!strncmp(name, *prefix, strlen(*prefix)))
                return &groups[g];
    return NULL;
}

static void walk_group(const wg_counters *total, const group *g, const wg_counter_writer *writer, void *state)
{
    bool used = false;
    for (int k = 0; k < WG_COUNTER_COUNT; k++)
        used |= group_of(wg_counter_infos[k].name) == g && total->value[k];
    if (!used)
        return;
    if (writer->group)
        writer->group(state, g->title);
    for (int k = 0; k < WG_COUNTER_COUNT && writer->counter; k++)
        if (group_of(wg_counter_infos[k].name) == g && (total->value[k] || !g->skip_zeros))
            writer->counter(state, &wg_counter_infos[k], total->value[k]);
    for (int k = 0; k < WG_METRIC_COUNT && writer->metric; k++) {
        double value = wg_metric_value(total, (wg_metric)k);
        if (group_of(wg_metric_infos[k].name) == g && !isnan(value))
            writer->metric(state, &wg_metric_infos[k], wg_metric_kind((wg_metric)k), value);
    }
}

void wg_counters_walk(const wg_counters *total, const wg_counter_writer *writer, void *state)
{
    for (int g = 0; g < GROUPS; g++)
        walk_group(total, &groups[g], writer, state);
}

void wg_report_stall(wg_stall stall, wg_text *out)
{
    const wg_estimate_info *info = &wg_stall_infos[stall];
    size_t title = strlen(info->title), nsight = strlen(info->nsight);
    bool is_said = nsight <= title && !strcmp(info->title + title - nsight, info->nsight); /* or there is none */
    wg_text_addf(out, "%s", info->title);
    if (!is_said)
        wg_text_addf(out, " (%s)", info->nsight);
}

size_t wg_report_rank_stalls(const double stalls[WG_STALL_COUNT], wg_stall out[WG_STALL_COUNT])
{
    const double worth = 0.005;
    size_t count = 0;
    for (int k = 0; k < WG_STALL_COUNT; k++) {
        size_t at = count;
        if (!(stalls[k] >= worth))
            continue;
        for (; at > 0 && stalls[out[at - 1]] < stalls[k]; at--)
            out[at] = out[at - 1];
        out[at] = (wg_stall)k;
        count++;
    }
    return count;
}

static double ratio(double above, double below)
{
    return below > 0 ? above / below : NAN;
}

wg_line_facts wg_line_facts_of(const wg_line *line)
{
    const uint64_t *c = line->counters.value;
    double requests = (double)(c[WG_COUNTER_global_load_requests] + c[WG_COUNTER_global_store_requests] +
                               c[WG_COUNTER_global_atomic_requests]);
    double sectors = (double)(c[WG_COUNTER_global_load_sectors] + c[WG_COUNTER_global_store_sectors] +
                              c[WG_COUNTER_global_atomic_sectors]);
    bool shared = c[WG_COUNTER_shared_load_requests] || c[WG_COUNTER_shared_store_requests];
    return (wg_line_facts){
        .sectors_per_request = ratio(sectors, requests),
        .conflicts = shared ? (double)c[WG_COUNTER_shared_conflicts] : NAN,
        .lanes = ratio((double)c[WG_COUNTER_thread_instructions], 32.0 * (double)c[WG_COUNTER_warp_instructions])};
}
