/* SPDX-License-Identifier: Apache-2.0 */
/* Constant expressions: C's operators over 64-bit integers and doubles, evaluated while they are parsed. As in PTX, an
 * integer is signed unless it has a U behind it or needs all 64 bits, and one unsigned operand makes an operation
 * unsigned. */
#include "ptx/parser.h"

#include <string.h>

static wg_ptx_constant from_bool(bool value)
{
    return (wg_ptx_constant){WG_CONSTANT_S64, value};
}

static wg_ptx_constant from_double(double value)
{
    wg_ptx_constant constant = {.kind = WG_CONSTANT_F64};
    memcpy(&constant.bits, &value, sizeof value);
    return constant;
}

bool wg_ptx_constant_is_float(const wg_ptx_constant *constant)
{
    return constant->kind == WG_CONSTANT_F32 || constant->kind == WG_CONSTANT_F64;
}

double wg_ptx_constant_double(const wg_ptx_constant *constant)
{
    switch (constant->kind) {
    case WG_CONSTANT_S64: return (double)(int64_t)constant->bits;
    case WG_CONSTANT_U64: return (double)constant->bits;
    case WG_CONSTANT_F64: {
        double value;
        memcpy(&value, &constant->bits, sizeof value);
        return value;
    }
    default: {
        uint32_t bits = (uint32_t)constant->bits;
        float value;
        memcpy(&value, &bits, sizeof value);
        return (double)value;
    }
    }
}

static bool is_true(const wg_ptx_constant *constant)
{
    return wg_ptx_constant_is_float(constant) ? wg_ptx_constant_double(constant) != 0 : constant->bits != 0;
}

/* ---- binary operators ---- */

/* How tightly an operator binds; 0: it is none. */
static unsigned precedence(int kind)
{
    switch (kind) {
    case '*':
    case '/':
    case '%': return 10;
    case '+':
    case '-': return 9;
    case WG_TOKEN_SHL:
    case WG_TOKEN_SHR: return 8;
    case '<':
    case '>':
    case WG_TOKEN_LE:
    case WG_TOKEN_GE: return 7;
    case WG_TOKEN_EQ:
    case WG_TOKEN_NE: return 6;
    case '&': return 5;
    case '^': return 4;
    case '|': return 3;
    case WG_TOKEN_AND: return 2;
    case WG_TOKEN_OR: return 1;
    default: return 0;
    }
}

/* Arithmetic wraps; only division by zero has no result. */
static bool divide(bool is_signed, int kind, uint64_t a, uint64_t b, uint64_t *result)
{
    if (b == 0)
        return false;
    if (!is_signed)
        *result = kind == '/' ? a / b : a % b;
    else if (b == UINT64_MAX) /* -1: INT64_MIN / -1 would trap */
        *result = kind == '/' ? 0 - a : 0;
    else
        *result = (uint64_t)(kind == '/' ? (int64_t)a / (int64_t)b : (int64_t)a % (int64_t)b);
    return true;
}

static uint64_t shift(bool is_signed, int kind, uint64_t a, uint64_t by)
{
    if (kind == WG_TOKEN_SHL)
        return by < 64 ? a << by : 0;
    if (is_signed)
        return (uint64_t)((int64_t)a >> (by < 64 ? by : 63));
    return by < 64 ? a >> by : 0;
}

static bool less(bool is_signed, uint64_t a, uint64_t b)
{
    return is_signed ? (int64_t)a < (int64_t)b : a < b;
}

static bool integer_operation(wg_ptx_parser *p, const wg_ptx_token *op, const wg_ptx_constant *left,
                              const wg_ptx_constant *right, wg_ptx_constant *result)
{
    uint64_t a = left->bits, b = right->bits;
    bool is_signed = left->kind == WG_CONSTANT_S64 && right->kind == WG_CONSTANT_S64;
    *result = (wg_ptx_constant){.kind = is_signed ? WG_CONSTANT_S64 : WG_CONSTANT_U64};
    switch (op->kind) {
    case '*': result->bits = a * b; break;
    case '+': result->bits = a + b; break;
    case '-': result->bits = a - b; break;
    case '&': result->bits = a & b; break;
    case '^': result->bits = a ^ b; break;
    case '|': result->bits = a | b; break;
    case '<': *result = from_bool(less(is_signed, a, b)); break;
    case '>': *result = from_bool(less(is_signed, b, a)); break;
    case WG_TOKEN_LE: *result = from_bool(!less(is_signed, b, a)); break;
    case WG_TOKEN_GE: *result = from_bool(!less(is_signed, a, b)); break;
    case WG_TOKEN_EQ: *result = from_bool(a == b); break;
    case WG_TOKEN_NE: *result = from_bool(a != b); break;
    case WG_TOKEN_SHL:
    case WG_TOKEN_SHR: /* the type is the left operand's alone */
        result->kind = left->kind;
        result->bits = shift(left->kind == WG_CONSTANT_S64, op->kind, a, b);
        break;
    default:
        if (!divide(is_signed, op->kind, a, b, &result->bits))
            return wg_ptx_fail(p, op, "the constant is divided by zero");
    }
    return true;
}

static bool float_operation(wg_ptx_parser *p, const wg_ptx_token *op, double a, double b, wg_ptx_constant *result)
{
    switch (op->kind) {
    case '*': *result = from_double(a * b); break;
    case '/': *result = from_double(a / b); break;
    case '+': *result = from_double(a + b); break;
    case '-': *result = from_double(a - b); break;
    case '<': *result = from_bool(a < b); break;
    case '>': *result = from_bool(a > b); break;
    case WG_TOKEN_LE: *result = from_bool(a <= b); break;
    case WG_TOKEN_GE: *result = from_bool(a >= b); break;
    case WG_TOKEN_EQ: *result = from_bool(a == b); break;
    case WG_TOKEN_NE: *result = from_bool(a != b); break;
    default: return wg_ptx_fail(p, op, "%s needs integers on both sides", wg_ptx_quote(op).text);
    }
    return true;
}

