/* SPDX-License-Identifier: Apache-2.0 */
/* A source may say how to launch its kernels, in comments anywhere in it:
 *
 *     // warpgrind: --grid 4096 --block 256
 *     // warpgrind: -a n:i32=1048576 -a x:f32[n]=random -a y:f32[n]=random
 *
 * Lines that follow one another belong together. A file with several such groups names the kernel of each with -k; the
 * group of the kernel asked for is used, the first one when none was. Options the user gave go before those of the
 * comment, and arguments before those of the same name; arguments that the comment does not know make it count for
 * nothing. */
#include "spec/file_options.h"

#include <stdlib.h>
#include <string.h>

static const char marker[] = "// warpgrind:";
static const char blanks[] = " \t\r\v\f";

/* What may stand in a comment. */
static const struct {
    const char *spelling, *option;
} allowed[] = {
    {"-k", "kernel"},       {"--kernel", "kernel"}, {"--grid", "grid"}, {"--block", "block"},
    {"--shared", "shared"}, {"-a", "arg"},          {"--arg", "arg"},   {"--set", "set"},
    {"-D", "flag"},         {"-I", "flag"},         {"-std", "flag"},
};

typedef struct words {
    char **items;
    size_t count, capacity;
} words;

/* The next word of *line, quotes taken off; NULL at the end of the line. */
static char *next_word(wg_arena *arena, const char **line)
{
    const char *c = *line + strspn(*line, blanks);
    if (!*c || *c == '\n')
        return NULL;
    char *word = wg_arena_alloc(arena, strcspn(c, "\n") + 1);
    size_t length = 0;
    for (char quote = 0; *c && *c != '\n' && (quote || !strchr(blanks, *c)); c++) {
        if (quote ? *c == quote : (*c == '\'' || *c == '"'))
            quote = quote ? 0 : *c;
        else
            word[length++] = *c;
    }
    *line = c;
    return word;
}

/* The words of the group of lines at or after *text; false: there is none. *text moves behind it. */
static bool next_group(wg_arena *arena, const char **text, words *out)
{
    out->count = 0;
    const char *line = *text;
    bool found = false;
    while (*line) {
        const char *start = line + strspn(line, blanks);
        const char *end = line + strcspn(line, "\n");
        if (!strncmp(start, marker, sizeof marker - 1)) {
            found = true;
            const char *rest = start + sizeof marker - 1;
            for (char *word; (word = next_word(arena, &rest));)
                *WG_PUSH(out->items, out->count, out->capacity) = word;
        } else if (found) {
            break;
        }
        line = *end ? end + 1 : end;
    }
    *text = line;
    return found;
}

static bool is_option(const char *word, const char *option)
{
    for (size_t k = 0; k < sizeof allowed / sizeof *allowed; k++)
        if (!strcmp(allowed[k].spelling, word))
            return !strcmp(allowed[k].option, option);
    return false;
}

/* The kernel a group names, NULL when it names none. */
static const char *kernel_of(const words *group)
{
    for (size_t k = 0; k + 1 < group->count; k++)
        if (is_option(group->items[k], "kernel"))
            return group->items[k + 1];
    return NULL;
}

/* `k` means the first `k<1>`, too. */
static bool means(const char *kernel, const char *name)
{
    size_t length = strlen(kernel);
    return !strncmp(name, kernel, length) && (!name[length] || name[length] == '<');
}

/* The group of the kernel: one that names it before one that names none. Any kernel: the first. */
static bool find_group(wg_arena *arena, const char *text, const char *kernel, words *out)
{
    const char *at = text;
    while (next_group(arena, &at, out))
        if (!kernel || (kernel_of(out) && means(kernel, kernel_of(out))))
            return true;
    at = text;
    while (next_group(arena, &at, out))
        if (!kernel_of(out))
            return true;
    return false;
}

static bool has_argument(const words *group, const char *name)
{
    for (size_t k = 0; name && k + 1 < group->count; k++) {
        size_t length = strlen(name);
        const char *value = group->items[k + 1];
        if (is_option(group->items[k], "arg") && !strncmp(value, name, length) && value[length] == ':')
            return true;
    }
    return false;
}

static bool knows_arguments(const words *group, const wg_spec *spec)
{
    for (size_t k = 0; k < spec->argument_count; k++)
        if (!has_argument(group, spec->arguments[k].name))
            return false;
    return true;
}

/* Whether the user settled this already. */
static bool is_set(const wg_spec *spec, const char *option)
{
    return (!strcmp(option, "kernel") && spec->kernel) || (!strcmp(option, "grid") && spec->grid[0].text) ||
           (!strcmp(option, "block") && spec->block[0].text) || (!strcmp(option, "shared") && spec->shared.text);
}

static const char *comment_of(wg_spec *spec)
{
    return wg_arena_format(&spec->arena, "%s: warpgrind comment", spec->path);
}

static wg_status apply(wg_spec *spec, const words *group, wg_error *err)
{
    for (size_t k = 0; k < group->count; k++) {
        const char *word = group->items[k], *option = NULL, *value = NULL;
        for (size_t j = 0; j < sizeof allowed / sizeof *allowed && !option; j++) {
            size_t length = strlen(allowed[j].spelling);
            bool is_flag = !strcmp(allowed[j].option, "flag");
            if (is_flag ? strncmp(word, allowed[j].spelling, length) : strcmp(word, allowed[j].spelling))
                continue;
            option = allowed[j].option;
            value = is_flag ? word : k + 1 < group->count ? group->items[++k] : NULL;
        }
        const char *where = wg_arena_format(&spec->arena, "%s: warpgrind comment: %s%s%s", spec->path, word,
                                            value && value != word ? " " : "", value && value != word ? value : "");
        if (!option)
            return wg_error_set(err, WG_ERR_INPUT, "%s: this option cannot stand in a comment", where);
        if (!value)
            return wg_error_set(err, WG_ERR_INPUT, "%s: this option needs a value", where);
        wg_status status = WG_OK;
        if (!strcmp(option, "flag"))
            status = wg_spec_add_file_options(spec, &value, 1, wg_spec_folder(spec), comment_of(spec), err);
        else if (!is_set(spec, option))
            status = wg_spec_set(spec, option, value, where, err);
        if (status != WG_OK)
            return status;
    }
    return WG_OK;
}

/* The comment's arguments, in its order, those the user gave in their places. */
static wg_status merge(wg_spec *spec, const words *group, wg_error *err)
{
    wg_argument *given = spec->arguments;
    size_t given_count = spec->argument_count;
    spec->arguments = NULL;
    spec->argument_count = spec->argument_capacity = 0;
    wg_status status = apply(spec, group, err);
    for (size_t k = 0; k < given_count && status == WG_OK; k++)
        *wg_spec_find_argument(spec, given[k].name) = given[k];
    free(given);
    return status;
}

wg_status wg_spec_read_comment(wg_spec *spec, const char *text, wg_error *err)
{
    words group = {0};
    wg_status status = WG_OK;
    if (find_group(&spec->arena, text, spec->kernel, &group) && knows_arguments(&group, spec)) {
        const char *kernel = kernel_of(&group);
        spec->kernel = kernel ? kernel : spec->kernel;
        status = merge(spec, &group, err);
    }
    free(group.items);
    return status;
}
