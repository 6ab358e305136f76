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

#include <warpgrind/status.h>

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

const char *wg_version(void);

/* ---- what to run ---- */

typedef struct wg_kernel wg_kernel;

/* A tuning file (.json, the T1 format), a kernel's source (.cu, .cl, .ptx), or a rung of a ladder (matmul/tiled). On
 * failure *out is NULL. */
wg_status wg_kernel_open(const char *path, wg_kernel **out, wg_error *err);
void wg_kernel_close(wg_kernel *kernel); /* after its results; NULL is fine */

/* Sets one option, as the command line does (docs/use/spec.md): kernel "saxpy", grid "4096" or "64,64", block "256",
 * shared "1024", arg "x:f32[n]=random", set "TILE=32", flag "-DFAST". `where` is how to name the option in messages;
 * NULL: its own name. */
wg_status wg_kernel_set(wg_kernel *kernel, const char *option, const char *value, const char *where, wg_error *err);

/* ---- running it ---- */

typedef struct wg_options {
    const char *device;                       /* "sim:NAME", "cuda:0", "opencl", "cpu"; NULL: sim:h200 */
    const char *compiler;                     /* "nvrtc", "nvcc", "clang"; NULL: the first that takes the source */
    bool no_cache;                            /* compile even when the result is known */
    unsigned threads;                         /* of the host; 0: one a core */
    uint64_t sample_blocks;                   /* run about this many blocks and scale the counters; 0: all */
    uint64_t instruction_limit;               /* warp instructions a block may execute; 0: a generous default */
    bool cold;                                /* caches hold nothing of the buffers before each measured run */
    bool ablate;                              /* also run variants that show what holds the kernel back */
    bool no_estimate;                         /* only count: the model of time is not asked */
    bool what_if;                             /* estimate also what would be if something were different */
    const char *show_addresses;               /* "LINE" or "FILE:LINE": the report draws a warp's addresses there */
    const volatile sig_atomic_t *interrupted; /* the run ends soon after this becomes true; may be NULL */
    void (*print)(void *user, const char *text, size_t length);  /* what the kernel prints; may be NULL */
    void (*progress)(void *user, uint64_t done, uint64_t total); /* blocks, a few times a second; may be NULL */
    void *user;
} wg_options;

typedef struct wg_result wg_result;

/* options may be NULL. On failure *out is NULL. */
wg_status wg_kernel_run(wg_kernel *kernel, const wg_options *options, wg_result **out, wg_error *err);
void wg_result_free(wg_result *result); /* NULL is fine */

/* ---- what came of it ---- */

/* A counter or metric by name. A metric that does not apply to the kernel is NAN. False: there is none of that name. */
bool wg_result_value(const wg_result *result, const char *name, double *value);

/* WG_ERR_FAILED when an expression over counters and metrics is not true; WG_ERR_INPUT when it is none. */
wg_status wg_result_assert(const wg_result *result, const char *expression, wg_error *err);
/* Whether an expression can be asserted at all: for before a long run. */
wg_status wg_assertion_check(const char *expression, wg_error *err);

/* An argument's memory after the run, or NULL. */
const void *wg_result_memory(const wg_result *result, const char *argument, size_t *size);

/* The report for a person, with the hottest `lines` lines of the source (0: all); and for programs (docs/use/json.md).
 */
char *wg_result_text(const wg_result *result, bool color, size_t lines);
char *wg_result_json(const wg_result *result, const char *executable);
/* A page: one file that needs nothing else (docs/use/report.md). */
char *wg_result_html(const wg_result *result);
/* Its roofline. */
char *wg_result_svg(const wg_result *result);

/* ---- ladders: docs/use/ladders.md ---- */

typedef struct wg_assignment {
    const char *name, *value, *where; /* where: how the user wrote it, for messages */
} wg_assignment;

typedef struct wg_climb_request {
    const char *ladder;            /* a name, a folder, or a ladder.json */
    const char *sizes;             /* "default", "test", "large"; NULL: large where a GPU runs, else default */
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

typedef struct wg_ladder_result wg_ladder_result;
typedef enum wg_report_form {
    WG_FORM_TEXT,
    WG_FORM_MARKDOWN,
    WG_FORM_CSV,
    WG_FORM_JSON,
    WG_FORM_SVG,
    WG_FORM_HTML
} wg_report_form;

wg_status wg_ladder_climb(const wg_climb_request *request, wg_ladder_result **out, wg_error *err);
void wg_ladder_result_free(wg_ladder_result *result); /* NULL is fine */
/* Rungs that are wrong or could not be run. */
size_t wg_ladder_result_failures(const wg_ladder_result *result);
char *wg_ladder_result_write(const wg_ladder_result *result, wg_report_form form, const char *executable);
/* Rung by rung in words: what holds it, what the next one changes, the gain predicted and seen. Text or Markdown. */
char *wg_ladder_result_story(const wg_ladder_result *result, wg_report_form form);

/* The ladders there are. */
wg_status wg_ladders_text(char **out, wg_error *err);

/* ---- probes: docs/use/probes.md ---- */

typedef struct wg_probe_result wg_probe_result;

/* request->ladder is a probe's name, folder or probe.json; request->rungs are its series. */
wg_status wg_probe_draw(const wg_climb_request *request, wg_probe_result **out, wg_error *err);
void wg_probe_result_free(wg_probe_result *result); /* NULL is fine */
size_t wg_probe_result_failures(const wg_probe_result *result);
char *wg_probe_result_write(const wg_probe_result *result, wg_report_form form, const char *executable);
wg_status wg_probes_text(char **out, wg_error *err);

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
    const wg_options *options; /* compiler, no_cache; may be NULL */
} wg_occupancy_question;

typedef struct wg_occupancy_result wg_occupancy_result;

wg_status wg_occupancy_find(const wg_occupancy_question *question, wg_occupancy_result **out, wg_error *err);
void wg_occupancy_result_free(wg_occupancy_result *result); /* NULL is fine */
/* Neither SVG nor HTML. */
char *wg_occupancy_result_write(const wg_occupancy_result *result, wg_report_form form, const char *executable);

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

typedef struct wg_roofline_result wg_roofline_result;

wg_status wg_roofline_find(const wg_roofline_request *request, wg_roofline_result **out, wg_error *err);
void wg_roofline_result_free(wg_roofline_result *result); /* NULL is fine */
char *wg_roofline_result_write(const wg_roofline_result *result, wg_report_form form, const char *executable);

/* ---- results from a file: docs/use/report.md ---- */

typedef struct wg_recorded wg_recorded;

/* What explain, ladder, probe or roofline wrote as JSON. */
wg_status wg_recorded_open(const char *path, wg_recorded **out, wg_error *err);
void wg_recorded_free(wg_recorded *recorded); /* NULL is fine */
/* The tables, figures and pages of those verbs; not JSON, which it came from. The last two are for the text of explain.
 */
char *wg_recorded_write(const wg_recorded *recorded, wg_report_form form, bool color, size_t lines);

/* ---- the rest ---- */

/* Two files of results as a table (not JSON or SVG); *slower counts what got slower beyond the noise. */
wg_status wg_compare_results(const char *before, const char *after, wg_report_form form, char **out, size_t *slower,
                             wg_error *err);

/* Every device in brief and the compilers (name NULL), or everything about one. */
wg_status wg_devices_text(const char *name, char **out, wg_error *err);
wg_status wg_devices_json(const char *name, char **out, wg_error *err);

/* The candidate a mistyped word most likely meant, NULL when it is like none. */
const char *wg_closest(const char *word, const char *const *candidates, size_t count);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
