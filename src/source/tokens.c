/* SPDX-License-Identifier: Apache-2.0 */
#include "source/tokens.h"

#include "expression/expression.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text that somebody wrote to be a nuisance ends here: macros that double, conditions in conditions. */
enum {
    MOST_TOKENS = 1 << 21,
    MOST_EXPANSIONS = 1 << 21,
    MOST_CONDITIONS = 256,
    MOST_DEPTH = 8,
    LONGEST_CONDITION = 1000,
    FARTHEST = 64, /* brackets that a closing one may leave open */
};

typedef struct macro {
    wg_token *body;
    size_t count;
    bool stays; /* it has arguments, or was taken back */
} macro;

typedef struct lexer {
    wg_tokens *out;
    const char *at, *end;
    uint32_t line;
    bool line_is_empty;                                     /* so far: a # begins a directive */
    unsigned conditions;                                    /* open #if */
    bool compiled[MOST_CONDITIONS], taken[MOST_CONDITIONS]; /* this part of each, and one of its parts so far */
} lexer;

/* Longer ones first. `>>` is no sign here: it closes two lists of template arguments as often as it shifts. */
static const char *const signs[] = {"<<<", ">>>", "...", "<<=", ">>=", "::", "->", "++", "--", "+=", "-=", "*=",
                                    "/=",  "%=",  "&=",  "|=",  "^=",  "==", "!=", "<=", ">=", "&&", "||", "##"};

/* What compilers define. */
static const char *const predefined[] = {"-D__CUDACC__=1", "-D__NVCC__=1", "-D__CUDA_ARCH__=900",
                                         "-D__OPENCL_VERSION__=120"};

bool wg_token_is(const wg_token *token, const char *text)
{
    return strlen(text) == token->length && !memcmp(token->text, text, token->length);
}

