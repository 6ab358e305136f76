/* SPDX-License-Identifier: Apache-2.0 */
#include "report/report.h"

#include "analysis/sentence.h"
#include "report/ci/ci.h"
#include "results/json.h"

#include <stdio.h>
#include <string.h>

const char wg_report_kinds_legend[] =
    "exact: computed from addresses and masks; ptx: exact for this PTX, which ptxas turns into other instructions;\n"
    "model: includes a prediction of what ptxas and the hardware do";

size_t wg_report_width(const wg_write_options *options, size_t most)
{
    enum { LEAST = 40 }; /* narrower than that, words would stand below one another */
    size_t width = options->width > LEAST ? options->width : LEAST;
    return options->width && width < most ? width : most;
}

wg_table_form wg_report_table_form(wg_report_form form)
{
    return form == WG_FORM_MARKDOWN ? WG_TABLE_MARKDOWN : form == WG_FORM_CSV ? WG_TABLE_CSV : WG_TABLE_TEXT;
}

static void add_shape(wg_text *out, const uint32_t shape[3], const char *times)
{
    int dimensions = shape[2] > 1 ? 3 : shape[1] > 1 ? 2 : 1;
    for (int k = 0; k < dimensions; k++)
        wg_text_addf(out, "%s%u", k ? times : "", shape[k]);
}

static bool is_one(const uint32_t shape[3])
{
    return shape[0] == 1 && shape[1] == 1 && shape[2] == 1;
}

void wg_report_launch(const wg_record_launch *launch, const char *times, wg_text *out)
{
    add_shape(out, launch->grid, times);
    wg_text_addf(out, is_one(launch->grid) ? " block of " : " blocks of ");
    add_shape(out, launch->block, times);
    wg_text_addf(out, is_one(launch->block) ? " thread" : " threads");
}

void wg_report_expected(const wg_record *r, wg_text *out)
{
    enum { LONGER = 130 }; /* per cent of the time with warm caches: less is not worth a sentence */
    const wg_estimate *e = &r->estimate;
    if (e->cold > 0.01 * LONGER * e->seconds) {
        wg_text_addf(out, "With an empty L2 it would take ");
        wg_quantity_add(out, e->cold, 's');
        wg_text_addf(out, ": here the data is in L2 already. ");
    }
    if (r->diagnosis.error.sentence)
        wg_text_addf(out, "%s ", r->diagnosis.error.sentence);
}

void wg_report_borrowed(const wg_record *r, wg_text *out)
{
    unsigned own = r->estimate.model_own, borrowed = r->estimate.model_borrowed;
    const char *name = strncmp(r->device.name, "sim:", 4) ? r->device.name : r->device.name + 4;
    if (borrowed)
        wg_text_addf(out,
                     "Of the %u numbers that the time model needs of this GPU, %u are borrowed from the H200 or "
                     "assumed (warpgrind devices %s lists them). ",
                     own + borrowed, borrowed, name);
}

/* ---- one function a form ---- */

static char *write_kernel(const wg_results *results, wg_report_form form, const wg_write_options *options)
{
    switch (form) {
    case WG_FORM_TEXT: return wg_report_kernel_text(results, options);
    case WG_FORM_SVG: return wg_report_kernel_svg(results);
    case WG_FORM_HTML: return wg_report_kernel_html(results, options);
    default: return wg_report_kernel_table(results, wg_report_table_form(form));
    }
}

static char *write_ladder(const wg_results *results, wg_report_form form, const wg_write_options *options)
{
    if (options->story && (form == WG_FORM_TEXT || form == WG_FORM_MARKDOWN))
        return wg_report_story(results, wg_report_table_form(form), options);
    switch (form) {
    case WG_FORM_SVG: return wg_report_ladder_svg(results);
    case WG_FORM_HTML: return wg_report_ladder_html(results, options);
    default: return wg_report_ladder(results, wg_report_table_form(form), options);
    }
}

static char *write_probe(const wg_results *results, wg_report_form form, const wg_write_options *options)
{
    switch (form) {
    case WG_FORM_SVG: return wg_report_probe_svg(results);
    case WG_FORM_HTML: return wg_report_probe_html(results, options);
    default: return wg_report_probe(results, wg_report_table_form(form), options);
    }
}

static char *write_roofline(const wg_results *results, wg_report_form form, const wg_write_options *options)
{
    switch (form) {
    case WG_FORM_SVG: return wg_report_roofline_svg(results);
    case WG_FORM_HTML: return wg_report_roofline_html(results, options);
    default: return wg_report_roofline(results, wg_report_table_form(form), options);
    }
}

char *wg_report_write(const wg_results *results, wg_report_form form, const wg_write_options *options)
{
    static char *(*const writers[])(const wg_results *, wg_report_form,
                                    const wg_write_options *) = {[WG_RESULTS_KERNEL] = write_kernel,
                                                                 [WG_RESULTS_LADDER] = write_ladder,
                                                                 [WG_RESULTS_PROBE] = write_probe,
                                                                 [WG_RESULTS_ROOFLINE] = write_roofline};
    static const wg_write_options defaults;
    const wg_write_options *o = options ? options : &defaults;
    if (form == WG_FORM_JSON)
        return wg_results_to_json(results, o->executable, o->command);
    if (form == WG_FORM_JUNIT)
        return wg_report_junit(results);
    if (form == WG_FORM_ANNOTATIONS)
        return wg_report_annotations(results, o->regressions_fail);
    char *text = form < WG_FORM_COUNT ? writers[results->kind](results, form, o) : NULL;
    bool is_table = results->kind != WG_RESULTS_KERNEL && !o->story;
    return text && o->color && form == WG_FORM_TEXT && is_table ? wg_report_paint(text) : text;
}
