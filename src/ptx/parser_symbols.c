/* SPDX-License-Identifier: Apache-2.0 */
/* Names and scopes.
 *
 * Each namespace is one map from a name to the innermost symbol of that name; a symbol remembers the one it hides.
 * Closing a scope walks the symbols declared in it and puts the hidden ones back, so that a look-up is one probe
 * however deep the blocks nest.
 *
 * A register range (%r<100>) is one symbol under its prefix: %r57 is found by splitting off the digits.
 *
 * Labels are the one thing that is used before it is declared, and `bra L` inside a block may mean an L further down in
 * the same block or in any block around it. So a block's first mention of a label makes an entry of the block's own;
 * closing the block hands an entry it never defined to the block around it. If that one has an entry of the same name
 * already, the two are tied, and stand for the same instruction in the end. */
#include "ptx/parser.h"

#include <string.h>

static const uint32_t UNTIED = UINT32_MAX;

struct wg_ptx_label_entry {
    wg_ptx_label label;
    wg_ptx_token mention; /* the first */
    uint32_t tied_to;     /* the entry of an outer block that this one turned out to be, or UNTIED */
};

/* Functions join the module's scope while a function's own is open: they go below the symbols of inner scopes. */
static void link_symbol(wg_ptx_parser *p, wg_ptx_symbol *symbol, unsigned depth)
{
    void **slot = wg_map_put(&p->names[symbol->space], symbol->name.start, symbol->name.length);
    wg_ptx_symbol *inner = NULL, *outer = *slot;
    while (outer && outer->depth > depth) {
        inner = outer;
        outer = outer->outer;
    }
    symbol->depth = depth;
    symbol->outer = outer;
    symbol->next = p->scopes[depth];
    p->scopes[depth] = symbol;
    if (inner)
        inner->outer = symbol;
    else
        *slot = symbol;
}

static void unlink_symbol(wg_ptx_parser *p, const wg_ptx_symbol *symbol)
{
    *wg_map_put(&p->names[symbol->space], symbol->name.start, symbol->name.length) = symbol->outer;
}

static wg_ptx_symbol *new_symbol(wg_ptx_parser *p, wg_ptx_namespace space, wg_ptx_symbol_kind kind,
                                 const wg_ptx_token *name)
{
    wg_ptx_symbol *symbol = WG_NEW(&p->symbols, wg_ptx_symbol);
    symbol->kind = kind;
    symbol->space = space;
    symbol->name = *name;
    symbol->count = 1;
    symbol->declared = true;
    return symbol;
}

wg_ptx_symbol *wg_ptx_symbol_find(const wg_ptx_parser *p, wg_ptx_namespace space, const wg_ptx_token *name)
{
    return wg_map_get(&p->names[space], name->start, name->length);
}

wg_ptx_symbol *wg_ptx_symbol_find_global(const wg_ptx_parser *p, const wg_ptx_token *name)
{
    wg_ptx_symbol *symbol = wg_ptx_symbol_find(p, WG_NAMES, name);
    while (symbol && symbol->depth > 0)
        symbol = symbol->outer;
    return symbol;
}

wg_ptx_symbol *wg_ptx_symbol_add(wg_ptx_parser *p, wg_ptx_namespace space, wg_ptx_symbol_kind kind,
                                 const wg_ptx_token *name)
{
    wg_ptx_symbol *symbol = new_symbol(p, space, kind, name);
    link_symbol(p, symbol, p->depth);
    return symbol;
}

bool wg_ptx_symbol_is_free(wg_ptx_parser *p, wg_ptx_namespace space, const wg_ptx_token *name)
{
    const wg_ptx_symbol *symbol = wg_ptx_symbol_find(p, space, name);
    if (!symbol || symbol->depth < p->depth)
        return true;
    return wg_ptx_fail_twice(p, name, symbol);
}

bool wg_ptx_fail_twice(wg_ptx_parser *p, const wg_ptx_token *name, const wg_ptx_symbol *first)
{
    return wg_ptx_fail(p, name, "%s is declared twice in %s: the first time on line %u", wg_ptx_quote(name).text,
                       wg_ptx_where(p), first->name.line);
}

/* ---- scopes ---- */

bool wg_ptx_scope_open(wg_ptx_parser *p)
{
    if (p->depth == WG_MAX_NESTING)
        return wg_ptx_fail(p, &p->token, "blocks nest more than %d deep", WG_MAX_NESTING);
    p->scopes[++p->depth] = NULL;
    return true;
}

/* The label was mentioned but not defined in the block that just closed: now it is the business of the one around it.
 */
static void hand_out_label(wg_ptx_parser *p, wg_ptx_symbol *symbol)
{
    const wg_ptx_symbol *outer = wg_ptx_symbol_find(p, WG_LABELS, &symbol->name);
    if (outer && outer->depth == p->depth)
        p->body.labels[symbol->index].tied_to = outer->index;
    else
        link_symbol(p, symbol, p->depth);
}

void wg_ptx_scope_close(wg_ptx_parser *p)
{
    wg_ptx_symbol *symbol = p->scopes[p->depth--];
    while (symbol) {
        wg_ptx_symbol *next = symbol->next;
        unlink_symbol(p, symbol);
        if (symbol->kind == WG_SYMBOL_LABEL && p->depth > 0 && !p->body.labels[symbol->index].label.defined)
            hand_out_label(p, symbol);
        symbol = next;
    }
}

/* ---- registers ---- */

