/* SPDX-License-Identifier: Apache-2.0 */
/* Matching a spelling such as "ld.global.nc.v4.f32" against the patterns of opcodes.def.
 *
 * A pattern is a chain of parts. Each part may match one dot-word of the spelling; `?` and `*` let it match none or
 * many. Words of a real instruction mostly come in the order of the manual and parts rarely overlap, so the matcher
 * walks both chains once and only backtracks where an optional part could have been skipped.
 *
 * ptxas takes the words in any order, as long as types follow one another as they should and words that belong to the
 * instruction's name come first. What no row matches as it stands is tried again in that way. */
#include "ptx/forms.h"

#include <string.h>

const wg_form wg_forms[] = {
#define OP(opcode, pattern, operands, function, class, operations)                                                     \
    {WG_OP_##opcode, pattern, operands, #function, WG_CLASS_##class, operations},
#include "ptx/opcodes.def"
#undef OP
};
const unsigned wg_form_count = sizeof wg_forms / sizeof *wg_forms;

static const char *const MODS[WG_MOD_COUNT] = {
    [WG_MOD_NONE] = "",
#define MOD(id, spelling) [WG_MOD_##id] = spelling,
#include "ptx/modifiers.def"
};

static const uint8_t FLAG_MODS[WG_FLAG_COUNT] = {
#define FLAG(id) [WG_FLAG_BIT_##id] = WG_MOD_##id,
#include "ptx/modifiers.def"
};

static const struct {
    const char *name, *members;
    wg_field field;
} SETS[] = {
#define SET(name, field, members) {#name, members, WG_FIELD_##field},
#include "ptx/modifiers.def"
};

static const struct {
    const char *members;
    wg_field field;
} KEPT[] = {
#define KEPT(field, members) {members, WG_FIELD_##field},
#include "ptx/modifiers.def"
};

static const uint8_t QUALIFIER_MODS[WG_QUALIFIER_COUNT] = {
#define QUALIFIER(id) [WG_QUALIFIER_BIT_##id] = WG_MOD_##id,
#include "ptx/modifiers.def"
};

static const char *const OPCODES[WG_OPCODE_COUNT] = {
#define OPCODE(id) #id,
#include "ptx/opcodes/names.def"
#undef OPCODE
};

const char *wg_opcode_name(wg_opcode opcode)
{
    return OPCODES[opcode];
}

/* Destinations have a `=`, a pair a `|`. */
unsigned wg_form_destinations(const wg_form *form)
{
    const char *end = form->operands + strcspn(form->operands, " "), *bar = strchr(form->operands, '|');
    return form->operands[0] != '=' ? 0 : bar && bar < end ? 2 : 1;
}

const char *wg_mod_name(wg_mod mod)
{
    return MODS[mod];
}

typedef struct span {
    const char *begin;
    size_t length;
} span;

static bool same(span a, span b)
{
    return a.length == b.length && !memcmp(a.begin, b.begin, a.length);
}

static span as_span(const char *text)
{
    return (span){text, strlen(text)};
}

static wg_mod find_mod(span word)
{
    for (int mod = 1; mod < WG_MOD_COUNT; mod++)
        if (same(word, as_span(MODS[mod])))
            return (wg_mod)mod;
    return WG_MOD_NONE;
}

/* Whether word is in a list whose items are separated by any of the separators. */
static bool listed(span word, span list, const char *separators)
{
    const char *p = list.begin, *end = list.begin + list.length;
    while (p < end) {
        size_t length = 0;
        while (p + length < end && !strchr(separators, p[length]))
            length++;
        if (same(word, (span){p, length}))
            return true;
        p += length + 1;
    }
    return false;
}

/* "ld" from "ld.global"; words may contain "::". */
static span first_word(const char *text)
{
    return (span){text, strcspn(text, ".")};
}

/* One part of a pattern: its body without the trailing ? or *. */
typedef struct part {
    span body;
    bool optional, repeated;
    const char *next; /* the next part, or "" */
} part;

static part first_part(const char *pattern)
{
    static const char CLOSERS[][2] = {{'{', '}'}, {'<', '>'}};
    size_t length = 0;
    for (size_t i = 0; i < 2; i++)
        if (pattern[0] == CLOSERS[i][0])
            length = (size_t)(strchr(pattern, CLOSERS[i][1]) - pattern) + 1;
    length += strcspn(pattern + length, ".?*");
    part p = {.body = {pattern, length}};
    p.repeated = pattern[length] == '*';
    p.optional = pattern[length] == '?' || p.repeated;
    p.next = pattern + length + p.optional;
    p.next += *p.next == '.';
    return p;
}

static void remember_qualifier(wg_mod mod, wg_spelled *out)
{
    for (int bit = 0; bit < WG_QUALIFIER_COUNT; bit++)
        if (QUALIFIER_MODS[bit] == mod)
            out->qualifiers |= (uint16_t)(1u << bit);
}

/* Of a `<set>`: where the word goes if it is one of it. */
static bool accept_member(span set, span word, wg_spelled *out)
{
    for (size_t i = 0; i < sizeof SETS / sizeof *SETS; i++) {
        if (!same(set, as_span(SETS[i].name)))
            continue;
        if (!listed(word, as_span(SETS[i].members), " "))
            return false;
        out->field[SETS[i].field] = (uint8_t)find_mod(word);
        remember_qualifier(find_mod(word), out);
        return true;
    }
    return false;
}

static bool accept_type(wg_type type, wg_spelled *out)
{
    if (out->type_count == WG_MAX_TYPES)
        return false;
    out->type[out->type_count++] = (uint8_t)type;
    return true;
}

/* A word that the pattern spells out. */
static void remember_word(span word, wg_spelled *out)
{
    wg_mod mod = find_mod(word);
    if (mod == WG_MOD_NONE)
        return;
    for (int bit = 0; bit < WG_FLAG_COUNT; bit++)
        if (FLAG_MODS[bit] == mod)
            out->flags |= 1u << bit;
    for (size_t k = 0; k < sizeof KEPT / sizeof *KEPT; k++)
        if (listed(word, as_span(KEPT[k].members), " "))
            out->field[KEPT[k].field] = (uint8_t)mod;
    remember_qualifier(mod, out);
}

/* Remembers what a word means when it stands for this part; false when it does not. */
static bool accept(span body, span word, wg_spelled *out)
{
    span inner = {body.begin + 1, body.length - 2};
    wg_type type = wg_type_find(word.begin, word.length);
    bool is_set = body.begin[0] == '<', is_any_type = is_set && same(inner, as_span("type"));
    if (is_set && !is_any_type)
        return accept_member(inner, word, out);
    if (is_any_type ? type == WG_TYPE_NONE : body.begin[0] == '{' ? !listed(word, inner, ",") : !same(word, body))
        return false;
    if (type != WG_TYPE_NONE)
        return accept_type(type, out);
    remember_word(word, out);
    return true;
}

static bool match_rest(const char *pattern, const char *spelling, wg_spelled *out)
{
    if (!*pattern)
        return !*spelling;
    part p = first_part(pattern);
    if (*spelling) {
        span word = first_word(spelling);
        const char *rest = word.begin + word.length;
        rest += *rest == '.';
        wg_spelled saved = *out;
        if (accept(p.body, word, out) && match_rest(p.repeated ? pattern : p.next, rest, out))
            return true;
        *out = saved;
    }
    return p.optional && match_rest(p.next, spelling, out);
}

/* ---- words in any order ---- */

enum { MOST_WORDS = 16 };

typedef struct words {
    span word[MOST_WORDS];
    unsigned count;
} words;

/* False: too many, or one that belongs to the name stands behind others. */
static bool split(const char *spelling, words *out)
{
    out->count = 0;
    while (*spelling) {
        if (out->count == MOST_WORDS)
            return false;
        span word = first_word(spelling);
        if (out->count && listed(word, as_span("lo hi wide l r to"), " "))
            return false;
        out->word[out->count++] = word;
        spelling = word.begin + word.length;
        spelling += *spelling == '.';
    }
    return true;
}

/* The first unused word that can stand for the part, -1: none. Of types only the next one can. */
static int choose(span body, const words *all, uint32_t used, wg_spelled *out)
{
    bool type_seen = false;
    for (unsigned n = 0; n < all->count; n++) {
        bool is_type = wg_type_find(all->word[n].begin, all->word[n].length) != WG_TYPE_NONE;
        if (used >> n & 1 || (is_type && type_seen))
            continue;
        type_seen |= is_type;
        if (accept(body, all->word[n], out))
            return (int)n;
    }
    return -1;
}

static bool match_any_order(const char *pattern, const words *all, uint32_t used, wg_spelled *out)
{
    if (!*pattern)
        return used == (1u << all->count) - 1;
    part p = first_part(pattern);
    wg_spelled saved = *out;
    int n = choose(p.body, all, used, out);
    if (n >= 0 && match_any_order(p.repeated ? pattern : p.next, all, used | 1u << n, out))
        return true;
    *out = saved;
    return p.optional && match_any_order(p.next, all, used, out);
}

/* The first row for which `all` in any order, or without it the spelling as it stands, is right. */
static bool find_form(const char *spelling, const words *all, wg_spelled *out)
{
    span opcode = first_word(spelling);
    for (unsigned form = 0; form < wg_form_count; form++) {
        if (!same(opcode, first_word(wg_forms[form].pattern)))
            continue;
        *out = (wg_spelled){.form = (uint16_t)form};
        const char *pattern = wg_forms[form].pattern + opcode.length, *rest = spelling + opcode.length;
        pattern += *pattern == '.';
        rest += *rest == '.';
        if (all ? match_any_order(pattern, all, 0, out) : match_rest(pattern, rest, out))
            return true;
    }
    return false;
}

bool wg_form_match(const char *spelling, wg_spelled *out)
{
    if (find_form(spelling, NULL, out))
        return true;
    const char *rest = spelling + first_word(spelling).length;
    words all;
    return split(rest + (*rest == '.'), &all) && find_form(spelling, &all, out);
}
