/* SPDX-License-Identifier: Apache-2.0 */
/* Running out of memory without ending the program.
 *
 * Inside the library an allocation cannot fail: wg_alloc and its kin return memory or do not return. Where there is
 * none, they jump back to the guard that was set last on this thread, and a guard stands at every door:
 *
 * - a public function (src/api) sets one first of all, and returns WG_ERR_SYSTEM, or NULL where it returns a text;
 * - a thread that the library starts sets one, ends, and leaves it to the thread that started it to fail in its turn,
 *   when all of them have ended (base/parallel.c, sim/schedule.c).
 *
 * What was allocated between the guard and the failure is lost: nobody frees it. That is the price of not asking after
 * each allocation, and a program that is out of memory can pay it once. Things that the failed function was changing
 * are whole enough to be freed, not to be used. Nobody may allocate while holding a lock that others wait for, unless
 * his guard gives it back. Without a guard (a test that calls an inner function) the program aborts. */
#ifndef WG_BASE_GUARD_H
#define WG_BASE_GUARD_H

#include "warpgrind/status.h"

#include <setjmp.h>
#include <stddef.h>

typedef struct wg_guard {
    struct wg_guard *outer;
    wg_error *err; /* NULL: nobody wants to know */
    size_t bytes;  /* how many were not to be had; never 0 after a failure */
    jmp_buf back;
} wg_guard;

void wg_guard_enter(wg_guard *guard, wg_error *err);
void wg_guard_leave(wg_guard *guard);

/* Says "out of memory (N bytes)" in the err of the last guard, and jumps to it. */
_Noreturn void wg_guard_fail(size_t bytes);

/* Guards the rest of the block: a failure in it returns the value from this function. The compiler leaves the guard
 * where the block is left. */
#define WG_GUARD_OR_RETURN(err, value)                                                                                 \
    WG_GUARD(guard_of_block, err);                                                                                     \
    if (setjmp(guard_of_block.back))                                                                                   \
    return value

/* The same with what a failure does written below it: if (setjmp(guard.back)) { … } */
#define WG_GUARD(guard, err)                                                                                           \
    wg_guard guard __attribute__((cleanup(wg_guard_leave)));                                                           \
    wg_guard_enter(&guard, err)

#endif
