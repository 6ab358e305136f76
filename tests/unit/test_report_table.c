/* SPDX-License-Identifier: Apache-2.0 */
/* Tables in their three forms. */
#include "report/table/table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_written(wg_table *table, const char *expected)
{
    wg_text text = {0};
    wg_table_write(table, &text);
    assert_string_equal(wg_text_get(&text), expected);
    wg_text_free(&text);
    wg_table_free(table);
}

static void fill(wg_table *table, wg_table_form form)
{
    static const char *const headings[] = {"<name", "time", "count", "<note", NULL};
    wg_table_begin(table, form, headings);
    wg_table_add(table, "short");
    wg_table_add_time(table, 1.5e-6);
    wg_table_add_count(table, 12345);
    wg_table_add(table, "a, \"b\"");
    wg_table_add(table, "a|longer\nname");
    wg_table_add_time(table, NAN);
    wg_table_add_count(table, NAN);
    wg_table_add(table, "%s", "");
}

static void the_three_forms(void **state)
{
    wg_table table;
    (void)state;
    fill(&table, WG_TABLE_MARKDOWN);
    assert_written(&table, "| name | time | count | note |\n|---|--:|--:|---|\n"
                           "| short | 1.50 µs | 12.3 k | a, \"b\" |\n| a\\|longer name | - | - |  |\n");
    fill(&table, WG_TABLE_CSV);
    assert_written(&table, "name,time,count,note\nshort,1.5e-06,12345,\"a, \"\"b\"\"\"\n\"a|longer\nname\",,,\n");
    static const char *const headings[] = {"<rung", "µs", "<ok", NULL};
    wg_table_begin(&table, WG_TABLE_TEXT, headings);
    wg_table_add(&table, "µµµ");
    wg_table_add_number(&table, 12.3456, 3);
    wg_table_add(&table, "yes");
    wg_table_add(&table, "abcd");
    wg_table_add_number(&table, 1, 3);
    wg_table_add(&table, "no");
    assert_written(&table, "  rung    µs  ok\n  µµµ   12.3  yes\n  abcd  1.00  no\n");
}

/* Each of the characters that a reader of CSV would take for its own is enough for quotes; others are not. */
static void csv_is_quoted_where_it_must_be(void **state)
{
    static const char *const headings[] = {"a,b", "c", NULL};
    static const struct {
        const char *cell, *written;
    } cases[] = {{"1,5", "\"1,5\""},
                 {"\"", "\"\"\"\""},
                 {"two\nlines", "\"two\nlines\""},
                 {"two\rlines", "\"two\rlines\""},
                 {"a b;c|d'e", "a b;c|d'e"},
                 {"", ""}};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_table table;
        char expected[80];
        wg_table_begin(&table, WG_TABLE_CSV, headings);
        wg_table_add(&table, "%s", cases[k].cell);
        wg_table_add(&table, "x");
        snprintf(expected, sizeof expected, "\"a,b\",c\n%s,x\n", cases[k].written);
        assert_written(&table, expected);
    }
}

static void a_row_that_is_not_full(void **state)
{
    static const char *const headings[] = {"a", "b", NULL};
    wg_table table;
    (void)state;
    wg_table_begin(&table, WG_TABLE_CSV, headings);
    wg_table_add(&table, "1");
    assert_written(&table, "a,b\n1,\n");
}

/* One number in one of the forms. */
static void assert_number(void (*add)(wg_table *, double), double value, const char *people, const char *programs)
{
    static const char *const headings[] = {"<h", NULL};
    const char *const expected[] = {people, people, programs};
    for (int form = 0; form < 3; form++) {
        wg_table table;
        wg_table_begin(&table, (wg_table_form)form, headings);
        add(&table, value);
        if (strcmp(table.rows[1][0], expected[form]) != 0)
            fail_msg("%.17g: '%s' where '%s' was expected", value, table.rows[1][0], expected[form]);
        wg_table_free(&table);
    }
}

