/* Variants of kernels beside each other, and what they show. */
#ifndef WG_REPORT_ABLATION_H
#define WG_REPORT_ABLATION_H

#include "analysis/ablation.h"
#include "bench/ablation.h"
#include "bench/climb.h"
#include "report/table.h"

#include <jansson.h>

wg_ablation_verdict wg_report_ablation_verdict(const wg_ablation_result *ablation);

/* A row for each rung that was taken apart; for people. */
void wg_report_ablations(const wg_climb *climb, wg_table_form form, wg_text *out);
/* The same of one kernel, and the verdict in words. */
void wg_report_ablation(const char *kernel, const wg_ablation_result *ablation, wg_text *out);
json_t *wg_report_ablation_json(const wg_ablation_result *ablation);

#endif
