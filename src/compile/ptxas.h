/* SPDX-License-Identifier: Apache-2.0 */
/* What ptxas says a kernel needs. It comes with the CUDA toolkit; without it that is not known before a driver has
 * built the kernel. */
#ifndef WG_COMPILE_PTXAS_H
#define WG_COMPILE_PTXAS_H

#include "base/stop.h"
#include "warpgrind/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wg_ptxas_report {
    char version[32]; /* "13.0"; empty when not known */
    char arch[32];    /* "sm_90" */
    uint64_t registers;
    uint64_t shared; /* static */
    uint64_t barriers;
    uint64_t stack, spill_stores, spill_loads; /* bytes of local memory of a thread */
} wg_ptxas_report;

typedef struct wg_ptxas_question {
    const char *ptx;
    size_t length;
    const char *entry, *arch; /* "saxpy", "sm_90" */
    bool no_cache;            /* ask even when the answer is known */
    wg_stop *interrupted;     /* may be NULL */
} wg_ptxas_question;

/* WG_ERR_MISSING: there is no ptxas. WG_ERR_INPUT: it refuses, in its own words. WG_ERR_TIMEOUT: it took too long. */
wg_status wg_ptxas_ask(const wg_ptxas_question *question, wg_ptxas_report *out, wg_error *err);

/* For wg_ptxas_ask and its test: reads what `ptxas -v` prints. False: nothing about that kernel in it. */
bool wg_ptxas_parse(const char *text, const char *entry, wg_ptxas_report *out);

#endif
