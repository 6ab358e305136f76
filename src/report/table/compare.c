/* SPDX-License-Identifier: Apache-2.0 */
#include "report/table/compare.h"

#include <math.h>

static void add_row(wg_table *table, const wg_compared *row)
{
    double before = row->before.seconds, after = row->after.seconds;
    bool both = !isnan(before) && !isnan(after);
    double change = both ? 100 * (after / before - 1) : NAN;
    wg_table_add(table, "%s", row->name);
    wg_table_add_time(table, before);
    wg_table_add_time(table, after);
    if (both && table->form != WG_TABLE_CSV)
        wg_table_add(table, "%+.1f", change);
    else
        wg_table_add_number(table, change, 3);
    wg_table_add_percent(table, both ? 100 * hypot(row->before.noise, row->after.noise) : NAN);
    wg_table_add(table, "%s", row->verdict);
}

char *wg_report_comparison(const wg_comparison *comparison, wg_table_form form)
{
    static const char *const for_people[] = {"<benchmark", "before", "after", "change %", "±%", "<verdict", NULL};
    static const char *const for_programs[] = {
        "<benchmark", "before_seconds", "after_seconds", "change_percent", "noise_percent", "<verdict", NULL};
    wg_table table;
    wg_text out = {0};
    wg_table_begin(&table, form, form == WG_TABLE_CSV ? for_programs : for_people);
    for (size_t k = 0; k < comparison->count; k++)
        add_row(&table, &comparison->rows[k]);
    wg_table_write(&table, &out);
    wg_table_free(&table);
    return out.bytes;
}
