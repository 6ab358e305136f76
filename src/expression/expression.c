/* SPDX-License-Identifier: Apache-2.0 */
/* The parser: precedence climbing, emitting the program (expression_program.h) as it goes. After a failure it unwinds:
 * every function returns at once while p->status is set. */
#include "expression/expression.h"

#include "expression/code.h"
#include "expression/lex.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 100, MAX_ARGUMENTS = 16, MAX_NAME = 256 };

typedef struct parser {
    wg_expression *e;
    const wg_scope *scope;
    const char *at;
    wg_expression_token token;
    int depth;
    bool exact_division; /* inside ceil(), floor(), round() */
    wg_status status;
    wg_error *err;
} parser;

static int conditional(parser *p);

static int fail(parser *p, const char *place, const char *sentence)
{
    if (p->status == WG_OK)
        p->status = wg_expression_complain(p->e, place, sentence, p->err);
    return WG_EXPRESSION_NO_REGISTER;
}

/* ---- emitting ---- */

static int checked(parser *p, int r)
{
    return r == WG_EXPRESSION_NO_REGISTER ? fail(p, p->token.start, "the expression is too long") : r;
}

static int constant(parser *p, wg_value value)
{
    return p->status == WG_OK ? checked(p, wg_expression_constant(p->e, value)) : WG_EXPRESSION_NO_REGISTER;
}

static int emit(parser *p, wg_expression_op op, int a, int b, int c, const char *place)
{
    if (p->status != WG_OK)
        return WG_EXPRESSION_NO_REGISTER;
    const char *failure;
    int r = wg_expression_emit(p->e, op, a, b, c, place, &failure);
    return failure ? fail(p, place, failure) : checked(p, r);
}

static bool is_real(const parser *p, int r)
{
    return p->status == WG_OK && p->e->registers[r].is_real;
}

static int to_real(parser *p, int r, const char *place)
{
    return is_real(p, r) ? r : emit(p, WG_EXPRESSION_OP_TO_REAL, r, r, r, place);
}

/* Emits the integer or the real form, whichever the operands ask for; WG_EXPRESSION_OP_NONE: there is no such form. */
static int emit_either(parser *p, wg_expression_op integer, wg_expression_op real, int a, int b, const char *place)
{
    if (integer != WG_EXPRESSION_OP_NONE && !is_real(p, a) && !is_real(p, b))
        return emit(p, integer, a, b, a, place);
    if (real == WG_EXPRESSION_OP_NONE)
        return fail(p, place, "this works on integers only");
    a = to_real(p, a, place);
    b = to_real(p, b, place);
    return emit(p, real, a, b, a, place);
}

static int truth(parser *p, int r, bool wanted, const char *place)
{
    return emit_either(p, wanted ? WG_EXPRESSION_OP_TRUE_I : WG_EXPRESSION_OP_FALSE_I,
                       wanted ? WG_EXPRESSION_OP_TRUE_R : WG_EXPRESSION_OP_FALSE_R, r, r, place);
}

/* From here on failures count only where `condition` (0 or 1) holds. Returns the guard to put back. */
static int guard_with(parser *p, int condition, const char *place)
{
    int was = p->e->guard;
    if (p->status != WG_OK)
        return was;
    const wg_expression_register *r = &p->e->registers[condition];
    if (!r->is_constant || !r->value.i)
        p->e->guard = was == WG_EXPRESSION_NO_REGISTER ? condition
                                                       : emit(p, WG_EXPRESSION_OP_AND_BITS, was, condition, was, place);
    return was;
}

/* ---- parsing ---- */

static void advance(parser *p)
{
    p->token = wg_expression_token_next(&p->at);
    if (p->token.kind == WG_EXPRESSION_TOKEN_BAD)
        fail(p, p->token.start, p->token.text);
}

static bool accept(parser *p, const char *sign)
{
    if (p->status != WG_OK || !wg_expression_token_is(&p->token, sign))
        return false;
    advance(p);
    return true;
}

