/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a roofline. */
#include "report/table/roofline.h"
#include "report/html/page.h"

static void write_words(wg_html *h, const wg_roofline *r)
{
    wg_html_open(h, "section", "class", "verdict", NULL);
    wg_html_add(h, "h2", NULL, "%s", r->count == 1 ? r->points[0].name : "Under the roofs");
    enum { MANY = 6 };
    wg_html_open(h, "ul", r->count > MANY ? "class" : NULL, "many", NULL);
    for (size_t k = 0; k < r->count; k++) {
        wg_text words = {0};
        wg_roofline_say(&r->ceilings, &r->points[k], &words);
        wg_html_add(h, "li", NULL, "%s%s%s", r->count > 1 ? r->points[k].name : "", r->count > 1 ? ": " : "",
                    wg_text_get(&words));
        wg_text_free(&words);
    }
    wg_html_close(h);
    wg_html_close(h);
}

char *wg_report_roofline_html(const wg_results *results, const wg_write_options *options)
{
    const wg_roofline *r = &results->roofline;
    wg_html h = {0};
    wg_text line = {0};
    wg_table table;
    wg_text_addf(&line, "%s, %zu %s", r->device, r->count, r->count == 1 ? "kernel" : "kernels");
    wg_page_begin(&h, "roofline", *r->title ? r->title : r->device, wg_text_get(&line));
    if (r->count)
        write_words(&h, r);
    wg_html_open(&h, "section", NULL);
    if (wg_ceilings_known(&r->ceilings))
        wg_page_figure(&h, wg_page_roofline, r, NULL);
    else
        wg_html_add(&h, "p", "note", "%s",
                    "No ceilings are known for this device: measure it, or describe it in data/devices.");
    wg_html_close(&h);
    if (r->count) {
        wg_page_fold(&h, "Kernels", NULL);
        wg_roofline_table(r, WG_TABLE_MARKDOWN, true, &table); /* each row has its kernel: they can be sorted */
        wg_page_table(&h, &table);
        wg_table_free(&table);
        wg_page_fold_end(&h);
    }
    wg_page_fold(&h, "Ceilings", NULL);
    wg_roofline_ceilings_table(r, &table);
    wg_page_table(&h, &table);
    wg_table_free(&table);
    wg_page_fold_end(&h);
    wg_text_free(&line);
    return wg_page_end(&h, results, options);
}
