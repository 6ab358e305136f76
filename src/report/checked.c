/* SPDX-License-Identifier: Apache-2.0 */
#include "report/report.h"

void wg_report_checked(const wg_record *r, wg_text *out)
{
    if (!r->checked)
        wg_text_addf(out, "not checked for races and other errors (--check)");
    else if (!r->check_errors)
        wg_text_addf(out, "checked clean: no races or other errors");
    else
        wg_text_addf(out,
                     "CHECKED: %llu error%s. %s. What such a kernel computes, and what is counted here, may depend on "
                     "the order of its threads. `warpgrind check` says more.",
                     (unsigned long long)r->check_errors, r->check_errors == 1 ? "" : "s", r->checked);
}
