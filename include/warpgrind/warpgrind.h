/* SPDX-License-Identifier: Apache-2.0 */
/* warpgrind as a library: open a kernel, run it on a simulated GPU, read what it did.
 *
 *     wg_error err = {0};
 *     wg_kernel *kernel;
 *     wg_result *result = NULL;
 *     if (wg_kernel_open("saxpy.json", &kernel, &err) == WG_OK && wg_kernel_run(kernel, NULL, &result, &err) == WG_OK)
 * { double sectors; wg_result_value(result, "global_load_sectors", &sectors);
 *     }
 *     wg_result_free(result);
 *     wg_kernel_close(kernel);
 *
 * A handle may be used by one thread at a time; different handles are independent. Functions that return char * return
 * memory to be given to free(). */
#ifndef WARPGRIND_WARPGRIND_H
#define WARPGRIND_WARPGRIND_H

#include <warpgrind/form.h>
#include <warpgrind/status.h>
#include <warpgrind/version.h>

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* WG_VERSION_STRING of the library that runs; that of the headers is what a program was compiled with. */
const char *wg_version(void);

/* ---- what to run ---- */

typedef struct wg_kernel wg_kernel;

/* A tuning file (.json, the T1 format), a kernel's source (.cu, .cl, .ptx), or a rung of a ladder (matmul/tiled). On
 * failure *out is NULL. */
wg_status wg_kernel_open(const char *path, wg_kernel **out, wg_error *err);
void wg_kernel_close(wg_kernel *kernel); /* NULL is fine; its results stay */

/* Sets one option, as the command line does (docs/use/spec.md): kernel "saxpy", grid "4096" or "64,64", block "256",
 * shared "1024", arg "x:f32[n]=random", set "TILE=32", flag "-DFAST". `where` is how to name the option in messages;
 * NULL: its own name. */
wg_status wg_kernel_set(wg_kernel *kernel, const char *option, const char *value, const char *where, wg_error *err);

/* ---- running it ---- */

typedef struct wg_options {
    const char *device;         /* "h200", "sim:FILE.json", "cuda:0", "opencl", "cpu"; NULL: h200 */
    const char *compiler;       /* "nvrtc", "nvcc", "clang"; NULL: the first that takes the source */
    bool no_cache;              /* compile even when the result is known */
    bool trust;                 /* C code of a ladder may run that is none of ours; any compiler option of it counts */
    unsigned threads;           /* of the host; 0: one a core */
    uint64_t sample_blocks;     /* run about this many blocks and scale the counters; 0: all */
    bool may_sample;            /* a large launch whose blocks are certain to be alike: run a part of them */
    uint64_t instruction_limit; /* warp instructions a block may execute; 0: a generous default */
    bool cold;                  /* caches hold nothing of the buffers before each measured run */
    bool ablate;                /* also run variants that show what holds the kernel back */
    bool no_estimate;           /* only count: the model of time is not asked */
    bool what_if;               /* estimate also what would be if something were different */
    const char *show_addresses; /* "LINE" or "FILE:LINE": the report draws a warp's addresses there */
    bool check;                 /* also look for races, accesses out of bounds, values that nobody wrote */
    const char *against;        /* another kernel, that gets the same arguments: are the results the same? */
    const char *tolerance;      /* of that comparison, a number; NULL: the ladder's rule, or one for the type */
    const char *const *keep;    /* arguments whose memory the results of a kernel are to have */
    size_t keep_count;
    const volatile sig_atomic_t *interrupted; /* the run ends soon after this becomes true; may be NULL */
    void (*print)(void *user, const char *text, size_t length);  /* what the kernel prints; may be NULL */
    void (*progress)(void *user, uint64_t done, uint64_t total); /* blocks, a few times a second; may be NULL */
    void *user;
} wg_options;

/* What came of it, as plain data that needs neither the kernel nor the device any more: of a kernel, a ladder, a probe
 * or a roofline, just made or read from a file. */
typedef struct wg_results wg_results;

/* options may be NULL. On failure *out is NULL. */
wg_status wg_kernel_run(wg_kernel *kernel, const wg_options *options, wg_results **out, wg_error *err);

/* ---- results ---- */

/* What explain, ladder, probe or roofline wrote as JSON: docs/use/report.md. */
wg_status wg_results_open(const char *path, wg_results **out, wg_error *err);
void wg_results_close(wg_results *results); /* NULL is fine */

/* In any form they have (warpgrind/form.h): of a kernel the report, of a ladder or a probe the table. */
char *wg_results_write(const wg_results *results, wg_report_form form, const wg_write_options *options);

