/* SPDX-License-Identifier: Apache-2.0 */
/* An entry is one file: a line that says what it is, who compiled it, one line for each file the compiler read, then
 * the PTX with its length and hash. It is valid while every one of those files is unchanged, so looking one up costs
 * a stat for each; a file is read again only when its time differs, or is so close to the entry's own that an edit
 * could hide in the clock's grain. Entries are written beside their place and renamed, so concurrent runs see all or
 * nothing. Words of a tool are an entry of the same folder: the first line, their length and hash, the words. */
#include "compile/cache.h"

#include "base/arena.h"
#include "base/file.h"
#include "compile/device.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A new number when the format or our commands change. */
static const char MAGIC[] = "warpgrind-ptx 3\n", WORDS_MAGIC[] = "warpgrind-words 1\n";
enum { ENTRY_LIMIT = 4000 };                   /* entries before the oldest are dropped */
static const int64_t CLOCK_GRAIN = 2000000000; /* nanoseconds in which a file could change without its time telling */

/* Variables that change what a compiler does behind our back. */
static const char *const ENVIRONMENT[] = {
    "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS",  "NVCC_CCBIN",           "CPATH",
    "C_INCLUDE_PATH",     "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS",
};

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void add_tool_file(wg_text *text, const char *path)
{
    struct stat info = {0};
    if (path && stat(path, &info) == 0)
        wg_text_addf(text, "%s %jd %" PRId64 "\n", path, (intmax_t)info.st_size, nanoseconds(info.st_mtim));
}

static wg_cache_key key_of(wg_text *text)
{
    wg_cache_key key;
    snprintf(key.hex, sizeof key.hex, "%016" PRIx64 "%016" PRIx64, wg_hash(text->bytes, text->length, 1),
             wg_hash(text->bytes, text->length, 2));
    wg_text_free(text);
    return key;
}

wg_cache_key wg_cache_key_make(const wg_job *job)
{
    wg_text text = {0};
    wg_text_addf(&text, "%s%016" PRIx64 "\n%s %d %s %s\n", MAGIC, wg_device_hash(), job->path, (int)job->language,
                 job->arch ? job->arch : "", job->instantiate ? job->instantiate : "");
    for (size_t i = 0; i < job->tool_count; i++) {
        add_tool_file(&text, job->tools[i].path);
        add_tool_file(&text, job->tools[i].companion);
    }
    for (size_t i = 0; i < job->flag_count; i++)
        wg_text_addf(&text, "%s\n", job->flags[i]);
    char folder[4096];
    if (job->flag_count && getcwd(folder, sizeof folder)) /* relative -I folders */
        wg_text_addf(&text, "%s\n", folder);
    for (size_t i = 0; i < sizeof ENVIRONMENT / sizeof *ENVIRONMENT; i++)
        wg_text_addf(&text, "%s\n", getenv(ENVIRONMENT[i]) ? getenv(ENVIRONMENT[i]) : "");
    wg_text_add(&text, job->source, job->length);
    return key_of(&text);
}

wg_cache_key wg_cache_key_of_tool(const char *tool, const char *question, const char *text, size_t length)
{
    wg_text all = {0};
    wg_text_addf(&all, "%s%s\n", WORDS_MAGIC, question);
    add_tool_file(&all, tool);
    wg_text_add(&all, text, length);
    return key_of(&all);
}

/* The path of an entry, or without a key of the folder they are in; malloc'ed, NULL: no cache. */
static char *entry_path(const wg_cache_key *key)
{
    char *cache = wg_file_cache_folder();
    if (!cache)
        return NULL;
    wg_text path = {0};
    wg_text_addf(&path, "%s/ptx", cache);
    free(cache);
    if (mkdir(path.bytes, 0777) != 0 && errno != EEXIST) {
        wg_text_free(&path);
        return NULL;
    }
    if (key)
        wg_text_addf(&path, "/%s", key->hex);
    return path.bytes;
}

static bool hash_file(const char *path, uint64_t *hash)
{
    char *bytes;
    size_t length;
    if (wg_file_read(path, &bytes, &length, NULL) != WG_OK)
        return false;
    *hash = wg_hash(bytes, length, 0);
    free(bytes);
    return true;
}

/* One "file size time hash path" line, without its newline. */
static bool is_unchanged(const char *line)
{
    intmax_t size;
    int64_t time;
    uint64_t hash, now;
    int used = 0;
    struct stat info;
    if (sscanf(line, "file %jd %" SCNd64 " %" SCNx64 " %n", &size, &time, &hash, &used) < 3 || used == 0)
        return false;
    const char *path = line + used;
    if (stat(path, &info) != 0 || info.st_size != size)
        return false;
    if (time != 0 && nanoseconds(info.st_mtim) == time)
        return true;
    return hash_file(path, &now) && now == hash;
}

/* Takes the next line off the entry; NULL: there is none. */
static char *next_line(char **at)
{
    char *line = *at, *end = strchr(line, '\n');
    if (!end)
        return NULL;
    *end = 0;
    *at = end + 1;
    return line;
}

