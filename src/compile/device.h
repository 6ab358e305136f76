/* SPDX-License-Identifier: Apache-2.0 */
/* The headers that let clang compile CUDA C where no CUDA is installed. They are the files of compile/device/, carried
 * in the library as bytes (cmake/embed.cmake) and written to a folder that clang can read. */
#ifndef WG_COMPILE_DEVICE_H
#define WG_COMPILE_DEVICE_H

#include "base/arena.h"
#include "warpgrind/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct wg_device_file {
    const char *name; /* NULL: end of the list */
    const unsigned char *bytes;
    size_t length;
} wg_device_file;

extern const wg_device_file wg_device_files[];

/* The folder, in the user's cache, written if it is not there yet; where there is no cache, `fallback` is filled. It
 * holds the files and, under the names that CUDA programs include, headers that lead to them. */
wg_status wg_device_folder(wg_arena *arena, const char *fallback, const char **folder, wg_error *err);

/* Changes whenever a file does. */
uint64_t wg_device_hash(void);

#endif
