/* SPDX-License-Identifier: Apache-2.0 */
#include "report/table/table.h"

#include "base/arena.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text)
{
    return strcpy(wg_alloc(strlen(text) + 1), text);
}

static char **new_row(wg_table *table)
{
    char **row = wg_alloc(table->columns * sizeof *row);
    *WG_PUSH(table->rows, table->row_count, table->row_capacity) = row;
    table->filled = 0;
    return row;
}

void wg_table_begin(wg_table *table, wg_table_form form, const char *const *headings)
{
    *table = (wg_table){.form = form};
    while (headings[table->columns])
        table->columns++;
    table->left = wg_alloc(table->columns);
    char **row = new_row(table);
    for (size_t k = 0; k < table->columns; k++) {
        table->left[k] = headings[k][0] == '<';
        row[k] = copy(headings[k] + table->left[k]);
    }
    table->filled = table->columns;
}

static void add_cell(wg_table *table, const char *text)
{
    char **row = table->filled == table->columns ? new_row(table) : table->rows[table->row_count - 1];
    row[table->filled++] = copy(text);
}

void wg_table_add(wg_table *table, const char *format, ...)
{
    char text[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add_cell(table, text);
}

/* What people and programs see alike; true: it was one of these. */
static bool add_plain(wg_table *table, double value)
{
    bool for_programs = table->form == WG_TABLE_CSV;
    if (isnan(value))
        add_cell(table, for_programs ? "" : "-");
    else if (for_programs || isinf(value))
        wg_table_add(table, "%.9g", value);
    return isnan(value) || for_programs || isinf(value);
}

/* Plain digits: 0.00123, 4.56, 1234 — never an exponent where a person would not write one. */
void wg_table_add_number(wg_table *table, double value, int digits)
{
    if (add_plain(table, value))
        return;
    char rounded[40]; /* has the exponent that rounding may have raised */
    snprintf(rounded, sizeof rounded, "%.*e", digits - 1, value);
    int decimals = digits - 1 - atoi(strchr(rounded, 'e') + 1);
    decimals = decimals < 0 || value == 0 ? 0 : decimals > 9 ? 9 : decimals;
    bool plain = value == 0 || (fabs(value) < 1e15 && fabs(value) >= 1e-6);
    wg_table_add(table, plain ? "%.*f" : "%.*g", plain ? decimals : digits, value);
}

/* Two decimals below `fine`, one below 100. */
static void add_part(wg_table *table, double value, double fine)
{
    if (add_plain(table, value))
        return;
    if (value > 0 && value < 0.01)
        add_cell(table, "<0.01");
    else
        wg_table_add(table, "%.*f", value < fine ? 2 : value < 99.95 ? 1 : 0, value);
}

void wg_table_add_percent(wg_table *table, double percent)
{
    add_part(table, percent, 0.995);
}

void wg_table_add_ratio(wg_table *table, double value)
{
    add_part(table, value, 9.995);
}

/* Three digits and the unit that suits them. */
static void add_scaled(wg_table *table, double value, const char *const *units, int last)
{
    int unit = 0;
    for (; value >= 999.5 && unit < last; unit++)
        value /= 1000;
    int decimals = value >= 99.95 || value == 0 ? 0 : value >= 9.995 ? 1 : 2;
    wg_table_add(table, "%.*f%s", decimals, value, units[unit]);
}

void wg_table_add_count(wg_table *table, double value)
{
    static const char *const units[] = {"", " k", " M", " G", " T"};
    if (add_plain(table, value))
        return;
    if (value < 999.5)
        wg_table_add(table, "%.0f", value);
    else
        add_scaled(table, value, units, 4);
}

void wg_table_add_time(wg_table *table, double seconds)
{
    static const char *const units[] = {" ns", " µs", " ms", " s"};
    if (!add_plain(table, seconds))
        add_scaled(table, 1e9 * seconds, units, 3);
}

/* Characters, not bytes: µ is one. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static void add_padded(wg_text *out, const char *cell, size_t width, bool left, bool last)
{
    int padding = (int)(width - width_of(cell));
    if (left)
        wg_text_addf(out, "%s%*s", cell, last ? 0 : padding, "");
    else
        wg_text_addf(out, "%*s%s", padding, "", cell);
}

static const char *cell_of(const wg_table *table, size_t row, size_t column)
{
    return table->rows[row][column] ? table->rows[row][column] : "";
}

static size_t column_width(const wg_table *table, size_t column)
{
    size_t widest = 0;
    for (size_t r = 0; r < table->row_count; r++) {
        size_t width = width_of(cell_of(table, r, column));
        widest = width > widest ? width : widest;
    }
    return widest;
}

static bool is_empty(const wg_table *table, size_t column)
{
    for (size_t r = 1; r < table->row_count; r++) {
        const char *cell = cell_of(table, r, column);
        if (*cell && strcmp(cell, "-") != 0)
            return false;
    }
    return table->row_count > 1;
}

static void drop_column(wg_table *table, size_t column)
{
    size_t behind = table->columns - column - 1;
    for (size_t r = 0; r < table->row_count; r++) {
        char **row = table->rows[r];
        free(row[column]);
        memmove(row + column, row + column + 1, behind * sizeof *row);
    }
    memmove(table->left + column, table->left + column + 1, behind * sizeof *table->left);
    table->columns--;
    table->filled -= table->filled > column;
}

void wg_table_drop_empty(wg_table *table)
{
    for (size_t k = table->columns; k-- > 0 && table->form != WG_TABLE_CSV;)
        if (is_empty(table, k))
            drop_column(table, k);
}

static void write_text(const wg_table *table, wg_text *out)
{
    for (size_t r = 0; r < table->row_count; r++) {
        for (size_t k = 0; k < table->columns; k++) {
            wg_text_addf(out, "  ");
            add_padded(out, cell_of(table, r, k), column_width(table, k), table->left[k], k + 1 == table->columns);
        }
        while (out->length && out->bytes[out->length - 1] == ' ') /* cells at the end may be empty */
            out->length--;
        wg_text_addf(out, "\n");
    }
}

