/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/device.h"

#include "base/file.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
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
static const char COMPLETE[] = "complete"; /* written last */

uint64_t wg_device_hash(void)
{
    uint64_t hash = 0;
    for (const wg_device_file *file = wg_device_files; file->name; file++)
        hash = wg_hash(file->bytes, file->length, wg_hash(file->name, strlen(file->name), hash));
    for (size_t i = 0; i < sizeof ALIASES / sizeof *ALIASES; i++)
        hash = wg_hash(ALIASES[i].name, strlen(ALIASES[i].name), hash);
    return hash;
}

/* `name` may have one folder in it. */
static wg_status write_file(wg_arena *arena, const char *folder, const char *name, const void *bytes, size_t length,
                            wg_error *err)
{
    const char *slash = strchr(name, '/');
    if (slash)
        mkdir(wg_arena_format(arena, "%s/%.*s", folder, (int)(slash - name), name), 0777);
    return wg_file_write(wg_arena_format(arena, "%s/%s", folder, name), bytes, length, err);
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

/* Several processes may do this at once: each writes every file whole, and all write the same. */
static wg_status fill_cache(wg_arena *arena, const char *cache, const char **folder, wg_error *err)
{
    *folder = wg_arena_format(arena, "%s/device-%016" PRIx64, cache, wg_device_hash());
    const char *complete = wg_arena_format(arena, "%s/%s", *folder, COMPLETE);
    if (wg_file_exists(complete))
        return WG_OK;
    if (mkdir(*folder, 0777) != 0 && errno != EEXIST)
        return wg_error_set(err, WG_ERR_SYSTEM, "%s: %s", *folder, strerror(errno));
    wg_status status = write_files(arena, *folder, err);
    return status == WG_OK ? wg_file_write(complete, "", 0, err) : status;
}

wg_status wg_device_folder(wg_arena *arena, const char *fallback, const char **folder, wg_error *err)
{
    char *cache = wg_file_cache_folder();
    wg_status status = cache ? fill_cache(arena, cache, folder, NULL) : WG_ERR_MISSING;
    free(cache);
    if (status == WG_OK)
        return WG_OK;
    *folder = fallback;
    return write_files(arena, fallback, err);
}
