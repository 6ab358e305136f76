/* SPDX-License-Identifier: Apache-2.0 */
#include "handmade.h"

#include "analysis/analysis.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

wg_results *handmade_results(wg_results_kind kind, const char *device, size_t count)
{
    wg_results *results = wg_results_new(kind);
    wg_place place = {.title = "NVIDIA H200"};
    strcpy(place.name, device);
    results->device = place;
    results->records = WG_NEW_ARRAY(&results->arena, wg_record, count + 1);
    results->count = count;
    for (size_t k = 0; k < count; k++) {
        results->records[k] = wg_record_blank();
        results->records[k].verification = WG_RIGHT;
        results->records[k].device = place;
    }
    return results;
}

wg_record_launch *handmade_launches(wg_results *results, wg_record *record, size_t count)
{
    record->launches = WG_NEW_ARRAY(&results->arena, wg_record_launch, count + 1);
    record->launch_count = count;
    for (size_t k = 0; k < count; k++)
        record->launches[k] = (wg_record_launch){.kernel = "", .grid = {1, 1, 1}, .block = {1, 1, 1}, .repeat = 1};
    return record->launches;
}

char *handmade_write_with(wg_results *results, wg_report_form form, const wg_write_options *options)
{
    wg_analyse(results);
    return wg_report_write(results, form, options);
}

char *handmade_write(wg_results *results, wg_report_form form)
{
    return handmade_write_with(results, form, NULL);
}

void assert_xml(const char *text)
{
    if (system("command -v xmllint >/dev/null 2>&1") == 0) {
        char command[700];
        snprintf(command, sizeof command, "xmllint --noout '%s'", scratch_write("text.xml", text));
        assert_int_equal(system(command), 0);
    }
}

void assert_well_formed(const char *page)
{
    assert_lacks(page, "nan%");
    assert_lacks(page, "http"); /* it needs nothing from anywhere */
    assert_xml(page);
}
