/* SPDX-License-Identifier: Apache-2.0 */
/* What the user is told when nothing compiled their file. */
#ifndef WG_COMPILE_FAILURE_H
#define WG_COMPILE_FAILURE_H

#include "compile/job.h"

/* None of the job's tools is installed: what was looked for, and how to get it. */
wg_status wg_failure_missing(const wg_job *job, wg_error *err);

/* The compiler's messages word for word, behind one line that says whose they are. */
wg_status wg_failure_refused(const wg_job *job, const wg_tool *tool, const wg_text *messages, wg_error *err);

#endif
