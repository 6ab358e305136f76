/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/lexer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void wg_ptx_lexer_init(wg_ptx_lexer *lexer, const char *text, size_t length)
{
    *lexer = (wg_ptx_lexer){.at = text, .end = text + length, .line_start = text, .line = 1};
}

/* The character `ahead` of the current one; 0 past the end. */
static char look(const wg_ptx_lexer *lexer, size_t ahead)
{
    return ahead < (size_t)(lexer->end - lexer->at) ? lexer->at[ahead] : 0;
}

/* What a character can be part of: most of the parser's time is spent asking. */
enum { BLANK = 1, WORD = 2, DIGIT = 4, PUNCTUATION = 8 };

static const unsigned char CLASS[256] = {
    [' '] = BLANK,        ['\t'] = BLANK,       ['\r'] = BLANK,
    ['\f'] = BLANK,       ['\v'] = BLANK,       ['0' ... '9'] = WORD | DIGIT,
    ['a' ... 'z'] = WORD, ['A' ... 'Z'] = WORD, ['_'] = WORD,
    ['$'] = WORD,         ['('] = PUNCTUATION,  [')'] = PUNCTUATION,
    ['['] = PUNCTUATION,  [']'] = PUNCTUATION,  ['{'] = PUNCTUATION,
    ['}'] = PUNCTUATION,  ['<'] = PUNCTUATION,  ['>'] = PUNCTUATION,
    [','] = PUNCTUATION,  [';'] = PUNCTUATION,  [':'] = PUNCTUATION,
    ['@'] = PUNCTUATION,  ['!'] = PUNCTUATION,  ['|'] = PUNCTUATION,
    ['&'] = PUNCTUATION,  ['^'] = PUNCTUATION,  ['~'] = PUNCTUATION,
    ['+'] = PUNCTUATION,  ['-'] = PUNCTUATION,  ['*'] = PUNCTUATION,
    ['/'] = PUNCTUATION,  ['%'] = PUNCTUATION,  ['='] = PUNCTUATION,
    ['?'] = PUNCTUATION,
};

static bool is(char c, int class)
{
    return (CLASS[(unsigned char)c] & class) != 0;
}

static bool is_digit(char c)
{
    return is(c, DIGIT);
}

static bool is_word(char c)
{
    return is(c, WORD);
}

static int digit_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 99;
}

static void bad(wg_ptx_token *token, const char *message)
{
    token->kind = WG_TOKEN_BAD;
    token->message = message;
}

static void new_line(wg_ptx_lexer *lexer)
{
    lexer->line++;
    lexer->line_start = lexer->at;
}

static void skip_line(wg_ptx_lexer *lexer)
{
    const char *newline = memchr(lexer->at, '\n', (size_t)(lexer->end - lexer->at));
    lexer->at = newline ? newline : lexer->end;
}

/* Returns false, at the end of the text, when the comment does not end. */
static bool skip_block_comment(wg_ptx_lexer *lexer)
{
    lexer->at += 2;
    while (lexer->at < lexer->end) {
        char c = *lexer->at++;
        if (c == '\n') {
            new_line(lexer);
        } else if (c == '*' && look(lexer, 0) == '/') {
            lexer->at++;
            return true;
        }
    }
    return false;
}

/* Blanks, comments, and the "@@DWARF …" lines in which PTX 1.x carried debug data. */
static bool skip_blanks(wg_ptx_lexer *lexer)
{
    while (lexer->at < lexer->end) {
        char c = *lexer->at;
        if (c == '\n') {
            lexer->at++;
            new_line(lexer);
        } else if (is(c, BLANK)) {
            lexer->at++;
        } else if ((c == '/' || c == '@') && look(lexer, 1) == c) {
            skip_line(lexer);
        } else if (c == '/' && look(lexer, 1) == '*') {
            if (!skip_block_comment(lexer))
                return false;
        } else {
            break;
        }
    }
    return true;
}

static void skip_word(wg_ptx_lexer *lexer)
{
    const char *at = lexer->at;
    while (at < lexer->end && is_word(*at))
        at++;
    lexer->at = at;
}