/* Checks a whole entry; *ptx, of *length bytes, is in it. */
static bool read_entry(char *entry, size_t entry_length, const char **compiler, char **ptx, size_t *length)
{
    char *at = entry, *line = next_line(&at);
    if (!line || strncmp(line, MAGIC, strlen(MAGIC) - 1) != 0 || !(*compiler = next_line(&at)))
        return false;
    while ((line = next_line(&at)) && !strncmp(line, "file ", 5))
        if (!is_unchanged(line))
            return false;
    uint64_t hash;
    if (!line || sscanf(line, "ptx %zu %" SCNx64, length, &hash) != 2)
        return false;
    *ptx = at;
    return entry_length == (size_t)(at - entry) + *length && wg_hash(at, *length, 0) == hash;
}

bool wg_cache_find(const wg_cache_key *key, wg_compiled *out)
{
    char *path = entry_path(key), *entry = NULL, *ptx;
    const char *compiler;
    size_t entry_length, length;
    bool found = path && wg_file_read(path, &entry, &entry_length, NULL) == WG_OK &&
                 read_entry(entry, entry_length, &compiler, &ptx, &length);
    if (found) {
        *out = (wg_compiled){.ptx = wg_alloc(length + 1), .length = length, .cached = true};
        memcpy(out->ptx, ptx, length);
        snprintf(out->compiler, sizeof out->compiler, "%.40s (cached)", compiler);
    }
    free(entry);
    free(path);
    return found;
}

typedef struct aged_entry {
    char name[40];
    int64_t time;
} aged_entry;

static int by_age(const void *a, const void *b)
{
    int64_t x = ((const aged_entry *)a)->time, y = ((const aged_entry *)b)->time;
    return (x > y) - (x < y);
}

/* A tuner can leave thousands of entries: past the limit, the oldest quarter goes. */
static void prune(void)
{
    char *path = entry_path(NULL);
    DIR *folder = path ? opendir(path) : NULL;
    aged_entry *entries = NULL;
    size_t count = 0, capacity = 0;
    for (struct dirent *file; folder && (file = readdir(folder));) {
        struct stat info;
        if (strlen(file->d_name) != 32 || fstatat(dirfd(folder), file->d_name, &info, 0) != 0)
            continue;
        aged_entry *entry = WG_PUSH(entries, count, capacity);
        snprintf(entry->name, sizeof entry->name, "%.32s", file->d_name);
        entry->time = nanoseconds(info.st_mtim);
    }
    if (count > ENTRY_LIMIT) {
        qsort(entries, count, sizeof *entries, by_age);
        for (size_t i = 0; i < count / 4; i++)
            unlinkat(dirfd(folder), entries[i].name, 0);
    }
    if (folder)
        closedir(folder);
    free(entries);
    free(path);
}

/* False: it cannot be told apart from what the compiler read, as it is gone or was written meanwhile. */
static bool add_header(wg_text *text, const char *path, int64_t started)
{
    struct stat info;
    uint64_t hash;
    if (stat(path, &info) != 0 || nanoseconds(info.st_mtim) > started || !hash_file(path, &hash))
        return false;
    int64_t time = nanoseconds(info.st_mtim);
    bool settled = started - time > CLOCK_GRAIN;
    wg_text_addf(text, "file %jd %" PRId64 " %016" PRIx64 " %s\n", (intmax_t)info.st_size, settled ? time : 0, hash,
                 path);
    return true;
}

void wg_cache_store(const wg_cache_key *key, const wg_job *job, const wg_output *output, const char *compiler)
{
    char *path = output->headers_known ? entry_path(key) : NULL;
    bool complete = path != NULL;
    wg_text text = {0};
    wg_text_addf(&text, "%s%s\n", MAGIC, compiler);
    for (size_t i = 0; complete && i < output->headers.count; i++)
        complete = add_header(&text, output->headers.paths[i], nanoseconds(job->started));
    if (complete) {
        wg_text_addf(&text, "ptx %zu %016" PRIx64 "\n", output->length, wg_hash(output->ptx, output->length, 0));
        wg_text_add(&text, output->ptx, output->length);
        wg_file_write(path, text.bytes, text.length, NULL);
        prune();
    }
    wg_text_free(&text);
    free(path);
}

/* ---- words ---- */

char *wg_cache_find_words(const wg_cache_key *key)
{
    char *path = entry_path(key), *entry = NULL, *words = NULL;
    size_t entry_length, length;
    uint64_t hash;
    if (path && wg_file_read(path, &entry, &entry_length, NULL) == WG_OK) {
        char *at = entry, *first = next_line(&at), *line = first ? next_line(&at) : NULL;
        bool whole = line && !strncmp(first, WORDS_MAGIC, strlen(WORDS_MAGIC) - 1) &&
                     sscanf(line, "words %zu %" SCNx64, &length, &hash) == 2 &&
                     entry_length == (size_t)(at - entry) + length && wg_hash(at, length, 0) == hash;
        words = whole ? wg_copy(at, strlen(at)) : NULL;
    }
    free(entry);
    free(path);
    return words;
}

void wg_cache_store_words(const wg_cache_key *key, const char *words)
{
    char *path = entry_path(key);
    size_t length = strlen(words);
    wg_text text = {0};
    wg_text_addf(&text, "%swords %zu %016" PRIx64 "\n%s", WORDS_MAGIC, length, wg_hash(words, length, 0), words);
    if (path) {
        wg_file_write(path, text.bytes, text.length, NULL);
        prune();
    }
    wg_text_free(&text);
    free(path);
}
