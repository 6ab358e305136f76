/* SPDX-License-Identifier: Apache-2.0 */
/* Compiler options that stand in a file, whoever wrote it: those that can only change the code are passed on, the
 * others are refused (file_options.def). What the user says on the command line is passed on as it is. */
#ifndef WG_SPEC_FILE_OPTIONS_H
#define WG_SPEC_FILE_OPTIONS_H

#include "spec/spec.h"

/* Adds them to the spec's flags. `folder` is the one the file is in, and `where` the place in it, for messages. */
wg_status wg_spec_add_file_options(wg_spec *spec, const char *const *words, size_t count, const char *folder,
                                   const char *where, wg_error *err);

#endif
