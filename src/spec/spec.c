/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/spec.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), width = strlen(end);
    return length >= width && !strcmp(text + length - width, end);
}

static const char *copy(wg_spec *spec, const char *text)
{
    return wg_arena_copy(&spec->arena, text, strlen(text));
}

wg_status wg_spec_open(const char *path, wg_spec **out, wg_error *err)
{
    char *text;
    size_t length;
    *out = NULL;
    wg_status status = wg_file_read(path, &text, &length, err);
    if (status != WG_OK)
        return status;
    wg_spec *spec = wg_alloc(sizeof *spec);
    spec->path = spec->source = copy(spec, path);
    spec->is_t1 = ends_with(path, ".json");
    spec->dialect = spec->is_t1 ? WG_DIALECT_PYTHON : WG_DIALECT_C;
    if (spec->is_t1)
        status = wg_spec_read_t1(spec, text, length, err);
    free(text);
    if (status != WG_OK) {
        wg_spec_free(spec);
        return status;
    }
    *out = spec;
    return WG_OK;
}

wg_spec *wg_spec_new(const char *source)
{
    wg_spec *spec = wg_alloc(sizeof *spec);
    spec->path = spec->source = copy(spec, source);
    spec->is_complete = true;
    return spec;
}

void wg_spec_free(wg_spec *spec)
{
    if (!spec)
        return;
    free(spec->steps);
    free(spec->arguments);
    free(spec->parameters);
    free(spec->conditions);
    free(spec->constants);
    free(spec->flags);
    wg_arena_free(&spec->arena);
    free(spec);
}

wg_argument *wg_spec_find_argument(const wg_spec *spec, const char *name)
{
    for (size_t k = 0; k < spec->argument_count; k++)
        if (spec->arguments[k].name && !strcmp(spec->arguments[k].name, name))
            return &spec->arguments[k];
    return NULL;
}

wg_argument *wg_spec_add_argument(wg_spec *spec)
{
    wg_argument *a = WG_PUSH(spec->arguments, spec->argument_count, spec->argument_capacity);
    *a = (wg_argument){0};
    return a;
}

void wg_spec_add_flag(wg_spec *spec, const char *flag)
{
    *WG_PUSH(spec->flags, spec->flag_count, spec->flag_capacity) = copy(spec, flag);
}

void wg_spec_add_constant(wg_spec *spec, const char *name, wg_value value)
{
    *WG_PUSH(spec->constants, spec->constant_count, spec->constant_capacity) =
        (wg_constant){.name = copy(spec, name), .value = value};
}

const char *wg_spec_folder(wg_spec *spec)
{
    const char *slash = strrchr(spec->path, '/');
    return slash ? wg_arena_copy(&spec->arena, spec->path, (size_t)(slash - spec->path) + (slash == spec->path)) : ".";
}

const char *wg_spec_resolve_path(wg_spec *spec, const char *name)
{
    const char *slash = strrchr(spec->path, '/');
    if (*name == '/' || !slash)
        return copy(spec, name);
    return wg_arena_format(&spec->arena, "%.*s/%s", (int)(slash - spec->path), spec->path, name);
}

char *wg_spec_split(wg_arena *arena, const char *text, const char **rest)
{
    int depth = 0;
    const char *c = text;
    for (; *c && (*c != ',' || depth > 0); c++)
        depth += (*c == '(' || *c == '[' || *c == '{') - (*c == ')' || *c == ']' || *c == '}');
    *rest = *c ? c + 1 : NULL;
    return wg_arena_copy(arena, text, (size_t)(c - text));
}

/* ---- options ---- */

/* X[,Y[,Z]], each an expression; plain numbers also as 64x32. */
wg_status wg_spec_read_shape(wg_spec *spec, const char *value, const char *where, wg_formula shape[3], wg_error *err)
{
    bool plain = strspn(value, "0123456789x") == strlen(value) && !(value[0] == '0' && value[1] == 'x');
    char *text = wg_arena_copy(&spec->arena, value, strlen(value));
    for (char *c = text; plain && *c; c++)
        *c = *c == 'x' ? ',' : *c;
    const char *rest = text;
    for (int k = 0; k < 3; k++)
        shape[k] = (wg_formula){.text = rest ? wg_spec_split(&spec->arena, rest, &rest) : "1", .where = where};
    if (rest)
        return wg_error_set(err, WG_ERR_INPUT, "%s: a shape has at most three dimensions", where);
    return WG_OK;
}

