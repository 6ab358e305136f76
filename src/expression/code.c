/* SPDX-License-Identifier: Apache-2.0 */
#include "expression/code.h"

#include "base/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wg_status wg_expression_complain(const wg_expression *e, const char *place, const char *sentence, wg_error *err)
{
    enum { BEFORE = 60, WIDTH = 100 };
    size_t column = (size_t)(place - e->text);
    size_t first = column > BEFORE ? column - BEFORE : 0;
    char shown[WIDTH + 1];
    size_t length = 0;
    for (const char *c = e->text + first; *c && length < WIDTH; c++)
        shown[length++] = (unsigned char)*c < ' ' ? ' ' : *c;
    shown[length] = 0;
    return wg_error_set(err, WG_ERR_INPUT, "%s\n    %s\n    %*s^", sentence, shown, (int)(column - first), "");
}

/* ---- building ---- */

static int new_register(wg_expression *e, bool is_real)
{
    if (e->register_count == WG_EXPRESSION_REGISTERS)
        return WG_EXPRESSION_NO_REGISTER;
    *WG_PUSH(e->registers, e->register_count, e->register_capacity) = (wg_expression_register){.is_real = is_real};
    return (int)e->register_count - 1;
}

wg_expression *wg_expression_new(const char *text)
{
    size_t length = strlen(text);
    wg_expression *e = wg_alloc(sizeof *e);
    e->text = wg_alloc(length + 1);
    memcpy(e->text, text, length);
    e->guard = WG_EXPRESSION_NO_REGISTER;
    e->result = new_register(e, false);
    return e;
}

void wg_expression_free(wg_expression *e)
{
    if (!e)
        return;
    free(e->text);
    free(e->registers);
    free(e->instructions);
    free(e->columns);
    free(e);
}

int wg_expression_constant(wg_expression *e, wg_value value)
{
    int r = new_register(e, value.is_real);
    if (r != WG_EXPRESSION_NO_REGISTER) {
        e->registers[r].is_constant = true;
        e->registers[r].value = value.is_real ? (wg_cell){.r = value.real} : (wg_cell){.i = value.integer};
    }
    return r;
}

int wg_expression_emit(wg_expression *e, wg_expression_op op, int a, int b, int c, const char *place,
                       const char **failure)
{
    *failure = NULL;
    int r = new_register(e, wg_expression_op_infos[op].real_result);
    if (r == WG_EXPRESSION_NO_REGISTER)
        return r;
    wg_expression_register *regs = e->registers;
    if (regs[a].is_constant && regs[b].is_constant && regs[c].is_constant) {
        bool ok = wg_expression_op_infos[op].column(&regs[r].value, &regs[a].value, &regs[b].value, &regs[c].value, 1);
        bool dead = e->guard != WG_EXPRESSION_NO_REGISTER && regs[e->guard].is_constant && regs[e->guard].value.i == 0;
        if (!ok && e->guard == WG_EXPRESSION_NO_REGISTER)
            *failure = wg_expression_op_infos[op].failure;
        regs[r].is_constant = ok || dead;
        if (regs[r].is_constant)
            return r;
    }
    *WG_PUSH(e->instructions, e->instruction_count, e->instruction_capacity) =
        (wg_expression_instruction){.op = op, .result = r, .a = a, .b = b, .c = c, .guard = e->guard, .place = place};
    return r;
}

/* ---- running ---- */

static wg_cell *column(const wg_expression *e, int r)
{
    return e->columns + (size_t)r * WG_EXPRESSION_CHUNK;
}

static void make_columns(wg_expression *e)
{
    e->columns = wg_alloc(e->register_count * WG_EXPRESSION_CHUNK * sizeof *e->columns);
    for (size_t r = 0; r < e->register_count; r++)
        for (size_t k = 0; e->registers[r].is_constant && k < WG_EXPRESSION_CHUNK; k++)
            column(e, (int)r)[k] = e->registers[r].value;
}

/* Some element failed: is it one whose failure counts? */
static wg_status blame(const wg_expression *e, const wg_expression_instruction *i, int64_t first, size_t count,
                       wg_error *err)
{
    const wg_expression_op_info *op = &wg_expression_op_infos[i->op];
    for (size_t k = 0; k < count; k++) {
        wg_cell ignored;
        if (i->guard != WG_EXPRESSION_NO_REGISTER && !column(e, i->guard)[k].i)
            continue;
        if (!op->column(&ignored, column(e, i->a) + k, column(e, i->b) + k, column(e, i->c) + k, 1)) {
            char sentence[128];
            snprintf(sentence, sizeof sentence, "%s at element %lld", op->failure, (long long)first + (long long)k);
            return wg_expression_complain(e, i->place, sentence, err);
        }
    }
    return WG_OK;
}

wg_status wg_expression_run(wg_expression *e, int64_t first, size_t count, const wg_cell **values, wg_error *err)
{
    if (!e->columns)
        make_columns(e);
    wg_cell *index = column(e, WG_EXPRESSION_INDEX_REGISTER);
    for (size_t k = 0; k < count; k++)
        index[k].i = first + (int64_t)k;
    for (size_t k = 0; k < e->instruction_count; k++) {
        const wg_expression_instruction *i = &e->instructions[k];
        bool ok = wg_expression_op_infos[i->op].column(column(e, i->result), column(e, i->a), column(e, i->b),
                                                       column(e, i->c), count);
        wg_status status = ok ? WG_OK : blame(e, i, first, count, err);
        if (status != WG_OK)
            return status;
    }
    *values = column(e, e->result);
    return WG_OK;
}

bool wg_expression_is_real(const wg_expression *e)
{
    return e->registers[e->result].is_real;
}

bool wg_expression_is_constant(const wg_expression *e, wg_value *value)
{
    const wg_expression_register *r = &e->registers[e->result];
    if (r->is_constant)
        *value = r->is_real ? (wg_value){.is_real = true, .real = r->value.r} : (wg_value){.integer = r->value.i};
    return r->is_constant;
}
