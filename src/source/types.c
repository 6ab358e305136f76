/* SPDX-License-Identifier: Apache-2.0 */
/* Types as C writes them, as far as arguments need: numbers, vectors of them, pointers, and structures of these. */
#include "source/kernels.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words that say nothing about which number it is. */
static const char qualifiers[] = "const volatile restrict __restrict__ __restrict struct class enum typename register "
                                 "__global global __constant constant __local local __private private std extern "
                                 "static inline constexpr mutable cuda __read_only __write_only __read_write "
                                 "__grid_constant__ unaligned";
static const char c_words[] = "unsigned signed char short int long";
static const char textures[] = "cudaTextureObject_t cudaSurfaceObject_t CUtexObject CUsurfObject texture surface "
                               "image1d_t image2d_t image3d_t";

enum { MOST_ALIASES = 8, LONGEST_ALIAS = 256 };

typedef struct alias {
    size_t first, end;
    bool is_ambiguous; /* it stands for different things in different places */
} alias;

typedef struct reading {
    wg_source *source;
    const wg_source_kernel *kernel;
    wg_source_type *out;
    int depth; /* of aliases */
    unsigned is_unsigned, is_char, is_short, longs, words;
    const wg_token *last; /* the word that names the type, if it is not one of C's own */
    bool unknown;
} reading;

static const struct {
    const char *word, *element;
} names[] = {
#define TYPE(word, element) {word, element},
#include "base/type_words.def"
#undef TYPE
};

size_t wg_source_behind_angles(const wg_tokens *tokens, size_t first, size_t end)
{
    int depth = 0;
    for (size_t k = first; k < end; k++) {
        const wg_token *t = &tokens->items[k];
        if (t->match != WG_NO_MATCH && t->match > k && t->match < end) {
            k = t->match;
            continue;
        }
        depth += wg_token_is(t, "<") - wg_token_is(t, ">") + 3 * wg_token_is(t, "<<<") - 3 * wg_token_is(t, ">>>");
        if (depth <= 0)
            return k + 1;
        if (wg_token_is(t, ";") || wg_token_is(t, "{"))
            break;
    }
    return end;
}

size_t wg_source_item_end(const wg_tokens *tokens, size_t first, size_t end)
{
    for (size_t k = first; k < end; k++) {
        const wg_token *t = &tokens->items[k];
        if (wg_token_is(t, ","))
            return k;
        if (t->match != WG_NO_MATCH && t->match > k && t->match < end)
            k = t->match;
        else if (wg_token_is(t, "<"))
            k = wg_source_behind_angles(tokens, k, end) - 1;
    }
    return end;
}

/* ---- names of numbers ---- */

static const char *find_name(const char *text, size_t length)
{
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strlen(names[k].word) == length && !memcmp(names[k].word, text, length))
            return names[k].element;
    return NULL;
}

/* float4, uchar2, half2. OpenCL's vectors of three take the place of four. */
static const char *find_vector(wg_source *source, const wg_token *word)
{
    size_t length = word->length;
    while (length && isdigit((unsigned char)word->text[length - 1]))
        length--;
    size_t digits = word->length - length;
    int lanes = digits == 1 || digits == 2 ? atoi(word->text + length) : 0;
    const char *element = lanes >= 1 && lanes <= 16 ? find_name(word->text, length) : NULL;
    if (!element || !strcmp(element, "bool"))
        return NULL;
    if (lanes == 1)
        return element;
    return wg_arena_format(&source->arena, "%sx%d", element, lanes == 3 && source->is_opencl ? 4 : lanes);
}

static const char *element_of_words(const reading *r)
{
    static const char *const integers[2][4] = {{"i8", "i16", "i32", "i64"}, {"u8", "u16", "u32", "u64"}};
    int size = r->is_char ? 0 : r->is_short ? 1 : r->longs ? 3 : 2;
    return integers[r->is_unsigned != 0][size];
}

/* ---- a type ---- */

static void read_words(reading *r, size_t first, size_t end);

static const wg_source_template *find_template(const reading *r, const wg_token *word)
{
    for (size_t k = 0; r->kernel && k < r->kernel->template_count; k++)
        if (wg_token_is(word, r->kernel->templates[k].name))
            return &r->kernel->templates[k];
    return NULL;
}

