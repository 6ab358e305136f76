/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic over names, as kernel specs and the command line use it: sizes, conditions, the values a buffer is
 * filled with, assertions over counters.
 *
 * Integers (64-bit, overflow is an error) and reals (double) are kept apart; which one an expression yields is known
 * once it is compiled. Names are looked up while compiling, so all that is left to vary is the index of the element.
 *
 * What is accepted is common to C and Python: + - * / // % ** ~ & | ^ << >>, comparisons (also chained, a < b < c),
 * && || ! and their spellings `and or not`, ?:, and the functions in the table of expression.c. The bit operators
 * bind tighter than comparisons, as in Python. The dialect decides what 7 / 2 and -7 % 2 are. */
#ifndef WG_EXPRESSION_EXPRESSION_H
#define WG_EXPRESSION_EXPRESSION_H

#include "warpgrind/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wg_value {
    bool is_real;
    int64_t integer; /* one of the two */
    double real;
} wg_value;

typedef enum wg_dialect {
    WG_DIALECT_C,      /* 7 / 2 is 3, except directly inside ceil(), floor() and round(); -7 % 2 is -1 */
    WG_DIALECT_PYTHON, /* 7 / 2 is 3.5; -7 % 2 is 1 */
} wg_dialect;

typedef struct wg_scope {
    wg_dialect dialect;
    const char *index; /* name of the element's index; NULL: there is none */

    /* WG_OK and a value, or WG_ERR_MISSING when there is no such name, or another failure with its own sentence.
     * `a[3]` is looked up by that name, and max(a) and min(a) first by "max(a)" and "min(a)": the largest and
     * smallest of a parameter's values. */
    wg_status (*find)(void *user, const char *name, wg_value *value, wg_error *err);
    void *user;
} wg_scope;

typedef struct wg_expression wg_expression;

/* A message says what is wrong at which column, and shows the place. */
wg_status wg_expression_compile(const char *text, const wg_scope *scope, wg_expression **out, wg_error *err);
void wg_expression_free(wg_expression *expression);

bool wg_expression_is_real(const wg_expression *expression);
/* Whether the value is the same for every index; if so, what it is. */
bool wg_expression_is_constant(const wg_expression *expression, wg_value *value);

typedef union wg_cell {
    int64_t i;
    double r;
} wg_cell;

enum { WG_EXPRESSION_CHUNK = 512 };

/* Evaluates the elements first … first + count - 1; count is at most WG_EXPRESSION_CHUNK. The values are good until
 * the next call. Not for several threads at once. */
wg_status wg_expression_run(wg_expression *expression, int64_t first, size_t count, const wg_cell **values,
                            wg_error *err);

/* Compiles, evaluates and frees: for what is needed once. scope->index must be NULL. */
wg_status wg_expression_evaluate(const char *text, const wg_scope *scope, wg_value *value, wg_error *err);

/* The value as an integer; fails unless it is one (4.0 is), saying what it is. */
wg_status wg_value_to_integer(const wg_value *value, int64_t *out, wg_error *err);
double wg_value_to_real(const wg_value *value);
/* "12", "0.5": as a person would write it. */
void wg_value_format(const wg_value *value, char *text, size_t size);

#endif
