/* SPDX-License-Identifier: Apache-2.0 */
/* Variants of kernels beside each other, and what they show: as tables, as JSON, as part of a page. */
#ifndef WG_REPORT_ABLATION_H
#define WG_REPORT_ABLATION_H

#include "analysis/ablation.h"
#include "report/html.h"
#include "report/table.h"
#include "run/ablation.h"
#include "run/climb.h"
#include "json/read.h"

wg_ablation_verdict wg_report_ablation_verdict(const wg_ablation_result *ablation);

/* Measured or estimated; else variants are compared by what they did. */
bool wg_ablation_has_times(const wg_ablation_result *ablation);
/* Of the full kernel's time, or of its instructions, sectors or passes; NAN: there is no such variant. */
double wg_ablation_percent(const wg_ablation_result *ablation, wg_variant variant);
/* "memory only" */
const char *wg_ablation_title(wg_variant variant);
/* "yes", "NO"; "" where nothing was declared, or the times say nothing. */
const char *wg_ablation_agrees(const wg_ablation_result *ablation, const char *declared);
/* What the per cent are of. */
void wg_ablation_legend(const wg_ablation_result *ablation, wg_text *out);

/* A row for each rung that was taken apart; for people. */
void wg_report_ablations(const wg_climb *climb, wg_table_form form, wg_text *out);
/* The same of one kernel, and the verdict in words. */
void wg_report_ablation(const char *kernel, const wg_ablation_result *ablation, wg_text *out);

/* ablation_json.c; `device` is where it ran. */
json_t *wg_report_ablation_json(const wg_ablation_result *ablation);
wg_status wg_ablation_from_json(const wg_json *node, const char *device, wg_ablation_result *out, wg_error *err);

/* page_ablation.c: sections of pages; nothing where no rung was taken apart. */
void wg_page_ablation(wg_html *html, const wg_ablation_result *ablation);
void wg_page_ablations(wg_html *html, const wg_climb *climb);

#endif
