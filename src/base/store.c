/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries are loaded from this folder, so that who can write to it can run programs as the user: it is used only if
 * it is the user's own and nobody else may write to it. A hash that anybody can compute keeps nobody from writing an
 * entry; it is there for files that were cut short by a full disk, a crash or a copy.
 *
 * Nothing is locked. Two runs that make the same entry both write it, each to a file of its own, and rename it: all see
 * one of the two. What a run that was killed leaves is a file with another ending, which is thrown away an hour later.
 *
 * The time of an entry is when it was used last, to a day. */
#include "base/store.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };
enum { PRUNE_INTERVAL = 10 * MINUTE, LEFTOVER_AGE = HOUR };
static const uint64_t DEFAULT_SIZE = (uint64_t)512 << 20, DEFAULT_DAYS = 90;
static const char SIZE_VARIABLE[] = "WARPGRIND_CACHE_SIZE", DAYS_VARIABLE[] = "WARPGRIND_CACHE_DAYS";

/* ---- the folder ---- */

static char *join(const char *folder, const char *name)
{
    wg_text path = {0};
    wg_text_addf(&path, "%s/%s", folder, name);
    return path.bytes;
}

static const char *value_of(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value ? value : NULL;
}

/* Whether it is there and can be written to, or can be made so. */
static bool is_there(const char *folder)
{
    return (mkdir(folder, 0700) == 0 || errno == EEXIST) && access(folder, W_OK | X_OK) == 0;
}

/* A link that the user made is fine, one among the temporary files may be anybody's. */
static wg_status check_owner(const char *folder, bool may_be_link, wg_error *err)
{
    struct stat info;
    if ((may_be_link ? stat : lstat)(folder, &info) != 0 || !S_ISDIR(info.st_mode))
        return wg_error_set(err, WG_ERR_SYSTEM, "%s is no folder", folder);
    if (info.st_uid != geteuid())
        return wg_error_set(err, WG_ERR_SYSTEM, "%s belongs to another user (%ld)", folder, (long)info.st_uid);
    if (info.st_mode & (S_IWGRP | S_IWOTH))
        return wg_error_set(err, WG_ERR_SYSTEM, "others may write to %s: chmod go-w", folder);
    return WG_OK;
}

/* Malloc'ed; NULL: no variable says where. */
static char *usual_folder(void)
{
    const char *own = value_of("WARPGRIND_CACHE"), *xdg = value_of("XDG_CACHE_HOME"), *home = value_of("HOME");
    if (own)
        return join(own, "");
    if (xdg) {
        mkdir(xdg, 0700);
        return join(xdg, "warpgrind");
    }
    char *cache = home ? join(home, ".cache") : NULL, *folder = cache ? join(cache, "warpgrind") : NULL;
    if (cache)
        mkdir(cache, 0700);
    free(cache);
    return folder;
}

/* Where there is no home, as in many containers, or nothing can be written there. */
static char *temporary_folder(void)
{
    char name[64];
    snprintf(name, sizeof name, "warpgrind-%ld", (long)geteuid());
    return join(value_of("TMPDIR") ? value_of("TMPDIR") : "/tmp", name);
}

/* Who names a folder wants that one. */
static wg_status find_folder(char **out, wg_error *err)
{
    char *folder = usual_folder();
    bool is_usual = folder && (is_there(folder) || value_of("WARPGRIND_CACHE"));
    if (!is_usual) {
        free(folder);
        folder = temporary_folder();
    }
    wg_status status = is_there(folder) ? check_owner(folder, is_usual, err)
                                        : wg_error_set(err, WG_ERR_SYSTEM, "%s: %s", folder, strerror(errno));
    *out = status == WG_OK ? folder : NULL;
    if (status != WG_OK)
        free(folder);
    return status;
}

char *wg_store_folder(void)
{
    char *folder;
    find_folder(&folder, NULL);
    return folder;
}