/* Of a kernel: a counter, a metric or an estimate by name (docs/use/ci.md has them all); shares are per cent. What does
 * not apply to it, or is not known, is NAN. False: there is none of that name, or these are not a kernel's. */
bool wg_results_value(const wg_results *results, const char *name, double *value);
/* WG_ERR_FAILED when an expression over these, "occupancy >= 50", is not true of the kernel, or of every rung that ran;
 * "naive, tiled: occupancy >= 50" is about these rungs alone. WG_ERR_INPUT when it is no such expression. The results
 * keep what came of it, for the forms that tell. */
wg_status wg_results_assert(wg_results *results, const char *assertion, wg_error *err);
/* Whether an expression can be asserted at all: for before a long run. */
wg_status wg_assertion_check(const char *assertion, wg_error *err);
/* Compares them with results of the same that were saved before; every form then shows what changed. */
wg_status wg_results_set_baseline(wg_results *results, const char *path, wg_error *err);
/* How many kernels or rungs are slower, worse or broken against the baseline. */
size_t wg_results_regressed(const wg_results *results);
/* An argument's memory after the run, if wg_options.keep named it; else NULL. */
const void *wg_results_memory(const wg_results *results, const char *argument, size_t *size);
/* Of a ladder or a probe: rungs or points that are wrong or could not be run; of a kernel: 1 if its results differ from
 * those of wg_options.against. */
size_t wg_results_failed(const wg_results *results);

/* ---- checking it: docs/use/check.md ---- */

/* What a check of a kernel found: accesses out of bounds, races, values that nobody wrote, synchronisation that does
 * not work. */
typedef struct wg_check_report wg_check_report;

typedef struct wg_check_request {
    const wg_options *options; /* a simulated device, compiler, …; may be NULL. Nothing is sampled or estimated */
    const char *suppressions;  /* a file of rules, "KIND FILE:LINE" a line: what they name is left out; may be NULL */
    uint64_t max_errors;       /* no more findings are written; 0: all */
    const char *numbers;       /* also numbers that go wrong: "nan,infinity,denormal,index_overflow"; "": all of these;
                                  NULL: none */
    uint64_t shuffles;         /* runs it in so many other orders of blocks and warps and compares the results */
} wg_check_request;

/* WG_OK also where something was found. request may be NULL. On failure *out is NULL. */
wg_status wg_kernel_check(wg_kernel *kernel, const wg_check_request *request, wg_check_report **out, wg_error *err);
void wg_check_report_close(wg_check_report *report); /* NULL is fine */
size_t wg_check_report_errors(const wg_check_report *report);
size_t wg_check_report_warnings(const wg_check_report *report);
/* Text, JSON, SARIF, annotations or an HTML page. */
char *wg_check_report_write(const wg_check_report *report, wg_report_form form, const wg_write_options *options);
/* The rules that would suppress what was found, as such a file has them. */
char *wg_check_report_rules(const wg_check_report *report);

/* ---- ladders: docs/use/ladders.md ---- */

typedef struct wg_assignment {
    const char *name, *value, *where; /* where: how the user wrote it, for messages */
} wg_assignment;

typedef struct wg_climb_request {
    const char *ladder; /* a name, a folder, or a ladder.json */
    const char *sizes;  /* "default", "test", "large"; NULL: large where a GPU runs, else those for the model */
    const wg_assignment *settings; /* sizes and macros */
    size_t setting_count;
    const char *const *rungs; /* their names; none: all */
    size_t rung_count;
    bool cold;                 /* flush the caches before each sample */
    bool no_counters;          /* of the simulator, where another device measures */
    bool no_check;             /* do not compare with the reference */
    bool ablate;               /* also run variants of each rung that show what holds it back */
    bool no_time;              /* run each rung once, for a profiler to watch */
    bool sample;               /* on the simulator: only as many blocks as an estimate needs; nothing is compared */
    const wg_options *options; /* device, compiler, …; progress counts blocks of one launch */
    void (*begin_rung)(void *user, const char *rung, size_t number, size_t count); /* may be NULL; options->user */
} wg_climb_request;

wg_status wg_ladder_climb(const wg_climb_request *request, wg_results **out, wg_error *err);

/* The ladders there are: text, Markdown or CSV. */
wg_status wg_ladders_write(wg_report_form form, char **out, wg_error *err);

/* ---- probes: docs/use/probes.md ---- */

