/* SPDX-License-Identifier: Apache-2.0 */
/* What a check found, as something to read. */
#ifndef WG_REPORT_CHECK_H
#define WG_REPORT_CHECK_H

#include "results/checked.h"
#include "warpgrind/form.h"

/* malloc'ed; NULL: there is no such form of it. Text, JSON, SARIF, annotations, an HTML page. */
char *wg_report_check(const wg_check_report *report, wg_report_form form, const wg_write_options *options);

/* text/check.c, html/check.c, ci/annotations.c */
char *wg_report_check_text(const wg_check_report *report, const wg_write_options *options);
char *wg_report_check_html(const wg_check_report *report, const wg_write_options *options);
char *wg_report_check_annotations(const wg_check_report *report);

#endif
