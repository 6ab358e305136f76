/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/device.h"

#include "base/file.h"
#include "base/store.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What CUDA programs include, and which file of ours has it. */
static const struct {
    const char *name, *leads_to;
} ALIASES[] = {
    {"cuda.h", "warpgrind_cuda.h"},
    {"cuda_runtime.h", "warpgrind_cuda.h"},
    {"cuda_runtime_api.h", "warpgrind_cuda.h"},
    {"cuda_device_runtime_api.h", "warpgrind_cuda.h"},
    {"cuda_profiler_api.h", "warpgrind_cuda.h"},
    {"device_launch_parameters.h", "warpgrind_cuda.h"},
    {"device_functions.h", "warpgrind_cuda.h"},
    {"device_atomic_functions.h", "warpgrind_cuda.h"},
    {"device_types.h", "warpgrind_cuda.h"},
    {"driver_types.h", "warpgrind_cuda.h"},
    {"builtin_types.h", "warpgrind_cuda.h"},
    {"vector_types.h", "warpgrind_cuda.h"},
    {"vector_functions.h", "warpgrind_cuda.h"},
    {"host_defines.h", "warpgrind_cuda.h"},
    {"math_functions.h", "warpgrind_cuda.h"},
    {"sm_20_intrinsics.h", "warpgrind_cuda.h"},
    {"sm_30_intrinsics.h", "warpgrind_cuda.h"},
    {"sm_60_atomic_functions.h", "warpgrind_cuda.h"},
    {"cooperative_groups/reduce.h", "cooperative_groups.h"},
};

uint64_t wg_device_hash(void)
{
    uint64_t hash = 0;
    for (const wg_device_file *file = wg_device_files; file->name; file++)
        hash = wg_hash(file->bytes, file->length, wg_hash(file->name, strlen(file->name), hash));
    for (size_t i = 0; i < sizeof ALIASES / sizeof *ALIASES; i++)
        hash = wg_hash(ALIASES[i].name, strlen(ALIASES[i].name), hash);
    return hash;
}

static bool is_right(const char *path, const void *bytes, size_t length)
{
    char *there = NULL;
    size_t count;
    bool right = wg_file_read(path, &there, &count, NULL) == WG_OK && count == length && !memcmp(there, bytes, length);
    free(there);
    return right;
}

/* Unless it is there as it should be. `name` may have one folder in it. */
static wg_status write_file(wg_arena *arena, const char *folder, const char *name, const void *bytes, size_t length,
                            wg_error *err)
{
    const char *slash = strchr(name, '/');
    if (slash)
        mkdir(wg_arena_format(arena, "%s/%.*s", folder, (int)(slash - name), name), 0700);
    const char *path = wg_arena_format(arena, "%s/%s", folder, name);
    return is_right(path, bytes, length) ? WG_OK : wg_file_write_as(path, bytes, length, 0600, err);
}

static wg_status write_files(wg_arena *arena, const char *folder, wg_error *err)
{
    wg_status status = WG_OK;
    for (const wg_device_file *file = wg_device_files; status == WG_OK && file->name; file++)
        status = write_file(arena, folder, file->name, file->bytes, file->length, err);
    for (size_t i = 0; status == WG_OK && i < sizeof ALIASES / sizeof *ALIASES; i++) {
        const char *text = wg_arena_format(arena, "#include <%s>\n", ALIASES[i].leads_to);
        status = write_file(arena, folder, ALIASES[i].name, text, strlen(text), err);
    }
    return status;
}

/* Several processes may do this at once: each writes every file whole, and all write the same. Reading them all takes a
 * millisecond, the compiler that is to follow hundreds. */
static wg_status fill_cache(wg_arena *arena, const char **folder)
{
    char name[32];
    snprintf(name, sizeof name, "device-%016" PRIx64, wg_device_hash());
    char *path = wg_store_subfolder(name);
    wg_status status = path ? write_files(arena, path, NULL) : WG_ERR_MISSING;
    if (status == WG_OK) {
        *folder = wg_arena_copy(arena, path, strlen(path));
        wg_store_touch(path);
    }
    free(path);
    return status;
}

wg_status wg_device_folder(wg_arena *arena, const char *fallback, const char **folder, wg_error *err)
{
    if (fill_cache(arena, folder) == WG_OK)
        return WG_OK;
    *folder = fallback;
    return write_files(arena, fallback, err);
}
