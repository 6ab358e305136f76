/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA C through nvcc: takes everything a real program holds, and needs a host compiler to do so.
 *
 * nvcc runs that compiler by a shell, and what stands on its own command line goes there between double quotes, where
 * $(…) and `…` are commands. So no word of a file's gets there that a shell would look at: macros are in a header, a
 * file with such a name is included by one of ours, and what is left is refused. */
#include "compile/job.h"

#include "base/file.h"
#include "compile/invocation.h"
#include "compile/locate.h"
#include "compile/macros.h"

#include <stdio.h>
#include <string.h>

static wg_tool find(wg_arena *arena)
{
    return (wg_tool){.path = wg_locate_nvcc(arena)};
}

/* What old programs use and CUDA 13 no longer has. Their host code need not run, only parse. */
static const struct {
    const char *name, *now;
} REMOVED[] = {
    {"cudaThreadSynchronize", "cudaDeviceSynchronize"},
    {"cudaThreadExit", "cudaDeviceReset"},
    {"cudaThreadSetLimit", "cudaDeviceSetLimit"},
    {"cudaThreadGetLimit", "cudaDeviceGetLimit"},
    {"cudaThreadSetCacheConfig", "cudaDeviceSetCacheConfig"},
    {"cudaThreadGetCacheConfig", "cudaDeviceGetCacheConfig"},
    /* members of cudaDeviceProp: another one of the same type */
    {"clockRate", "multiProcessorCount"},
    {"memoryClockRate", "multiProcessorCount"},
    {"computeMode", "multiProcessorCount"},
    {"deviceOverlap", "multiProcessorCount"},
    {"kernelExecTimeoutEnabled", "multiProcessorCount"},
    {"cooperativeMultiDeviceLaunch", "multiProcessorCount"},
    {"singleToDoublePrecisionPerfRatio", "multiProcessorCount"},
};

/* Adds a definition for each of them that nvcc complained about; false: it did about none. */
static bool define_removed(wg_invocation *program, const wg_output *output)
{
    wg_arena *arena = &program->job->arena;
    bool any = false;
    for (size_t i = 0; i < sizeof REMOVED / sizeof *REMOVED; i++) {
        if (!strstr(wg_text_get(&output->messages), wg_arena_format(arena, "\"%s\"", REMOVED[i].name)))
            continue;
        wg_command_add(&program->command, wg_arena_format(arena, "-D%s=%s", REMOVED[i].name, REMOVED[i].now));
        any = true;
    }
    return any;
}

static const char *macros_file(wg_invocation *program)
{
    return wg_arena_format(&program->job->arena, "%s/macros.h", program->scratch);
}

static wg_status write_macros(wg_invocation *program, wg_error *err)
{
    wg_job *job = program->job;
    wg_text text = {0};
    wg_macros_write(job->flags, job->flag_count, &text);
    wg_status status = text.length ? wg_file_write(macros_file(program), text.bytes, text.length, err) : WG_OK;
    wg_text_free(&text);
    return status;
}

static void add_flags(wg_invocation *program)
{
    const wg_job *job = program->job;
    bool has_macros = false;
    for (size_t i = 0; i < job->flag_count; i++)
        has_macros |= wg_macros_is_one(job->flags[i]);
    if (has_macros) {
        wg_command_add(&program->command, "-include");
        wg_command_add(&program->command, macros_file(program));
    }
    for (size_t i = 0; i < job->flag_count; i++)
        if (!wg_macros_is_one(job->flags[i]))
            wg_command_add(&program->command, job->flags[i]);
}

static wg_status open_program(wg_invocation *program, wg_job *job, wg_error *err)
{
    wg_status status = wg_invocation_open(program, job, err);
    if (status != WG_OK)
        return status;
    status = write_macros(program, err);
    if (status == WG_OK && !wg_command_is_plain(program->source))
        status = wg_invocation_wrap(program, err);
    if (status != WG_OK)
        wg_invocation_close(program);
    return status;
}

static wg_status run_command(wg_invocation *program, wg_output *output, wg_error *err)
{
    const char *word = wg_command_find_shell_word(&program->command);
    if (!word)
        return wg_invocation_run(program, output, err);
    wg_text_free(&output->messages);
    wg_text_addf(&output->messages, "nvcc was not run: it would hand %s to a shell, which takes signs in it for more\n",
                 word);
    return wg_error_set(err, WG_ERR_INPUT, "%s", output->messages.bytes);
}

/* `arch` and `linkage` are words of the command line; NULL: nvcc's default. */
static void build_command(wg_invocation *program, const wg_tool *tool, const char *arch, const char *linkage)
{
    wg_command *command = &program->command;
    wg_command_free(command);
    wg_command_add(command, tool->path);
    wg_command_add_words(command, &program->job->arena, "-ptx -lineinfo -x cu");
    if (arch)
        wg_command_add(command, arch);
    if (linkage)
        wg_command_add(command, linkage);
    wg_invocation_add_outputs(program);
    add_flags(program);
    wg_command_add(command, program->source);
}

/* The PTX opens with "// Cuda compilation tools, release 13.0, V13.0.48". */
static void read_version(wg_output *output)
{
    const char *release = output->ptx ? strstr(output->ptx, "release ") : NULL;
    if (release)
        sscanf(release, "release %31[0-9.]", output->version);
}

static bool is_refused_for(wg_status status, const wg_output *output, const char *words)
{
    return status == WG_ERR_INPUT && strstr(wg_text_get(&output->messages), words);
}

static wg_status run(const wg_tool *tool, wg_job *job, wg_output *output, wg_error *err)
{
    wg_invocation program;
    wg_status status = open_program(&program, job, err);
    if (status != WG_OK)
        return status;
    const char *arch = job->arch ? wg_arena_format(&job->arena, "-arch=%s", job->arch)
                                 : wg_arena_format(&job->arena, "-arch=sm_%d", WG_DEFAULT_SM);
    build_command(&program, tool, arch, NULL);
    status = run_command(&program, output, err);
    if (is_refused_for(status, output, "gpu-architecture") && !job->arch) {
        arch = NULL; /* a toolkit from before Hopper: what it takes by itself */
        build_command(&program, tool, arch, NULL);
        status = run_command(&program, output, err);
    }
    if (is_refused_for(status, output, "separate compilation mode")) { /* kernels that launch kernels */
        build_command(&program, tool, arch, "-rdc=true");
        status = run_command(&program, output, err);
    }
    if (status == WG_ERR_INPUT && define_removed(&program, output))
        status = run_command(&program, output, err);
    read_version(output);
    wg_invocation_close(&program);
    return status;
}

const wg_compiler wg_compiler_nvcc = {
    .name = "nvcc",
    .title = "nvcc",
    .language = WG_LANGUAGE_CUDA,
    .install = "nvcc comes with the CUDA toolkit (Debian: apt install nvidia-cuda-toolkit)",
    .authority = 3,
    .find = find,
    .run = run,
};
