/* SPDX-License-Identifier: Apache-2.0 */
/* Figures: well-formed XML, whatever the numbers. */
#include "report/svg/plot.h"

#include "handmade.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static size_t count(const char *text, const char *part)
{
    size_t found = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        found++;
    return found;
}

/* Draws it and looks at what every figure must be. The caller frees it. */
static char *draw(const wg_plot *plot)
{
    wg_text out = {0};
    wg_plot_svg(plot, &out);
    assert_int_equal(strncmp(out.bytes, "<svg ", 5), 0);
    assert_contains(out.bytes, "</svg>\n");
    assert_lacks(out.bytes, "nan");
    assert_lacks(out.bytes, "inf");
    assert_true(out.length < 100000); /* no endless ticks */
    assert_xml(out.bytes);
    return out.bytes;
}

static char *draw_points(const double *x, const double *y, size_t points, bool log_x, bool log_y)
{
    const wg_curve curve = {"c", x, y, points};
    const wg_plot plot = {"t", "x", "y", log_x, log_y, &curve, 1};
    return draw(&plot);
}

static void no_curve_and_no_point(void **state)
{
    const wg_plot empty = {.title = "nothing", .x_label = "x", .y_label = "y"};
    (void)state;
    free(draw(&empty));
    for (int log = 0; log < 4; log++) {
        char *svg = draw_points(NULL, NULL, 0, log & 1, log & 2);
        assert_int_equal(count(svg, "<circle"), 0);
        free(svg);
    }
}

static void one_point(void **state)
{
    static const double values[] = {3, 0, -2, 1e-9, 1e12};
    (void)state;
    for (size_t k = 0; k < 5; k++) {
        for (int log = 0; log < 4; log++) {
            char *svg = draw_points(&values[k], &values[k], 1, log & 1, log & 2);
            assert_int_equal(count(svg, "<circle"), values[k] > 0 || !log ? 1 : 0);
            assert_true(count(svg, "class=\"grid\"") >= 2); /* each axis says where that is */
            free(svg);
        }
    }
}

static void what_a_logarithm_cannot_show(void **state)
{
    const double x[] = {0, 1, 2, NAN, 8, 16, INFINITY, 64}, y[] = {1, 0, NAN, 4, 5, -1, 3, 7};
    (void)state;
    char *svg = draw_points(x, y, 8, true, true);
    assert_int_equal(count(svg, "<circle"), 2); /* 8 and 64 */
    free(svg);
    svg = draw_points(x, y, 8, false, false);
    assert_int_equal(count(svg, "<circle"), 5);
    free(svg);
}

static void extremes(void **state)
{
    static const double pairs[][2] = {{1e17, 1e17 + 16}, {1, 1 + 1e-15},  {-1e299, 1e299}, {1e308, -1e308},
                                      {5e-324, 1e-300},  {1e-300, 1e299}, {-1e-12, 1e-12}, {0, 5e-324}};
    (void)state;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        for (int log = 0; log < 4; log++)
            free(draw_points(pairs[k], pairs[k], 2, log & 1, log & 2));
}

static void ticks(void **state)
{
    const double x[] = {1, 2, 4, 8}, y[] = {0, 1000, 1500, 2000};
    (void)state;
    char *svg = draw_points(x, y, 4, true, false);
    static const char *const expected[] = {">1</text>", ">2</text>",   ">4</text>",  ">8</text>",
                                           ">0</text>", ">500</text>", ">1k</text>", ">2k</text>"};
    for (size_t k = 0; k < 8; k++)
        assert_contains(svg, expected[k]);
    free(svg);
}

static void words_are_escaped(void **state)
{
    const double one = 1;
    const wg_curve curve = {"a<b & \"c\">", &one, &one, 1};
    const wg_plot plot = {"<title>\n\x01", "x&y", "µs", false, false, &curve, 1};
    (void)state;
    char *svg = draw(&plot);
    assert_contains(svg, "a&lt;b &amp; &quot;c&quot;&gt;");
    assert_contains(svg, "x&amp;y");
    assert_contains(svg, "µs");
    assert_lacks(svg, "\x01");
    free(svg);
}

static void many_curves(void **state)
{
    const double x[] = {1, 2}, y[] = {3, 4};
    wg_curve curves[20];
    (void)state;
    for (int k = 0; k < 20; k++)
        curves[k] = (wg_curve){"c", x, y, 2};
    const wg_plot plot = {"t", "x", "y", false, false, curves, 20};
    char *svg = draw(&plot);
    assert_int_equal(count(svg, "<circle"), 40);
    free(svg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_curve_and_no_point),
        cmocka_unit_test(one_point),
        cmocka_unit_test(what_a_logarithm_cannot_show),
        cmocka_unit_test(extremes),
        cmocka_unit_test(ticks),
        cmocka_unit_test(words_are_escaped),
        cmocka_unit_test(many_curves),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}
