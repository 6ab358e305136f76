/* SPDX-License-Identifier: Apache-2.0 */
/* Initialisers: nested braces of constants and addresses, flattened into the bytes of the variable. Bytes grow as
 * values appear, so that what is allocated while parsing is bounded by the text and not by the size a declaration
 * claims; the final image is bounded by WG_MAX_INITIALISED. Addresses become relocations: nobody knows yet where
 * anything lies. */
#include "ptx/parser.h"

#include <string.h>

typedef struct initialiser {
    const wg_ptx_token *name;
    wg_ptx_variable *variable;
    wg_ptx_shape shape; /* with the elements of a vector as one more dimension */
    unsigned bytes;     /* of one value */
} initialiser;

/* ---- values ---- */

static bool fits(wg_ptx_parser *p, const wg_ptx_token *at, uint64_t size)
{
    if (size <= WG_MAX_INITIALISED - p->initialised_total)
        return true;
    return wg_ptx_fail(p, at, "initialised variables take more than %d bytes", WG_MAX_INITIALISED);
}

static bool reserve_bytes(wg_ptx_parser *p, const wg_ptx_token *at, uint64_t end)
{
    if (!fits(p, at, end))
        return false;
    if (end > p->byte_capacity) {
        p->byte_capacity = end * 2;
        p->bytes = wg_realloc(p->bytes, p->byte_capacity);
    }
    if (end > p->byte_count) {
        memset(p->bytes + p->byte_count, 0, end - p->byte_count);
        p->byte_count = end;
    }
    return true;
}

/* The bits that a constant leaves in memory as a value of the type; false when it has no such form. */
static bool convert(const wg_ptx_constant *constant, wg_type type, uint64_t *bits)
{
    unsigned size = wg_type_bytes(type);
    wg_type_kind kind = wg_type_kind_of(type);
    *bits = constant->bits;
    if (wg_ptx_constant_is_float(constant)) {
        if ((kind != WG_KIND_FLOAT && kind != WG_KIND_BITS) || (size != 4 && size != 8))
            return false;
        if (constant->kind == WG_CONSTANT_F32 && size == 4)
            return true; /* as written, a signalling NaN included */
    } else if (kind != WG_KIND_FLOAT || size < 4) {
        return true;
    }
    double wide = wg_ptx_constant_double(constant);
    float narrow = (float)wide;
    if (size == 8) {
        memcpy(bits, &wide, sizeof wide);
    } else {
        uint32_t word;
        memcpy(&word, &narrow, sizeof word);
        *bits = word;
    }
    return true;
}

static bool constant_value(wg_ptx_parser *p, const initialiser *init, uint64_t offset)
{
    wg_ptx_token first = p->token;
    wg_ptx_constant constant;
    uint64_t bits;
    if (!wg_ptx_parse_constant(p, &constant))
        return false;
    if (!convert(&constant, init->variable->type, &bits))
        return wg_ptx_fail(p, &first, "%s cannot be the value of a .%s", wg_ptx_quote(&first).text,
                           wg_type_name(init->variable->type));
    if (!reserve_bytes(p, &first, offset + init->bytes))
        return false;
    unsigned char fill = constant.kind == WG_CONSTANT_S64 && (int64_t)bits < 0 ? 0xff : 0;
    for (unsigned i = 0; i < init->bytes; i++)
        p->bytes[offset + i] = i < 8 ? (unsigned char)(bits >> 8 * i) : fill;
    return true;
}

/* name, name + 4, generic(name), generic(name) + 4 */
static bool address(wg_ptx_parser *p, wg_ptx_reloc *reloc, wg_ptx_token *name)
{
    if (!wg_ptx_name(p, "the name of a variable or function", name))
        return false;
    reloc->generic = wg_ptx_token_is(name, "generic") && p->token.kind == '(';
    if (reloc->generic) {
        wg_ptx_advance(p);
        if (!wg_ptx_name(p, "the name of a variable or function", name) || !wg_ptx_expect(p, ')', "')'"))
            return false;
    }
    if (wg_ptx_accept(p, '+') || p->token.kind == '-')
        return wg_ptx_parse_integer(p, &reloc->addend);
    return true;
}

/* 0xFF00 ( address ): one byte of it */
static bool masked_address(wg_ptx_parser *p, wg_ptx_reloc *reloc, wg_ptx_token *name)
{
    uint64_t mask = p->token.bits;
    while (reloc->shift < 56 && mask >> reloc->shift > 0xff)
        reloc->shift = (uint8_t)(reloc->shift + 8);
    if (mask != (uint64_t)0xff << reloc->shift)
        return wg_ptx_fail(p, &p->token, "the mask %s does not select one byte", wg_ptx_quote(&p->token).text);
    wg_ptx_advance(p);
    return wg_ptx_expect(p, '(', "'('") && address(p, reloc, name) && wg_ptx_expect(p, ')', "')'");
}

static bool bind_reloc(wg_ptx_reloc *reloc, const wg_ptx_symbol *symbol)
{
    if (symbol && symbol->kind == WG_SYMBOL_VARIABLE)
        reloc->variable = symbol->variable;
    else if (symbol && symbol->kind == WG_SYMBOL_FUNCTION)
        reloc->function = symbol->function;
    else
        return false;
    return true;
}