/* A cell is one line, and its bars are none of the table's. */
static void add_markdown(wg_text *out, const char *cell)
{
    for (; *cell; cell++) {
        if (*cell == '|')
            wg_text_add(out, "\\", 1);
        wg_text_add(out, *cell == '\n' || *cell == '\r' ? " " : cell, 1);
    }
}

static void write_markdown(const wg_table *table, wg_text *out)
{
    for (size_t r = 0; r < table->row_count; r++) {
        for (size_t k = 0; k < table->columns; k++) {
            wg_text_addf(out, k ? " | " : "| ");
            add_markdown(out, cell_of(table, r, k));
        }
        wg_text_addf(out, " |\n");
        for (size_t k = 0; r == 0 && k < table->columns; k++)
            wg_text_addf(out, "|%s", table->left[k] ? "---" : "--:");
        if (r == 0)
            wg_text_addf(out, "|\n");
    }
}

static void write_csv(const wg_table *table, wg_text *out)
{
    for (size_t r = 0; r < table->row_count; r++) {
        for (size_t k = 0; k < table->columns; k++) {
            const char *cell = cell_of(table, r, k);
            bool quoted = strpbrk(cell, ",\"\n\r") != NULL;
            wg_text_addf(out, "%s%s", k ? "," : "", quoted ? "\"" : "");
            for (; *cell; cell++)
                wg_text_add(out, *cell == '"' ? "\"\"" : cell, *cell == '"' ? 2 : 1);
            wg_text_addf(out, "%s", quoted ? "\"" : "");
        }
        wg_text_addf(out, "\n");
    }
}

void wg_table_write(const wg_table *table, wg_text *out)
{
    static void (*const writers[])(const wg_table *, wg_text *) = {
        [WG_TABLE_TEXT] = write_text, [WG_TABLE_MARKDOWN] = write_markdown, [WG_TABLE_CSV] = write_csv};
    writers[table->form](table, out);
}

void wg_table_free(wg_table *table)
{
    for (size_t r = 0; r < table->row_count; r++) {
        for (size_t k = 0; k < table->columns; k++)
            free(table->rows[r][k]);
        free(table->rows[r]);
    }
    free(table->rows);
    free(table->left);
    *table = (wg_table){0};
}
