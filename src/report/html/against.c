/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel's results beside another's. */
#include "report/html/page.h"

void wg_page_against(wg_html *h, const wg_against *a)
{
    static const char *const headings[] = {"<buffer", "values", "tolerance",      "differ", "first",
                                           "value",   "other",  "relative error", NULL};
    wg_text title = {0}, note = {0};
    wg_table table;
    wg_text_addf(&title, "Against %s", a->what);
    wg_report_against(a, &note);
    wg_text_addf(&note, ". It got the same arguments, on %s.", a->where);
    wg_page_fold(h, title.bytes, note.bytes);
    wg_table_begin(&table, WG_TABLE_MARKDOWN, headings);
    for (size_t k = 0; k < a->buffer_count; k++) {
        const wg_against_buffer *b = &a->buffers[k];
        wg_table_add(&table, "%s", b->name);
        wg_table_add(&table, "%llu", (unsigned long long)b->count);
        wg_table_add(&table, "%g", b->tolerance);
        wg_table_add(&table, "%llu", (unsigned long long)b->differ);
        if (b->differ)
            wg_table_add(&table, "%llu", (unsigned long long)b->first);
        else
            wg_table_add(&table, "%s", "");
        wg_table_add(&table, "%s", b->differ ? b->value : "");
        wg_table_add(&table, "%s", b->differ ? b->other : "");
        wg_table_add_number(&table, b->error, 3);
    }
    wg_table_drop_empty(&table);
    if (a->buffer_count)
        wg_page_table(h, &table);
    wg_page_fold_end(h);
    wg_table_free(&table);
    wg_text_free(&title);
    wg_text_free(&note);
}
