/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations: variables in every state space, registers, and the parameters of functions. */
#include "ptx/parser.h"

static const struct {
    const char *name;
    wg_space space;
} SPACES[] = {
    {".reg", WG_SPACE_REG},     {".param", WG_SPACE_PARAM}, {".global", WG_SPACE_GLOBAL}, {".shared", WG_SPACE_SHARED},
    {".local", WG_SPACE_LOCAL}, {".const", WG_SPACE_CONST}, {".tex", WG_SPACE_TEX},       {".surf", WG_SPACE_TEX},
};

/* WG_SPACE_GENERIC when the token names none. */
static wg_space find_space(const wg_ptx_token *token)
{
    for (size_t i = 0; i < sizeof SPACES / sizeof *SPACES; i++)
        if (token->kind == WG_TOKEN_DOTTED && wg_ptx_token_is(token, SPACES[i].name))
            return SPACES[i].space;
    return WG_SPACE_GENERIC;
}

bool wg_ptx_is_space(const wg_ptx_token *token)
{
    return find_space(token) != WG_SPACE_GENERIC;
}

/* ---- what stands before the names ---- */

static bool align(wg_ptx_parser *p, uint32_t *bytes)
{
    wg_ptx_token at = p->token;
    uint64_t value;
    if (!wg_ptx_number(p, "an alignment in bytes", WG_MAX_ALIGN, &value))
        return false;
    if (value == 0 || (value & (value - 1)) != 0)
        return wg_ptx_fail(p, &at, "the alignment %s is not a power of two", wg_ptx_quote(&at).text);
    *bytes = (uint32_t)value;
    return true;
}

/* .attribute ( .managed , .unified ( number , number ) ) */
bool wg_ptx_parse_attribute(wg_ptx_parser *p, bool *is_managed)
{
    if (!wg_ptx_expect(p, '(', "'(' behind .attribute"))
        return false;
    do {
        uint64_t half;
        if (wg_ptx_accept_dotted(p, ".managed"))
            *is_managed = true;
        else if (!wg_ptx_accept_dotted(p, ".unified"))
            return wg_ptx_fail_expected(p, "an attribute: .managed or .unified");
        else if (!wg_ptx_expect(p, '(', "'('") || !wg_ptx_number(p, "a number", UINT64_MAX, &half) ||
                 !wg_ptx_expect(p, ',', "','") || !wg_ptx_number(p, "a number", UINT64_MAX, &half) ||
                 !wg_ptx_expect(p, ')', "')'"))
            return false;
    } while (wg_ptx_accept(p, ','));
    return wg_ptx_expect(p, ')', "')'");
}

/* .ptr, the space and the alignment of what it points to. The alignment is the pointee's, not the parameter's. */
static bool pointer(wg_ptx_parser *p, wg_ptx_declaration *declaration)
{
    declaration->is_pointer = true;
    declaration->pointee = find_space(&p->token);
    bool is_dotted = p->token.kind == WG_TOKEN_DOTTED;
    wg_type type = is_dotted ? wg_type_find(p->token.start + 1, p->token.length - 1) : WG_TYPE_NONE;
    if (declaration->pointee != WG_SPACE_GENERIC || wg_type_kind_of(type) == WG_KIND_OPAQUE)
        wg_ptx_advance(p);
    uint32_t ignored;
    return !wg_ptx_accept_dotted(p, ".align") || align(p, &ignored);
}

/* A type, possibly with .v2 or .v4 before it. */
static bool type_or_vector(wg_ptx_parser *p, wg_ptx_declaration *declaration)
{
    wg_type type = wg_type_find(p->token.start + 1, p->token.length - 1);
    if (wg_ptx_token_is(&p->token, ".v2"))
        declaration->vector = 2;
    else if (wg_ptx_token_is(&p->token, ".v4"))
        declaration->vector = 4;
    else if (type == WG_TYPE_NONE)
        return wg_ptx_fail(p, &p->token, "%s is neither a type nor an attribute of a variable",
                           wg_ptx_quote(&p->token).text);
    else if (declaration->type != WG_TYPE_NONE)
        return wg_ptx_fail(p, &p->token, "%s is a second type", wg_ptx_quote(&p->token).text);
    else
        declaration->type = type;
    wg_ptx_advance(p);
    return true;
}

