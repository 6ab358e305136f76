/* SPDX-License-Identifier: Apache-2.0 */
/* A ladder's check: a C function that looks at the memory that a rung left behind. */
#ifndef WG_RUN_JUDGE_H
#define WG_RUN_JUDGE_H

#include "run/run.h"

/* WG_ERR_FAILED: what the check says is wrong. `host` is the cpu; contents may be NULL. */
wg_status wg_judge_check(const wg_spec *check, wg_run *run, wg_engine *host, wg_contents *contents, wg_error *err);

#endif
