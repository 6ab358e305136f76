/* SPDX-License-Identifier: Apache-2.0 */
#include "expression/ops.h"

#include "base/text.h"

#include <math.h>

static bool divide(int64_t a, int64_t b, int64_t *r)
{
    if (b == 0 || (a == INT64_MIN && b == -1))
        return false;
    *r = a / b;
    return true;
}

static bool modulo(int64_t a, int64_t b, int64_t *r)
{
    if (b == 0 || (a == INT64_MIN && b == -1))
        return false;
    *r = a % b;
    return true;
}

static bool floor_divide(int64_t a, int64_t b, int64_t *r)
{
    if (!divide(a, b, r))
        return false;
    *r -= a % b != 0 && (a < 0) != (b < 0);
    return true;
}

static bool ceil_divide(int64_t a, int64_t b, int64_t *r)
{
    if (!divide(a, b, r))
        return false;
    *r += a % b != 0 && (a < 0) == (b < 0);
    return true;
}

static bool floor_modulo(int64_t a, int64_t b, int64_t *r)
{
    if (!modulo(a, b, r))
        return false;
    if (*r != 0 && (*r < 0) != (b < 0))
        *r += b;
    return true;
}

static bool power(int64_t base, int64_t exponent, int64_t *r)
{
    if (exponent < 0)
        return false;
    int64_t result = 1;
    for (;;) {
        if (exponent & 1 && __builtin_mul_overflow(result, base, &result))
            return false;
        exponent >>= 1;
        if (exponent == 0)
            break;
        if (__builtin_mul_overflow(base, base, &base))
            return false;
    }
    *r = result;
    return true;
}

static bool shift_left(int64_t a, int64_t b, int64_t *r)
{
    if (b < 0 || b > 62)
        return false;
    return !__builtin_mul_overflow(a, (int64_t)1 << b, r);
}

static bool to_integer(double value, int64_t *r)
{
    if (!(value >= -0x1p63 && value < 0x1p63))
        return false;
    *r = (int64_t)value;
    return true;
}

#define OP(id, in, out, failure, body)                                                                                 \
    static inline bool element_##id(wg_cell *r, wg_cell a, wg_cell b, wg_cell c)                                       \
    {                                                                                                                  \
        (void)b;                                                                                                       \
        (void)c;                                                                                                       \
        return body;                                                                                                   \
    }                                                                                                                  \
    static bool column_##id(wg_cell *r, const wg_cell *a, const wg_cell *b, const wg_cell *c, size_t count)            \
    {                                                                                                                  \
        bool ok = true;                                                                                                \
        for (size_t k = 0; k < count; k++)                                                                             \
            ok &= element_##id(&r[k], a[k], b[k], c[k]);                                                               \
        return ok;                                                                                                     \
    }
#include "expression/ops.def"
#undef OP

enum { INT, REAL };

const wg_expression_op_info wg_expression_op_infos[WG_EXPRESSION_OP_COUNT] = {
#define OP(id, in, out, failure, body) [WG_EXPRESSION_OP_##id] = {in == REAL, out == REAL, failure, column_##id},
#include "expression/ops.def"
#undef OP
};
