/* SPDX-License-Identifier: Apache-2.0 */
/* The operations of expressions as loops over columns. */
#ifndef WG_EXPRESSION_OPS_H
#define WG_EXPRESSION_OPS_H

#include "expression/expression.h"

typedef enum wg_op {
    WG_OP_NONE,
#define OP(id, in, out, failure, body) WG_OP_##id,
#include "expression/ops.def"
#undef OP
    WG_OP_COUNT
} wg_op;

typedef struct wg_op_info {
    bool real_operands, real_result;
    const char *failure;
    /* False when an element failed; its result is then unspecified, the others are right. Operands an operation does
     * not have may be any readable columns. */
    bool (*column)(wg_cell *result, const wg_cell *a, const wg_cell *b, const wg_cell *c, size_t count);
} wg_op_info;

extern const wg_op_info wg_op_infos[WG_OP_COUNT];

/* A bijection that scatters its argument: consecutive numbers give unrelated ones. */
static inline uint64_t wg_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

#endif
