/* SPDX-License-Identifier: Apache-2.0 */
#include "results/json.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static wg_status read_text(const char *text, wg_estimate *out, wg_error *err)
{
    json_t *tree;
    wg_status status = wg_json_parse("r.json", text, strlen(text), &tree, err);
    if (status != WG_OK)
        return status;
    wg_json root = wg_json_root("r.json", tree);
    status = wg_estimate_from_json(&root, out, err);
    json_decref(tree);
    return status;
}

/* Every double and flag of the struct another value, so that one that is forgotten or swapped shows. */
static wg_estimate all_different(void)
{
    wg_estimate e = {.seconds = 2e-3,
                     .launch = 1e-6,
                     .tail = 3e-6,
                     .minimum = 7e-4,
                     .launches = 3,
                     .blocks_per_sm = 4,
                     .warps_per_sm = 32,
                     .occupancy = 0.5,
                     .waves = 7.25,
                     .registers = 40,
                     .lanes = 0.75,
                     .l1_hits = 0.125,
                     .l2_hits = NAN,
                     .dram_bytes = 1e9,
                     .l2_bytes = 2e9,
                     .is_cold = true,
                     .is_partial = true};
    for (int k = 0; k < WG_UNIT_COUNT; k++)
        e.busy[k] = 1e-4 * (k + 1);
    for (int k = 0; k < WG_STALL_COUNT; k++)
        e.stalls[k] = (k + 1) / 100.0;
    for (int k = 0; k < WG_WHAT_IF_COUNT; k++)
        e.what_if[k] = k % 2 ? NAN : 1e-5 * (k + 1);
    return e;
}

static void assert_same(const double *a, const double *b, int count)
{
    for (int k = 0; k < count; k++)
        assert_true((isnan(a[k]) && isnan(b[k])) || fabs(a[k] - b[k]) <= 1e-12 * fabs(a[k]));
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    wg_estimate e = all_different(), back;
    json_t *tree = wg_estimate_to_json(&e);
    wg_json root = wg_json_root("r.json", tree);
    assert_int_equal(wg_estimate_from_json(&root, &back, NULL), WG_OK);
    json_decref(tree);
    assert_same(&e.seconds, &back.seconds, (int)(offsetof(wg_estimate, is_cold) / sizeof(double)));
    assert_true(back.is_cold && back.is_partial && !back.registers_are_estimated);
}

static void what_is_absent_is_not_known(void **state)
{
    (void)state;
    wg_estimate e;
    assert_int_equal(read_text("{\"seconds\": 1, \"of_a_later_version\": []}", &e, NULL), WG_OK);
    assert_true(e.seconds == 1 && isnan(e.minimum) && isnan(e.l1_hits) && isnan(e.what_if[0]) && e.busy[0] == 0);
}

static void hostile_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"[]", "r.json: expected an object"},
        {"{\"seconds\": \"long\"}", "r.json: seconds: expected a number"},
        {"{\"seconds\": -1}", "r.json: seconds: expected a number, zero or more"},
        {"{\"seconds\": 1e300}", "r.json: seconds: expected a number, zero or more"},
        {"{\"occupancy\": 1.5}", "r.json: occupancy: expected a number from 0 to 1"},
        {"{\"busy\": 3}", "r.json: busy: expected an object of numbers"},
        {"{\"busy\": {\"dram\": true}}", "r.json: busy.dram: expected a number"},
        {"{\"stalls\": {\"memory\": 2}}", "r.json: stalls.memory: expected a number from 0 to 1"},
        {"{\"is_cold\": 1}", "r.json: is_cold: expected true or false"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_error err = {0};
        wg_estimate e;
        assert_int_equal(read_text(cases[k].text, &e, &err), WG_ERR_INPUT);
        assert_string_equal(err.text, cases[k].message);
        assert_true(e.seconds == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(what_is_absent_is_not_known),
        cmocka_unit_test(hostile_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
