/* SPDX-License-Identifier: Apache-2.0 */
/* Operands. They are parsed the same way for every instruction but two, whose grammar differs: `bra` takes a label,
 * `call` takes lists in parentheses and functions that may be declared later. What an operand means to its instruction
 * is decided elsewhere. */
#include "ptx/parser.h"

#include <string.h>

static bool operand(wg_ptx_parser *p, wg_ptx_operand *out);

/* ---- names ---- */

/* .x of a vector, .b0 or .h1 of a video instruction's operand. The numbers are those of wg_ptx_operand. */
static bool component(wg_ptx_parser *p, wg_ptx_operand *out)
{
    static const struct {
        const char *name;
        uint8_t number;
    } COMPONENTS[] = {
        {".x", 1}, {".y", 2},  {".z", 3},  {".w", 4},  {".r", 1},  {".g", 2},  {".b", 3},
        {".a", 4}, {".b0", 5}, {".b1", 6}, {".b2", 7}, {".b3", 8}, {".h0", 9}, {".h1", 10},
    };
    for (size_t i = 0; i < sizeof COMPONENTS / sizeof *COMPONENTS; i++) {
        if (wg_ptx_accept_dotted(p, COMPONENTS[i].name)) {
            out->component = COMPONENTS[i].number;
            return true;
        }
    }
    return wg_ptx_fail(p, &p->token, "%s is not a component of a register", wg_ptx_quote(&p->token).text);
}

/* The registers of a range have no names until one is used: a range may declare many more than the text ever mentions.
 */
static void use_register(wg_ptx_parser *p, uint32_t index, const wg_ptx_token *name)
{
    wg_ptx_register *reg = &p->body.registers[index];
    if (!reg->name)
        reg->name = wg_arena_copy(&p->module->arena, name->start, name->length);
}

/* %laneid, %tid.x; %tid alone is its .x */
static bool special_register(wg_ptx_parser *p, const wg_ptx_token *name, wg_ptx_operand *out)
{
    enum { LONGEST = 64 };
    const void *found = wg_map_get(&p->special_registers, name->start, name->length);
    if (!found && name->length < LONGEST) {
        char spelling[2 * LONGEST];
        bool has_component = p->token.kind == WG_TOKEN_DOTTED && p->token.length < LONGEST;
        memcpy(spelling, name->start, name->length);
        size_t length = has_component ? p->token.length : 2;
        memcpy(spelling + name->length, has_component ? p->token.start : ".x", length);
        found = wg_map_get(&p->special_registers, spelling, name->length + length);
        if (found && has_component)
            wg_ptx_advance(p);
    }
    if (!found)
        return wg_ptx_fail(p, name, "%s is not declared in %s", wg_ptx_quote(name).text, wg_ptx_where(p));
    out->kind = WG_OPERAND_SREG;
    out->index = (uint32_t)((uintptr_t)found - 1);
    return true;
}

/* + 4, - 4, + -4 behind the base of an address */
static bool offset(wg_ptx_parser *p, wg_ptx_operand *out)
{
    if (wg_ptx_accept(p, '+') || p->token.kind == '-')
        return wg_ptx_parse_integer(p, &out->offset);
    return true;
}

/* name[3]: the element of that number, the other way to write [name + 12] */
static bool array_element(wg_ptx_parser *p, wg_ptx_operand *out)
{
    wg_ptx_token at = p->token;
    if (wg_ptx_is_symbol(&at))
        return wg_ptx_fail(p, &at, "an array element is chosen by a constant; add %s to an address instead",
                           wg_ptx_quote(&at).text);
    int64_t index, bytes = (int64_t)wg_type_bytes(out->variable->type) * out->variable->vector;
    if (!wg_ptx_parse_integer(p, &index))
        return false;
    if (__builtin_mul_overflow(index, bytes, &out->offset))
        return wg_ptx_fail(p, &at, "the index is too large");
    out->kind = WG_OPERAND_ADDRESS;
    out->base = WG_OPERAND_VARIABLE;
    return wg_ptx_expect(p, ']', "']'");
}

