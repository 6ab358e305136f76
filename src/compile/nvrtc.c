/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA C through NVRTC, NVIDIA's compiler as a library. Fast, and needs no host compiler; takes device code only, so a
 * file with a main() or <iostream> is refused, and the next compiler gets it. */
#include "compile/job.h"

#include "compile/command.h"
#include "compile/headers.h"
#include "compile/locate.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct nvrtc {
#define SYMBOL(need, name, parameters) int(*name) parameters;
#include "compile/nvrtc_symbols.def"
#undef SYMBOL
} nvrtc;

#define HEADER(name, text) name,
static const char *const HEADER_NAMES[] = {
#include "compile/nvrtc_headers.def"
};
#undef HEADER
#define HEADER(name, text) text,
static const char *const HEADER_TEXTS[] = {
#include "compile/nvrtc_headers.def"
};
#undef HEADER
enum { HEADER_COUNT = sizeof HEADER_NAMES / sizeof *HEADER_NAMES };

static wg_tool find(wg_arena *arena)
{
    return (wg_tool){.path = wg_locate_nvrtc(arena), .companion = wg_locate_cuda_headers(arena)};
}

/* The library stays loaded: it is not meant to be unloaded, and asking again is cheap. */
static wg_status load(const wg_tool *tool, nvrtc *api, wg_error *err)
{
    void *library = dlopen(tool->path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return wg_error_set(err, WG_ERR_MISSING, "NVRTC cannot be loaded: %s", dlerror());
    const char *missing = NULL;
    void *address;
    enum { OPTIONAL, REQUIRED };
#define SYMBOL(need, name, parameters)                                                                                 \
    address = dlsym(library, #name);                                                                                   \
    memcpy(&api->name, &address, sizeof address);                                                                      \
    if (need == REQUIRED && !address)                                                                                  \
        missing = #name;
#include "compile/nvrtc_symbols.def"
#undef SYMBOL
    if (missing)
        return wg_error_set(err, WG_ERR_MISSING, "%s is too old: it has no %s", tool->path, missing);
    return WG_OK;
}

/* The highest architecture this NVRTC has that is not above `wanted`, else its lowest; `wanted` where it cannot tell.
 */
static int nearest_arch(const nvrtc *api, wg_arena *arena, int wanted)
{
    int count = 0, best = 0;
    if (!api->nvrtcGetNumSupportedArchs || !api->nvrtcGetSupportedArchs || api->nvrtcGetNumSupportedArchs(&count) != 0)
        return wanted;
    int *known = WG_NEW_ARRAY(arena, int, count);
    if (count == 0 || api->nvrtcGetSupportedArchs(known) != 0)
        return wanted;
    int lowest = known[0];
    for (int i = 0; i < count; i++) {
        best = known[i] <= wanted && known[i] > best ? known[i] : best;
        lowest = known[i] < lowest ? known[i] : lowest;
    }
    return best ? best : lowest;
}

/* PTX is for a virtual architecture: compute_90 for sm_90. One with a letter is a feature set of its own, not to be
 * exchanged for another. */
static const char *choose_arch(const nvrtc *api, wg_job *job)
{
    static const char option[] = "--gpu-architecture=compute_";
    size_t length = job->arch ? strlen(job->arch) : 0;
    if (length > 3 && isalpha((unsigned char)job->arch[length - 1]))
        return wg_arena_format(&job->arena, "%s%s", option, job->arch + strcspn(job->arch, "0123456789"));
    return wg_arena_format(&job->arena, "%s%d", option, nearest_arch(api, &job->arena, wg_job_sm(job)));
}

static void add_include_path(wg_command *options, wg_job *job, const char *folder, const char *inside)
{
    wg_command_add(options, wg_arena_format(&job->arena, "--include-path=%s%s", folder, inside));
}

static void add_options(wg_command *options, const nvrtc *api, const wg_tool *tool, wg_job *job)
{
    wg_command_add(options, choose_arch(api, job));
    wg_command_add(options, "--generate-line-info");
    for (size_t i = 0; i < job->flag_count; i++) {
        const char *flag = job->flags[i];
        if (!strcmp(flag, "-include") && i + 1 < job->flag_count)
            flag = wg_arena_format(&job->arena, "--pre-include=%s", job->flags[++i]);
        wg_command_add(options, flag);
    }
    add_include_path(options, job, job->folder, "");
    if (tool->companion) {
        add_include_path(options, job, tool->companion, "");
        add_include_path(options, job, tool->companion, "/cccl"); /* where CUDA 13 has <cuda/std/…> */
    }
}

/* The log also tells why name expressions fail, so it is read whatever the outcome. */
static void read_log(const nvrtc *api, void *program, wg_output *output)
{
    size_t size = 0;
    if (api->nvrtcGetProgramLogSize(program, &size) != 0 || size <= 1)
        return;
    char *log = wg_alloc(size + 1);
    if (api->nvrtcGetProgramLog(program, log) == 0)
        wg_text_add(&output->messages, log, strlen(log));
    free(log);
}

static wg_status read_ptx(const nvrtc *api, void *program, wg_output *output)
{
    size_t size = 0;
    if (api->nvrtcGetPTXSize(program, &size) != 0 || size == 0)
        return WG_ERR_INPUT;
    output->ptx = wg_alloc(size + 1);
    if (api->nvrtcGetPTX(program, output->ptx) != 0)
        return WG_ERR_INPUT;
    output->length = strlen(output->ptx);
    return WG_OK;
}

static wg_status compile(const nvrtc *api, const wg_tool *tool, wg_job *job, void *program, wg_output *output)
{
    wg_command options = {0};
    add_options(&options, api, tool, job);
    int failure = job->instantiate ? api->nvrtcAddNameExpression(program, job->instantiate) : 0;
    if (!failure)
        failure = api->nvrtcCompileProgram(program, (int)options.count, options.words);
    wg_command_free(&options);
    read_log(api, program, output);
    return failure ? WG_ERR_INPUT : read_ptx(api, program, output);
}

static wg_status run(const wg_tool *tool, wg_job *job, wg_output *output, wg_error *err)
{
    nvrtc api = {0};
    wg_status status = load(tool, &api, err);
    if (status != WG_OK)
        return status;
    int major = 0, minor = 0;
    api.nvrtcVersion(&major, &minor);
    snprintf(output->version, sizeof output->version, "%d.%d", major, minor);
    void *program = NULL;
    if (api.nvrtcCreateProgram(&program, job->source, job->path, HEADER_COUNT, HEADER_TEXTS, HEADER_NAMES) != 0)
        return wg_error_set(err, WG_ERR_SYSTEM, "NVRTC %s could not start a program", output->version);
    status = compile(&api, tool, job, program, output);
    api.nvrtcDestroyProgram(&program);
    if (status == WG_OK)
        output->headers_known = wg_headers_from_source(job, tool->companion, &output->headers);
    return status;
}

const wg_compiler wg_compiler_nvrtc = {
    .name = "nvrtc",
    .title = "NVRTC",
    .language = WG_LANGUAGE_CUDA,
    .install = "NVRTC comes with the CUDA toolkit, or alone with `pip install nvidia-cuda-nvrtc`",
    .authority = 1,
    .find = find,
    .run = run,
};
