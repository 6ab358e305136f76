/* SPDX-License-Identifier: Apache-2.0 */
#include "run/contents.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct entry {
    char *key;
    uint64_t size;
    void *bytes;
    bool depends_on_sizes;
} entry;

struct wg_contents {
    entry *items;
    size_t count, capacity;
};

wg_contents *wg_contents_new(void)
{
    return wg_alloc(sizeof(wg_contents));
}

void wg_contents_free(wg_contents *contents)
{
    for (size_t k = 0; contents && k < contents->count; k++) {
        free(contents->items[k].key);
        free(contents->items[k].bytes);
    }
    if (contents)
        free(contents->items);
    free(contents);
}

void wg_contents_change_sizes(wg_contents *contents)
{
    size_t kept = 0;
    for (size_t k = 0; k < contents->count; k++) {
        if (contents->items[k].depends_on_sizes) {
            free(contents->items[k].key);
            free(contents->items[k].bytes);
        } else {
            contents->items[kept++] = contents->items[k];
        }
    }
    contents->count = kept;
}

static bool is_number(const wg_formula *formula)
{
    char *end = NULL;
    if (!formula->text)
        return true;
    strtod(formula->text, &end);
    return end != formula->text && !*end;
}

static bool depends_on_sizes(const wg_argument *a)
{
    return a->fill != WG_FILL_RANDOM || !is_number(&a->low) || !is_number(&a->high);
}

/* Where an argument stands, and its text with that; the settings too where an expression may use them. */
static char *make_key(const wg_plan *plan, size_t argument)
{
    const wg_argument *a = &plan->spec->arguments[argument];
    wg_text key = {0};
    wg_text_addf(&key, "%s", a->where);
    if (a->value.text || a->low.text || a->high.text || a->list_count)
        for (size_t k = 0; k < plan->spec->parameter_count; k++)
            wg_text_addf(&key, "\n%s=%s", plan->spec->parameters[k].name, plan->settings[k]->text);
    return key.bytes;
}

static const entry *find(const wg_contents *contents, const char *key, uint64_t size)
{
    for (size_t k = 0; k < contents->count; k++)
        if (contents->items[k].size == size && !strcmp(contents->items[k].key, key))
            return &contents->items[k];
    return NULL;
}

wg_status wg_contents_get(wg_contents *contents, const wg_plan *plan, size_t argument, const void **bytes,
                          wg_error *err)
{
    uint64_t size = plan->arguments[argument].bytes;
    char *key = make_key(plan, argument);
    const entry *kept = find(contents, key, size);
    void *made = kept ? NULL : calloc(size ? size : 1, 1);
    wg_status status = WG_OK;
    if (!kept && !made)
        status = wg_error_set(err, WG_ERR_SYSTEM, "%s: no memory for %llu bytes", plan->spec->arguments[argument].where,
                              (unsigned long long)size);
    else if (!kept)
        status = wg_plan_fill(plan, argument, made, err);
    if (kept || status != WG_OK) {
        *bytes = kept ? kept->bytes : NULL;
        free(made);
        free(key);
        return status;
    }
    *WG_PUSH(contents->items, contents->count, contents->capacity) =
        (entry){key, size, made, depends_on_sizes(&plan->spec->arguments[argument])};
    *bytes = made;
    return WG_OK;
}
