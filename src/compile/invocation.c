/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/invocation.h"

#include "base/file.h"
#include "compile/headers.h"

#include <stdlib.h>
#include <string.h>

/* A kernel template that nothing in the file instantiates comes into being when host code takes its address. The
 * #line makes a message about that one line say what the user asked for instead of naming a file they never saw. */
static const char *instantiation(wg_invocation *program)
{
    wg_job *job = program->job;
    program->asked = wg_arena_format(&job->arena, "kernel %s", job->instantiate);
    return wg_arena_format(&job->arena,
                           "#line 1 \"%s\"\n"
                           "void *warpgrind_instantiates = (void *)&%s;\n",
                           program->asked, job->instantiate);
}

/* C has no way to write these in the name of a file that is included. */
static bool can_be_included(const char *path)
{
    for (; *path; path++)
        if (*path == '"' || *path == '\\' || (unsigned char)*path < ' ')
            return false;
    return true;
}

wg_status wg_invocation_wrap(wg_invocation *program, wg_error *err)
{
    wg_job *job = program->job;
    if (!can_be_included(job->path))
        return wg_error_set(err, WG_ERR_UNSUPPORTED, "%s: a file with such a name cannot be included: rename it",
                            job->shown);
    program->source = wg_arena_format(&job->arena, "%s/kernel.cu", program->scratch);
    const char *text =
        wg_arena_format(&job->arena, "#include \"%s\"\n%s", job->path, job->instantiate ? instantiation(program) : "");
    return wg_file_write(program->source, text, strlen(text), err);
}

wg_status wg_invocation_open(wg_invocation *program, wg_job *job, wg_error *err)
{
    *program = (wg_invocation){.job = job, .source = job->path};
    wg_status status = wg_file_scratch(&job->arena, &program->scratch, err);
    if (status != WG_OK)
        return status;
    const char *folder = program->scratch;
    program->ptx = wg_arena_format(&job->arena, "%s/out.ptx", folder);
    program->log = wg_arena_format(&job->arena, "%s/log", folder);
    program->headers = wg_arena_format(&job->arena, "%s/headers", folder);
    if (!job->instantiate)
        return WG_OK;
    status = wg_invocation_wrap(program, err);
    if (status != WG_OK)
        wg_invocation_close(program);
    return status;
}

void wg_invocation_add_outputs(wg_invocation *program)
{
    const char *words[] = {"-o", program->ptx, "-MD", "-MF", program->headers};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        wg_command_add(&program->command, words[i]);
}

/* nvcc reports a part of it that Ctrl-C ended like any other failure, but for these words. */
static bool tells_of_interrupt(const char *messages)
{
    return strstr(messages, "died due to signal 2 ") || strstr(messages, "died due to signal 15 ");
}

wg_status wg_invocation_run(wg_invocation *program, wg_output *output, wg_error *err)
{
    int exit_status = 0;
    wg_text_free(&output->messages);
    program->command.interrupted = program->job->interrupted;
    program->command.scratch = program->scratch;
    wg_status status = wg_command_run(&program->command, program->log, &exit_status, err);
    if (status != WG_OK)
        return status;
    char *text;
    size_t length;
    if (wg_file_read(program->log, &text, &length, NULL) == WG_OK) {
        wg_text_add(&output->messages, text, length);
        free(text);
    }
    if (exit_status != 0 && tells_of_interrupt(wg_text_get(&output->messages)))
        return wg_error_set(err, WG_ERR_INTERRUPTED, "%s was interrupted", program->command.words[0]);
    if (exit_status != 0)
        return WG_ERR_INPUT;
    status = wg_file_read(program->ptx, &output->ptx, &output->length, err);
    if (status != WG_OK)
        return status;
    if (wg_file_read(program->headers, &text, &length, NULL) == WG_OK) {
        /* The cache's key covers these; nvcc takes what #line names for a file too. */
        const char *ours[] = {program->scratch, program->device ? program->device : program->scratch, program->asked,
                              NULL};
        output->headers_known = wg_headers_from_makefile(program->job, text, ours, &output->headers);
        free(text);
    }
    return WG_OK;
}

void wg_invocation_close(wg_invocation *program)
{
    wg_command_free(&program->command);
    wg_file_discard(program->scratch);
}
