/* Rows and columns, written as a table for a terminal, as Markdown or as CSV. */
#ifndef WG_REPORT_TABLE_H
#define WG_REPORT_TABLE_H

#include "base/text.h"

typedef enum wg_table_form { WG_TABLE_TEXT, WG_TABLE_MARKDOWN, WG_TABLE_CSV } wg_table_form;

typedef struct wg_table {
    size_t columns;
    bool *left;   /* words stand left, numbers right */
    char ***rows; /* the first is the heading */
    size_t row_count, row_capacity;
    size_t filled; /* cells of the last row */
} wg_table;

/* Headings, ended by NULL; one that begins with < is of a column of words. */
void wg_table_begin(wg_table *table, const char *const *headings);
void wg_table_add(wg_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* With `digits` significant digits; "-" for NAN. */
void wg_table_add_number(wg_table *table, double value, int digits);
/* 950, 12.3 k, 4.56 M; "-" for NAN. */
void wg_table_add_count(wg_table *table, double value);
void wg_table_write(const wg_table *table, wg_table_form form, wg_text *out);
void wg_table_free(wg_table *table);

#endif