/* Another name for a type, a template's argument: what it stands for. */
static void read_named(reading *r, const wg_token *word)
{
    const alias *a = wg_map_get(&r->source->types, word->text, word->length);
    const wg_source_template *t = find_template(r, word);
    wg_token stands = {.kind = WG_TOKEN_WORD};
    if (t && t->value && r->depth < MOST_ALIASES) {
        stands.text = t->value;
        stands.length = (uint32_t)strlen(t->value);
        r->last = NULL;
        r->out->element = find_name(stands.text, stands.length);
        if (!r->out->element)
            r->out->element = find_vector(r->source, &stands);
        if (!r->out->element && !strncmp(t->value, "unsigned ", 9)) {
            r->out->element = find_name(t->value + 9, strlen(t->value + 9));
            r->out->element = r->out->element && *r->out->element == 'i'
                                  ? wg_arena_format(&r->source->arena, "u%s", r->out->element + 1)
                                  : NULL;
        }
    } else if (t) {
        r->unknown = true;
    } else if (a && !a->is_ambiguous && r->depth < MOST_ALIASES) {
        r->depth++;
        read_words(r, a->first, a->end);
        r->depth--;
    } else {
        r->last = word;
    }
}

static void read_word(reading *r, const wg_token *word)
{
    r->words++;
    r->is_unsigned += wg_token_is(word, "unsigned");
    r->is_char += wg_token_is(word, "char");
    r->is_short += wg_token_is(word, "short");
    r->longs += wg_token_is(word, "long");
    if (wg_token_among(word, c_words))
        return;
    r->words--;
    if (find_name(word->text, word->length) || find_vector(r->source, word))
        r->last = word;
    else
        read_named(r, word);
}

static void read_words(reading *r, size_t first, size_t end)
{
    const wg_token *items = r->source->tokens.items;
    for (size_t k = first; k < end; k++) {
        const wg_token *t = &items[k];
        bool bracket = t->match != WG_NO_MATCH && t->match > k && t->match < end;
        if (wg_token_is(t, "const") && !r->out->pointers)
            r->out->is_const = true;
        else if (wg_token_is(t, "*"))
            r->out->pointers++;
        else if (wg_token_among(t, "__constant constant") && r->source->is_opencl)
            r->out->is_const = true;
        else if (wg_token_among(t, "__local local") && r->source->is_opencl)
            r->out->is_local = true;
        else if (t->kind == WG_TOKEN_WORD && k + 1 < end && wg_token_is(&items[k + 1], "(") &&
                 items[k + 1].match != WG_NO_MATCH && items[k + 1].match < end)
            k = items[k + 1].match; /* an attribute */
        else if (wg_token_among(t, textures))
            r->out->is_texture = true;
        else if (bracket && wg_token_is(t, "["))
            k = t->match;
        else if (t->kind == WG_TOKEN_WORD && !wg_token_among(t, qualifiers))
            read_word(r, t);
        else if (t->kind != WG_TOKEN_WORD && !wg_token_is(t, "::"))
            r->unknown = true; /* template arguments, references, functions */
    }
}

void wg_source_read_type(wg_source *source, const wg_source_kernel *kernel, size_t first, size_t end,
                         wg_source_type *out)
{
    *out = (wg_source_type){.text = wg_tokens_text(&source->tokens, first, end, &source->arena)};
    reading r = {.source = source, .kernel = kernel, .out = out};
    read_words(&r, first, end);
    if (r.unknown || out->is_texture) {
        out->element = NULL;
        return;
    }
    if (r.last && !r.words) {
        out->element = find_name(r.last->text, r.last->length);
        if (!out->element)
            out->element = find_vector(source, r.last);
        if (!out->element)
            out->record = wg_map_get(&source->records, r.last->text, r.last->length);
    } else if (r.words && !r.last) {
        out->element = element_of_words(&r);
    } else if (r.words) { /* unsigned with a name of one's own, long double */
        out->element = NULL;
    }
}

/* ---- a parameter ---- */

