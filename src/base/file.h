/* SPDX-License-Identifier: Apache-2.0 */
/* Whole files, and folders for a while. */
#ifndef WG_BASE_FILE_H
#define WG_BASE_FILE_H

#include "base/arena.h"
#include "warpgrind/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { WG_FILE_LIMIT = 1 << 30 }; /* bytes of the largest that is read */

/* Reads a whole file (limited to 1 GiB) into malloc'ed memory with a terminator behind it. Directories, missing files:
 * a status. */
wg_status wg_file_read(const char *path, char **bytes, size_t *length, wg_error *err);

/* The same of a regular file of at most so many bytes: what may be a device, a pipe or anything else is not waited for.
 */
wg_status wg_file_read_regular(const char *path, size_t most, char **bytes, size_t *length, wg_error *err);

/* Writes to a file beside it whose name nobody else has, and renames that: a reader never sees half of it, and who is
 * killed leaves what was there, and perhaps a file that ends in ".tmp". */
wg_status wg_file_write(const char *path, const void *bytes, size_t length, wg_error *err);
wg_status wg_file_write_as(const char *path, const void *bytes, size_t length, mode_t mode, wg_error *err);

bool wg_file_exists(const char *path);

/* The folder a file is in, malloc'ed. */
char *wg_file_folder(const char *path);
/* Whether a file, wherever links lead, is in this folder or one below it. One that is not there is not. */
bool wg_file_is_below(const char *path, const char *folder);

/* Finds an executable on PATH; malloc'ed path or NULL. */
char *wg_file_find_program(const char *name);

/* A new folder of the user's own below $TMPDIR or /tmp, in the arena; and its end, with all that is in it (NULL is
 * fine). */
wg_status wg_file_scratch(wg_arena *arena, const char **folder, wg_error *err);
void wg_file_discard(const char *folder);

/* The path as seen from the working directory, if the file is below it; else the path. */
const char *wg_file_from_here(const char *path);

#endif
