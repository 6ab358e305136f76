/* SPDX-License-Identifier: Apache-2.0 */
/* Any kernel source to PTX. CUDA C goes to NVRTC (dlopen), else nvcc, else clang with device headers of ours; OpenCL
 * C to clang + libclc; .ptx is taken as it is. The first compiler that is there and takes the file wins; results are
 * cached by content. When all refuse, the error is one line of context and then the compiler's own words; what does
 * not fit is in a file that it names. */
#ifndef WG_COMPILE_COMPILE_H
#define WG_COMPILE_COMPILE_H

#include "base/stop.h"
#include "warpgrind/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct wg_compile_options {
    const char *with;         /* "nvrtc", "nvcc", "clang"; NULL: the first that works */
    const char *arch;         /* "sm_90"; NULL: a default each compiler knows */
    const char *const *flags; /* -D…, -U…, -I…, -std=…, -include …: passed through in order */
    size_t flag_count;
    const char *kernel; /* as the user names it: "ns::k", "transpose<1>" (instantiated if need be); NULL: any */
    bool no_cache;
    wg_stop *interrupted; /* may be NULL */
} wg_compile_options;

typedef struct wg_compiled {
    char *ptx; /* malloc'ed, terminated */
    size_t length;
    char compiler[64]; /* "nvrtc 13.0", "nvcc 13.0", "clang 15.0.6", "ptx", "nvcc 13.0 (cached)" */
    bool cached;
} wg_compiled;

/* "sm_90" for a compute capability of 9.0. GPUs that no compiler knows any more get the lowest that all of them do: the
 * source is then compiled for a newer one, which takes all that the old one does. */
enum { WG_LOWEST_SM = 75 };
void wg_compile_arch(int major, int minor, char *text, size_t size);

wg_status wg_compile(const char *path, const wg_compile_options *options, wg_compiled *out, wg_error *err);
void wg_compiled_free(wg_compiled *compiled);

/* One line for each compiler: what it is, where it is, or what to install. For `devices` and error messages. */
void wg_compile_describe(char *text, size_t size);

/* The name as written in the source for a mangled symbol: "_ZN2ns1kILi1EEEvPf" → "ns::k<1>" (parameter list left
 * off); extern "C" and OpenCL names come back unchanged. Returns a malloc'ed string. */
char *wg_compile_source_name(const char *symbol);

/* Whether a kernel symbol is what the user means by `name`: the symbol itself, its source name (however spaced, 1u or
 * (int)1 for 1), or that with namespaces left off in front and template arguments behind: "k" for "ns::k<1>". Whether
 * only one kernel matches is the caller's to judge. */
bool wg_compile_name_matches(const char *symbol, const char *name);

#endif
