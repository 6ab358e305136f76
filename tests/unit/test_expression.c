/* SPDX-License-Identifier: Apache-2.0 */
#include "expression/expression.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *name;
    wg_value value;
} names[] = {
    {"n", {.integer = 1000}},    {"zero", {.integer = 0}},       {"half", {.is_real = true, .real = 0.5}},
    {"size[1]", {.integer = 7}}, {"max(tile)", {.integer = 64}}, {"tile", {.integer = 16}},
};

static wg_status find(void *user, const char *name, wg_value *value, wg_error *err)
{
    (void)user;
    (void)err;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        if (!strcmp(name, names[k].name)) {
            *value = names[k].value;
            return WG_OK;
        }
    }
    return WG_ERR_MISSING;
}

static const wg_scope c_scope = {.dialect = WG_DIALECT_C, .find = find};
static const wg_scope python_scope = {.dialect = WG_DIALECT_PYTHON, .find = find};
static const wg_scope element_scope = {.dialect = WG_DIALECT_C, .find = find, .index = "i"};

/* Text, and what it is worth in each dialect, as wg_value_format writes it. */
static const struct {
    const char *text, *in_c, *in_python;
} cases[] = {
    {"1 + 2 * 3", "7", "7"},
    {"(1 + 2) * 3", "9", "9"},
    {"7 / 2", "3", "3.5"},
    {"-7 / 2", "-3", "-3.5"},
    {"-7 // 2", "-4", "-4"},
    {"-7 % 3", "-1", "2"},
    {"-7.0 % 3", "-1", "2"},
    {"7.5 // 2", "3", "3"},
    {"ceil(n / 256)", "4", "4"},
    {"ceil((n + 25) / 256)", "5", "5"},
    {"ceil_div(n, 256)", "4", "4"},
    {"ceil_div(-7, 2)", "-3", "-3"},
    {"ceil_div(7.5, 2)", "4", "4"},
    {"floor(-0.5)", "-1", "-1"},
    {"round(2.5)", "2", "2"},
    {"int(-2.5)", "-2", "-2"},
    {"float(3) / 2", "1.5", "1.5"},
    {"2 ** 10", "1024", "1024"},
    {"2 ** 3 ** 2", "512", "512"},
    {"-2 ** 2", "-4", "-4"},
    {"2 ** 0.5", "1.4142135623731", "1.4142135623731"},
    {"2 ** -1.0", "0.5", "0.5"},
    {"0 ** 0", "1", "1"},
    {"1 << 20", "1048576", "1048576"},
    {"0xff & 0x0f | 0x30", "63", "63"},
    {"6 & 3 == 2", "1", "1"},
    {"~0 ^ 1", "-2", "-2"},
    {"1 < 2 < 3", "1", "1"},
    {"3 > 2 > 2", "0", "0"},
    {"32 <= n <= 1024 and n % 8 == 0", "1", "1"},
    {"not n == 1000 or zero", "0", "0"},
    {"!zero + 1", "2", "2"},
    {"zero != 0 && n / zero > 1", "0", "0"},
    {"zero == 0 || n / zero > 1", "1", "1"},
    {"zero ? n / zero : 5", "5", "5"},
    {"zero ? 1 : half ? 2.5 : 3", "2.5", "2.5"},
    {"min(3, 1, 2) + max(1, 2.5)", "3.5", "3.5"},
    {"max(tile) - tile", "48", "48"},
    {"max( tile ) + max(tile, 1)", "80", "80"},
    {"max(n)", "1000", "1000"},
    {"size[1] * 2", "14", "14"},
    {"abs(-3) + abs(-0.5)", "3.5", "3.5"},
    {"log2(1024) == 10", "1", "1"},
    {"1e3", "1000", "1000"},
    {"1.5f + 2u", "3.5", "3.5"},
    {"True and not False", "1", "1"},
    {"9223372036854775807", "9223372036854775807", "9223372036854775807"},
    {"inf > 1e300", "1", "1"},
};

static void values(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const wg_scope *scopes[] = {&c_scope, &python_scope};
        const char *expected[] = {cases[k].in_c, cases[k].in_python};
        for (int d = 0; d < 2; d++) {
            wg_value value;
            wg_error err = {0};
            char text[64];
            if (wg_expression_evaluate(cases[k].text, scopes[d], &value, &err) != WG_OK)
                fail_msg("%s: %s", cases[k].text, err.text);
            wg_value_format(&value, text, sizeof text);
            if (strcmp(text, expected[d]) != 0)
                fail_msg("%s is %s, not %s", cases[k].text, text, expected[d]);
        }
    }
}

/* Text, what the message must hold, and the column (from 0) of the mark under the text. */
static const struct {
    const char *text, *message;
    int column;
} failures[] = {
    {"", "missing", 0},
    {"1 +", "missing", 3},
    {"1 + * 2", "expected a value", 4},
    {"(1 + 2", "expected ')'", 6},
    {"1 2", "expected an operator", 2},
    {"1 = 2", "write ==", 2},
    {"foo + 1", "'foo' is not defined", 0},
    {"n + foo[3]", "'foo[3]' is not defined", 4},
    {"n[x]", "subscript", 2},
    {"foo(1)", "no such function", 0},
    {"sqrt(1, 2)", "takes 1 argument", 0},
    {"max(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17)", "takes 1 to 16 arguments", 0},
    {"sqrt()", "expected a value", 5},
    {"n / zero", "division by zero", 2},
    {"n % (1 - 1)", "division by zero", 2},
    {"1.0 / 0", "division by zero", 4},
    {"9223372036854775807 + 1", "overflow", 20},
    {"9223372036854775808", "does not fit 64 bits", 0},
    {"-9223372036854775807 - 2", "overflow", 21},
    {"4294967296 * 4294967296", "overflow", 11},
    {"10 ** 19", "overflow", 3},
    {"2 ** -1", "negative exponent", 2},
    {"1 << 63", "shift", 2},
    {"1.5 & 1", "integers only", 4},
    {"ceil(1e300)", "range", 0},
    {"12abc", "not a number", 0},
    {"1 @ 2", "means nothing", 2},
    {"n ? 1", "expected ':'", 5},
    {"1 if n else 2", "expected an operator", 2},
};

