/* SPDX-License-Identifier: Apache-2.0 */
#include "run/judge.h"

wg_status wg_judge_check(const wg_spec *check, wg_run *run, wg_engine *host, wg_contents *contents, wg_error *err)
{
    const wg_run_options options = {.contents = contents, .is_check = true};
    wg_run *judge = NULL;
    wg_status status = wg_run_open(check, host, &options, &judge, err);
    for (size_t k = 0; status == WG_OK && k < check->argument_count; k++) {
        size_t size;
        const void *left = judge->buffers[k].has_memory ? wg_run_memory(run, check->arguments[k].name, &size) : NULL;
        if (left)
            status = host->backend->write(host, judge->buffers[k].memory, left, size, err);
    }
    if (status == WG_OK)
        status = wg_run_launch(judge, err);
    wg_run_close(judge);
    return status;
}