static void add_four_digits(wg_table *table, double value)
{
    wg_table_add_number(table, value, 4);
}

static void numbers(void **state)
{
    (void)state;
    assert_number(add_four_digits, 0, "0", "0");
    assert_number(add_four_digits, -0.5, "-0.5000", "-0.5");
    assert_number(add_four_digits, 1, "1.000", "1");
    assert_number(add_four_digits, 999.96, "1000", "999.96");
    assert_number(add_four_digits, 123456, "123456", "123456");
    assert_number(add_four_digits, 0.00123456, "0.001235", "0.00123456");
    assert_number(add_four_digits, 2.6e-10, "2.6e-10", "2.6e-10");
    assert_number(add_four_digits, 1e300, "1e+300", "1e+300");
    assert_number(add_four_digits, INFINITY, "inf", "inf");
    assert_number(add_four_digits, NAN, "-", "");
    assert_number(wg_table_add_count, 0, "0", "0");
    assert_number(wg_table_add_count, 950, "950", "950");
    assert_number(wg_table_add_count, 999.6, "1.00 k", "999.6");
    assert_number(wg_table_add_count, 12345, "12.3 k", "12345");
    assert_number(wg_table_add_count, 999949, "1.00 M", "999949");
    assert_number(wg_table_add_count, 5e17, "500000 T", "5e+17");
    assert_number(wg_table_add_time, 0, "0 ns", "0");
    assert_number(wg_table_add_time, 850e-9, "850 ns", "8.5e-07");
    assert_number(wg_table_add_time, 12.34e-6, "12.3 µs", "1.234e-05");
    assert_number(wg_table_add_time, 4.567e-3, "4.57 ms", "0.004567");
    assert_number(wg_table_add_time, 7200, "7200 s", "7200");
    assert_number(wg_table_add_ratio, 0, "0.00", "0");
    assert_number(wg_table_add_ratio, 6.5e-5, "<0.01", "6.5e-05");
    assert_number(wg_table_add_ratio, 3.256, "3.26", "3.256");
    assert_number(wg_table_add_ratio, 9.996, "10.0", "9.996");
    assert_number(wg_table_add_ratio, 345.6, "346", "345.6");
    assert_number(wg_table_add_ratio, NAN, "-", "");
    assert_number(wg_table_add_percent, 100, "100", "100");
    assert_number(wg_table_add_percent, 99.9, "99.9", "99.9");
    assert_number(wg_table_add_percent, 0.456, "0.46", "0.456");
    assert_number(wg_table_add_percent, 2.6e-8, "<0.01", "2.6e-08");
    assert_number(wg_table_add_percent, 0, "0.00", "0");
    assert_number(wg_table_add_percent, NAN, "-", "");
    assert_number(wg_table_add_percent, INFINITY, "inf", "inf");
}

static void empty_columns_go(void **state)
{
    static const char *const headings[] = {"a", "<b", "c", "d", NULL};
    for (int form = 0; form < 3; form++) {
        wg_table table;
        wg_table_begin(&table, (wg_table_form)form, headings);
        for (int row = 0; row < 2; row++) {
            wg_table_add_number(&table, NAN, 3);
            wg_table_add(&table, "%s", row ? "x" : "");
            wg_table_add(&table, "%s", "");
            wg_table_add_number(&table, NAN, 3);
        }
        wg_table_drop_empty(&table);
        static const char *const expected[] = {"  b\n\n  x\n", "| b |\n|---|\n|  |\n| x |\n", "a,b,c,d\n,,,\n,x,,\n"};
        assert_written(&table, expected[form]);
    }
    wg_table table; /* headings alone say what would be there */
    wg_table_begin(&table, WG_TABLE_TEXT, headings);
    wg_table_drop_empty(&table);
    assert_written(&table, "  a  b  c  d\n");
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_three_forms),        cmocka_unit_test(csv_is_quoted_where_it_must_be),
        cmocka_unit_test(a_row_that_is_not_full), cmocka_unit_test(numbers),
        cmocka_unit_test(empty_columns_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
