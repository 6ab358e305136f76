/* SPDX-License-Identifier: Apache-2.0 */
/* An entry is one file: a line that says what it is, who compiled it, one line for each file the compiler read, then
 * the PTX. It is valid while every one of those files is unchanged, so looking one up costs a stat for each; a file is
 * read again only when its time differs, or is so close to the entry's own that an edit could hide in the clock's
 * grain. Words of a tool are an entry of the same folder: the first line, the words. base/store.h sees to it that an
 * entry is whole, and that there are not too many. */
#include "compile/cache.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/store.h"
#include "compile/device.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A new number when the format or our commands change. */
static const char MAGIC[] = "warpgrind-ptx 4\n", WORDS_MAGIC[] = "warpgrind-words 2\n";
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

/* The path of an entry; malloc'ed, NULL: no cache. */
static char *entry_path(const wg_cache_key *key)
{
    char *folder = wg_store_subfolder("ptx");
    wg_text path = {0};
    if (folder)
        wg_text_addf(&path, "%s/%s", folder, key->hex);
    free(folder);
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

/* Whether it still holds; *ptx, of *length bytes, is in it. */
static bool read_entry(char *entry, size_t entry_length, const char **compiler, char **ptx, size_t *length)
{
    char *at = entry, *line = next_line(&at);
    if (!line || strncmp(line, MAGIC, strlen(MAGIC) - 1) != 0 || !(*compiler = next_line(&at)))
        return false;
    while ((line = next_line(&at)) && !strncmp(line, "file ", 5))
        if (!is_unchanged(line))
            return false;
    if (!line || strcmp(line, "ptx") != 0)
        return false;
    *ptx = at;
    *length = entry_length - (size_t)(at - entry);
    return true;
}

bool wg_cache_find(const wg_cache_key *key, wg_compiled *out)
{
    char *path = entry_path(key), *entry = NULL, *ptx;
    const char *compiler;
    size_t entry_length, length;
    bool found =
        path && wg_store_read(path, &entry, &entry_length) && read_entry(entry, entry_length, &compiler, &ptx, &length);
    if (found) {
        *out = (wg_compiled){.ptx = wg_alloc(length + 1), .length = length, .cached = true};
        memcpy(out->ptx, ptx, length);
        snprintf(out->compiler, sizeof out->compiler, "%.40s (cached)", compiler);
    }
    free(entry);
    free(path);
    return found;
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
        wg_text_addf(&text, "ptx\n");
        wg_text_add(&text, output->ptx, output->length);
        wg_store_write(path, text.bytes, text.length, NULL);
    }
    wg_text_free(&text);
    free(path);
}

/* ---- words ---- */

char *wg_cache_find_words(const wg_cache_key *key)
{
    char *path = entry_path(key), *entry = NULL, *words = NULL;
    size_t length, begin = strlen(WORDS_MAGIC);
    if (path && wg_store_read(path, &entry, &length) && length >= begin && !memcmp(entry, WORDS_MAGIC, begin))
        words = wg_copy(entry + begin, length - begin);
    free(entry);
    free(path);
    return words;
}

void wg_cache_store_words(const wg_cache_key *key, const char *words)
{
    char *path = entry_path(key);
    wg_text text = {0};
    wg_text_addf(&text, "%s%s", WORDS_MAGIC, words);
    if (path)
        wg_store_write(path, text.bytes, text.length, NULL);
    wg_text_free(&text);
    free(path);
}