static wg_status set_kernel(wg_spec *spec, const char *value, const char *where, wg_error *err)
{
    (void)where;
    (void)err;
    spec->kernel = value;
    return WG_OK;
}

static wg_status set_grid(wg_spec *spec, const char *value, const char *where, wg_error *err)
{
    spec->grid_in_threads = false;
    return wg_spec_read_shape(spec, value, where, spec->grid, err);
}

static wg_status set_block(wg_spec *spec, const char *value, const char *where, wg_error *err)
{
    return wg_spec_read_shape(spec, value, where, spec->block, err);
}

static wg_status set_shared(wg_spec *spec, const char *value, const char *where, wg_error *err)
{
    (void)err;
    spec->shared = (wg_formula){value, where};
    return WG_OK;
}

static wg_status set_argument(wg_spec *spec, const char *value, const char *where, wg_error *err)
{
    wg_argument argument;
    wg_status status = wg_spec_read_argument(spec, value, where, &argument, err);
    if (status != WG_OK)
        return status;
    wg_argument *same = argument.name ? wg_spec_find_argument(spec, argument.name) : NULL;
    if (spec->is_t1 && !same)
        return wg_error_set(err, WG_ERR_INPUT, "%s: %s has no argument of that name", where, spec->path);
    if (!spec->is_t1 && same)
        return wg_error_set(err, WG_ERR_INPUT, "%s: there is an argument of that name already", where);
    if (!same)
        same = wg_spec_add_argument(spec);
    *same = argument;
    return WG_OK;
}

/* NAME=VALUE; a parameter the file does not declare becomes one of a single value. */
static wg_status set_parameter(wg_spec *spec, const char *value, const char *where, wg_error *err)
{
    size_t length = strcspn(value, "=");
    if (length == 0 || value[length] != '=')
        return wg_error_set(err, WG_ERR_INPUT, "%s: expected NAME=VALUE", where);
    const char *name = wg_arena_copy(&spec->arena, value, length);
    wg_setting *setting = WG_NEW(&spec->arena, wg_setting);
    *setting = wg_setting_from_text(value + length + 1, &spec->arena);
    for (size_t k = 0; k < spec->parameter_count; k++) {
        if (!strcmp(spec->parameters[k].name, name)) {
            spec->parameters[k].fixed = setting;
            return WG_OK;
        }
    }
    if (spec->is_t1)
        return wg_error_set(err, WG_ERR_INPUT, "%s: %s has no parameter of that name", where, spec->path);
    *WG_PUSH(spec->parameters, spec->parameter_count, spec->parameter_capacity) =
        (wg_parameter){.name = name, .values = {setting, 1}, .fixed = setting};
    return WG_OK;
}

static wg_status set_flag(wg_spec *spec, const char *value, const char *where, wg_error *err)
{
    (void)where;
    (void)err;
    wg_spec_add_flag(spec, value);
    return WG_OK;
}

static const struct {
    const char *name;
    wg_status (*set)(wg_spec *spec, const char *value, const char *where, wg_error *err);
} options[] = {
    {"kernel", set_kernel}, {"grid", set_grid},     {"block", set_block}, {"shared", set_shared},
    {"arg", set_argument},  {"set", set_parameter}, {"flag", set_flag},
};

wg_status wg_spec_set(wg_spec *spec, const char *option, const char *value, const char *where, wg_error *err)
{
    for (size_t k = 0; k < sizeof options / sizeof *options; k++)
        if (!strcmp(options[k].name, option))
            return options[k].set(spec, copy(spec, value), copy(spec, where), err);
    return wg_error_set(err, WG_ERR_INPUT, "there is no launch option '%s'", option);
}

wg_status wg_spec_complete(wg_spec *spec, wg_error *err)
{
    if (spec->is_t1 || spec->is_complete)
        return WG_OK;
    spec->is_complete = true;
    char *text;
    size_t length;
    wg_status status = wg_file_read(spec->source, &text, &length, err);
    if (status != WG_OK)
        return status;
    status = wg_spec_read_comment(spec, text, err);
    free(text);
    return status;
}