/* "1.5", "1.", ".5", "1e10": the lexer is at its first character and has seen that it is one. */
static void decimal_float(wg_ptx_lexer *lexer, wg_ptx_token *token)
{
    const char *start = lexer->at;
    while (is_digit(look(lexer, 0)))
        lexer->at++;
    if (look(lexer, 0) == '.')
        lexer->at++;
    while (is_digit(look(lexer, 0)))
        lexer->at++;
    if ((look(lexer, 0) | 0x20) == 'e') {
        size_t sign = look(lexer, 1) == '+' || look(lexer, 1) == '-';
        if (is_digit(look(lexer, 1 + sign))) {
            lexer->at += 1 + sign;
            while (is_digit(look(lexer, 0)))
                lexer->at++;
        }
    }

    char text[128]; /* strtod wants a terminated string */
    size_t length = (size_t)(lexer->at - start);
    if (length >= sizeof text) {
        bad(token, "the number is too long");
        return;
    }
    memcpy(text, start, length);
    text[length] = 0;
    double value = strtod(text, NULL);
    token->kind = WG_TOKEN_FLOAT;
    memcpy(&token->bits, &value, sizeof value);
}

/* 0f and eight, or 0d and sixteen hexadecimal digits: a float or a double by its bits. */
static void float_bits(wg_ptx_lexer *lexer, wg_ptx_token *token, unsigned digits)
{
    token->kind = WG_TOKEN_FLOAT;
    token->is_f32 = digits == 8;
    lexer->at += 2;
    for (unsigned i = 0; i < digits; i++) {
        int digit = digit_value(look(lexer, 0));
        if (digit >= 16) {
            bad(token, digits == 8 ? "0f needs eight hexadecimal digits" : "0d needs sixteen hexadecimal digits");
            return;
        }
        token->bits = token->bits << 4 | (uint64_t)digit;
        lexer->at++;
    }
}

static void integer(wg_ptx_lexer *lexer, wg_ptx_token *token, unsigned radix)
{
    token->kind = WG_TOKEN_INT;
    const char *digits = lexer->at;
    for (;;) {
        int digit = digit_value(look(lexer, 0));
        if (digit >= (int)radix)
            break;
        if (__builtin_mul_overflow(token->bits, (uint64_t)radix, &token->bits) ||
            __builtin_add_overflow(token->bits, (uint64_t)digit, &token->bits)) {
            bad(token, "the number does not fit 64 bits");
            return;
        }
        lexer->at++;
    }
    if (lexer->at == digits) {
        bad(token, "the number has no digits");
        return;
    }
    token->is_unsigned = token->bits > INT64_MAX;
    if (look(lexer, 0) == 'U') {
        token->is_unsigned = true;
        lexer->at++;
    }
}

static bool is_decimal_float(const wg_ptx_lexer *lexer)
{
    size_t i = 0;
    while (is_digit(look(lexer, i)))
        i++;
    if (look(lexer, i) == '.')
        return true;
    return (look(lexer, i) | 0x20) == 'e';
}

static void number(wg_ptx_lexer *lexer, wg_ptx_token *token)
{
    char prefix = look(lexer, 0) == '0' ? (char)(look(lexer, 1) | 0x20) : 0;
    if (prefix == 'f') {
        float_bits(lexer, token, 8);
    } else if (prefix == 'd') {
        float_bits(lexer, token, 16);
    } else if (prefix == 'x' || prefix == 'b') {
        lexer->at += 2;
        integer(lexer, token, prefix == 'x' ? 16 : 2);
    } else if (is_decimal_float(lexer)) {
        decimal_float(lexer, token);
    } else {
        integer(lexer, token, look(lexer, 0) == '0' ? 8 : 10);
    }
    if (is_word(look(lexer, 0))) {
        skip_word(lexer);
        if (token->kind != WG_TOKEN_BAD)
            bad(token, "this is not a number");
    }
}

/* Behind a dot: a word, with "::" inside when it is a modifier such as .shared::cluster; or the digits of ".5". */
static void dotted(wg_ptx_lexer *lexer, wg_ptx_token *token)
{
    if (is_digit(look(lexer, 1))) {
        wg_ptx_lexer before = *lexer;
        decimal_float(lexer, token);
        if (!is_word(look(lexer, 0)))
            return;
        *lexer = before; /* .2d, .16x64b */
        token->bits = 0;
    }
    token->kind = WG_TOKEN_DOTTED;
    lexer->at++;
    skip_word(lexer);
    while (look(lexer, 0) == ':' && look(lexer, 1) == ':' && is_word(look(lexer, 2))) {
        lexer->at += 2;
        skip_word(lexer);
    }
}

