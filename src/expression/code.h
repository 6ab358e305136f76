/* SPDX-License-Identifier: Apache-2.0 */
/* A compiled expression: a short program over registers, one operation an instruction, each register written once. It
 * runs over chunks of elements, a whole column an instruction; what depends on constants only is computed while the
 * program is built.
 *
 * Columns have no jumps, so `b != 0 && a / b > 2` and `c ? x : y` compute all their parts. What a part that was not
 * meant to run does wrong must not matter: an instruction carries a guard, a register that says for which elements
 * its failure counts. */
#ifndef WG_EXPRESSION_CODE_H
#define WG_EXPRESSION_CODE_H

#include "expression/expression.h"
#include "expression/ops.h"

enum { WG_EXPRESSION_REGISTERS = 2000, WG_EXPRESSION_NO_REGISTER = -1, WG_EXPRESSION_INDEX_REGISTER = 0 };

typedef struct wg_expression_instruction {
    wg_expression_op op;
    int result, a, b, c;
    int guard; /* failures count where this register is not 0; WG_EXPRESSION_NO_REGISTER: everywhere */
    const char *place;
} wg_expression_instruction;

typedef struct wg_expression_register {
    bool is_real, is_constant;
    wg_cell value; /* of a constant */
} wg_expression_register;

struct wg_expression {
    char *text;
    wg_expression_register *registers;
    size_t register_count, register_capacity;
    wg_expression_instruction *instructions;
    size_t instruction_count, instruction_capacity;
    int guard; /* of the instructions to come */
    int result;
    wg_cell *columns; /* WG_EXPRESSION_CHUNK cells a register; made at the first run */
};

/* An empty program, holding its own copy of the text and the index register. */
wg_expression *wg_expression_new(const char *text);

/* These return a register, or WG_EXPRESSION_NO_REGISTER when the program has become too long. */
int wg_expression_constant(wg_expression *e, wg_value value);
/* Operands an operation does not have are given as its first one. NULL in *failure, or what an operation on constants
 * does wrong; place is where the text says so. */
int wg_expression_emit(wg_expression *e, wg_expression_op op, int a, int b, int c, const char *place,
                       const char **failure);

/* The sentence, then the expression with a mark under the place. */
wg_status wg_expression_complain(const wg_expression *e, const char *place, const char *sentence, wg_error *err);

#endif
