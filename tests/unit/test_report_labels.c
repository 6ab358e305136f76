/* SPDX-License-Identifier: Apache-2.0 */
/* Room for words in a figure. */
#include "report/svg/labels.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_labels room(void)
{
    return (wg_labels){.left = 0, .right = 100, .top = 0, .bottom = 100};
}

static bool fits(const wg_labels *labels, double x, double y, double half_width, double half_height, double angle)
{
    return wg_labels_fit(labels, &(wg_label_box){x, y, half_width, half_height, angle});
}

static void boxes_keep_apart(void **state)
{
    (void)state;
    wg_labels labels = room();
    assert_true(fits(&labels, 50, 50, 20, 5, 0));
    wg_labels_take(&labels, &(wg_label_box){50, 50, 20, 5, 0});
    assert_false(fits(&labels, 50, 50, 20, 5, 0));
    assert_false(fits(&labels, 85, 50, 20, 5, 0)); /* beyond the room */
    assert_false(fits(&labels, 75, 50, 10, 5, 0));
    assert_true(fits(&labels, 81, 50, 10, 5, 0));
    assert_true(fits(&labels, 50, 61, 20, 5, 0));
}

/* Two that cross have no corner in each other. */
static void turned_boxes_keep_apart(void **state)
{
    (void)state;
    const double eighth = atan(1);
    wg_labels labels = room();
    wg_labels_take(&labels, &(wg_label_box){50, 50, 30, 2, eighth});
    assert_false(fits(&labels, 50, 50, 30, 2, -eighth));
    assert_false(fits(&labels, 50, 50, 2, 2, 0));
    assert_true(fits(&labels, 40, 60, 5, 5, 0)); /* inside an upright box around it, but beside it */
    assert_true(fits(&labels, 57, 43, 20, 2, eighth));
}

static void a_box_begins_at_its_base_line(void **state)
{
    (void)state;
    wg_label_box box = wg_label_box_of("word", 10, 20, 0);
    assert_float_equal(box.x - box.half_width, 10, 1e-9);
    assert_true(box.y - box.half_height < 12 && box.y + box.half_height > 20);
    box = wg_label_box_of("word", 10, 20, -acos(0)); /* upwards */
    assert_float_equal(box.y + box.half_width, 20, 1e-9);
    assert_true(box.x < 10);
}

static void words_are_cut_where_there_is_no_room(void **state)
{
    (void)state;
    char text[32];
    wg_label_fit("short", 100, text, sizeof text);
    assert_string_equal(text, "short");
    wg_label_fit("a name that is too long", wg_label_width("a name"), text, sizeof text);
    assert_string_equal(text, "a nam…");
    wg_label_fit("ääääääää", wg_label_width("ääää"), text, sizeof text);
    assert_string_equal(text, "äää…");
    wg_label_fit("a text that is longer than the buffer it goes to, whatever room there is", 1e9, text, sizeof text);
    assert_true(strlen(text) < sizeof text && strstr(text, "…"));
    wg_label_fit("x", 0, text, sizeof text);
    assert_string_equal(text, "…");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_keep_apart),
        cmocka_unit_test(turned_boxes_keep_apart),
        cmocka_unit_test(a_box_begins_at_its_base_line),
        cmocka_unit_test(words_are_cut_where_there_is_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
