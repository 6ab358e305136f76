/* SPDX-License-Identifier: Apache-2.0 */
#include "report/table/roofline.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- numbers ---- */

void wg_roof_format(wg_roof roof, double rate, char *text, size_t size)
{
    static const char *const prefixes[] = {"", "k", "M", "G", "T", "P"};
    int prefix = 0;
    if (!isfinite(rate)) {
        snprintf(text, size, "-");
        return;
    }
    for (; rate >= 999.5 && prefix < 5; prefix++)
        rate /= 1000;
    int decimals = rate >= 99.95 || rate == 0 ? 0 : rate >= 9.995 ? 1 : 2;
    snprintf(text, size, "%.*f %s%s/s", decimals, rate, prefixes[prefix], wg_roof_infos[roof].is_memory ? "B" : "FLOP");
}

static void add_rate(wg_table *table, wg_roof roof, double rate)
{
    char text[64];
    wg_roof_format(roof, rate, text, sizeof text);
    if (table->form == WG_TABLE_CSV)
        wg_table_add_number(table, rate, 9);
    else
        wg_table_add(table, "%s", text);
}

/* ---- tables ---- */

void wg_roofline_ceilings_table(const wg_roofline *r, wg_table *table)
{
    static const char *const headings[] = {"<roof", "ceiling", "<from", NULL};
    wg_table_begin(table, WG_TABLE_TEXT, headings);
    for (int k = 0; k < WG_ROOF_COUNT; k++) {
        const wg_ceiling *c = &r->ceilings.items[k];
        if (isnan(c->rate) && !c->from[0])
            continue;
        wg_table_add(table, "%s", wg_roof_infos[k].title);
        add_rate(table, (wg_roof)k, c->rate);
        wg_table_add(table, "%s", c->from);
    }
}

/* A kind of arithmetic that a kernel does not do says nothing about it. */
static bool matters(const wg_roof_point *point, wg_roof roof)
{
    return wg_roof_infos[roof].is_memory || point->amount[roof] > 0;
}

static void add_kernel(wg_table *table, const wg_roof_point *point)
{
    wg_table_add(table, "%s", point->name);
    wg_table_add_time(table, point->seconds);
    wg_table_add(table, "%s", isnan(point->seconds) ? "" : point->is_measured ? "measured" : "estimated");
}

static void add_roof(wg_table *table, const wg_ceilings *ceilings, const wg_roof_point *point, wg_roof roof)
{
    const wg_roof_info *info = &wg_roof_infos[roof];
    wg_table_add(table, "%s", table->form == WG_TABLE_CSV ? info->name : info->title);
    add_rate(table, roof, ceilings->items[roof].rate);
    wg_table_add_count(table, point->amount[roof]);
    add_rate(table, roof, wg_roof_rate(point, roof));
    wg_table_add_number(table, info->is_memory ? wg_roof_intensity(point, roof) : NAN, 3);
    wg_table_add_percent(table, 100 * wg_roof_share(ceilings, point, roof));
}

void wg_roofline_table(const wg_roofline *r, wg_table_form form, bool with_kernels, wg_table *table)
{
    enum { KERNEL = 3 }; /* columns */
    static const char *const for_people[] = {"<kernel", "time", "<",      "<roof",        "ceiling",
                                             "amount",  "rate", "flop/B", "% of ceiling", NULL};
    static const char *const for_programs[] = {
        "<kernel", "seconds",        "<time_is",           "<roof", "ceiling", "amount",
        "rate",    "flops_per_byte", "percent_of_ceiling", NULL};
    const char *const *headings = form == WG_TABLE_CSV ? for_programs : for_people;
    wg_table_begin(table, form, with_kernels ? headings : headings + KERNEL);
    for (size_t p = 0; p < r->count; p++) {
        bool named = false;
        for (int k = 0; k < WG_ROOF_COUNT; k++) {
            if (!matters(&r->points[p], (wg_roof)k) && form != WG_TABLE_CSV)
                continue;
            if (with_kernels && (!named || form != WG_TABLE_TEXT)) /* once is enough for the eye */
                add_kernel(table, &r->points[p]);
            for (int c = 0; with_kernels && named && form == WG_TABLE_TEXT && c < KERNEL; c++)
                wg_table_add(table, "%s", "");
            add_roof(table, &r->ceilings, &r->points[p], (wg_roof)k);
            named = true;
        }
    }
    wg_table_drop_empty(table);
}

void wg_roofline_say(const wg_ceilings *ceilings, const wg_roof_point *point, wg_text *out)
{
    bool computes = wg_roof_flops(point) > 0;
    bool moves = point->amount[WG_ROOF_l1] > 0 || point->amount[WG_ROOF_shared] > 0;
    wg_roof nearest = wg_roof_nearest(ceilings, point);
    if (!computes && !moves)
        wg_text_addf(out, "it neither computes in floating point nor accesses memory: a roofline does not apply");
    else if (!computes)
        wg_text_addf(out, "it has no floating-point operations: only the memory ceilings apply");
    else if (!moves)
        wg_text_addf(out, "it accesses no memory: only the arithmetic ceilings apply");
    if ((!computes || !moves) && (computes || moves))
        wg_text_addf(out, "; ");
    if (!computes && !moves)
        return;
    if (isnan(point->seconds))
        wg_text_addf(out, "no time was measured or estimated");
    else if (nearest == WG_ROOF_COUNT)
        wg_text_addf(out, "none of the ceilings that apply is known");
    else
        wg_text_addf(out, "closest to the %s ceiling: %.3g %% of it", wg_roof_infos[nearest].title,
                     100 * wg_roof_share(ceilings, point, nearest));
    if (point->seconds > 0 && point->limit > 0)
        wg_text_addf(out, "; %.3g %% of the limit%s", 100 * point->limit / point->seconds,
                     point->limit > point->seconds ? ": caches hold the data" : "");
}

static void add_text(const wg_roofline *r, wg_text *out)
{
    wg_table ceilings;
    wg_text_addf(out, "roofline of %s (%s)\n\n", r->device, r->title);
    wg_roofline_ceilings_table(r, &ceilings);
    if (wg_ceilings_known(&r->ceilings))
        wg_table_write(&ceilings, out);
    else
        wg_text_addf(out, "  no ceilings are known for this device: measure it, or describe it in data/devices\n");
    wg_table_free(&ceilings);
    if (r->count)
        wg_text_addf(out, "\n");
}

char *wg_report_roofline(const wg_results *results, wg_table_form form, const wg_write_options *options)
{
    (void)options;
    const wg_roofline *r = &results->roofline;
    wg_text out = {0};
    wg_table table;
    if (form == WG_TABLE_TEXT)
        add_text(r, &out);
    wg_roofline_table(r, form, true, &table);
    if (r->count || form != WG_TABLE_TEXT)
        wg_table_write(&table, &out);
    wg_table_free(&table);
    for (size_t k = 0; k < r->count && form == WG_TABLE_TEXT; k++) {
        wg_text_addf(&out, "%s%s: ", k ? "" : "\n", r->points[k].name);
        wg_roofline_say(&r->ceilings, &r->points[k], &out);
        wg_text_addf(&out, "\n");
    }
    return out.bytes;
}
