/* SPDX-License-Identifier: Apache-2.0 */
/* The words of an expression. */
#ifndef WG_EXPRESSION_LEX_H
#define WG_EXPRESSION_LEX_H

#include "expression/expression.h"

typedef enum wg_token_kind {
    WG_TOKEN_END,
    WG_TOKEN_NUMBER,
    WG_TOKEN_NAME,
    WG_TOKEN_SIGN, /* an operator or bracket; `and`, `or`, `not` come as "&&", "||", "not" */
    WG_TOKEN_BAD,  /* text says why */
} wg_token_kind;

typedef struct wg_token {
    wg_token_kind kind;
    const char *text; /* SIGN: a string of the table, comparable by pointer to nothing else; BAD: the reason */
    const char *start;
    size_t length;
    wg_value value;
} wg_token;

/* The token at or after *at; *at moves behind it. */
wg_token wg_token_next(const char **at);

bool wg_token_is(const wg_token *token, const char *sign);

#endif
