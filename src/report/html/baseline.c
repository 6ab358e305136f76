/* SPDX-License-Identifier: Apache-2.0 */
/* What became of results since the baseline. */
#include "report/html/page.h"
#include "report/table/compare.h"

void wg_page_legend(wg_html *h, const wg_comparison *baseline)
{
    wg_text legend = {0};
    wg_compared_legend(baseline, &legend);
    if (legend.length)
        wg_html_add(h, "p", "note below", "%s", legend.bytes);
    wg_text_free(&legend);
}

void wg_page_baseline(wg_html *h, const wg_comparison *baseline, const wg_compared *was)
{
    wg_table table;
    wg_text note = {0};
    if (!was)
        return;
    wg_text_addf(&note, "%s%s%s. Before: %s.", was->verdict, *was->reason ? ": " : "", was->reason, baseline->files[0]);
    wg_page_fold(h, "Against the baseline", wg_text_get(&note));
    wg_compared_table(was, WG_TABLE_MARKDOWN, &table);
    if (table.row_count > 1)
        wg_page_table(h, &table);
    wg_page_legend(h, baseline);
    wg_page_fold_end(h);
    wg_table_free(&table);
    wg_text_free(&note);
}

void wg_page_baselines(wg_html *h, const wg_comparison *baseline)
{
    wg_table table;
    if (!baseline || !wg_changes_table(baseline, WG_TABLE_MARKDOWN, WG_MOST_CHANGES, &table))
        return;
    wg_page_fold(h, "What changed since the baseline", baseline->files[0]);
    wg_page_table(h, &table);
    wg_page_legend(h, baseline);
    wg_page_fold_end(h);
    wg_table_free(&table);
}
