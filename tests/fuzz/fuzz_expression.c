/* SPDX-License-Identifier: Apache-2.0 */
/* Any text as an expression, in both dialects: compiled, and when that works evaluated over some elements. */
#include "expression/expression.h"

#include <stdlib.h>
#include <string.h>

static wg_status find(void *user, const char *name, wg_value *value, wg_error *err)
{
    (void)user;
    (void)err;
    if (!strcmp(name, "n"))
        *value = (wg_value){.integer = 1000};
    else if (!strcmp(name, "x"))
        *value = (wg_value){.is_real = true, .real = 0.25};
    else
        return WG_ERR_MISSING;
    return WG_OK;
}

static void try(const char *text, wg_dialect dialect)
{
    wg_scope scope = {.dialect = dialect, .index = "i", .find = find};
    wg_expression *e;
    wg_error err = {0};
    if (wg_expression_compile(text, &scope, &e, &err) != WG_OK)
        return;
    const wg_cell *values;
    wg_value value;
    wg_expression_is_constant(e, &value);
    if (wg_expression_run(e, 0, WG_EXPRESSION_CHUNK, &values, &err) == WG_OK)
        wg_expression_run(e, INT64_MAX - 7, 7, &values, &err);
    wg_expression_free(e);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = malloc(length + 1);
    memcpy(text, bytes, length);
    text[length] = 0;
    try(text, WG_DIALECT_C);
    try(text, WG_DIALECT_PYTHON);
    free(text);
    return 0;
}
