/* SPDX-License-Identifier: Apache-2.0 */
/* A spec for one choice of its parameters: every size evaluated, every argument counted. */
#ifndef WG_SPEC_PLAN_H
#define WG_SPEC_PLAN_H

#include "spec/spec.h"

typedef struct wg_planned_argument {
    uint64_t count; /* elements; 1 for a scalar */
    uint64_t bytes;
    wg_value value;   /* of a scalar that expressions may name */
    uint32_t size[3]; /* of an image; 0: it has no such dimension */
} wg_planned_argument;

/* One launch; `repeat` of them one after another. */
typedef struct wg_planned_step {
    const char *source, *kernel; /* kernel NULL: the only one */
    uint32_t grid[3], block[3];  /* blocks, threads; at least 1 each; block[0] 0: it is not given */
    uint64_t shared;             /* bytes of dynamic shared memory, without what local arguments take */
    uint64_t repeat;             /* 0: left out */
    const size_t *pass;          /* indices of the arguments the kernel gets */
    size_t pass_count;
    bool swaps;
    size_t swap[2];
    bool clears;    /* no kernel: memory is set to zeros */
    bool is_before; /* … the clock starts: what it takes does not count */
    size_t clear;
} wg_planned_step;

typedef struct wg_plan {
    wg_arena arena;
    const wg_spec *spec;
    const wg_setting **settings; /* one for each parameter */
    wg_planned_step *steps;      /* at least one */
    size_t step_count;
    wg_planned_argument *arguments;
    const char **flags; /* the spec's, and a -D for each parameter */
    size_t flag_count;
    struct wg_plan_scalar *scalars; /* while evaluating: which scalars are known */
} wg_plan;

/* Parameters take the value the user fixed, or the file's default; where the conditions forbid that, the first
 * configuration they allow. Fails with the place of whatever cannot be evaluated. */
wg_status wg_plan_new(const wg_spec *spec, wg_plan **out, wg_error *err);
void wg_plan_free(wg_plan *plan);

/* Whether a step is a launch whose time counts. */
bool wg_step_counts(const wg_planned_step *step);
/* The first of them: what reports are about when there is one. NULL: all are left out. */
const wg_planned_step *wg_plan_first_launch(const wg_plan *plan);

/* A step whose block is not given gets the one that its kernel requires; required[0] 0: none, and that is an error. */
wg_status wg_plan_take_block(const wg_plan *plan, wg_planned_step *step, const uint32_t required[3], wg_error *err);

/* Writes an argument's initial contents: plan->arguments[index].bytes of them. */
wg_status wg_plan_fill(const wg_plan *plan, size_t index, void *memory, wg_error *err);

/* For fill.c: names as the plan's expressions see them. */
wg_status wg_plan_find_name(void *plan, const char *name, wg_value *value, wg_error *err);
wg_status wg_plan_evaluate(const wg_plan *plan, const wg_formula *formula, wg_value *value, wg_error *err);

#endif
