/* SPDX-License-Identifier: Apache-2.0 */
/* Ladders and probes: ladders/NAME/ladder.json and probes/NAME/probe.json, as docs/use/ladders.md and
 * docs/use/probes.md describe them. Reading one, for one choice of sizes, gives a spec for each rung; everything else a
 * rung needs to be run, checked and shown stands beside it. */
#ifndef WG_SPEC_LADDER_H
#define WG_SPEC_LADDER_H

#include "spec/spec.h"

#include <jansson.h>

typedef enum wg_rung_kind {
    WG_RUNG_CUDA,   /* .cu, .ptx: a kernel for the simulator and for cuda */
    WG_RUNG_OPENCL, /* .cl: for the simulator and for opencl */
    WG_RUNG_C,      /* .c: for the cpu */
    WG_RUNG_VENDOR, /* a library, for cuda */
} wg_rung_kind;

typedef struct wg_output_rule {
    const char *argument;
    wg_formula tolerance;
} wg_output_rule;

/* What an axis of a figure shows. */
typedef struct wg_axis {
    const char *label; /* NULL: not given */
    wg_formula value;
} wg_axis;

typedef struct wg_rung {
    const char *name, *row, *limiter, *next, *advice, *note, *file;
    wg_rung_kind kind;
    wg_spec *spec;
    wg_spec *judge; /* the reference or the check; NULL: there is none */
    bool judge_is_check;
    const wg_output_rule *outputs;
    size_t output_count;
    int capability; /* the least compute capability it needs, 80 for 8.0; 0: any */
    wg_formula when, flops, bytes, items;
    const char *precision;     /* of the flops: "f32", "f64", "bf16", … */
    const char *unit;          /* NULL: GFLOP/s, or GB/s where there are no flops */
    wg_axis measured, counted; /* of a probe */
    wg_axis result;            /* a figure made of its outputs; label NULL: none */
} wg_rung;

typedef struct wg_size {
    const char *name;
    wg_value value;
} wg_size;

typedef struct wg_ladder {
    wg_arena arena;
    const char *name, *folder, *path, *title, *text;
    const char **rows;
    size_t row_count;
    wg_size *sizes;
    size_t size_count;
    bool has_model_sizes;
    bool is_trusted; /* C code of it may run on this machine: it is one of ours, or the user says so */
    wg_rung *rungs;
    size_t rung_count;
    const char *sweep; /* the size a probe goes through; NULL: this is a ladder */
    const char **sweep_values;
    size_t sweep_count;
    wg_axis x; /* value.text NULL: the swept size itself */
    bool log_x, log_y;
} wg_ladder;

typedef enum wg_manifest_kind { WG_LADDERS, WG_PROBES } wg_manifest_kind;
/* WG_SIZES_MODEL: so large that the model's times are in the order that a GPU's are in at large sizes; where the
 * manifest has none, the default. */
typedef enum wg_size_choice { WG_SIZES_DEFAULT, WG_SIZES_TEST, WG_SIZES_LARGE, WG_SIZES_MODEL } wg_size_choice;

/* NAME=VALUE of a size or of a macro of the rungs. */
typedef struct wg_ladder_setting {
    const char *name, *value, *where;
} wg_ladder_setting;

typedef struct wg_ladder_options {
    wg_manifest_kind kind;
    wg_size_choice sizes;
    const wg_ladder_setting *settings;
    size_t setting_count;
    bool trust; /* the user knows what is in it */
} wg_ladder_options;

/* `what` is a name among the installed ones, a folder, or the manifest itself. */
wg_status wg_ladder_open(const char *what, const wg_ladder_options *options, wg_ladder **out, wg_error *err);
void wg_ladder_close(wg_ladder *ladder); /* NULL is fine */

/* The names of all there are, sorted, as wg_device_list does. */
wg_status wg_ladder_list(wg_manifest_kind kind, char ***names, size_t *count, wg_error *err);

/* Fills all but names and places: ladder_read.c. */
wg_status wg_ladder_read(wg_ladder *ladder, const wg_ladder_options *options, json_t *root, wg_error *err);

/* LADDER/RUNG, where there is no such file. A ladder may be a folder that is not among the installed ones. */
bool wg_ladder_is_rung(const char *path);
/* NULL, and a message with the names there are, when it has no such rung. */
const wg_rung *wg_ladder_find(const wg_ladder *ladder, const char *rung, wg_error *err);

/* One of a rung's formulas over the sizes and its macros; absent: 0. */
wg_status wg_rung_evaluate(const wg_rung *rung, const wg_formula *formula, double *value, wg_error *err);

/* "cuda", "opencl", "cpu": the back end besides the simulator that runs it. */
const char *wg_rung_backend(const wg_rung *rung);
bool wg_rung_simulates(const wg_rung *rung);

#endif
