/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/html.h"

#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- escaping ---- */

/* The bytes of the character that begins here; 0: it is none that may stand in XML. */
static size_t character(const unsigned char *at)
{
    static const struct {
        unsigned char mask, lead;
        unsigned least; /* what a shorter form could have said is no character */
    } forms[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    for (size_t more = 0; more < 4; more++) {
        if ((at[0] & forms[more].mask) != forms[more].lead)
            continue;
        unsigned code = at[0] & (unsigned char)~forms[more].mask;
        for (size_t k = 1; k <= more; k++) {
            if ((at[k] & 0xc0) != 0x80)
                return 0;
            code = code << 6 | (at[k] & 0x3f);
        }
        bool allowed = code >= 0x20 || code == '\t' || code == '\n';
        allowed &= code >= forms[more].least && code <= 0x10ffff && code != 0x7f;
        allowed &= (code < 0xd800 || code > 0xdfff) && code != 0xfffe && code != 0xffff;
        return allowed ? more + 1 : 0;
    }
    return 0;
}

static const char *entity(char sign)
{
    switch (sign) {
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '&': return "&amp;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

void wg_html_escape(wg_text *out, const char *text)
{
    while (*text) {
        const char *name = entity(*text);
        size_t length = character((const unsigned char *)text);
        if (name)
            wg_text_add(out, name, strlen(name));
        else if (length)
            wg_text_add(out, text, length);
        else
            wg_text_add(out, "\xef\xbf\xbd", 3);
        text += length ? length : 1;
    }
}

/* ---- elements ---- */

/* Of an attribute: readers would make blanks of line ends. */
static void add_value(wg_html *html, const char *value)
{
    for (const char *line = value;;) {
        size_t length = strcspn(line, "\n");
        char *part = wg_copy(line, length);
        wg_html_escape(&html->out, part);
        free(part);
        if (!line[length])
            return;
        wg_text_addf(&html->out, "&#10;");
        line += length + 1;
    }
}

static void add_tag(wg_html *html, const char *element, va_list attributes, const char *end)
{
    wg_text_addf(&html->out, "<%s", element);
    for (const char *name; (name = va_arg(attributes, const char *));) {
        const char *value = va_arg(attributes, const char *);
        if (!value)
            break;
        wg_text_addf(&html->out, " %s=\"", name);
        add_value(html, value);
        wg_text_addf(&html->out, "\"");
    }
    wg_text_addf(&html->out, "%s", end);
}

void wg_html_open(wg_html *html, const char *element, ...)
{
    va_list attributes;
    va_start(attributes, element);
    add_tag(html, element, attributes, ">");
    va_end(attributes);
    html->open[html->depth++] = element;
}

void wg_html_empty(wg_html *html, const char *element, ...)
{
    va_list attributes;
    va_start(attributes, element);
    add_tag(html, element, attributes, "/>");
    va_end(attributes);
}

/* A line for each element that stands on its own, so that the file can be read and compared. */
void wg_html_close(wg_html *html)
{
    static const char *const blocks[] = {"tr",   "g",     "table",  "section", "figure",  "p",      "h1", "h2",
                                         "h3",   "div",   "li",     "svg",     "header",  "footer", "dl", "head",
                                         "body", "style", "script", "summary", "details", "pre"};
    const char *element = html->open[--html->depth];
    wg_text_addf(&html->out, "</%s>", element);
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++)
        if (!strcmp(blocks[k], element))
            wg_text_addf(&html->out, "\n");
}

static void add_text(wg_html *html, const char *format, va_list values)
{
    va_list again;
    va_copy(again, values);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = wg_alloc((size_t)(length > 0 ? length : 0) + 1);
    vsnprintf(text, (size_t)length + 1, format, values);
    wg_html_escape(&html->out, text);
    free(text);
}

void wg_html_text(wg_html *html, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    add_text(html, format, values);
    va_end(values);
}

void wg_html_add(wg_html *html, const char *element, const char *class, const char *format, ...)
{
    va_list values;
    wg_html_open(html, element, class ? "class" : NULL, class, NULL);
    va_start(values, format);
    add_text(html, format, values);
    va_end(values);
    wg_html_close(html);
}
