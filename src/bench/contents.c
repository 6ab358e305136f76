#include "bench/contents.h"

#include <stdlib.h>
#include <string.h>

typedef struct entry {
    char *where;
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
        free(contents->items[k].where);
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
            free(contents->items[k].where);
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

wg_status wg_contents_get(wg_contents *contents, const wg_plan *plan, size_t argument, const void **bytes,
                          wg_error *err)
{
    const char *where = plan->spec->arguments[argument].where;
    uint64_t size = plan->arguments[argument].bytes;
    for (size_t k = 0; k < contents->count; k++) {
        if (contents->items[k].size == size && !strcmp(contents->items[k].where, where)) {
            *bytes = contents->items[k].bytes;
            return WG_OK;
        }
    }
    void *made = calloc(size ? size : 1, 1);
    if (!made)
        return wg_error_set(err, WG_ERR_SYSTEM, "%s: no memory for %llu bytes", where, (unsigned long long)size);
    wg_status status = wg_plan_fill(plan, argument, made, err);
    if (status != WG_OK) {
        free(made);
        return status;
    }
    char *key = wg_alloc(strlen(where) + 1);
    *WG_PUSH(contents->items, contents->count, contents->capacity) =
        (entry){strcpy(key, where), size, made, depends_on_sizes(&plan->spec->arguments[argument])};
    *bytes = made;
    return WG_OK;
}
