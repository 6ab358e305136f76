/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE 1 /* getentropy */
#include "replace.h"

#include "interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_directly(const char *file, const void *bytes, size_t length)
{
    FILE *out = fopen(file, "wb");
    bool ok = out && fwrite(bytes, 1, length, out) == length;
    if (out && fclose(out) != 0)
        ok = false;
    return ok;
}

/* /dev/stdout, where that is a file: the shell has it open, and would go on with the old one. */
static bool is_open_already(const struct stat *file)
{
    for (int k = STDIN_FILENO; k <= STDERR_FILENO; k++) {
        struct stat open_file;
        if (fstat(k, &open_file) == 0 && open_file.st_dev == file->st_dev && open_file.st_ino == file->st_ino)
            return true;
    }
    return false;
}

/* What a new file may take the place of: an own, plain one, or nothing at all. */
static bool may_replace(const char *file, bool exists, const struct stat *old)
{
    struct stat link;
    if (!exists)
        return lstat(file, &link) != 0; /* else a link to what is not there yet */
    return S_ISREG(old->st_mode) && old->st_uid == geteuid() && !is_open_already(old);
}

/* Malloc'ed: the path and something that nobody else has; the file is open then. NULL: errno. */
static char *open_beside(const char *file, int *out)
{
    size_t size = strlen(file) + 32;
    char *path = malloc(size);
    uint64_t number;
    if (path && getentropy(&number, sizeof number) == 0) {
        snprintf(path, size, "%s.%016" PRIx64 ".tmp", file, number);
        *out = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (*out >= 0)
            return path;
    }
    free(path);
    return NULL;
}

static bool fill(int out, const char *bytes, size_t length, const struct stat *old)
{
    /* Who cannot give it to the same group leaves it to his own. */
    if (old && fchown(out, (uid_t)-1, old->st_gid) != 0)
        errno = 0;
    bool ok = !old || fchmod(out, old->st_mode & 07777) == 0;
    while (ok && length && !interrupted) {
        ssize_t written = write(out, bytes, length);
        ok = written >= 0 || errno == EINTR;
        bytes += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
    if (ok && interrupted) {
        errno = EINTR;
        ok = false;
    }
    int failure = errno;
    if (close(out) != 0 && ok)
        return false;
    errno = failure;
    return ok;
}

/* 0: the folder takes no new file, so that the old one has to be written to. */
static int replace(const char *file, const void *bytes, size_t length, const struct stat *old)
{
    int out;
    char *path = open_beside(file, &out);
    if (!path)
        return errno == EACCES || errno == EPERM || errno == EROFS || errno == ENAMETOOLONG ? 0 : -1;
    bool ok = fill(out, bytes, length, old) && rename(path, file) == 0;
    int failure = errno;
    if (!ok)
        unlink(path);
    errno = failure;
    free(path);
    return ok ? 1 : -1;
}

bool replace_file(const char *file, const void *bytes, size_t length)
{
    struct stat old;
    bool exists = stat(file, &old) == 0;
    if (!may_replace(file, exists, &old))
        return write_directly(file, bytes, length);
    if (exists && access(file, W_OK) != 0)
        return false;
    char *target = exists ? realpath(file, NULL) : strdup(file);
    int done = target ? replace(target, bytes, length, exists ? &old : NULL) : -1;
    free(target);
    return done ? done > 0 : write_directly(file, bytes, length);
}