static bool declaration_prefix(wg_ptx_parser *p, wg_ptx_declaration *declaration)
{
    declaration->vector = 1;
    declaration->space = find_space(&p->token);
    if (declaration->space == WG_SPACE_GENERIC)
        return wg_ptx_fail_expected(p, "a state space such as .param");
    wg_ptx_advance(p);
    uint64_t bank; /* .const[2] of PTX 1.x: the number only chose a place */
    if (wg_ptx_accept(p, '[') && (!wg_ptx_number(p, "a constant bank", 10, &bank) || !wg_ptx_expect(p, ']', "']'")))
        return false;

    while (p->token.kind == WG_TOKEN_DOTTED) {
        bool ok;
        if (wg_ptx_accept_dotted(p, ".align"))
            ok = align(p, &declaration->align);
        else if (wg_ptx_accept_dotted(p, ".attribute"))
            ok = wg_ptx_parse_attribute(p, &declaration->is_managed);
        else if (wg_ptx_accept_dotted(p, ".ptr"))
            ok = pointer(p, declaration);
        else
            ok = type_or_vector(p, declaration);
        if (!ok)
            return false;
    }
    if (declaration->type == WG_TYPE_NONE)
        return wg_ptx_fail_expected(p, "a type such as .u32");
    return true;
}

/* ---- registers ---- */

static bool add_registers(wg_ptx_parser *p, const wg_ptx_token *name, const wg_ptx_declaration *declaration,
                          uint64_t count, wg_ptx_symbol *symbol)
{
    wg_ptx_body *body = &p->body;
    if (count > WG_MAX_FUNCTION_REGISTERS - body->register_count || count > WG_MAX_MODULE_REGISTERS - p->register_total)
        return wg_ptx_fail(p, name, "%s brings more registers than the %d a function or the %d a module may have",
                           wg_ptx_quote(name).text, WG_MAX_FUNCTION_REGISTERS, WG_MAX_MODULE_REGISTERS);
    p->register_total += count;
    symbol->index = (uint32_t)body->register_count;
    symbol->count = (uint32_t)count;
    for (uint64_t i = 0; i < count; i++)
        *WG_PUSH(body->registers, body->register_count, body->register_capacity) =
            (wg_ptx_register){.type = declaration->type, .vector = declaration->vector};
    return true;
}

/* A single register gets its name here; those of a range when an operand first names them (wg_ptx_register says so). */
static bool single_register(wg_ptx_parser *p, const wg_ptx_token *name, const wg_ptx_declaration *declaration)
{
    uint32_t index;
    const wg_ptx_symbol *same = wg_ptx_register_find(p, name, &index);
    if (same && same->depth == p->depth)
        return wg_ptx_fail_twice(p, name, same);
    if (!wg_ptx_symbol_is_free(p, WG_NAMES, name))
        return false;
    wg_ptx_symbol *symbol = wg_ptx_symbol_add(p, WG_NAMES, WG_SYMBOL_REGISTER, name);
    if (!add_registers(p, name, declaration, 1, symbol))
        return false;
    p->body.registers[symbol->index].name = wg_arena_copy(&p->module->arena, name->start, name->length);
    return true;
}

/* %r1, or %r<100> for %r0 to %r99 */
static bool register_declarator(wg_ptx_parser *p, const wg_ptx_declaration *declaration)
{
    wg_ptx_token name;
    if (!wg_ptx_name(p, "the name of a register", &name))
        return false;
    if (!wg_ptx_accept(p, '<'))
        return single_register(p, &name, declaration);
    uint64_t count;
    if (!wg_ptx_number(p, "a number of registers", UINT64_MAX, &count) || !wg_ptx_expect(p, '>', "'>'"))
        return false;
    return wg_ptx_symbol_is_free(p, WG_RANGES, &name) &&
           add_registers(p, &name, declaration, count, wg_ptx_symbol_add(p, WG_RANGES, WG_SYMBOL_REGISTER, &name));
}

/* ---- variables ---- */

/* [4][2], [] */
static bool dimensions(wg_ptx_parser *p, wg_ptx_shape *shape)
{
    while (wg_ptx_accept(p, '[')) {
        wg_ptx_token at = p->token;
        int64_t extent = 0;
        if (shape->count == WG_MAX_DIMENSIONS)
            return wg_ptx_fail(p, &at, "an array has at most %d dimensions", WG_MAX_DIMENSIONS);
        if (at.kind != ']') {
            if (!wg_ptx_parse_integer(p, &extent))
                return false;
            if (extent < 0)
                return wg_ptx_fail(p, &at, "the size of an array cannot be negative");
        } else if (shape->count == 0) {
            shape->is_unsized = true;
        } else {
            return wg_ptx_fail(p, &at, "only the first dimension of an array may be left open");
        }
        shape->extents[shape->count++] = (uint64_t)extent;
        if (!wg_ptx_expect(p, ']', "']'"))
            return false;
    }
    return true;
}

