/* SPDX-License-Identifier: Apache-2.0 */
/* Which files a compilation read, so that a cached result can tell when one of them changed. */
#ifndef WG_COMPILE_HEADERS_H
#define WG_COMPILE_HEADERS_H

#include "compile/job.h"

/* From the rule that -MD writes ("out.ptx: k.cu h.h \…"). Files in the folders `ours` (up to a NULL) are left out. */
bool wg_headers_from_makefile(wg_job *job, const char *rule, const char *const *ours, wg_file_list *list);

/* For a compiler that writes no such rule: follows #include in the source through its folder, the -I folders and,
 * one level deep, `system` (may be NULL). Lines that the preprocessor would skip count too, which only makes the list
 * longer. False: an #include names a macro, so the list may lack a file. */
bool wg_headers_from_source(wg_job *job, const char *system, wg_file_list *list);

#endif
