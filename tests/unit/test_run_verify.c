/* SPDX-License-Identifier: Apache-2.0 */
/* Comparing results with a reference. */
#include "run/verify.h"

#include "scratch.h"
#include "spec/element.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_error err;

static wg_status verify(const char *type, const void *got, const void *want, size_t count, double tolerance)
{
    wg_element_type element;
    assert_true(wg_element_find(type, strlen(type), &element));
    err = (wg_error){0};
    return wg_verify_numbers(element.element, got, want, count, tolerance, &err);
}

static void integers_of_all_sizes(void **state)
{
    static const struct {
        const char *type;
        size_t bytes;
        uint64_t got, want;
        const char *says;
    } cases[] = {
        {"i8", 1, 0xff, 0x7f, "is -1 where the reference has 127"},
        {"u8", 1, 0xff, 0x7f, "is 255 where the reference has 127"},
        {"i16", 2, 0x8000, 0, "is -32768 where the reference has 0"},
        {"u16", 2, 0x8000, 0, "is 32768 where the reference has 0"},
        {"i32", 4, 0xfffffffe, 2, "is -2 where the reference has 2"},
        {"u32", 4, 0xfffffffe, 2, "is 4294967294 where the reference has 2"},
        /* these two are the same double */
        {"i64", 8, UINT64_C(0x7fffffffffffffff), UINT64_C(0x7ffffffffffffffe), "is 9223372036854775807 where"},
        {"u64", 8, UINT64_C(0xffffffffffffffff), UINT64_C(0xfffffffffffffffe), "has 18446744073709551614"},
        {"bool", 1, 1, 0, "is 1 where the reference has 0"},
        {"bytes4", 1, 200, 100, "is 200 where the reference has 100"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_int_equal(verify(cases[k].type, &cases[k].got, &cases[k].want, 1, 0), WG_ERR_FAILED);
        assert_says(&err, cases[k].says);
        assert_int_equal(verify(cases[k].type, &cases[k].got, &cases[k].got, 1, 0), WG_OK);
        assert_int_equal(verify(cases[k].type, &cases[k].got, &cases[k].got, 1, 0.5), WG_OK);
    }
    int32_t a[] = {100, 205}, b[] = {100, 200};
    assert_int_equal(verify("i32", a, b, 2, 0.03), WG_OK);
    assert_int_equal(verify("i32", a, b, 2, 0.02), WG_ERR_FAILED);
}

static void small_floats(void **state)
{
    /* Subnormals, the least normal, infinities and NaN, as bits. */
    static const struct {
        const char *type;
        uint16_t bits;
        double value;
    } cases[] = {
        {"f16", 0x0001, 0x1p-24},   {"f16", 0x83ff, -0x3ffp-24},  {"f16", 0x0400, 0x1p-14},
        {"f16", 0x3c00, 1},         {"f16", 0x7bff, 65504},       {"f16", 0xfc00, -INFINITY},
        {"bf16", 0x0001, 0x1p-133}, {"bf16", 0x807f, -0x7fp-133}, {"bf16", 0x0080, 0x1p-126},
        {"bf16", 0x3f80, 1},        {"bf16", 0x7f80, INFINITY},
    };
    const uint16_t zero = 0;
    char expected[64];
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_int_equal(verify(cases[k].type, &cases[k].bits, &zero, 1, 0), WG_ERR_FAILED);
        snprintf(expected, sizeof expected, "element 0 is %.5g where the reference has 0;", cases[k].value);
        assert_says(&err, expected);
        assert_int_equal(verify(cases[k].type, &cases[k].bits, &zero, 1, 1e-3), WG_ERR_FAILED);
        assert_int_equal(verify(cases[k].type, &cases[k].bits, &cases[k].bits, 1, 1e-3), WG_OK);
    }
    const uint16_t minus_zero = 0x8000, one_nan = 0x7e00, other_nan = 0xffff;
    assert_int_equal(verify("f16", &minus_zero, &zero, 1, 0), WG_OK);
    assert_int_equal(verify("f16", &one_nan, &other_nan, 1, 0), WG_OK);
    assert_int_equal(verify("bf16", &other_nan, &zero, 1, 1), WG_ERR_FAILED);
}

