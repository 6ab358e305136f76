/* SPDX-License-Identifier: Apache-2.0 */
#include "report/table/compare.h"
#include "report/text/parts.h"

void wg_text_baseline(const wg_pen *p, const wg_comparison *baseline)
{
    wg_table table;
    if (!p->was)
        return;
    wg_text_addf(p->out, "\n%sagainst the baseline%s  %s%s%s\n", p->bold, p->plain, p->dim, baseline->files[0],
                 p->plain);
    wg_text_addf(p->out, "  %s%s%s%s%s\n", p->bold, p->was->verdict, p->plain, *p->was->reason ? ": " : "",
                 p->was->reason);
    wg_compared_table(p->was, WG_TABLE_TEXT, &table);
    if (table.row_count > 1)
        wg_table_write(&table, p->out);
    wg_table_free(&table);
}
