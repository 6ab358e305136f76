/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/ladder.h"

#include "base/closest.h"
#include "base/file.h"
#include "base/text.h"
#include "devices/device.h"
#include "spec/plan.h"
#include "json/read.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Ladders and probes are found alike. */
typedef struct kind_names {
    const char *folder, *file, *word;
} kind_names;

static const kind_names kinds[] = {
    [WG_LADDERS] = {"ladders", "ladder.json", "ladder"}, [WG_PROBES] = {"probes", "probe.json", "probe"}};

/* They lie beside the data, in a source tree as in an installed one. */
static wg_status manifests_folder(const kind_names *kind, char *path, size_t size, wg_error *err)
{
    char *data;
    wg_status status = wg_data_folder(&data, err);
    if (status != WG_OK)
        return status;
    struct stat info;
    for (size_t last = strlen(data); last > 1 && data[last - 1] == '/'; last--)
        data[last - 1] = 0;
    char *slash = strrchr(data, '/');
    int length = slash ? (int)(slash - data) : 0;
    snprintf(path, size, "%.*s%s", length, data, slash ? "/" : "");
    snprintf(path + strlen(path), size - strlen(path), "%s", kind->folder);
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        status = wg_error_set(err, WG_ERR_MISSING, "there is no folder of %s beside %s", kind->folder, data);
    free(data);
    return status;
}

/* A folder, or the manifest in it. */
static wg_status manifest_at(const kind_names *kind, const char *what, bool is_folder, char *path, size_t size,
                             wg_error *err)
{
    size_t length = strlen(what);
    while (length > 1 && what[length - 1] == '/')
        length--;
    snprintf(path, size, "%.*s%s%s", (int)length, what, is_folder ? "/" : "", is_folder ? kind->file : "");
    if (is_folder && !wg_file_exists(path))
        return wg_error_set(err, WG_ERR_MISSING, "%s is no %s: there is no %s in it", what, kind->word, kind->file);
    if (!is_folder && (length < 5 || strcmp(what + length - 5, ".json") != 0))
        return wg_error_set(err, WG_ERR_INPUT, "%s is no %s: expected a name, a folder or its %s", what, kind->word,
                            kind->file);
    return WG_OK;
}

static wg_status list_instead(wg_manifest_kind which, const char *what, wg_error *err)
{
    char **names = NULL;
    size_t count = 0;
    wg_text list = {0};
    wg_ladder_list(which, &names, &count, NULL);
    for (size_t k = 0; k < count; k++)
        wg_text_addf(&list, "%s%s", k ? ", " : "", names[k]);
    wg_status status = wg_error_set(err, WG_ERR_MISSING, "there is no %s '%s'; there are: %s", kinds[which].word, what,
                                    wg_text_get(&list));
    wg_text_free(&list);
    wg_device_list_free(names, count);
    return status;
}

static wg_status find_manifest(wg_manifest_kind which, const char *what, char *path, size_t size, wg_error *err)
{
    const kind_names *kind = &kinds[which];
    struct stat info;
    char folder[3000];
    if (stat(what, &info) == 0 && (S_ISREG(info.st_mode) || strchr(what, '/') || !strcmp(what, ".")))
        return manifest_at(kind, what, S_ISDIR(info.st_mode), path, size, err);
    wg_status status = manifests_folder(kind, folder, sizeof folder, err);
    if (status != WG_OK)
        return status;
    snprintf(path, size, "%s/%s/%s", folder, what, kind->file);
    return !strchr(what, '/') && wg_file_exists(path) ? WG_OK : list_instead(which, what, err);
}

static void name_ladder(wg_ladder *ladder, const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 1;
    ladder->path = wg_arena_copy(&ladder->arena, path, strlen(path));
    ladder->folder = slash ? wg_arena_copy(&ladder->arena, path, length) : ".";
    char *whole = realpath(ladder->folder, NULL); /* "." has a name too */
    const char *named = whole ? whole : ladder->folder, *last = strrchr(named, '/');
    ladder->name = wg_arena_copy(&ladder->arena, last ? last + 1 : named, strlen(last ? last + 1 : named));
    free(whole);
}

/* One of those that came with us lies where they all lie, whatever path leads there. */
static bool is_ours(const kind_names *kind, const char *folder)
{
    char ours[3000];
    if (manifests_folder(kind, ours, sizeof ours, NULL) != WG_OK)
        return false;
    char *around = realpath(ours, NULL), *whole = realpath(folder, NULL);
    size_t length = around ? strlen(around) : 0;
    bool inside =
        whole && length && !strncmp(whole, around, length) && whole[length] == '/' && !strchr(whole + length + 1, '/');
    free(around);
    free(whole);
    return inside;
}

