/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/values.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A parameter with more values than this is a mistake: a tuner could not enumerate them. */
enum { MAX_VALUES = 1 << 16 };

typedef struct list {
    wg_arena *arena;
    wg_setting *items;
    size_t count, capacity;
    wg_error *err;
} list;

typedef struct span {
    const char *start;
    size_t length;
} span;

wg_setting wg_setting_from_value(wg_value value, wg_arena *arena)
{
    char text[64];
    wg_value_format(&value, text, sizeof text);
    return (wg_setting){.text = wg_arena_copy(arena, text, strlen(text)), .is_number = true, .number = value};
}

wg_setting wg_setting_from_text(const char *text, wg_arena *arena)
{
    static const wg_scope numbers = {.dialect = WG_DIALECT_PYTHON};
    wg_setting setting = {.text = wg_arena_copy(arena, text, strlen(text))};
    wg_error ignored;
    setting.is_number = wg_expression_evaluate(text, &numbers, &setting.number, &ignored) == WG_OK;
    return setting;
}

static wg_status push(list *l, wg_setting setting)
{
    if (l->count == MAX_VALUES)
        return wg_error_set(l->err, WG_ERR_INPUT, "more than %d values", (int)MAX_VALUES);
    *WG_PUSH(l->items, l->count, l->capacity) = setting;
    return WG_OK;
}

static span trim(span s)
{
    while (s.length && isspace((unsigned char)*s.start)) {
        s.start++;
        s.length--;
    }
    while (s.length && isspace((unsigned char)s.start[s.length - 1]))
        s.length--;
    return s;
}

