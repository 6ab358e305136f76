/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/job.h"

#include "base/file.h"
#include "compile/compile.h"
#include "compile/macros.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *extension;
    wg_language language;
} EXTENSIONS[] = {
    {".cu", WG_LANGUAGE_CUDA},
    {".cuh", WG_LANGUAGE_CUDA},
    {".cl", WG_LANGUAGE_OPENCL},
    {".ptx", WG_LANGUAGE_PTX},
};

const char *wg_language_name(wg_language language)
{
    static const char *const names[] = {"an unknown language", "CUDA C", "OpenCL C", "PTX"};
    return names[language];
}

/* Whether `word` stands in the text by itself, not as part of a longer identifier. */
static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += length) {
        bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (begins && !isalnum((unsigned char)at[length]) && at[length] != '_')
            return true;
    }
    return false;
}

/* PTX opens with .version, behind comments at most. */
static bool is_ptx(const char *text)
{
    for (;;) {
        text += strspn(text, " \t\r\n");
        if (!strncmp(text, "//", 2)) {
            text += strcspn(text, "\n");
        } else if (!strncmp(text, "/*", 2)) {
            const char *end = strstr(text + 2, "*/");
            if (!end)
                return false;
            text = end + 2;
        } else {
            return !strncmp(text, ".version", 8);
        }
    }
}

static wg_language language_of(const char *path, const char *text)
{
    const char *name = strrchr(path, '/');
    const char *extension = strrchr(name ? name : path, '.');
    for (size_t i = 0; extension && i < sizeof EXTENSIONS / sizeof *EXTENSIONS; i++)
        if (!strcmp(extension, EXTENSIONS[i].extension))
            return EXTENSIONS[i].language;
    if (is_ptx(text))
        return WG_LANGUAGE_PTX;
    if (has_word(text, "__global__"))
        return WG_LANGUAGE_CUDA;
    if (has_word(text, "__kernel") || has_word(text, "kernel void"))
        return WG_LANGUAGE_OPENCL;
    return WG_LANGUAGE_UNKNOWN;
}

/* "-I" "folder" becomes "-Ifolder", so that what follows can look at one word at a time. */
static void sort_flags(wg_job *job, const char *const *flags, size_t count)
{
    job->flags = WG_NEW_ARRAY(&job->arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++) {
        const char *flag = flags[i];
        bool alone = flag[0] == '-' && flag[1] && strchr("DUI", flag[1]) && !flag[2];
        if (alone && i + 1 < count)
            flag = wg_arena_format(&job->arena, "%s%s", flag, flags[++i]);
        job->flags[job->flag_count++] = wg_arena_copy(&job->arena, flag, strlen(flag));
    }
}

wg_status wg_job_open(wg_job *job, const char *path, const wg_compile_options *options, wg_error *err)
{
    *job = (wg_job){0};
    clock_gettime(CLOCK_REALTIME, &job->started);
    wg_status status = wg_file_read(path, &job->source, &job->length, err);
    if (status != WG_OK)
        return status;
    char *resolved = realpath(path, NULL);
    const char *absolute = resolved ? resolved : wg_arena_format(&job->arena, "./%s", path);
    job->shown = wg_arena_copy(&job->arena, path, strlen(path));
    job->path = wg_arena_copy(&job->arena, absolute, strlen(absolute));
    free(resolved);
    const char *slash = strrchr(job->path, '/');
    job->folder = slash ? wg_arena_copy(&job->arena, job->path, (size_t)(slash - job->path)) : ".";
    job->language = language_of(job->path, job->source);
    if (job->language == WG_LANGUAGE_UNKNOWN)
        return wg_error_set(err, WG_ERR_INPUT,
                            "%s: no kernel language recognised; CUDA C (.cu, .cuh), OpenCL C (.cl) and PTX (.ptx) are "
                            "accepted, by name or by content",
                            path);
    job->arch = options->arch;
    job->interrupted = options->interrupted;
    sort_flags(job, options->flags, options->flag_count);
    return wg_macros_check(job->shown, job->flags, job->flag_count, err);
}

void wg_job_close(wg_job *job)
{
    free(job->source);
    wg_arena_free(&job->arena);
    *job = (wg_job){0};
}

int wg_job_sm(const wg_job *job)
{
    int sm = job->arch ? atoi(job->arch + strcspn(job->arch, "0123456789")) : 0;
    return sm ? sm : WG_DEFAULT_SM;
}

void wg_output_free(wg_output *output)
{
    free(output->ptx);
    free(output->headers.paths);
    wg_text_free(&output->messages);
    *output = (wg_output){0};
}
