/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel's source as words and signs, for those who look at it without compiling it: comments are gone, conditional
 * parts that are not compiled too, and macros without arguments are replaced by what they stand for. It is no
 * preprocessor: headers are not read, and macros with arguments stay as they are. Any text can be read. */
#ifndef WG_SOURCE_TOKENS_H
#define WG_SOURCE_TOKENS_H

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum wg_token_kind { WG_TOKEN_WORD, WG_TOKEN_NUMBER, WG_TOKEN_SIGN, WG_TOKEN_QUOTED } wg_token_kind;

enum { WG_NO_MATCH = UINT32_MAX };

typedef struct wg_token {
    const char *text; /* not terminated */
    uint32_t length, line;
    uint32_t match; /* index of the bracket that belongs to this one: ( [ {; WG_NO_MATCH: none */
    uint8_t kind;
} wg_token;

typedef struct wg_tokens {
    wg_token *items;
    size_t count, capacity;
    wg_map macros;     /* of struct macro */
    size_t expansions; /* tokens that macros stood for */
    wg_arena arena;
} wg_tokens;

/* `flags` are the compiler's: -DNAME=VALUE counts. The text must outlive the tokens. */
void wg_tokens_read(wg_tokens *out, const char *text, size_t length, const char *const *flags, size_t flag_count);
void wg_tokens_free(wg_tokens *tokens);

bool wg_token_is(const wg_token *token, const char *text);
/* One of the words, which have blanks between them. */
bool wg_token_among(const wg_token *token, const char *words);
/* "const float *": with a blank where words meet. In the arena. */
char *wg_tokens_text(const wg_tokens *tokens, size_t first, size_t end, wg_arena *arena);

#endif
