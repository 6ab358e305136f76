/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* strsep */
/* Buffers that the source's types contradict, and what is said when a guess was wrong. */
#include "run/guess.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char source[] = "#define REAL double\n"
                             "namespace ns { __global__ void k(int n, const float *x, int *y, REAL *z, void *v, Mine "
                             "*m, unsigned char *b) {} }\n"
                             "template <typename T> __global__ void t(T *x) {}\n"
                             "__global__ void twice(float *x) {}\n__global__ void twice(int *x) {}\n";

/* The arguments, separated by blanks, against a kernel of the source. */
static wg_status check(const char *kernel, const char *arguments, wg_error *err)
{
    wg_spec *spec;
    char text[512], *at = text;
    snprintf(text, sizeof text, "%s", arguments);
    assert_int_equal(wg_spec_open(scratch_write("types.cu", source), &spec, err), WG_OK);
    assert_int_equal(wg_spec_set(spec, "kernel", kernel, "-k", err), WG_OK);
    for (char *word; (word = strsep(&at, " "));) {
        char where[128];
        snprintf(where, sizeof where, "-a %s", word);
        assert_int_equal(wg_spec_set(spec, "arg", word, where, err), WG_OK);
    }
    wg_status status = wg_guess_check_types(spec, err);
    wg_spec_free(spec);
    return status;
}

#define REST " v:f64[4] m:f32[4] b:f32[4]"

static void types_that_fit(void **state)
{
    wg_error err = {0};
    (void)state;
    assert_int_equal(check("k", "n:i32=4 x:f32[4] y:i32[4] z:f64[4]" REST, &err), WG_OK);
    assert_int_equal(check("ns::k", "n:i32=4 x:f32x4[1] y:u32[4] z:bytes8[4]" REST, &err), WG_OK);
    assert_int_equal(check("k", "n:i32=4 x:f64[4]", &err), WG_OK); /* too few: others say so */
    assert_int_equal(check("t", "x:f64[4]", &err), WG_OK);
    assert_int_equal(check("t<double>", "x:f64[4]", &err), WG_OK);
    assert_int_equal(check("twice", "x:f64[4]", &err), WG_OK); /* which one, nobody knows */
    assert_int_equal(check("none", "x:f64[4]", &err), WG_OK);
}

static void types_that_do_not(void **state)
{
    wg_error err = {0};
    (void)state;
    assert_int_equal(check("k", "n:i32=4 x:f64[4] y:i32[4] z:f64[4]" REST, &err), WG_ERR_INPUT);
    assert_says(&err, "-a x:f64[4]: parameter 2 of kernel k, 'x', is of type const float *");
    assert_says(&err, "write f32 instead of f64");
    assert_int_equal(check("k", "n:i32=4 x:f32[4] y:f32[4] z:f64[4]" REST, &err), WG_ERR_INPUT);
    assert_says(&err, "write i32 instead of f32");
    assert_int_equal(check("k", "n:i32=4 x:f32[4] y:i64[4] z:f64[4]" REST, &err), WG_ERR_INPUT);
    assert_int_equal(check("k", "n:i32=4 x:f32[4] y:i32[4] z:f32[4]" REST, &err), WG_ERR_INPUT);
    assert_says(&err, "write f64 instead of f32");
    assert_int_equal(check("t<double>", "x:f32[4]", &err), WG_ERR_INPUT);
}

static void blame(void **state)
{
    wg_error err = {0};
    wg_spec *spec = wg_spec_new("k.cu");
    (void)state;
    assert_int_equal(wg_spec_set(spec, "arg", "x:f32[4]", "-a x:f32[4]", &err), WG_OK);
    wg_error_set(&err, WG_ERR_FAULT, "4 bytes past the end of x (16 bytes at 0x7)");
    assert_int_equal(wg_guess_blame(spec, "the line", WG_ERR_FAULT, &err), WG_ERR_FAULT);
    assert_says(&err, "the number of elements of 'x'");
    assert_says(&err, "the line");
    wg_error_set(&err, WG_ERR_FAULT, "out-of-bounds shared store");
    wg_guess_blame(spec, "the line", WG_ERR_FAULT, &err);
    assert_says(&err, "--shared or --block");
    wg_error_set(&err, WG_ERR_FAULT, "as it is");
    assert_int_equal(wg_guess_blame(spec, NULL, WG_ERR_FAULT, &err), WG_ERR_FAULT);
    assert_string_equal(err.text, "as it is");
    wg_spec_free(spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_that_fit),
        cmocka_unit_test(types_that_do_not),
        cmocka_unit_test(blame),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}
