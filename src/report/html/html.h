/* SPDX-License-Identifier: Apache-2.0 */
/* Markup, written element by element: whatever comes from a file or a user goes through these functions and is escaped.
 *
 *     wg_html_open(&h, "td", "class", "number", NULL);
 *     wg_html_text(&h, "%.1f", value);
 *     wg_html_close(&h);
 *
 * An attribute whose value is NULL ends the list. The same functions write HTML and SVG. */
#ifndef WG_REPORT_HTML_HTML_H
#define WG_REPORT_HTML_HTML_H

#include "base/text.h"

typedef struct wg_html {
    wg_text out;
    const char *open[32]; /* elements that are not closed yet */
    size_t depth;
} wg_html;

void wg_html_open(wg_html *html, const char *element, ...) __attribute__((sentinel));
void wg_html_close(wg_html *html);
/* An element that never has contents: <path …/>. */
void wg_html_empty(wg_html *html, const char *element, ...) __attribute__((sentinel));
void wg_html_text(wg_html *html, const char *format, ...) __attribute__((format(printf, 2, 3), nonnull(2)));
/* An element with text alone; class may be NULL. */
void wg_html_add(wg_html *html, const char *element, const char *class, const char *format, ...)
    __attribute__((format(printf, 4, 5), nonnull(4)));

/* Characters that mean something in markup become entities; what is no character, or none that XML allows, U+FFFD. */
void wg_html_escape(wg_text *out, const char *text);

#endif