static void expect(parser *p, const char *sign)
{
    char sentence[64];
    snprintf(sentence, sizeof sentence, "expected '%s'", sign);
    if (!accept(p, sign))
        fail(p, p->token.start, sentence);
}

typedef struct function {
    const char *name;
    uint8_t least, most; /* arguments */
    wg_expression_op integer, real;
    bool exact; /* its argument is divided exactly, whatever the dialect */
} function;

/* Where `integer` is NONE for a function that yields integers, an integer argument is the result. */
static const function functions[] = {
    {"abs", 1, 1, WG_EXPRESSION_OP_ABS_I, WG_EXPRESSION_OP_ABS_R, false},
    {"min", 1, MAX_ARGUMENTS, WG_EXPRESSION_OP_MIN_I, WG_EXPRESSION_OP_MIN_R, false},
    {"max", 1, MAX_ARGUMENTS, WG_EXPRESSION_OP_MAX_I, WG_EXPRESSION_OP_MAX_R, false},
    {"pow", 2, 2, WG_EXPRESSION_OP_POW_I, WG_EXPRESSION_OP_POW_R, false},
    {"ceil_div", 2, 2, WG_EXPRESSION_OP_CEILDIV_I, WG_EXPRESSION_OP_CEILDIV_R, false},
    {"ceil", 1, 1, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_CEIL, true},
    {"floor", 1, 1, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_FLOOR, true},
    {"round", 1, 1, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_ROUND, true},
    {"trunc", 1, 1, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_TRUNC, true},
    {"int", 1, 1, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_TRUNC, true},
    {"float", 1, 1, WG_EXPRESSION_OP_TO_REAL, WG_EXPRESSION_OP_NONE, true},
    {"sqrt", 1, 1, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_SQRT, false},
    {"exp", 1, 1, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_EXP, false},
    {"log", 1, 1, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_LOG, false},
    {"log2", 1, 1, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_LOG2, false},
    {"log10", 1, 1, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_LOG10, false},
    {"sin", 1, 1, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_SIN, false},
    {"cos", 1, 1, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_COS, false},
    {"tan", 1, 1, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_TAN, false},
    {"tanh", 1, 1, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_TANH, false},
    {"atan2", 2, 2, WG_EXPRESSION_OP_NONE, WG_EXPRESSION_OP_ATAN2, false},
    {"hash", 1, 1, WG_EXPRESSION_OP_HASH, WG_EXPRESSION_OP_NONE, false},
};

static const struct {
    const char *name;
    wg_value value;
} constants[] = {
    {"pi", {.is_real = true, .real = 3.14159265358979323846}},
    {"inf", {.is_real = true, .real = INFINITY}},
    {"nan", {.is_real = true, .real = NAN}},
    {"True", {.integer = 1}},
    {"False", {.integer = 0}},
    {"true", {.integer = 1}},
    {"false", {.integer = 0}},
};

static int apply(parser *p, const function *f, const int *args, int count, const char *place)
{
    if (p->status != WG_OK)
        return WG_EXPRESSION_NO_REGISTER;
    if (f->integer == WG_EXPRESSION_OP_NONE && !wg_expression_op_infos[f->real].real_result && !is_real(p, args[0]))
        return args[0];
    if (f->integer == WG_EXPRESSION_OP_TO_REAL)
        return to_real(p, args[0], place);
    if (count == 1 && f->most > 1)
        return args[0];
    int r = emit_either(p, f->integer, f->real, args[0], args[count > 1], place);
    for (int k = 2; k < count; k++)
        r = emit_either(p, f->integer, f->real, r, args[k], place);
    return r;
}

