/* SPDX-License-Identifier: Apache-2.0 */
/* Markup: what comes from outside cannot get out of its place. */
#include "report/html/html.h"

#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void assert_escaped(const char *text, const char *expected)
{
    wg_text out = {0};
    wg_html_escape(&out, text);
    assert_string_equal(wg_text_get(&out), expected);
    wg_text_free(&out);
}

static void signs_become_entities(void **state)
{
    (void)state;
    assert_escaped("<script>alert(\"1\" & '2')</script>",
                   "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;");
    assert_escaped("12 µs, 3 × 4, \U0001f600", "12 µs, 3 × 4, \U0001f600");
    assert_escaped("a\tb\nc", "a\tb\nc");
    assert_escaped("", "");
}

#define BAD "\xef\xbf\xbd"

static void what_is_no_character_is_replaced(void **state)
{
    (void)state;
    assert_escaped("a\x01z\x7f", "a" BAD "z" BAD);
    assert_escaped("\xff\xfe", BAD BAD);
    assert_escaped("\x80 alone", BAD " alone");
    assert_escaped("cut \xe2\x82", "cut " BAD BAD);
    assert_escaped("\xc0\xaf", BAD BAD);                 /* a slash, in two bytes where one would do */
    assert_escaped("\xe0\x80\xbc", BAD BAD BAD);         /* <, in three */
    assert_escaped("\xed\xa0\x80", BAD BAD BAD);         /* half of a pair */
    assert_escaped("\xf4\x90\x80\x80", BAD BAD BAD BAD); /* beyond the last */
    assert_escaped("\xef\xbf\xbf", BAD BAD BAD);         /* U+FFFF is not XML */
    assert_escaped("\xe2<b>", BAD "&lt;b&gt;");
}

static void elements(void **state)
{
    wg_html h = {0};
    (void)state;
    wg_html_open(&h, "a", "href", "x\" onclick=\"y", "class", (char *)NULL, NULL);
    wg_html_text(&h, "%s & %d", "<b>", 3);
    wg_html_empty(&h, "br", NULL);
    wg_html_add(&h, "b", "c", "%s", "</b>");
    wg_html_close(&h);
    assert_string_equal(wg_text_get(&h.out), "<a href=\"x&quot; onclick=&quot;y\">&lt;b&gt; &amp; 3<br/>"
                                             "<b class=\"c\">&lt;/b&gt;</b></a>");
    assert_int_equal(h.depth, 0);
    wg_text_free(&h.out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_become_entities),
        cmocka_unit_test(what_is_no_character_is_replaced),
        cmocka_unit_test(elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
