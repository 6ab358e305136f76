/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/headers.h"

#include "base/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void add_path(wg_file_list *list, const char *path)
{
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->paths[i], path))
            return;
    *WG_PUSH(list->paths, list->count, list->capacity) = path;
}

/* One word of a makefile: blanks end it, "\ " and "$$" stand for a blank and a dollar. Returns what follows. */
static const char *next_word(const char *at, wg_text *word)
{
    word->length = 0;
    wg_text_add(word, "", 0);
    for (; *at && !isspace((unsigned char)*at); at++) {
        if (*at == '\\' && (at[1] == '\n' || at[1] == '\r'))
            break;
        if ((*at == '\\' && (at[1] == ' ' || at[1] == '#')) || (*at == '$' && at[1] == '$'))
            at++;
        wg_text_add(word, at, 1);
    }
    return at;
}

static bool is_in_one_of(const char *path, const char *const *folders)
{
    for (; *folders; folders++)
        if (!strncmp(path, *folders, strlen(*folders)))
            return true;
    return false;
}

bool wg_headers_from_makefile(wg_job *job, const char *rule, const char *const *ours, wg_file_list *list)
{
    const char *at = strstr(rule, ": "); /* nvcc writes "target :", clang "target:" */
    if (!at)
        return false;
    wg_text word = {0};
    for (at += 2; *at;) {
        if (isspace((unsigned char)*at) || (*at == '\\' && isspace((unsigned char)at[1]))) {
            at++;
            continue;
        }
        at = next_word(at, &word);
        if (!is_in_one_of(word.bytes, ours))
            add_path(list, wg_arena_copy(&job->arena, word.bytes, word.length));
    }
    wg_text_free(&word);
    return list->count > 0;
}

typedef struct include_search {
    wg_job *job;
    const char *system;
    wg_file_list *list;
    bool complete;
} include_search;

static const char *try_folder(include_search *search, const char *folder, const char *name)
{
    const char *path = *name == '/' ? name : wg_arena_format(&search->job->arena, "%s/%s", folder, name);
    return wg_file_exists(path) ? path : NULL;
}

/* Where the compiler finds it, NULL where it would not. `beside`: the folder of the file that includes it. */
static const char *resolve(include_search *search, const char *name, const char *beside, bool *is_system)
{
    wg_job *job = search->job;
    const char *path = beside ? try_folder(search, beside, name) : NULL;
    *is_system = false;
    for (size_t i = 0; !path && i < job->flag_count; i++)
        if (!strncmp(job->flags[i], "-I", 2))
            path = try_folder(search, job->flags[i] + 2, name);
    if (!path)
        path = try_folder(search, job->folder, name);
    if (!path && search->system) {
        path = try_folder(search, search->system, name);
        *is_system = true;
    }
    return path;
}

static void scan(include_search *search, const char *path, const char *text);

static void follow(include_search *search, const char *name, const char *beside)
{
    bool is_system;
    const char *path = resolve(search, name, beside, &is_system);
    size_t before = search->list->count;
    if (path)
        add_path(search->list, path);
    if (search->list->count == before || is_system) /* not found, seen already, or not ours to look into */
        return;
    char *text;
    size_t length;
    if (wg_file_read(path, &text, &length, NULL) == WG_OK) {
        scan(search, path, text);
        free(text);
    }
}

static void scan_line(include_search *search, const char *folder, const char *at)
{
    at += strspn(at, " \t");
    if (*at++ != '#')
        return;
    at += strspn(at, " \t");
    if (strncmp(at, "include", 7) != 0)
        return;
    at += 7;
    at += strspn(at, " \t");
    char close = *at == '"' ? '"' : *at == '<' ? '>' : 0;
    size_t length = close ? strcspn(at + 1, close == '"' ? "\"\n" : ">\n") : 0;
    if (!close || at[1 + length] != close) {
        search->complete = false;
        return;
    }
    follow(search, wg_arena_copy(&search->job->arena, at + 1, length), close == '"' ? folder : NULL);
}

static void scan(include_search *search, const char *path, const char *text)
{
    const char *slash = strrchr(path, '/');
    const char *folder = slash ? wg_arena_copy(&search->job->arena, path, (size_t)(slash - path)) : ".";
    while (text && *text) {
        scan_line(search, folder, text);
        text = strchr(text, '\n');
        text += text != NULL;
    }
}

bool wg_headers_from_source(wg_job *job, const char *system, wg_file_list *list)
{
    include_search search = {job, system, list, true};
    add_path(list, job->path);
    scan(&search, job->path, job->source);
    for (size_t i = 0; i + 1 < job->flag_count; i++)
        if (!strcmp(job->flags[i], "-include"))
            follow(&search, job->flags[i + 1], ".");
    return search.complete;
}