/* The scope may know "max(a)" and "min(a)" as names: then the whole call is one. The token is the opening bracket. */
static bool find_extreme(parser *p, const function *f, wg_value *value)
{
    const char *ahead = p->at;
    wg_expression_token argument = wg_expression_token_next(&ahead), end = wg_expression_token_next(&ahead);
    bool is_extreme = f->integer == WG_EXPRESSION_OP_MIN_I || f->integer == WG_EXPRESSION_OP_MAX_I;
    if (!is_extreme || !p->scope->find || argument.kind != WG_EXPRESSION_TOKEN_NAME ||
        !wg_expression_token_is(&end, ")"))
        return false;
    char name[MAX_NAME];
    snprintf(name, sizeof name, "%s(%.*s)", f->name, (int)argument.length, argument.start);
    wg_error ignored;
    if (p->scope->find(p->scope->user, name, value, &ignored) != WG_OK)
        return false;
    p->at = ahead;
    advance(p);
    return true;
}

static int wrong_count(parser *p, const function *f, const char *place)
{
    char sentence[80];
    if (f->least == f->most)
        snprintf(sentence, sizeof sentence, "%s() takes %d argument%s", f->name, f->least, f->least > 1 ? "s" : "");
    else
        snprintf(sentence, sizeof sentence, "%s() takes %d to %d arguments", f->name, f->least, f->most);
    return fail(p, place, sentence);
}

static int call(parser *p, const function *f, const char *place)
{
    wg_value value;
    if (find_extreme(p, f, &value))
        return constant(p, value);
    bool was = p->exact_division;
    p->exact_division |= f->exact;
    int args[MAX_ARGUMENTS], count = 0;
    expect(p, "(");
    do {
        int r = conditional(p);
        if (count < MAX_ARGUMENTS)
            args[count] = r;
        count++;
    } while (accept(p, ","));
    expect(p, ")");
    p->exact_division = was;
    if (p->status == WG_OK && (count < f->least || count > f->most))
        return wrong_count(p, f, place);
    return apply(p, f, args, count, place);
}

/* The text of the name just read, with its subscript: "ProblemSize[0]". */
static void read_name(parser *p, const wg_expression_token *name, char *text, size_t size)
{
    int length = snprintf(text, size, "%.*s", (int)name->length, name->start);
    if ((size_t)length >= size) {
        fail(p, name->start, "this name is too long");
        return;
    }
    if (!accept(p, "["))
        return;
    if (p->token.kind != WG_EXPRESSION_TOKEN_NUMBER || p->token.value.is_real) {
        fail(p, p->token.start, "expected an integer as subscript");
        return;
    }
    snprintf(text + length, size - (size_t)length, "[%lld]", (long long)p->token.value.integer);
    advance(p);
    expect(p, "]");
}

static int look_up(parser *p, const char *name, const char *place)
{
    const wg_scope *scope = p->scope;
    if (p->status != WG_OK)
        return WG_EXPRESSION_NO_REGISTER;
    if (scope->index && !strcmp(name, scope->index))
        return WG_EXPRESSION_INDEX_REGISTER;
    wg_value value = {0};
    wg_status status = scope->find ? scope->find(scope->user, name, &value, p->err) : WG_ERR_MISSING;
    for (size_t k = 0; k < sizeof constants / sizeof *constants && status == WG_ERR_MISSING; k++) {
        if (!strcmp(name, constants[k].name)) {
            value = constants[k].value;
            status = WG_OK;
        }
    }
    if (status == WG_OK)
        return constant(p, value);
    if (status == WG_ERR_MISSING) {
        char sentence[MAX_NAME + 32];
        snprintf(sentence, sizeof sentence, "'%s' is not defined", name);
        return fail(p, place, sentence);
    }
    p->status = status;
    return WG_EXPRESSION_NO_REGISTER;
}

