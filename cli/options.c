/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpgrind/warpgrind.h>

const char *suggestion(const char *word, const char *const *candidates, size_t count, char *text, size_t size)
{
    const char *closest = wg_closest(word, candidates, count);
    snprintf(text, size, "%s%s%s", closest ? "; did you mean " : "", closest ? closest : "", closest ? "?" : "");
    return text;
}

static parsed unknown(const option *options, const char *word)
{
    const char *names[MOST_OPTIONS];
    char hint[128];
    size_t count = 0;
    for (const option *o = options; o->help && count < MOST_OPTIONS; o++)
        if (o->name)
            names[count++] = o->name;
    complain("unknown option %s%s", word, suggestion(word, names, count, hint, sizeof hint));
    return PARSED_BAD;
}

/* The option a word spells, and the value it carries already; *value is NULL when it carries none. */
static const option *find(const option *options, const char *word, const char **value)
{
    for (const option *o = options; o->help; o++) {
        size_t name = o->name ? strlen(o->name) : 0, letter = o->letter ? strlen(o->letter) : 0;
        *value = NULL;
        if (name && !strncmp(word, o->name, name) && (!word[name] || word[name] == '=')) {
            *value = word[name] ? word + name + 1 : NULL;
            return o;
        }
        if (letter && !strncmp(word, o->letter, letter)) {
            *value = word[letter] ? word + letter : NULL;
            if (!*value || o->value)
                return o;
        }
    }
    return NULL;
}

static void add_item(option_list *list, const option *o, const char *word, const char *value)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 8;
        list->items = realloc(list->items, list->capacity * sizeof *list->items);
        if (!list->items)
            exit(out_of_memory());
    }
    const char *spelling = o->letter && !strncmp(word, o->letter, strlen(o->letter)) ? o->letter : o->name;
    const char *space = o->kind == OPTION_JOINED ? "" : " ";
    size_t size = strlen(spelling) + strlen(value) + 2;
    char *where = malloc(size);
    if (!where)
        exit(out_of_memory());
    snprintf(where, size, "%s%s%s", spelling, space, value);
    char *copy = strdup(value);
    if (!copy)
        exit(out_of_memory());
    list->items[list->count++] = (option_item){.tag = o->tag, .value = value, .where = where, .copy = copy};
}

void option_list_free(option_list *list)
{
    for (size_t k = 0; k < list->count; k++) {
        free(list->items[k].where);
        free(list->items[k].copy);
    }
    free(list->items);
    *list = (option_list){0};
}

static parsed apply(const option *o, const char *word, const char *value, char *settings)
{
    void *place = settings + o->offset;
    char *end;
    switch (o->kind) {
    case OPTION_HELP: return PARSED_HELP;
    case OPTION_FLAG: *(bool *)place = true; return PARSED;
    case OPTION_TEXT: *(const char **)place = value; return PARSED;
    case OPTION_MAYBE: *(const char **)place = value ? value : ""; return PARSED;
    case OPTION_LIST:
    case OPTION_JOINED: add_item(place, o, word, value); return PARSED;
    case OPTION_NUMBER:
        errno = 0;
        *(uint64_t *)place = strtoull(value, &end, 10);
        if (end != value && !*end && !errno && *value != '-')
            return PARSED;
        complain("%s: '%s' is not a number", word, value);
        return PARSED_BAD;
    }
    return PARSED_BAD;
}

parsed options_parse(const option *options, int argc, char **argv, void *settings, int *count)
{
    *count = 0;
    for (int k = 0; k < argc; k++) {
        char *word = argv[k];
        if (!strcmp(word, "--")) {
            while (++k < argc)
                argv[(*count)++] = argv[k];
            break;
        }
        if (word[0] != '-' || !word[1]) {
            argv[(*count)++] = word;
            continue;
        }
        const char *value;
        const option *o = find(options, word, &value);
        if (!o || (value && !o->value))
            return unknown(options, word);
        bool follows = o->value && !value && o->kind != OPTION_MAYBE;
        if (follows && ++k == argc) {
            complain("%s needs a value: %s", word, o->value);
            return PARSED_BAD;
        }
        parsed result = apply(o, word, follows ? argv[k] : value, settings);
        if (result != PARSED)
            return result;
    }
    return PARSED;
}

size_t options_copy(const option *options, option out[MOST_OPTIONS])
{
    size_t count = 0;
    for (; options[count].help && count < MOST_OPTIONS; count++)
        out[count] = options[count];
    return count;
}

void options_print(const option *options)
{
    for (const option *o = options; o->help; o++) {
        char left[64];
        bool joined = o->kind == OPTION_JOINED || o->kind == OPTION_MAYBE;
        snprintf(left, sizeof left, "%s%s%s%s%s", o->letter ? o->letter : "", o->letter && o->name ? ", " : "",
                 o->name ? o->name : "", o->value && !joined ? " " : "", o->value ? o->value : "");
        if (strlen(left) > 26)
            printf("  %s\n  %26s  %s\n", left, "", o->help);
        else
            printf("  %-26s  %s\n", left, o->help);
    }
}
