/* SPDX-License-Identifier: Apache-2.0 */
/* A driver's library, found at run time: its functions by name, into a structure of pointers. */
#ifndef WG_BACKENDS_LIBRARY_H
#define WG_BACKENDS_LIBRARY_H

#include "warpgrind/status.h"

#include <stddef.h>

typedef struct wg_library_function {
    const char *name;
    size_t offset; /* of the pointer */
} wg_library_function;

typedef struct wg_library {
    const char *file; /* "libcuda.so.1" */
    const char *name; /* what a person calls it, for messages: "NVIDIA's driver" */
    const char *hint; /* what to do where it is not there */
    const wg_library_function *functions;
    size_t count;
} wg_library;

/* All of them, or WG_ERR_MISSING. It stays loaded. */
wg_status wg_library_load(const wg_library *library, void *pointers, wg_error *err);

#endif
