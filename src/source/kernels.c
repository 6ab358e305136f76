/* SPDX-License-Identifier: Apache-2.0 */
#include "source/kernels.h"

#include <stdlib.h>
#include <string.h>

/* FARTHEST: between the word that makes a function a kernel and its name. What is beyond these is something else. */
enum { FARTHEST = 64, LONGEST_LIST = 1 << 14, MOST_PARAMETERS = 512, MOST_KERNELS = 1024 };

/* ---- templates ---- */

/* `typename T = float`, `int TILE`. */
static void read_template(wg_source *source, size_t first, size_t end, wg_source_template *out)
{
    const wg_token *items = source->tokens.items;
    size_t equals = first, name = end;
    while (equals < end && !wg_token_is(&items[equals], "="))
        equals++;
    for (size_t k = first; k < equals; k++)
        if (items[k].kind == WG_TOKEN_WORD)
            name = k;
    *out = (wg_source_template){.name = "", .is_type = wg_token_among(&items[first], "typename class")};
    if (name < end && name > first)
        out->name = wg_arena_copy(&source->arena, items[name].text, items[name].length);
    if (equals + 1 < end)
        out->preset = out->value = wg_tokens_text(&source->tokens, equals + 1, end, &source->arena);
}

/* The list behind the last `template` before the kernel, if nothing but its declaration is between. */
static void find_templates(wg_source *source, size_t at, wg_source_kernel *out)
{
    const wg_tokens *tokens = &source->tokens;
    const wg_token *items = tokens->items;
    size_t back = at;
    while (back > 0 && at - back < 4 * FARTHEST && !wg_token_among(&items[back - 1], "; { }") &&
           !wg_token_is(&items[back], "template"))
        back--;
    if (back + 2 >= at || !wg_token_is(&items[back], "template") || !wg_token_is(&items[back + 1], "<"))
        return;
    size_t behind = wg_source_behind_angles(tokens, back + 1, at), capacity = 0;
    wg_source_template *list = NULL;
    for (size_t k = back + 2; k + 1 < behind;) {
        size_t end = wg_source_item_end(tokens, k, behind - 1);
        if (end > k)
            read_template(source, k, end, WG_PUSH(list, out->template_count, capacity));
        k = end + 1;
    }
    out->templates = WG_NEW_ARRAY(&source->arena, wg_source_template, out->template_count + 1);
    if (out->template_count)
        memcpy(out->templates, list, out->template_count * sizeof *list);
    free(list);
}

/* ---- kernels ---- */

static void read_parameters(wg_source *source, wg_source_kernel *kernel)
{
    const wg_tokens *tokens = &source->tokens;
    size_t count = 0, capacity = 0;
    wg_source_parameter *list = NULL;
    for (size_t k = kernel->list; k < kernel->list_end;) {
        size_t end = wg_source_item_end(tokens, k, kernel->list_end);
        wg_source_parameter *p = WG_PUSH(list, count, capacity);
        wg_source_read_parameter(source, kernel, k, end, p);
        p->type.pointers += p->count != 0; /* an array is passed as a pointer */
        k = end + 1;
    }
    bool nothing = count == 1 && !list[0].name && !strcmp(list[0].type.text, "void");
    kernel->parameter_count = nothing ? 0 : count;
    kernel->parameters = WG_NEW_ARRAY(&source->arena, wg_source_parameter, count + 1);
    if (count)
        memcpy(kernel->parameters, list, count * sizeof *list);
    free(list);
}

/* From `__global__` on: the name is the word before the bracket that is no attribute's. */
static size_t find_list(const wg_tokens *tokens, size_t at, size_t *name)
{
    const wg_token *items = tokens->items;
    *name = 0;
    for (size_t k = at + 1; k + 1 < tokens->count && k - at < FARTHEST; k++) {
        if (wg_token_among(&items[k], "; { } ="))
            return 0;
        if (wg_token_is(&items[k], "<")) { /* a specialisation: k<float>(…) */
            k = wg_source_behind_angles(tokens, k, tokens->count) - 1;
            if (k + 1 < tokens->count && *name && wg_token_is(&items[k + 1], "("))
                return k + 1;
            continue;
        }
        if (items[k].kind != WG_TOKEN_WORD)
            continue;
        *name = k;
        if (!wg_token_is(&items[k + 1], "("))
            continue;
        if (!wg_token_among(&items[k], "__launch_bounds__ __attribute__ __attribute alignas __cluster_dims__ "
                                       "__block_size__ __maxnreg__ vec_type_hint"))
            return k + 1;
        if (items[k + 1].match == WG_NO_MATCH)
            return 0;
        k = items[k + 1].match;
    }
    return 0;
}

static void add_kernel(wg_source *source, size_t at)
{
    const wg_tokens *tokens = &source->tokens;
    const wg_token *items = tokens->items;
    size_t name, list = find_list(tokens, at, &name);
    if (!list || items[list].match == WG_NO_MATCH || items[list].match - list > LONGEST_LIST ||
        source->kernel_count == MOST_KERNELS)
        return;
    size_t open = (size_t)items[list].match + 1;
    while (open < tokens->count && open - items[list].match < FARTHEST && !wg_token_among(&items[open], "; { } ="))
        open += items[open].match != WG_NO_MATCH && items[open].match > open ? items[open].match - open + 1 : 1;
    if (open >= tokens->count || !wg_token_is(&items[open], "{"))
        return; /* a declaration */
    wg_source_kernel kernel = {.name = wg_arena_copy(&source->arena, items[name].text, items[name].length),
                               .line = items[name].line,
                               .list = list + 1,
                               .list_end = items[list].match,
                               .body = open + 1,
                               .body_end = items[open].match == WG_NO_MATCH ? tokens->count : items[open].match};
    find_templates(source, at, &kernel);
    read_parameters(source, &kernel);
    if (kernel.parameter_count <= MOST_PARAMETERS)
        *WG_PUSH(source->kernels, source->kernel_count, source->kernel_capacity) = kernel;
}

wg_source *wg_source_new(const char *text, size_t length, bool is_opencl, const char *const *flags, size_t flag_count)
{
    wg_source *source = wg_alloc(sizeof *source);
    source->is_opencl = is_opencl;
    wg_tokens_read(&source->tokens, text, length, flags, flag_count);
    wg_source_find_types(source);
    for (size_t k = 0; k < source->tokens.count; k++)
        if (wg_token_among(&source->tokens.items[k], is_opencl ? "__kernel kernel" : "__global__"))
            add_kernel(source, k);
    return source;
}

void wg_source_free(wg_source *source)
{
    if (!source)
        return;
    wg_tokens_free(&source->tokens);
    wg_map_free(&source->types);
    wg_map_free(&source->records);
    free(source->kernels);
    wg_arena_free(&source->arena);
    free(source);
}

/* ---- instances ---- */

void wg_source_instantiate(wg_source *source, wg_source_kernel *kernel, const char *instance)
{
    const char *open = strchr(instance, '<');
    size_t index = 0;
    int depth = 0;
    for (const char *start = open ? open + 1 : NULL, *c = start; c && *c && index < kernel->template_count; c++) {
        bool is_last = *c == '>' && depth == 0;
        if (is_last || (*c == ',' && depth == 0)) {
            while (*start == ' ')
                start++;
            kernel->templates[index++].value = wg_arena_copy(&source->arena, start, (size_t)(c - start));
            start = c + 1;
        }
        if (is_last)
            break;
        depth += (*c == '<' || *c == '(') - (*c == '>' || *c == ')');
    }
    if (index)
        read_parameters(source, kernel);
}
