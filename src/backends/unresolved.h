/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of functions that nothing defines: the user hears of them in the words and lines of the source. */
#ifndef WG_BACKENDS_UNRESOLVED_H
#define WG_BACKENDS_UNRESOLVED_H

#include "ptx/module.h"

/* WG_ERR_UNSUPPORTED for the first call, by the kernel or what it calls, of a function that has no body and that no
 * back end provides, or that is a kernel. `file`: as the user wrote it. */
wg_status wg_unresolved_check(const wg_ptx_module *module, const wg_ptx_function *kernel, const char *file,
                              wg_error *err);

#endif
