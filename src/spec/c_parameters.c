/* SPDX-License-Identifier: Apache-2.0 */
/* No parser of C: comments are blanked, then `function(` … `) {` is looked for, and the last identifier of each
 * parameter is its name. That reads every function a person would write by hand for this purpose. */
#include "spec/c_parameters.h"

#include "base/file.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void blank_comments(char *text)
{
    for (char *c = text; *c; c++) {
        const char *end = !strncmp(c, "//", 2) ? strchr(c, '\n') : !strncmp(c, "/*", 2) ? strstr(c + 2, "*/") : c;
        if (end == c)
            continue;
        size_t length = end ? (size_t)(end - c) : strlen(c);
        length += c[1] == '*' && end ? 2 : 0;
        memset(c, ' ', length);
    }
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind the bracket that opens the definition's parameters; NULL: there is none. */
static char *find_definition(char *text, const char *function)
{
    size_t length = strlen(function);
    for (char *at = text; length && (at = strstr(at, function)); at += length) {
        bool whole = (at == text || !is_word(at[-1])) && !is_word(at[length]);
        char *open = at + length + strspn(at + length, " \t\r\n");
        char *close = whole && *open == '(' ? strchr(open, ')') : NULL;
        if (close && close[1 + strspn(close + 1, " \t\r\n")] == '{')
            return open + 1;
    }
    return NULL;
}

/* The last word before `end`. */
static const char *last_word(const char *start, const char *end, wg_arena *arena)
{
    while (end > start && !is_word(end[-1]))
        end--;
    const char *begin = end;
    while (begin > start && is_word(begin[-1]))
        begin--;
    return end > begin ? wg_arena_copy(arena, begin, (size_t)(end - begin)) : NULL;
}

static wg_status read_parameters(const char *list, wg_arena *arena, const char ***names, size_t *count)
{
    const char *close = strchr(list, ')');
    size_t most = 1;
    for (const char *c = list; c < close; c++)
        most += *c == ',';
    *names = WG_NEW_ARRAY(arena, const char *, most);
    for (const char *start = list; start <= close;) {
        const char *end = start + strcspn(start, ",)");
        const char *bracket = memchr(start, '[', (size_t)(end - start));
        const char *name = last_word(start, bracket ? bracket : end, arena);
        bool nothing = start == list && *end == ')' && (!name || !strcmp(name, "void"));
        if (nothing)
            return WG_OK;
        if (!name)
            return WG_ERR_INPUT;
        (*names)[(*count)++] = name;
        start = end + 1;
    }
    return WG_OK;
}

wg_status wg_c_parameters_of(const char *file, char *text, const char *function, wg_arena *arena, const char ***names,
                             size_t *count, wg_error *err)
{
    *names = NULL;
    *count = 0;
    blank_comments(text);
    const char *list = find_definition(text, function);
    if (!list)
        return wg_error_set(err, WG_ERR_INPUT, "%s: there is no function '%s' in it", file, function);
    if (read_parameters(list, arena, names, count) != WG_OK)
        return wg_error_set(err, WG_ERR_INPUT, "%s: a parameter of '%s' has no name", file, function);
    return WG_OK;
}

wg_status wg_c_parameters(const char *file, const char *function, wg_arena *arena, const char ***names, size_t *count,
                          wg_error *err)
{
    char *text;
    size_t length;
    *names = NULL;
    *count = 0;
    wg_status status = wg_file_read(file, &text, &length, err);
    if (status != WG_OK)
        return status;
    status = wg_c_parameters_of(file, text, function, arena, names, count, err);
    free(text);
    return status;
}
