/* SPDX-License-Identifier: Apache-2.0 */
/* Ctrl-C, SIGTERM and SIGHUP end the command within a second, whatever it is doing: the work is asked to end, which
 * takes compilers and scratch files with it; where it does not look (a driver, a library of somebody else's), the
 * command ends without it. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <signal.h>
#include <warpgrind/status.h>

extern volatile sig_atomic_t interrupted; /* the signal's number; 0: there was none */

void interrupt_begin(void);
/* What the work returned, or WG_ERR_INTERRUPTED where it was interrupted, whatever else it says. */
wg_status interrupt_check(wg_status status, wg_error *err);
/* What a verb returned, or 128 and the signal's number. */
int interrupt_exit_status(int code);

#endif