static void string(wg_ptx_lexer *lexer, wg_ptx_token *token)
{
    token->kind = WG_TOKEN_STRING;
    lexer->at++;
    while (lexer->at < lexer->end && *lexer->at != '\n') {
        char c = *lexer->at++;
        if (c == '"')
            return;
        if (c == '\\' && look(lexer, 0) == '"')
            lexer->at++;
    }
    bad(token, "the string has no closing quote");
}

/* The kind of two characters that are one operator; 0 when they are not. */
static int operator_kind(char first, char second)
{
    static const struct {
        char first, second;
        int kind;
    } OPERATORS[] = {
        {'<', '<', WG_TOKEN_SHL}, {'>', '>', WG_TOKEN_SHR}, {'<', '=', WG_TOKEN_LE},  {'>', '=', WG_TOKEN_GE},
        {'=', '=', WG_TOKEN_EQ},  {'!', '=', WG_TOKEN_NE},  {'&', '&', WG_TOKEN_AND}, {'|', '|', WG_TOKEN_OR},
    };
    for (size_t i = 0; i < sizeof OPERATORS / sizeof *OPERATORS; i++)
        if (OPERATORS[i].first == first && OPERATORS[i].second == second)
            return OPERATORS[i].kind;
    return 0;
}

static void punctuation(wg_ptx_lexer *lexer, wg_ptx_token *token)
{
    char first = *lexer->at++, second = look(lexer, 0);
    int kind = is(second, PUNCTUATION) ? operator_kind(first, second) : 0;
    token->kind = kind ? kind : first;
    if (kind)
        lexer->at++;
    else if (!is(first, PUNCTUATION))
        bad(token, "this character means nothing in PTX");
}

void wg_ptx_lexer_next(wg_ptx_lexer *lexer, wg_ptx_token *token)
{
    bool closed = skip_blanks(lexer);
    *token = (wg_ptx_token){
        .start = lexer->at,
        .line = lexer->line,
        .column = (uint32_t)(lexer->at - lexer->line_start) + 1,
    };
    char c = look(lexer, 0);
    if (lexer->at == lexer->end) {
        token->kind = WG_TOKEN_END;
        if (!closed)
            bad(token, "the comment does not end");
    } else if (is_digit(c)) {
        number(lexer, token);
    } else if (is_word(c) || (c == '%' && is_word(look(lexer, 1)))) {
        token->kind = WG_TOKEN_NAME;
        lexer->at++;
        skip_word(lexer);
    } else if (c == '.' && is_word(look(lexer, 1))) {
        dotted(lexer, token);
    } else if (c == '"') {
        string(lexer, token);
    } else {
        punctuation(lexer, token);
    }
    token->length = (size_t)(lexer->at - token->start);
}

/* Asked for every name and directive, nearly always in vain: a loop that ends at the first difference beats strncmp. */
bool wg_ptx_token_is(const wg_ptx_token *token, const char *text)
{
    for (size_t i = 0; i < token->length; i++)
        if (token->start[i] != text[i])
            return false;
    return text[token->length] == 0;
}

wg_ptx_quoted wg_ptx_quote(const wg_ptx_token *token)
{
    enum { SHOWN = 60 };
    if (token->length == 0)
        return (wg_ptx_quoted){"the end of the file"};
    wg_ptx_quoted quote = {"'"};
    size_t used = 1;
    for (size_t i = 0; i < token->length && used < SHOWN; i++) {
        unsigned char c = (unsigned char)token->start[i];
        if (c >= ' ' && c < 127)
            quote.text[used++] = (char)c;
        else
            used += (size_t)snprintf(quote.text + used, sizeof quote.text - used, "\\x%02x", c);
    }
    snprintf(quote.text + used, sizeof quote.text - used, used < SHOWN ? "'" : "…'");
    return quote;
}