/* The part of *rest before the first `separator` outside brackets and quotes; *rest moves behind it. */
static span split(span *rest, const char *separator)
{
    size_t width = strlen(separator);
    int depth = 0;
    char quote = 0;
    for (size_t k = 0; k < rest->length; k++) {
        char c = rest->start[k];
        if (quote) {
            quote = c == quote ? 0 : quote;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (depth == 0 && rest->length - k >= width && !memcmp(rest->start + k, separator, width)) {
            span part = {rest->start, k};
            *rest = (span){rest->start + k + width, rest->length - k - width};
            return trim(part);
        } else {
            depth += (c == '(' || c == '[') - (c == ')' || c == ']');
        }
    }
    span part = *rest;
    *rest = (span){rest->start + rest->length, 0};
    return trim(part);
}

/* The inside of `open … close`, or of nothing: start is NULL. */
static span inside(span s, const char *open, char close)
{
    size_t width = strlen(open);
    if (s.length < width + 1 || memcmp(s.start, open, width) || s.start[s.length - 1] != close)
        return (span){NULL, 0};
    return trim((span){s.start + width, s.length - width - 1});
}

typedef struct loop {
    char name[64];
    int64_t value;
} loop;

static wg_status find_loop(void *user, const char *name, wg_value *value, wg_error *err)
{
    (void)err;
    const loop *l = user;
    if (!l || strcmp(name, l->name) != 0)
        return WG_ERR_MISSING;
    *value = (wg_value){.integer = l->value};
    return WG_OK;
}

static wg_status evaluate(list *l, span s, loop *variable, wg_value *value)
{
    wg_scope scope = {.dialect = WG_DIALECT_PYTHON, .find = find_loop, .user = variable};
    char *text = wg_arena_copy(l->arena, s.start, s.length);
    return wg_expression_evaluate(text, &scope, value, l->err);
}

typedef struct range {
    int64_t first, end, step;
} range;

/* The arguments of range(…). */
static wg_status read_range(list *l, span s, range *out)
{
    int64_t numbers[3];
    size_t count = 0;
    do {
        wg_value value;
        span part = split(&s, ",");
        wg_status status = evaluate(l, part, NULL, &value);
        if (status == WG_OK)
            status = wg_value_to_integer(&value, &numbers[count], l->err);
        if (status != WG_OK)
            return status;
        count++;
    } while (s.length && count < 3);
    *out = (range){count > 1 ? numbers[0] : 0, numbers[count > 1], count > 2 ? numbers[2] : 1};
    if (s.length || out->step == 0)
        return wg_error_set(l->err, WG_ERR_INPUT, "range() takes one to three integers, the step not 0");
    return WG_OK;
}

/* body NULL: the numbers of the range themselves. */
static wg_status add_range(list *l, const range *r, const span *body, const char *name)
{
    loop variable = {.value = r->first};
    snprintf(variable.name, sizeof variable.name, "%s", name);
    wg_status status = WG_OK;
    while (status == WG_OK && (r->step > 0 ? variable.value < r->end : variable.value > r->end)) {
        wg_value value = {.integer = variable.value};
        if (body)
            status = evaluate(l, *body, &variable, &value);
        if (status == WG_OK)
            status = push(l, wg_setting_from_value(value, l->arena));
        if (__builtin_add_overflow(variable.value, r->step, &variable.value))
            break;
    }
    return status;
}

static wg_status not_understood(list *l, span s)
{
    return wg_error_set(l->err, WG_ERR_INPUT,
                        "'%.*s' is not understood: write [a, b, …], list(range(…)) or [… for i in range(…)]",
                        (int)(s.length < 200 ? s.length : 200), s.start);
}

/* `body for name in range(…)` */
static wg_status add_comprehension(list *l, span body, span rest)
{
    span name = split(&rest, " in ");
    span arguments = inside(trim(rest), "range(", ')');
    if (!arguments.start || name.length == 0 || name.length >= sizeof((loop *)0)->name)
        return not_understood(l, rest);
    range r;
    wg_status status = read_range(l, arguments, &r);
    char text[sizeof((loop *)0)->name];
    snprintf(text, sizeof text, "%.*s", (int)name.length, name.start);
    return status == WG_OK ? add_range(l, &r, &body, text) : status;
}

static wg_status add_item(list *l, span item)
{
    for (const char *quote = "'\""; *quote; quote++) {
        char open[2] = {*quote, 0};
        span string = inside(item, open, *quote);
        if (string.start)
            return push(l, (wg_setting){.text = wg_arena_copy(l->arena, string.start, string.length)});
    }
    wg_value value;
    wg_status status = evaluate(l, item, NULL, &value);
    return status == WG_OK ? push(l, wg_setting_from_value(value, l->arena)) : status;
}

static wg_status add_list(list *l, span s)
{
    span bracket = inside(s, "[", ']');
    span call = inside(s, "list(range(", ')');
    if (call.start && call.length && call.start[call.length - 1] == ')') {
        range r;
        wg_status status = read_range(l, (span){call.start, call.length - 1}, &r);
        return status == WG_OK ? add_range(l, &r, NULL, "") : status;
    }
    if (!bracket.start)
        return not_understood(l, s);
    span rest = bracket;
    span body = split(&rest, " for ");
    if (rest.length)
        return add_comprehension(l, body, rest);
    wg_status status = WG_OK;
    for (rest = bracket; rest.length && status == WG_OK;)
        status = add_item(l, split(&rest, ","));
    return status;
}

wg_status wg_values_parse(const char *text, wg_arena *arena, wg_settings *out, wg_error *err)
{
    list l = {.arena = arena, .err = err};
    span rest = trim((span){text, strlen(text)});
    wg_status status;
    do {
        status = add_list(&l, split(&rest, "+"));
    } while (rest.length && status == WG_OK);
    if (status == WG_OK && l.count == 0)
        status = wg_error_set(err, WG_ERR_INPUT, "there are no values");
    if (status == WG_OK) {
        out->items = WG_NEW_ARRAY(arena, wg_setting, l.count);
        memcpy(out->items, l.items, l.count * sizeof *l.items);
        out->count = l.count;
    }
    free(l.items);
    return status;
}
