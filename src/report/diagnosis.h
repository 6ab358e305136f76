/* SPDX-License-Identifier: Apache-2.0 */
/* What a report says about a run's time: the verdict, what the time is made of, what-ifs, advice with its line. */
#ifndef WG_REPORT_DIAGNOSIS_H
#define WG_REPORT_DIAGNOSIS_H

#include "analysis/advice.h"
#include "analysis/diagnosis.h"
#include "report/lines.h"
#include "run/measure.h"

#include <jansson.h>

typedef struct wg_report_diagnosis {
    wg_subject subject;
    wg_diagnosis verdict;
    wg_lines lines; /* all: advice points into them */
    wg_advice_book *book;
    wg_advice *advice;
    size_t advice_count;
} wg_report_diagnosis;

/* recorded: the lines of a run that was read from a file; NULL: they are the run's. */
void wg_report_diagnose(const wg_run *run, const wg_lines *recorded, wg_report_diagnosis *out);
void wg_report_diagnosis_free(wg_report_diagnosis *diagnosis);

/* One screen, or nothing where there is nothing to say. measured NULL: it was not. */
void wg_report_diagnosis_text(const wg_report_diagnosis *d, const char *device, const wg_measurement *measured,
                              bool color, wg_text *out);
/* Sets estimate, diagnosis and advice of a benchmark. */
void wg_report_diagnosis_json(const wg_report_diagnosis *d, json_t *benchmark);

/* {"limiter": …, "evidence": […], …} */
json_t *wg_report_verdict_json(const wg_diagnosis *verdict);

#endif