/* The last word at the outer level that is no part of the type; `end`: there is none. */
static size_t find_declared(const wg_tokens *tokens, size_t first, size_t end)
{
    size_t name = end, words = 0;
    for (size_t k = first; k < end; k++) {
        const wg_token *t = &tokens->items[k];
        if (wg_token_is(t, "=") || wg_token_is(t, ":"))
            break;
        if (t->match != WG_NO_MATCH && t->match > k && t->match < end)
            k = t->match;
        else if (wg_token_is(t, "<"))
            k = wg_source_behind_angles(tokens, k, end) - 1;
        else if (wg_token_is(t, "*") || wg_token_is(t, "&"))
            name = end;
        else if (t->kind == WG_TOKEN_WORD && !wg_token_among(t, qualifiers)) {
            words++;
            name = k;
        }
    }
    if (name == end || wg_token_among(&tokens->items[name], c_words))
        return end;
    bool follows = name > first && (tokens->items[name - 1].text[0] == '*' || tokens->items[name - 1].text[0] == '&' ||
                                    tokens->items[name - 1].text[0] == '>');
    return words > 1 || follows ||
                   (name > first && wg_token_among(&tokens->items[name - 1], "__restrict__ __restrict "
                                                                             "restrict"))
               ? name
               : end;
}

void wg_source_read_parameter(wg_source *source, const wg_source_kernel *kernel, size_t first, size_t end,
                              wg_source_parameter *out)
{
    const wg_token *items = source->tokens.items;
    size_t name = find_declared(&source->tokens, first, end), type_end = name;
    *out = (wg_source_parameter){0};
    if (name == end) {
        for (type_end = first; type_end < end && !wg_token_is(&items[type_end], "=");)
            type_end++;
    } else {
        out->name = wg_arena_copy(&source->arena, items[name].text, items[name].length);
    }
    wg_source_read_type(source, kernel, first, type_end, &out->type);
    if (name == end)
        return;
    for (size_t k = name + 1; k + 1 < end && wg_token_is(&items[k], "[") && items[k].match != WG_NO_MATCH;
         k = items[k].match + 1) {
        uint64_t length = k + 2 == items[k].match ? strtoull(items[k + 1].text, NULL, 0) : 0;
        if (__builtin_mul_overflow(out->count ? out->count : 1, length, &out->count) || !length)
            out->count = WG_NO_LENGTH;
    }
}

/* ---- typedefs and structures ---- */

static void add_alias(wg_source *source, const wg_token *name, size_t first, size_t end)
{
    alias **slot = (alias **)wg_map_put(&source->types, name->text, name->length);
    if (*slot) {
        (*slot)->is_ambiguous = true;
        return;
    }
    *slot = WG_NEW(&source->arena, alias);
    **slot = (alias){.first = first, .end = end};
}

/* Where a declaration ends: its semicolon outside brackets. */
static size_t declaration_end(const wg_tokens *tokens, size_t first, size_t end)
{
    for (size_t k = first; k < end; k++) {
        const wg_token *t = &tokens->items[k];
        if (wg_token_is(t, ";"))
            return k;
        if (t->match != WG_NO_MATCH && t->match > k)
            k = t->match;
    }
    return end;
}

/* `float *a, b[4]`: each with the words in front of the first. False: not understood. */
static bool read_fields(wg_source *source, size_t first, size_t end, wg_source_record *out, size_t *capacity)
{
    const wg_token *items = source->tokens.items;
    size_t base = first;
    while (base < end && (items[base].kind == WG_TOKEN_WORD || wg_token_is(&items[base], "::")))
        base++;
    base -= base > first && base < end && wg_token_is(&items[base], "*") ? 0 : base > first;
    for (size_t at = first; at < end;) {
        size_t stop = wg_source_item_end(&source->tokens, at, end);
        wg_source_parameter field, type;
        wg_source_read_parameter(source, NULL, at, stop, &field);
        if (at != first) { /* only stars and a name: the type is that of the first, its own stars left off */
            wg_source_read_parameter(source, NULL, first, base, &type);
            unsigned stars = 0;
            for (size_t k = at; k < stop; k++) {
                stars += wg_token_is(&items[k], "*");
                if (items[k].kind == WG_TOKEN_WORD)
                    field.name = wg_arena_copy(&source->arena, items[k].text, items[k].length);
            }
            wg_source_read_type(source, NULL, first, base, &field.type);
            field.type.pointers += stars;
        }
        bool known = field.name && (field.type.element || field.type.record || field.type.pointers) &&
                     field.count != WG_NO_LENGTH;
        for (size_t k = at; k < stop; k++)
            known &= !wg_token_is(&items[k], ":");
        if (!known)
            return false;
        *WG_PUSH(out->fields, out->field_count, *capacity) = field;
        at = stop + 1;
    }
    return true;
}

