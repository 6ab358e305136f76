/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments as the command line gives them:
 *
 *     [NAME:]TYPE[=FILL]              a scalar
 *     [NAME:]TYPE[COUNT][=FILL]       a buffer, the brackets literal; COUNT may be left out with @FILE
 *     [NAME:]tex2d[…][=FILL]          a texture: sizes, a type, words (see `words`), in any order
 *     [NAME:]{FIELD, FIELD, …}        a structure: each field an argument (spec_structure.c)
 *     symbol:NAME:TYPE[COUNT][=FILL]  a variable of the module
 *
 * FILL: an expression of i and n, random, random(HIGH), random(LOW, HIGH), with seed=N as last argument, {a, b, …},
 * @FILE, or local for shared memory the kernel gets a pointer to. */
#include "spec/spec.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    wg_spec *spec;
    wg_argument *argument;
    const char *where;
    wg_error *err;
} reader;

static wg_status fail(const reader *r, const char *sentence)
{
    return wg_error_set(r->err, WG_ERR_INPUT, "%s: %s", r->where, sentence);
}

static wg_formula formula(const reader *r, const char *text)
{
    return (wg_formula){.text = text, .where = r->where};
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* Where the bracket that opens at `open` closes; NULL: nowhere. */
static const char *closing(const char *open)
{
    int depth = 0;
    for (const char *c = open; *c; c++) {
        depth += (*c == '[' || *c == '(' || *c == '{') - (*c == ']' || *c == ')' || *c == '}');
        if (depth == 0)
            return c;
    }
    return NULL;
}

/* ---- textures ---- */

typedef struct image_word {
    const char *word;
    void (*apply)(wg_image *image, int value);
    int value;
} image_word;

static void set_linear(wg_image *image, int value)
{
    image->linear = value;
}

static void set_address(wg_image *image, int value)
{
    image->address = (wg_address)value;
}

static void set_normalized(wg_image *image, int value)
{
    image->normalized_coordinates = value;
}

static void set_values(wg_image *image, int value)
{
    image->normalized_values = value;
}

static void set_layered(wg_image *image, int value)
{
    image->layered = value;
}

static const image_word words[] = {
    {"point", set_linear, 0},          {"linear", set_linear, 1},          {"wrap", set_address, WG_WRAP},
    {"clamp", set_address, WG_CLAMP},  {"mirror", set_address, WG_MIRROR}, {"border", set_address, WG_BORDER},
    {"normalized", set_normalized, 1}, {"asfloat", set_values, 1},         {"layered", set_layered, 1},
};

static bool apply_word(wg_image *image, const char *word)
{
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (!strcmp(words[k].word, word)) {
            words[k].apply(image, words[k].value);
            return true;
        }
    }
    return false;
}

/* The next size of the image; `100x60` counts as two. */
static wg_status add_sizes(const reader *r, wg_image *image, const char *text, int *count)
{
    bool plain = strspn(text, "0123456789x") == strlen(text);
    while (text) {
        const char *x = plain ? strchr(text, 'x') : NULL;
        size_t length = x ? (size_t)(x - text) : strlen(text);
        if (*count == 3)
            return fail(r, "a texture has at most three sizes");
        image->size[(*count)++] = formula(r, wg_arena_copy(&r->spec->arena, text, length));
        text = x ? x + 1 : NULL;
    }
    return WG_OK;
}

static wg_status read_image(const reader *r, int dimensions, const char *inside)
{
    wg_image *image = WG_NEW(&r->spec->arena, wg_image);
    *image = (wg_image){.dimensions = (uint8_t)dimensions, .address = WG_CLAMP};
    wg_element_find("f32", 3, &r->argument->type);
    int sizes = 0;
    for (const char *rest = inside; rest;) {
        const char *word = skip_blanks(wg_spec_split(&r->spec->arena, rest, &rest));
        wg_element_type type;
        if (apply_word(image, word))
            continue;
        if (wg_element_find(word, strlen(word), &type)) {
            r->argument->type = type;
            continue;
        }
        wg_status status = add_sizes(r, image, word, &sizes);
        if (status != WG_OK)
            return status;
    }
    if (sizes != dimensions + image->layered)
        return fail(r, "the number of sizes does not fit the kind of texture");
    r->argument->image = image;
    r->argument->memory = WG_MEMORY_TEXTURE;
    return WG_OK;
}

/* ---- what it is filled with ---- */

/* The arguments of random(…). */
static wg_status read_random(const reader *r, const char *text)
{
    wg_formula bounds[2] = {{0}};
    int count = 0;
    r->argument->fill = WG_FILL_RANDOM;
    for (const char *rest = *text ? text : NULL; rest;) {
        const char *part = skip_blanks(wg_spec_split(&r->spec->arena, rest, &rest));
        if (!strncmp(part, "seed=", 5)) {
            char *end;
            errno = 0;
            r->argument->seed = strtoull(part + 5, &end, 0);
            if (end == part + 5 || *end || errno)
                return fail(r, "seed= takes an integer");
        } else if (count < 2) {
            bounds[count++] = formula(r, part);
        } else {
            return fail(r, "random() takes LOW, HIGH and seed=N");
        }
    }
    if (count == 1)
        bounds[1] = bounds[0], bounds[0] = formula(r, "0");
    r->argument->low = bounds[0];
    r->argument->high = bounds[1];
    return WG_OK;
}

