/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA C through nvcc: takes everything a real program holds, and needs a host compiler to do so. */
#include "compile/job.h"

#include "compile/invocation.h"
#include "compile/locate.h"

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
    wg_invocation_add_flags(program);
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
    wg_status status = wg_invocation_open(&program, job, err);
    if (status != WG_OK)
        return status;
    const char *arch = job->arch ? wg_arena_format(&job->arena, "-arch=%s", job->arch)
                                 : wg_arena_format(&job->arena, "-arch=sm_%d", WG_DEFAULT_SM);
    build_command(&program, tool, arch, NULL);
    status = wg_invocation_run(&program, output, err);
    if (is_refused_for(status, output, "gpu-architecture") && !job->arch) {
        arch = NULL; /* a toolkit from before Hopper: what it takes by itself */
        build_command(&program, tool, arch, NULL);
        status = wg_invocation_run(&program, output, err);
    }
    if (is_refused_for(status, output, "separate compilation mode")) { /* kernels that launch kernels */
        build_command(&program, tool, arch, "-rdc=true");
        status = wg_invocation_run(&program, output, err);
    }
    if (status == WG_ERR_INPUT && define_removed(&program, output))
        status = wg_invocation_run(&program, output, err);
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
