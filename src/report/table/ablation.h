/* SPDX-License-Identifier: Apache-2.0 */
/* Variants of kernels beside each other, and what they show. */
#ifndef WG_REPORT_TABLE_ABLATION_H
#define WG_REPORT_TABLE_ABLATION_H

#include "report/report.h"

/* "memory only" */
const char *wg_ablation_title(wg_variant variant);
/* "yes", "NO"; "" where nothing was declared, or the times say nothing. */
const char *wg_ablation_agrees(const wg_ablation_result *ablation, const char *declared);
/* What the per cent are of. */
void wg_ablation_legend(const wg_ablation_result *ablation, wg_text *out);

/* A row for each rung that was taken apart; for people. Paragraphs are so wide. */
void wg_report_ablations(const wg_results *ladder, wg_table_form form, size_t width, wg_text *out);
/* The same of one kernel, and the verdict in words. */
void wg_report_ablation(const char *kernel, const wg_ablation_result *ablation, size_t width, wg_text *out);

#endif
