/* SPDX-License-Identifier: Apache-2.0 */
/* OpenCL C through clang and libclc, the library that implements its built-in functions. */
#include "compile/clang.h"
#include "compile/device.h"
#include "compile/group_size.h"
#include "compile/locate.h"

#include <string.h>

static wg_tool find(wg_arena *arena)
{
    static const char *const patterns[] = {
        "/usr/lib/clc/nvptx64-*nvidiacl.bc",
        "/usr/share/clc/nvptx64-*nvidiacl.bc",
        "/usr/lib/llvm-*/share/clc/nvptx64-*nvidiacl.bc",
        "/usr/lib/clang/*/lib/*/nvptx64-*nvidiacl.bc",
        "/usr/local/share/clc/nvptx64-*nvidiacl.bc",
        "/usr/local/lib/clc/nvptx64-*nvidiacl.bc",
        NULL,
    };
    const char *library = wg_locate_file(arena, "WARPGRIND_LIBCLC", patterns);
    return (wg_tool){.path = library ? wg_clang_find(arena) : NULL, .companion = library};
}

/* The version a flag asks for, "CL2.0" of -std=CL2.0; NULL: it asks for none. */
static const char *standard_of(const char *flag)
{
    static const char *const spellings[] = {"-cl-std=", "-std="};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (!strncmp(flag, spellings[i], strlen(spellings[i])))
            return flag + strlen(spellings[i]);
    return NULL;
}

/* NULL: the user leaves it to us. */
static const char *asked_standard(const wg_job *job)
{
    const char *asked = NULL;
    for (size_t i = 0; i < job->flag_count; i++)
        asked = standard_of(job->flags[i]) ? standard_of(job->flags[i]) : asked;
    return asked;
}

/* What libclc and our headers have, and clang does not expect of these GPUs: extensions, and features of OpenCL 3.0. */
static const char EXTENSIONS[] =
    "-cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_fp16,+cl_khr_subgroups,"
    "+__opencl_c_fp64,+__opencl_c_generic_address_space,+__opencl_c_program_scope_global_variables,"
    "+__opencl_c_work_group_collective_functions,+__opencl_c_subgroups,+__opencl_c_atomic_order_acq_rel,"
    "+__opencl_c_atomic_order_seq_cst,+__opencl_c_atomic_scope_device,+__opencl_c_atomic_scope_all_devices";

/* Without -gdwarf-2 clang puts a label inside every call, and without -fno-dwarf-directory-asm .file lines have a form
 * that ptxas does not read. The warning that is silenced says that libclc was built for another name of this target. */
static void build_command(wg_invocation *program, const wg_tool *tool, const wg_clang_target *target,
                          const char *standard)
{
    wg_command *command = &program->command;
    wg_arena *arena = &program->job->arena;
    wg_command_free(command);
    wg_command_add(command, tool->path);
    wg_command_add_words(command, arena,
                         "-x cl -S -O3 -target nvptx64-nvidia-nvcl -gdwarf-2 -gline-directives-only "
                         "-fno-dwarf-directory-asm -fno-crash-diagnostics -Wno-linker-warnings -Xclang "
                         "-finclude-default-header -Xclang");
    wg_command_add(command, EXTENSIONS);
    wg_command_add(command, "-include");
    wg_command_add(command, wg_arena_format(arena, "%s/warpgrind_opencl.h", program->device));
    wg_command_add_words(command, arena,
                         wg_arena_format(arena, "-Xclang -target-cpu -Xclang %s -Xclang -target-feature -Xclang %s",
                                         target->sm, target->ptx));
    wg_command_add_words(command, arena, "-Xclang -mlink-builtin-bitcode -Xclang");
    wg_command_add(command, tool->companion);
    wg_invocation_add_outputs(program);
    wg_command_add(command, wg_arena_format(arena, "-cl-std=%s", standard));
    for (size_t i = 0; i < program->job->flag_count; i++)
        if (!standard_of(program->job->flags[i]))
            wg_command_add(command, program->job->flags[i]);
    wg_command_add(command, program->source);
}

/* The LLVM assembly has the sizes that kernels require of their groups; without it there are none. */
static void add_group_sizes(wg_invocation *program, const wg_tool *tool, const wg_clang_target *target,
                            const char *standard, wg_output *output)
{
    wg_output assembly = {0};
    if (!wg_group_size_may_lack(program->job, output))
        return;
    build_command(program, tool, target, standard);
    wg_command_add(&program->command, "-emit-llvm");
    if (wg_invocation_run(program, &assembly, NULL) == WG_OK)
        wg_group_size_add(assembly.ptx, output);
    wg_output_free(&assembly);
}

/* Our images are texture objects, which have their samplers in them: clang says that samplers are apart. */
static void unify_textures(wg_output *output)
{
    static const char mode[] = ", texmode_independent";
    char *at = strstr(output->ptx, mode);
    if (at)
        memset(at, ' ', sizeof mode - 1);
}

static wg_status compile_as(wg_invocation *program, const wg_tool *tool, const wg_clang_target *target,
                            const char *standard, wg_output *output, wg_error *err)
{
    build_command(program, tool, target, standard);
    wg_status status = wg_invocation_run(program, output, err);
    if (status == WG_OK) {
        add_group_sizes(program, tool, target, standard, output);
        unify_textures(output);
    }
    return status;
}

static size_t count_errors(const wg_output *output)
{
    size_t count = 0;
    for (const char *at = wg_text_get(&output->messages); (at = strstr(at, " error: ")) != NULL; at++)
        count++;
    return count;
}

/* OpenCL 1.2, unless the user or the source wants another: 2.0 is tried where 1.2 fails. Where both do, the user sees
 * the messages of the one that has less to complain about. */
static wg_status compile(wg_invocation *program, const wg_tool *tool, const wg_clang_target *target, wg_output *output,
                         wg_error *err)
{
    const char *asked = asked_standard(program->job);
    wg_status status = compile_as(program, tool, target, asked ? asked : "CL1.2", output, err);
    if (asked || status != WG_ERR_INPUT)
        return status;
    wg_output newer = {0};
    wg_status again = compile_as(program, tool, target, "CL2.0", &newer, NULL);
    if (again == WG_OK || (again == WG_ERR_INPUT && count_errors(&newer) < count_errors(output))) {
        memcpy(newer.version, output->version, sizeof newer.version);
        wg_output_free(output);
        *output = newer;
        return again;
    }
    wg_output_free(&newer);
    return status;
}

static wg_status run(const wg_tool *tool, wg_job *job, wg_output *output, wg_error *err)
{
    wg_invocation program;
    wg_clang_target target;
    wg_status status = wg_invocation_open(&program, job, err);
    if (status != WG_OK)
        return status;
    status = wg_clang_choose_target(&program, tool->path, output, &target, err);
    if (status == WG_OK)
        status = wg_device_folder(&job->arena, program.scratch, &program.device, err);
    if (status == WG_OK)
        status = compile(&program, tool, &target, output, err);
    wg_invocation_close(&program);
    return status;
}

const wg_compiler wg_compiler_opencl = {
    .name = "clang",
    .title = "clang + libclc",
    .language = WG_LANGUAGE_OPENCL,
    .install = "apt install clang libclc-14 (or the libclc of another release)",
    .authority = 2,
    .find = find,
    .run = run,
};