static void mistakes(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof failures / sizeof *failures; k++) {
        wg_value value;
        wg_error err = {0};
        assert_int_equal(wg_expression_evaluate(failures[k].text, &c_scope, &value, &err), WG_ERR_INPUT);
        if (!strstr(err.text, failures[k].message))
            fail_msg("'%s' says: %s", failures[k].text, err.text);
        const char *mark = strrchr(err.text, '\n');
        assert_non_null(mark);
        if ((int)strlen(mark) - 1 - 5 != failures[k].column)
            fail_msg("'%s' marks the wrong place: %s", failures[k].text, err.text);
    }
}

static void too_much(void **state)
{
    (void)state;
    char deep[5001], sum[20001];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    for (size_t k = 0; k + 1 < sizeof sum; k++)
        sum[k] = k % 2 ? '+' : '1';
    sum[sizeof sum - 1] = 0;
    wg_value value;
    wg_error err = {0};
    assert_int_equal(wg_expression_evaluate(deep, &c_scope, &value, &err), WG_ERR_INPUT);
    assert_non_null(strstr(err.text, "too deeply"));
    memset(deep, '-', sizeof deep - 1);
    assert_int_equal(wg_expression_evaluate(deep, &c_scope, &value, &err), WG_ERR_INPUT);
    assert_non_null(strstr(err.text, "too deeply"));
    assert_int_equal(wg_expression_evaluate(sum, &c_scope, &value, &err), WG_ERR_INPUT);
    assert_non_null(strstr(err.text, "too long"));
}

static void elements(void **state)
{
    (void)state;
    wg_expression *e;
    wg_error err = {0};
    const wg_cell *cells;
    assert_int_equal(wg_expression_compile("i / 32 * 32 + (i * i + i / 7) % 32", &element_scope, &e, &err), WG_OK);
    assert_false(wg_expression_is_real(e));
    for (int64_t first = 0; first < 5000; first += WG_EXPRESSION_CHUNK) {
        assert_int_equal(wg_expression_run(e, first, WG_EXPRESSION_CHUNK, &cells, &err), WG_OK);
        for (int64_t k = 0; k < WG_EXPRESSION_CHUNK; k++) {
            int64_t i = first + k;
            assert_int_equal(cells[k].i, i / 32 * 32 + (i * i + i / 7) % 32);
        }
    }
    wg_expression_free(e);
}

static void guards(void **state)
{
    (void)state;
    wg_expression *e;
    wg_error err = {0};
    const wg_cell *cells;
    assert_int_equal(wg_expression_compile("i % 2 ? 100 / (i % 2) : -1", &element_scope, &e, &err), WG_OK);
    assert_int_equal(wg_expression_run(e, 0, 8, &cells, &err), WG_OK);
    for (int k = 0; k < 8; k++)
        assert_int_equal(cells[k].i, k % 2 ? 100 : -1);
    wg_expression_free(e);

    assert_int_equal(wg_expression_compile("i > 5 ? 100 / (i - 7) : 0", &element_scope, &e, &err), WG_OK);
    assert_int_equal(wg_expression_run(e, 0, 7, &cells, &err), WG_OK);
    assert_int_equal(wg_expression_run(e, 0, 8, &cells, &err), WG_ERR_INPUT);
    assert_non_null(strstr(err.text, "division by zero at element 7"));
    wg_expression_free(e);
}

static void constants(void **state)
{
    (void)state;
    wg_expression *e;
    wg_error err = {0};
    wg_value value;
    assert_int_equal(wg_expression_compile("n * 2", &element_scope, &e, &err), WG_OK);
    assert_true(wg_expression_is_constant(e, &value));
    assert_int_equal(value.integer, 2000);
    wg_expression_free(e);
    assert_int_equal(wg_expression_compile("i", &element_scope, &e, &err), WG_OK);
    assert_false(wg_expression_is_constant(e, &value));
    wg_expression_free(e);
}

static void integers(void **state)
{
    (void)state;
    int64_t out;
    wg_error err = {0};
    wg_value whole = {.is_real = true, .real = 1048576.0}, part = {.is_real = true, .real = 0.5};
    assert_int_equal(wg_value_to_integer(&whole, &out, &err), WG_OK);
    assert_int_equal(out, 1048576);
    assert_int_equal(wg_value_to_integer(&part, &out, &err), WG_ERR_INPUT);
    assert_string_equal(err.text, "0.5 is not an integer");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values), cmocka_unit_test(mistakes),  cmocka_unit_test(too_much), cmocka_unit_test(elements),
        cmocka_unit_test(guards), cmocka_unit_test(constants), cmocka_unit_test(integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
