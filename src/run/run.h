/* SPDX-License-Identifier: Apache-2.0 */
/* One spec on one engine: plan, build its kernels, make its memory, launch as often as wanted, look at what came of
 * it. explain does this once; a ladder does it for each rung, and times it. */
#ifndef WG_RUN_RUN_H
#define WG_RUN_RUN_H

#include "backends/backend.h"
#include "run/contents.h"
#include "spec/plan.h"

typedef struct wg_run_options {
    wg_contents *contents; /* initial contents kept from run to run; NULL: made anew */
    bool is_vendor, is_check;
    uint64_t slack;   /* bytes behind each buffer, that nobody fills */
    bool is_unfilled; /* memory is as the back end gives it: what is in it does not matter */
} wg_run_options;

/* What an argument has on the device. */
typedef struct wg_run_buffer {
    uint64_t memory; /* where has_memory */
    bool has_memory, has_texture;
    uint64_t texture;
    unsigned char *bits; /* of a scalar */
} wg_run_buffer;

typedef struct wg_run {
    const wg_spec *spec;
    wg_plan *plan;
    wg_engine *engine;
    bool owns_engine;
    wg_run_options options;
    const wg_ablation *rewrite; /* while kernels are built */
    uint64_t more_shared;       /* dynamic, of each launch, besides the spec's */
    bool is_repeated;           /* while wg_run_repeat runs */
    wg_engine_kernel **kernels; /* one a step, NULL where it has none; steps may share one */
    wg_run_buffer *buffers;     /* one an argument */
    unsigned char **copies;     /* of memory, for wg_run_memory */
    uint64_t launches;          /* of kernels, so far */
    wg_profile profile;         /* the simulator's, of all kernels together: totals only */
    wg_estimate estimate;       /* the simulator's, of all launches together; seconds 0: none was wanted */
} wg_run;

/* The spec must be complete (wg_spec_complete) and outlive the run, and so must the engine. Memory holds what the spec
 * says. options may be NULL. */
wg_status wg_run_open(const wg_spec *spec, wg_engine *engine, const wg_run_options *options, wg_run **out,
                      wg_error *err);
/* Opens the device too; the engine goes with the run. */
wg_status wg_run_open_on(const wg_spec *spec, const char *device, const wg_engine_options *options, wg_run **out,
                         wg_error *err);
wg_status wg_run_keep(wg_run **run, wg_status status); /* only if all went well, else it is closed */
/* … that every block runs and nothing is estimated. */
wg_engine_options wg_run_plainly(const wg_engine_options *options);
/* Opens the device, runs once. */
wg_status wg_run_once(const wg_spec *spec, const char *device, const wg_engine_options *options, wg_run **out,
                      wg_error *err);
void wg_run_close(wg_run *run); /* NULL is fine */

/* The same memory for other kernels: variants of the run's own. Each launch gets so much more dynamic shared memory
 * than the spec says. Where it fails the run keeps the kernels it has. */
wg_status wg_run_rebuild(wg_run *run, const wg_ablation *rewrite, uint64_t more_shared, wg_error *err);

/* Puts the initial contents back. Those of the arguments in `poisoned` (indices) that the spec says nothing of become
 * all ones: NaN, or -1. */
wg_status wg_run_reset(wg_run *run, const size_t *poisoned, size_t poisoned_count, wg_error *err);

/* Random bits into those of the arguments in `outputs` (indices) that the spec says nothing of, the initial contents
 * into the others of them. All other memory stays as the last launch left it. */
wg_status wg_run_scramble(wg_run *run, const size_t *outputs, size_t output_count, uint64_t seed, wg_error *err);

/* All steps; returns when they are done. */
wg_status wg_run_launch(wg_run *run, wg_error *err);
/* The same for its results alone: the simulator counts nothing and prints nothing. */
wg_status wg_run_repeat(wg_run *run, wg_error *err);
/* Those before the clock starts, and those whose time counts; return at once where the back end can. */
wg_status wg_run_prepare(wg_run *run, wg_error *err);
wg_status wg_run_submit(wg_run *run, wg_error *err);
bool wg_run_prepares(const wg_run *run); /* whether it has any of the former */

/* An argument's memory as it is now; NULL: there is none of that name, or it has no memory. Good until the next call
 * for that argument. */
const void *wg_run_memory(wg_run *run, const char *argument, size_t *size);
const void *wg_run_memory_at(wg_run *run, size_t index, size_t *size); /* of the spec's arguments */

/* The first kernel that counts: what reports are about when there is one. */
wg_engine_kernel *wg_run_kernel(const wg_run *run);
/* The dynamic shared memory of a step's launch, with what local arguments take; NULL: 0. */
uint64_t wg_run_dynamic_shared(const wg_run *run, const wg_planned_step *step);

#endif
