/* SPDX-License-Identifier: Apache-2.0 */
/* The initial contents of arguments, made chunk by chunk. Random numbers depend on the seed and the position only. */
#include "base/file.h"
#include "base/text.h"
#include "spec/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = WG_EXPRESSION_CHUNK };

/* Numbers of one argument: its elements times their lanes. */
typedef struct filler {
    const wg_plan *plan;
    const wg_argument *argument;
    uint64_t index, count;
    unsigned char *memory;
    wg_error *err;
} filler;

static wg_status store(const filler *f, const wg_cell *values, bool real, size_t count, uint64_t first)
{
    const wg_element *element = f->argument->type.element;
    size_t stored;
    wg_status status =
        wg_element_store(element, values, real, count, f->memory + first * element->bytes, &stored, f->err);
    if (status == WG_OK)
        return WG_OK;
    if (f->count > 1)
        wg_error_prefix(f->err, status, "element %llu: ", (unsigned long long)(first + stored));
    return wg_error_prefix(f->err, status, "%s: ", f->argument->where);
}

/* ---- expressions ---- */

static wg_status find_name(void *user, const char *name, wg_value *value, wg_error *err)
{
    const filler *f = user;
    wg_status status = wg_plan_find_name((void *)f->plan, name, value, err);
    if (status != WG_ERR_MISSING || strcmp(name, "n") != 0)
        return status;
    *value = (wg_value){.integer = (int64_t)f->count};
    return WG_OK;
}

static wg_status run_expression(const filler *f, wg_expression *e)
{
    for (uint64_t first = 0; first < f->count; first += CHUNK) {
        size_t count = f->count - first < CHUNK ? (size_t)(f->count - first) : CHUNK;
        const wg_cell *values;
        wg_status status = wg_expression_run(e, (int64_t)first, count, &values, f->err);
        if (status != WG_OK)
            return wg_error_prefix(f->err, status, "%s: ", f->argument->value.where);
        status = store(f, values, wg_expression_is_real(e), count, first);
        if (status != WG_OK)
            return status;
    }
    return WG_OK;
}

static wg_status fill_expression(const filler *f)
{
    const wg_formula *formula = &f->argument->value;
    if (!formula->text)
        return WG_OK;
    wg_scope scope = {.dialect = f->plan->spec->dialect, .index = "i", .find = find_name, .user = (void *)f};
    wg_expression *e;
    wg_status status = wg_expression_compile(formula->text, &scope, &e, f->err);
    if (status != WG_OK)
        return wg_error_prefix(f->err, status, "%s: ", formula->where);
    status = run_expression(f, e);
    wg_expression_free(e);
    return status;
}

/* ---- random numbers ---- */

typedef struct bounds {
    bool real;
    double low, width;
    int64_t integer_low;
    uint64_t integer_width; /* how many integers there are; 0: 2^64 */
} bounds;

static wg_status find_bounds(const filler *f, bounds *out)
{
    const wg_argument *a = f->argument;
    const wg_element *element = a->type.element;
    out->real = element->kind == WG_ELEMENT_FLOAT;
    int64_t high = element->high > INT64_MAX ? INT64_MAX : (int64_t)element->high;
    wg_value values[2] = {{.integer = element->low}, {.integer = out->real ? 1 : high}};
    const wg_formula *formulas[2] = {&a->low, &a->high};
    int64_t integers[2];
    for (int k = 0; k < 2; k++) {
        wg_status status = formulas[k]->text ? wg_plan_evaluate(f->plan, formulas[k], &values[k], f->err) : WG_OK;
        if (status != WG_OK)
            return status;
        if (!out->real)
            status = wg_value_to_integer(&values[k], &integers[k], f->err);
        if (status != WG_OK)
            return wg_error_prefix(f->err, status, "%s: ", a->where);
    }
    out->low = wg_value_to_real(&values[0]);
    out->width = wg_value_to_real(&values[1]) - out->low;
    if (!(out->width >= 0))
        return wg_error_set(f->err, WG_ERR_INPUT, "%s: the bounds of random are the wrong way round", a->where);
    if (!out->real) {
        out->integer_low = integers[0];
        out->integer_width = (uint64_t)integers[1] - (uint64_t)integers[0] + 1;
    }
    return WG_OK;
}