/* %r57 as number 57 of the range %r, if that has so many. An inner range may hide part of an outer one. */
static wg_ptx_symbol *find_in_range(const wg_ptx_parser *p, const wg_ptx_token *name, size_t prefix, uint32_t *number)
{
    uint32_t value = 0;
    for (size_t i = prefix; i < name->length; i++)
        value = value * 10 + (uint32_t)(name->start[i] - '0');
    *number = value;
    wg_ptx_symbol *range = wg_map_get(&p->names[WG_RANGES], name->start, prefix);
    while (range && range->count <= value)
        range = range->outer;
    return range;
}

wg_ptx_symbol *wg_ptx_register_find(const wg_ptx_parser *p, const wg_ptx_token *name, uint32_t *index)
{
    enum { MAX_DIGITS = 7 }; /* of WG_MAX_FUNCTION_REGISTERS */
    size_t prefix = name->length;
    while (prefix > 1 && name->length - prefix < MAX_DIGITS && name->start[prefix - 1] >= '0' &&
           name->start[prefix - 1] <= '9')
        prefix--;
    /* The prefix may itself end in digits: %r12 is number 2 of %r1<4> when there is no %r<13>. */
    wg_ptx_symbol *range = NULL;
    uint32_t number = 0;
    for (; prefix < name->length && !range; prefix++)
        range = find_in_range(p, name, prefix, &number);

    /* Nothing can hide a range of the innermost scope: nearly every look-up ends without asking for the full name. */
    wg_ptx_symbol *single = range && range->depth == p->depth ? NULL : wg_ptx_symbol_find(p, WG_NAMES, name);
    if (range && (!single || single->depth < range->depth)) {
        *index = range->index + number;
        return range;
    }
    if (single && single->kind == WG_SYMBOL_REGISTER) {
        *index = single->index;
        return single;
    }
    return NULL;
}

/* ---- labels ---- */

static wg_ptx_symbol *label_here(wg_ptx_parser *p, const wg_ptx_token *name)
{
    wg_ptx_symbol *symbol = wg_ptx_symbol_find(p, WG_LABELS, name);
    if (symbol && symbol->depth == p->depth)
        return symbol;
    wg_ptx_body *body = &p->body;
    symbol = wg_ptx_symbol_add(p, WG_LABELS, WG_SYMBOL_LABEL, name);
    symbol->index = (uint32_t)body->label_count;
    *WG_PUSH(body->labels, body->label_count, body->label_capacity) = (struct wg_ptx_label_entry){
        .label.name = wg_arena_copy(&p->module->arena, name->start, name->length),
        .mention = *name,
        .tied_to = UNTIED,
    };
    return symbol;
}

uint32_t wg_ptx_label_refer(wg_ptx_parser *p, const wg_ptx_token *name)
{
    return label_here(p, name)->index;
}

bool wg_ptx_label_define(wg_ptx_parser *p, const wg_ptx_token *name)
{
    wg_ptx_symbol *symbol = label_here(p, name);
    wg_ptx_label *label = &p->body.labels[symbol->index].label;
    if (label->defined)
        return wg_ptx_fail(p, name, "label %s is defined twice in %s: the first time on line %u",
                           wg_ptx_quote(name).text, wg_ptx_where(p), symbol->name.line);
    symbol->name = *name;
    label->defined = true;
    label->instruction = (uint32_t)p->body.instruction_count;
    return true;
}

bool wg_ptx_labels_finish(wg_ptx_parser *p)
{
    const wg_ptx_body *body = &p->body;
    wg_ptx_label *labels = WG_NEW_ARRAY(&p->module->arena, wg_ptx_label, body->label_count);
    for (size_t i = 0; i < body->label_count; i++) {
        const wg_ptx_token *mention = &body->labels[i].mention;
        size_t end = i;
        while (body->labels[end].tied_to != UNTIED)
            end = body->labels[end].tied_to;
        labels[i] = body->labels[end].label;
        if (!labels[i].defined)
            return wg_ptx_fail(p, mention, "label %s is not defined in %s", wg_ptx_quote(mention).text,
                               wg_ptx_where(p));
    }
    body->function->labels = labels;
    body->function->label_count = (uint32_t)body->label_count;
    return true;
}

/* ---- functions ---- */

wg_ptx_symbol *wg_ptx_function_add(wg_ptx_parser *p, const wg_ptx_token *name)
{
    wg_ptx_function *function = WG_NEW(&p->module->arena, wg_ptx_function);
    function->name = wg_arena_copy(&p->module->arena, name->start, name->length);
    function->index = (uint32_t)p->function_count;
    function->place = wg_ptx_place_of(p, name);
    *WG_PUSH(p->functions, p->function_count, p->function_capacity) = function;

    wg_ptx_symbol *symbol = new_symbol(p, WG_NAMES, WG_SYMBOL_FUNCTION, name);
    symbol->function = function;
    link_symbol(p, symbol, 0);
    return symbol;
}

wg_ptx_function *wg_ptx_function_refer(wg_ptx_parser *p, const wg_ptx_token *name)
{
    wg_ptx_symbol *symbol = wg_ptx_symbol_find(p, WG_NAMES, name);
    if (!symbol) {
        symbol = wg_ptx_function_add(p, name);
        symbol->declared = false;
        *WG_PUSH(p->undeclared, p->undeclared_count, p->undeclared_capacity) = symbol;
    }
    return symbol->function;
}
