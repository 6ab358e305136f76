/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dladdr */
#include "base/arena.h"
#include "base/file.h"
#include "devices/device.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Both below a folder above the program: the first in a source tree, the second in an installed one. */
static const char *const places[] = {"data", "share/warpgrind/data"};

enum { LEVELS = 6, LONGEST = 4096 };

static bool is_data_folder(const char *folder)
{
    char path[LONGEST + 16];
    snprintf(path, sizeof path, "%s/devices", folder);
    return wg_file_exists(path);
}

static char *duplicate(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(wg_alloc(size), text, size);
}

/* Looks in the folders above the file; NULL: nothing there. */
static char *search_above(const char *file)
{
    char folder[LONGEST / 2], path[LONGEST];
    snprintf(folder, sizeof folder, "%s", file);
    for (int level = 0; level < LEVELS; level++) {
        char *slash = strrchr(folder, '/');
        if (!slash)
            return NULL;
        *slash = 0;
        for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
            snprintf(path, sizeof path, "%s/%s", folder, places[k]);
            if (is_data_folder(path))
                return duplicate(path);
        }
    }
    return NULL;
}

wg_status wg_data_folder(char **folder, wg_error *err)
{
    const char *own = getenv("WARPGRIND_DATA");
    *folder = NULL;
    if (own && *own) {
        if (!is_data_folder(own))
            return wg_error_set(err, WG_ERR_MISSING, "WARPGRIND_DATA is %s, where there is no devices/", own);
        *folder = duplicate(own);
        return WG_OK;
    }
    char program[LONGEST / 2];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = 0;
    *folder = search_above(program);
    /* Somebody else's program: the shared library may lie where ours would. */
    Dl_info library;
    if (!*folder && dladdr((void *)&places, &library) && library.dli_fname)
        *folder = search_above(library.dli_fname);
    if (!*folder)
        return wg_error_set(err, WG_ERR_MISSING, "warpgrind's data folder is not found: set WARPGRIND_DATA to it");
    return WG_OK;
}
