/* SPDX-License-Identifier: Apache-2.0 */
/* Matching the name of a kernel as a person types it against the symbols in PTX.
 *
 * Both sides are brought to one spelling first: no spaces but those between words, integers in decimal without
 * suffix or cast, true and false as 1 and 0, "unsigned" as "unsigned int", unnamed namespaces left out. Then a name
 * may still say less than the symbol: fewer namespaces in front, fewer template arguments behind. */
#include "compile/names.h"

#include "base/arena.h"
#include "base/text.h"
#include "compile/compile.h"
#include "compile/demangle.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static bool starts(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static void add_word(wg_text *out, const char *word, size_t length)
{
    if (out->length && is_word(out->bytes[out->length - 1]))
        wg_text_add(out, " ", 1);
    wg_text_add(out, word, length);
}

/* An integer or a character constant becomes decimal. Returns what follows it. */
static const char *add_number(wg_text *out, const char *at)
{
    if (*at == '\'' && at[1] && at[1] != '\\' && at[2] == '\'') {
        wg_text_addf(out, "%d", at[1]);
        return at + 3;
    }
    char *end;
    unsigned long long value = strtoull(at, &end, 0);
    end += strspn(end, "uUlL");
    if (end == at || is_word(*end) || *end == '.') { /* not an integer: as it stands */
        wg_text_add(out, at, 1);
        return at + 1;
    }
    wg_text_addf(out, "%llu", value);
    return end;
}

/* "(unsigned int)4": returns what follows the parenthesis when a value does, else NULL. */
static const char *skip_cast(const char *at)
{
    size_t length = strcspn(at + 1, "(),<>") + 1;
    if (at[length] != ')')
        return NULL;
    const char *next = at + length + 1;
    return isdigit((unsigned char)*next) || *next == '-' || *next == '\'' ? next : NULL;
}

static const char *add_identifier(wg_text *out, const char *at)
{
    size_t length = 1;
    while (is_word(at[length]))
        length++;
    const char *next = at + length;
    const char *follows = next + strspn(next, " ");
    if (length == 4 && starts(at, "true"))
        add_word(out, "1", 1);
    else if (length == 5 && starts(at, "false"))
        add_word(out, "0", 1);
    else if (length == 8 && starts(at, "unsigned") && !is_word(*follows))
        add_word(out, "unsigned int", 12);
    else
        add_word(out, at, length);
    return next;
}

/* The one spelling; the caller frees it. */
static wg_text canonical(const char *name)
{
    static const char unnamed[] = "(anonymous namespace)::";
    wg_text out = {0};
    wg_text_add(&out, "", 0);
    const char *at = name + (starts(name, "::") ? 2 : 0), *after_cast;
    while (*at) {
        if (isspace((unsigned char)*at))
            at++;
        else if (starts(at, unnamed))
            at += sizeof unnamed - 1;
        else if (*at == '(' && (after_cast = skip_cast(at)))
            at = after_cast;
        else if (isdigit((unsigned char)*at) || *at == '\'')
            at = add_number(&out, at);
        else if (is_word(*at))
            at = add_identifier(&out, at);
        else
            wg_text_add(&out, at++, 1);
    }
    return out;
}

/* Whether `name` is all of `full`, or all of it but trailing template arguments. */
static bool covers(const char *full, const char *name, size_t length)
{
    if (!strcmp(full, name))
        return true;
    if (length == 0)
        return false;
    if (name[length - 1] == '>') /* k<float> for k<float, 256>: the rest has defaults */
        return !strncmp(full, name, length - 1) && full[length - 1] == ',';
    return !strncmp(full, name, length) && full[length] == '<';
}

static bool canonical_matches(const char *full, const char *name, size_t length)
{
    int depth = 0;
    for (const char *at = full; *at; at++) {
        bool begins = depth == 0 && (at == full || (at >= full + 2 && at[-1] == ':' && at[-2] == ':'));
        if (begins && covers(at, name, length))
            return true;
        depth += strchr("<({", *at) != NULL;
        depth -= strchr(">)}", *at) != NULL;
    }
    return false;
}

char *wg_compile_source_name(const char *symbol)
{
    char *name = wg_demangle(symbol);
    return name ? name : wg_copy(symbol, strlen(symbol));
}

bool wg_compile_name_matches(const char *symbol, const char *name)
{
    if (!strcmp(symbol, name))
        return true;
    char *source = wg_compile_source_name(symbol);
    wg_text full = canonical(source), wanted = canonical(name);
    bool matches = canonical_matches(wg_text_get(&full), wg_text_get(&wanted), wanted.length);
    wg_text_free(&full);
    wg_text_free(&wanted);
    free(source);
    return matches;
}

bool wg_names_in_ptx(const char *ptx, const char *name)
{
    for (const char *at = ptx; (at = strstr(at, ".entry")) != NULL;) {
        at += strlen(".entry");
        size_t blank = strspn(at, " \t\r\n");
        size_t length = strcspn(at + blank, " \t\r\n(;{");
        char *symbol = wg_copy(at + blank, length);
        bool found = blank && length && wg_compile_name_matches(symbol, name);
        free(symbol);
        if (found)
            return true;
    }
    return false;
}
