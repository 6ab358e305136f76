/* OpenCL C through clang and libclc, the library that implements its built-in functions. */
#include "compile/clang.h"
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

static bool has_standard(const wg_job *job)
{
    for (size_t i = 0; i < job->flag_count; i++)
        if (!strncmp(job->flags[i], "-cl-std", 7))
            return true;
    return false;
}

/* Without -gdwarf-2 clang puts a label inside every call, and without -fno-dwarf-directory-asm .file lines have a form
 * that ptxas does not read. The warning that is silenced says that libclc was built for another name of this target. */
static void build_command(wg_program *program, const wg_tool *tool, const wg_clang_target *target)
{
    wg_command *command = &program->command;
    wg_arena *arena = &program->job->arena;
    wg_command_add(command, tool->path);
    wg_command_add_words(
        command, arena,
        "-x cl -S -O3 -target nvptx64-nvidia-nvcl -gdwarf-2 -gline-directives-only "
        "-fno-dwarf-directory-asm -fno-crash-diagnostics -Wno-linker-warnings -Xclang -finclude-default-header");
    wg_command_add_words(command, arena,
                         wg_arena_format(arena, "-Xclang -target-cpu -Xclang %s -Xclang -target-feature -Xclang %s",
                                         target->sm, target->ptx));
    wg_command_add_words(command, arena, "-Xclang -mlink-builtin-bitcode -Xclang");
    wg_command_add(command, tool->companion);
    wg_program_add_outputs(program);
    if (!has_standard(program->job))
        wg_command_add(command, "-cl-std=CL1.2");
    wg_program_add_flags(program);
    wg_command_add(command, program->source);
}

static wg_status run(const wg_tool *tool, wg_job *job, wg_output *output, wg_error *err)
{
    wg_program program;
    wg_clang_target target;
    wg_status status = wg_program_open(&program, job, err);
    if (status != WG_OK)
        return status;
    status = wg_clang_choose_target(&program, tool->path, output, &target, err);
    if (status == WG_OK) {
        build_command(&program, tool, &target);
        status = wg_program_run(&program, output, err);
    }
    wg_program_close(&program);
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
