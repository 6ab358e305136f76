/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the prediction: what is known of the function at hand, and the passes over it. machine.c starts with each
 * instruction by itself (expansions.def), peephole.c looks at its operands, narrowing.c at 64-bit values that need one
 * half, folding.c lets instructions disappear in those that read them, unrolling.c and predication.c follow loops and
 * branches. */
#ifndef WG_MACHINE_BUILDER_H
#define WG_MACHINE_BUILDER_H

#include "machine/expansions.h"
#include "machine/loops.h"
#include "machine/machine.h"

typedef enum wg_role {
    WG_ROLE_OTHER,
    WG_ROLE_MOVE,
    WG_ROLE_COPY,   /* nothing to do: another name for the same registers */
    WG_ROLE_WIDEN,  /* 32 to 64 bits */
    WG_ROLE_NARROW, /* 8 and 16 bits to 32 */
    WG_ROLE_ADD,
    WG_ROLE_SUBTRACT,
    WG_ROLE_PRODUCT,
    WG_ROLE_FUSED, /* multiply-add */
    WG_ROLE_DIVISION,
    WG_ROLE_SHIFT, /* to the left */
    WG_ROLE_SHIFT_RIGHT,
    WG_ROLE_LOGIC,
    WG_ROLE_PREDICATE,
    WG_ROLE_COMPARE,
    WG_ROLE_SELECT,
    WG_ROLE_EXTREME, /* min, max */
    WG_ROLE_SIGN,    /* neg, abs */
    WG_ROLE_FLOAT,
    WG_ROLE_FLOAT_SUM,
    WG_ROLE_FLOAT_PRODUCT,
    WG_ROLE_PARAMETER,
    WG_ROLE_CONSTANT,
    WG_ROLE_MEMORY,
    WG_ROLE_BRANCH,
    WG_ROLE_FLOW,
} wg_role;

#define WG_BIT(k) (1u << WG_ROLE_##k)

/* WG_ON(ALU, 2): two on that pipe. */
#define WG_ON(pipe, count)                                                                                             \
    {                                                                                                                  \
        WG_PIPE_##pipe, count                                                                                          \
    }

typedef struct wg_builder {
    const wg_program *program;
    const wg_target *target;
    wg_values v;
    wg_loops loops;
    wg_machine_insn *out; /* by instruction of the program */
    uint8_t *roles;
    uint8_t *absorbed;    /* by instruction: how many others were folded into it */
    bool *low_half_only;  /* by instruction: only the lower half of the result is needed … */
    bool *high_half_zero; /* … or the upper half is zero */
} wg_builder;

/* machine.c */
void wg_expand(wg_machine_insn *m, const wg_share *shares, unsigned count);
#define WG_EXPAND(m, ...)                                                                                              \
    wg_expand(m, (const wg_share[]){__VA_ARGS__}, sizeof((const wg_share[]){__VA_ARGS__}) / sizeof(wg_share))
void wg_eliminate(wg_machine_insn *m);
void wg_scale(wg_machine_insn *m, float by);
float wg_issues(const wg_machine_insn *m);
wg_role wg_role_of(const wg_builder *b, const wg_insn *i);
bool wg_has_role(const wg_builder *b, const wg_insn *i, uint32_t roles); /* one of those: WG_BIT(ADD) | … */
bool wg_same_block(const wg_builder *b, const wg_insn *one, const wg_insn *other);
uint64_t wg_constant_operand(const wg_builder *b, const wg_insn *i, int operand);
bool wg_adds_constant(const wg_insn *i);

void wg_peephole(wg_builder *b, const wg_insn *i); /* peephole.c */
void wg_narrow(wg_builder *b);                     /* narrowing.c */
void wg_fold(wg_builder *b, const wg_insn *i);     /* folding.c */

/* unrolling.c */
void wg_unroll(wg_builder *b, const wg_loop *loop);
void wg_hoist(wg_builder *b, const wg_insn *i);
uint32_t wg_hoist_point(const wg_builder *b, uint32_t insn, uint32_t not_before);

/* predication.c */
void wg_find_divergence(wg_builder *b);
void wg_predicate_branch(wg_builder *b, uint32_t block);

void wg_load_parameter(wg_builder *b, const wg_insn *i); /* kernel_parameters.c */

#endif
