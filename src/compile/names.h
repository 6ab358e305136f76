/* SPDX-License-Identifier: Apache-2.0 */
/* Which entry of some PTX a user means. The public half is in compile.h. */
#ifndef WG_COMPILE_NAMES_H
#define WG_COMPILE_NAMES_H

#include <stdbool.h>

/* Whether any .entry of the PTX text is what the user means by `name` (wg_compile_name_matches). */
bool wg_names_in_ptx(const char *ptx, const char *name);

#endif
