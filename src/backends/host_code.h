/* SPDX-License-Identifier: Apache-2.0 */
/* C functions as kernels: compiled when they are needed, loaded, called with the same arguments as a kernel. This is
 * how the CPU's rungs, the references and the vendors' libraries run.
 *
 * A function keeps its natural signature, f(const float *x, float *y, int n); a few lines behind it, made from the
 * types of the arguments, unpack the array of pointers it is called with, and let the compiler check that they fit.
 *
 * It is code that a ladder brings along: only that of a trusted spec is compiled (wg_spec.is_trusted), and whoever can
 * calls it in a process of its own (base/child.h), where it is loaded too: loading runs code already. */
#ifndef WG_BACKENDS_HOST_CODE_H
#define WG_BACKENDS_HOST_CODE_H

#include "backends/backend.h"

typedef struct wg_host_code {
    char *path;   /* of the library */
    char *folder; /* … which nobody else uses; NULL: it is the cache's */
    void *library;
    /* arguments[k] points to the k-th argument: to a pointer, or to a scalar. NULL, or what went wrong. */
    const char *(*call)(void *const *arguments);
} wg_host_code;

/* With the C compiler, or with nvcc for `arch` ("sm_90") where that is not NULL. Nothing of it runs yet. */
wg_status wg_host_code_build(const wg_kernel_source *source, const char *arch, wg_stop *interrupted, wg_host_code *out,
                             char compiler[64], wg_error *err);
void wg_host_code_close(wg_host_code *code);

/* Calls it with a call's arguments, whose handles are pointers; the first time it is loaded before. */
wg_status wg_host_code_call(wg_host_code *code, const wg_kernel_call *call, wg_error *err);
wg_status wg_host_code_load(wg_host_code *code, wg_error *err);

#endif
