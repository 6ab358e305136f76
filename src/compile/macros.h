/* SPDX-License-Identifier: Apache-2.0 */
/* Macros that are defined from outside, -DNAME=VALUE and -UNAME, as lines of source. nvcc hands its command line to a
 * shell, and an OpenCL driver takes its options as one string: what stands in a file is neither expanded nor split. */
#ifndef WG_COMPILE_MACROS_H
#define WG_COMPILE_MACROS_H

#include "base/text.h"
#include "warpgrind/status.h"

bool wg_macros_is_one(const char *flag); /* -D… or -U…, in one word */

/* A name must be one, NAME or NAME(A, B), and a value one line. `file` is whose macros they are, for the message. */
wg_status wg_macros_check(const char *file, const char *const *flags, size_t flag_count, wg_error *err);

/* #define and #undef for those of the flags that are macros, in their order. They must have been checked. */
void wg_macros_write(const char *const *flags, size_t flag_count, wg_text *out);

#endif
