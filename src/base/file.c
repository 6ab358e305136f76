/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE 1 /* nftw, getentropy */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *join(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = wg_alloc(size);
    snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static wg_status fail_open(const char *path, wg_error *err)
{
    return wg_error_set(err, errno == ENOENT ? WG_ERR_MISSING : WG_ERR_SYSTEM, "%s: %s", path, strerror(errno));
}

/* Closes it. */
static wg_status read_all(FILE *file, const char *path, char **bytes, size_t *length, wg_error *err)
{
    char *buffer = NULL;
    size_t count = 0, capacity = 0;
    for (;;) {
        if (capacity - count < 4096)
            buffer = wg_realloc(buffer, (capacity = capacity ? capacity * 2 : 64 * 1024) + 1);
        size_t got = fread(buffer + count, 1, capacity - count, file);
        count += got;
        if (got == 0 || count > WG_FILE_LIMIT)
            break;
    }
    int failed = ferror(file);
    fclose(file);
    if (failed || count > WG_FILE_LIMIT) {
        free(buffer);
        return wg_error_set(err, WG_ERR_SYSTEM, "%s: %s", path, failed ? "cannot be read" : "is larger than 1 GiB");
    }
    buffer[count] = 0;
    *bytes = buffer;
    *length = count;
    return WG_OK;
}

wg_status wg_file_read(const char *path, char **bytes, size_t *length, wg_error *err)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail_open(path, err);
    struct stat info;
    if (fstat(fileno(file), &info) == 0 && S_ISDIR(info.st_mode)) {
        fclose(file);
        return wg_error_set(err, WG_ERR_INPUT, "%s: is a folder", path);
    }
    return read_all(file, path, bytes, length, err);
}

wg_status wg_file_read_regular(const char *path, size_t most, char **bytes, size_t *length, wg_error *err)
{
    int opened = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC); /* a pipe without a writer would wait */
    struct stat info;
    if (opened < 0)
        return fail_open(path, err);
    bool is_regular = fstat(opened, &info) == 0 && S_ISREG(info.st_mode), fits = (uint64_t)info.st_size <= most;
    FILE *file = is_regular && fits ? fdopen(opened, "rb") : NULL;
    if (file)
        return read_all(file, path, bytes, length, err);
    close(opened);
    return wg_error_set(err, WG_ERR_INPUT, "%s: %s", path, is_regular ? "is too large" : "is no regular file");
}

/* Beside the path, under a name that nobody else has: two machines, or two containers, that share a folder have equal
 * process ids. -1: it cannot be made. */
static int open_beside(const char *path, mode_t mode, char *temporary, size_t size)
{
    enum { ATTEMPTS = 8 };
    int file = -1;
    for (int k = 0; k < ATTEMPTS && file < 0; k++) {
        uint64_t number;
        if (getentropy(&number, sizeof number) != 0)
            return -1;
        snprintf(temporary, size, "%s.%016" PRIx64 ".tmp", path, number);
        file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (file < 0 && errno != EEXIST)
            break;
    }
    return file;
}

static bool write_all(int file, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        ssize_t written = write(file, bytes + at, length - at);
        if (written < 0 && errno != EINTR)
            return false;
        at += written > 0 ? (size_t)written : 0;
    }
    return true;
}

wg_status wg_file_write_as(const char *path, const void *bytes, size_t length, mode_t mode, wg_error *err)
{
    size_t size = strlen(path) + 32;
    char *temporary = wg_alloc(size);
    int file = open_beside(path, mode, temporary, size);
    bool ok = file >= 0 && write_all(file, bytes, length);
    int failure = errno;
    if (file >= 0 && close(file) != 0 && ok) {
        failure = errno;
        ok = false;
    }
    if (ok && rename(temporary, path) != 0) {
        failure = errno;
        ok = false;
    }
    if (!ok && file >= 0)
        remove(temporary);
    free(temporary);
    return ok ? WG_OK : wg_error_set(err, WG_ERR_SYSTEM, "%s: cannot be written: %s", path, strerror(failure));
}

wg_status wg_file_write(const char *path, const void *bytes, size_t length, wg_error *err)
{
    return wg_file_write_as(path, bytes, length, 0666, err);
}

wg_status wg_file_scratch(wg_arena *arena, const char **folder, wg_error *err)
{
    const char *temporary = getenv("TMPDIR");
    char *name = wg_arena_format(arena, "%s/warpgrind-XXXXXX", temporary && *temporary ? temporary : "/tmp");
    *folder = NULL;
    if (!mkdtemp(name))
        return wg_error_set(err, WG_ERR_SYSTEM, "no temporary folder %s: %s", name, strerror(errno));
    *folder = name;
    return WG_OK;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *at)
{
    (void)info, (void)type, (void)at;
    return remove(path);
}

void wg_file_discard(const char *folder)
{
    if (folder)
        nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

bool wg_file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

char *wg_file_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = join(path, "");
    strcpy(folder, slash == path ? "/" : ".");
    if (slash && slash != path) {
        memcpy(folder, path, (size_t)(slash - path));
        folder[slash - path] = 0;
    }
    return folder;
}

bool wg_file_is_below(const char *path, const char *folder)
{
    char *file = realpath(path, NULL), *top = realpath(folder, NULL);
    size_t length = top ? strlen(top) : 0;
    length -= length == 1; /* the root ends in its slash */
    bool is_below = file && top && !strncmp(file, top, length) && file[length] == '/';
    free(file);
    free(top);
    return is_below;
}

char *wg_file_find_program(const char *name)
{
    const char *paths = getenv("PATH");
    while (paths && *paths) {
        size_t length = strcspn(paths, ":");
        char *folder = wg_alloc(length + 1);
        memcpy(folder, paths, length);
        char *path = join(length ? folder : ".", name);
        free(folder);
        struct stat info;
        if (stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0)
            return path;
        free(path);
        paths += length + (paths[length] == ':');
    }
    return NULL;
}

const char *wg_file_from_here(const char *path)
{
    char here[4096];
    size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
    bool is_below = length > 1 && !strncmp(path, here, length) && path[length] == '/' && path[length + 1];
    return is_below ? path + length + 1 : path;
}