static bool operation(wg_ptx_parser *p, const wg_ptx_token *op, const wg_ptx_constant *left,
                      const wg_ptx_constant *right, wg_ptx_constant *result)
{
    if (op->kind == WG_TOKEN_AND)
        *result = from_bool(is_true(left) && is_true(right));
    else if (op->kind == WG_TOKEN_OR)
        *result = from_bool(is_true(left) || is_true(right));
    else if (wg_ptx_constant_is_float(left) || wg_ptx_constant_is_float(right))
        return float_operation(p, op, wg_ptx_constant_double(left), wg_ptx_constant_double(right), result);
    else
        return integer_operation(p, op, left, right, result);
    return true;
}

/* ---- grammar ---- */

static bool unary(wg_ptx_parser *p, wg_ptx_constant *value);

static void negate(wg_ptx_constant *value)
{
    switch (value->kind) {
    case WG_CONSTANT_F32: value->bits ^= (uint64_t)1 << 31; break;
    case WG_CONSTANT_F64: value->bits ^= (uint64_t)1 << 63; break;
    default: value->bits = 0 - value->bits; break;
    }
}

/* (.s64) or (.u64) before an operand; or an expression in parentheses. The '(' is gone already. */
static bool cast_or_group(wg_ptx_parser *p, wg_ptx_constant *value)
{
    bool to_signed = wg_ptx_token_is(&p->token, ".s64");
    if (!to_signed && !wg_ptx_token_is(&p->token, ".u64"))
        return wg_ptx_parse_constant(p, value) && wg_ptx_expect(p, ')', "')'");

    wg_ptx_token cast = p->token;
    wg_ptx_advance(p);
    if (!wg_ptx_expect(p, ')', "')'") || !unary(p, value))
        return false;
    if (wg_ptx_constant_is_float(value))
        return wg_ptx_fail(p, &cast, "%s cannot convert a floating-point constant", wg_ptx_quote(&cast).text);
    value->kind = to_signed ? WG_CONSTANT_S64 : WG_CONSTANT_U64;
    return true;
}

static bool primary(wg_ptx_parser *p, wg_ptx_constant *value)
{
    switch (p->token.kind) {
    case WG_TOKEN_INT:
        *value = (wg_ptx_constant){p->token.is_unsigned ? WG_CONSTANT_U64 : WG_CONSTANT_S64, p->token.bits};
        break;
    case WG_TOKEN_FLOAT:
        *value = (wg_ptx_constant){p->token.is_f32 ? WG_CONSTANT_F32 : WG_CONSTANT_F64, p->token.bits};
        break;
    case WG_TOKEN_NAME:
        if (!wg_ptx_token_is(&p->token, "WARP_SZ"))
            return wg_ptx_fail_expected(p, "a constant");
        *value = (wg_ptx_constant){WG_CONSTANT_S64, 32};
        break;
    case '(': wg_ptx_advance(p); return cast_or_group(p, value);
    default: return wg_ptx_fail_expected(p, "a constant");
    }
    wg_ptx_advance(p);
    return true;
}

static bool unary(wg_ptx_parser *p, wg_ptx_constant *value)
{
    wg_ptx_token op = p->token;
    if (op.kind != '+' && op.kind != '-' && op.kind != '!' && op.kind != '~')
        return primary(p, value);
    if (!wg_ptx_enter(p))
        return false;
    wg_ptx_advance(p);
    if (!unary(p, value))
        return false;
    p->nesting--;
    switch (op.kind) {
    case '-': negate(value); break;
    case '!': *value = from_bool(!is_true(value)); break;
    case '~':
        if (wg_ptx_constant_is_float(value))
            return wg_ptx_fail(p, &op, "'~' needs an integer");
        value->bits = ~value->bits;
        break;
    default: break; /* + changes nothing */
    }
    return true;
}

/* Operators that bind at least as tightly as `least`; their right side takes only tighter ones: all are
 * left-associative. */
static bool binary(wg_ptx_parser *p, unsigned least, wg_ptx_constant *value)
{
    if (!unary(p, value))
        return false;
    while (precedence(p->token.kind) >= least) {
        wg_ptx_token op = p->token;
        wg_ptx_constant left = *value, right;
        wg_ptx_advance(p);
        if (!binary(p, precedence(op.kind) + 1, &right) || !operation(p, &op, &left, &right, value))
            return false;
    }
    return true;
}

bool wg_ptx_parse_constant(wg_ptx_parser *p, wg_ptx_constant *value)
{
    if (!wg_ptx_enter(p) || !binary(p, 1, value))
        return false;
    if (wg_ptx_accept(p, '?')) {
        wg_ptx_constant then = {0}, otherwise = {0};
        if (!wg_ptx_parse_constant(p, &then) || !wg_ptx_expect(p, ':', "':'") || !wg_ptx_parse_constant(p, &otherwise))
            return false;
        *value = is_true(value) ? then : otherwise;
    }
    p->nesting--;
    return true;
}

bool wg_ptx_parse_integer(wg_ptx_parser *p, int64_t *value)
{
    wg_ptx_token first = p->token;
    wg_ptx_constant constant = {0};
    if (!wg_ptx_parse_constant(p, &constant))
        return false;
    if (wg_ptx_constant_is_float(&constant))
        return wg_ptx_fail(p, &first, "expected an integer, found a floating-point constant");
    *value = (int64_t)constant.bits;
    return true;
}
