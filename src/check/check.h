/* SPDX-License-Identifier: Apache-2.0 */
/* Looks at what the threads of a launch do to memory and to one another: accesses outside the object they are meant
 * for, races, values that nobody wrote, synchronisation that does not work. One checker serves all launches of a run.
 */
#ifndef WG_CHECK_CHECK_H
#define WG_CHECK_CHECK_H

#include "check/findings.h"
#include "sim/launch.h"

typedef struct wg_check wg_check;

wg_check *wg_check_new(void);
void wg_check_free(wg_check *check); /* NULL is fine */

/* An allocation begins without values: what a kernel reads before it wrote it is not initialised. */
void wg_check_unset_memory(wg_check *check, uint64_t address);

/* Before the first launch: looks also at numbers, for the findings of class WG_CHECK_NUMBERS; kinds: a bit for each of
 * them, from WG_FINDING_nan on. */
void wg_check_want_numbers(wg_check *check, uint32_t kinds);

/* What a launch wants in wg_launch.checker. */
struct wg_checker *wg_check_checker(wg_check *check);

/* For who finds something by other means: the sentence is complete. */
void wg_check_add(wg_check *check, wg_finding *finding, uint64_t count);
/* Who stored last at an address of global memory, in the last launch; false: nobody, or it is not known. */
bool wg_check_last_store(const wg_check *check, uint64_t address, wg_finding_place *out);

const wg_findings *wg_check_findings(const wg_check *check);
/* Several host threads looked, and something is wrong: what exactly, only one of them that sees all can tell. */
bool wg_check_is_unclear(const wg_check *check);
void wg_check_reset(wg_check *check); /* as wg_check_new makes it */

#endif
