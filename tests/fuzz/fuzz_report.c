/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as a file of results: it is refused with a sentence, or every form of it can be written, and the file again
 * be read. */
#include "analysis/analysis.h"
#include "report/report.h"
#include "results/json.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void write_all(wg_results *results)
{
    wg_analyse(results);
    for (int form = 0; form < WG_FORM_COUNT; form++)
        free(wg_report_write(results, (wg_report_form)form, NULL));
    const wg_write_options other = {.color = true, .lines = 2, .story = true};
    free(wg_report_write(results, WG_FORM_TEXT, &other));
}

static void read_again(const wg_results *results)
{
    char *text = wg_report_write(results, WG_FORM_JSON, NULL);
    wg_results *again;
    if (wg_results_from_json("again", text, strlen(text), &again, NULL) != WG_OK)
        abort();
    wg_results_free(again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    wg_results *results;
    wg_error err = {0};
    if (wg_results_from_json("fuzz", (const char *)bytes, length, &results, &err) == WG_OK) {
        write_all(results);
        read_again(results);
    } else if (!err.text[0]) {
        abort();
    }
    wg_results_free(results);
    return 0;
}
