/* SPDX-License-Identifier: Apache-2.0 */
/* The page of two files of results: times and verdicts, and what else differs. */
#include "report/table/compare.h"
#include "report/html/page.h"

#include <string.h>

static void write_line(const wg_comparison *c, wg_text *out)
{
    size_t faster = 0, slower = 0;
    for (size_t k = 0; k < c->count; k++) {
        faster += !strcmp(c->rows[k].verdict, "FASTER");
        slower += !strcmp(c->rows[k].verdict, "SLOWER");
    }
    wg_text_addf(out, "%zu benchmark%s: %zu faster, %zu slower, %zu regression%s", c->count, c->count == 1 ? "" : "s",
                 faster, slower, c->regressions, c->regressions == 1 ? "" : "s");
}

static void add_times(wg_html *h, const wg_comparison *c)
{
    wg_table table;
    wg_page_section(h, "Times", NULL);
    wg_times_table(c, WG_TABLE_MARKDOWN, &table);
    wg_page_table(h, &table);
    wg_html_close(h);
    wg_table_free(&table);
}

static void add_changes(wg_html *h, const wg_comparison *c, bool all)
{
    wg_table table;
    if (!wg_changes_table(c, WG_TABLE_MARKDOWN, all ? SIZE_MAX - 1 : WG_MOST_CHANGES, &table))
        return;
    wg_page_fold(h, "What changed", NULL);
    wg_page_table(h, &table);
    wg_page_fold_end(h);
    wg_table_free(&table);
}

char *wg_report_comparison_html(const wg_comparison *c, const wg_write_options *options)
{
    wg_html h = {0};
    wg_text name = {0}, line = {0};
    wg_text_addf(&name, "%s → %s", c->files[0], c->files[1]);
    write_line(c, &line);
    wg_page_begin(&h, "compare", wg_text_get(&name), wg_text_get(&line));
    add_times(&h, c);
    add_changes(&h, c, options->all);
    wg_page_legend(&h, c);
    wg_text_free(&name);
    wg_text_free(&line);
    return wg_page_end(&h, NULL, options);
}
