/* SPDX-License-Identifier: Apache-2.0 */
/* What CUDA C and OpenCL C through clang share. */
#ifndef WG_COMPILE_CLANG_H
#define WG_COMPILE_CLANG_H

#include "compile/invocation.h"

/* The newest clang on PATH, or what WARPGRIND_CLANG names; NULL: none. */
const char *wg_clang_find(wg_arena *arena);

/* What a release of clang can target: "sm_86", "+ptx75". */
typedef struct wg_clang_target {
    const char *sm, *ptx;
} wg_clang_target;

/* Asks clang which release it is (into output->version) and answers the target nearest to job->arch. */
wg_status wg_clang_choose_target(wg_invocation *program, const char *clang, wg_output *output, wg_clang_target *target,
                                 wg_error *err);

#endif