/* The declarations between the braces. */
static bool read_record(wg_source *source, size_t first, size_t end, wg_source_record *out)
{
    const wg_token *items = source->tokens.items;
    size_t capacity = 0;
    for (size_t at = first; at < end;) {
        size_t stop = at, behind;
        bool is_function = false;
        if (wg_token_among(&items[at], "public private protected") && at + 1 < end &&
            wg_token_is(&items[at + 1], ":")) {
            at += 2;
            continue;
        }
        for (; stop < end && !wg_token_is(&items[stop], ";") && !wg_token_is(&items[stop], "{"); stop++) {
            is_function |= wg_token_is(&items[stop], "(");
            if (items[stop].match != WG_NO_MATCH && items[stop].match > stop && items[stop].match < end)
                stop = items[stop].match;
        }
        behind = stop + 1;
        if (stop < end && wg_token_is(&items[stop], "{")) {
            if (!is_function || items[stop].match == WG_NO_MATCH)
                return false;
            behind = (size_t)items[stop].match + 1;
        }
        bool skips = is_function || stop == at || wg_token_among(&items[at], "static using typedef friend");
        if (wg_token_among(&items[at], "virtual alignas __align__ union") ||
            (!skips && !read_fields(source, at, stop, out, &capacity)))
            return false;
        at = behind;
    }
    return out->field_count > 0;
}

/* At `struct`, or `class`: its definition, if that is what it is. */
static void find_record(wg_source *source, size_t at, bool is_typedef)
{
    const wg_tokens *tokens = &source->tokens;
    const wg_token *items = tokens->items, *name = NULL;
    size_t open = at + 1;
    for (; open < tokens->count && !wg_token_is(&items[open], "{"); open++) {
        if (items[open].kind != WG_TOKEN_WORD || name)
            return; /* a use of it, a base, an alignment */
        name = &items[open];
    }
    if (open >= tokens->count || items[open].match == WG_NO_MATCH)
        return;
    size_t close = items[open].match;
    if (is_typedef && close + 1 < tokens->count && items[close + 1].kind == WG_TOKEN_WORD)
        name = &items[close + 1];
    wg_source_record *record = WG_NEW(&source->arena, wg_source_record), kept = {0};
    if (name && read_record(source, open + 1, close, &kept)) {
        *record = kept;
        record->name = wg_arena_copy(&source->arena, name->text, name->length);
        record->fields = WG_NEW_ARRAY(&source->arena, wg_source_parameter, kept.field_count);
        memcpy(record->fields, kept.fields, kept.field_count * sizeof *kept.fields);
        *wg_map_put(&source->records, name->text, name->length) = record;
    }
    free(kept.fields);
}

/* `typedef TYPE NAME;` and `using NAME = TYPE;`, at the first word. */
static void find_alias(wg_source *source, size_t at)
{
    const wg_tokens *tokens = &source->tokens;
    const wg_token *items = tokens->items;
    size_t most = at + LONGEST_ALIAS < tokens->count ? at + LONGEST_ALIAS : tokens->count;
    size_t end = declaration_end(tokens, at, most);
    if (end >= most || end < at + 3)
        return;
    if (wg_token_is(&items[at], "using") && wg_token_is(&items[at + 2], "="))
        add_alias(source, &items[at + 1], at + 3, end);
    bool plain = wg_token_is(&items[at], "typedef") && items[end - 1].kind == WG_TOKEN_WORD;
    for (size_t k = at; k < end; k++)
        plain &= items[k].match == WG_NO_MATCH;
    if (plain)
        add_alias(source, &items[end - 1], at + 1, end - 1);
}

void wg_source_find_types(wg_source *source)
{
    const wg_tokens *tokens = &source->tokens;
    for (size_t k = 0; k < tokens->count; k++) {
        const wg_token *t = &tokens->items[k];
        if (t->kind != WG_TOKEN_WORD)
            continue;
        if (wg_token_among(t, "typedef using"))
            find_alias(source, k);
        if (wg_token_among(t, "struct class"))
            find_record(source, k, k > 0 && wg_token_is(&tokens->items[k - 1], "typedef"));
    }
}
