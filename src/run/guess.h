/* SPDX-License-Identifier: Apache-2.0 */
/* What nobody said about a launch: read from the kernel's source, or from its PTX where that is all there is, and
 * guessed (source/guess.h). And what can be said against arguments that do not fit the source's types. */
#ifndef WG_RUN_GUESS_H
#define WG_RUN_GUESS_H

#include "backends/ptx_kernel.h"
#include "source/guess.h"

/* Completes a spec of a source file whose grid, block or arguments are not given, or only some of them by name. *line
 * is the command line that says the same, malloc'ed; NULL: there was nothing to guess. Where the file has several
 * kernels and none is named, the error lists a command line for each. */
wg_status wg_guess_complete(wg_spec *spec, const char *device, const wg_engine_options *options, char **line,
                            wg_error *err);

/* Adds to what went wrong which of the guesses is to be changed. Returns status. */
wg_status wg_guess_blame(const wg_spec *spec, const char *line, wg_status status, wg_error *err);

/* Whether the elements of buffers are what the source's pointers point to, where both are known. */
wg_status wg_guess_check_types(const wg_spec *spec, wg_error *err);

/* For guess.c: the source's text and kernels (guess_source.c). */
typedef struct wg_read_source {
    char *text;
    wg_source *source; /* NULL: it is PTX, or cannot be read */
} wg_read_source;

void wg_read_source_open(const wg_spec *spec, const char *const *flags, size_t flag_count, wg_read_source *out);
void wg_read_source_close(wg_read_source *source);
/* The kernel that a symbol of the PTX is, with its template's arguments, if the text agrees with the PTX. */
wg_source_kernel *wg_read_source_find(const wg_read_source *source, const wg_ptx_function *function);
/* The kernel by its name in the text alone, NULL: the only one. NULL: there are several, or none, of that name. */
wg_source_kernel *wg_read_source_named(const wg_read_source *source, const char *name);

/* From PTX alone: kinds and sizes of the parameters (guess_ptx.c). Texts are in the arena. */
void wg_guess_from_ptx(const wg_ptx_function *function, const wg_guess_known *known, wg_arena *arena, wg_guess *out);

#endif