bool wg_ptx_variable_size(wg_ptx_parser *p, const wg_ptx_token *name, wg_ptx_variable *variable, uint64_t count)
{
    uint64_t limit = variable->space == WG_SPACE_GLOBAL ? WG_MAX_GLOBAL : WG_MAX_VARIABLE;
    uint64_t unit = (uint64_t)wg_type_bytes(variable->type) * variable->vector;
    if (__builtin_mul_overflow(count, unit, &variable->size) || variable->size > limit)
        return wg_ptx_fail(p, name, "%s is larger than the %llu bytes a variable may have here",
                           wg_ptx_quote(name).text, (unsigned long long)limit);
    variable->count = count;
    return true;
}

static bool shape_variable(wg_ptx_parser *p, const wg_ptx_token *name, wg_ptx_variable *variable, wg_ptx_shape *shape)
{
    uint64_t count = 1;
    for (unsigned i = shape->count; i-- > 0;) {
        shape->step = count;
        if (i == 0 && shape->is_unsized)
            break;
        if (__builtin_mul_overflow(count, shape->extents[i], &count))
            return wg_ptx_fail(p, name, "the size of %s does not fit 64 bits", wg_ptx_quote(name).text);
    }
    variable->is_array = shape->count > 0;
    if (!wg_ptx_variable_size(p, name, variable, count)) /* an open array must have room for one step at least */
        return false;
    if (shape->is_unsized)
        variable->count = variable->size = 0;
    return true;
}

static wg_ptx_variable *new_variable(wg_ptx_parser *p, const wg_ptx_token *name, const wg_ptx_declaration *declaration)
{
    wg_ptx_variable *variable = WG_NEW(&p->module->arena, wg_ptx_variable);
    variable->name = wg_arena_copy(&p->module->arena, name->start, name->length);
    variable->space = declaration->space;
    variable->type = declaration->type;
    variable->vector = declaration->vector;
    variable->is_extern = declaration->is_extern;
    variable->is_managed = declaration->is_managed;
    variable->align = declaration->align ? declaration->align : wg_type_bytes(declaration->type) * declaration->vector;
    variable->place = wg_ptx_place_of(p, name);
    return variable;
}

/* An extern declaration and the definition are one variable, in either order: the definition stays, in the place of
 * whichever came first. Returns false when there is nothing of that kind to unite. */
static bool unite(wg_ptx_parser *p, const wg_ptx_token *name, wg_ptx_variable **variable)
{
    const wg_ptx_symbol *same = wg_ptx_symbol_find(p, WG_NAMES, name);
    if (p->depth > 0 || !same || same->kind != WG_SYMBOL_VARIABLE)
        return false;
    wg_ptx_variable *first = same->variable;
    if (!first->is_extern && !(*variable)->is_extern)
        return false;
    if (first->is_extern) {
        (*variable)->index = first->index;
        *first = **variable;
    }
    *variable = first;
    return true;
}

static bool add_variable(wg_ptx_parser *p, const wg_ptx_token *name, wg_ptx_variable *variable)
{
    if (!wg_ptx_symbol_is_free(p, WG_NAMES, name))
        return false;
    wg_ptx_symbol_add(p, WG_NAMES, WG_SYMBOL_VARIABLE, name)->variable = variable;
    if (p->depth == 0) {
        variable->index = (uint32_t)p->variable_count;
        *WG_PUSH(p->variables, p->variable_count, p->variable_capacity) = variable;
    } else {
        wg_ptx_body *body = &p->body;
        variable->index = (uint32_t)body->variable_count;
        *WG_PUSH(body->variables, body->variable_count, body->variable_capacity) = variable;
    }
    return true;
}

/* Samplers are initialised by properties: { addr_mode_0 = clamp_to_edge, … }. They are of no use to anybody here. */
static bool skip_properties(wg_ptx_parser *p)
{
    if (!wg_ptx_expect(p, '{', "'{'"))
        return false;
    while (p->token.kind != '}' && p->token.kind != WG_TOKEN_END && p->token.kind != WG_TOKEN_BAD)
        wg_ptx_advance(p);
    return wg_ptx_expect(p, '}', "'}'");
}

