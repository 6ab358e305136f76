/* SPDX-License-Identifier: Apache-2.0 */
/* The names of a C function's parameters, read from its source: host functions are given the arguments they name. */
#ifndef WG_SPEC_C_PARAMETERS_H
#define WG_SPEC_C_PARAMETERS_H

#include "base/arena.h"
#include "warpgrind/status.h"

/* Of the definition of `function` in the file. Names and array are in the arena. WG_ERR_INPUT: it is not defined
 * there, or has a parameter without a name. */
wg_status wg_c_parameters(const char *file, const char *function, wg_arena *arena, const char ***names, size_t *count,
                          wg_error *err);
/* The same of a text, whose comments are blanked. */
wg_status wg_c_parameters_of(const char *file, char *text, const char *function, wg_arena *arena, const char ***names,
                             size_t *count, wg_error *err);

#endif