char *wg_store_subfolder(const char *name)
{
    char *cache = wg_store_folder(), *folder = cache ? join(cache, name) : NULL;
    free(cache);
    if (folder && is_there(folder) && check_owner(folder, true, NULL) == WG_OK)
        return folder;
    free(folder);
    return NULL;
}

/* ---- limits ---- */

/* "512M", "30"; 0: no limit. False: it is no number. */
static bool read_limit(const char *variable, uint64_t usual, uint64_t *out)
{
    static const char units[] = "KMG";
    const char *text = value_of(variable), *unit;
    char *end;
    *out = usual;
    if (!text)
        return true;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    int shift = *end && (unit = strchr(units, *end)) ? 10 * (int)(unit - units + 1) : 0;
    if (*text < '0' || *text > '9' || errno || end[shift > 0] || number > UINT64_MAX >> 31)
        return false;
    *out = (uint64_t)number << shift;
    return true;
}

static wg_status check_limit(const char *variable, wg_error *err)
{
    uint64_t limit;
    if (read_limit(variable, 0, &limit))
        return WG_OK;
    return wg_error_set(err, WG_ERR_INPUT, "%s: '%s' is no number, such as 500 or 2G", variable, getenv(variable));
}

wg_status wg_store_check(wg_error *err)
{
    char *folder;
    wg_status status = find_folder(&folder, err);
    free(folder);
    wg_error_prefix(err, status, "nothing is cached: ");
    if (status == WG_OK)
        status = check_limit(SIZE_VARIABLE, err);
    return status == WG_OK ? check_limit(DAYS_VARIABLE, err) : status;
}

/* ---- entries ---- */

enum { SEAL_LENGTH = 63 };

/* The name is in the hash: an entry is nothing under another one. */
static void make_seal(const char *path, const char *bytes, size_t length, char seal[SEAL_LENGTH + 1])
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    uint64_t seed = wg_hash(name, strlen(name), 0);
    snprintf(seal, SEAL_LENGTH + 1, "\nwarpgrind 1 %016zx %016" PRIx64 "%016" PRIx64 "\n", length & UINT64_MAX,
             wg_hash(bytes, length, seed), wg_hash(bytes, length, ~seed));
}

static bool is_own_file(int file)
{
    struct stat info;
    return fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
           !(info.st_mode & (S_IWGRP | S_IWOTH));
}

/* All of it, with a terminator behind it; NULL: it cannot be read, or changes meanwhile. */
static char *read_all(int file, size_t *length)
{
    struct stat info;
    if (fstat(file, &info) != 0 || info.st_size > WG_FILE_LIMIT)
        return NULL;
    size_t size = (size_t)info.st_size, at = 0;
    char *bytes = wg_alloc(size + 1);
    for (ssize_t got = 1; at < size && got > 0; at += got > 0 ? (size_t)got : 0)
        got = read(file, bytes + at, size - at);
    *length = at;
    if (at == size)
        return bytes;
    free(bytes);
    return NULL;
}

bool wg_store_read(const char *path, char **bytes, size_t *length)
{
    char seal[SEAL_LENGTH + 1], *all = NULL;
    size_t size = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file >= 0 && is_own_file(file))
        all = read_all(file, &size);
    if (file >= 0)
        close(file);
    if (all && size >= SEAL_LENGTH) {
        size -= SEAL_LENGTH;
        make_seal(path, all, size, seal);
        if (!memcmp(all + size, seal, SEAL_LENGTH)) {
            all[size] = 0;
            *bytes = all;
            *length = size;
            wg_store_touch(path);
            return true;
        }
    }
    free(all);
    return false;
}

