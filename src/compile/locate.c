/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE 1 /* strverscmp */
#include "compile/locate.h"

#include "base/file.h"

#include <glob.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* $NAME at the front becomes the variable's value; NULL: it has none. */
static const char *expand(wg_arena *arena, const char *pattern)
{
    if (*pattern != '$')
        return pattern;
    size_t length = strcspn(pattern, "/");
    const char *value = getenv(wg_arena_copy(arena, pattern + 1, length - 1));
    return value && *value ? wg_arena_format(arena, "%s%s", value, pattern + length) : NULL;
}

static const char *match(wg_arena *arena, const char *pattern)
{
    glob_t matches;
    pattern = expand(arena, pattern);
    if (!pattern || glob(pattern, GLOB_BRACE | GLOB_NOSORT, NULL, &matches) != 0)
        return NULL;
    const char *newest = matches.gl_pathv[0];
    for (size_t i = 1; i < matches.gl_pathc; i++)
        if (strverscmp(matches.gl_pathv[i], newest) > 0)
            newest = matches.gl_pathv[i];
    newest = wg_arena_copy(arena, newest, strlen(newest));
    globfree(&matches);
    return newest;
}

/* True when the user chose for us; *path is NULL when what they chose is not there. */
static bool chosen(wg_arena *arena, const char *variable, const char **path)
{
    const char *value = getenv(variable);
    if (!value)
        return false;
    *path = wg_file_exists(value) ? wg_arena_copy(arena, value, strlen(value)) : NULL;
    return true;
}

const char *wg_locate_file(wg_arena *arena, const char *variable, const char *const *patterns)
{
    const char *path = NULL;
    if (!chosen(arena, variable, &path))
        while (!path && *patterns)
            path = match(arena, *patterns++);
    return path;
}

const char *wg_locate_program(wg_arena *arena, const char *variable, const char *const *names)
{
    const char *path = NULL;
    if (chosen(arena, variable, &path))
        return path;
    for (; *names; names++) {
        char *program = wg_file_find_program(*names);
        if (program) {
            path = wg_arena_copy(arena, program, strlen(program));
            free(program);
            return path;
        }
    }
    return NULL;
}

static const char *parent(wg_arena *arena, const char *path, int levels)
{
    size_t length = strlen(path);
    while (levels-- > 0)
        while (length > 0 && path[--length] != '/')
            ;
    return wg_arena_copy(arena, path, length);
}

/* `part` of the CUDA installation that the environment names, else of the one whose nvcc is on PATH, else of one in the
 * usual places. The Python packages spread a toolkit over several folders, each laid out like a small one. */
static const char *cuda_part(wg_arena *arena, const char *part)
{
    static const char *const first[] = {"$CUDA_PATH", "$CUDA_HOME", NULL};
    static const char *const usual[] = {
        "/usr/local/cuda",
        "/opt/cuda",
        "/usr/local/cuda-[0-9]*",
        "/usr/lib/cuda",
        "/usr",
        "$CONDA_PREFIX",
        "$VIRTUAL_ENV/lib/python3*/site-packages/nvidia/*",
        "$HOME/.local/lib/python3*/site-packages/nvidia/*",
        NULL,
    };
    const char *path = NULL;
    for (const char *const *root = first; !path && *root; root++)
        path = match(arena, wg_arena_format(arena, "%s/%s", *root, part));
    char *nvcc = path ? NULL : wg_file_find_program("nvcc");
    char *real = nvcc ? realpath(nvcc, NULL) : NULL;
    if (real)
        path = match(arena, wg_arena_format(arena, "%s/%s", parent(arena, real, 2), part));
    free(real);
    free(nvcc);
    for (const char *const *root = usual; !path && *root; root++)
        path = match(arena, wg_arena_format(arena, "%s/%s", *root, part));
    return path;
}

const char *wg_locate_nvcc(wg_arena *arena)
{
    static const char *const names[] = {"nvcc", NULL};
    const char *path = wg_locate_program(arena, "WARPGRIND_NVCC", names);
    return path || getenv("WARPGRIND_NVCC") ? path : cuda_part(arena, "bin/nvcc");
}

const char *wg_locate_ptxas(wg_arena *arena)
{
    static const char *const names[] = {"ptxas", NULL};
    const char *path = wg_locate_program(arena, "WARPGRIND_PTXAS", names);
    return path || getenv("WARPGRIND_PTXAS") ? path : cuda_part(arena, "bin/ptxas");
}

static const char *on_library_path(wg_arena *arena, const char *name)
{
    const char *folders = getenv("LD_LIBRARY_PATH"), *path = NULL;
    while (!path && folders && *folders) {
        size_t length = strcspn(folders, ":");
        if (length)
            path = match(arena, wg_arena_format(arena, "%.*s/%s", (int)length, folders, name));
        folders += length + (folders[length] == ':');
    }
    return path;
}

const char *wg_locate_nvrtc(wg_arena *arena)
{
    const char *path;
    if (chosen(arena, "WARPGRIND_NVRTC", &path))
        return path;
    path = on_library_path(arena, "libnvrtc.so*");
    return path ? path : cuda_part(arena, "{lib64,lib,lib/*-linux-gnu,targets/*/lib}/libnvrtc.so*");
}

const char *wg_locate_cuda_headers(wg_arena *arena)
{
    const char *header = cuda_part(arena, "{include,targets/*/include}/cuda_runtime.h");
    return header ? parent(arena, header, 1) : NULL;
}

const char *wg_locate_cuda_for_clang(wg_arena *arena)
{
    const char *library = cuda_part(arena, "nvvm/libdevice/libdevice.*.bc");
    return library ? parent(arena, library, 3) : NULL;
}
