/* SPDX-License-Identifier: Apache-2.0 */
/* What came of running something: plain data, whoever made it.
 *
 * A record is one kernel, or one rung of a ladder at one size: what was launched, whether it was right, what was
 * counted, estimated and measured, line by line, and what analysis made of that. Results are records with what they
 * have in common: one of a kernel that was explained, those of a ladder's rungs, or those of a probe's points. Running
 * fills them (run/record.c), JSON is read into them (json_read.c), analysis adds to them (analysis/analysis.h), and
 * reports see nothing else: results that were read from a file and results that were just made are the same thing.
 *
 * Everything that pointers point to lives in the arena of the results, and goes with it. */
#ifndef WG_RESULTS_RECORD_H
#define WG_RESULTS_RECORD_H

#include "base/arena.h"
#include "base/text.h"
#include "counters/counters.h"
#include "counters/estimate.h"
#include "results/ablation.h"
#include "results/access.h"
#include "results/against.h"
#include "results/diagnosis.h"
#include "results/lines.h"
#include "results/roofline.h"
#include "results/timing.h"

#include <math.h>

/* A device: "sim:h200", "NVIDIA H200". */
typedef struct wg_place {
    char name[64], title[128];
} wg_place;

/* One step of a run that launches a kernel and counts. */
typedef struct wg_record_launch {
    const char *kernel;
    uint32_t grid[3], block[3];
    uint64_t dynamic_shared, static_shared; /* bytes of a block */
    uint64_t repeat;                        /* so many times, one behind the other */
} wg_record_launch;

typedef struct wg_record_parameter {
    const char *name, *value;
} wg_record_parameter;

typedef enum wg_verification {
    WG_LEFT_OUT, /* it does not run here, or not at this size */
    WG_RIGHT,
    WG_UNCHECKED, /* it ran; there is nothing to compare with */
    WG_WRONG,
    WG_FAILED, /* it could not be built or run */
    WG_VERIFICATIONS
} wg_verification;

/* "yes", "WRONG", … */
const char *wg_verification_word(wg_verification verification);

typedef struct wg_record {
    /* ---- what ran ---- */
    const char *name;     /* the kernel's, the rung's, or the curve's */
    const char *kernel;   /* as in the source; "": none */
    const char *file;     /* its source; "": not known */
    const char *compiler; /* who made it; "ptx": the source is PTX itself; "": nobody */
    const char *guessed;  /* sizes are: this command line says them; NULL: somebody gave them */
    wg_place device;      /* where it was counted, or ran if it was measured only; name "": it did not come so far */
    wg_place measured_on; /* name "": on the same */
    wg_record_launch *launches;
    size_t launch_count;
    wg_record_parameter *parameters; /* of tuning, with their values */
    size_t parameter_count;

    /* ---- a rung: whether it is right, and how much it has to do ---- */
    wg_verification verification;
    const char *reason;                /* unless it is right; "" */
    double flops, bytes, items;        /* 0: none */
    double bound;                      /* the limit for that, in seconds; NAN: not known. See wg_record_limit() */
    const char *unit;                  /* of its rate; NULL: GFLOP/s or GB/s */
    const char *limiter, *next, *note; /* as its ladder says; NULL: it says nothing */
    const char *next_advice;           /* … and the name of the advice that the next rung follows, or NULL */
    const char *row;                   /* of the lectures' tables; NULL */
    double x, y;                       /* of a probe's point; NAN: not there */
    double result;                     /* a figure that its ladder makes of the outputs; NAN: none … */
    const char *result_label;          /* … and what it is; NULL */

    /* ---- what was counted ---- */
    bool has_counters;
    wg_counters counters;
    uint64_t blocks, blocks_run; /* fewer ran than there are: counters are scaled to all */
    double simulation_seconds;
    unsigned host_threads;
    wg_lines lines; /* of explain */
    wg_accesses accesses;

    /* ---- how long it takes ---- */
    wg_estimate estimate; /* of the model; seconds 0: none */
    bool has_time;
    wg_timing timing;
    int registers, local_bytes, blocks_per_sm; /* as the driver says; -1: not known */
    wg_ablation_result *ablation;              /* NULL: nobody asked, or it cannot be taken apart */
    wg_against *against;                       /* another kernel's results; NULL: nobody asked */
    const char *checked;                       /* "clean", or the first error; NULL: nobody looked */
    uint64_t check_errors;

    /* ---- what analysis adds ---- */
    wg_diagnosis diagnosis;
    wg_advice *advice;
    size_t advice_count;
} wg_record;

