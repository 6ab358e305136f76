/* SPDX-License-Identifier: Apache-2.0 */
/* What ptxas makes of the PTX, predicted: for each instruction of a program how many machine instructions it becomes,
 * on which pipes they issue and how long the result takes. No compiler is asked; docs/design/machine.md has the rules
 * and how well they hold.
 *
 * A count may be a fraction: an addition that ptxas does once for four rounds of a loop it unrolls is a quarter. An
 * instruction that becomes none (an address folded into the load, a move) hands its operands' readiness on at once. */
#ifndef WG_MACHINE_MACHINE_H
#define WG_MACHINE_MACHINE_H

#include "machine/target.h"
#include "sim/program.h"

typedef enum wg_pipe {
#define PIPE(id, name) WG_PIPE_##id,
#include "machine/pipes.def"
    WG_PIPE_COUNT
} wg_pipe;

/* How long until others can use the result; a model of time gives the cycles. */
typedef enum wg_latency {
    WG_LATENCY_NONE, /* nothing is computed: no machine instruction, or no result */
    WG_LATENCY_ARITHMETIC,
    WG_LATENCY_WIDE, /* 64-bit multiply-add, or two dependent instructions */
    WG_LATENCY_HALF,
    WG_LATENCY_FP64,
    WG_LATENCY_SFU,
    WG_LATENCY_SEQUENCE, /* a division and the like: issues times arithmetic */
    WG_LATENCY_CONSTANT, /* constant bank, special register */
    WG_LATENCY_MEMORY,   /* depends on where the data is */
    WG_LATENCY_TEXTURE,  /* of a texture unit, beyond that of memory */
    WG_LATENCY_SHUFFLE,
    WG_LATENCY_TENSOR,
    WG_LATENCY_BARRIER,
} wg_latency;

typedef struct wg_machine_insn {
    float issues;            /* machine instructions, all pipes together */
    float on[WG_PIPE_COUNT]; /* … and on each */
    uint8_t pipe;            /* wg_pipe: the one with most of them */
    uint8_t latency;         /* wg_latency */
    uint8_t destinations;    /* wg_insn.op[0 … destinations) are written, the other operands and the guard are read */
    bool is_predicated;      /* its branch is gone: it issues whether or not lanes go there */
    bool can_use_fmaheavy;   /* what is on ALU would be as good there: a sum, a move, a choice, a shift to the left */
    bool is_operand;  /* a load from shared memory that became part of those who read it: shared_operands.c … */
    bool has_operand; /* … which are like this one */
    bool is_wide;     /* what is on FMAHEAVY are products with all their bits */
    uint8_t uniform;  /* bit k: operand k is no register of the lanes: a constant, or the same in all of them */
    uint16_t alive;   /* words in registers, if all that is written were in its order */
    uint32_t
        issues_with; /* it issues as often as this instruction executes: itself, or one before its loop or branch */
    float spilled, filled; /* words of a thread that go to memory behind it, and come from there before it: spills.c */
} wg_machine_insn;

typedef struct wg_machine {
    wg_machine_insn *insns; /* one for each wg_program.insns */
    uint32_t count;
    uint16_t registers; /* a thread's, estimated: registers.h */
    bool is_foreign;    /* the target's: ptxas cannot know the registers */
    wg_target target;
    double frame; /* bytes of a thread's registers that are in memory instead */
} wg_machine;

wg_machine *wg_machine_new(const wg_program *program, const wg_target *target);
void wg_machine_free(wg_machine *machine); /* NULL is fine */

const char *wg_pipe_name(wg_pipe pipe);

#endif
