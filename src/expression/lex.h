/* SPDX-License-Identifier: Apache-2.0 */
/* The words of an expression. */
#ifndef WG_EXPRESSION_LEX_H
#define WG_EXPRESSION_LEX_H

#include "expression/expression.h"

typedef enum wg_expression_token_kind {
    WG_EXPRESSION_TOKEN_END,
    WG_EXPRESSION_TOKEN_NUMBER,
    WG_EXPRESSION_TOKEN_NAME,
    WG_EXPRESSION_TOKEN_SIGN, /* an operator or bracket; `and`, `or`, `not` come as "&&", "||", "not" */
    WG_EXPRESSION_TOKEN_BAD,  /* text says why */
} wg_expression_token_kind;

typedef struct wg_expression_token {
    wg_expression_token_kind kind;
    const char *text; /* SIGN: a string of the table, comparable by pointer to nothing else; BAD: the reason */
    const char *start;
    size_t length;
    wg_value value;
} wg_expression_token;

/* The token at or after *at; *at moves behind it. */
wg_expression_token wg_expression_token_next(const char **at);

bool wg_expression_token_is(const wg_expression_token *token, const char *sign);

#endif