static wg_cell random_cell(const bounds *b, uint64_t bits)
{
    if (b->real)
        return (wg_cell){.r = b->low + b->width * ((double)(bits >> 11) * 0x1p-53)};
    uint64_t offset = b->integer_width ? bits % b->integer_width : bits;
    return (wg_cell){.i = (int64_t)((uint64_t)b->integer_low + offset)};
}

static wg_status fill_random(const filler *f)
{
    bounds b = {0};
    wg_status status = find_bounds(f, &b);
    /* Buffers without a seed of their own differ from one another. */
    uint64_t seed = wg_mix(f->argument->seed ? f->argument->seed : f->index + 1);
    for (uint64_t first = 0; first < f->count && status == WG_OK; first += CHUNK) {
        size_t count = f->count - first < CHUNK ? (size_t)(f->count - first) : CHUNK;
        wg_cell values[CHUNK];
        for (size_t k = 0; k < count; k++)
            values[k] = random_cell(&b, wg_mix(seed ^ wg_mix(first + k)));
        status = store(f, values, b.real, count, first);
    }
    return status;
}

/* ---- lists and files ---- */

static wg_status fill_list(const filler *f)
{
    if (f->argument->list_count > f->count)
        return wg_error_set(f->err, WG_ERR_INPUT, "%s: %zu values for %llu elements", f->argument->where,
                            f->argument->list_count, (unsigned long long)f->count);
    for (size_t k = 0; k < f->argument->list_count; k++) {
        wg_formula formula = {.text = f->argument->list[k], .where = f->argument->where};
        wg_value value;
        wg_status status = wg_plan_evaluate(f->plan, &formula, &value, f->err);
        if (status != WG_OK)
            return status;
        wg_cell cell = value.is_real ? (wg_cell){.r = value.real} : (wg_cell){.i = value.integer};
        status = store(f, &cell, value.is_real, 1, k);
        if (status != WG_OK)
            return status;
    }
    return WG_OK;
}

static wg_status fill_file(const filler *f)
{
    const wg_argument *a = f->argument;
    uint64_t bytes = f->plan->arguments[f->index].bytes;
    char *contents;
    size_t length;
    wg_status status = wg_file_read(a->file, &contents, &length, f->err);
    if (status != WG_OK)
        return wg_error_prefix(f->err, status, "%s: ", a->where);
    if (length == bytes)
        memcpy(f->memory, contents, length);
    else
        status = wg_error_set(f->err, WG_ERR_INPUT, "%s: %s holds %zu bytes, %llu are needed", a->where, a->file,
                              length, (unsigned long long)bytes);
    free(contents);
    return status;
}

/* Pointers stay zeros: where they point to, the plan does not know. */
static wg_status fill_fields(const filler *f)
{
    wg_status status = WG_OK;
    for (size_t k = 0; k < f->argument->field_count && status == WG_OK; k++) {
        const wg_spec_field *field = &f->argument->fields[k];
        if (field->index && f->plan->spec->arguments[field->index].memory == WG_MEMORY_SCALAR)
            status = wg_plan_fill(f->plan, field->index, f->memory + field->offset, f->err);
    }
    return status;
}

wg_status wg_plan_fill(const wg_plan *plan, size_t index, void *memory, wg_error *err)
{
    static wg_status (*const fills[])(const filler *) = {
        [WG_FILL_EXPRESSION] = fill_expression,
        [WG_FILL_RANDOM] = fill_random,
        [WG_FILL_LIST] = fill_list,
        [WG_FILL_FILE] = fill_file,
        [WG_FILL_FIELDS] = fill_fields,
    };
    const wg_argument *argument = &plan->spec->arguments[index];
    filler f = {.plan = plan, .argument = argument, .index = index, .memory = memory, .err = err};
    f.count = plan->arguments[index].count * argument->type.lanes;
    return fills[argument->fill](&f);
}
