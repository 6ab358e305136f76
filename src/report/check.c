/* SPDX-License-Identifier: Apache-2.0 */
#include "report/check.h"

char *wg_report_check(const wg_check_report *report, wg_report_form form, const wg_write_options *options)
{
    static const wg_write_options defaults;
    const wg_write_options *o = options ? options : &defaults;
    switch (form) {
    case WG_FORM_TEXT: return wg_report_check_text(report, o);
    case WG_FORM_JSON: return wg_check_report_to_json(report, o->executable, o->command);
    case WG_FORM_SARIF: return wg_check_report_to_sarif(report, o->command);
    case WG_FORM_HTML: return wg_report_check_html(report, o);
    case WG_FORM_ANNOTATIONS: return wg_report_check_annotations(report);
    default: return NULL;
    }
}
