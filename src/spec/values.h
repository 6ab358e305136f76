/* SPDX-License-Identifier: Apache-2.0 */
/* The values a tuning parameter may take, from the Python that tuning files write them in: "[1, 2, 4]",
 * "list(range(32, 1025, 32))", "[2**i for i in range(6)]", "[1] + [2*i for i in range(1, 11)]", "['a', 'b']". */
#ifndef WG_SPEC_VALUES_H
#define WG_SPEC_VALUES_H

#include "base/arena.h"
#include "expression/expression.h"

/* A value as the compiler gets it (-DNAME=text) and, unless it is a string, as a number. */
typedef struct wg_setting {
    const char *text;
    bool is_number;
    wg_value number;
} wg_setting;

typedef struct wg_settings {
    wg_setting *items; /* in the arena */
    size_t count;
} wg_settings;

wg_status wg_values_parse(const char *text, wg_arena *arena, wg_settings *out, wg_error *err);

wg_setting wg_setting_from_value(wg_value value, wg_arena *arena);
/* A number when it reads as one, else a string. */
wg_setting wg_setting_from_text(const char *text, wg_arena *arena);

#endif
