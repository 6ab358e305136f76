/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel's counters and metrics as a table alone, for other programs and for documents. */
#include "report/report.h"

static void write_counter(void *writer, const wg_counter_info *info, uint64_t value)
{
    wg_table *table = writer;
    wg_table_add(table, "%s", info->name);
    wg_table_add(table, "%llu", (unsigned long long)value);
    wg_table_add(table, "%s", "");
    wg_table_add(table, "%s", wg_counter_kind_name(info->kind));
}

static void write_metric(void *writer, const wg_metric_info *info, wg_counter_kind kind, double value)
{
    wg_table *table = writer;
    wg_table_add(table, "%s", info->name);
    wg_table_add_number(table, value, 4);
    wg_table_add(table, "%s", info->unit);
    wg_table_add(table, "%s", wg_counter_kind_name(kind));
}

char *wg_report_kernel_table(const wg_results *results, wg_table_form form)
{
    static const char *const headings[] = {"<counter", "value", "<unit", "<kind", NULL};
    static const wg_counter_writer writer = {.counter = write_counter, .metric = write_metric};
    wg_text out = {0};
    wg_table table;
    wg_table_begin(&table, form, headings);
    wg_counters_walk(&results->records[0].counters, &writer, &table);
    wg_table_write(&table, &out);
    wg_table_free(&table);
    return out.bytes;
}
