/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as a piece of advice (first byte 'a') or as an estimate in a file of results. Advice that is accepted is
 * given on a made-up run; an estimate that is accepted is judged, written and read back. */
#include "analysis/advice.h"
#include "analysis/diagnosis.h"
#include "base/arena.h"
#include "results/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void judge(const wg_estimate *estimate, const wg_advice_book *book)
{
    static const wg_counters counters = {.value = {[WG_COUNTER_warp_instructions] = 7, [WG_COUNTER_int_ops] = 3}};
    wg_line items[] = {{.counters = counters, .time = 0.5}, {.counters = counters, .time = NAN}};
    const wg_lines lines = {.items = items, .count = 2};
    wg_subject subject = {.estimate = estimate, .counters = &counters, .line_time = NAN};
    wg_diagnosis d;
    wg_advice *advice;
    wg_arena arena = {0};
    double sum = 0;
    wg_diagnose(&subject, &arena, &d);
    for (size_t k = 0; k < d.part_count; k++)
        sum += d.parts[k].seconds;
    if (d.limiter < WG_LIMITER_COUNT && fabs(sum - d.overhead) > 1e-9 * d.seconds)
        abort();
    wg_advice_give(book, &subject, &lines, &arena, &advice);
    wg_arena_free(&arena);
}

static void read_rule(const char *text, size_t length)
{
    static const wg_estimate estimate = {.seconds = 1, .launch = 0.1, .launches = 1, .busy = {0.5}};
    wg_advice_book *book = wg_alloc(sizeof *book);
    wg_error err = {0};
    if (wg_advice_read(book, "fuzz", text, length, &err) == WG_OK)
        judge(&estimate, book);
    else if (!err.text[0])
        abort();
    wg_advice_close(book);
}

static void read_estimate(const char *text, size_t length)
{
    static const wg_advice_book none;
    json_t *root = NULL;
    wg_error err = {0};
    wg_estimate estimate, back;
    wg_status status = wg_json_parse("fuzz", text, length, &root, &err);
    wg_json node = wg_json_root("fuzz", root);
    if (status == WG_OK)
        status = wg_estimate_from_json(&node, &estimate, &err);
    json_decref(root);
    if (status != WG_OK) {
        if (!err.text[0])
            abort();
        return;
    }
    judge(&estimate, &none);
    root = wg_estimate_to_json(&estimate);
    node = wg_json_root("fuzz", root);
    if (wg_estimate_from_json(&node, &back, NULL) != WG_OK)
        abort();
    json_decref(root);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length == 0)
        return 0;
    char *text = malloc(length);
    memcpy(text, bytes + 1, length - 1);
    text[length - 1] = 0;
    if (bytes[0] == 'a')
        read_rule(text, length - 1);
    else
        read_estimate(text, length - 1);
    free(text);
    return 0;
}
