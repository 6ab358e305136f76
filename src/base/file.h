/* SPDX-License-Identifier: Apache-2.0 */
/* Whole files, and where the user's cache is. */
#ifndef WG_BASE_FILE_H
#define WG_BASE_FILE_H

#include "warpgrind/status.h"

#include <stdbool.h>
#include <stddef.h>

/* Reads a whole file (limited to 1 GiB) into malloc'ed memory with a terminator behind it. Directories, missing files:
 * a status. */
wg_status wg_file_read(const char *path, char **bytes, size_t *length, wg_error *err);

/* The same of a regular file of at most so many bytes: what may be a device, a pipe or anything else is not waited for.
 */
wg_status wg_file_read_regular(const char *path, size_t most, char **bytes, size_t *length, wg_error *err);

/* Writes through a temporary file beside the target and renames, so that a reader never sees half of it. */
wg_status wg_file_write(const char *path, const void *bytes, size_t length, wg_error *err);

bool wg_file_exists(const char *path);

/* The folder a file is in, malloc'ed. */
char *wg_file_folder(const char *path);
/* Whether a file, wherever links lead, is in this folder or one below it. One that is not there is not. */
bool wg_file_is_below(const char *path, const char *folder);

/* Finds an executable on PATH; malloc'ed path or NULL. */
char *wg_file_find_program(const char *name);

/* $WARPGRIND_CACHE, else $XDG_CACHE_HOME/warpgrind, else $HOME/.cache/warpgrind, else one of the
 * user's own below $TMPDIR or /tmp; created. NULL when there is nowhere to write. */
char *wg_file_cache_folder(void);

/* The path as seen from the working directory, if the file is below it; else the path. */
const char *wg_file_from_here(const char *path);

#endif
