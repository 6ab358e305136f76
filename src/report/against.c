/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel's results beside another's, in words. */
#include "report/report.h"

static void say_difference(const wg_against_buffer *b, wg_text *out)
{
    wg_text_addf(out, "DIFFERENT: %s[%llu] is %s, there it is %s", b->name, (unsigned long long)b->first, b->value,
                 b->other);
    if (!isnan(b->error))
        wg_text_addf(out, ", relative error %.2g", b->error);
    wg_text_addf(out, "; %llu of %llu values differ (tolerance %g)", (unsigned long long)b->differ,
                 (unsigned long long)b->count, b->tolerance);
}

void wg_report_against(const wg_against *a, wg_text *out)
{
    const wg_against_buffer *different = wg_against_difference(a);
    bool any = false;
    if (a->reason)
        wg_text_addf(out, "DIFFERENT: %s", a->reason);
    else if (different)
        say_difference(different, out);
    else if (!a->buffer_count)
        wg_text_addf(out, "equal: the ladder's check finds nothing wrong");
    for (size_t k = 0; k < a->buffer_count; k++) {
        const wg_against_buffer *b = &a->buffers[k];
        if (b->differ)
            continue;
        wg_text_addf(out, "%s%s (%llu values, tolerance %g)",
                     any         ? ", "
                     : different ? ". Equal: "
                                 : "equal: ",
                     b->name, (unsigned long long)b->count, b->tolerance);
        any = true;
    }
}
