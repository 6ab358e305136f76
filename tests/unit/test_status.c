/* SPDX-License-Identifier: Apache-2.0 */
/* What functions that fail return and say, with an error to say it in and without one. */
#include "warpgrind/status.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void prefixes_keep_the_status(void **state)
{
    wg_error err = {0};
    (void)state;
    wg_status status = wg_error_set(&err, WG_ERR_MISSING, "%s is not there", "libcuda");
    assert_int_equal(wg_error_prefix(&err, status, "device %s: ", "cuda"), WG_ERR_MISSING);
    assert_string_equal(err.text, "device cuda: libcuda is not there");
    assert_int_equal(err.status, WG_ERR_MISSING);
    status = wg_error_set(NULL, WG_ERR_MISSING, "%s is not there", "libcuda");
    assert_int_equal(wg_error_prefix(NULL, status, "device %s: ", "cuda"), WG_ERR_MISSING);
}

static void what_went_well_gets_no_prefix(void **state)
{
    wg_error err = {0};
    (void)state;
    assert_int_equal(wg_error_prefix(&err, WG_OK, "device cuda: "), WG_OK);
    assert_string_equal(err.text, "");
    assert_int_equal(wg_error_prefix(NULL, WG_OK, "device cuda: "), WG_OK);
}

static void long_sentences_are_cut(void **state)
{
    wg_error err = {0};
    char longer[2 * sizeof err.text];
    (void)state;
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = 0;
    wg_error_set(&err, WG_ERR_INPUT, "%s", "short");
    wg_error_prefix(&err, WG_ERR_INPUT, "%s", longer);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(prefixes_keep_the_status),
                                       cmocka_unit_test(what_went_well_gets_no_prefix),
                                       cmocka_unit_test(long_sentences_are_cut)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