static bool named_operand(wg_ptx_parser *p, wg_ptx_operand *out)
{
    wg_ptx_token name = p->token;
    wg_ptx_advance(p);
    if (wg_ptx_token_is(&name, "_")) {
        out->kind = WG_OPERAND_DISCARD;
        return true;
    }
    if (wg_ptx_register_find(p, &name, &out->reg)) {
        out->kind = WG_OPERAND_REG;
        use_register(p, out->reg, &name);
        return p->token.kind != WG_TOKEN_DOTTED || component(p, out);
    }
    const wg_ptx_symbol *symbol = wg_ptx_symbol_find(p, WG_NAMES, &name);
    if (!symbol)
        return special_register(p, &name, out);
    switch (symbol->kind) {
    case WG_SYMBOL_VARIABLE:
        out->kind = WG_OPERAND_VARIABLE;
        out->variable = symbol->variable;
        return wg_ptx_accept(p, '[') ? array_element(p, out) : offset(p, out);
    case WG_SYMBOL_FUNCTION:
        out->kind = WG_OPERAND_FUNCTION;
        out->function = symbol->function;
        return true;
    default: /* registers were found above, labels have a namespace of their own: a table */
        out->kind = WG_OPERAND_TABLE;
        out->index = symbol->index;
        return true;
    }
}

/* ---- constants ---- */

static bool constant_operand(wg_ptx_parser *p, wg_ptx_operand *out)
{
    wg_ptx_constant constant;
    if (!wg_ptx_parse_constant(p, &constant))
        return false;
    out->kind = wg_ptx_constant_is_float(&constant) ? WG_OPERAND_FLOAT : WG_OPERAND_INT;
    out->is_f32 = constant.kind == WG_CONSTANT_F32;
    out->bits = constant.bits;
    return true;
}

/* ---- lists and brackets ---- */

/* Elements wait on p->operands, a stack that inner lists share, until their number is known. `first` is where this list
 * began there. */
static bool keep_elements(wg_ptx_parser *p, size_t first, wg_ptx_operand *out)
{
    size_t count = p->operand_count - first;
    if (count > WG_MAX_ELEMENTS)
        return wg_ptx_fail(p, &p->token, "a list of operands has more than %d elements", WG_MAX_ELEMENTS);
    if (count > 0) /* the stack may not exist yet */
        out->elements = wg_ptx_keep(p, p->operands + first, count, sizeof *p->operands);
    out->element_count = (uint16_t)count;
    p->operand_count = first;
    return true;
}

static bool push_operand(wg_ptx_parser *p)
{
    wg_ptx_operand element = {0};
    if (!operand(p, &element))
        return false;
    *WG_PUSH(p->operands, p->operand_count, p->operand_capacity) = element;
    return true;
}

/* { a , … } or ( a , … ): the opening one is gone already, `close` ends it. */
static bool list(wg_ptx_parser *p, int close, const char *expected, wg_ptx_operand *out)
{
    size_t first = p->operand_count;
    out->kind = close == '}' ? WG_OPERAND_VECTOR : WG_OPERAND_LIST;
    if (p->token.kind != close) {
        do {
            if (!push_operand(p))
                return false;
        } while (wg_ptx_accept(p, ','));
    }
    return wg_ptx_expect(p, close, expected) && keep_elements(p, first, out);
}

/* base + offset, without the brackets. The base is a register, a variable, or missing: an absolute address. */
static bool address(wg_ptx_parser *p, wg_ptx_operand *out)
{
    wg_ptx_token first = p->token;
    out->in_brackets = true;
    if (first.kind != WG_TOKEN_NAME) {
        out->kind = WG_OPERAND_ADDRESS;
        out->base = WG_OPERAND_INT;
        if (!wg_ptx_parse_integer(p, &out->offset))
            return false;
        out->bits = (uint64_t)out->offset;
        return true;
    }
    if (!named_operand(p, out))
        return false;
    if (out->kind != WG_OPERAND_REG && out->kind != WG_OPERAND_VARIABLE)
        return wg_ptx_fail(p, &first, "%s cannot be the base of an address", wg_ptx_quote(&first).text);
    out->base = out->kind;
    out->kind = WG_OPERAND_ADDRESS;
    return offset(p, out);
}

/* [ address ], or [ texture , sampler , { x , y } ]: a list in brackets. Its first element is the base of the address,
 * as an operand of its own kind, with the offset it may have. */
static bool brackets(wg_ptx_parser *p, wg_ptx_operand *out)
{
    size_t first = p->operand_count;
    if (!address(p, out))
        return false;
    if (p->token.kind == ',') {
        wg_ptx_operand base = *out;
        base.kind = base.base;
        base.in_brackets = false;
        *WG_PUSH(p->operands, p->operand_count, p->operand_capacity) = base;
        *out = (wg_ptx_operand){.kind = WG_OPERAND_LIST, .in_brackets = true};
        while (wg_ptx_accept(p, ','))
            if (!push_operand(p))
                return false;
        if (!keep_elements(p, first, out))
            return false;
    }
    return wg_ptx_expect(p, ']', "']', ',' or '+'");
}

/* ---- one operand ---- */