wg_status wg_ladder_open(const char *what, const wg_ladder_options *options, wg_ladder **out, wg_error *err)
{
    char path[4096];
    char *text;
    size_t length;
    json_t *root = NULL;
    *out = NULL;
    wg_status status = find_manifest(options->kind, what, path, sizeof path, err);
    if (status == WG_OK)
        status = wg_file_read(path, &text, &length, err);
    if (status != WG_OK)
        return status;
    wg_ladder *ladder = wg_alloc(sizeof *ladder);
    name_ladder(ladder, path);
    ladder->is_trusted = options->trust || is_ours(&kinds[options->kind], ladder->folder);
    status = wg_json_parse(path, text, length, &root, err);
    free(text);
    if (status == WG_OK)
        status = wg_ladder_read(ladder, options, root, err);
    json_decref(root);
    if (status == WG_OK)
        *out = ladder;
    else
        wg_ladder_close(ladder);
    return status;
}

void wg_ladder_close(wg_ladder *ladder)
{
    if (!ladder)
        return;
    for (size_t k = 0; k < ladder->rung_count; k++) {
        wg_spec_free(ladder->rungs[k].spec);
        wg_spec_free(ladder->rungs[k].judge);
    }
    wg_arena_free(&ladder->arena);
    free(ladder);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

wg_status wg_ladder_list(wg_manifest_kind which, char ***names, size_t *count, wg_error *err)
{
    const kind_names *kind = &kinds[which];
    char folder[3000], path[4096];
    size_t capacity = 0;
    *names = NULL;
    *count = 0;
    wg_status status = manifests_folder(kind, folder, sizeof folder, err);
    DIR *directory = status == WG_OK ? opendir(folder) : NULL;
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        snprintf(path, sizeof path, "%s/%s/%s", folder, entry->d_name, kind->file);
        if (entry->d_name[0] != '.' && wg_file_exists(path)) {
            char *name = strcpy(wg_alloc(strlen(entry->d_name) + 1), entry->d_name);
            *WG_PUSH(*names, *count, capacity) = name;
        }
    }
    if (directory)
        closedir(directory);
    if (*count)
        qsort(*names, *count, sizeof **names, by_name);
    return status;
}

wg_status wg_rung_evaluate(const wg_rung *rung, const wg_formula *formula, double *value, wg_error *err)
{
    wg_plan *plan;
    wg_value result;
    *value = 0;
    if (!formula->text)
        return WG_OK;
    wg_status status = wg_plan_new(rung->spec, &plan, err);
    if (status != WG_OK)
        return status;
    status = wg_plan_evaluate(plan, formula, &result, err);
    wg_plan_free(plan);
    if (status == WG_OK)
        *value = wg_value_to_real(&result);
    return status;
}

bool wg_ladder_is_rung(const char *path)
{
    char manifest[4096];
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path || strchr(slash, '.') || wg_file_exists(path))
        return false;
    snprintf(manifest, sizeof manifest, "%.*s/ladder.json", (int)(slash - path), path);
    return strchr(path, '/') == slash ? !strchr(path, '.') : wg_file_exists(manifest);
}

const char *wg_rung_backend(const wg_rung *rung)
{
    static const char *const names[] = {
        [WG_RUNG_CUDA] = "cuda", [WG_RUNG_OPENCL] = "opencl", [WG_RUNG_C] = "cpu", [WG_RUNG_VENDOR] = "cuda"};
    return names[rung->kind];
}

bool wg_rung_simulates(const wg_rung *rung)
{
    return rung->kind == WG_RUNG_CUDA || rung->kind == WG_RUNG_OPENCL;
}

const wg_rung *wg_ladder_find(const wg_ladder *ladder, const char *rung, wg_error *err)
{
    const char **names = wg_alloc((ladder->rung_count + 1) * sizeof *names);
    const wg_rung *found = NULL;
    wg_text list = {0};
    for (size_t k = 0; k < ladder->rung_count; k++) {
        names[k] = ladder->rungs[k].name;
        found = strcmp(names[k], rung) ? found : &ladder->rungs[k];
        wg_text_addf(&list, "%s%s", k ? ", " : "", names[k]);
    }
    const char *close = wg_closest_word(rung, names, ladder->rung_count);
    if (!found)
        wg_error_set(err, WG_ERR_INPUT, "%s has no %s '%s'%s%s; it has: %s", ladder->name,
                     ladder->sweep ? "curve" : "rung", rung, close ? ", did you mean " : "", close ? close : "",
                     wg_text_get(&list));
    wg_text_free(&list);
    free(names);
    return found;
}