static bool address_value(wg_ptx_parser *p, const initialiser *init, uint64_t offset)
{
    wg_ptx_token first = p->token, name;
    bool masked = first.kind == WG_TOKEN_INT;
    wg_ptx_reloc reloc = {.offset = offset, .bytes = (uint8_t)init->bytes};
    if (!(masked ? masked_address(p, &reloc, &name) : address(p, &reloc, &name)))
        return false;
    if (masked ? init->bytes != 1 : init->bytes != 4 && init->bytes != 8)
        return wg_ptx_fail(p, &first, "the address of %s does not fit a .%s", wg_ptx_quote(&name).text,
                           wg_type_name(init->variable->type));
    if (!reserve_bytes(p, &first, offset + init->bytes))
        return false;
    *WG_PUSH(p->relocs, p->reloc_count, p->reloc_capacity) = (wg_ptx_named_reloc){reloc, name};
    return true;
}

/* ---- braces ---- */

static bool level_values(wg_ptx_parser *p, initialiser *init, unsigned level, uint64_t offset, uint64_t size);

static bool single_value(wg_ptx_parser *p, const initialiser *init, uint64_t offset)
{
    bool is_mask = p->token.kind == WG_TOKEN_INT && wg_ptx_peek(p).kind == '(';
    return is_mask || wg_ptx_is_symbol(&p->token) ? address_value(p, init, offset) : constant_value(p, init, offset);
}

/* What stands at one level of the shape: an array in braces, or below the last level a value. It starts at `offset` and
 * takes `size` bytes; an open array (`[]`, always the first level) is as long as its list and `size` is one step of it.
 */
static bool level_value(wg_ptx_parser *p, initialiser *init, unsigned level, uint64_t offset, uint64_t size)
{
    if (level == init->shape.count)
        return single_value(p, init, offset);
    if (!wg_ptx_expect(p, '{', "'{'"))
        return false;
    return (p->token.kind == '}' || level_values(p, init, level, offset, size)) && wg_ptx_expect(p, '}', "'}' or ','");
}

static bool level_values(wg_ptx_parser *p, initialiser *init, unsigned level, uint64_t offset, uint64_t size)
{
    uint64_t *extent = &init->shape.extents[level];
    bool is_open = level == 0 && init->shape.is_unsized;
    uint64_t step = is_open ? size : *extent ? size / *extent : 0;
    uint64_t count = 0;
    do {
        if (is_open && !fits(p, &p->token, (count + 1) * step))
            return false;
        if (!is_open && count == *extent)
            return wg_ptx_fail(p, &p->token, "%s has more values than elements", wg_ptx_quote(init->name).text);
        if (!level_value(p, init, level + 1, offset + count * step, step))
            return false;
        count++;
    } while (wg_ptx_accept(p, ','));
    if (is_open)
        *extent = count;
    return true;
}

/* Names are looked up when all values are there: most are known by now, the others wait for the end of the file. */
static void keep_relocs(wg_ptx_parser *p, wg_ptx_variable *variable)
{
    variable->relocs = WG_NEW_ARRAY(&p->module->arena, wg_ptx_reloc, p->reloc_count);
    variable->reloc_count = (uint32_t)p->reloc_count;
    for (size_t i = 0; i < p->reloc_count; i++) {
        wg_ptx_reloc *reloc = &variable->relocs[i];
        *reloc = p->relocs[i].reloc;
        if (!bind_reloc(reloc, wg_ptx_symbol_find(p, WG_NAMES, &p->relocs[i].name)))
            *WG_PUSH(p->forward, p->forward_count, p->forward_capacity) =
                (wg_ptx_forward_reloc){reloc, p->relocs[i].name};
    }
}

bool wg_ptx_parse_initialiser(wg_ptx_parser *p, const wg_ptx_token *name, wg_ptx_variable *variable,
                              const wg_ptx_shape *shape)
{
    if (variable->space != WG_SPACE_GLOBAL && variable->space != WG_SPACE_CONST)
        return wg_ptx_fail(p, name, "%s cannot have an initial value: only .global and .const variables can",
                           wg_ptx_quote(name).text);
    initialiser init = {.name = name, .variable = variable, .shape = *shape, .bytes = wg_type_bytes(variable->type)};
    uint64_t size = variable->size;
    if (shape->is_unsized)
        size = shape->step * init.bytes * variable->vector;
    if (variable->vector > 1)
        init.shape.extents[init.shape.count++] = variable->vector;

    p->byte_count = p->reloc_count = 0;
    if (!level_value(p, &init, 0, 0, size))
        return false;
    if (shape->is_unsized && !wg_ptx_variable_size(p, name, variable, init.shape.extents[0] * shape->step))
        return false;
    if (!fits(p, name, variable->size))
        return false;
    p->initialised_total += variable->size;
    variable->init = wg_arena_alloc(&p->module->arena, variable->size);
    if (p->byte_count)
        memcpy(variable->init, p->bytes, p->byte_count);
    keep_relocs(p, variable);
    return true;
}

bool wg_ptx_relocs_finish(wg_ptx_parser *p)
{
    for (size_t i = 0; i < p->forward_count; i++) {
        const wg_ptx_token *name = &p->forward[i].name;
        if (!bind_reloc(p->forward[i].reloc, wg_ptx_symbol_find(p, WG_NAMES, name)))
            return wg_ptx_fail(p, name, "%s is not declared", wg_ptx_quote(name).text);
    }
    return true;
}