bool wg_token_among(const wg_token *token, const char *words)
{
    for (const char *word = words; *word; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        if (length == token->length && !memcmp(token->text, word, length))
            return true;
        word += length;
    }
    return false;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

char *wg_tokens_text(const wg_tokens *tokens, size_t first, size_t end, wg_arena *arena)
{
    wg_text text = {0};
    for (size_t k = first; k < end && k < tokens->count; k++) {
        const wg_token *t = &tokens->items[k];
        bool blank = k > first && is_word(*t->text) && is_word(tokens->items[k - 1].text[0]);
        bool star = k > first && *t->text == '*' && is_word(tokens->items[k - 1].text[0]);
        wg_text_addf(&text, "%s%.*s", blank || star ? " " : "", (int)t->length, t->text);
    }
    char *kept = wg_arena_copy(arena, wg_text_get(&text), text.length);
    wg_text_free(&text);
    return kept;
}

/* ---- one token ---- */

static size_t left(const lexer *l)
{
    return (size_t)(l->end - l->at);
}

static bool starts(const lexer *l, const char *text)
{
    size_t length = strlen(text);
    return left(l) >= length && !memcmp(l->at, text, length);
}

static void skip_to(lexer *l, const char *to)
{
    for (; l->at < to && l->at < l->end; l->at++)
        l->line += *l->at == '\n';
}

/* The end of a literal that begins here with a quote; of one that is not closed, the end of its line. */
static const char *end_of_quoted(const lexer *l)
{
    const char *c = l->at + 1;
    while (c < l->end && *c != *l->at && *c != '\n')
        c += *c == '\\' && c + 1 < l->end ? 2 : 1;
    return c < l->end ? c + (*c != '\n') : l->end;
}

static const char *end_of_number(const lexer *l)
{
    const char *c = l->at;
    while (c < l->end &&
           (is_word(*c) || *c == '.' || *c == '\'' || ((*c == '+' || *c == '-') && strchr("eEpP", c[-1]))))
        c++;
    return c;
}

static const char *end_of_comment(const lexer *l)
{
    if (starts(l, "//")) {
        const char *end = memchr(l->at, '\n', left(l));
        return end ? end : l->end;
    }
    for (const char *c = l->at + 2; c + 1 < l->end; c++)
        if (c[0] == '*' && c[1] == '/')
            return c + 2;
    return l->end;
}

static const char *end_of_sign(const lexer *l)
{
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (starts(l, signs[k]))
            return l->at + strlen(signs[k]);
    return l->at + 1;
}

/* Moves behind blanks, comments and line ends that do not count. */
static void skip_blanks(lexer *l)
{
    for (;;) {
        if (starts(l, "//") || starts(l, "/*"))
            skip_to(l, end_of_comment(l));
        else if (starts(l, "\\\n") || starts(l, "\\\r\n"))
            skip_to(l, l->at + (l->at[1] == '\n' ? 2 : 3));
        else if (l->at < l->end && (isspace((unsigned char)*l->at) || !*l->at)) {
            l->line_is_empty |= *l->at == '\n';
            skip_to(l, l->at + 1);
        } else
            return;
    }
}

/* The next token; false: the text is over. */
static bool next(lexer *l, wg_token *out)
{
    skip_blanks(l);
    if (l->at >= l->end)
        return false;
    const char *start = l->at, *end;
    uint8_t kind = WG_TOKEN_SIGN;
    if (isdigit((unsigned char)*start)) {
        kind = WG_TOKEN_NUMBER;
        end = end_of_number(l);
    } else if (is_word(*start)) {
        kind = WG_TOKEN_WORD;
        for (end = start; end < l->end && is_word(*end);)
            end++;
    } else if (*start == '"' || *start == '\'') {
        kind = WG_TOKEN_QUOTED;
        end = end_of_quoted(l);
    } else {
        end = end_of_sign(l);
    }
    *out = (wg_token){
        .text = start, .length = (uint32_t)(end - start), .line = l->line, .match = WG_NO_MATCH, .kind = kind};
    skip_to(l, end);
    return true;
}

/* ---- macros ---- */

static const macro *find_macro(const wg_tokens *out, const wg_token *name)
{
    return wg_map_get(&out->macros, name->text, name->length);
}

/* Puts a token there, or what it stands for. */
static void emit(wg_tokens *out, const wg_token *token, int depth)
{
    const macro *m = token->kind == WG_TOKEN_WORD && depth < MOST_DEPTH ? find_macro(out, token) : NULL;
    if (out->count >= MOST_TOKENS || out->expansions > MOST_EXPANSIONS)
        return;
    out->expansions += depth > 0;
    if (!m || m->stays) {
        *WG_PUSH(out->items, out->count, out->capacity) = *token;
        return;
    }
    for (size_t k = 0; k < m->count && out->count < MOST_TOKENS; k++) {
        wg_token one = m->body[k];
        one.line = token->line;
        emit(out, &one, depth + 1);
    }
}

/* A definition: what is left of the line behind its name. */
static void define(lexer *l, const char *name, size_t length, bool has_arguments)
{
    wg_token token, *body = NULL;
    size_t count = 0, capacity = 0;
    macro *m = WG_NEW(&l->out->arena, macro);
    m->stays = has_arguments;
    while (!m->stays && count < MOST_TOKENS && next(l, &token))
        *WG_PUSH(body, count, capacity) = token;
    m->body = WG_NEW_ARRAY(&l->out->arena, wg_token, count + 1);
    m->count = count;
    if (count)
        memcpy(m->body, body, count * sizeof *body);
    free(body);
    *wg_map_put(&l->out->macros, name, length) = m;
}

static void define_flag(wg_tokens *out, const char *text)
{
    size_t length = strcspn(text, "=");
    const char *value = text[length] ? text + length + 1 : "1";
    if (memchr(text, '(', length) || !length)
        return;
    const char *name = wg_arena_copy(&out->arena, text, length);
    value = wg_arena_copy(&out->arena, value, strlen(value));
    lexer l = {.out = out, .at = value, .end = value + strlen(value)};
    define(&l, name, length, false);
}

/* ---- directives ---- */

static bool is_compiled(const lexer *l)
{
    return l->conditions == 0 || l->compiled[l->conditions - 1];
}

/* `defined NAME` and `defined(NAME)`, at `defined`; moves behind it. */
static bool read_defined(lexer *l)
{
    wg_token token = {0};
    bool more = next(l, &token), bracket = more && wg_token_is(&token, "(");
    if (bracket)
        more = next(l, &token);
    bool is = more && token.kind == WG_TOKEN_WORD && find_macro(l->out, &token);
    if (bracket)
        next(l, &token);
    return is;
}

static void add_value(wg_tokens *out, const wg_token *token, wg_text *text, int depth)
{
    const macro *m = token->kind == WG_TOKEN_WORD && depth < MOST_DEPTH ? find_macro(out, token) : NULL;
    for (size_t k = 0; m && !m->stays && k < m->count && text->length < LONGEST_CONDITION; k++)
        add_value(out, &m->body[k], text, depth + 1);
    if (m && !m->stays && m->count)
        return;
    if (token->kind == WG_TOKEN_WORD)
        wg_text_addf(text, " 0");
    else
        wg_text_addf(text, " %.*s", (int)token->length, token->text);
}

/* What cannot be evaluated is taken to be true. */
static bool condition_holds(lexer *l)
{
    static const wg_scope none = {.dialect = WG_DIALECT_C};
    wg_text text = {0};
    wg_token token;
    wg_value value = {.integer = 1};
    wg_error ignored;
    while (text.length < LONGEST_CONDITION && next(l, &token)) {
        if (wg_token_is(&token, "defined"))
            wg_text_addf(&text, " %d", read_defined(l));
        else
            add_value(l->out, &token, &text, 0);
    }
    bool known = text.length && text.length < LONGEST_CONDITION &&
                 wg_expression_evaluate(text.bytes, &none, &value, &ignored) == WG_OK;
    wg_text_free(&text);
    return !known || wg_value_to_real(&value) != 0;
}

static bool names_macro(lexer *l)
{
    wg_token token;
    return next(l, &token) && find_macro(l->out, &token);
}

static void begin_condition(lexer *l, bool holds)
{
    bool outer = is_compiled(l);
    if (l->conditions == MOST_CONDITIONS)
        return;
    l->compiled[l->conditions] = outer && holds;
    l->taken[l->conditions++] = holds || !outer;
}

static void change_condition(lexer *l, bool holds)
{
    if (l->conditions == 0)
        return;
    unsigned k = l->conditions - 1;
    l->compiled[k] = !l->taken[k] && holds;
    l->taken[k] |= holds;
}

/* One directive, whose line ends where `line` does. */
static void direct(lexer *l, lexer *line)
{
    wg_token word, name;
    if (!next(line, &word))
        return;
    if (wg_token_is(&word, "if"))
        begin_condition(l, condition_holds(line));
    else if (wg_token_is(&word, "ifdef"))
        begin_condition(l, names_macro(line));
    else if (wg_token_is(&word, "ifndef"))
        begin_condition(l, !names_macro(line));
    else if (wg_token_is(&word, "elif"))
        change_condition(l, condition_holds(line));
    else if (wg_token_is(&word, "else"))
        change_condition(l, true);
    else if (wg_token_is(&word, "endif"))
        l->conditions -= l->conditions > 0;
    else if (is_compiled(l) && wg_token_is(&word, "define") && next(line, &name) && name.kind == WG_TOKEN_WORD)
        define(line, name.text, name.length, line->at < line->end && *line->at == '(');
    else if (is_compiled(l) && wg_token_is(&word, "undef") && next(line, &name))
        *wg_map_put(&l->out->macros, name.text, name.length) = NULL;
}

/* Where a directive's line ends, with the lines that a backslash or a comment adds to it. */
static const char *end_of_directive(const lexer *l)
{
    lexer c = *l;
    while (c.at < c.end && *c.at != '\n') {
        if (starts(&c, "\\\n") || starts(&c, "\\\r\n"))
            c.at += 2;
        else if (starts(&c, "/*"))
            c.at = end_of_comment(&c) - 1;
        c.at++;
    }
    return c.at < c.end ? c.at : c.end;
}

static void read_directive(lexer *l)
{
    const char *end = end_of_directive(l);
    lexer line = *l;
    line.end = end;
    line.at++;
    direct(l, &line);
    skip_to(l, end);
}

/* ---- the whole ---- */

static void match_brackets(wg_tokens *tokens)
{
    static const char open[] = "([{", close[] = ")]}";
    uint32_t *stack = NULL;
    size_t depth = 0, capacity = 0;
    for (size_t k = 0; k < tokens->count; k++) {
        const wg_token *t = &tokens->items[k];
        const char *kind = t->length == 1 && t->kind == WG_TOKEN_SIGN ? strchr(close, *t->text) : NULL;
        if (t->length == 1 && t->kind == WG_TOKEN_SIGN && strchr(open, *t->text))
            *WG_PUSH(stack, depth, capacity) = (uint32_t)k;
        size_t at = depth;
        while (kind && at > 0 && depth - at < FARTHEST && *tokens->items[stack[at - 1]].text != open[kind - close])
            at--;
        if (!kind || at == 0 || depth - at == FARTHEST)
            continue;
        tokens->items[k].match = stack[at - 1];
        tokens->items[stack[at - 1]].match = (uint32_t)k;
        depth = at - 1;
    }
    free(stack);
}

void wg_tokens_read(wg_tokens *out, const char *text, size_t length, const char *const *flags, size_t flag_count)
{
    *out = (wg_tokens){0};
    for (size_t k = 0; k < sizeof predefined / sizeof *predefined; k++)
        define_flag(out, predefined[k] + 2);
    for (size_t k = 0; k < flag_count; k++)
        if (!strncmp(flags[k], "-D", 2))
            define_flag(out, flags[k] + 2);
    lexer l = {.out = out, .at = text, .end = text + length, .line = 1, .line_is_empty = true};
    while (out->count < MOST_TOKENS) {
        skip_blanks(&l);
        if (l.at < l.end && *l.at == '#' && l.line_is_empty) {
            read_directive(&l);
            continue;
        }
        wg_token token;
        l.line_is_empty = false;
        if (!next(&l, &token))
            break;
        if (is_compiled(&l))
            emit(out, &token, 0);
    }
    match_brackets(out);
}

void wg_tokens_free(wg_tokens *tokens)
{
    free(tokens->items);
    wg_map_free(&tokens->macros);
    wg_arena_free(&tokens->arena);
    *tokens = (wg_tokens){0};
}
