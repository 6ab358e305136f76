/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/ablate_text.h"

#include "ptx/lexer.h"

#include <stdlib.h>
#include <string.h>

void wg_edits_begin(wg_edits *edits, const wg_ptx_function *f)
{
    *edits = (wg_edits){.count = f->instruction_count};
    edits->of = wg_alloc((f->instruction_count + 1) * sizeof *edits->of);
}

void wg_edits_free(wg_edits *edits)
{
    for (uint32_t k = 0; k <= edits->count && edits->of; k++) {
        wg_text_free(&edits->of[k].label);
        wg_text_free(&edits->of[k].before);
        wg_text_free(&edits->of[k].after);
    }
    wg_text_free(&edits->header);
    wg_text_free(&edits->begin);
    free(edits->of);
    *edits = (wg_edits){0};
}

/* Goes through the tokens and copies the text between the places where something changes. */
typedef struct copying {
    const wg_edits *edits;
    const wg_ptx_function *f;
    wg_ptx_lexer lexer;
    wg_ptx_token token;
    const char *done;  /* copied so far */
    const char *scope; /* a brace that opens a scope in front of the statement to come; NULL: none */
    const char *guard; /* the @ in front of it; NULL: none */
    uint32_t next;     /* the instruction that comes next */
    int depth;
    wg_text *out;
} copying;

static void copy_to(copying *c, const char *to)
{
    wg_text_add(c->out, c->done, (size_t)(to - c->done));
    c->done = to;
}

static void insert(copying *c, const char *at, const wg_text *text)
{
    if (!text->length)
        return;
    copy_to(c, at);
    wg_text_add(c->out, text->bytes, text->length);
}

static bool is_at(const wg_ptx_token *token, const wg_ptx_instruction *i)
{
    return token->kind == WG_TOKEN_NAME && token->line == i->place.line && token->column == i->place.column;
}

/* The token is the instruction's name; ends at its semicolon. */
static void copy_instruction(copying *c)
{
    const wg_edit *edit = &c->edits->of[c->next++];
    const char *begin = c->guard ? c->guard : c->token.start;
    insert(c, c->scope ? c->scope : begin, &edit->label);
    insert(c, begin, &edit->before);
    copy_to(c, begin);
    while (c->token.kind != ';' && c->token.kind != WG_TOKEN_END)
        wg_ptx_lexer_next(&c->lexer, &c->token);
    const char *end = c->token.start + c->token.length;
    if (edit->is_gone)
        c->done = end;
    insert(c, end, &edit->after);
    c->scope = c->guard = NULL;
}

/* The body is the last brace that opens at the outermost level before the first instruction. */
static const char *find_body(const copying *from)
{
    copying c = *from;
    const char *body = NULL;
    for (;;) {
        wg_ptx_lexer_next(&c.lexer, &c.token);
        if (c.token.kind == WG_TOKEN_END || is_at(&c.token, &c.f->instructions[0]))
            return body;
        if (c.token.kind == '{' && c.depth++ == 0)
            body = c.token.start;
        c.depth -= c.token.kind == '}';
    }
}

void wg_edits_apply(const wg_edits *edits, const wg_ptx_function *f, const char *text, size_t length, wg_text *out)
{
    copying c = {.edits = edits, .f = f, .done = text, .out = out};
    wg_ptx_lexer_init(&c.lexer, text, length);
    const char *body = find_body(&c);
    for (wg_ptx_lexer_next(&c.lexer, &c.token); c.token.kind != WG_TOKEN_END; wg_ptx_lexer_next(&c.lexer, &c.token)) {
        if (c.token.start == body) {
            insert(&c, body, &edits->header);
            insert(&c, body + 1, &edits->begin);
        } else if (c.next < edits->count && is_at(&c.token, &f->instructions[c.next])) {
            copy_instruction(&c);
        } else if (c.token.kind == '@') {
            c.guard = c.token.start;
        } else if (c.token.kind == '{') {
            c.scope = c.scope ? c.scope : c.token.start;
        } else if (c.token.kind == ';') {
            c.guard = NULL; /* a scope stays open: declarations may stand in it first */
        } else if (c.token.kind == '}' || c.token.kind == ':') {
            c.scope = NULL;
        }
    }
    copy_to(&c, text + length);
}