wg_status wg_store_write(const char *path, const void *bytes, size_t length, wg_error *err)
{
    char seal[SEAL_LENGTH + 1];
    wg_text text = {0};
    make_seal(path, bytes, length, seal);
    wg_text_add(&text, bytes, length);
    wg_text_add(&text, seal, SEAL_LENGTH);
    wg_status status = wg_file_write_as(path, text.bytes, text.length, 0600, err);
    wg_text_free(&text);
    if (status != WG_OK)
        return status;
    char *folder = wg_store_folder();
    char *last = folder ? join(folder, "pruned") : NULL;
    struct stat info;
    /* Rarely: a look at each entry takes longer than making one. */
    if (last && (stat(last, &info) != 0 || time(NULL) - info.st_mtime > PRUNE_INTERVAL) &&
        wg_file_write_as(last, "", 0, 0600, NULL) == WG_OK)
        wg_store_prune(folder);
    free(last);
    free(folder);
    return WG_OK;
}

void wg_store_touch(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0 && time(NULL) - info.st_mtime > DAY)
        utimensat(AT_FDCWD, path, NULL, 0);
}

/* ---- throwing away ---- */

typedef struct entry {
    char *path;
    uint64_t bytes;
    int64_t time;
} entry;

typedef struct entries {
    entry *all;
    size_t count, capacity;
    uint64_t bytes;
    int64_t now, oldest; /* seconds: what is older is thrown away at once */
} entries;

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), of_end = strlen(end);
    return length >= of_end && !strcmp(text + length - of_end, end);
}

/* Nothing but what is ours: the user may keep other things in the folder. */
static bool is_entry(const char *name)
{
    enum { KEY = 32 };
    return !strncmp(name, "host-", 5) || !strncmp(name, "device-", 7) ||
           (strlen(name) == KEY && strspn(name, "0123456789abcdef") == KEY);
}

static void look_at(entries *e, const char *folder, const char *name)
{
    char *path = join(folder, name);
    struct stat info;
    bool is_there_still = lstat(path, &info) == 0, is_leftover = ends_with(name, ".tmp");
    if (is_there_still && is_leftover && e->now - info.st_mtime > LEFTOVER_AGE) {
        remove(path);
    } else if (is_there_still && !is_leftover && is_entry(name)) {
        if (info.st_mtime < e->oldest) {
            wg_file_discard(path);
        } else if (S_ISREG(info.st_mode)) {
            *WG_PUSH(e->all, e->count, e->capacity) = (entry){path, (uint64_t)info.st_size, info.st_mtime};
            e->bytes += (uint64_t)info.st_size;
            return;
        }
    }
    free(path);
}

static void look_into(entries *e, const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *file; folder && (file = readdir(folder));)
        if (file->d_name[0] != '.')
            look_at(e, path, file->d_name);
    if (folder)
        closedir(folder);
}

static int by_age(const void *a, const void *b)
{
    int64_t x = ((const entry *)a)->time, y = ((const entry *)b)->time;
    return (x > y) - (x < y);
}

/* Down to three quarters of the limit, so that there is peace for a while. */
void wg_store_prune(const char *folder)
{
    uint64_t size, days;
    entries e = {.now = time(NULL)};
    char *ptx = join(folder, "ptx");
    bool has_size = read_limit(SIZE_VARIABLE, DEFAULT_SIZE, &size),
         known = read_limit(DAYS_VARIABLE, DEFAULT_DAYS, &days) && has_size;
    e.oldest = days && days < (uint64_t)e.now / DAY ? e.now - (int64_t)days * DAY : 0;
    if (known) { /* who mistyped a limit is told, and loses nothing */
        look_into(&e, folder);
        look_into(&e, ptx);
    }
    if (size && e.bytes > size)
        qsort(e.all, e.count, sizeof *e.all, by_age);
    bool is_full = size && e.bytes > size;
    for (size_t k = 0; k < e.count; k++) {
        if (is_full && e.bytes > size / 4 * 3) {
            e.bytes -= e.all[k].bytes;
            unlink(e.all[k].path);
        }
        free(e.all[k].path);
    }
    free(e.all);
    free(ptx);
}
