/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the prediction: who computes what in one function and who reads it. */
#ifndef WG_MACHINE_VALUES_H
#define WG_MACHINE_VALUES_H

#include "sim/program.h"

enum { WG_NO_INSN = UINT32_MAX, WG_GUARD = 255 };

typedef struct wg_use {
    uint32_t insn;
    uint8_t operand; /* in wg_insn.op, or WG_GUARD */
} wg_use;

/* A register, or a special one. */
typedef struct wg_vreg {
    uint32_t def;  /* the instruction that writes it, the last of several; WG_NO_INSN: none */
    uint32_t defs; /* how many do */
    uint32_t use, use_count;
    bool varies; /* lanes may hold different values */
} wg_vreg;

typedef struct wg_values {
    const wg_program *program;
    uint32_t first_block, end_block, first, end; /* the function's */
    wg_vreg *values;                             /* by slot / 4 */
    uint32_t value_count;
    wg_use *uses;
    bool *live;         /* by instruction: it has an effect, or something that is live reads it */
    uint32_t *block_of; /* by instruction */
} wg_values;

/* function is an index; false: it has no body. */
bool wg_values_find(const wg_program *program, uint32_t function, wg_values *out);
void wg_values_free(wg_values *v);

/* The slots of an operand: one, or those of a vector. */
unsigned wg_operand_slots(const wg_insn *i, int operand, const wg_slot **slots);
/* Of a slot; NULL: a constant, or nothing. */
wg_vreg *wg_vreg_of(const wg_values *v, wg_slot slot);
/* The one instruction that computes operand k; NULL: a constant, or there are several, or none. */
const wg_insn *wg_definition(const wg_values *v, const wg_insn *i, int operand);
bool wg_operand_varies(const wg_values *v, const wg_insn *i, int operand);
bool wg_result_varies(const wg_values *v, const wg_insn *i);
/* Whether the result comes from memory or from other lanes: what it is computed from says nothing about it. */
bool wg_result_is_loaded(const wg_insn *i);
/* What is computed from values that vary does too: after some were found to. */
void wg_values_propagate(wg_values *v);
bool wg_is_constant(const wg_insn *i, int operand);
/* Bytes of the largest frame of the program's functions. */
uint32_t wg_largest_frame(const wg_program *program);

#endif
