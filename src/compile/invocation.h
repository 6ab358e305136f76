/* SPDX-License-Identifier: Apache-2.0 */
/* What compilers that are programs (nvcc, clang) have in common: a scratch folder, the source they are given, and
 * the files they leave: PTX, messages, the list of headers. */
#ifndef WG_COMPILE_INVOCATION_H
#define WG_COMPILE_INVOCATION_H

#include "compile/command.h"
#include "compile/job.h"

typedef struct wg_invocation {
    wg_job *job;
    wg_command command;
    const char *scratch;
    const char *device;              /* the folder of our device headers, NULL where they are not used */
    const char *asked;               /* where a template was instantiated, as messages name it; NULL: nowhere */
    const char *ptx, *log, *headers; /* files in the scratch folder */
    const char *source; /* what to compile: the user's file, or one that includes it and asks for job->instantiate */
} wg_invocation;

/* Makes the scratch folder and `source`. After WG_OK, wg_invocation_close removes the folder again. */
wg_status wg_invocation_open(wg_invocation *program, wg_job *job, wg_error *err);

/* Makes `source` one that includes the user's file, whose name a command line then does not have: reports and messages
 * still name that. */
wg_status wg_invocation_wrap(wg_invocation *program, wg_error *err);

/* Runs the command that the caller has put together, and reads what it left. As wg_compiler.run. May be called again
 * after `command` was replaced. */
wg_status wg_invocation_run(wg_invocation *program, wg_output *output, wg_error *err);
void wg_invocation_close(wg_invocation *program);

/* Words that every command needs: where the compiler leaves PTX and headers. */
void wg_invocation_add_outputs(wg_invocation *program);

#endif
