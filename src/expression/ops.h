/* SPDX-License-Identifier: Apache-2.0 */
/* The operations of expressions as loops over columns. */
#ifndef WG_EXPRESSION_OPS_H
#define WG_EXPRESSION_OPS_H

#include "expression/expression.h"

typedef enum wg_expression_op {
    WG_EXPRESSION_OP_NONE,
#define OP(id, in, out, failure, body) WG_EXPRESSION_OP_##id,
#include "expression/ops.def"
#undef OP
    WG_EXPRESSION_OP_COUNT
} wg_expression_op;

typedef struct wg_expression_op_info {
    bool real_operands, real_result;
    const char *failure;
    /* False when an element failed; its result is then unspecified, the others are right. Operands an operation does
     * not have may be any readable columns. */
    bool (*column)(wg_cell *result, const wg_cell *a, const wg_cell *b, const wg_cell *c, size_t count);
} wg_expression_op_info;

extern const wg_expression_op_info wg_expression_op_infos[WG_EXPRESSION_OP_COUNT];

#endif
