/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/page.h"

#include "analysis/sentence.h"
#include "report/svg/roofline.h"
#include "warpgrind/version.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the frame ---- */

void wg_page_begin(wg_html *h, const char *kind, const char *name, const char *line)
{
    wg_text_addf(&h->out, "<!DOCTYPE html>\n");
    wg_html_open(h, "html", "lang", "en", NULL);
    wg_html_open(h, "head", NULL);
    wg_html_empty(h, "meta", "charset", "utf-8", NULL);
    wg_html_empty(h, "meta", "name", "viewport", "content", "width=device-width, initial-scale=1", NULL);
    wg_html_empty(h, "meta", "name", "color-scheme", "content", "light dark", NULL);
    wg_html_empty(h, "meta", "name", "generator", "content", "warpgrind " WG_VERSION_STRING, NULL);
    wg_html_add(h, "title", NULL, "%s · warpgrind %s", name, kind);
    wg_html_open(h, "style", NULL);
    wg_page_add_file(&h->out, "page.css");
    wg_page_add_file(&h->out, "chart.css");
    wg_html_close(h);
    wg_html_close(h);
    wg_html_open(h, "body", NULL);
    wg_html_open(h, "header", NULL);
    wg_html_add(h, "p", "kind", "warpgrind %s", kind);
    wg_html_add(h, "h1", NULL, "%s", name);
    wg_html_add(h, "p", "line", "%s", line);
    wg_html_close(h);
    wg_html_open(h, "main", NULL);
}

static void add_command(wg_html *h, const char *words, const char *command)
{
    wg_html_add(h, "p", "note", "%s", words);
    wg_html_add(h, "pre", "command", "%s", command);
}

/* Results that were read from a file were made by another command than the page. */
static void write_commands(wg_html *h, const char *made, const char *shown)
{
    if (!made && !shown)
        return;
    wg_page_section(h, "What to type to get this page again", NULL);
    if (made)
        add_command(h, shown ? "The results were saved by" : "The results are those of", made);
    if (shown && made)
        add_command(h, "and the page was written by", shown);
    else if (shown)
        wg_html_add(h, "pre", "command", "%s", shown);
    wg_html_close(h);
}

char *wg_page_end(wg_html *h, const wg_results *results, const wg_write_options *options)
{
    write_commands(h, results ? results->command : NULL, options->command);
    wg_html_close(h);
    wg_html_add(h, "footer", NULL, "written by warpgrind %s", WG_VERSION_STRING);
    wg_html_open(h, "script", NULL);
    wg_page_add_file(&h->out, "page.js");
    wg_html_close(h);
    wg_html_close(h);
    wg_html_close(h);
    wg_text_addf(&h->out, "\n");
    return h->out.bytes;
}

void wg_page_section(wg_html *h, const char *title, const char *note)
{
    wg_html_open(h, "section", NULL);
    wg_html_add(h, "h2", NULL, "%s", title);
    if (note)
        wg_html_add(h, "p", "note", "%s", note);
}

void wg_page_fold(wg_html *h, const char *title, const char *note)
{
    wg_html_open(h, "section", NULL);
    wg_html_open(h, "details", "open", "", NULL);
    wg_html_open(h, "summary", NULL);
    wg_html_add(h, "h2", NULL, "%s", title);
    wg_html_close(h);
    if (note)
        wg_html_add(h, "p", "note", "%s", note);
}

void wg_page_fold_end(wg_html *h)
{
    wg_html_close(h);
    wg_html_close(h);
}

/* ---- parts ---- */

/* Long names may break after an underscore. */
static void add_heading(wg_html *h, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "_");
        length += text[length] == '_';
        wg_html_text(h, "%.*s", (int)length, text);
        text += length;
        if (*text)
            wg_html_empty(h, "wbr", NULL);
    }
}

