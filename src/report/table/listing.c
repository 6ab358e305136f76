/* SPDX-License-Identifier: Apache-2.0 */
#include "report/table/listing.h"

#include <stdio.h>

char *wg_report_listing(const char *kind, const char *parts, const char *about, const wg_listed *items, size_t count,
                        wg_table_form form)
{
    char name[32], title[64];
    const char *const headings[] = {name, parts, title, NULL};
    wg_table table;
    wg_text out = {0};
    snprintf(name, sizeof name, "<%s", kind);
    snprintf(title, sizeof title, "<%s", about);
    wg_table_begin(&table, form, headings);
    for (size_t k = 0; k < count; k++) {
        wg_table_add(&table, "%s", items[k].name);
        wg_table_add_number(&table, items[k].count, 1);
        wg_table_add(&table, "%s", items[k].title);
    }
    wg_table_write(&table, &out);
    wg_table_free(&table);
    return out.bytes;
}