static wg_status read_list(const reader *r, const char *text)
{
    size_t count = 0, capacity = 0;
    const char **items = NULL;
    for (const char *rest = *text ? text : NULL; rest;)
        *WG_PUSH(items, count, capacity) = wg_spec_split(&r->spec->arena, rest, &rest);
    const char **kept = WG_NEW_ARRAY(&r->spec->arena, const char *, count);
    if (count)
        memcpy(kept, items, count * sizeof *items);
    free(items);
    r->argument->fill = WG_FILL_LIST;
    r->argument->list = kept;
    r->argument->list_count = count;
    return WG_OK;
}

/* `text` is `word` alone (NULL and true), or `word(inside)`. */
static bool is_call(const reader *r, const char *text, const char *word, const char **inside)
{
    size_t length = strlen(word);
    *inside = "";
    if (strncmp(text, word, length))
        return false;
    if (!text[length])
        return true;
    const char *end = text[length] == '(' ? closing(text + length) : NULL;
    if (!end || end[1])
        return false;
    *inside = wg_arena_copy(&r->spec->arena, text + length + 1, (size_t)(end - text) - length - 1);
    return true;
}

static wg_status read_fill(const reader *r, const char *text)
{
    wg_argument *a = r->argument;
    const char *inside;
    if (*text == '@') {
        a->fill = WG_FILL_FILE;
        a->file = text + 1;
        return *a->file ? WG_OK : fail(r, "expected the name of a file after @");
    }
    if (!strcmp(text, "local")) {
        if (a->memory != WG_MEMORY_VECTOR || a->sets_symbol)
            return fail(r, "local memory needs a number of elements in brackets");
        a->memory = WG_MEMORY_LOCAL;
        return WG_OK;
    }
    if (is_call(r, text, "random", &inside))
        return read_random(r, inside);
    size_t length = strlen(text);
    if (*text == '{' && text[length - 1] == '}')
        return read_list(r, wg_arena_copy(&r->spec->arena, text + 1, length - 2));
    a->value = formula(r, text);
    return WG_OK;
}

/* ---- the whole ---- */

/* [symbol:][NAME:]TYPE, in a copy of its own. */
static wg_status read_head(const reader *r, char *head, const char **type)
{
    char *last = strrchr(head, ':');
    *type = last ? last + 1 : head;
    if (!last)
        return WG_OK;
    *last = 0;
    if (!strncmp(head, "symbol:", 7)) {
        r->argument->is_passed = false;
        r->argument->sets_symbol = true;
        head += 7;
    }
    if (!*head)
        return fail(r, "expected a name before ':'");
    r->argument->name = head;
    return WG_OK;
}

static int image_dimensions(const char *type)
{
    bool is_image = !strncmp(type, "tex", 3) || !strncmp(type, "surf", 4);
    const char *digit = type + (type[0] == 't' ? 3 : 4);
    return is_image && *digit >= '1' && *digit <= '3' && !strcmp(digit + 1, "d") ? *digit - '0' : 0;
}

static wg_status read_type(const reader *r, const char *type, const char *inside)
{
    wg_argument *a = r->argument;
    int dimensions = image_dimensions(type);
    if (dimensions && !inside)
        return fail(r, "a texture needs its sizes in brackets");
    if (dimensions)
        return read_image(r, dimensions, inside);
    if (!wg_element_find(type, strlen(type), &a->type))
        return wg_error_set(
            r->err, WG_ERR_INPUT,
            "%s: '%s' is not a type: f16 bf16 f32 f64 i8 … i64 u8 … u64, f32x4 or float4, bytes16, tex2d", r->where,
            type);
    a->memory = inside ? WG_MEMORY_VECTOR : WG_MEMORY_SCALAR;
    if (inside && *skip_blanks(inside))
        a->count = formula(r, inside);
    return WG_OK;
}

wg_status wg_spec_read_argument(wg_spec *spec, const char *text, const char *where, wg_argument *out, wg_error *err)
{
    return wg_spec_read_argument_at(spec, text, where, 0, out, err);
}

wg_status wg_spec_read_argument_at(wg_spec *spec, const char *text, const char *where, int depth, wg_argument *out,
                                   wg_error *err)
{
    reader r = {.spec = spec, .argument = out, .where = where, .err = err};
    if (wg_spec_find_fields(text))
        return wg_spec_read_fields(spec, text, where, depth, out, err);
    *out = (wg_argument){.where = where, .is_passed = true};
    size_t head = strcspn(text, "[=");
    const char *rest = text + head, *inside = NULL, *type;
    if (*rest == '[') {
        const char *end = closing(rest);
        if (!end)
            return fail(&r, "a bracket is not closed");
        inside = wg_arena_copy(&spec->arena, rest + 1, (size_t)(end - rest) - 1);
        rest = end + 1;
    }
    if (*rest && *rest != '=')
        return fail(&r, "expected NAME:TYPE[COUNT]=FILL");
    wg_status status = read_head(&r, wg_arena_copy(&spec->arena, text, head), &type);
    if (status == WG_OK)
        status = read_type(&r, type, inside);
    if (status == WG_OK && *rest)
        status = read_fill(&r, skip_blanks(rest + 1));
    if (status == WG_OK && inside && !out->count.text && !out->image && out->fill != WG_FILL_FILE &&
        out->fill != WG_FILL_LIST)
        status = fail(&r, "the number of elements is missing");
    return status;
}