static int named(parser *p)
{
    wg_expression_token name = p->token;
    advance(p);
    if (wg_expression_token_is(&p->token, "(")) {
        for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
            if (strlen(functions[k].name) == name.length && !memcmp(functions[k].name, name.start, name.length))
                return call(p, &functions[k], name.start);
        return fail(p, name.start, "there is no such function");
    }
    char text[MAX_NAME];
    read_name(p, &name, text, sizeof text);
    return look_up(p, text, name.start);
}

static int primary(parser *p)
{
    if (p->status != WG_OK)
        return WG_EXPRESSION_NO_REGISTER;
    if (p->token.kind == WG_EXPRESSION_TOKEN_NUMBER) {
        int r = constant(p, p->token.value);
        advance(p);
        return r;
    }
    if (p->token.kind == WG_EXPRESSION_TOKEN_NAME)
        return named(p);
    if (accept(p, "(")) {
        int r = conditional(p);
        expect(p, ")");
        return r;
    }
    return fail(p, p->token.start,
                p->token.kind == WG_EXPRESSION_TOKEN_END ? "something is missing here" : "expected a value");
}

static int unary(parser *p);

static int powered(parser *p)
{
    int base = primary(p);
    const char *place = p->token.start;
    if (!accept(p, "**"))
        return base;
    int exponent = unary(p);
    return emit_either(p, WG_EXPRESSION_OP_POW_I, WG_EXPRESSION_OP_POW_R, base, exponent, place);
}

static int unary(parser *p)
{
    if (p->status != WG_OK)
        return WG_EXPRESSION_NO_REGISTER;
    if (p->depth == MAX_DEPTH)
        return fail(p, p->token.start, "the expression is nested too deeply");
    p->depth++;
    const char *place = p->token.start;
    int r;
    if (accept(p, "-")) {
        r = unary(p);
        r = emit_either(p, WG_EXPRESSION_OP_NEG_I, WG_EXPRESSION_OP_NEG_R, r, r, place);
    } else if (accept(p, "~")) {
        r = unary(p);
        r = emit_either(p, WG_EXPRESSION_OP_NOT_BITS, WG_EXPRESSION_OP_NONE, r, r, place);
    } else if (accept(p, "!")) {
        r = truth(p, unary(p), false, place);
    } else if (accept(p, "+")) {
        r = unary(p);
    } else {
        r = powered(p);
    }
    p->depth--;
    return r;
}

typedef struct binary {
    const char *sign;
    uint8_t level;
    wg_expression_op integer[2], real; /* integer form of each dialect */
} binary;

enum { LOWEST_LEVEL = 1, HIGHEST_LEVEL = 6 };

static const binary binaries[] = {
    {"|", 1, {WG_EXPRESSION_OP_OR_BITS, WG_EXPRESSION_OP_OR_BITS}, WG_EXPRESSION_OP_NONE},
    {"^", 2, {WG_EXPRESSION_OP_XOR_BITS, WG_EXPRESSION_OP_XOR_BITS}, WG_EXPRESSION_OP_NONE},
    {"&", 3, {WG_EXPRESSION_OP_AND_BITS, WG_EXPRESSION_OP_AND_BITS}, WG_EXPRESSION_OP_NONE},
    {"<<", 4, {WG_EXPRESSION_OP_SHL, WG_EXPRESSION_OP_SHL}, WG_EXPRESSION_OP_NONE},
    {">>", 4, {WG_EXPRESSION_OP_SHR, WG_EXPRESSION_OP_SHR}, WG_EXPRESSION_OP_NONE},
    {"+", 5, {WG_EXPRESSION_OP_ADD_I, WG_EXPRESSION_OP_ADD_I}, WG_EXPRESSION_OP_ADD_R},
    {"-", 5, {WG_EXPRESSION_OP_SUB_I, WG_EXPRESSION_OP_SUB_I}, WG_EXPRESSION_OP_SUB_R},
    {"*", 6, {WG_EXPRESSION_OP_MUL_I, WG_EXPRESSION_OP_MUL_I}, WG_EXPRESSION_OP_MUL_R},
    {"/", 6, {WG_EXPRESSION_OP_DIV_I, WG_EXPRESSION_OP_NONE}, WG_EXPRESSION_OP_DIV_R},
    {"//", 6, {WG_EXPRESSION_OP_FLOORDIV_I, WG_EXPRESSION_OP_FLOORDIV_I}, WG_EXPRESSION_OP_FLOORDIV_R},
    {"%", 6, {WG_EXPRESSION_OP_MOD_I, WG_EXPRESSION_OP_FLOORMOD_I}, WG_EXPRESSION_OP_MOD_R},
};

