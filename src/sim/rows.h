/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the decoder: facts about the rows of one function. */
#ifndef WG_SIM_ROWS_H
#define WG_SIM_ROWS_H

#include "sim/program.h"

typedef struct wg_row_facts {
    uint8_t zeros;  /* low bits that are certainly zero */
    bool varies;    /* lanes may hold different values */
    uint8_t writes; /* instructions that write it, at most 2 counted */
    bool read;
} wg_row_facts;

typedef struct wg_rows {
    const wg_program *program;
    wg_row_facts *facts; /* one for each 64 bytes of the frame */
} wg_rows;

wg_rows wg_rows_new(const wg_program *program); /* room for the largest frame */
void wg_rows_free(wg_rows *rows);

/* Finds the facts of a function whose instructions are [first, end). */
void wg_rows_find(wg_rows *rows, const wg_function *function, uint32_t first, uint32_t end);

/* Of operand k, a row or a constant. */
uint8_t wg_rows_zeros(const wg_rows *rows, const wg_insn *i, int k);
bool wg_rows_varies(const wg_rows *rows, const wg_insn *i, int k);
bool wg_rows_read(const wg_rows *rows, const wg_insn *i, int k);
bool wg_insn_writes(const wg_insn *i, wg_slot slot);
uint64_t wg_constant_value(const wg_program *program, wg_slot slot, uint8_t size);

#endif