static void what_is_no_number(void **state)
{
    const float numbers[] = {NAN, INFINITY, -INFINITY, 1};
    (void)state;
    for (int tolerance = 0; tolerance < 2; tolerance++)
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < 4; b++)
                assert_int_equal(verify("f32", &numbers[a], &numbers[b], 1, tolerance * 1e30),
                                 a == b ? WG_OK : WG_ERR_FAILED);
    /* A reference that overflowed says nothing about the scale of the others. */
    const double got[] = {INFINITY, 1.5}, want[] = {INFINITY, 1};
    assert_int_equal(verify("f64", got, want, 2, 0.1), WG_ERR_FAILED);
    assert_says(&err, "element 1 is 1.5 where the reference has 1; 1 of 2 differ");
}

static void tolerances(void **state)
{
    /* The root mean square of the reference is 5: small values may be off by tolerance times that. */
    const float want[] = {7, 1, 0, 5, -5}, near[] = {7.06f, 1.04f, 0.04f, 5.04f, -5.04f};
    float far[5];
    (void)state;
    assert_int_equal(verify("f32", near, want, 4, 0.01), WG_OK);
    memcpy(far, near, sizeof far);
    far[2] = -0.06f;
    assert_int_equal(verify("f32", far, want, 4, 0.01), WG_ERR_FAILED);
    assert_says(&err, "element 2 is ");
    assert_says(&err, "1 of 4 differ");
    far[0] = 9;
    assert_int_equal(verify("f32", far, want, 4, 0.01), WG_ERR_FAILED);
    assert_says(&err, "element 0 is 9 "); /* the worst of both */
    assert_says(&err, "2 of 4 differ");
    assert_int_equal(verify("f32", near, want, 4, 0), WG_ERR_FAILED);
    assert_int_equal(verify("f32", near, want, 4, -1), WG_ERR_FAILED);
    assert_int_equal(verify("f32", near, want, 4, NAN), WG_ERR_FAILED);
    assert_int_equal(verify("f32", near, want, 0, 0), WG_OK);
    const float zero = 0, little = 1e-30f;
    assert_int_equal(verify("f32", &zero, &zero, 1, 0.1), WG_OK);
    assert_int_equal(verify("f32", &little, &zero, 1, 0.1), WG_ERR_FAILED);
}

static void doubles_that_are_very_large(void **state)
{
    const double want[] = {1e200, 2e200}, got[] = {1e200, 3e200};
    (void)state;
    assert_int_equal(verify("f64", got, want, 2, 1e-3), WG_ERR_FAILED);
    assert_says(&err, "element 1 is 2.9");
    assert_int_equal(verify("f64", got, got, 2, 1e-3), WG_OK);
    const double close[] = {0x1.0000000000001p0}, one[] = {1};
    assert_int_equal(verify("f64", close, one, 1, 0), WG_ERR_FAILED);
    assert_says(&err, "is 1.0000000000000002 where the reference has 1;");
}

/* Numbers are looked at in chunks: what lies at their borders must not be lost. */
static void counts_around_a_chunk(void **state)
{
    static const size_t counts[] = {1, 3, 4095, 4096, 4097, 8191, 8192, 8193, 12289};
    static const char *const types[] = {"f32", "f64", "f16", "i32"};
    static const size_t bytes[] = {4, 8, 2, 4};
    (void)state;
    for (size_t t = 0; t < 4; t++) {
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
            unsigned char *got = calloc(counts[k], bytes[t]), *want = calloc(counts[k], bytes[t]);
            assert_int_equal(verify(types[t], got, want, counts[k], 0), WG_OK);
            assert_int_equal(verify(types[t], got, want, counts[k], 1e-3), WG_OK);
            got[counts[k] * bytes[t] - 1] = 0x3c;
            assert_int_equal(verify(types[t], got, want, counts[k], 0), WG_ERR_FAILED);
            assert_int_equal(verify(types[t], got, want, counts[k], 1e-3), WG_ERR_FAILED);
            char expected[64];
            snprintf(expected, sizeof expected, "element %zu is ", counts[k] - 1);
            assert_says(&err, expected);
            free(got);
            free(want);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_of_all_sizes),       cmocka_unit_test(small_floats),
        cmocka_unit_test(what_is_no_number),           cmocka_unit_test(tolerances),
        cmocka_unit_test(doubles_that_are_very_large), cmocka_unit_test(counts_around_a_chunk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