static void add_row(wg_html *h, const wg_table *table, size_t row)
{
    wg_html_open(h, "tr", NULL);
    for (size_t k = 0; k < table->columns; k++) {
        const char *cell = table->rows[row][k] ? table->rows[row][k] : "";
        wg_html_open(h, row ? "td" : "th", table->left[k] ? NULL : "class", "number", NULL);
        if (row)
            wg_html_text(h, "%s", cell);
        else
            add_heading(h, cell);
        wg_html_close(h);
    }
    wg_html_close(h);
}

static void open_table(wg_html *h, const char *class)
{
    wg_html_open(h, "div", "class", "scroll", NULL);
    wg_html_open(h, "table", "class", class, NULL);
    wg_html_open(h, "thead", NULL);
}

void wg_page_table_begin(wg_html *h, const char *class, const char *const *headings)
{
    open_table(h, class);
    wg_html_open(h, "tr", NULL);
    for (; *headings; headings++) {
        bool left = **headings == '<';
        wg_html_add(h, "th", left ? NULL : "number", "%s", *headings + left);
    }
    wg_html_close(h);
    wg_html_close(h);
    wg_html_open(h, "tbody", NULL);
}

void wg_page_table_end(wg_html *h)
{
    wg_html_close(h);
    wg_html_close(h);
    wg_html_close(h);
}

void wg_page_table(wg_html *h, const wg_table *table)
{
    enum { MANY = 10 };
    open_table(h, table->columns > MANY ? "sorts dense" : "sorts");
    add_row(h, table, 0);
    wg_html_close(h);
    wg_html_open(h, "tbody", NULL);
    for (size_t r = 1; r < table->row_count; r++)
        add_row(h, table, r);
    wg_page_table_end(h);
}

void wg_page_figure(wg_html *h, wg_page_draw *draw, const void *figure, const char *caption)
{
    wg_html_open(h, "figure", NULL);
    draw(figure, WG_LOOK_WIDE, h);
    draw(figure, WG_LOOK_NARROW, h);
    if (caption)
        wg_html_add(h, "figcaption", NULL, "%s", caption);
    wg_html_close(h);
}

void wg_page_roofline(const void *roofline, wg_look look, wg_html *h)
{
    wg_roofline_draw(roofline, look, h);
}

void wg_page_fact(wg_html *h, const char *label, const char *value)
{
    wg_html_open(h, "div", NULL);
    wg_html_add(h, "dt", NULL, "%s", label);
    wg_html_add(h, "dd", NULL, "%s", value);
    wg_html_close(h);
}

void wg_page_quantity(wg_html *h, const char *label, double value, char format)
{
    wg_page_quantities(h, label, NAN, value, format);
}

void wg_page_quantities(wg_html *h, const char *label, double before, double value, char format)
{
    wg_text words = {0}, text = {0};
    if (isnan(value))
        return;
    wg_text_addf(&words, "%s", label);
    if (!isnan(before)) {
        wg_text_addf(&words, "; was ");
        wg_quantity_add(&words, before, format);
    }
    wg_quantity_add(&text, value, format);
    wg_page_fact(h, wg_text_get(&words), wg_text_get(&text));
    wg_text_free(&words);
    wg_text_free(&text);
}

void wg_page_bar(wg_html *h, const char *label, double part, const char *value, bool is_strong)
{
    char width[40];
    double shown = part >= 0 ? fmin(part, 1) : 0; /* false of NAN */
    snprintf(width, sizeof width, "width:%.2f%%", 100 * shown);
    wg_html_open(h, "div", "class", is_strong ? "bar strong" : "bar", NULL);
    wg_html_add(h, "span", "label", "%s", label);
    wg_html_open(h, "span", "class", "track", NULL);
    wg_html_open(h, "span", "class", "fill", "style", width, NULL);
    wg_html_close(h);
    wg_html_close(h);
    wg_html_add(h, "span", "value", "%s", value);
    wg_html_close(h);
}
