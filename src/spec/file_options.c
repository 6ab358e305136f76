/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/file_options.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef enum value_kind { NOTHING, MACRO, NAME, FOLDER, FILE_NAME, WORD, NUMBER, TRUTH, OURS } value_kind;
enum { NONE = 0, JOINED = 1, EQUALS = 2, NEXT = 4 }; /* forms */

typedef struct option {
    const char *name;
    value_kind value;
    int forms;
    const char *spelling;
} option;

static const option OPTIONS[] = {
#define OPTION(name, value, forms, spelling) {name, value, forms, spelling},
#include "spec/file_options.def"
#undef OPTION
};

/* What is being read. */
typedef struct reader {
    wg_spec *spec;
    const char *folder, *where;
    wg_error *err;
} reader;

static wg_status refuse(const reader *r, const char *word)
{
    return wg_error_set(r->err, WG_ERR_INPUT,
                        "%s: the compiler option %s is not accepted from a file, as it could run a program or load a "
                        "library: remove it there; if you mean it, say --compiler-option=%s on the command line",
                        r->where, word, word);
}

static wg_status complain(const reader *r, const char *word, const char *what)
{
    return wg_error_set(r->err, WG_ERR_INPUT, "%s: the compiler option %s: %s", r->where, word, what);
}

/* ---- values ---- */

static bool consists_of(const char *text, const char *signs, bool letters)
{
    for (const char *c = text; *c; c++)
        if (!isdigit((unsigned char)*c) && !(letters && isalpha((unsigned char)*c)) && !strchr(signs, *c))
            return false;
    return *text;
}

/* Whether it is in the folder or below it, wherever links lead. */
static bool is_below(const char *path, const char *folder)
{
    char whole[PATH_MAX], around[PATH_MAX];
    if (!realpath(path, whole) || !realpath(folder, around))
        return false;
    size_t length = strlen(around);
    return !strncmp(whole, around, length) && (!whole[length] || whole[length] == '/' || length == 1);
}

/* Names of files are relative to the folder. NULL: it does not lie below. */
static const char *resolve(const reader *r, const char *name)
{
    const char *path = *name == '/' ? name : wg_arena_format(&r->spec->arena, "%s/%s", r->folder, name);
    return is_below(path, r->folder) ? path : NULL;
}

/* The value as the compiler gets it; NULL: it is none. What macros may be is for who defines them (compile/macros.h).
 */
static const char *take_value(const reader *r, value_kind kind, const char *value)
{
    bool fits = true;
    switch (kind) {
    case FOLDER:
    case FILE_NAME: return resolve(r, value);
    case OURS: return NULL;
    case NAME: fits = consists_of(value, "_", true) && !isdigit((unsigned char)*value); break;
    case WORD: fits = consists_of(value, "_.+-", true); break;
    case NUMBER: fits = consists_of(value, "", false); break;
    case TRUTH: fits = !strcmp(value, "true") || !strcmp(value, "false"); break;
    case MACRO:
    case NOTHING: break;
    }
    return fits ? value : NULL;
}

static const char *expected(value_kind kind)
{
    static const char *const words[] = {
        [NAME] = "expected a name",
        [FOLDER] = "a file may name folders below its own only: others are for the command line, -I",
        [FILE_NAME] = "a file may name files below its own folder only: others are for the command line, "
                      "--compiler-option=-include --compiler-option=FILE",
        [WORD] = "expected letters, digits and _ . + -",
        [NUMBER] = "expected a number",
        [TRUTH] = "expected true or false",
        [MACRO] = "expected NAME or NAME=VALUE",
        [OURS] = "the architecture is that of the device, -d: remove it",
    };
    return words[kind];
}

/* ---- words ---- */

/* Where the value of an option begins in its word: at its end, where it is the next word or there is none. NULL: it is
 * another option. */
static const char *match(const option *o, const char *word)
{
    size_t dashes = strspn(word, "-"), length = strlen(o->name);
    if (dashes < 1 || dashes > 2 || strncmp(word + dashes, o->name, length) != 0)
        return NULL;
    const char *rest = word + dashes + length;
    if (!*rest)
        return o->value == NOTHING || o->forms & (NEXT | JOINED) ? rest : NULL;
    if (*rest == '=' && o->forms & EQUALS)
        return rest + 1;
    return o->forms & JOINED ? rest : NULL;
}

/* -include has its file in the next word; the others have their values in their own. */
static void add(const reader *r, const option *o, const char *word, const char *value)
{
    const char *spelling = o->spelling;
    if (!*spelling) {
        wg_spec_add_flag(r->spec, word);
    } else if (o->value == FILE_NAME) {
        wg_spec_add_flag(r->spec, spelling);
        wg_spec_add_flag(r->spec, value);
    } else {
        wg_spec_add_flag(r->spec, wg_arena_format(&r->spec->arena, "%s%s", spelling, value));
    }
}

/* *k is the last word that was read. */
static wg_status read_word(const reader *r, const char *const *words, size_t count, size_t *k)
{
    const char *word = words[*k], *value = NULL;
    size_t row = 0;
    while (row < sizeof OPTIONS / sizeof *OPTIONS && !(value = match(&OPTIONS[row], word)))
        row++;
    if (!value)
        return refuse(r, word);
    const option *o = &OPTIONS[row];
    bool is_next = !*value && o->forms & NEXT;
    if (is_next && *k + 1 == count)
        return complain(r, word, expected(o->value));
    if (is_next)
        value = words[++*k];
    bool is_bare = !*value && o->forms & JOINED && !(o->forms & NEXT); /* -O */
    const char *taken = is_bare ? value : take_value(r, o->value, value);
    if (!taken)
        return complain(r, is_next ? wg_arena_format(&r->spec->arena, "%s %s", word, value) : word, expected(o->value));
    add(r, o, word, taken);
    return WG_OK;
}

wg_status wg_spec_add_file_options(wg_spec *spec, const char *const *words, size_t count, const char *folder,
                                   const char *where, wg_error *err)
{
    const reader r = {spec, folder, where, err};
    wg_status status = WG_OK;
    for (size_t k = 0; k < count && status == WG_OK; k++)
        if (spec->is_trusted)
            wg_spec_add_flag(spec, words[k]);
        else if (*words[k])
            status = read_word(&r, words, count, &k);
    return status;
}