static bool variable_declarator(wg_ptx_parser *p, const wg_ptx_declaration *declaration)
{
    wg_ptx_token name;
    wg_ptx_shape shape = {0};
    if (!wg_ptx_name(p, "the name of a variable", &name) || !dimensions(p, &shape))
        return false;
    wg_ptx_variable *variable = new_variable(p, &name, declaration);
    if (!shape_variable(p, &name, variable, &shape))
        return false;
    if (p->token.kind != '=' && shape.is_unsized && !declaration->is_extern)
        return wg_ptx_fail(p, &name, "%s needs a size, an initialiser or .extern", wg_ptx_quote(&name).text);
    /* The name is known inside its own initialiser: a list node may point to itself. */
    if (!unite(p, &name, &variable) && !add_variable(p, &name, variable))
        return false;
    if (!wg_ptx_accept(p, '='))
        return true;
    if (wg_type_kind_of(declaration->type) == WG_KIND_OPAQUE)
        return skip_properties(p);
    if (declaration->is_extern)
        return wg_ptx_fail(p, &name, "%s is .extern: its value is given where it is defined", wg_ptx_quote(&name).text);
    return wg_ptx_parse_initialiser(p, &name, variable, &shape);
}

bool wg_ptx_parse_declaration(wg_ptx_parser *p, bool is_extern)
{
    wg_ptx_token first = p->token;
    wg_ptx_declaration declaration = {.is_extern = is_extern};
    if (!declaration_prefix(p, &declaration))
        return false;
    bool is_register = declaration.space == WG_SPACE_REG;
    if (p->depth == 0 && (is_register || declaration.space == WG_SPACE_PARAM))
        return wg_ptx_fail(p, &first, "%s cannot be declared outside a function", wg_ptx_quote(&first).text);
    do {
        if (!(is_register ? register_declarator(p, &declaration) : variable_declarator(p, &declaration)))
            return false;
    } while (wg_ptx_accept(p, ','));
    return wg_ptx_expect(p, ';', "';' or ','");
}

/* ---- parameters ---- */

/* Old-style parameters are registers of the function; those of a prototype are described as variables all the same. */
static bool parameter(wg_ptx_parser *p, bool declare, wg_ptx_param *param)
{
    wg_ptx_declaration declaration = {0};
    wg_ptx_shape shape = {0};
    wg_ptx_token name;
    if (!declaration_prefix(p, &declaration))
        return false;
    if (declaration.space != WG_SPACE_PARAM && declaration.space != WG_SPACE_REG)
        return wg_ptx_fail(p, &p->token, "a parameter is in .param or .reg");
    if (!wg_ptx_name(p, "the name of a parameter", &name))
        return false;
    param->is_pointer = declaration.is_pointer;
    param->pointee = declaration.pointee;
    if (declare && declaration.space == WG_SPACE_REG) {
        param->reg = (uint32_t)p->body.register_count;
        return single_register(p, &name, &declaration);
    }
    param->variable = new_variable(p, &name, &declaration);
    param->variable->index = (uint32_t)p->param_count;
    if (!dimensions(p, &shape) || !shape_variable(p, &name, param->variable, &shape))
        return false;
    if (!declare || wg_ptx_token_is(&name, "_"))
        return true;
    if (!wg_ptx_symbol_is_free(p, WG_NAMES, &name))
        return false;
    wg_ptx_symbol_add(p, WG_NAMES, WG_SYMBOL_VARIABLE, &name)->variable = param->variable;
    return true;
}

/* ( parameter , … ); `declare` makes the names known in the current scope. */
bool wg_ptx_parse_param_list(wg_ptx_parser *p, bool declare, wg_ptx_param **params, uint32_t *count)
{
    p->param_count = 0;
    if (!wg_ptx_expect(p, '(', "'('"))
        return false;
    if (!wg_ptx_accept(p, ')')) {
        do {
            wg_ptx_param param = {0};
            if (!parameter(p, declare, &param))
                return false;
            *WG_PUSH(p->params, p->param_count, p->param_capacity) = param;
        } while (wg_ptx_accept(p, ','));
        if (!wg_ptx_expect(p, ')', "')' or ','"))
            return false;
    }
    *params = wg_ptx_keep(p, p->params, p->param_count, sizeof *p->params);
    *count = (uint32_t)p->param_count;
    return true;
}
