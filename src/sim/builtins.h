/* SPDX-License-Identifier: Apache-2.0 */
/* Functions a kernel may call that no PTX defines: what CUDA's device runtime provides. */
#ifndef WG_SIM_BUILTINS_H
#define WG_SIM_BUILTINS_H

#include "sim/warp.h"

int wg_builtin_find(const char *name); /* -1: there is none of that name */
bool wg_builtin_is_variadic(const wg_ptx_function *function);

/* Runs a builtin for the lanes of mask. Arguments and results are the call's places in the caller's frame. */
void wg_builtin_call(int builtin, wg_warp *w, const wg_insn *i, const wg_call *call, uint32_t mask);

#endif