typedef enum wg_results_kind {
    WG_RESULTS_KERNEL,
    WG_RESULTS_LADDER,
    WG_RESULTS_PROBE,
    WG_RESULTS_ROOFLINE,
} wg_results_kind;

typedef struct wg_record_size {
    const char *name;
    bool is_real;
    long long integer;
    double real;
} wg_record_size;

/* An argument's memory after the run. */
typedef struct wg_record_memory {
    const char *argument;
    unsigned char *bytes; /* malloc'ed: it may be large */
    size_t size;
} wg_record_memory;

/* An assertion about a record, and what came of it. */
typedef struct wg_asserted {
    size_t record;
    const char *expression;
    const char *failure; /* a sentence; NULL: it holds */
} wg_asserted;

/* What the axes of a probe show. Records are the first curve's, then the second's, … */
typedef struct wg_curves {
    size_t point_count, series_count;
    const char *sweep;         /* the size that changes … */
    const char **sweep_values; /* … at each point */
    const char *x_label, *y_label;
    bool log_x, log_y;
    bool is_measured;  /* else counted, or … */
    bool is_predicted; /* … what the model of the GPU says would be measured */
} wg_curves;

typedef struct wg_results {
    wg_results_kind kind;
    wg_place device;
    wg_ceilings ceilings;            /* of the device */
    const char *name, *title, *text; /* of the ladder or the probe; text NULL: there is none */
    wg_record_size *sizes;
    size_t size_count;
    const char *checked; /* the sizes at which results were compared, "n=67"; NULL: the same */
    wg_record *records;
    size_t count;
    wg_curves curves;
    wg_roofline roofline;
    wg_record_memory *memories; /* those that were asked for */
    size_t memory_count;
    const char *command;   /* that saved them in the file they were read from; NULL: not known */
    const char *trouble;   /* advice that could not be used, a line each; "" */
    wg_asserted *asserted; /* what was asserted of them, in the order it was */
    size_t asserted_count, asserted_capacity;
    struct wg_comparison *baseline; /* with results of before (results/compare.h); NULL: none was asked for */
    wg_arena arena;
} wg_results;

wg_results *wg_results_new(wg_results_kind kind);
void wg_results_free(wg_results *results); /* NULL is fine */

/* A record about which nothing is known yet. */
wg_record wg_record_blank(void);
/* Where the source itself is PTX. */
bool wg_record_is_ptx(const wg_record *record);
/* The launch that reports are about when there is one: the first. A record without any has one of zeros. */
const wg_record_launch *wg_record_launch_first(const wg_record *record);
uint64_t wg_record_launches(const wg_record *record); /* how many, repetitions counted */
bool wg_record_is_sampled(const wg_record *record);
/* Thousand millions a second: of flops, bytes or items, as the record's unit says; NAN: no time. */
double wg_record_rate(const wg_record *record, const char **unit);
/* As measured; the model's where nothing was; NAN: neither. */
double wg_record_seconds(const wg_record *record);
/* The least seconds the device needs (model/limit.h): for the work that was counted, else for what a ladder declares.
 * NAN: not known, or no useful work. */
double wg_record_limit(const wg_record *record);
/* … as a part of wg_record_seconds(); more than 1 where a measurement was faster, or the data was in a cache. */
double wg_record_part_of_limit(const wg_record *record);
/* Of the model; NAN: none. */
double wg_record_model_seconds(const wg_record *record);
bool wg_record_ran(const wg_record *record);     /* and nothing is known to be wrong with it */
bool wg_record_failed(const wg_record *record);  /* it is wrong, or could not be run */
bool wg_record_differs(const wg_record *record); /* from the kernel it was compared with */
size_t wg_results_failures(const wg_results *results);

/* The record of one point of one curve. */
const wg_record *wg_curves_at(const wg_results *results, size_t series, size_t point);
const char *wg_curves_how(const wg_curves *curves); /* "measured", "predicted" or "counted" */

/* What the benchmark of a record is called: KERNEL, LADDER/RUNG, PROBE/CURVE/SIZE:VALUE. */
void wg_results_add_name(const wg_results *results, size_t index, wg_text *out);

/* Copies a text into the arena; NULL stays NULL. */
const char *wg_results_keep(wg_results *results, const char *text);

#endif
