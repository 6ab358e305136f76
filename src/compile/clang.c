/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA C through clang. With our own device headers it needs no CUDA installation at all; with one, and where ours do
 * not suffice, a second wg_compiler uses the installation's headers and libdevice. */
#include "compile/clang.h"

#include "base/file.h"
#include "compile/device.h"
#include "compile/locate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* From which release on: the highest architecture, and the PTX version, that it writes. */
static const struct {
    int release, sm, ptx;
} RELEASES[] = {
    {14, 86, 75}, {16, 90, 78}, {17, 90, 81}, {18, 90, 83}, {19, 90, 85}, {20, 120, 86},
};

const char *wg_clang_find(wg_arena *arena)
{
    static const char *const names[] = {
        "clang-24", "clang-23", "clang-22", "clang-21", "clang-20", "clang-19", "clang-18",
        "clang-17", "clang-16", "clang-15", "clang-14", "clang",    NULL,
    };
    return wg_locate_program(arena, "WARPGRIND_CLANG", names);
}

static wg_status ask_version(wg_invocation *program, const char *clang, wg_output *output, wg_error *err)
{
    wg_command question = {.interrupted = program->job->interrupted, .scratch = program->scratch};
    int exit_status = 0;
    wg_command_add(&question, clang);
    wg_command_add(&question, "-dumpversion");
    wg_status status = wg_command_run(&question, program->log, &exit_status, err);
    wg_command_free(&question);
    char *answer = NULL;
    size_t length;
    if (status == WG_OK)
        status = wg_file_read(program->log, &answer, &length, err);
    if (status == WG_OK)
        snprintf(output->version, sizeof output->version, "%.*s", (int)strcspn(answer, " \r\n"), answer);
    free(answer);
    return status;
}

wg_status wg_clang_choose_target(wg_invocation *program, const char *clang, wg_output *output, wg_clang_target *target,
                                 wg_error *err)
{
    wg_status status = ask_version(program, clang, output, err);
    int release = atoi(output->version), sm = wg_job_sm(program->job);
    size_t row = 0;
    while (row + 1 < sizeof RELEASES / sizeof *RELEASES && RELEASES[row + 1].release <= release)
        row++;
    sm = sm < RELEASES[row].sm ? sm : RELEASES[row].sm;
    target->sm = wg_arena_format(&program->job->arena, "sm_%d", sm);
    target->ptx = wg_arena_format(&program->job->arena, "+ptx%d", RELEASES[row].ptx);
    return status;
}

/* nvcc's flags that clang spells another way, or needs no telling of: an empty string. NULL: none of those. */
static const char *translate_flag(const char *flag)
{
    static const struct {
        const char *nvcc, *clang;
    } flags[] = {
        {"use_fast_math", "-ffast-math -fgpu-flush-denormals-to-zero"},
        {"lineinfo", ""},
        {"expt-relaxed-constexpr", ""},
        {"expt-extended-lambda", ""},
        {"extended-lambda", ""},
    };
    const char *name = flag + strspn(flag, "-");
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (!strcmp(name, flags[i].nvcc))
            return flags[i].clang;
    return NULL;
}

static void add_flags(wg_invocation *program)
{
    wg_job *job = program->job;
    bool has_standard = false;
    for (size_t i = 0; i < job->flag_count; i++) {
        const char *translated = translate_flag(job->flags[i]);
        has_standard |= !strncmp(job->flags[i], "-std=", 5) || !strncmp(job->flags[i], "--std=", 6);
        if (translated)
            wg_command_add_words(&program->command, &job->arena, translated);
        else
            wg_command_add(&program->command, job->flags[i]);
    }
    if (!has_standard) /* nvcc's and NVRTC's default, later than that of older clangs */
        wg_command_add(&program->command, "-std=c++17");
}

static void add_common(wg_invocation *program, const wg_tool *tool, const wg_clang_target *target)
{
    wg_command *command = &program->command;
    wg_arena *arena = &program->job->arena;
    wg_command_add(command, tool->path);
    wg_command_add_words(command, arena,
                         "-x cuda --cuda-device-only -S -O3 -fdeclspec -gline-directives-only -fno-crash-diagnostics "
                         "-Wno-unknown-cuda-version -Xclang -target-feature -Xclang");
    wg_command_add(command, target->ptx);
    wg_command_add(command, wg_arena_format(arena, "--cuda-gpu-arch=%s", target->sm));
    wg_invocation_add_outputs(program);
}

static wg_status add_device_headers(wg_invocation *program, wg_error *err)
{
    wg_arena *arena = &program->job->arena;
    wg_status status = wg_device_folder(arena, program->scratch, &program->device, err);
    if (status != WG_OK)
        return status;
    wg_command_add_words(&program->command, arena, "-nocudainc -nocudalib -include warpgrind_cuda.h -I");
    wg_command_add(&program->command, program->device);
    return WG_OK;
}

static wg_status run(const wg_tool *tool, wg_job *job, wg_output *output, wg_error *err)
{
    wg_invocation program;
    wg_clang_target target;
    wg_status status = wg_invocation_open(&program, job, err);
    if (status != WG_OK)
        return status;
    status = wg_clang_choose_target(&program, tool->path, output, &target, err);
    if (status == WG_OK) {
        add_common(&program, tool, &target);
        if (tool->companion)
            wg_command_add(&program.command, wg_arena_format(&job->arena, "--cuda-path=%s", tool->companion));
        else
            status = add_device_headers(&program, err);
    }
    if (status == WG_OK) {
        add_flags(&program);
        wg_command_add(&program.command, program.source);
        status = wg_invocation_run(&program, output, err);
    }
    wg_invocation_close(&program);
    return status;
}

static wg_tool find(wg_arena *arena)
{
    return (wg_tool){.path = wg_clang_find(arena)};
}

static wg_tool find_with_toolkit(wg_arena *arena)
{
    const char *toolkit = wg_locate_cuda_for_clang(arena);
    return (wg_tool){.path = toolkit ? wg_clang_find(arena) : NULL, .companion = toolkit};
}

const wg_compiler wg_compiler_clang = {
    .name = "clang",
    .title = "clang",
    .language = WG_LANGUAGE_CUDA,
    .install = "apt install clang",
    .authority = 2,
    .find = find,
    .run = run,
};

const wg_compiler wg_compiler_clang_toolkit = {
    .name = "clang",
    .title = "clang + CUDA",
    .language = WG_LANGUAGE_CUDA,
    .install = "a CUDA installation, for what the device headers of warpgrind lack",
    .authority = 0,
    .find = find_with_toolkit,
    .run = run,
};
