/* SPDX-License-Identifier: Apache-2.0 */
/* Pages: one file each, that needs nothing but itself. The frame, and the parts that several pages have:
 * docs/use/report.md. */
#ifndef WG_REPORT_HTML_PAGE_H
#define WG_REPORT_HTML_PAGE_H

#include "report/report.h"
#include "report/svg/chart.h"
#include "results/compare.h"

/* ---- the frame ---- */

/* `kind` is what page it is: "ladder"; the heading is the name, with a line of text below it. */
void wg_page_begin(wg_html *html, const char *kind, const char *name, const char *line);
/* With the commands that write the page, and that saved the results it is of; results NULL: nobody saved any. */
char *wg_page_end(wg_html *html, const wg_results *results, const wg_write_options *options);

/* A section to be closed with wg_html_close; note NULL: none. */
void wg_page_section(wg_html *html, const char *title, const char *note);
/* The same, open, but a reader can fold it; to be closed with wg_page_fold_end. */
void wg_page_fold(wg_html *html, const char *title, const char *note);
void wg_page_fold_end(wg_html *html);

/* ---- parts ---- */

/* Readers can sort it by a column. */
void wg_page_table(wg_html *html, const wg_table *table);
/* One that is written row by row: the headings, "<" before those of words; to be closed with wg_page_table_end. */
void wg_page_table_begin(wg_html *html, const char *class, const char *const *headings);
void wg_page_table_end(wg_html *html);

typedef void wg_page_draw(const void *figure, wg_look look, wg_html *html);
void wg_page_figure(wg_html *html, wg_page_draw *draw, const void *figure, const char *caption);

/* Big numbers in a row: between wg_html_open(html, "dl", "class", "facts", NULL) and its end. */
void wg_page_fact(wg_html *html, const char *label, const char *value);
/* The same with a quantity of wg_quantity_add; nothing for NAN. */
void wg_page_quantity(wg_html *html, const char *label, double value, char format);
/* The same with what it was before, beside the label; before NAN: it was the same, or nobody knows. */
void wg_page_quantities(wg_html *html, const char *label, double before, double value, char format);

/* Bars below one another: between wg_html_open(html, "div", "class", "bars", NULL) and its end. `part` is 0 to 1. */
void wg_page_bar(wg_html *html, const char *label, double part, const char *value, bool is_strong);

/* ---- what is said about a kernel's time: verdict.c ---- */

void wg_page_verdict(wg_html *html, const wg_record *record);
void wg_page_facts(wg_html *html, const wg_record *record, const wg_compared *was); /* was NULL: no baseline */
void wg_page_times(wg_html *html, const wg_record *record);
void wg_page_advice(wg_html *html, const wg_record *record);
/* What a line of the source is called, for what points to it. */
void wg_page_anchor(const wg_lines *lines, const wg_line *line, char *text, size_t size);

/* ---- against results of before: baseline.c; nothing where there are none ---- */

void wg_page_baseline(wg_html *html, const wg_comparison *baseline, const wg_compared *was);
void wg_page_baselines(wg_html *html, const wg_comparison *baseline);
/* What the times of a comparison are, and what counts as the same. */
void wg_page_legend(wg_html *html, const wg_comparison *comparison);

/* ---- against another kernel: against.c ---- */

void wg_page_against(wg_html *html, const wg_against *against);

/* ---- kernels that were taken apart: ablation.c; nothing where none was ---- */

void wg_page_ablation(wg_html *html, const wg_ablation_result *ablation);
void wg_page_ablations(wg_html *html, const wg_results *ladder);

/* ---- figures ---- */

void wg_page_roofline(const void *roofline, wg_look look, wg_html *html); /* as wg_page_draw */

#endif
