/* SPDX-License-Identifier: Apache-2.0 */
/* The user's cache folder. Whatever is in it may be lost, cut short or changed at any time, and may have been put there
 * by somebody else: what is read from it is checked, what is not right is not there. */
#ifndef WG_BASE_STORE_H
#define WG_BASE_STORE_H

#include "warpgrind/status.h"

#include <stdbool.h>
#include <stddef.h>

/* $WARPGRIND_CACHE, else $XDG_CACHE_HOME/warpgrind, else $HOME/.cache/warpgrind, else one of the user's own below
 * $TMPDIR or /tmp; created, malloc'ed. NULL: there is nowhere to write, or the folder is not to be trusted. */
char *wg_store_folder(void);

/* A folder in it; created, malloc'ed, NULL as above. */
char *wg_store_subfolder(const char *name);

/* Whether there is such a folder, and why not; and whether the variables that limit it can be understood. */
wg_status wg_store_check(wg_error *err);

/* An entry is a file in these folders: so many bytes, then a seal with their number and their hash. It is found only if
 * it is whole, under the name it was written as, the user's own, and nobody else may write to it. *bytes is malloc'ed,
 * with a terminator behind it. */
bool wg_store_read(const char *path, char **bytes, size_t *length);

/* At once or not at all, however many do it and whenever they are killed. Then, rarely, throws old entries away. */
wg_status wg_store_write(const char *path, const void *bytes, size_t length, wg_error *err);

/* An entry, or a folder, that was used is not old. */
void wg_store_touch(const char *path);

/* Throws away what was not used for too long, and the oldest of what is too much, whenever that was done last. */
void wg_store_prune(const char *folder);

#endif
