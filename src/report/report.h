/* SPDX-License-Identifier: Apache-2.0 */
/* Results as something to read. A form is a folder: text/ for a terminal, table/ for rows and columns in a terminal, in
 * Markdown or as CSV, svg/ for figures, html/ for pages. They see results alone, after analysis has added to them. */
#ifndef WG_REPORT_REPORT_H
#define WG_REPORT_REPORT_H

#include "report/table/table.h"
#include "results/compare.h"
#include "results/record.h"
#include "warpgrind/form.h"

/* malloc'ed; NULL: there is no such form of it. */
char *wg_report_write(const wg_results *results, wg_report_form form, const wg_write_options *options);

/* Markdown and CSV of a table; what is neither is a table for a terminal. */
wg_table_form wg_report_table_form(wg_report_form form);

/* ---- counters in groups: groups.c ---- */

/* Functions a report does not need are NULL. */
typedef struct wg_counter_writer {
    void (*group)(void *writer, const char *title); /* of counters and metrics to come */
    void (*counter)(void *writer, const wg_counter_info *info, uint64_t value);
    void (*metric)(void *writer, const wg_metric_info *info, wg_counter_kind kind, double value);
} wg_counter_writer;

/* Those whose names begin alike stand together; a group in which nothing happened is left out. */
void wg_counters_walk(const wg_counters *total, const wg_counter_writer *writer, void *state);

/* What a line of the source shows besides its time. */
typedef struct wg_line_facts {
    double sectors_per_request, conflicts, lanes; /* NAN: it does no such thing; lanes: 0 to 1 */
} wg_line_facts;
wg_line_facts wg_line_facts_of(const wg_line *line);

/* checked.c: whether somebody looked for errors, and what was found. */
void wg_report_checked(const wg_record *r, wg_text *out);
/* against.c: "equal: y (4096 values, tolerance 1e-05)", or what differs first. */
void wg_report_against(const wg_against *against, wg_text *out);

/* "waiting for global memory (long scoreboard)" */
void wg_report_stall(wg_stall stall, wg_text *out);
/* The stalls, largest first; returns how many have a share that is worth a line. */
size_t wg_report_rank_stalls(const double stalls[WG_STALL_COUNT], wg_stall out[WG_STALL_COUNT]);

/* "1 block of 256 threads", "32 x 32 blocks of 32 x 8 threads"; times: what stands between sizes. */
void wg_report_launch(const wg_record_launch *launch, const char *times, wg_text *out);
/* How far off the estimate may be, and what it would be with cold caches where that is much more. */
void wg_report_expected(const wg_record *record, wg_text *out);
/* What the estimate stands on, where not all numbers of the GPU are its own; else nothing. */
void wg_report_borrowed(const wg_record *record, wg_text *out);
/* What exact, ptx and model mean. */
extern const char wg_report_kinds_legend[];

/* A table for a terminal, its words for right, wrong, faster and slower in colour; takes the text and returns another.
 */
char *wg_report_paint(char *text);
/* Where paragraphs for a terminal are wrapped: `most`, or less in a narrow one. */
size_t wg_report_width(const wg_write_options *options, size_t most);

/* ---- a ladder rung by rung: text/story.c ---- */

typedef struct wg_story_writer {
    void (*rung)(void *writer, const char *name); /* the paragraphs that follow are about it */
    void (*paragraph)(void *writer, const char *words);
} wg_story_writer;

/* Rungs that were left out are left out. */
void wg_story_walk(const wg_results *ladder, const wg_story_writer *writer, void *state);
extern const char wg_story_legend[]; /* what to think of predictions */

/* ---- the forms of each kind of results ---- */

char *wg_report_comparison_html(const wg_comparison *comparison, const wg_write_options *options);

char *wg_report_kernel_text(const wg_results *results, const wg_write_options *options);
char *wg_report_kernel_table(const wg_results *results, wg_table_form form); /* counters and metrics alone */
char *wg_report_kernel_svg(const wg_results *results);                       /* its roofline */
char *wg_report_kernel_html(const wg_results *results, const wg_write_options *options);

char *wg_report_ladder(const wg_results *results, wg_table_form form, const wg_write_options *options);
char *wg_report_story(const wg_results *results, wg_table_form form, const wg_write_options *options);
char *wg_report_ladder_svg(const wg_results *results);
char *wg_report_ladder_html(const wg_results *results, const wg_write_options *options);

char *wg_report_probe(const wg_results *results, wg_table_form form, const wg_write_options *options);
char *wg_report_probe_svg(const wg_results *results);
char *wg_report_probe_html(const wg_results *results, const wg_write_options *options);

char *wg_report_roofline(const wg_results *results, wg_table_form form, const wg_write_options *options);
char *wg_report_roofline_svg(const wg_results *results);
char *wg_report_roofline_html(const wg_results *results, const wg_write_options *options);

#endif
