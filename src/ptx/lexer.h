/* SPDX-License-Identifier: Apache-2.0 */
/* PTX text to tokens. The lexer keeps no memory of its own: tokens point into the text. */
#ifndef WG_PTX_LEXER_H
#define WG_PTX_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kind of a punctuation mark is its character; everything else has a kind of its own. */
enum {
    WG_TOKEN_END = 256,
    WG_TOKEN_BAD,    /* cannot be part of any PTX: message says why */
    WG_TOKEN_NAME,   /* ld, %r1, $L__BB0_2, _ */
    WG_TOKEN_DOTTED, /* .global, .x, .2d, .L2::128B: directives, modifiers and components alike */
    WG_TOKEN_INT,
    WG_TOKEN_FLOAT,
    WG_TOKEN_STRING, /* the quotes are part of the token */
    WG_TOKEN_SHL,
    WG_TOKEN_SHR,
    WG_TOKEN_LE,
    WG_TOKEN_GE,
    WG_TOKEN_EQ,
    WG_TOKEN_NE,
    WG_TOKEN_AND,
    WG_TOKEN_OR,
};

typedef struct wg_ptx_token {
    int kind;
    uint32_t line, column; /* both from 1; columns count bytes */
    bool is_unsigned;      /* INT: has a U behind it, or does not fit 63 bits */
    bool is_f32;           /* FLOAT: 0f3F800000 */
    const char *start;
    size_t length;
    uint64_t bits;       /* INT: the value; FLOAT: the bits of a float when is_f32, of a double otherwise */
    const char *message; /* BAD */
} wg_ptx_token;

typedef struct wg_ptx_lexer {
    const char *at, *end, *line_start;
    uint32_t line;
} wg_ptx_lexer;

void wg_ptx_lexer_init(wg_ptx_lexer *lexer, const char *text, size_t length);
void wg_ptx_lexer_next(wg_ptx_lexer *lexer, wg_ptx_token *token);

bool wg_ptx_token_is(const wg_ptx_token *token, const char *text);

/* A token as a message shows it: quoted, shortened, and safe to print whatever the file holds. */
typedef struct wg_ptx_quoted {
    char text[80];
} wg_ptx_quoted;

wg_ptx_quoted wg_ptx_quote(const wg_ptx_token *token);

#endif
