/* SPDX-License-Identifier: Apache-2.0 */
#include "base/file.h"

#include "base/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const size_t FILE_LIMIT = (size_t)1 << 30;

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
        if (got == 0 || count > FILE_LIMIT)
            break;
    }
    int failed = ferror(file);
    fclose(file);
    if (failed || count > FILE_LIMIT) {
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

wg_status wg_file_write(const char *path, const void *bytes, size_t length, wg_error *err)
{
    size_t size = strlen(path) + 32;
    char *temporary = wg_alloc(size);
    snprintf(temporary, size, "%s.%ld.tmp", path, (long)getpid());
    FILE *file = fopen(temporary, "wb");
    bool ok = file && (length == 0 || fwrite(bytes, 1, length, file) == length);
    if (file && fclose(file) != 0)
        ok = false;
    if (ok && rename(temporary, path) != 0)
        ok = false;
    if (!ok) {
        wg_error_set(err, WG_ERR_SYSTEM, "%s: cannot be written: %s", path, strerror(errno));
        remove(temporary);
    }
    free(temporary);
    return ok ? WG_OK : WG_ERR_SYSTEM;
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

static bool make_folder(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

static bool can_write(const char *folder)
{
    return make_folder(folder) && access(folder, W_OK) == 0;
}

/* Where there is no home, as in many containers: a folder of the user's own among the temporary ones. One that somebody
 * else put there is not used: libraries are loaded from it. */
static char *temporary_folder(void)
{
    const char *temporary = getenv("TMPDIR");
    char name[64];
    struct stat info;
    snprintf(name, sizeof name, "warpgrind-%ld", (long)getuid());
    char *folder = join(temporary && *temporary ? temporary : "/tmp", name);
    mkdir(folder, 0700);
    if (lstat(folder, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == getuid() && !(info.st_mode & 022))
        return folder;
    free(folder);
    return NULL;
}

char *wg_file_cache_folder(void)
{
    const char *own = getenv("WARPGRIND_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char *folder = NULL;
    if (own && *own) {
        folder = join(own, "");
    } else if (xdg && *xdg) {
        make_folder(xdg);
        folder = join(xdg, "warpgrind");
    } else if (home && *home) {
        char *cache = join(home, ".cache");
        make_folder(cache);
        folder = join(cache, "warpgrind");
        free(cache);
    }
    if (folder && can_write(folder))
        return folder;
    free(folder);
    return own && *own ? NULL : temporary_folder(); /* who names a folder wants that one */
}

const char *wg_file_from_here(const char *path)
{
    char here[4096];
    size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
    bool is_below = length > 1 && !strncmp(path, here, length) && path[length] == '/' && path[length + 1];
    return is_below ? path + length + 1 : path;
}
