/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as a file of results: it is refused with a sentence, or every form of it can be written. */
#include "report/ladder.h"
#include "report/page.h"
#include "report/probe.h"
#include "report/results.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void write_run(const wg_results *r)
{
    const wg_report_options options = {.recorded = &r->lines, .measured = r->measured.run ? &r->measured : NULL};
    free(wg_report_text(r->run, &options));
    free(wg_report_html(r->run, &options, NULL));
    free(wg_report_run_svg(r->run, options.measured, &r->ceilings));
    free(wg_report_run_table(r->run, WG_TABLE_CSV));
}

static void write_ladder(const wg_results *r)
{
    free(wg_report_climb(r->climb, WG_TABLE_TEXT));
    free(wg_report_climb(r->climb, WG_TABLE_CSV));
    free(wg_report_climb_svg(r->climb));
    free(wg_report_climb_html(r->climb, &r->ceilings));
}

static void write_probe(const wg_results *r)
{
    free(wg_report_probe(r->probe, WG_TABLE_TEXT));
    free(wg_report_probe_svg(r->probe));
    free(wg_report_probe_html(r->probe));
}

static void write_roofline(const wg_results *r)
{
    free(wg_report_roofline(&r->roofline, WG_TABLE_TEXT));
    free(wg_report_roofline_svg(&r->roofline));
    free(wg_report_roofline_html(&r->roofline));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static void (*const writers[])(const wg_results *) = {[WG_RESULTS_RUN] = write_run,
                                                          [WG_RESULTS_LADDER] = write_ladder,
                                                          [WG_RESULTS_PROBE] = write_probe,
                                                          [WG_RESULTS_ROOFLINE] = write_roofline};
    wg_results *results;
    wg_error err = {0};
    if (wg_results_read("fuzz", (const char *)bytes, length, &results, &err) == WG_OK)
        writers[results->kind](results);
    else if (!err.text[0])
        abort();
    wg_results_free(results);
    return 0;
}
