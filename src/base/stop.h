/* SPDX-License-Identifier: Apache-2.0 */
/* Stopping before the end. Whoever wants to be able to stop a run has a flag and hands its address down
 * (wg_options.interrupted); whatever may take long looks at it every few milliseconds. A loop that sees it just ends:
 * what it leaves is whole enough to be freed, and the function that returns a status says WG_ERR_INTERRUPTED, so that
 * nobody looks at it. */
#ifndef WG_BASE_STOP_H
#define WG_BASE_STOP_H

#include <signal.h>
#include <stdbool.h>

typedef const volatile sig_atomic_t wg_stop; /* true: stop */

/* NULL: nobody can. */
static inline bool wg_stopped(wg_stop *flag)
{
    return flag && *flag;
}

#endif
