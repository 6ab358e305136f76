/* SPDX-License-Identifier: Apache-2.0 */
/* Rows and columns, written as a table for a terminal, as Markdown or as CSV. The first two are for people: numbers are
 * rounded, units stand beside them. CSV is for programs: numbers are plain, and what is not there is an empty cell. */
#ifndef WG_REPORT_TABLE_TABLE_H
#define WG_REPORT_TABLE_TABLE_H

#include "base/text.h"

typedef enum wg_table_form { WG_TABLE_TEXT, WG_TABLE_MARKDOWN, WG_TABLE_CSV } wg_table_form;

typedef struct wg_table {
    wg_table_form form;
    size_t columns;
    bool *left;   /* words stand left, numbers right */
    char ***rows; /* the first is the heading */
    size_t row_count, row_capacity;
    size_t filled; /* cells of the last row */
} wg_table;

/* Headings, ended by NULL; one that begins with < is of a column of words. */
void wg_table_begin(wg_table *table, wg_table_form form, const char *const *headings);
void wg_table_add(wg_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Not a number is "-" for people, nothing in CSV; so in all of these. */
void wg_table_add_number(wg_table *table, double value, int digits); /* with so many significant digits */
void wg_table_add_count(wg_table *table, double value);              /* 950, 12.3 k, 4.56 M */
void wg_table_add_time(wg_table *table, double seconds);             /* 850 ns, 12.3 µs, 4.56 ms; CSV: seconds */
/* 12.3, 0.45, <0.01: for columns whose heading says %. */
void wg_table_add_percent(wg_table *table, double percent);
void wg_table_add_ratio(wg_table *table, double value); /* 345, 29.9, 3.26, <0.01 */
/* Columns without anything in them go; CSV keeps all. */
void wg_table_drop_empty(wg_table *table);
void wg_table_write(const wg_table *table, wg_text *out);
void wg_table_free(wg_table *table);

#endif
