/* SPDX-License-Identifier: Apache-2.0 */
#include "base/guard.h"

#include <stdio.h>
#include <stdlib.h>

static _Thread_local wg_guard *last_guard;

void wg_guard_enter(wg_guard *guard, wg_error *err)
{
    guard->outer = last_guard;
    guard->err = err;
    guard->bytes = 0;
    last_guard = guard;
}

void wg_guard_leave(wg_guard *guard)
{
    last_guard = guard->outer;
}

void wg_guard_fail(size_t bytes)
{
    wg_guard *guard = last_guard;
    if (!guard) {
        fprintf(stderr, "warpgrind: out of memory (%zu bytes), and no public function to return from\n", bytes);
        abort();
    }
    guard->bytes = bytes ? bytes : 1;
    wg_error_set(guard->err, WG_ERR_SYSTEM, "out of memory (%zu bytes)", bytes);
    longjmp(guard->back, 1);
}
