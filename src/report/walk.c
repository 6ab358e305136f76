/* SPDX-License-Identifier: Apache-2.0 */
#include "report/report.h"

#include <ctype.h>
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

typedef struct walk {
    const wg_run *run;
    const wg_report_options *options;
    const wg_report_writer *writer;
    void *state;
} walk;

/* A group in which nothing happened is left out. */
static void walk_group(const walk *w, const group *g)
{
    const wg_counters *total = &w->run->profile.total;
    bool used = false;
    for (int k = 0; k < WG_COUNTER_COUNT; k++)
        used |= group_of(wg_counter_infos[k].name) == g && total->value[k];
    if (!used)
        return;
    if (w->writer->group)
        w->writer->group(w->state, g->title);
    for (int k = 0; k < WG_COUNTER_COUNT && w->writer->counter; k++)
        if (group_of(wg_counter_infos[k].name) == g && (total->value[k] || !g->skip_zeros))
            w->writer->counter(w->state, &wg_counter_infos[k], total->value[k]);
    for (int k = 0; k < WG_METRIC_COUNT && w->writer->metric; k++) {
        double value = wg_metric_value(total, (wg_metric)k);
        if (group_of(wg_metric_infos[k].name) == g && !isnan(value))
            w->writer->metric(w->state, &wg_metric_infos[k], wg_report_metric_kind(&wg_metric_infos[k]), value);
    }
}

static void walk_counters(const walk *w)
{
    for (int g = 0; g < GROUPS; g++)
        walk_group(w, &groups[g]);
}

static void walk_source(const walk *w)
{
    wg_lines lines;
    if (!w->writer->line)
        return;
    if (w->options->recorded)
        wg_lines_copy(w->options->recorded, w->options->lines, &lines);
    else
        wg_lines_collect(w->run, w->options->lines, &lines);
    if (w->writer->source)
        w->writer->source(w->state, &lines);
    for (size_t k = 0; k < lines.count; k++)
        w->writer->line(w->state, &lines, &lines.items[k]);
    wg_lines_free(&lines);
}

static void walk_diagnosis(const walk *w)
{
    wg_report_diagnosis diagnosis;
    if (!w->writer->diagnosis)
        return;
    wg_report_diagnose(w->run, w->options->recorded, &diagnosis);
    w->writer->diagnosis(w->state, w->run, &diagnosis);
    wg_report_diagnosis_free(&diagnosis);
}

static void walk_time(const walk *w)
{
    if (w->options->measured && w->writer->time)
        w->writer->time(w->state, w->options->measured);
}

static void walk_addresses(const walk *w)
{
    if (w->options->watched && w->writer->addresses)
        w->writer->addresses(w->state, w->run, w->options->watched);
}

static void walk_ablation(const walk *w)
{
    if (w->options->ablation && w->writer->ablation)
        w->writer->ablation(w->state, w->run, w->options->ablation);
}

/* The parts of a report, in order. */
static void (*const parts[])(const walk *w) = {walk_diagnosis, walk_time,      walk_counters,
                                               walk_source,    walk_addresses, walk_ablation};

void wg_report_walk(const wg_run *run, const wg_report_options *options, const wg_report_writer *writer, void *state)
{
    walk w = {.run = run, .options = options, .writer = writer, .state = state};
    if (writer->begin)
        writer->begin(state, run);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        parts[k](&w);
    if (writer->end)
        writer->end(state, run);
}

const char *wg_report_kind_name(wg_counter_kind kind)
{
    static const char *const names[] = {
        [WG_COUNTER_EXACT] = "exact", [WG_COUNTER_PTX] = "ptx", [WG_COUNTER_MODEL] = "model"};
    return names[kind];
}

wg_counter_kind wg_report_metric_kind(const wg_metric_info *info)
{
    wg_counter_kind worst = WG_COUNTER_EXACT;
    for (const char *c = info->formula; *c;) {
        size_t length = 0;
        while (isalnum((unsigned char)c[length]) || c[length] == '_')
            length++;
        for (int k = 0; k < WG_COUNTER_COUNT; k++) {
            const wg_counter_info *counter = &wg_counter_infos[k];
            bool named = strlen(counter->name) == length && !memcmp(counter->name, c, length);
            if (named && counter->kind > worst)
                worst = counter->kind;
        }
        c += length ? length : 1;
    }
    return worst;
}