static const binary *find_binary(const parser *p, int level)
{
    for (size_t k = 0; k < sizeof binaries / sizeof *binaries; k++)
        if (binaries[k].level == level && wg_expression_token_is(&p->token, binaries[k].sign))
            return &binaries[k];
    return NULL;
}

static int arithmetic(parser *p, int level)
{
    if (level > HIGHEST_LEVEL)
        return unary(p);
    int left = arithmetic(p, level + 1);
    for (const binary *b; p->status == WG_OK && (b = find_binary(p, level));) {
        const char *place = p->token.start;
        advance(p);
        int right = arithmetic(p, level + 1);
        bool python = p->scope->dialect == WG_DIALECT_PYTHON;
        wg_expression_op integer = b->integer[python], real = b->real;
        if (integer == WG_EXPRESSION_OP_DIV_I && p->exact_division)
            integer = WG_EXPRESSION_OP_NONE;
        if (real == WG_EXPRESSION_OP_MOD_R && python)
            real = WG_EXPRESSION_OP_FLOORMOD_R;
        left = emit_either(p, integer, real, left, right, place);
    }
    return left;
}

static const struct {
    const char *sign;
    wg_expression_op integer, real;
    bool swapped;
} comparisons[] = {
    {"<", WG_EXPRESSION_OP_LT_I, WG_EXPRESSION_OP_LT_R, false},
    {">", WG_EXPRESSION_OP_LT_I, WG_EXPRESSION_OP_LT_R, true},
    {"<=", WG_EXPRESSION_OP_LE_I, WG_EXPRESSION_OP_LE_R, false},
    {">=", WG_EXPRESSION_OP_LE_I, WG_EXPRESSION_OP_LE_R, true},
    {"==", WG_EXPRESSION_OP_EQ_I, WG_EXPRESSION_OP_EQ_R, false},
    {"!=", WG_EXPRESSION_OP_NE_I, WG_EXPRESSION_OP_NE_R, false},
};

/* a < b < c means a < b and b < c. */
static int comparison(parser *p)
{
    int left = arithmetic(p, LOWEST_LEVEL), result = WG_EXPRESSION_NO_REGISTER;
    for (size_t k = 0; k < sizeof comparisons / sizeof *comparisons && p->status == WG_OK;) {
        const char *place = p->token.start;
        if (!accept(p, comparisons[k].sign)) {
            k++;
            continue;
        }
        int was = result == WG_EXPRESSION_NO_REGISTER ? p->e->guard : guard_with(p, result, place);
        int right = arithmetic(p, LOWEST_LEVEL);
        bool swap = comparisons[k].swapped;
        int holds = emit_either(p, comparisons[k].integer, comparisons[k].real, swap ? right : left,
                                swap ? left : right, place);
        p->e->guard = was;
        result = result == WG_EXPRESSION_NO_REGISTER
                     ? holds
                     : emit_either(p, WG_EXPRESSION_OP_AND_BITS, WG_EXPRESSION_OP_NONE, result, holds, place);
        left = right;
        k = 0;
    }
    return result == WG_EXPRESSION_NO_REGISTER ? left : result;
}

static int negation(parser *p)
{
    if (p->depth == MAX_DEPTH)
        return fail(p, p->token.start, "the expression is nested too deeply");
    const char *place = p->token.start;
    if (!accept(p, "not"))
        return comparison(p);
    p->depth++;
    int r = truth(p, negation(p), false, place);
    p->depth--;
    return r;
}

