/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WG_BASE_PARALLEL_H
#define WG_BASE_PARALLEL_H

#include <stddef.h>

unsigned wg_parallel_threads(unsigned asked); /* 0: one for each core */

/* Calls work(user, nth) for each nth below count, the lowest first, on so many threads, this one among them. Where one
 * of them is out of memory, this thread fails so (base/guard.h) when all have ended. */
void wg_parallel_run(unsigned threads, size_t count, void (*work)(void *user, size_t nth), void *user);

#endif
