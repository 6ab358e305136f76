/* SPDX-License-Identifier: Apache-2.0 */
#include "expression/lex.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Longer ones first: the first that matches is taken. */
static const char *const signs[] = {
    "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/", "%",
    "<",  ">",  "!",  "~",  "&",  "|",  "^",  "?",  ":",  "(",  ")", "[", "]", ",",
};

static const struct {
    const char *word, *sign;
} words[] = {{"and", "&&"}, {"or", "||"}, {"not", "not"}};

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static wg_expression_token bad(const char *start, size_t length, const char *reason)
{
    return (wg_expression_token){.kind = WG_EXPRESSION_TOKEN_BAD, .text = reason, .start = start, .length = length};
}

/* Decimal or hexadecimal, with the suffixes a C programmer may write (1u, 1.5f): they mean nothing here. */
static wg_expression_token number(const char *start)
{
    const char *at = start;
    bool hexadecimal = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
    bool real = false;
    while (is_name(*at) || *at == '.' || ((*at == '+' || *at == '-') && !hexadecimal && strchr("eE", at[-1]))) {
        real |= *at == '.' || (!hexadecimal && strchr("eE", *at));
        at++;
    }
    wg_expression_token token = {.kind = WG_EXPRESSION_TOKEN_NUMBER, .start = start, .length = (size_t)(at - start)};
    char *end;
    errno = 0;
    if (real) {
        token.value = (wg_value){.is_real = true, .real = strtod(start, &end)};
    } else {
        token.value = (wg_value){.integer = strtoll(start, &end, hexadecimal ? 16 : 10)};
        if (errno == ERANGE)
            return bad(start, token.length, "this integer does not fit 64 bits");
    }
    const char *suffixes = real ? "fF" : "uUlL";
    while (end < at && strchr(suffixes, *end))
        end++;
    return end == at ? token : bad(start, token.length, "this is not a number");
}

static wg_expression_token name(const char *start)
{
    size_t length = 0;
    while (is_name(start[length]))
        length++;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strlen(words[k].word) == length && !memcmp(words[k].word, start, length))
            return (wg_expression_token){
                .kind = WG_EXPRESSION_TOKEN_SIGN, .text = words[k].sign, .start = start, .length = length};
    return (wg_expression_token){.kind = WG_EXPRESSION_TOKEN_NAME, .start = start, .length = length};
}

static wg_expression_token sign(const char *start)
{
    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
        size_t length = strlen(signs[k]);
        if (!strncmp(start, signs[k], length))
            return (wg_expression_token){
                .kind = WG_EXPRESSION_TOKEN_SIGN, .text = signs[k], .start = start, .length = length};
    }
    return bad(start, 1, *start == '=' ? "to compare, write ==" : "this character means nothing here");
}

wg_expression_token wg_expression_token_next(const char **at)
{
    const char *start = *at;
    while (isspace((unsigned char)*start))
        start++;
    wg_expression_token token = {.kind = WG_EXPRESSION_TOKEN_END, .start = start};
    if (isdigit((unsigned char)*start) || (*start == '.' && isdigit((unsigned char)start[1])))
        token = number(start);
    else if (is_name(*start))
        token = name(start);
    else if (*start)
        token = sign(start);
    *at = start + token.length;
    return token;
}

bool wg_expression_token_is(const wg_expression_token *token, const char *text)
{
    return token->kind == WG_EXPRESSION_TOKEN_SIGN && !strcmp(token->text, text);
}