static bool simple_operand(wg_ptx_parser *p, wg_ptx_operand *out)
{
    int kind = p->token.kind;
    bool is_sign = kind == '!' || kind == '-';
    if (is_sign) {
        wg_ptx_token next = wg_ptx_peek(p);
        out->negated = wg_ptx_is_symbol(&next);
        if (out->negated)
            wg_ptx_advance(p);
    }
    if (wg_ptx_is_symbol(&p->token))
        return named_operand(p, out);
    if (wg_ptx_accept(p, '{'))
        return list(p, '}', "'}' or ','", out);
    if (wg_ptx_accept(p, '['))
        return brackets(p, out);
    if (!is_sign && kind != '~' && kind != '+' && kind != '(' && kind != WG_TOKEN_NAME && kind != WG_TOKEN_INT &&
        kind != WG_TOKEN_FLOAT)
        return wg_ptx_fail_expected(p, "an operand");
    return constant_operand(p, out);
}

/* a, or a|b: two destinations */
static bool operand(wg_ptx_parser *p, wg_ptx_operand *out)
{
    if (!wg_ptx_enter(p) || !simple_operand(p, out))
        return false;
    if (wg_ptx_accept(p, '|')) {
        wg_ptx_operand pair[2] = {*out};
        if (!simple_operand(p, &pair[1]))
            return false;
        *out = (wg_ptx_operand){.kind = WG_OPERAND_PAIR, .element_count = 2};
        out->elements = wg_ptx_keep(p, pair, 2, sizeof *pair);
    }
    p->nesting--;
    return true;
}

/* ---- the operands of an instruction ---- */

static bool branch_target(wg_ptx_parser *p, wg_ptx_operand *out)
{
    wg_ptx_token name;
    if (!wg_ptx_name(p, "a label", &name))
        return false;
    out->kind = WG_OPERAND_LABEL;
    out->index = wg_ptx_label_refer(p, &name);
    return true;
}

static bool call_operand(wg_ptx_parser *p, wg_ptx_operand *out)
{
    if (wg_ptx_accept(p, '('))
        return list(p, ')', "')' or ','", out);
    uint32_t ignored;
    bool is_unknown = p->token.kind == WG_TOKEN_NAME && !wg_ptx_register_find(p, &p->token, &ignored) &&
                      !wg_ptx_symbol_find(p, WG_NAMES, &p->token);
    if (!is_unknown || *p->token.start == '%')
        return operand(p, out);
    out->kind = WG_OPERAND_FUNCTION;
    out->function = wg_ptx_function_refer(p, &p->token);
    wg_ptx_advance(p);
    return true;
}

static bool has_mnemonic(const char *spelling, const char *mnemonic)
{
    size_t length = strlen(mnemonic);
    return strncmp(spelling, mnemonic, length) == 0 && (spelling[length] == 0 || spelling[length] == '.');
}

bool wg_ptx_parse_operands(wg_ptx_parser *p, wg_ptx_instruction *instruction)
{
    wg_ptx_operand operands[WG_PTX_MAX_OPERANDS];
    uint16_t count = 0;
    bool (*next)(wg_ptx_parser *, wg_ptx_operand *) = operand;
    if (has_mnemonic(instruction->spelling, "bra"))
        next = branch_target;
    else if (has_mnemonic(instruction->spelling, "call"))
        next = call_operand;

    if (p->token.kind != ';') {
        do {
            if (count == WG_PTX_MAX_OPERANDS)
                return wg_ptx_fail(p, &p->token, "%s has more than %d operands", instruction->spelling,
                                   WG_PTX_MAX_OPERANDS);
            operands[count] = (wg_ptx_operand){0};
            if (!next(p, &operands[count++]))
                return false;
        } while (wg_ptx_accept(p, ','));
    }
    instruction->operands = wg_ptx_keep(p, operands, count, sizeof *operands);
    instruction->operand_count = count;
    return wg_ptx_expect(p, ';', "',' or ';'");
}

/* @%p or @!%p; the '@' is gone already. */
bool wg_ptx_parse_guard(wg_ptx_parser *p, wg_ptx_instruction *instruction)
{
    wg_ptx_token name;
    instruction->guarded = true;
    instruction->guard_negated = wg_ptx_accept(p, '!');
    if (!wg_ptx_name(p, "a predicate", &name))
        return false;
    if (!wg_ptx_register_find(p, &name, &instruction->guard))
        return wg_ptx_fail(p, &name, "predicate %s is not declared in %s", wg_ptx_quote(&name).text, wg_ptx_where(p));
    use_register(p, instruction->guard, &name);
    if (p->body.registers[instruction->guard].type != WG_TYPE_PRED)
        return wg_ptx_fail(p, &name, "%s is a .%s, not a predicate", wg_ptx_quote(&name).text,
                           wg_type_name(p->body.registers[instruction->guard].type));
    return true;
}
