/* SPDX-License-Identifier: Apache-2.0 */
/* What functions that fail return and say, with an error to say it in and without one. */
#include "base/text.h"
#include "warpgrind/status.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <stdio.h>

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

/* What a terminal would obey is shown as something else; what people write stays. */
static void test_harmless(void **state)
{
    (void)state;
    static const char *const TEXTS[][2] = {
        {"plain\ttext\nÄ é € 𝛼 µs …", "plain\ttext\nÄ é € 𝛼 µs …"},
        {"\033]0;title\a\033[31mred", "?]0;title??[31mred"},
        {"\xc2\x9b"
         "31m \x9b"
         "31m",
         "??31m ?31m"}, /* CSI as one character: of UTF-8, of Latin-1 */
        {"a\rb\b\x7f\r\n", "a?b??\r\n"},
        {"\xe2\x80\xae"
         "x\xe2\x81\xa6",
         "???x???"}, /* the other direction */
        {"\xff\xc2", "??"},
    };
    for (size_t k = 0; k < sizeof TEXTS / sizeof *TEXTS; k++) {
        char text[128];
        snprintf(text, sizeof text, "%s", TEXTS[k][0]);
        wg_make_harmless(text, strlen(text));
        assert_string_equal(text, TEXTS[k][1]);
    }
    wg_error err = {0};
    wg_error_set(&err, WG_ERR_INPUT, "%s: no", "\033[2J.ptx");
    assert_string_equal(err.text, "?[2J.ptx: no");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_harmless), cmocka_unit_test(prefixes_keep_the_status),
                                       cmocka_unit_test(what_went_well_gets_no_prefix),
                                       cmocka_unit_test(long_sentences_are_cut)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
