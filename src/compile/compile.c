/* SPDX-License-Identifier: Apache-2.0 */
/* The order of things: take PTX as it is, else look in the cache, else ask one compiler after another. */
#include "compile/compile.h"

#include "compile/cache.h"
#include "compile/failure.h"
#include "compile/job.h"
#include "compile/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the order in which they are tried. */
static const wg_compiler *const COMPILERS[] = {
    &wg_compiler_nvrtc, &wg_compiler_nvcc, &wg_compiler_clang, &wg_compiler_clang_toolkit, &wg_compiler_opencl,
};
enum { COMPILER_COUNT = sizeof COMPILERS / sizeof *COMPILERS };

/* The compilers asked for that take the job's language. */
static void find_tools(wg_job *job, const char *with)
{
    for (size_t i = 0; i < COMPILER_COUNT && job->tool_count < WG_TOOL_LIMIT; i++) {
        const wg_compiler *compiler = COMPILERS[i];
        if (compiler->language != job->language || (with && strcmp(with, compiler->name) != 0))
            continue;
        wg_tool *tool = &job->tools[job->tool_count++];
        *tool = compiler->find(&job->arena);
        tool->compiler = compiler;
    }
}

/* Nobody waits for another compiler after these. */
static bool is_final(wg_status status)
{
    return status == WG_ERR_INTERRUPTED || status == WG_ERR_TIMEOUT;
}

/* Asks each in turn; the first to take the job wins. One that cannot be started or loaded counts as refusing, and when
 * all refuse, the user sees the messages of the most authoritative. */
static wg_status ask_all(wg_job *job, wg_output *output, const wg_tool **winner, wg_error *err)
{
    const wg_tool *judge = NULL;
    wg_text verdict = {0};
    wg_status status = wg_failure_missing(job, err);
    for (const wg_tool *tool = job->tools; tool < job->tools + job->tool_count; tool++) {
        if (!tool->path)
            continue;
        wg_output_free(output);
        if (wg_stopped(job->interrupted)) /* NVRTC, which is asked first, does not look */
            status = wg_error_set(err, WG_ERR_INTERRUPTED, "interrupted");
        else
            status = tool->compiler->run(tool, job, output, err);
        *winner = tool;
        if (status == WG_OK || is_final(status))
            break;
        if (status == WG_ERR_INPUT && (!judge || tool->compiler->authority > judge->compiler->authority)) {
            wg_text swapped = verdict;
            verdict = output->messages;
            output->messages = swapped;
            judge = tool;
        }
    }
    if (judge && status != WG_OK && !is_final(status))
        status = wg_failure_refused(job, judge, &verdict, err);
    wg_text_free(&verdict);
    return status;
}

/* From the cache, else from a compiler. */
static wg_status produce(wg_job *job, bool no_cache, wg_compiled *out, wg_error *err)
{
    wg_cache_key key = wg_cache_key_make(job);
    if (!no_cache && wg_cache_find(&key, out))
        return WG_OK;
    wg_output output = {0};
    const wg_tool *winner = NULL;
    wg_status status = ask_all(job, &output, &winner, err);
    if (status == WG_OK) {
        *out = (wg_compiled){.ptx = output.ptx, .length = output.length};
        snprintf(out->compiler, sizeof out->compiler, "%s%s%s", winner->compiler->name, *output.version ? " " : "",
                 output.version);
        if (!no_cache)
            wg_cache_store(&key, job, &output, out->compiler);
        output.ptx = NULL;
    }
    wg_output_free(&output);
    return status;
}

/* A template's instantiation is asked of the compiler. If that fails, the file may still make it itself, under a name
 * that only there means something; if not, what the compiler said about the instantiation is what the user needs. */
static wg_status compile_source(wg_job *job, const wg_compile_options *options, wg_compiled *out, wg_error *err)
{
    find_tools(job, options->with);
    if (job->tool_count == 0)
        return wg_error_set(err, WG_ERR_INPUT, "%s: --with %s: %s", job->shown, options->with,
                            job->language == WG_LANGUAGE_OPENCL ? "OpenCL C is compiled with clang only"
                                                                : "the compilers are nvrtc, nvcc and clang");
    bool is_template = job->language == WG_LANGUAGE_CUDA && options->kernel && strchr(options->kernel, '<');
    job->instantiate = is_template ? options->kernel : NULL;
    wg_status status = produce(job, options->no_cache, out, err);
    if (!is_template || status != WG_ERR_INPUT)
        return status;
    job->instantiate = NULL;
    if (produce(job, options->no_cache, out, NULL) == WG_OK && wg_names_in_ptx(out->ptx, options->kernel))
        return WG_OK;
    wg_compiled_free(out);
    return status;
}

void wg_compile_arch(int major, int minor, char *text, size_t size)
{
    int sm = 10 * major + minor;
    snprintf(text, size, "sm_%d", sm > WG_LOWEST_SM ? sm : WG_LOWEST_SM);
}

wg_status wg_compile(const char *path, const wg_compile_options *options, wg_compiled *out, wg_error *err)
{
    *out = (wg_compiled){0};
    wg_job job;
    wg_status status = wg_job_open(&job, path, options, err);
    if (status == WG_OK && job.language == WG_LANGUAGE_PTX) {
        *out = (wg_compiled){.ptx = job.source, .length = job.length, .compiler = "ptx"};
        job.source = NULL;
    } else if (status == WG_OK) {
        status = compile_source(&job, options, out, err);
    }
    wg_job_close(&job);
    if (status == WG_OK && err)
        *err = (wg_error){0};
    return status;
}

void wg_compiled_free(wg_compiled *compiled)
{
    free(compiled->ptx);
    *compiled = (wg_compiled){0};
}

void wg_compile_describe(char *text, size_t size)
{
    wg_arena arena = {0};
    size_t used = 0;
    if (size)
        *text = 0;
    for (size_t i = 0; i < COMPILER_COUNT && used < size; i++) {
        wg_tool tool = COMPILERS[i]->find(&arena);
        const char *found =
            tool.path && tool.companion ? wg_arena_format(&arena, "%s, %s", tool.path, tool.companion) : tool.path;
        int length = snprintf(text + used, size - used, "%-14s  %-8s  %s%s\n", COMPILERS[i]->title,
                              wg_language_name(COMPILERS[i]->language),
                              found ? found : "not found: ", found ? "" : COMPILERS[i]->install);
        used += length > 0 ? (size_t)length : 0;
    }
    wg_arena_free(&arena);
}