/* request->ladder is a probe's name, folder or probe.json; request->rungs are its series. */
wg_status wg_probe_draw(const wg_climb_request *request, wg_results **out, wg_error *err);
wg_status wg_probes_write(wg_report_form form, char **out, wg_error *err);

typedef struct wg_calibrate_request {
    const wg_options *options; /* device, compiler, … */
    /* Which value is measured next, and which one could not be and why; both get options->user and may be NULL. */
    void (*begin_value)(void *user, const char *value, size_t number, size_t count);
    void (*left_out)(void *user, const char *value, const char *why);
} wg_calibrate_request;

/* A device file, as data/devices has them, of the real device that the options name: what its driver says, and what the
 * probes measure. WG_ERR_UNSUPPORTED where the device has no clock. */
wg_status wg_probe_calibrate(const wg_calibrate_request *request, char **out, wg_error *err);

/* ---- occupancy: docs/use/occupancy.md ---- */

#define WG_NOT_GIVEN UINT64_MAX

typedef struct wg_occupancy_question {
    const char *device;        /* "sim:NAME" or "NAME"; NULL: sim:h200 */
    wg_kernel *kernel;         /* says what is not given below; NULL: nothing does */
    uint64_t threads;          /* of a block; a kernel's is set with its option block */
    uint64_t registers;        /* of a thread */
    uint64_t shared;           /* bytes of a block, static and dynamic; a kernel's is known, with its option shared */
    uint64_t barriers;         /* of a block */
    uint64_t carveout;         /* per cent of the shared memory that the driver is asked to prefer */
    const wg_options *options; /* compiler, no_cache, interrupted; may be NULL */
} wg_occupancy_question;

typedef struct wg_occupancy_result wg_occupancy_result;

wg_status wg_occupancy_find(const wg_occupancy_question *question, wg_occupancy_result **out, wg_error *err);
void wg_occupancy_close(wg_occupancy_result *result); /* NULL is fine */
/* Neither SVG nor HTML. */
char *wg_occupancy_write(const wg_occupancy_result *result, wg_report_form form, const wg_write_options *options);

/* ---- rooflines: docs/use/roofline.md ---- */

typedef struct wg_roofline_request {
    const char *const *what; /* kernels as wg_kernel_open takes them, and ladders; none: the ceilings alone */
    size_t what_count;
    const char *sizes;             /* of ladders, and of the probes that measure, as above */
    const wg_assignment *settings; /* of ladders */
    size_t setting_count;
    const wg_options *options; /* its device's ceilings: measured on a real one */
    void (*begin)(void *user, const char *what, size_t number, size_t count); /* may be NULL; options->user */
} wg_roofline_request;

wg_status wg_roofline_find(const wg_roofline_request *request, wg_results **out, wg_error *err);

/* ---- the rest ---- */

/* Whether what compilers make can be kept for the next run, and if not, why: docs/use/compile.md. All else works
 * without. */
wg_status wg_cache_check(wg_error *err);

/* Two files of results: docs/use/compare.md. */
typedef struct wg_comparison wg_comparison;
/* by_force: also results of different devices, sizes or kernels. */
wg_status wg_comparison_open(const char *before, const char *after, bool by_force, wg_comparison **out, wg_error *err);
void wg_comparison_close(wg_comparison *comparison); /* NULL is fine */
/* What got slower beyond the noise or is worse, or was right and is not any more. */
size_t wg_comparison_regressions(const wg_comparison *comparison);
/* Text, Markdown, CSV, JUnit or annotations. */
char *wg_comparison_write(const wg_comparison *comparison, wg_report_form form, const wg_write_options *options);

/* Every device in brief and the compilers (name NULL), or everything about one: text or JSON. */
wg_status wg_devices_write(const char *name, wg_report_form form, char **out, wg_error *err);

/* What there is to name, a line each, "NAME\tWHAT IT IS\n": for menus, and for shells that complete words. */
typedef enum wg_names {
    WG_NAMES_OF_DEVICES, /* the simulated ones: "sim:h200" */
    WG_NAMES_OF_LADDERS,
    WG_NAMES_OF_PROBES,
    WG_NAMES_OF_RUNGS,  /* of a ladder; of all, as LADDER/RUNG, where `of` is NULL */
    WG_NAMES_OF_CURVES, /* of a probe */
} wg_names;
wg_status wg_names_write(wg_names which, const char *of, char **out, wg_error *err);

/* The candidate a mistyped word most likely meant, NULL when it is like none. */
const char *wg_closest(const char *word, const char *const *candidates, size_t count);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