/* `&&` when all is true, `||` otherwise: the right side counts only where the left one did not settle it. */
static int logical(parser *p, bool all)
{
    int left = all ? negation(p) : logical(p, true);
    for (;;) {
        const char *place = p->token.start;
        if (!accept(p, all ? "&&" : "||"))
            return left;
        left = truth(p, left, true, place);
        int undecided = all ? left : truth(p, left, false, place);
        int was = guard_with(p, undecided, place);
        int right = truth(p, all ? negation(p) : logical(p, true), true, place);
        p->e->guard = was;
        left = emit_either(p, all ? WG_EXPRESSION_OP_AND_BITS : WG_EXPRESSION_OP_OR_BITS, WG_EXPRESSION_OP_NONE, left,
                           right, place);
    }
}

static int choose(parser *p, int condition, int yes, int no, const char *place)
{
    bool real = is_real(p, yes) || is_real(p, no);
    if (real) {
        condition = to_real(p, condition, place);
        yes = to_real(p, yes, place);
        no = to_real(p, no, place);
    }
    return emit(p, real ? WG_EXPRESSION_OP_SELECT_R : WG_EXPRESSION_OP_SELECT_I, condition, yes, no, place);
}

static int conditional(parser *p)
{
    if (p->depth == MAX_DEPTH)
        return fail(p, p->token.start, "the expression is nested too deeply");
    p->depth++;
    int r = logical(p, false);
    const char *place = p->token.start;
    if (accept(p, "?")) {
        int condition = truth(p, r, true, place), otherwise = truth(p, r, false, place);
        int was = guard_with(p, condition, place);
        int yes = conditional(p);
        p->e->guard = was;
        expect(p, ":");
        guard_with(p, otherwise, place);
        int no = conditional(p);
        p->e->guard = was;
        r = choose(p, condition, yes, no, place);
    }
    p->depth--;
    return r;
}

wg_status wg_expression_compile(const char *text, const wg_scope *scope, wg_expression **out, wg_error *err)
{
    wg_expression *e = wg_expression_new(text);
    parser p = {.e = e, .scope = scope, .at = e->text, .err = err};
    advance(&p);
    e->result = conditional(&p);
    if (p.status == WG_OK && p.token.kind != WG_EXPRESSION_TOKEN_END)
        fail(&p, p.token.start, "expected an operator");
    if (p.status != WG_OK) {
        wg_expression_free(e);
        e = NULL;
    }
    *out = e;
    return p.status;
}

wg_status wg_expression_evaluate(const char *text, const wg_scope *scope, wg_value *value, wg_error *err)
{
    wg_expression *e;
    wg_status status = wg_expression_compile(text, scope, &e, err);
    if (status != WG_OK)
        return status;
    bool constant_result = wg_expression_is_constant(e, value);
    if (!constant_result)
        status = wg_error_set(err, WG_ERR_INPUT, "'%s' has no single value", text);
    wg_expression_free(e);
    return status;
}

wg_status wg_value_to_integer(const wg_value *value, int64_t *out, wg_error *err)
{
    *out = value->integer;
    if (!value->is_real)
        return WG_OK;
    if (!(value->real >= -0x1p63 && value->real < 0x1p63) || trunc(value->real) != value->real)
        return wg_error_set(err, WG_ERR_INPUT, "%g is not an integer", value->real);
    *out = (int64_t)value->real;
    return WG_OK;
}

double wg_value_to_real(const wg_value *value)
{
    return value->is_real ? value->real : (double)value->integer;
}

void wg_value_format(const wg_value *value, char *text, size_t size)
{
    if (value->is_real)
        snprintf(text, size, "%.15g", value->real);
    else
        snprintf(text, size, "%lld", (long long)value->integer);
}
