/* SPDX-License-Identifier: Apache-2.0 */
/* One compilation, and what a compiler is: the two things every file here shares. Each compiler is one file that
 * ends in a const wg_compiler; compile.c lists them in the order in which they are tried. */
#ifndef WG_COMPILE_JOB_H
#define WG_COMPILE_JOB_H

#include "base/arena.h"
#include "base/stop.h"
#include "base/text.h"
#include "warpgrind/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

typedef enum wg_language { WG_LANGUAGE_UNKNOWN, WG_LANGUAGE_CUDA, WG_LANGUAGE_OPENCL, WG_LANGUAGE_PTX } wg_language;

const char *wg_language_name(wg_language language);

/* A compiler that was looked for on this machine. */
typedef struct wg_tool {
    const struct wg_compiler *compiler;
    const char *path;      /* the program or library; NULL: it, or what it needs, is not there */
    const char *companion; /* the file or folder it needs besides; NULL: none */
} wg_tool;

enum { WG_TOOL_LIMIT = 4 }; /* compilers that one language has */

/* What is to be compiled. Everything lives in the arena but `source`. */
typedef struct wg_job {
    wg_arena arena;
    const char *shown;  /* the path as the user wrote it, for messages */
    const char *path;   /* absolute, links resolved: what .file lines of the PTX should say */
    const char *folder; /* the one `path` is in */
    char *source;
    size_t length;
    struct timespec started; /* when `source` was read */
    wg_language language;
    const char **flags; /* one word each; only -include has its file in the next word */
    size_t flag_count;
    const char *arch;             /* "sm_90"; NULL: the compiler's choice */
    wg_tool tools[WG_TOOL_LIMIT]; /* the compilers to try, in order, whether they are installed or not */
    size_t tool_count;
    const char *instantiate; /* a kernel that must be in the PTX even if nothing in the file refers to it; NULL: none */
    wg_stop *interrupted;    /* may be NULL */
} wg_job;

typedef struct wg_file_list {
    const char **paths; /* the strings are in the job's arena */
    size_t count, capacity;
} wg_file_list;

/* What a compiler made of it. */
typedef struct wg_output {
    char *ptx; /* malloc'ed, terminated; NULL: refused */
    size_t length;
    char version[32];     /* "13.0"; empty when not known */
    wg_text messages;     /* what the compiler said, word for word */
    wg_file_list headers; /* every file it read */
    bool headers_known;   /* false: the list may lack some, so the result cannot be cached */
} wg_output;

void wg_output_free(wg_output *output);

typedef struct wg_compiler {
    const char *name;  /* what --with takes and reports show */
    const char *title; /* what descriptions and messages call it */
    wg_language language;
    const char *install; /* what to do to get it */
    int authority;       /* whose messages to show when all fail: those of the highest */

    /* Looks for it without starting or loading anything: a cache hit pays for this. Strings go to the arena. */
    wg_tool (*find)(wg_arena *arena);

    /* WG_OK: output holds PTX. WG_ERR_INPUT: refused, and output->messages says why. Else err says what went wrong. */
    wg_status (*run)(const wg_tool *tool, wg_job *job, wg_output *output, wg_error *err);
} wg_compiler;

extern const wg_compiler wg_compiler_nvrtc, wg_compiler_nvcc, wg_compiler_clang, wg_compiler_clang_toolkit,
    wg_compiler_opencl;

/* Reads the file, tells its language and sorts the flags. */
struct wg_compile_options;
wg_status wg_job_open(wg_job *job, const char *path, const struct wg_compile_options *options, wg_error *err);
void wg_job_close(wg_job *job);

/* The number in job->arch, or in the default where none was asked for: 90 for "sm_90" and "sm_90a". */
enum { WG_DEFAULT_SM = 90 };
int wg_job_sm(const wg_job *job);

#endif
